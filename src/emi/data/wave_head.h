#pragma once
// The 44-byte RIFF/WAVE head of voices and music (emi-formats §15.2, §15.4).

#include "base/bytes.h"

namespace rekindle::emi {

inline constexpr std::size_t wave_head_size = 44;

struct WaveHead {
    std::uint8_t channels = 1;  // at +22
    std::uint32_t rate = 22050; // +24
    std::uint8_t bits = 16;     // +34
    std::uint32_t pcm_size = 0; // +40, bytes
};

// Of at least 44 bytes that begin with "RIFF".
inline WaveHead parse_wave_head(ByteView head) {
    Reader in(head, "");
    WaveHead wave;
    in.seek(22);
    wave.channels = in.u8();
    in.seek(24);
    wave.rate = in.u32(Endian::little);
    in.seek(34);
    wave.bits = in.u8();
    in.seek(40);
    wave.pcm_size = in.u32(Endian::little);
    return wave;
}

Bytes make_wave_head(const WaveHead& wave);

} // namespace rekindle::emi
