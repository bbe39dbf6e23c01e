#include "flashback/data/packer.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

namespace rekindle::flashback {
namespace {

constexpr std::size_t word_bytes = 4;
// The most a stream can produce: the longest copy, 23 bits for 256 bytes.
constexpr std::size_t longest_copy = 256;
constexpr std::size_t copy_bits = 23;

std::uint32_t word_at(ByteView data, std::size_t at) {
    return std::uint32_t{data[at]} << 24 | std::uint32_t{data[at + 1]} << 16 |
           std::uint32_t{data[at + 2]} << 8 | std::uint32_t{data[at + 3]};
}

class Unpacker {
  public:
    Unpacker(ByteView data, std::size_t floor, std::size_t end, std::string_view file)
        : data_(data), floor_(floor), at_(end), in_(data, file) {}

    Expected<UnpackedStream> run(UnpackedSize size) {
        const std::size_t end = at_;
        if (end > data_.size() || end < floor_ || end - floor_ < 3 * word_bytes) {
            in_.fail_at(std::min(end, data_.size()), "the end of a packed stream of at least 12 bytes",
                        fmt::format("{} bytes", end < floor_ ? 0 : std::min(end, data_.size()) - floor_));
            return in_.unexpected();
        }
        const std::uint32_t length = next_word();
        const std::size_t possible = ((end - floor_) * 8 / copy_bits + 1) * longest_copy;
        if (length < size.least || length > std::min(size.most, possible) || length == 0) {
            in_.fail_at(at_,
                        size.least == size.most
                            ? fmt::format("an unpacked size of {}", size.least)
                            : fmt::format("an unpacked size of 1 to {}", std::min(size.most, possible)),
                        fmt::format("{}", length));
            return in_.unexpected();
        }
        check_ = next_word();
        register_ = next_word();
        check_ ^= register_;
        out_.resize(length);
        left_ = length;
        while (left_ > 0 && in_.ok()) command();
        if (in_.ok() && check_ != 0)
            in_.fail_at(end - 2 * word_bytes, "a check word that fits the stream",
                        fmt::format("a difference of {:#010x}", check_));
        if (!in_.ok()) return in_.unexpected();
        return UnpackedStream{.bytes = std::move(out_), .start = at_};
    }

    bool all_bits_used() const { return register_ == 1; }

  private:
    std::uint32_t next_word() {
        at_ -= word_bytes;
        return word_at(data_, at_);
    }

    std::uint32_t bit() {
        const std::uint32_t bit = register_ & 1;
        register_ >>= 1;
        if (register_ != 0 || !in_.ok()) return bit;
        if (at_ < floor_ + word_bytes) {
            in_.fail_at(at_, "more words of the packed stream", "its start");
            return 0;
        }
        const std::uint32_t word = next_word();
        check_ ^= word;
        register_ = word >> 1 | 0x80000000u;
        return word & 1;
    }

    std::size_t number(int bits) {
        std::size_t value = 0;
        for (int i = 0; i < bits; ++i) value = value << 1 | bit();
        return value;
    }

    void command() {
        if (bit() == 0) {
            if (bit() == 0)
                literals(number(3) + 1);
            else
                copy(2, number(8));
            return;
        }
        switch (number(2)) {
        case 0: copy(3, number(9)); break;
        case 1: copy(4, number(10)); break;
        case 2: {
            const std::size_t count = number(8) + 1;
            copy(count, number(12));
            break;
        }
        default: literals(number(8) + 9);
        }
    }

    void literals(std::size_t count) {
        for (count = std::min(count, left_); count > 0 && in_.ok(); --count)
            out_[--left_] = static_cast<Byte>(number(8));
    }

    void copy(std::size_t count, std::size_t distance) {
        if (!in_.ok()) return;
        if (distance == 0 || left_ - 1 + distance >= out_.size()) {
            in_.fail_at(at_,
                        fmt::format("a copy from at most {} bytes back (output is written down to {})",
                                    out_.size() - left_, left_),
                        fmt::format("distance {}", distance));
            return;
        }
        for (count = std::min(count, left_); count > 0; --count) {
            --left_;
            out_[left_] = out_[left_ + distance];
        }
    }

    ByteView data_;
    std::size_t floor_, at_;
    Reader in_; // only its sticky error is used: the cursor runs backwards
    std::uint32_t register_ = 0, check_ = 0;
    Bytes out_;
    std::size_t left_ = 0;
};

// Packing works on the reversed input, where the stream is an ordinary LZ77 one: literals and copies from up
// to 4095 bytes back. Costs are exact in bits, so the cheapest way from every position to the end is found by
// going backwards over the positions.
struct Step {
    std::uint16_t count = 0;
    std::uint16_t distance = 0; // 0: literals
};

struct CopyKind {
    std::size_t count, farthest;
    std::uint32_t bits;
};
constexpr std::array<CopyKind, 3> short_copies{{{2, 255, 10}, {3, 511, 12}, {4, 1023, 13}}};
constexpr std::size_t farthest_copy = 4095;
constexpr std::size_t longest_short_literals = 8, longest_literals = 264;

// The nearest earlier place for a copy of 2, 3 and 4 bytes, and the longest copy within reach.
struct Matches {
    std::array<std::size_t, 3> nearest{};
    std::size_t length = 0, distance = 0;
};

class Packer {
  public:
    explicit Packer(ByteView data) : text_(data.rbegin(), data.rend()) {}

    Bytes run() {
        link_pairs();
        choose();
        for (std::size_t at = 0; at < text_.size(); at += steps_[at].count) emit(at);
        return assemble();
    }

