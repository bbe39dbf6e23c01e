#include "emi/data/vima.h"

#include <algorithm>
#include <cstdlib>

namespace rekindle::emi {
namespace {

constexpr std::array<int, 89> steps{
    7,    8,     9,     10,    11,    12,    13,    14,    16,    17,    19,    21,    23,    25,   28,
    31,   34,    37,    41,    45,    50,    55,    60,    66,    73,    80,    88,    97,    107,  118,
    130,  143,   157,   173,   190,   209,   230,   253,   279,   307,   337,   371,   408,   449,  494,
    544,  598,   658,   724,   796,   876,   963,   1060,  1166,  1282,  1411,  1552,  1707,  1878, 2066,
    2272, 2499,  2749,  3024,  3327,  3660,  4026,  4428,  4871,  5358,  5894,  6484,  7132,  7845, 8630,
    9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767};
constexpr int last_index = 88;

int width_of(int index) { return index < 45 ? 4 : index < 59 ? 5 : index < 74 ? 6 : 7; }

// How the step index moves after a code of this width and magnitude.
int index_change(int width, int magnitude) {
    constexpr std::array<int, 8> four{1, 2, 4, 6};
    constexpr std::array<int, 8> five{1, 1, 1, 2, 2, 4, 5, 6};
    const int half = 1 << (width - 2);
    if (magnitude < half) return -1;
    const int i = magnitude - half;
    if (width == 4) return four[static_cast<std::size_t>(i)];
    if (width == 5) return five[static_cast<std::size_t>(i)];
    if (width == 6) return i < 5 ? 1 : i < 9 ? 2 : i < 12 ? 4 : i < 14 ? 5 : 6;
    return i < 10 ? 1 : i < 18 ? 2 : i < 24 ? 4 : i < 28 ? 5 : 6;
}

int delta_of(int width, int magnitude, int step) {
    const int bits = magnitude << (7 - width);
    int delta = magnitude != 0 ? step >> (width - 1) : 0;
    for (int i = 0; i < 6; ++i)
        if ((bits & (0x20 >> i)) != 0) delta += step >> i;
    return delta;
}

int clamp_sample(int value) { return std::clamp(value, -32768, 32767); }

class BitReader {
  public:
    explicit BitReader(ByteView bytes) : bytes_(bytes) {}
    int take(int count) {
        int value = 0;
        for (int i = 0; i < count; ++i, ++at_) {
            if (at_ / 8 >= bytes_.size()) {
                ended_ = true;
                return 0;
            }
            value = value << 1 | (bytes_[at_ / 8] >> (7 - at_ % 8) & 1);
        }
        return value;
    }
    bool ended() const { return ended_; }

  private:
    ByteView bytes_;
    std::size_t at_ = 0;
    bool ended_ = false;
};

class BitWriter {
  public:
    void put(int value, int count) {
        for (int i = count - 1; i >= 0; --i, ++size_) {
            if (size_ % 8 == 0) bytes_.push_back(0);
            if ((value >> i & 1) != 0) bytes_.back() = static_cast<Byte>(bytes_.back() | 0x80 >> (size_ % 8));
        }
    }
    const Bytes& bytes() const { return bytes_; }

  private:
    Bytes bytes_;
    std::size_t size_ = 0;
};

// What both directions share: a channel's value and step index after each code.
struct Channel {
    int sample = 0, index = 0;
    int width() const { return width_of(index); }
    int all_ones() const { return (1 << (width() - 1)) - 1; }
    void apply(bool negative, int magnitude) {
        const int delta = delta_of(width(), magnitude, steps[static_cast<std::size_t>(index)]);
        sample = clamp_sample(negative ? sample - delta : sample + delta);
        advance(magnitude);
    }
    void set(int value) {
        sample = value;
        advance(all_ones());
    }
    void advance(int magnitude) {
        index = std::clamp(index + index_change(width(), magnitude), 0, last_index);
    }
};

void decode_sample(BitReader& bits, Channel& channel) {
    const int width = channel.width();
    const int code = bits.take(width);
    const int magnitude = code & channel.all_ones();
    if (magnitude == channel.all_ones())
        channel.set(static_cast<std::int16_t>(bits.take(16)));
    else
        channel.apply((code >> (width - 1)) != 0, magnitude);
}

void encode_sample(BitWriter& bits, Channel& channel, int wanted) {
    const int width = channel.width(), step = steps[static_cast<std::size_t>(channel.index)];
    int best = 0, best_error = std::abs(wanted - channel.sample);
    bool negative = wanted < channel.sample;
    for (int magnitude = 1; magnitude < channel.all_ones(); ++magnitude) {
        const int delta = delta_of(width, magnitude, step);
        const int error = std::abs(wanted - clamp_sample(channel.sample + (negative ? -delta : delta)));
        if (error < best_error) {
            best = magnitude;
            best_error = error;
        }
    }
    if (best_error > 2 * step) { // too far for this step: the sample itself
        bits.put(channel.all_ones(), width);
        bits.put(wanted & 0xFFFF, 16);
        channel.set(wanted);
        return;
    }
    bits.put((negative ? 1 << (width - 1) : 0) | best, width);
    channel.apply(negative, best);
}

} // namespace

std::optional<VimaBlock> decode_vima(ByteView block, std::size_t samples) {
    Reader in(block, "");
    std::array<Channel, 2> channels;
    const std::uint8_t first = in.u8();
    VimaBlock result;
    result.channels = (first & 0x80) != 0 ? 2 : 1;
    channels[0].index = result.channels == 2 ? static_cast<std::uint8_t>(~first) : first;
    channels[0].sample = in.i16(Endian::big);
    if (result.channels == 2) {
        channels[1].index = in.u8();
        channels[1].sample = in.i16(Endian::big);
    }
    if (!in.ok() || channels[0].index > last_index || channels[1].index > last_index) return std::nullopt;
    const auto count = static_cast<std::size_t>(result.channels);
    if (samples / 2 > 8 * in.remaining()) return std::nullopt; // no code is shorter than 4 bits
    result.samples.resize(samples);
    BitReader bits(in.bytes(in.remaining()));
    for (std::size_t channel = 0; channel < count; ++channel)
        for (std::size_t i = channel; i < samples; i += count) {
            decode_sample(bits, channels[channel]);
            result.samples[i] = static_cast<std::int16_t>(channels[channel].sample);
        }
    if (bits.ended()) return std::nullopt;
    return result;
}

Bytes encode_vima(const VimaBlock& block, std::array<int, 2>& index) {
    const auto count = static_cast<std::size_t>(block.channels);
    Writer out;
    BitWriter bits;
    for (std::size_t c = 0; c < count; ++c) {
        Channel channel{c < block.samples.size() ? block.samples[c] : 0, index[c]};
        out.u8(static_cast<std::uint8_t>(count == 2 && c == 0 ? ~channel.index : channel.index));
        out.i16(static_cast<std::int16_t>(channel.sample), Endian::big);
        for (std::size_t i = c; i < block.samples.size(); i += count)
            encode_sample(bits, channel, block.samples[i]);
        index[c] = channel.index;
    }
    out.bytes(bits.bytes());
    return out.take();
}

} // namespace rekindle::emi
