#include "flashback/data/plain_picture.h"

#include "support/flashback_demo.h"

namespace rekindle::flashback {

TEST(MenuPicture, InterleavesColumnsOverFourPlanes) {
    Bytes file(screen_pixels, 0);
    file[14336 * 3 + 64 * 2 + 1] = 9; // plane 3, row 2, second byte: x = 4 + 3
    const IndexedPicture picture = must(read_menu_picture(file, "x.MAP"));
    EXPECT_EQ(picture.at(7, 2), 9);
    EXPECT_EQ(std::count(picture.pixels.begin(), picture.pixels.end(), 0), 57343);
    EXPECT_EQ(must(write_menu_picture(picture)), file);
}

TEST(MenuPicture, OfTheDemoRoundTripsWithItsPalette) {
    RK_NEEDS_SHARED();
    for (const std::string name : {"MENU1", "INSTRU_E"}) {
        const Bytes map = demo_file(name + ".MAP"), pal = demo_file(name + ".PAL");
        EXPECT_EQ(must(write_menu_picture(must(read_menu_picture(map, name)))), map);
        EXPECT_EQ(write_menu_palette(must(read_menu_palette(pal, name))), pal);
    }
}

TEST(MenuPicture, HasExactlyOneSize) {
    EXPECT_FALSE(read_menu_picture(Bytes(screen_pixels - 1), "x"));
    EXPECT_FALSE(read_menu_picture(Bytes(screen_pixels + 1), "x"));
    EXPECT_FALSE(read_menu_palette(Bytes(767), "x"));
    EXPECT_FALSE(read_menu_palette(Bytes(769), "x"));
    EXPECT_FALSE(write_menu_picture(IndexedPicture::blank(255, 224)));
}

} // namespace rekindle::flashback
