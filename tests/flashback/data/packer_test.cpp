#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "flashback/data/packer.h"
#include "support/damage.h"

namespace rekindle::flashback {
namespace {

// Packs a list of (value, bits) by hand, independently of pack(): bits in reading order, then the words.
Bytes stream_of(const std::vector<std::pair<unsigned, int>>& fields, std::uint32_t unpacked_size) {
    std::vector<bool> bits;
    for (auto [value, count] : fields)
        for (int bit = count - 1; bit >= 0; --bit) bits.push_back(value >> bit & 1);
    std::vector<std::uint32_t> words;
    std::size_t at = 0;
    std::uint32_t first = 1u << bits.size() % 32;
    for (std::size_t i = 0; i < bits.size() % 32; ++i) first |= static_cast<std::uint32_t>(bits[at++]) << i;
    words.push_back(first);
    while (at < bits.size()) {
        std::uint32_t word = 0;
        for (int i = 0; i < 32; ++i) word |= static_cast<std::uint32_t>(bits[at++]) << i;
        words.push_back(word);
    }
    Writer out;
    std::uint32_t check = 0;
    for (std::size_t i = words.size(); i-- > 0;) {
        out.u32(words[i], Endian::big);
        check ^= words[i];
    }
    out.u32(check, Endian::big);
    out.u32(unpacked_size, Endian::big);
    return out.take();
}

Bytes text(std::string_view text) { return {text.begin(), text.end()}; }

// Literal 'b', 'a' (output runs backwards), then a copy of two: 31 bits, so one word at 0, check word at 4,
// size at 8.
const std::vector<std::pair<unsigned, int>> abab{{0b00, 2}, {1, 3}, {'b', 8}, {'a', 8}, {0b01, 2}, {2, 8}};

std::string error_of(const Expected<Bytes>& result) { return result ? "no error" : result.error().line(); }

} // namespace

TEST(Packer, WritesFromTheLastByteToTheFirst) {
    const auto bytes = unpack(stream_of(abab, 4), UnpackedSize::exactly(4), "x");
    ASSERT_TRUE(bytes) << error_of(bytes);
    EXPECT_EQ(*bytes, text("abab"));
}

TEST(Packer, KnowsAllSixCommands) {
    // x ×1, copy 2/1, copy 3/3, copy 4/6, copy n=5/10, nine literals: 24 bytes, written backwards.
    const auto bytes = unpack(
        stream_of({{0b00, 2}, {0, 3},     {'x', 8}, {0b01, 2}, {1, 8},     {0b100, 3}, {3, 9},   {0b101, 3},
                   {6, 10},   {0b110, 3}, {4, 8},   {10, 12},  {0b111, 3}, {0, 8},     {'9', 8}, {'8', 8},
                   {'7', 8},  {'6', 8},   {'5', 8}, {'4', 8},  {'3', 8},   {'2', 8},   {'1', 8}},
                  24),
        UnpackedSize::exactly(24), "x");
    ASSERT_TRUE(bytes) << error_of(bytes);
    EXPECT_EQ(*bytes, text("123456789xxxxxxxxxxxxxxx"));
}

TEST(Packer, UnpacksTheSpecificationsWorkedExampleToItsOpeningCommands) {
    // The head of SYNTH1.INS as §3 spells it out: literals 00 01 00, a copy of 24 from distance 1, literal
    // 01.
    const auto bytes = unpack(stream_of({{0b00, 2},
                                         {2, 3},
                                         {0, 8},
                                         {1, 8},
                                         {0, 8},
                                         {0b110, 3},
                                         {23, 8},
                                         {1, 12},
                                         {0b00, 2},
                                         {0, 3},
                                         {1, 8}},
                                        28),
                              UnpackedSize::exactly(28), "x");
    ASSERT_TRUE(bytes) << error_of(bytes);
    Bytes expected(28, 0);
    expected[0] = 1;
    expected[26] = 1;
    EXPECT_EQ(*bytes, expected);
}

TEST(Packer, CutsACommandThatProducesTooMuch) {
    const auto bytes = unpack(stream_of(abab, 3), UnpackedSize::exactly(3), "x");
    ASSERT_TRUE(bytes) << error_of(bytes);
    EXPECT_EQ(*bytes, text("bab"));
}

TEST(Packer, RefusesAnotherSizeThanTheCallerExpects) {
    EXPECT_EQ(error_of(unpack(stream_of(abab, 4), UnpackedSize::exactly(5), "x")),
              "x at 0x8 (8): expected an unpacked size of 5, found 4");
    EXPECT_FALSE(unpack(stream_of(abab, 4), UnpackedSize::up_to(3), "x"));
    EXPECT_TRUE(unpack(stream_of(abab, 4), UnpackedSize::up_to(4), "x"));
    EXPECT_FALSE(unpack(stream_of(abab, 0), UnpackedSize::exactly(0), "x"));
}

TEST(Packer, RefusesASizeThatSoFewBitsCantMake) {
    EXPECT_EQ(error_of(unpack(stream_of(abab, 0xFFFFFFFF), UnpackedSize::up_to(0xFFFFFFFF), "x")),
              "x at 0x8 (8): expected an unpacked size of 1 to 1280, found 4294967295");
}

TEST(Packer, RefusesAStreamShorterThanItsThreeWords) {
    EXPECT_EQ(error_of(unpack(Bytes(11), UnpackedSize::up_to(9), "x")),
              "x at 0xb (11): expected the end of a packed stream of at least 12 bytes, found 11 bytes");
    EXPECT_FALSE(unpack_stream(Bytes(20), 0, 21, UnpackedSize::up_to(9), "x"));
    EXPECT_FALSE(unpack_stream(Bytes(20), 10, 9, UnpackedSize::up_to(9), "x"));
}

TEST(Packer, RefusesAWrongCheckWord) {
    Bytes stream = stream_of(abab, 4);
    stream[stream.size() - 5] ^= 0x10;
    EXPECT_EQ(error_of(unpack(stream, UnpackedSize::exactly(4), "x")),
              "x at 0x4 (4): expected a check word that fits the stream, found a difference of 0x00000010");
}

TEST(Packer, RefusesACopyFromBeyondTheEnd) {
    EXPECT_FALSE(unpack(stream_of({{0b00, 2}, {0, 3}, {'a', 8}, {0b01, 2}, {2, 8}}, 3),
                        UnpackedSize::exactly(3), "x"));
    const auto self =
        unpack(stream_of({{0b00, 2}, {0, 3}, {'a', 8}, {0b01, 2}, {0, 8}}, 3), UnpackedSize::exactly(3), "x");
    ASSERT_FALSE(self);
    EXPECT_EQ(self.error().found, "distance 0");
    EXPECT_TRUE(unpack(stream_of({{0b00, 2}, {0, 3}, {'a', 8}, {0b01, 2}, {1, 8}}, 3),
                       UnpackedSize::exactly(3), "x"));
}

TEST(Packer, RefusesToReadBelowItsFloor) {
    const auto bytes =
        unpack(stream_of({{0b111, 3}, {200, 8}, {0, 8}}, 100), UnpackedSize::exactly(100), "x");
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().expected, "more words of the packed stream");

