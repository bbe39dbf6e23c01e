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

constexpr std::array<std::uint8_t, 4> mono{'M', 'O', 'N', 'O'}, left{'L', 'E', 'F', 'T'},
    right{'R', 'G', 'H', 'T'};

void describe_channels(Fields& f, ConsoleSound& sound) {
    const std::size_t count = sound.block_size == 0 ? 1 : 2;
    std::size_t number = 0;
    f.run({"channels", "one, or two where there is a block size"}, sound.channels, count, 8,
          [&](ConsoleChannel& channel) {
              const auto& wanted = sound.block_size == 0 ? mono : number == 0 ? left : right;
              f.octets({"tag", "MONO, or LEFT and RGHT"}, channel.tag);
              f.require(channel.tag == wanted, "the tag MONO, or LEFT and then RGHT", channel.tag[0]);
              f.u32({"size"}, channel.size);
              ++number;
          });
    f.blob({"filler", "up to 0x80"}, sound.filler, vag_at - 24 - 8 * count);
}

void describe_vag(Fields& f, ConsoleChannel& channel) {
    f.byte_order(Endian::big);
    f.magic("VAGp");
    f.u32({"version"}, channel.version);
    f.raw({"vag_8", "unknown"}, channel.vag_8, 8);
    f.u32({"rate", "frames a second"}, channel.rate);
    f.require(channel.rate > 0, "a rate above 0", channel.rate);
    f.raw({"vag_20", "unknown"}, channel.vag_20, 44);
    f.byte_order(Endian::little);
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

void describe(Fields& f, ConsoleSound& sound) {
    f.magic("SCRX");
    f.u32({"word_4", "unknown"}, sound.word_4);
    f.u16({"block_size", "0: mono; else stereo in alternating blocks of this size"}, sound.block_size);
    f.require(sound.block_size % group_size == 0, "a block size that is a multiple of 16", sound.block_size);
    f.u16({"word_10", "unknown"}, sound.word_10);
    f.raw({"head_12", "unknown"}, sound.head_12, 12);
    describe_channels(f, sound);
    std::vector<ConsoleChannel>& channels = sound.channels;
    f.more_of({"vag", "one a channel, at 0x80"}, channels, 64,
              [&f](ConsoleChannel& channel) { describe_vag(f, channel); });
    if (!f.ok()) return;
    f.require(channels.empty() || channels.front().rate == channels.back().rate,
              "the same rate for both channels", channels.empty() ? 0 : channels.back().rate);
    f.to_the_end({"data", "groups of 16 bytes, 28 samples each"}, sound.data);
}

Expected<ConsoleSound> read_console_sound(ByteView bytes, std::string_view file) {
    return read_fields<ConsoleSound>(bytes, file, nullptr);
}

Expected<Bytes> write_console_sound(const ConsoleSound& sound) {
    return write_fields(sound, "console sound");
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
