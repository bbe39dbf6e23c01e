#pragma once
// Sound as plain samples: what every sound container here decodes to and is made from.

#include <cstdint>
#include <vector>

namespace rekindle::emi {

struct Pcm {
    std::uint32_t rate = 22050; // frames a second
    std::uint16_t channels = 1; // interleaved
    std::vector<std::int16_t> samples;
    bool operator==(const Pcm&) const = default;
};

} // namespace rekindle::emi
