#include <gtest/gtest.h>

#include "flashback/data/font.h"
#include "flashback/data/icons.h"
#include "support/damage.h"
#include "support/flashback_demo.h"
#include "support/shared.h"

namespace rekindle::flashback {
namespace {

Icons some_icons() {
    Icons icons;
    for (std::size_t i = 0; i < icon_count; ++i) {
        Icon& icon = icons.pictures.emplace_back();
        for (std::size_t k = 0; k < icon.size(); ++k) icon[k] = static_cast<Byte>((i + 3 * k) % 16);
    }
    return icons;
}

Font some_font() {
    Font font;
    for (std::size_t i = 0; i < glyph_count; ++i) {
        Glyph& glyph = font.glyphs.emplace_back();
        for (std::size_t k = 0; k < glyph.size(); ++k) glyph[k] = static_cast<Byte>((i + k) % 16);
    }
    return font;
}

TEST(Icons, TheLeftPixelIsTheHighNibble) {
    const Bytes bytes = write_icons(some_icons()).value();
    ASSERT_EQ(bytes.size(), 158u + 79 * 130);
    EXPECT_EQ(Bytes(bytes.begin() + 158, bytes.begin() + 162), (Bytes{0x00, 0x80, 0x03, 0x69}));
    EXPECT_EQ(read_icons(bytes, "T.ICN").value(), some_icons());
}

TEST(Icons, FaultsAreRefused) {
    Bytes bytes = write_icons(some_icons()).value();
    Bytes bad = bytes;
    bad[0] = 156; // 78 icons
    EXPECT_FALSE(read_icons(bad, "T.ICN"));
    bad = bytes;
    bad[159] = 0x81;
    ASSERT_FALSE(read_icons(bad, "T.ICN"));
    EXPECT_EQ(read_icons(bad, "T.ICN").error().offset, 158u);
    bad = bytes;
    bad[4] ^= 1;
    ASSERT_FALSE(read_icons(bad, "T.ICN"));
    EXPECT_EQ(read_icons(bad, "T.ICN").error().offset, 4u);

    Icons icons = some_icons();
    icons.pictures[3][7] = 16;
    EXPECT_FALSE(write_icons(icons));
    icons = some_icons();
    icons.pictures.pop_back();
    EXPECT_FALSE(write_icons(icons));
    test::for_each_truncation(bytes, [](const Bytes& cut) { EXPECT_FALSE(read_icons(cut, "T.ICN")); });
    test::for_each_bit_flip(bytes, [](const Bytes& flipped) { (void)read_icons(flipped, "T.ICN"); });
}

TEST(Icons, TheDemoHas79AndTheyRoundTrip) {
    RK_NEEDS_SHARED();
    const Bytes bytes = test::demo_file("GLOBAL.ICN");
    const auto icons = read_icons(bytes, "GLOBAL.ICN");
    ASSERT_TRUE(icons) << icons.error().line();
    EXPECT_EQ(icons->pictures.size(), 79u);
    EXPECT_EQ(write_icons(*icons).value(), bytes);
}

TEST(Font, CharactersOutsideAreBlank) {
    const Font font = some_font();
    EXPECT_EQ(font.glyph(31), nullptr);
    EXPECT_EQ(font.glyph(32), &font.glyphs[0]);
    EXPECT_EQ(font.glyph(136), &font.glyphs[104]);
    EXPECT_EQ(font.glyph(137), nullptr);
}

TEST(Font, FaultsAreRefused) {
    const Bytes bytes = write_font(some_font()).value();
    EXPECT_EQ(read_font(bytes, "T.FNT").value(), some_font());
    Font font = some_font();
    font.glyphs.pop_back();
    EXPECT_FALSE(write_font(font));
    EXPECT_FALSE(read_font(ByteView(bytes).first(bytes.size() - 32), "T.FNT")) << "104 glyphs";
    font = some_font();
    font.glyphs[9][63] = 16;
    EXPECT_FALSE(write_font(font));
    test::for_each_truncation(bytes, [](const Bytes& cut) { EXPECT_FALSE(read_font(cut, "T.FNT")); });
}

TEST(Font, TheDemoFontRoundTripsAndHasItsA) {
    RK_NEEDS_SHARED();
    const Bytes bytes = test::demo_file("FB_TXT.FNT");
    const auto font = read_font(bytes, "FB_TXT.FNT");
    ASSERT_TRUE(font) << font.error().line();
    EXPECT_EQ(font->glyphs.size(), 105u);
    EXPECT_EQ(write_font(*font).value(), bytes);
    std::string a;
    for (const Byte pixel : *font->glyph('A')) a += "0123456789abcdef"[pixel];
    EXPECT_EQ(a, "0fffff20"
                 "ff2222f2"
                 "ff2000f2"
                 "fffffff2"
                 "ff2222f2"
                 "ff2000f2"
                 "02200002"
                 "00000000");
    std::string values;
    for (int v = 0; v < 16; ++v)
        for (const Glyph& glyph : font->glyphs)
            if (std::find(glyph.begin(), glyph.end(), v) != glyph.end()) {
                values += std::to_string(v) + " ";
                break;
            }
    EXPECT_EQ(values, "0 2 8 15 ");
}

} // namespace
} // namespace rekindle::flashback
