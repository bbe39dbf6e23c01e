#include <gtest/gtest.h>

#include "host/layout.h"

namespace rekindle::host {
namespace {
constexpr Screen flashback{.width = 256, .height = 224, .shape_width = 4, .shape_height = 3};
}

TEST(Layout, IntegerScaleIsTheLargestThatFitsInTheMiddle) {
    const Place place = place_picture(flashback, 1000, 700, Aspect::integer);
    EXPECT_EQ(place, (Place{.x = 116, .y = 14, .width = 768, .height = 672, .enlarge = 1, .smooth = false}));
}

TEST(Layout, TheOriginalShapeFillsAFourToThreeWindow) {
    const Place place = place_picture(flashback, 800, 600, Aspect::original);
    // 800 / 256 = 3.125 and 600 / 224 = 2.68: enlarged four times, then brought down.
    EXPECT_EQ(place, (Place{.x = 0, .y = 0, .width = 800, .height = 600, .enlarge = 4, .smooth = true}));
}

TEST(Layout, TheOriginalShapeLeavesBarsAtTheSidesOfAWideDisplay) {
    const Place place = place_picture(flashback, 1920, 1080, Aspect::original);
    EXPECT_EQ(place.width, 1440);
    EXPECT_EQ(place.height, 1080);
    EXPECT_EQ(place.x, 240);
    EXPECT_EQ(place.y, 0);
}

TEST(Layout, SquarePixelsInTheOriginalShapeStayHard) {
    const Screen vga{.width = 640, .height = 480, .shape_width = 4, .shape_height = 3};
    const Place place = place_picture(vga, 1280, 1000, Aspect::original);
    EXPECT_EQ(place, (Place{.x = 0, .y = 20, .width = 1280, .height = 960, .enlarge = 1, .smooth = false}));
}

TEST(Layout, AWindowSmallerThanThePictureShowsAllOfIt) {
    const Place place = place_picture(flashback, 128, 200, Aspect::integer);
    EXPECT_EQ(place.width, 128);
    EXPECT_EQ(place.height, 112);
    EXPECT_TRUE(place.smooth);
    const Place tiny = place_picture(flashback, 1, 1, Aspect::original);
    EXPECT_GE(tiny.width, 1);
    EXPECT_GE(tiny.height, 1);
}

TEST(Layout, WindowsOpenWithoutBorders) {
    EXPECT_EQ(window_size(flashback, 3, Aspect::integer), (Size{768, 672}));
    EXPECT_EQ(window_size(flashback, 3, Aspect::original), (Size{896, 672}));
}

TEST(Layout, TheDefaultScaleLeavesRoomOnTheDisplay) {
    EXPECT_EQ(fitting_scale(flashback, {1920, 1080}, Aspect::integer), 4);
    EXPECT_EQ(fitting_scale(flashback, {1280, 720}, Aspect::integer), 2);
    EXPECT_EQ(fitting_scale(flashback, {320, 200}, Aspect::integer), 1);
}

TEST(Layout, APointOfTheWindowIsAPixelOfThePictureOrNone) {
    const Screen screen{.width = 64, .height = 56};
    const Place place{.x = 10, .y = 20, .width = 128, .height = 112};
    EXPECT_EQ(pixel_at(screen, place, 10, 20), (Pointer{0, 0}));
    EXPECT_EQ(pixel_at(screen, place, 137, 131), (Pointer{63, 55}));
    EXPECT_FALSE(pixel_at(screen, place, 138, 131).inside());
    EXPECT_FALSE(pixel_at(screen, place, 9, 20).inside());
    EXPECT_FALSE(pixel_at(screen, place, 10, 19).inside());
}

} // namespace rekindle::host
