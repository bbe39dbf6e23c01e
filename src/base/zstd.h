#pragma once
// zstd frames: oracle traces, saves, replays.

#include "base/bytes.h"

namespace rekindle {

Bytes zstd_compress(ByteView bytes, int level = 10);
// One or more frames; refuses to make more than `limit` bytes.
Expected<Bytes> zstd_decompress(ByteView bytes, std::string_view file,
                                std::size_t limit = std::size_t{1} << 30);

} // namespace rekindle
