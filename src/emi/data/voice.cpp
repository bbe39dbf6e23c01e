#include "emi/data/voice.h"

#include <fmt/format.h>

#include "emi/data/vima.h"
#include "emi/data/wave_head.h"

namespace rekindle::emi {
namespace {

constexpr std::size_t block_bytes = 0x2000;
constexpr std::uint8_t vima_codec = 1;

struct Record {
    std::uint8_t codec = 0;
    std::uint32_t decoded = 0, stored = 0;
};

void describe_block(Fields& f, Field field, VoiceBlock& block, const Record& record) {
    block.codec = record.codec;
    block.decoded_size = record.decoded;
    f.blob(field, block.stored, record.stored);
}

} // namespace

void describe(Fields& f, Voice& voice) {
    std::vector<Record> records;
    const auto note = [&records](const VoiceBlock& block) {
        records.push_back({block.codec, block.decoded_size, static_cast<std::uint32_t>(block.stored.size())});
    };
    note(voice.head);
    for (const VoiceBlock& block : voice.blocks) note(block);

    f.byte_order(Endian::big);
    f.magic("MCMP");
    auto count = static_cast<std::uint16_t>(records.size());
    f.u16({"record_count", "n"}, count);
    f.require(count >= 1, "at least a header block", count);
    f.require(records.size() <= 0xFFFF, "at most 65535 records", records.size());
    bool is_head = true;
    f.run({"records", "n; the first one is the head's"}, records, count, 9, [&](Record& record) {
        f.u8({"codec"}, record.codec);
        f.u32({"decoded_size", "bytes"}, record.decoded);
        f.require(is_head || record.decoded <= block_bytes, "at most 0x2000 decoded bytes", record.decoded);
        f.u32({"stored_size", "bytes"}, record.stored);
        is_head = false;
    });
    auto names = static_cast<std::uint16_t>(voice.codec_names.size());
    f.u16({"names_size", "k"}, names);
    f.blob({"codec_names", "k bytes"}, voice.codec_names, names);
    if (!f.ok()) return;
    describe_block(f, {"head", "a RIFF head, stored raw"}, voice.head, records[0]);
    f.require(voice.head.stored.size() >= wave_head_size, "a head of at least 44 bytes",
              voice.head.stored.size());
    constexpr std::string_view riff = "RIFF";
    f.require(voice.head.stored.size() < riff.size() ||
                  std::equal(riff.begin(), riff.end(), voice.head.stored.begin()),
              "\"RIFF\"", voice.head.stored.empty() ? 0 : voice.head.stored[0]);
    records.resize(std::max<std::size_t>(records.size(), 2)); // a table shows one block
    std::size_t at = 0;
    f.run({"blocks", "VIMA, n - 1"}, voice.blocks, count - 1u, 0,
          [&](VoiceBlock& block) { describe_block(f, {""}, block, records[++at]); });
    f.tail(voice.tail);
}

Expected<Voice> read_voice(ByteView bytes, std::string_view file, Notes* notes) {
    return read_fields<Voice>(bytes, file, notes);
}

Expected<Bytes> write_voice(const Voice& voice) { return write_fields(voice, "voice"); }

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
