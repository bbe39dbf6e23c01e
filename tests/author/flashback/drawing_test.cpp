// Drawings, figures, lit rooms, glyphs and keys as text.
#include <gtest/gtest.h>

#include "author/flashback/figure.h"
#include "author/flashback/font_source.h"
#include "author/flashback/keys_source.h"
#include "author/flashback/room_scene.h"

namespace rekindle::author {
namespace {

std::vector<SourceLine> lines(std::string_view text) { return source_lines(text, "art"); }

} // namespace

TEST(Drawings, RowsAreOneDigitAPixel) {
    const auto pictures = read_drawings(lines("picture a 1 2\n .1f\n 2..\n"));
    ASSERT_TRUE(pictures) << pictures.error().line();
    EXPECT_EQ(pictures->at(0).picture, (IndexedPicture{3, 2, {0, 1, 15, 2, 0, 0}}));
    EXPECT_EQ(pictures->at(0).hot_x, 1);
    EXPECT_EQ(pictures->at(0).hot_y, 2);
}

TEST(Drawings, PutSetsAPicturesHotSpotToAPlaceAndClips) {
    const auto pictures =
        read_drawings(lines("picture a 1 1\n 12\n 34\npicture b 0 0 2 2\n put a 0 0\n put a 2 2\n"));
    ASSERT_TRUE(pictures) << pictures.error().line();
    EXPECT_EQ(pictures->at(1).picture, (IndexedPicture{2, 2, {4, 0, 0, 1}}));
}

TEST(Drawings, VerbsStayInsideThePicture) {
    const auto pictures =
        read_drawings(lines("picture b 0 0 3 2\n rect -5 1 9 9 7\n disc 2 0 0 8\n dots 9 9,9 0,0\n"
                            " line 900 0 900 5 3\n halo -50 -50 40 2\n"));
    ASSERT_TRUE(pictures) << pictures.error().line();
    EXPECT_EQ(pictures->at(0).picture, (IndexedPicture{3, 2, {9, 0, 8, 7, 7, 7}}));
}

TEST(Drawings, ErrorsNameTheLine) {
    EXPECT_EQ(read_drawings(lines("picture a 0 0\n 12\n 123\n")).error().line(),
              "art:3: expected rows of 2 pixels, found 3");
    EXPECT_EQ(read_drawings(lines("picture a 0 0 8 8\n disc 1 1 1 g\n")).error().line(),
              "art:2: expected a colour, 0 to 9 or a to f, found g");
    EXPECT_EQ(read_drawings(lines("picture a 0 0\n")).error().line(),
              "art:1: expected rows of pixels, found none");
}

TEST(Figures, StandOnTheGroundWhateverTheirLegsDo) {
    const auto pictures =
        draw_figures(lines("color coat 1 2 3\ncolor leg 4 4 4\ncolor boot 5 5 5\n"
                           "pose a near_leg 0 0 far_leg 0 0\npose b near_leg 60 -60 far_leg 90 0\n"));
    ASSERT_TRUE(pictures) << pictures.error().line();
    for (const NamedPicture& figure : *pictures)
        EXPECT_EQ(figure.hot_y, figure.picture.height)
            << figure.name << ": its lowest row lies on the ground";
}

TEST(Figures, APoseThatIsNowhereIsRefused) {
    EXPECT_EQ(draw_figures(lines("color coat 1 1 1\npose a free 300 0\n")).error().text_line, 2);
}

TEST(Scenes, LightRaisesAMaterialsColour) {
    std::string text = "texture t\n 9\nmaterial a t 0 1 2 3\nscene s\n";
    for (int row = 0; row < 28; ++row) text += " " + std::string(32, 'a') + "\n";
    text += " lamp 128 112 40 100\n front 8 8 8 8\n";
    const auto scenes = paint_scenes(lines(text), {});
    ASSERT_TRUE(scenes) << scenes.error().line();
    const IndexedPicture& picture = scenes->at(0).picture;
    EXPECT_EQ(picture.at(128, 112), 3) << "at the lamp";
    EXPECT_EQ(picture.at(0, 0), 1) << "far from it";
    EXPECT_EQ(picture.at(8, 8), 0x81) << "in front of the actors";
    EXPECT_EQ(picture.at(16, 8), 1);
}

TEST(Scenes, AMapOfAnotherSizeIsRefused) {
    EXPECT_EQ(paint_scenes(lines("texture t\n 9\nmaterial a t 0 1\nscene s\n"), {}).error().line(),
              "art:4: expected 28 rows of 32 materials, found 0");
}

TEST(Glyphs, GetAShadowRightBelowTheirInk) {
    const auto font = read_glyphs(lines("glyphs A 0x42\n @. .\n .. @\n"));
    ASSERT_TRUE(font) << font.error().line();
    const flashback::Glyph& a = font->glyphs['A' - 32];
    EXPECT_EQ(a[0], 15);
    EXPECT_EQ(a[1], 2);
    EXPECT_EQ(a[8], 0);
    EXPECT_EQ(a[9], 2);
    EXPECT_EQ(font->glyphs['B' - 32][8], 15);
}

TEST(Icons, ThePanelIsCutIntoItsFortyFive) {
    const auto pictures =
        read_drawings(lines("picture coin 0 0\n 7\npicture panel 0 0 144 80\n rect 16 64 1 1 9\n"
                            "picture frame 0 0\n 3\n"));
    ASSERT_TRUE(pictures);
    const auto icons = make_icons(*pictures);
    ASSERT_TRUE(icons);
    EXPECT_EQ(icons->pictures[0][0], 7);
    EXPECT_EQ(icons->pictures[31 + 9 * 4 + 1][0], 9);
    EXPECT_EQ(icons->pictures[76][0], 3);
    EXPECT_EQ(icons->pictures.size(), 79u);
}

TEST(Keys, ALineIsACountAndWhatIsHeld) {
    const auto keys = read_keys(lines("2 up take # up\n1 -\n1 inventory\n"));
    ASSERT_TRUE(keys) << keys.error().line();
    EXPECT_EQ(keys->samples, (Bytes{0x41, 0x41, 0, 0x80}));
    EXPECT_EQ(read_keys(lines("2 jump\n")).error().text_line, 1);
}

} // namespace rekindle::author
