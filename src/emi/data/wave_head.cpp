#include "emi/data/wave_head.h"

namespace rekindle::emi {

Bytes make_wave_head(const WaveHead& wave) {
    const std::uint32_t frame = wave.channels * (wave.bits / 8u);
    Writer out;
    out.text("RIFF");
    out.u32(wave.pcm_size + 36, Endian::little);
    out.text("WAVEfmt ");
    out.u32(16, Endian::little);
    out.u16(1, Endian::little); // PCM
    out.u16(wave.channels, Endian::little);
    out.u32(wave.rate, Endian::little);
    out.u32(wave.rate * frame, Endian::little);
    out.u16(static_cast<std::uint16_t>(frame), Endian::little);
    out.u16(wave.bits, Endian::little);
    out.text("data");
    out.u32(wave.pcm_size, Endian::little);
    return out.take();
}

} // namespace rekindle::emi
