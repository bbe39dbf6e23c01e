// Layered pictures, textures and fonts.
#include <gtest/gtest.h>

#include "base/deflate.h"
#include "base/hash.h"
#include "emi/data/font.h"
#include "emi/data/texture.h"
#include "emi/data/tile_picture.h"
#include "support/damage.h"
#include "support/emi_listing.h"
#include "support/emi_oracle.h"

namespace rekindle::emi {
namespace {

using nlohmann::json;

TilePicture tile_picture(const Bytes& bytes) {
    const auto picture = read_tile_picture(bytes, "x.til");
    EXPECT_TRUE(picture) << picture.error().line();
    return picture.value_or(TilePicture{});
}

Bytes text_bytes(std::string_view text) { return {text.begin(), text.end()}; }

RgbaPicture plain_picture(int width, int height, std::array<Byte, 4> color) {
    RgbaPicture picture = RgbaPicture::blank(width, height);
    for (std::size_t i = 0; i < picture.pixels.size(); ++i) picture.pixels[i] = color[i % 4];
    return picture;
}

// A 3x2 run-length file of 24 bits: three equal pixels, then three different ones.
const Bytes packed_targa{0,  0,    10,   0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0,  2,  0,
                         24, 0x20, 0x82, 1, 2, 3, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12};

} // namespace

TEST(TilePicture, ReadsTheValuesOfTheOracle) {
    RK_NEEDS_SHARED();
    int seen = 0;
    for (const json& line : test::emi_oracle_lines("files.jsonl")) {
        if (line["in"]["op"] != "til") continue;
        ++seen;
        const TilePicture picture = tile_picture(test::emi_oracle_file(line["in"]["file"]));
        const json& out = line["out"];
        std::vector<float> corners;
        for (const TileCorner& corner : picture.corners)
            corners.insert(corners.end(), {corner.x, corner.y, corner.u, corner.v});
        EXPECT_EQ(corners, out["texc"].get<std::vector<float>>());
        ASSERT_EQ(picture.layers.size(), out["numLayers"].get<std::size_t>());
        for (std::size_t i = 0; i < picture.layers.size(); ++i)
            EXPECT_EQ(json({picture.layers[i].first_piece, picture.layers[i].pieces}), out["layers"][i]);
        ASSERT_EQ(picture.pieces.size(), out["verts"].size());
        for (std::size_t i = 0; i < picture.pieces.size(); ++i)
            EXPECT_EQ(
                json({picture.pieces[i].picture, picture.pieces[i].first_corner, picture.pieces[i].corners}),
                out["verts"][i]);
        ASSERT_EQ(picture.images.size(), out["numImages"].get<std::size_t>());
        for (std::size_t i = 0; i < picture.images.size(); ++i) {
            const RgbaPicture image = tile_image(picture, i);
            EXPECT_EQ(crc32(image.pixels), out["images"][i]["crc32"].get<std::uint32_t>());
            const std::size_t samples[]{0, 1, 255, 256, 32845, 65535};
            for (std::size_t s = 0; s < 6; ++s) {
                const Byte* p = image.pixels.data() + 4 * samples[s];
                EXPECT_EQ(json({p[0], p[1], p[2], p[3]}), out["images"][i]["px"][s]);
            }
            EXPECT_EQ(tile_pixels(image, picture.bits), picture.images[i].pixels);
        }
    }
    EXPECT_EQ(seen, 2);
}

TEST(TilePicture, IsWrittenAsItWasRead) {
    RK_NEEDS_SHARED();
    for (const char* name : {"back00.til", "back01.til", "dfltroom.til", "t_f_32.til"}) {
        const Bytes& bytes = test::emi_oracle_file(name);
        const auto written = write_tile_picture(tile_picture(bytes));
        ASSERT_TRUE(written);
        EXPECT_TRUE(*written == bytes) << name;
    }
}

TEST(TilePicture, OnePlainLayerMakesTheListedRoom) {
    RK_NEEDS_SHARED();
    const Bytes listed = test::emi_listing("#### room.til");
    ASSERT_EQ(listed.size(), 656028u);
    const TilePicture picture = tile_picture(listed);
    const RgbaPicture layer = compose_layer(picture, 0);
    EXPECT_EQ(layer, plain_picture(640, 480, {32, 64, 96, 255}));

    const auto made = make_tile_picture(std::array{layer}, 16);
    ASSERT_TRUE(made) << made.error().line();
    EXPECT_EQ(made->layers, picture.layers);
    EXPECT_EQ(made->pieces, picture.pieces);
    EXPECT_EQ(made->corners, picture.corners);
    EXPECT_EQ(made->header_40, picture.header_40);
    ASSERT_EQ(made->images.size(), 5u);
    EXPECT_EQ(made->images[0], picture.images[0]); // the others have unused rows, which the listing fills
}

TEST(TilePicture, LayersComeBackFromTheirTiles) {
    std::array<RgbaPicture, 2> layers{RgbaPicture::blank(640, 480), RgbaPicture::blank(640, 480)};
    for (std::size_t i = 0; i < layers[0].pixels.size(); ++i) {
        layers[0].pixels[i] = static_cast<Byte>(i % 4 == 3 ? 255 : i * 7 / 5);
        layers[1].pixels[i] = static_cast<Byte>(i % 4 == 3 ? 255 : i / 640);
    }
    const auto picture = make_tile_picture(layers, 32);
    ASSERT_TRUE(picture);
    const auto bytes = write_tile_picture(*picture);
    ASSERT_TRUE(bytes);
    const TilePicture again = tile_picture(*bytes);
    EXPECT_EQ(compose_layer(again, 0), layers[0]);
    EXPECT_EQ(compose_layer(again, 1), layers[1]);
}

TEST(TilePicture, RefusesWhatWouldIndexOutside) {
    const auto good = make_tile_picture(std::array{plain_picture(640, 480, {1, 2, 3, 255})}, 16);
    ASSERT_TRUE(good);
    const auto error_of = [&](auto change) {
        TilePicture bad = *good;
        change(bad);
        const auto bytes = write_tile_picture(bad);
        return bytes ? std::string("accepted") : bytes.error().expected;
    };
    EXPECT_EQ(error_of([](TilePicture& p) { p.layers[0].pieces = 7; }), "pieces that the picture has");
    EXPECT_EQ(error_of([](TilePicture& p) { p.pieces[5].first_corner = 21; }),
              "corners that the picture has");
    EXPECT_EQ(error_of([](TilePicture& p) { p.pieces[0].picture = 5; }), "pieces of pictures that are there");
    EXPECT_EQ(error_of([](TilePicture& p) { p.bits = 24; }), "16 or 32 bits a pixel");
    EXPECT_EQ(error_of([](TilePicture& p) { p.layers.clear(); }), "at least one layer");
    EXPECT_EQ(error_of([](TilePicture& p) { p.images[2].height = 128; }), "a picture of 256x256 pixels");
    Bytes bytes = *write_tile_picture(*good);
    bytes[4] ^= 4;
    EXPECT_EQ(read_tile_picture(bytes, "x").error().expected, "a picture block right behind the pieces");
}

TEST(TilePicture, DamageIsRefusedOrWrittenBackUnchanged) {
    const auto good = make_tile_picture(std::array{plain_picture(640, 480, {1, 2, 3, 255})}, 16);
    Bytes bytes = *write_tile_picture(*good);
    const auto load = [](ByteView damaged) {
        const auto picture = read_tile_picture(damaged, "x");
        if (!picture) return;
        EXPECT_TRUE(*write_tile_picture(*picture) == Bytes(damaged.begin(), damaged.end()));
    };
    for (std::size_t size = 0; size < bytes.size(); size += size < 700 ? 1 : 16384)
        load(ByteView(bytes).first(size));
    for (std::size_t at = 0; at < 700; at += at < 36 || at > 420 ? 1 : 5)
        for (int bit = 0; bit < 8; bit += at < 36 ? 1 : 7) {
            bytes[at] = static_cast<Byte>(bytes[at] ^ (1 << bit));
            load(bytes);
            bytes[at] = static_cast<Byte>(bytes[at] ^ (1 << bit));
        }
}

TEST(Texture, ReadsTheValuesOfTheOracle) {
    RK_NEEDS_SHARED();
    int seen = 0;
    const auto check = [&](const std::string& file, const json& out) {
        const Bytes& bytes = test::emi_oracle_file(file);
        const auto targa = read_targa(bytes, file);
        ASSERT_TRUE(targa) << targa.error().line();
        EXPECT_EQ(targa->width, out["w"]);
        EXPECT_EQ(targa->height, out["h"]);
        EXPECT_EQ(targa->bits / 8, out["bpp"]);
        EXPECT_EQ(crc32(targa_pixels(*targa)), out["crc32"].get<std::uint32_t>());
        EXPECT_TRUE(*write_targa(*targa) == bytes) << file;
        Targa repainted = *targa;
        set_targa_picture(repainted, targa_picture(*targa));
        EXPECT_EQ(repainted, *targa);
        ++seen;
    };
    for (const json& line : test::emi_oracle_lines("files.jsonl")) {
        if (line["in"]["op"] != "tga") continue;
        const std::string file = line["in"]["file"];
        if (file.ends_with(".sur")) {
            const Bytes& bytes = test::emi_oracle_file(file);
            const auto list = read_texture_list(bytes, file);
            ASSERT_TRUE(list) << list.error().line();
            EXPECT_EQ(list->name, "multi");
            ASSERT_EQ(list->textures.size(), line["out"]["numTextures"].get<std::size_t>());
            for (std::size_t i = 0; i < list->textures.size(); ++i)
                check(list->textures[i], line["out"]["textures"][i]);
            EXPECT_EQ(write_texture_list(*list), bytes);
        } else {
            check(file, line["out"]["textures"][0]);
        }
    }
    EXPECT_EQ(seen, 5);
}

TEST(Texture, RunLengthPacketsUnpackAndComeBack) {
    const auto targa = read_targa(packed_targa, "x.tga");
    ASSERT_TRUE(targa) << targa.error().line();
    EXPECT_EQ(targa_pixels(*targa), (Bytes{1, 2, 3, 1, 2, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
    EXPECT_EQ(*write_targa(*targa), packed_targa);
    Targa repainted = *targa;
    set_targa_picture(repainted, targa_picture(*targa));
    EXPECT_EQ(repainted.data, targa->data);
    Bytes with_tail = packed_targa;
    with_tail.push_back(77);
    EXPECT_EQ(read_targa(with_tail, "x.tga")->tail, Bytes{77});
}

TEST(Texture, RefusesOtherKindsOfTarga) {
    const auto error_with = [](std::size_t at, Byte value) {
        Bytes bad = packed_targa;
        bad[at] = value;
        const auto targa = read_targa(bad, "bad.tga");
        return targa ? std::string("accepted") : targa.error().line();
    };
    EXPECT_EQ(error_with(2, 1), "bad.tga at 0x2 (2): expected a true-colour picture (type 2 or 10), found 1");
    EXPECT_EQ(error_with(16, 16), "bad.tga at 0x10 (16): expected 24 or 32 bits a pixel, found 16");
    EXPECT_EQ(error_with(17, 0x30), "bad.tga at 0x11 (17): expected rows from left to right, found 48");
    EXPECT_EQ(error_with(12, 0), "bad.tga at 0xc (12): expected a width from 1 to 4096, found 0");
    EXPECT_EQ(error_with(14, 3),
              "bad.tga at 0x20 (32): expected more run-length pixels, found the end of the file");
}

TEST(Texture, DamageIsRefusedOrWrittenBackUnchanged) {
    const auto load = [](const Bytes& bytes) {
        const auto targa = read_targa(bytes, "x");
        if (!targa) return;
        EXPECT_TRUE(*write_targa(*targa) == bytes);
        (void)targa_pixels(*targa);
    };
    test::for_each_truncation(packed_targa, load);
    test::for_each_bit_flip(packed_targa, load);
}

TEST(TextureList, ReadsTheListedOneAndWritesAnEditedOne) {
    const Bytes cycle =
        text_bytes("# cycle.sur\r\n# made for the specification\r\nversion\t1.0\r\nname:cycle\r\n"
                   "tex:box.tga\r\ntex:spark.tga\r\nEND_OF_SECTION\r\n");
    auto list = read_texture_list(cycle, "cycle.sur");
    ASSERT_TRUE(list) << list.error().line();
    EXPECT_EQ(list->name, "cycle");
    EXPECT_EQ(list->textures, (std::vector<std::string>{"box.tga", "spark.tga"}));
    EXPECT_EQ(write_texture_list(*list), cycle);
    list->textures.push_back("third.tga");
    const auto again = read_texture_list(write_texture_list(*list), "edited.sur");
    ASSERT_TRUE(again) << again.error().line();
    EXPECT_EQ(*again, *list);
}

TEST(TextureList, RefusesATextThatDoesNotEnd) {
    EXPECT_EQ(read_texture_list(text_bytes("#\nversion\t1.0\ntex:a.tga\n"), "x.sur").error().expected,
              "END_OF_SECTION");
    EXPECT_EQ(read_texture_list(text_bytes("#\nversion\t2.0\nEND_OF_SECTION\n"), "x.sur").error().line(),
              "x.sur at 0x2 (2): expected version<TAB>1.0, found version\t2.0");
}

TEST(Texture, TwentyTwoNamesMeanTheEnginesOwn) {
    EXPECT_EQ(special_texture("specialty0"), 0);
    EXPECT_EQ(special_texture("Specialty21"), 21);
    EXPECT_EQ(special_texture("specialty22"), std::nullopt);
    EXPECT_EQ(special_texture("special.tga"), std::nullopt);
    EXPECT_EQ(special_texture("specialty"), std::nullopt);
}

namespace {
Bytes tiny_font() {
    Bytes bytes = test::emi_listing("`tiny.laf`");
    for (int code = 0; code < 256; ++code) bytes.insert(bytes.end(), {static_cast<Byte>(code), 0});
    for (int i = 0; i < 256; ++i) bytes.insert(bytes.end(), {0, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0});
    bytes.insert(bytes.end(), {0xFF, 0x80, 0x00, 0xFF});
    return bytes;
}
} // namespace

TEST(Font, ReadsTheListedOne) {
    RK_NEEDS_SHARED();
    const Bytes bytes = tiny_font();
    ASSERT_EQ(bytes.size(), 4644u);
    auto font = read_font(bytes, "tiny.laf");
    ASSERT_TRUE(font) << font.error().line();
    EXPECT_EQ(font->line_height, 3u);
    EXPECT_EQ(font->baseline, 2u);
    EXPECT_EQ(font->last, 255u);
    ASSERT_EQ(font->glyphs.size(), 256u);
    EXPECT_EQ(font->glyphs[7].advance, 3);
    EXPECT_EQ(find_glyph(*font, 'w'), std::size_t{'w'});
    EXPECT_EQ(find_glyph(*font, 300), std::nullopt);
    EXPECT_TRUE(*write_font(*font) == bytes);

    const IndexedPicture sheet = font_sheet(*font);
    EXPECT_EQ(sheet.width, 1024);
    EXPECT_EQ(sheet.at(64, 0), 0xFF);
    EXPECT_EQ(sheet.at(65, 0), 0x80);
    EXPECT_EQ(sheet.at(65, 1), 0xFF);
    Font blank = *font;
    blank.pixels.assign(4, 0);
    ASSERT_TRUE(set_font_sheet(blank, sheet));
    EXPECT_EQ(blank, *font);
}

TEST(Font, RefusesGlyphsOutsideItsPixels) {
    RK_NEEDS_SHARED();
    const auto error_with = [](std::size_t at, Byte value) {
        Bytes bad = tiny_font();
        bad[at] = value;
        const auto font = read_font(bad, "bad.laf");
        return font ? std::string("accepted") : font.error().line();
    };
    const std::size_t glyphs = 32 + 512;
    EXPECT_NE(error_with(glyphs, 1).find("pixels within the font"), std::string::npos);
    EXPECT_NE(error_with(glyphs + 8, 64).find("width of at most 63"), std::string::npos);
    EXPECT_NE(error_with(glyphs + 12, 3).find("pixels within the font"), std::string::npos);
    EXPECT_NE(error_with(3, 1).find("at most"), std::string::npos);
}

TEST(Font, DamageIsRefusedOrWrittenBackUnchanged) {
    RK_NEEDS_SHARED();
    const auto load = [](const Bytes& bytes) {
        const auto font = read_font(bytes, "x");
        EXPECT_TRUE(!font || *write_font(*font) == bytes);
    };
    test::for_each_truncation(tiny_font(), load);
    test::for_each_bit_flip(tiny_font(), load);
}

} // namespace rekindle::emi