  private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    // previous_[i]: where the pair of bytes at i stood last before i.
    void link_pairs() {
        previous_.assign(text_.size(), none);
        std::vector<std::uint32_t> last(0x10000, none);
        for (std::size_t i = 0; i + 1 < text_.size(); ++i) {
            std::uint32_t& latest = last[static_cast<std::size_t>(text_[i]) << 8 | text_[i + 1]];
            previous_[i] = latest;
            latest = static_cast<std::uint32_t>(i);
        }
    }

    Matches matches(std::size_t at) const {
        Matches found;
        const std::size_t most = std::min(longest_copy, text_.size() - at);
        for (std::uint32_t from = previous_[at]; from != none && at - from <= farthest_copy;
             from = previous_[from]) {
            if (found.length >= 4 && text_[from + found.length] != text_[at + found.length]) continue;
            std::size_t length = 2;
            while (length < most && text_[from + length] == text_[at + length]) ++length;
            for (std::size_t kind = 0; kind < short_copies.size(); ++kind)
                if (found.nearest[kind] == 0 && length >= short_copies[kind].count)
                    found.nearest[kind] = at - from;
            if (length > found.length) {
                found.length = length;
                found.distance = at - from;
            }
            if (found.length == most) break;
        }
        return found;
    }

    void choose() {
        const std::size_t size = text_.size();
        steps_.resize(size);
        std::vector<std::uint64_t> cost(size + 1, 0);
        for (std::size_t at = size; at-- > 0;) {
            std::uint64_t best = std::numeric_limits<std::uint64_t>::max();
            const auto offer = [&](std::size_t count, std::size_t distance, std::uint64_t bits) {
                if (bits + cost[at + count] >= best) return;
                best = bits + cost[at + count];
                steps_[at] = {static_cast<std::uint16_t>(count), static_cast<std::uint16_t>(distance)};
            };
            for (std::size_t count = 1; count <= std::min(longest_literals, size - at); ++count)
                offer(count, 0, (count <= longest_short_literals ? 5 : 11) + 8 * count);
            const Matches found = matches(at);
            for (std::size_t kind = 0; kind < short_copies.size(); ++kind)
                if (const std::size_t near = found.nearest[kind];
                    near != 0 && near <= short_copies[kind].farthest)
                    offer(short_copies[kind].count, near, short_copies[kind].bits);
            for (std::size_t count = 2; count <= found.length; ++count)
                offer(count, found.distance, copy_bits);
            cost[at] = best;
        }
    }

    void put(std::size_t value, int bits) {
        while (bits-- > 0) bits_.push_back(value >> bits & 1);
    }

    void emit(std::size_t at) {
        const auto [count, distance] = steps_[at];
        if (distance == 0) {
            if (count <= longest_short_literals) {
                put(0b00, 2);
                put(count - 1u, 3);
            } else {
                put(0b111, 3);
                put(count - 9u, 8);
            }
            for (std::size_t i = 0; i < count; ++i) put(text_[at + i], 8);
        } else if (count == 2 && distance <= short_copies[0].farthest) {
            put(0b01, 2);
            put(distance, 8);
        } else if (count == 3 && distance <= short_copies[1].farthest) {
            put(0b100, 3);
            put(distance, 9);
        } else if (count == 4 && distance <= short_copies[2].farthest) {
            put(0b101, 3);
            put(distance, 10);
        } else {
            put(0b110, 3);
            put(count - 1u, 8);
            put(distance, 12);
        }
    }

    // The bits in reading order fill whole words from the last one back; what is left over goes first, below
    // its end marker.
    Bytes assemble() const {
        std::vector<std::uint32_t> words; // in reading order
        std::size_t at = 0;
        const auto take = [&](std::size_t count, std::uint32_t marker) {
            std::uint32_t word = marker;
            for (std::size_t i = 0; i < count; ++i) word |= static_cast<std::uint32_t>(bits_[at++]) << i;
            words.push_back(word);
        };
        const std::size_t first = bits_.size() % 32;
        take(first, 1u << first);
        while (at < bits_.size()) take(32, 0);

        Writer out;
        std::uint32_t check = 0;
        for (auto word = words.rbegin(); word != words.rend(); ++word) {
            out.u32(*word, Endian::big);
            check ^= *word;
        }
        out.u32(check, Endian::big);
        out.u32(static_cast<std::uint32_t>(text_.size()), Endian::big);
        return out.take();
    }

    Bytes text_; // the input, last byte first
    std::vector<std::uint32_t> previous_;
    std::vector<Step> steps_;
    std::vector<bool> bits_;
};

} // namespace

Expected<UnpackedStream> unpack_stream(ByteView data, std::size_t floor, std::size_t end, UnpackedSize size,
                                       std::string_view file) {
    return Unpacker(data, floor, end, file).run(size);
}

Expected<Bytes> unpack(ByteView data, UnpackedSize size, std::string_view file) {
    Unpacker unpacker(data, 0, data.size(), file);
    RK_TRY(UnpackedStream stream, unpacker.run(size));
    Reader in(data, file);
    in.expect_at(stream.start == 0, 0, "a packed stream that begins with the data", stream.start);
    if (in.ok() && !unpacker.all_bits_used())
        in.fail_at(0, "a packed stream whose bits are all used", "bits left over in its last word");
    if (!in.ok()) return in.unexpected();
    return std::move(stream.bytes);
}

Bytes pack(ByteView data) { return Packer(data).run(); }

} // namespace rekindle::flashback
