#include "base/hash.h"

#include <xxhash.h>
#include <zlib.h>

namespace rekindle {

std::uint32_t crc32(ByteView bytes, std::uint32_t start) {
    if (bytes.empty()) return start; // zlib takes a null pointer for a new start
    return static_cast<std::uint32_t>(::crc32_z(start, bytes.data(), bytes.size()));
}

std::uint64_t hash64(ByteView bytes, std::uint64_t seed) {
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

} // namespace rekindle
