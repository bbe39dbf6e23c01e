#pragma once
// VIMA: the adaptive coding of voice blocks (emi-formats §15.2). A block stands alone.

#include <optional>

#include "base/bytes.h"

namespace rekindle::emi {

// `samples`: of all channels, as the container says. Nothing: an index above 88, or codes that run past the
// block. Answers interleaved samples; the block itself says whether it is stereo.
struct VimaBlock {
    int channels = 1;
    std::vector<std::int16_t> samples;
    bool operator==(const VimaBlock&) const = default;
};
std::optional<VimaBlock> decode_vima(ByteView block, std::size_t samples);

// Codes a block; `index` holds the step index of each channel and takes the ones reached, for the next block.
Bytes encode_vima(const VimaBlock& block, std::array<int, 2>& index);

} // namespace rekindle::emi
