#include "emi/data/aiff.h"

#include <fmt/format.h>

namespace rekindle::emi {
namespace {

const AiffChunk* find_chunk(const Aiff& aiff, std::string_view id) {
    for (const AiffChunk& chunk : aiff.chunks)
        if (chunk.id == id) return &chunk;
    return nullptr;
}

AiffCommon common_of(const Aiff& aiff, const AiffChunk& chunk) {
    FieldReader reader(chunk.data, "COMM", nullptr);
    AiffCommon common;
    common.aifc = aiff.aifc;
    describe(reader, common);
    return common;
}

// The samples behind the SSND chunk's offset, as many bytes as COMM says.
std::optional<ByteView> sound_of(const AiffChunk& chunk, const AiffCommon& common) {
    Reader in(chunk.data, "SSND");
    const std::uint32_t offset = in.u32(Endian::big);
    in.skip(4);
    in.skip(offset);
    const std::uint64_t size = std::uint64_t{common.frames} * common.channels * (common.bits / 8);
    if (!in.ok() || size > in.remaining()) return std::nullopt;
    return in.bytes(static_cast<std::size_t>(size));
}

tl::unexpected<Error> refuse(std::string_view file, std::string expected, std::string found) {
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = std::string(file),
                                .offset = 12,
                                .expected = std::move(expected),
                                .found = std::move(found),
                                .cure = {}});
}

Expected<void> check(const Aiff& aiff, std::string_view file) {
    const AiffChunk* comm = find_chunk(aiff, "COMM");
    const AiffChunk* ssnd = find_chunk(aiff, "SSND");
    if (comm == nullptr || ssnd == nullptr) return refuse(file, "chunks COMM and SSND", "others only");
    const AiffCommon common = common_of(aiff, *comm);
    if (common.channels < 1 || common.channels > 2)
        return refuse(file, "one or two channels", fmt::format("{}", common.channels));
    if (common.bits != 8 && common.bits != 16)
        return refuse(file, "8 or 16 bits a sample", fmt::format("{}", common.bits));
    const std::uint32_t rate = aiff_rate(common.rate).value_or(0);
    if (rate == 0) return refuse(file, "a rate from 1 to 1000000 frames a second", "another");
    if (common.aifc && common.codec != aiff_plain)
        return refuse(file, "codec NONE", std::string(common.codec.begin(), common.codec.end()));
    if (!sound_of(*ssnd, common))
        return refuse(file, fmt::format("{} frames in the SSND chunk", common.frames), "fewer bytes");
    return {};
}

// 80-bit floating number.
std::array<std::uint8_t, 10> float_of(std::uint32_t whole) {
    int exponent = 31;
    for (; whole != 0 && (whole & 0x80000000u) == 0; whole <<= 1) --exponent;
    std::array<std::uint8_t, 10> number{};
    const auto put = [&number](std::size_t at, std::uint32_t value) {
        number[at] = static_cast<std::uint8_t>(value);
    };
    put(0, static_cast<std::uint32_t>(16383 + exponent) >> 8);
    put(1, static_cast<std::uint32_t>(16383 + exponent));
    for (std::size_t i = 0; i < 4; ++i) put(2 + i, whole >> (24 - 8 * i));
    return number;
}

AiffChunk chunk_of(std::string_view id, Bytes data) {
    AiffChunk chunk{std::string(id), std::move(data), std::nullopt};
    if (chunk.data.size() % 2 != 0) chunk.pad = 0;
    return chunk;
}

} // namespace

std::optional<std::uint32_t> aiff_rate(std::span<const std::uint8_t, 10> number) {
    const int exponent = ((number[0] & 0x7F) << 8 | number[1]) - 16383; // of the mantissa's first bit
    std::uint64_t mantissa = 0;
    for (std::size_t i = 2; i < 10; ++i) mantissa = mantissa << 8 | number[i];
    if ((number[0] & 0x80) != 0 || exponent < 0 || exponent > 19) return std::nullopt;
    const auto rate = static_cast<std::uint32_t>(mantissa >> (63 - exponent));
    if (rate < 1 || rate > 1000000) return std::nullopt;
    return rate;
}

