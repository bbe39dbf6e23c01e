#include "emi/data/console_sound.h"

#include <fmt/format.h>

namespace rekindle::emi {
namespace {

constexpr std::size_t vag_at = 0x80, group_size = 16;

struct Weights {
    double a, b;
};
constexpr std::array<Weights, 5> predictors{
    {{0, 0}, {60 / 64.0, 0}, {115 / 64.0, -52 / 64.0}, {98 / 64.0, -55 / 64.0}, {122 / 64.0, -60 / 64.0}}};

enum Flag : std::uint8_t { jump_to_loop = 3, loop_here = 6, end_here = 7 };

void keep(Bytes& target, ByteView view) { target.assign(view.begin(), view.end()); }

void read_vag(Reader& in, ConsoleChannel& channel) {
    const std::size_t at = in.offset();
    if (in.text(4) != "VAGp") in.fail_at(at, "\"VAGp\"", "something else");
    channel.version = in.u32(Endian::big);
    keep(channel.vag_8, in.bytes(8));
    channel.rate = in.u32(Endian::big);
    in.expect_at(channel.rate > 0, at + 16, "a rate above 0", channel.rate);
    keep(channel.vag_20, in.bytes(44));
}

// Every other block of the data, from `first` on.
Bytes channel_data(const ConsoleSound& sound, std::size_t first) {
    if (sound.block_size == 0) return sound.data;
    Bytes result;
    for (std::size_t at = first * sound.block_size; at < sound.data.size();
         at += std::size_t{2} * sound.block_size) {
        const std::size_t end = std::min(at + sound.block_size, sound.data.size());
        result.insert(result.end(), sound.data.begin() + static_cast<std::ptrdiff_t>(at),
                      sound.data.begin() + static_cast<std::ptrdiff_t>(end));
    }
    return result;
}

} // namespace

Expected<ConsoleSound> read_console_sound(ByteView bytes, std::string_view file) {
    Reader in(bytes, file);
    ConsoleSound sound;
    if (in.text(4) != "SCRX") in.fail_at(0, "\"SCRX\"", "something else");
    sound.word_4 = in.u32(Endian::little);
    sound.block_size = in.u16(Endian::little);
    in.expect_at(sound.block_size % group_size == 0, 8, "a block size that is a multiple of 16",
                 sound.block_size);
    sound.word_10 = in.u16(Endian::little);
    keep(sound.head_12, in.bytes(12));
    const std::vector<std::string> tags =
        sound.block_size == 0 ? std::vector<std::string>{"MONO"} : std::vector<std::string>{"LEFT", "RGHT"};
    for (const std::string& tag : tags) {
        const std::size_t at = in.offset();
        ConsoleChannel channel;
        channel.tag = in.text(4);
        if (in.ok() && channel.tag != tag) in.fail_at(at, fmt::format("\"{}\"", tag), "something else");
        channel.size = in.u32(Endian::little);
        sound.channels.push_back(std::move(channel));
    }
    if (!in.ok()) return in.unexpected();
    keep(sound.filler, in.bytes(vag_at - in.offset()));
    for (ConsoleChannel& channel : sound.channels) read_vag(in, channel);
    in.expect_at(sound.channels.front().rate == sound.channels.back().rate, vag_at + 64 + 16,
                 "the same rate for both channels", sound.channels.back().rate);
    if (!in.ok()) return in.unexpected();
    keep(sound.data, in.bytes(in.remaining()));
    return sound;
}

Bytes write_console_sound(const ConsoleSound& sound) {
    Writer out;
    out.text("SCRX");
    out.u32(sound.word_4, Endian::little);
    out.u16(sound.block_size, Endian::little);
    out.u16(sound.word_10, Endian::little);
    out.bytes(sound.head_12);
    for (const ConsoleChannel& channel : sound.channels) {
        out.text(channel.tag);
        out.u32(channel.size, Endian::little);
    }
    out.bytes(sound.filler);
    for (const ConsoleChannel& channel : sound.channels) {
        out.text("VAGp");
        out.u32(channel.version, Endian::big);
        out.bytes(channel.vag_8);
        out.u32(channel.rate, Endian::big);
        out.bytes(channel.vag_20);
    }
    out.bytes(sound.data);
    return out.take();
}

std::optional<AdpcmSamples> decode_adpcm(ByteView groups) {
    AdpcmSamples result;
    double before = 0, before_that = 0; // unrounded
    for (std::size_t at = 0; at + group_size <= groups.size(); at += group_size) {
        const std::size_t predictor = groups[at] >> 4;
        const int shift = groups[at] & 15;
        const std::uint8_t flag = groups[at + 1];
        if (flag == end_here) break;
        if (flag == jump_to_loop) {
            result.loops = true;
            break;
        }
        if (predictor >= predictors.size()) return std::nullopt;
        if (flag == loop_here) result.loop_start = result.samples.size();
        for (std::size_t i = 0; i < 28; ++i) {
            const unsigned nibble = groups[at + 2 + i / 2] >> (i % 2 == 0 ? 0 : 4) & 15u;
            const int residue = static_cast<std::int16_t>(nibble << 12) >> shift;
            const double value =
                residue + before * predictors[predictor].a + before_that * predictors[predictor].b;
            before_that = before;
            before = value;
            result.samples.push_back(static_cast<std::int16_t>(std::clamp(value + 0.5, -32768.0, 32767.0)));
        }
    }
    return result;
}

Expected<Pcm> console_pcm(const ConsoleSound& sound, std::string_view file) {
    Pcm pcm{sound.channels.front().rate, static_cast<std::uint16_t>(sound.channels.size()), {}};
    std::vector<std::vector<std::int16_t>> channels;
    for (std::size_t i = 0; i < sound.channels.size(); ++i) {
        auto decoded = decode_adpcm(channel_data(sound, i));
        if (!decoded)
            return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                        .file = std::string(file),
                                        .offset = vag_at,
                                        .expected = "predictors from 0 to 4",
                                        .found = "a higher one",
                                        .cure = {}});
        channels.push_back(std::move(decoded->samples));
    }
    std::size_t frames = channels.front().size();
    for (const auto& channel : channels) frames = std::min(frames, channel.size());
    for (std::size_t i = 0; i < frames; ++i)
        for (const auto& channel : channels) pcm.samples.push_back(channel[i]);
    return pcm;
}

} // namespace rekindle::emi
