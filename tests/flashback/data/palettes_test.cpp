#include "flashback/data/palettes.h"

#include "base/zstd.h"
#include "flashback/data/lev_rooms.h"
#include "flashback/data/palette_slots.h"
#include "flashback/data/plain_picture.h"
#include "support/damage.h"
#include "support/flashback_demo.h"

namespace rekindle::flashback {

TEST(LevelPalettes, KeepRedInTheLowNibble) {
    Bytes file(32, 0);
    file[2] = 0x0F; // colour 1 = 0x0F84: blue 15, green 8, red 4
    file[3] = 0x84;
    const auto palettes = must(read_level_palettes(file, "x.PAL"));
    EXPECT_EQ(color_from_bgr(palettes.palettes[0][1]), (Color{68, 136, 255}));
    EXPECT_EQ(color_from_rgb(palettes.palettes[0][1]), (Color{255, 136, 68}));
}

TEST(LevelPalettes, OfTheDemoAreSixFourAndFourAndRoundTrip) {
    RK_NEEDS_SHARED();
    for (const auto& [name, count] : {std::pair{"LEVEL1.PAL", 6u}, {"LEVEL3.PAL", 4u}, {"LEVEL5.PAL", 4u}}) {
        const Bytes bytes = demo_file(name);
        const auto palettes = must(read_level_palettes(bytes, name));
        EXPECT_EQ(palettes.palettes.size(), count);
        EXPECT_EQ(write_level_palettes(palettes), bytes);
    }
}

TEST(LevelPalettes, MustBeWholeAndAtLeastOne) {
    EXPECT_FALSE(read_level_palettes({}, "x.PAL"));
    EXPECT_EQ(error_of(read_level_palettes(Bytes(33), "x.PAL")),
              "x.PAL at 0x21 (33): expected whole palettes of 32 bytes, at least one, found 33");
}

// The program's own file has the built-in palettes at known places (formats §21.4).
TEST(BuiltInPalettes, AreThoseOfTheProgramFile) {
    RK_NEEDS_SHARED();
    const Bytes program = test::must_read(test::flashback_demo() / "FB.EXE");
    const auto expect_at = [&](const PaletteWords& palette, std::size_t offset) {
        Reader in(program, "FB.EXE");
        in.seek(offset);
        for (const std::uint16_t word : palette) EXPECT_EQ(word, in.u16(Endian::little)) << offset;
    };
    expect_at(conrad_a_palette, 0x1C7F1);
    expect_at(conrad_b_palette, 0x1C811);
    expect_at(text_palette, 0x1C831);
    for (std::size_t set = 0; set < monster_palettes.size(); ++set)
        expect_at(monster_palettes[set], 0x1C771 + 32 * set);
    for (std::size_t i = 0; i < inventory_palette.size(); ++i) {
        const Byte* rgb = program.data() + 0x1C851 + 3 * i;
        EXPECT_EQ(inventory_palette[i], (Color{rgb[0], rgb[1], rgb[2]})) << i;
    }
}

namespace {

// Palette n has the colour n in all its places.
LevelPalettes numbered_palettes(std::uint16_t count) {
    LevelPalettes level;
    for (std::uint16_t n = 0; n < count; ++n) {
        level.palettes.emplace_back();
        level.palettes.back().fill(n);
    }
    return level;
}

int palette_in(const Palette& palette, int slot) {
    return palette[static_cast<std::size_t>(16 * slot)].r / 17;
}

} // namespace

TEST(PaletteSlots, HoldTheRoomsPalettes) {
    Palette palette{};
    PaletteLatches latches;
    latches.latch(7);
    set_room_slots(palette, numbered_palettes(10), {5, 6, 7, 8}, latches, 2, RoomFormat::lev);
    EXPECT_EQ(palette_in(palette, 0), 5);
    EXPECT_EQ(palette_in(palette, 1), 6);
    EXPECT_EQ(palette_in(palette, 2), 7);
    EXPECT_EQ(palette_in(palette, 3), 8);
    EXPECT_EQ(palette_in(palette, 8), 5);
    EXPECT_EQ(palette_in(palette, 9), 6);
    EXPECT_EQ(palette_in(palette, 0xA), 7);
    EXPECT_EQ(palette_in(palette, 0xB), 8);
    EXPECT_EQ(palette[0xE4], (Color{255, 0, 0}));
}

TEST(PaletteSlots, RepeatTheFirstPaletteInFrontOfTheFirstLevelsLevRooms) {
    const LevelPalettes level = numbered_palettes(10);
    const auto ninth = [&](int index, RoomFormat format) {
        Palette palette{};
        set_room_slots(palette, level, {5, 6, 7, 8}, {.conrad = 7, .icons = 7}, index, format);
        return palette_in(palette, 9);
    };
    EXPECT_EQ(ninth(0, RoomFormat::lev), 5);
    EXPECT_EQ(ninth(1, RoomFormat::lev), 6);
    EXPECT_EQ(ninth(0, RoomFormat::map), 6);
}

TEST(PaletteSlots, DressConradByTheLatchedPalette) {
    PaletteLatches latches;
    latches.latch(0); // stays unset
    EXPECT_EQ(latches, PaletteLatches{});
    latches.latch(2);
    latches.latch(3);
    EXPECT_EQ(latches, (PaletteLatches{.conrad = 2, .icons = 2}));
    Palette palette{};
    set_room_slots(palette, numbered_palettes(4), {0, 1, 2, 3}, latches, 0, RoomFormat::lev);
    EXPECT_EQ(palette[0x41], color_from_rgb(0xCCC));
    set_room_slots(palette, numbered_palettes(4), {0, 1, 3, 3}, latches, 0, RoomFormat::lev);
    EXPECT_EQ(palette[0x41], color_from_rgb(0xB7C));
    EXPECT_EQ(palette_in(palette, 0xA), 2);
}

TEST(PaletteSlots, TakeTheRoomsPaletteForALatchedOneThatThisLevelLacks) {
    Palette palette{};
    set_room_slots(palette, numbered_palettes(4), {0, 1, 2, 3}, {.conrad = 5, .icons = 5}, 2,
                   RoomFormat::lev);
    EXPECT_EQ(palette_in(palette, 0xA), 2);
}

TEST(PaletteSlots, LeaveTheOthersAlone) {
    Palette palette;
    palette.fill({1, 2, 3});
    set_room_slots(palette, numbered_palettes(4), {0, 1, 2, 3}, {.conrad = 2, .icons = 2}, 0,
                   RoomFormat::lev);
    for (const int slot : {5, 6, 7, 0xC, 0xD, 0xF})
        for (int i = 0; i < 16; ++i)
            EXPECT_EQ(palette[static_cast<std::size_t>(16 * slot + i)], (Color{1, 2, 3})) << slot;
    set_monster_slot(palette, 1);
    EXPECT_EQ(palette[0x54], color_from_rgb(0x5FC));
    set_inventory_slot(palette);
    EXPECT_EQ(palette[0xFE], (Color{0x00, 0x33, 0x00}));
}

// Oracle: early ticks, still in the first room (levels 3 and 5 name the same palettes in all rooms); slot 5
// is the monsters'.
TEST(PaletteSlots, GiveThePalettesOfTheOraclesFrames) {
    RK_NEEDS_SHARED();
    struct Case {
        const char *frame, *lev, *pal;
        std::size_t room;
        int level_index;
    };
    const std::filesystem::path frames = *test::shared_dir() / "oracle/flashback/frames";
    for (const Case& c : {Case{"level1_idle_t0005", "LEVEL1.LEV", "LEVEL1.PAL", 27, 0},
                          {"level3_demo3_t0200", "LEVEL3.LEV", "LEVEL3.PAL", 56, 2},
                          {"level5_demo51_t0060", "LEVEL5.LEV", "LEVEL5.PAL", 0, 5}}) {
        const Bytes raw =
            must(zstd_decompress(test::must_read(frames / (std::string(c.frame) + ".raw.zst")), c.frame));
        ASSERT_EQ(raw.size(), screen_pixels + 768);
        const auto expected = must(read_menu_palette(ByteView(raw).subspan(screen_pixels), c.frame));
        const auto rooms = must(read_lev_rooms(demo_file(c.lev), c.lev));
        const auto& numbers = rooms.rooms[rooms.picture[c.room]].room.palettes;
        Palette palette{};
        PaletteLatches latches;
        latches.latch(numbers[2]);
        set_inventory_slot(palette);
        set_room_slots(palette, must(read_level_palettes(demo_file(c.pal), c.pal)), numbers, latches,
                       c.level_index, RoomFormat::lev);
        for (std::size_t i = 0; i < 256; ++i)
            if (i / 16 != 5) {
                EXPECT_EQ(palette[i], expected[i]) << c.frame << " entry " << i;
            }
    }
}

} // namespace rekindle::flashback