void describe(Fields& f, AiffCommon& common) {
    f.byte_order(Endian::big);
    f.u16({"channels"}, common.channels);
    f.u32({"frames"}, common.frames);
    f.u16({"bits", "8 or 16"}, common.bits);
    f.octets({"rate", "80-bit floating number"}, common.rate);
    f.when(common.aifc, "AIFC", [&] { f.octets({"codec", "NONE"}, common.codec); });
}

Expected<Aiff> read_aiff(ByteView bytes, std::string_view file, Notes* notes) {
    Reader in(bytes, file);
    Aiff aiff;
    if (in.text(4) != "FORM") in.fail_at(0, "\"FORM\"", "something else");
    aiff.form_size = in.u32(Endian::big);
    const std::string_view type = in.text(4);
    aiff.aifc = type == "AIFC";
    if (!aiff.aifc && type != "AIFF") in.fail_at(8, "\"AIFF\" or \"AIFC\"", std::string(type));
    if (in.ok() && aiff.form_size != bytes.size() - 8 && notes != nullptr)
        notes->push_back({4, "a FORM as long as the file"});
    while (in.ok() && in.remaining() >= 8) {
        AiffChunk chunk;
        chunk.id = in.text(4);
        const std::size_t at = in.offset();
        const std::uint32_t size = in.u32(Endian::big);
        in.expect_at(size <= in.remaining(), at, "a chunk within the file", size);
        const ByteView data = in.bytes(size);
        chunk.data.assign(data.begin(), data.end());
        if (size % 2 != 0 && in.remaining() > 0) chunk.pad = in.u8();
        aiff.chunks.push_back(std::move(chunk));
    }
    if (!in.ok()) return in.unexpected();
    const ByteView tail = in.bytes(in.remaining());
    aiff.tail.assign(tail.begin(), tail.end());
    RK_CHECK(check(aiff, file));
    return aiff;
}

Bytes write_aiff(const Aiff& aiff) {
    Writer out;
    out.text("FORM");
    out.u32(aiff.form_size, Endian::big);
    out.text(aiff.aifc ? "AIFC" : "AIFF");
    for (const AiffChunk& chunk : aiff.chunks) {
        out.text(chunk.id);
        out.u32(static_cast<std::uint32_t>(chunk.data.size()), Endian::big);
        out.bytes(chunk.data);
        if (chunk.pad) out.u8(*chunk.pad);
    }
    out.bytes(aiff.tail);
    return out.take();
}

Pcm aiff_pcm(const Aiff& aiff) {
    const AiffCommon common = common_of(aiff, *find_chunk(aiff, "COMM"));
    const ByteView sound = sound_of(*find_chunk(aiff, "SSND"), common).value_or(ByteView());
    Pcm pcm{aiff_rate(common.rate).value_or(0), common.channels, {}};
    if (common.bits == 8)
        for (const Byte byte : sound)
            pcm.samples.push_back(static_cast<std::int16_t>(static_cast<std::int8_t>(byte) * 256));
    else
        for (std::size_t i = 0; i + 1 < sound.size(); i += 2)
            pcm.samples.push_back(static_cast<std::int16_t>(sound[i] << 8 | sound[i + 1]));
    return pcm;
}

Aiff make_aiff(const Pcm& pcm) {
    AiffCommon common;
    common.channels = pcm.channels;
    common.frames = static_cast<std::uint32_t>(pcm.samples.size() / pcm.channels);
    common.rate = float_of(pcm.rate);
    FieldWriter comm("COMM");
    describe(comm, common);
    Writer ssnd;
    ssnd.fill(8);
    for (const std::int16_t sample : pcm.samples) ssnd.i16(sample, Endian::big);
    Aiff aiff;
    aiff.chunks.push_back(chunk_of("COMM", comm.take().value_or(Bytes{})));
    aiff.chunks.push_back(chunk_of("SSND", ssnd.take()));
    aiff.form_size = 4;
    for (const AiffChunk& chunk : aiff.chunks)
        aiff.form_size += static_cast<std::uint32_t>(8 + chunk.data.size() + chunk.data.size() % 2);
    return aiff;
}

} // namespace rekindle::emi
