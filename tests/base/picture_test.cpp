#include <gtest/gtest.h>

#include "base/compare.h"
#include "base/crew.h"
#include "base/hash.h"
#include "base/picture.h"
#include "base/zstd.h"
#include "support/damage.h"

namespace rekindle {
namespace {

IndexedPicture gradient() {
    IndexedPicture picture = IndexedPicture::blank(16, 16);
    for (std::size_t i = 0; i < 256; ++i) picture.pixels[i] = static_cast<Byte>(i);
    return picture;
}

Palette rainbow() {
    Palette palette;
    for (std::size_t i = 0; i < 256; ++i)
        palette[i] = {static_cast<Byte>(i), static_cast<Byte>(255 - i), static_cast<Byte>(i * 7)};
    return palette;
}

} // namespace

TEST(Png, KeepsIndicesAndPalette) {
    const auto png = encode_png(gradient(), rainbow());
    ASSERT_TRUE(png);
    const auto back = decode_indexed_png(*png, "g.png");
    ASSERT_TRUE(back) << back.error().line();
    EXPECT_EQ(back->picture, gradient());
    EXPECT_EQ(back->palette, rainbow());
}

TEST(Png, KeepsRgba) {
    const RgbaPicture picture = enlarge(to_rgba(gradient(), rainbow()), 3);
    EXPECT_EQ(picture.width, 48);
    const auto png = encode_png(picture);
    ASSERT_TRUE(png);
    const auto back = decode_png(*png, "g.png");
    ASSERT_TRUE(back) << back.error().line();
    EXPECT_EQ(*back, picture);
}

TEST(Png, AnswersDamageWithAnErrorOrAPicture) {
    const Bytes png = *encode_png(gradient(), rainbow());
    test::for_each_truncation(png, [](const Bytes& bytes) { EXPECT_FALSE(decode_indexed_png(bytes, "x")); });
    test::for_each_bit_flip(png, [](const Bytes& bytes) {
        (void)decode_indexed_png(bytes, "x");
        (void)decode_png(bytes, "x");
    });
}

TEST(Paste, ClipsAtEveryEdge) {
    RgbaPicture target = RgbaPicture::blank(4, 4);
    RgbaPicture part = RgbaPicture::blank(3, 3);
    std::fill(part.pixels.begin(), part.pixels.end(), Byte{9});
    paste(target, part, -2, -2);
    paste(target, part, 3, 3);
    paste(target, part, 7, 0);
    std::size_t painted = 0;
    for (const Byte value : target.pixels) painted += value == 9;
    EXPECT_EQ(painted, 2u * 4u);
}

TEST(Crc32, IsTheCommonOne) { EXPECT_EQ(crc32(as_bytes("123456789")), 0xCBF43926u); }

TEST(Zstd, BringsBackWhatItPacked) {
    const Bytes data(100'000, 7);
    const Bytes packed = zstd_compress(data);
    EXPECT_LT(packed.size(), 1000u);
    const auto back = zstd_decompress(packed, "x.zst");
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, data);
    EXPECT_FALSE(zstd_decompress(packed, "x.zst", 99'999));
    test::for_each_truncation(packed, [](const Bytes& bytes) { EXPECT_FALSE(zstd_decompress(bytes, "x")); });
}

TEST(Png, MakesOneIndexTransparentAndKeepsAllOthers) {
    Palette palette{};
    palette[0] = {10, 20, 30};
    palette[1] = {40, 50, 60};
    const IndexedPicture picture{2, 1, {0, 1}};
    const auto png = encode_png(picture, palette, Byte{0});
    ASSERT_TRUE(png);
    EXPECT_EQ(decode_png(*png, "x")->pixels, (Bytes{10, 20, 30, 0, 40, 50, 60, 255}));
    EXPECT_EQ(decode_indexed_png(*png, "x")->picture, picture);
}

} // namespace rekindle

namespace rekindle {
namespace {

RgbaPicture row_of(const std::vector<std::array<Byte, 4>>& pixels) {
    RgbaPicture picture = RgbaPicture::blank(static_cast<int>(pixels.size()), 1);
    for (std::size_t i = 0; i < pixels.size(); ++i)
        std::copy(pixels[i].begin(), pixels[i].end(),
                  picture.pixels.begin() + static_cast<std::ptrdiff_t>(4 * i));
    return picture;
}

TEST(PictureDifference, CountsPixelsByTheirGreatestChannel) {
    const auto a = row_of({{10, 20, 30, 255}, {0, 0, 0, 255}, {1, 2, 3, 0}, {100, 100, 100, 255}});
    const auto b = row_of({{12, 15, 30, 255}, {0, 0, 0, 0}, {1, 2, 4, 255}, {100, 100, 100, 255}});
    const auto difference = compare(a, b);
    ASSERT_TRUE(difference.has_value());
    EXPECT_EQ(difference->steps, (std::vector<std::uint8_t>{5, 0, 1, 0})); // alpha doesn't count
    EXPECT_EQ(difference->greatest(), 5);
    EXPECT_EQ(difference->beyond(0), 2u);
    EXPECT_EQ(difference->beyond(1), 1u);
    EXPECT_EQ(difference->beyond(5), 0u);
    EXPECT_EQ(difference->mean(), 1.5);
}

TEST(PictureDifference, NeedsPicturesOfOneSize) {
    EXPECT_FALSE(compare(RgbaPicture::blank(2, 1), RgbaPicture::blank(1, 2)).has_value());
}

TEST(PictureDifference, ItsHeatMapIsBlackWhereNothingDiffers) {
    const auto difference = compare(row_of({{0, 0, 0, 255}, {0, 0, 0, 255}, {0, 0, 0, 255}}),
                                    row_of({{0, 0, 0, 255}, {1, 0, 0, 255}, {99, 0, 0, 255}}));
    const RgbaPicture map = heat_map(*difference);
    EXPECT_EQ((Bytes(map.pixels.begin(), map.pixels.begin() + 4)), (Bytes{0, 0, 0, 255}));
    EXPECT_GT(map.pixels[4 + 2], 100); // seen, in blue
    EXPECT_EQ((Bytes(map.pixels.begin() + 8, map.pixels.end())), (Bytes{255, 255, 255, 255}));
}

TEST(Crew, DoesEveryJobOnceWithAnyNumberOfThreads) {
    for (const unsigned threads : {1u, 2u, 5u}) {
        Crew crew(threads);
        EXPECT_EQ(crew.threads(), threads);
        for (int round = 0; round < 50; ++round) {
            std::vector<int> done(static_cast<std::size_t>(round));
            crew.run(done.size(), [&](std::size_t job) { ++done[job]; });
            EXPECT_EQ(std::count(done.begin(), done.end(), 1), round);
        }
    }
    EXPECT_GE(Crew(0).threads(), 1u);
}

} // namespace
} // namespace rekindle
