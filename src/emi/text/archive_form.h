#pragma once
// An archive as a folder and back: manifest.json says order, case and gaps; the files lie in files/. Packing
// what was unpacked gives the same archive byte for byte; edited files change it, with everything laid out
// anew where sizes did.

#include <functional>

#include "emi/data/archive.h"

namespace rekindle::emi {

struct ArchiveFormOptions {
    bool readable = false; // members with a readable form as text_form() gives it
};
// `put` takes the folder's files by relative name. Refuses absolute names, drive letters and "..".
Expected<void> unpack_archive(ByteView archive_bytes, std::string_view file, ArchiveFormOptions options,
                              const std::function<Expected<void>(const std::string&, ByteView)>& put);
// `read` gives files of the folder by relative name. An entry that the manifest gives only a name is new.
Expected<Bytes> pack_archive(const std::function<Expected<Bytes>(const std::string&)>& read);

} // namespace rekindle::emi
