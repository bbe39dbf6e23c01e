#pragma once
// The 44-byte RIFF/WAVE head of voices and music (emi-formats §15.2, §15.4).

#include "emi/data/fields.h"

namespace rekindle::emi {

inline constexpr std::size_t wave_head_size = 44;

struct WaveHead {
    std::uint8_t channels = 1;  // at +22
    std::uint32_t rate = 22050; // +24
    std::uint8_t bits = 16;     // +34
    std::uint32_t pcm_size = 0; // +40, bytes
};

// What the game looks at; the rest of the 44 bytes is skipped.
void describe(Fields& fields, WaveHead& wave);
// Of at least 44 bytes that begin with "RIFF".
WaveHead parse_wave_head(ByteView head);
Bytes make_wave_head(const WaveHead& wave);

} // namespace rekindle::emi
