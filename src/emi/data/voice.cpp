#include "emi/data/voice.h"

#include <fmt/format.h>

#include "emi/data/vima.h"
#include "emi/data/wave_head.h"

namespace rekindle::emi {
namespace {

constexpr std::size_t block_bytes = 0x2000;
constexpr std::uint8_t vima_codec = 1;

struct Sizes {
    std::size_t at;
    std::uint32_t stored;
};

void take_block(Reader& in, VoiceBlock& block, const Sizes& sizes) {
    in.expect_at(sizes.stored <= in.remaining(), sizes.at, "a block within the file", sizes.stored);
    const ByteView bytes = in.bytes(sizes.stored);
    block.stored.assign(bytes.begin(), bytes.end());
}

void put_record(Writer& out, const VoiceBlock& block) {
    out.u8(block.codec);
    out.u32(block.decoded_size, Endian::big);
    out.u32(static_cast<std::uint32_t>(block.stored.size()), Endian::big);
}

} // namespace

Expected<Voice> read_voice(ByteView bytes, std::string_view file, Notes* notes) {
    Reader in(bytes, file);
    Voice voice;
    if (in.text(4) != "MCMP") in.fail_at(0, "\"MCMP\"", "something else");
    const std::uint16_t count = in.u16(Endian::big);
    in.expect_at(count >= 1, 4, "at least a header block", count);
    std::vector<Sizes> sizes;
    for (std::uint16_t i = 0; i < count && in.ok(); ++i) {
        VoiceBlock block;
        block.codec = in.u8();
        const std::size_t at = in.offset();
        block.decoded_size = in.u32(Endian::big);
        in.expect_at(i == 0 || block.decoded_size <= block_bytes, at, "at most 0x2000 decoded bytes",
                     block.decoded_size);
        sizes.push_back({at + 4, in.u32(Endian::big)});
        if (i == 0)
            voice.head = block;
        else
            voice.blocks.push_back(block);
    }
    const std::uint16_t names = in.u16(Endian::big);
    const ByteView codec_names = in.bytes(names);
    voice.codec_names.assign(codec_names.begin(), codec_names.end());
    const std::size_t head_at = in.offset();
    if (in.ok()) take_block(in, voice.head, sizes[0]);
    for (std::size_t i = 0; i < voice.blocks.size() && in.ok(); ++i)
        take_block(in, voice.blocks[i], sizes[i + 1]);
    in.expect_at(voice.head.stored.size() >= wave_head_size, head_at, "a head of at least 44 bytes",
                 voice.head.stored.size());
    constexpr std::string_view riff = "RIFF";
    if (in.ok() && !std::equal(riff.begin(), riff.end(), voice.head.stored.begin()))
        in.fail_at(head_at, "\"RIFF\"", "something else");
    if (!in.ok()) return in.unexpected();
    if (!in.at_end() && notes != nullptr) notes->push_back({in.offset(), "nothing after the last block"});
    const ByteView tail = in.bytes(in.remaining());
    voice.tail.assign(tail.begin(), tail.end());
    return voice;
}

Bytes write_voice(const Voice& voice) {
    Writer out;
    out.text("MCMP");
    out.u16(static_cast<std::uint16_t>(voice.blocks.size() + 1), Endian::big);
    put_record(out, voice.head);
    for (const VoiceBlock& block : voice.blocks) put_record(out, block);
    out.u16(static_cast<std::uint16_t>(voice.codec_names.size()), Endian::big);
    out.bytes(voice.codec_names);
    out.bytes(voice.head.stored);
    for (const VoiceBlock& block : voice.blocks) out.bytes(block.stored);
    out.bytes(voice.tail);
    return out.take();
}

Expected<Pcm> voice_pcm(const Voice& voice, std::string_view file) {
    const WaveHead head = parse_wave_head(voice.head.stored);
    const auto refuse = [file](std::string expected, std::string found) {
        return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                    .file = std::string(file),
                                    .expected = std::move(expected),
                                    .found = std::move(found),
                                    .cure = {}});
    };
    if (head.channels < 1 || head.channels > 2)
        return refuse("one or two channels", fmt::format("{}", head.channels));
    Pcm pcm{head.rate, head.channels, {}};
    for (std::size_t i = 0; i < voice.blocks.size(); ++i) {
        const VoiceBlock& block = voice.blocks[i];
        const auto decoded = decode_vima(block.stored, block.decoded_size / 2);
        if (!decoded || decoded->channels != head.channels)
            return refuse(fmt::format("VIMA data of {} channels in block {}", head.channels, i),
                          decoded ? "another number of channels" : "codes that run past its end");
        pcm.samples.insert(pcm.samples.end(), decoded->samples.begin(), decoded->samples.end());
    }
    if (pcm.samples.size() > head.pcm_size / 2) pcm.samples.resize(head.pcm_size / 2);
    return pcm;
}

Voice make_voice(const Pcm& pcm) {
    Voice voice;
    const auto size = static_cast<std::uint32_t>(2 * pcm.samples.size());
    voice.head.stored = make_wave_head({static_cast<std::uint8_t>(pcm.channels), pcm.rate, 16, size});
    voice.head.decoded_size = wave_head_size;
    constexpr std::string_view names("NULL\0VIMA\0", 10);
    voice.codec_names.assign(names.begin(), names.end());
    std::array<int, 2> index{};
    constexpr std::size_t block_samples = block_bytes / 2;
    for (std::size_t at = 0; at < pcm.samples.size(); at += block_samples) {
        VimaBlock block{pcm.channels, {}};
        const auto begin = pcm.samples.begin() + static_cast<std::ptrdiff_t>(at);
        const std::size_t count = std::min(block_samples, pcm.samples.size() - at);
        block.samples.assign(begin, begin + static_cast<std::ptrdiff_t>(count));
        voice.blocks.push_back(
            {vima_codec, static_cast<std::uint32_t>(2 * count), encode_vima(block, index)});
    }
    return voice;
}

} // namespace rekindle::emi
