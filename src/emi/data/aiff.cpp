#include "emi/data/aiff.h"

#include <fmt/format.h>

namespace rekindle::emi {
namespace {

struct Common {
    std::uint16_t channels = 0;
    std::uint32_t frames = 0;
    std::uint16_t bits = 0;
    std::uint32_t rate = 0;
    std::string codec = "NONE";
};

const AiffChunk* find_chunk(const Aiff& aiff, std::string_view id) {
    for (const AiffChunk& chunk : aiff.chunks)
        if (chunk.id == id) return &chunk;
    return nullptr;
}

Common common_of(const Aiff& aiff, const AiffChunk& chunk) {
    Reader in(chunk.data, "COMM");
    Common common;
    common.channels = in.u16(Endian::big);
    common.frames = in.u32(Endian::big);
    common.bits = in.u16(Endian::big);
    const ByteView rate = in.bytes(10);
    if (in.ok()) common.rate = aiff_rate(rate.first<10>()).value_or(0);
    if (aiff.aifc) common.codec = in.text(4);
    return common;
}

// The samples behind the SSND chunk's offset, as many bytes as COMM says.
std::optional<ByteView> sound_of(const AiffChunk& chunk, const Common& common) {
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
    const Common common = common_of(aiff, *comm);
    if (common.channels < 1 || common.channels > 2)
        return refuse(file, "one or two channels", fmt::format("{}", common.channels));
    if (common.bits != 8 && common.bits != 16)
        return refuse(file, "8 or 16 bits a sample", fmt::format("{}", common.bits));
    if (common.rate == 0) return refuse(file, "a rate from 1 to 1000000 frames a second", "another");
    if (common.codec != "NONE") return refuse(file, "codec NONE", common.codec);
    if (!sound_of(*ssnd, common))
        return refuse(file, fmt::format("{} frames in the SSND chunk", common.frames), "fewer bytes");
    return {};
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
    const Common common = common_of(aiff, *find_chunk(aiff, "COMM"));
    const ByteView sound = sound_of(*find_chunk(aiff, "SSND"), common).value_or(ByteView());
    Pcm pcm{common.rate, common.channels, {}};
    if (common.bits == 8)
        for (const Byte byte : sound)
            pcm.samples.push_back(static_cast<std::int16_t>(static_cast<std::int8_t>(byte) * 256));
    else
        for (std::size_t i = 0; i + 1 < sound.size(); i += 2)
            pcm.samples.push_back(static_cast<std::int16_t>(sound[i] << 8 | sound[i + 1]));
    return pcm;
}

Aiff make_aiff(const Pcm& pcm) {
    Writer comm;
    comm.u16(pcm.channels, Endian::big);
    comm.u32(static_cast<std::uint32_t>(pcm.samples.size() / pcm.channels), Endian::big);
    comm.u16(16, Endian::big);
    int exponent = 31;
    std::uint32_t mantissa = pcm.rate;
    while (mantissa != 0 && (mantissa & 0x80000000u) == 0) {
        mantissa <<= 1;
        --exponent;
    }
    comm.u16(static_cast<std::uint16_t>(16383 + exponent), Endian::big);
    comm.u32(mantissa, Endian::big);
    comm.u32(0, Endian::big);
    Writer ssnd;
    ssnd.fill(8);
    for (const std::int16_t sample : pcm.samples) ssnd.i16(sample, Endian::big);
    Aiff aiff;
    aiff.chunks.push_back(chunk_of("COMM", comm.take()));
    aiff.chunks.push_back(chunk_of("SSND", ssnd.take()));
    aiff.form_size = 4;
    for (const AiffChunk& chunk : aiff.chunks)
        aiff.form_size += static_cast<std::uint32_t>(8 + chunk.data.size() + chunk.data.size() % 2);
    return aiff;
}

} // namespace rekindle::emi
