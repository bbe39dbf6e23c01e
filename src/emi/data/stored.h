#pragma once
// Files that are stored compressed are opened whatever their name says (emi-formats §1.2).

#include "base/bytes.h"

namespace rekindle::emi {

enum class Wrapper { none, gzip, zlib };

struct Opened {
    Wrapper wrapper = Wrapper::none;
    Bytes bytes;
};

// gzip must be whole. zlib counts only if the bytes inflate to their very end with a right checksum; else the
// file is taken as it is. At most 256 MiB inflated.
Expected<Opened> open_stored(ByteView stored, std::string_view file);

} // namespace rekindle::emi