    Bytes two = stream_of(abab, 4);
    const std::size_t first_end = two.size();
    const Bytes second = stream_of(abab, 4);
    two.insert(two.end(), second.begin(), second.end());
    const auto stream = unpack_stream(two, first_end, two.size(), UnpackedSize::exactly(4), "x");
    ASSERT_TRUE(stream) << stream.error().line();
    EXPECT_EQ(stream->start, first_end);
    EXPECT_FALSE(unpack_stream(two, first_end + 4, two.size(), UnpackedSize::exactly(4), "x"));
}

TEST(Packer, RefusesUnusedWordsAndBitsInASelfContainedStream) {
    Bytes stream = stream_of(abab, 4);
    stream.insert(stream.begin(), 4, 0);
    EXPECT_EQ(error_of(unpack(stream, UnpackedSize::exactly(4), "x")),
              "x at 0x0 (0): expected a packed stream that begins with the data, found 4");
    auto more = abab;
    more.push_back({0, 1});
    EXPECT_EQ(error_of(unpack(stream_of(more, 4), UnpackedSize::exactly(4), "x")),
              "x at 0x0 (0): expected a packed stream whose bits are all used, found bits left over in its "
              "last word");
}

TEST(Packer, MakesTheShortestStream) {
    // 1000 equal bytes: one literal (13 bits), then 999 in four copies (92 bits): 4 words beside size and
    // check.
    EXPECT_EQ(pack(Bytes(1000, 7)).size(), 4u * (2 + 4));
    EXPECT_EQ(pack(Bytes(1, 7)).size(), 12u);
}

RC_GTEST_PROP(Packer, UnpacksWhatItPacked, (const Bytes& bytes)) {
    RC_PRE(!bytes.empty());
    const auto again = unpack(pack(bytes), UnpackedSize::exactly(bytes.size()), "x");
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == bytes);
}

// Few different bytes in long runs, so that copies of all lengths and distances occur.
RC_GTEST_PROP(Packer, UnpacksWhatItPackedOfRepetitiveData, ()) {
    const auto runs = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::pair<Byte, int>>>(
        rc::gen::pair(rc::gen::inRange<Byte>(0, 4), rc::gen::inRange(1, 300))));
    Bytes bytes;
    for (auto [value, count] : runs)
        for (int i = 0; i < count && bytes.size() < 5000; ++i)
            bytes.push_back(i % 3 == 0 && bytes.size() > 600 ? bytes[bytes.size() - 517] : value);
    const Bytes packed = pack(bytes);
    const auto again = unpack(packed, UnpackedSize::exactly(bytes.size()), "x");
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == bytes);
    RC_ASSERT(packed.size() <= bytes.size() + bytes.size() / 100 + 20);
}

TEST(Packer, AnswersDamageWithAnErrorOrBytes) {
    Bytes bytes(600);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<Byte>(i * i >> 4 & 0x1F);
    const Bytes packed = pack(bytes);
    const auto load = [&](const Bytes& damaged) {
        const auto result = unpack(damaged, UnpackedSize::up_to(5000), "x");
        EXPECT_TRUE(result || result.error().file == "x");
    };
    test::for_each_truncation(packed, [&](const Bytes& cut) {
        load(cut);
        EXPECT_FALSE(unpack(cut, UnpackedSize::exactly(600), "x"));
    });
    test::for_each_bit_flip(packed, load);
}

} // namespace rekindle::flashback
