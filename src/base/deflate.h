#pragma once
// gzip and zlib streams (RFC 1952, 1950) in memory. The inflated size is checked while it grows, never
// believed.

#include "base/bytes.h"

namespace rekindle {

inline bool looks_like_gzip(ByteView bytes) {
    return bytes.size() >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B;
}
inline bool looks_like_zlib(ByteView bytes) {
    if (bytes.size() < 2) return false;
    const unsigned head = bytes[0] * 256u + bytes[1];
    return (head & 0x0F00u) == 0x0800u && head % 31 == 0;
}

// One gzip or zlib stream from the start of `bytes`, checksum included. `used`: how many bytes it took.
Expected<Bytes> inflate(ByteView bytes, std::string_view file, std::size_t limit,
                        std::size_t* used = nullptr);
// Best compression, time stamp zero, no name: equal input gives equal bytes.
Bytes gzip(ByteView bytes);

} // namespace rekindle
