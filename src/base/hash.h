#pragma once
// Checksums. crc32 is the common one (zlib, gzip, PNG; start value 0), which the oracle and the formats'
// check values use; hash64 (XXH3) is for whole states in lockstep, replays and tests.

#include <array>
#include <cstdint>

#include "base/bytes.h"

namespace rekindle {

std::uint32_t crc32(ByteView bytes, std::uint32_t start = 0);
// RFC 1321; only where a file format names it, it protects nothing.
std::array<std::uint8_t, 16> md5(ByteView bytes);
std::uint64_t hash64(ByteView bytes, std::uint64_t seed = 0);

} // namespace rekindle
