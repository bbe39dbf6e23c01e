// Panels on pictures of the oracle, by the check values of engine spec §8.3, §11.5, §11.7 and §11.8.
#include "flashback/picture/panels.h"

#include <gtest/gtest.h>

#include "base/hash.h"
#include "base/zstd.h"
#include "flashback/picture/frame.h"
#include "flashback/picture/levels_for_tests.h"
#include "support/shared.h"

namespace rekindle::flashback {
namespace {

// The 57344 indices of a picture of the oracle.
Bytes base_picture(const std::string& name) {
    const auto path = *test::shared_dir() / "oracle/flashback/frames" / (name + ".raw.zst");
    Bytes bytes = zstd_decompress(test::must_read(path), name).value();
    bytes.resize(screen_pixels);
    return bytes;
}

Screen screen_of(Bytes& pixels) { return Screen(pixels.data(), screen_pixels); }

struct DialogCase {
    int number;
    std::vector<std::uint32_t> segments;
};
struct DialogBase {
    const char* picture;
    int icon;
    std::uint32_t base, all;
    std::vector<DialogCase> texts;
};

TEST(Dialog, EverySegmentHasItsCheckValue) {
    RK_NEEDS_SHARED();
    const DialogBase bases[]{
        {"level1_idle_t0005",
         6,
         0xbe6a5629,
         0x738f8578,
         {{0, {0x21ab094b}},
          {2,
           {0x84de3069, 0xf624c85b, 0xf81cf7ce, 0x03ba599c, 0x876aab96, 0x55e31bb4, 0xa58ffed5, 0xdb0ee821}},
          {4, {0x4ac0105b}},
          {12, {0x31c36313, 0x3781dc59}},
          {27, {0xabde278f, 0xd498d89c}},
          {44, {0x21ebfaea, 0x744593e6}}}},
        {"level3_demo3_t0200",
         15,
         0x3c45abeb,
         0xa5be13b5,
         {{0, {0x627978d2}},
          {2,
           {0x49bb5fd9, 0xe3a24409, 0xe4b0091c, 0x86b0b1aa, 0x5e0b4ba5, 0x987c5793, 0xf21719d3, 0xa85be011}},
          {4, {0x3222c1f0}},
          {12, {0x1718dc48, 0xcb6e509f}},
          {27, {0x75fc20bd, 0x0abadfae}},
          {44, {0x0977649a, 0xe5b7d728}}}},
        {"level5_demo51_t0060",
         29,
         0xa643ff21,
         0x34668234,
         {{0, {0x6d68ae35}},
          {2,
           {0x70c570eb, 0xdf82de73, 0x02478a9c, 0xc8715f96, 0x767f5819, 0xba2a3cd0, 0xc5a1500e, 0x4882d29d}},
          {4, {0x43e57c8d}},
          {12, {0xb241238e, 0xcb5dffd9}},
          {27, {0xbb2e1e65, 0xc468e176}},
          {44, {0xb6e1e065, 0x0999e18e}}}},
    };
    const LevelPictures& pictures = *test::test_level(0).pictures; // icons and texts serve all levels
    ASSERT_FALSE(pictures.own_dialogs);
    for (const DialogBase& b : bases) {
        const Bytes base = base_picture(b.picture);
        ASSERT_EQ(crc32(base), b.base) << b.picture;
        std::uint32_t all = 0;
        std::size_t count = 0;
        std::map<int, std::vector<std::uint32_t>> found;
        for (int number = 0; number < dialog_count; ++number) {
            const Dialog& dialog = pictures.dialogs[static_cast<std::size_t>(number)];
            for (std::size_t segment = 0; segment < dialog.size(); ++segment) {
                Bytes pixels = base;
                paint_dialog(screen_of(pixels), pictures, dialog, segment, b.icon);
                found[number].push_back(crc32(pixels));
                all = crc32(pixels, all);
                ++count;
            }
        }
        EXPECT_EQ(count, 98u);
        EXPECT_EQ(all, b.all) << b.picture;
        for (const DialogCase& text : b.texts) EXPECT_EQ(found[text.number], text.segments) << text.number;
    }
}

TEST(Dialog, OnlyTheLowByteOfTheIconCounts) {
    RK_NEEDS_SHARED();
    const LevelPictures& pictures = *test::test_level(0).pictures;
    Bytes one = base_picture("level1_idle_t0005"), two = one;
    paint_dialog(screen_of(one), pictures, pictures.dialogs[0], 0, 6);
    paint_dialog(screen_of(two), pictures, pictures.dialogs[0], 0, 0x306);
    EXPECT_EQ(one, two);
}

TEST(ContinueScreen, HasItsCheckValues) {
    RK_NEEDS_SHARED();
    const Font& font = test::test_level(0).pictures->font;
    struct Case {
        ContinueView view;
        std::uint32_t crc;
    };
    for (const Case& c : {Case{{100, false, 0}, 0x69110c45}, Case{{95, true, 0}, 0xa0269dc2},
                          Case{{5, false, 0}, 0x812313d8}, Case{{5, true, 0}, 0xd40144c3}}) {
        Bytes pixels = base_picture("level1_idle_t0005");
        paint_continue(screen_of(pixels), font, c.view);
        EXPECT_EQ(crc32(pixels), c.crc) << c.view.remaining;
    }
}

TEST(ContinueScreen, TheChosenLinePulsesBetween8And240) {
    Palette palette{};
    palette[pulsing_color] = {255, 0, 0};
    Pulse pulse;
    std::vector<int> blues;
    for (int pass = 0; pass < 63; ++pass) {
        const Color& color = palette[pulsing_color];
        EXPECT_EQ(color.r, 255);
        EXPECT_EQ(color.g, color.b);
        blues.push_back(color.b);
        pulse.beat(palette);
    }
    EXPECT_EQ(std::vector<int>(blues.begin(), blues.begin() + 3), (std::vector<int>{0, 8, 16}));
    EXPECT_EQ(std::vector<int>(blues.begin() + 29, blues.begin() + 33),
              (std::vector<int>{232, 240, 232, 224}));
    EXPECT_EQ(std::vector<int>(blues.begin() + 58, blues.begin() + 62), (std::vector<int>{16, 8, 16, 24}));
}

TEST(FinalScore, HasItsCheckValue) {
    RK_NEEDS_SHARED();
    for (int skill = 0; skill < 3; ++skill) { // all three end with BELUGA
        Bytes pixels = base_picture("level1_idle_t0005");
        paint_final_score(screen_of(pixels), test::test_level(0).pictures->font, 0, skill);
        EXPECT_EQ(crc32(pixels), 0x5d94b550u);
    }
}

TEST(OptionsPanel, HasItsCheckValues) {
    RK_NEEDS_SHARED();
    const Font& font = test::test_level(0).pictures->font;
    Bytes pixels = base_picture("level1_idle_t0005");
    paint_options_frame(screen_of(pixels), font);
    // One pass over the other, as the panel is painted.
    paint_options(screen_of(pixels), font, {OptionsLine::load, 2});
    EXPECT_EQ(crc32(pixels), 0x2ce6dce1u);
    paint_options(screen_of(pixels), font, {OptionsLine::abort, 1});
    EXPECT_EQ(crc32(pixels), 0xb012d779u);
    paint_options(screen_of(pixels), font, {OptionsLine::resume, 1});
    EXPECT_EQ(crc32(pixels), 0xf33036aau);
}

// Items of Conrad's as the inventory's check values name them; entities of the real level.
struct Item {
    std::uint8_t entity;
    std::int16_t life = 0;
};
World world_with(const Level& level, const std::vector<Item>& items, std::uint32_t score,
                 std::uint8_t skill) {
    World world;
    world.entity_count = static_cast<std::uint16_t>(level.entities.size());
    world.score = score;
    world.skill = skill;
    world.entities[conrad].life = 1;
    std::uint8_t* link = &world.entities[conrad].inv_head;
    for (const Item& item : items) {
        *link = item.entity;
        world.entities[item.entity].life = item.life;
        link = &world.entities[item.entity].inv_next;
    }
    return world;
}

std::uint32_t inventory_crc(Bytes& pixels, const World& world, int level, const InventoryScreen& screen) {
    const test::TestLevel& loaded = test::test_level(level);
    paint_inventory(screen_of(pixels), world, loaded.level, *loaded.pictures, screen);
    return crc32(pixels);
}

TEST(Inventory, PicturesOfTwoLinesHaveTheirCheckValues) {
    RK_NEEDS_SHARED();
    const World world =
        world_with(test::test_level(5).level, {{4}, {5, 1}, {1}, {6, 0}, {45}, {98}, {46}}, 0, 1);
    Bytes pixels = base_picture("level5_branch1_t0634_inventory_closed");
    ASSERT_EQ(crc32(pixels), 0xba3a83e1u);
    auto screen = InventoryScreen::open(world).value();
    EXPECT_EQ(inventory_crc(pixels, world, 5, screen), 0xba57f031u);
    EXPECT_EQ(pixels, base_picture("level5_branch1_t0634_inventory_open"));
    EXPECT_TRUE(screen.step(key_up));
    EXPECT_EQ(inventory_crc(pixels, world, 5, screen), 0xbd8cc56fu);
    EXPECT_EQ(pixels, base_picture("level5_branch1_t0634_inventory_line1"));
    EXPECT_TRUE(screen.step(key_right));
    EXPECT_EQ(inventory_crc(pixels, world, 5, screen), 0xb747f05au);
    EXPECT_TRUE(screen.step(key_right));
    EXPECT_EQ(inventory_crc(pixels, world, 5, screen), 0xf92fabe1u);
    EXPECT_EQ(screen.chosen(), 46);
}

TEST(Inventory, TheScoreViewHasItsCheckValue) {
    RK_NEEDS_SHARED();
    const World world = world_with(test::test_level(0).level, {{48, 4}, {1}, {65, 0}}, 1100, 1);
    const Bytes expected = base_picture("level1_branch3_t1630_inventory_score");
    auto screen = InventoryScreen::open(world).value();
    screen.step(key_use);
    Bytes pixels = expected; // painting over itself changes nothing of the panel
    EXPECT_EQ(inventory_crc(pixels, world, 0, screen), 0xbaba9647u);
    EXPECT_EQ(pixels, expected);
}

} // namespace
} // namespace rekindle::flashback
