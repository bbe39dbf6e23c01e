#pragma once
// Checksums. crc32 is the common one (zlib, gzip, PNG; start value 0), which the oracle and the formats'
// check values use; hash64 (XXH3) is for whole states in lockstep, replays and tests.

#include <cstdint>

#include "base/bytes.h"

namespace rekindle {

std::uint32_t crc32(ByteView bytes, std::uint32_t start = 0);
std::uint64_t hash64(ByteView bytes, std::uint64_t seed = 0);

} // namespace rekindle
