#include <gtest/gtest.h>

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
