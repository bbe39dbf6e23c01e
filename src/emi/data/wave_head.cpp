#include "emi/data/wave_head.h"

namespace rekindle::emi {

void describe(Fields& f, WaveHead& wave) {
    Bytes skipped;
    f.raw({"riff", "\"RIFF\" …"}, skipped, 22);
    f.u8({"channels"}, wave.channels);
    f.raw({"skipped"}, skipped, 1);
    f.u32({"rate", "frames a second"}, wave.rate);
    f.raw({"skipped"}, skipped, 6);
    f.u8({"bits"}, wave.bits);
    f.raw({"skipped"}, skipped, 5);
    f.u32({"pcm_size", "of the decoded sound, bytes"}, wave.pcm_size);
}

WaveHead parse_wave_head(ByteView head) {
    return read_fields<WaveHead>(head, "RIFF head", nullptr).value_or(WaveHead{});
}

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
