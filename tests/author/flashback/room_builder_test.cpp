#include "author/flashback/room_builder.h"

#include <rapidcheck/gtest.h>

#include "flashback/data/plain_picture.h"
#include "flashback/data/room_painter.h"
#include "flashback/data/shapes.h"
#include "support/flashback_demo.h"

namespace rekindle::author {

using namespace flashback;

namespace {

RoomDrawing blank(int room, Byte value = 0) {
    return {.room = room, .picture = IndexedPicture::blank(256, 224, value), .palettes = {0, 1, 2, 3}};
}

// The rooms after a way through the files.
std::vector<RoomPicture> repainted(const RoomFiles& files, const std::vector<RoomDrawing>& drawings) {
    const LevRooms lev = must(read_lev_rooms(must(write_lev_rooms(files.lev)), "lev"));
    const TileBanks bnq =
        must(read_tile_banks(must(write_tile_banks(files.bnq, BankFile::bnq)), BankFile::bnq, "bnq"));
    EXPECT_EQ(error_of(check_lev_rooms(lev, 4, bnq, nullptr, "lev")), "no error");
    std::vector<RoomPicture> pictures;
    for (const RoomDrawing& drawing : drawings) {
        const Room& room = lev.rooms.at(lev.picture.at(static_cast<std::size_t>(drawing.room))).room;
        pictures.push_back(must(paint_room(room, bnq, nullptr, 2, drawing.room, "lev")));
    }
    return pictures;
}

void expect_same_pictures(const std::vector<RoomDrawing>& drawings) {
    const RoomFiles files = must(build_rooms(drawings));
    const auto pictures = repainted(files, drawings);
    for (std::size_t i = 0; i < drawings.size(); ++i) {
        EXPECT_EQ(pictures[i].pixels, drawings[i].picture.pixels) << "room " << drawings[i].room;
        EXPECT_EQ(pictures[i].palettes, drawings[i].palettes);
    }
}

std::size_t tiles_in(const RoomFiles& files) {
    std::size_t tiles = 0;
    for (const TileBank& bank : files.bnq.banks) tiles += bank.count();
    return tiles;
}

// Draws an L into a cell, mirrored as asked.
void draw_l(IndexedPicture& picture, int left, int top, bool mirror_x, bool mirror_y, Byte slot = 0) {
    for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 8; ++x) {
            const int u = mirror_x ? 7 - x : x, v = mirror_y ? 7 - y : y;
            picture.at(left + x, top + y) = static_cast<Byte>(slot * 16 + (u == 0 || v == 7 ? 3 : 1));
        }
}

} // namespace

TEST(RoomBuilder, StoresATileOnceHoweverItIsMirroredAndWhateverItsSlot) {
    RoomDrawing drawing = blank(7);
    draw_l(drawing.picture, 0, 0, false, false);
    draw_l(drawing.picture, 8, 0, true, false);
    draw_l(drawing.picture, 16, 0, false, true);
    draw_l(drawing.picture, 24, 0, true, true, 8);
    draw_l(drawing.picture, 32, 0, true, true, 9);
    EXPECT_EQ(tiles_in(must(build_rooms({drawing}))), 1u);
    expect_same_pictures({drawing});
}

TEST(RoomBuilder, SharesTilesBetweenRoomsAndPicturesBetweenEqualRooms) {
    RoomDrawing other = blank(1);
    draw_l(other.picture, 80, 80, true, false);
    RoomDrawing same = other;
    same.room = 9;
    RoomDrawing recolored = other;
    recolored.room = 10;
    recolored.palettes[3] = 2;
    const RoomFiles files = must(build_rooms({other, same, recolored}));
    EXPECT_EQ(files.lev.rooms.size(), 2u);
    EXPECT_EQ(files.lev.picture[1], files.lev.picture[9]);
    EXPECT_NE(files.lev.picture[1], files.lev.picture[10]);
    EXPECT_FALSE(files.lev.has_picture(0));
    EXPECT_EQ(tiles_in(files), 1u);
    expect_same_pictures({other, same, recolored});
}

TEST(RoomBuilder, BuildsBlackRoomsAndWhollyForegroundOnes) {
    expect_same_pictures({blank(0)});
    expect_same_pictures({blank(0, 0x80), blank(1, 0x9F), blank(2)});
}

TEST(RoomBuilder, MixesTwoSlotsInACellWhereOneLeavesColourZeroOut) {
    for (const auto& [a, b] :
         {std::pair{0x00, 0x81}, {0x80, 0x01}, {0x00, 0x91}, {0x80, 0x91}, {0x05, 0x85}}) {
        RoomDrawing drawing = blank(0);
        drawing.picture.at(100, 100) = static_cast<Byte>(a);
        for (int x = 101; x < 104; ++x) drawing.picture.at(x, 100) = static_cast<Byte>(b);
        for (int y = 96; y < 104; ++y)
            for (int x = 96; x < 104; ++x)
                if (Byte& pixel = drawing.picture.at(x, y); pixel == 0) pixel = static_cast<Byte>(a);
        expect_same_pictures({drawing});
    }
}

TEST(RoomBuilder, NamesThePlaceThatCanNotBeBuilt) {
    const auto error = [](const std::vector<RoomDrawing>& drawings) {
        return error_of(build_rooms(drawings));
    };
    RoomDrawing drawing = blank(5);
    drawing.picture.at(17, 33) = 0x90;
    EXPECT_EQ(error({drawing}),
              "expected pixels 0x00-0x0F, 0x80-0x8F and 0x91-0x9F in room 5, found 0x90 at (17, 33)");
    drawing.picture.at(17, 33) = 0x10;
    EXPECT_EQ(error({drawing}),
              "expected pixels 0x00-0x0F, 0x80-0x8F and 0x91-0x9F in room 5, found 0x10 at (17, 33)");
    drawing.picture.at(17, 33) = 0x80; // beside 0x00
    const std::string mixed = "expected cells of at most two slots, one of them without colour 0, in room 5, "
                              "found the 8 x 8 pixels at "
                              "(16, 32)";
    EXPECT_EQ(error({drawing}), mixed);
    drawing.picture.at(17, 33) = 0x81;
    drawing.picture.at(18, 33) = 0x91;
    EXPECT_EQ(error({drawing}), mixed) << "three slots";

    EXPECT_EQ(error({blank(3), blank(3)}), "expected room numbers 0...63, each once, found 3");
    EXPECT_EQ(error({blank(64)}), "expected room numbers 0...63, each once, found 64");
    RoomDrawing small = blank(2);
    small.picture = IndexedPicture::blank(256, 223);
    EXPECT_EQ(error({small}), "expected a picture of 256 x 224 pixels for room 2, found 256 x 223");
}

namespace {

// Cell `cell` of the picture gets a pattern that says `number`.
void draw_number(IndexedPicture& picture, int cell, int number, Byte slot) {
    for (int i = 0; i < 64; ++i)
        picture.at(cell % 32 * 8 + i % 8, cell / 32 * 8 + i / 8) =
            static_cast<Byte>(slot * 16 + (i < 12    ? 1 + (number >> i & 1)
                                           : i == 63 ? 4
                                                     : 3));
}

} // namespace

TEST(RoomBuilder, RefusesMoreThan1023TilesInARoom) {
    // Every cell a tile of its own, and in some two of them: the second layer adds one in slot 8.
    RoomDrawing drawing = blank(4);
    for (int cell = 0; cell < 896; ++cell) draw_number(drawing.picture, cell, cell, 0);
    const auto add_second = [&](int cell) {
        for (int i = 16; i < 28; ++i)
            drawing.picture.at(cell % 32 * 8 + i % 8, cell / 32 * 8 + i / 8) =
                static_cast<Byte>(0x81 + (cell >> (i - 16) & 1));
    };
    for (int cell = 0; cell < 127; ++cell) add_second(cell);
    EXPECT_EQ(tiles_in(must(build_rooms({drawing}))), 1023u);
    expect_same_pictures({drawing});
    add_second(127);
    EXPECT_EQ(error_of(build_rooms({drawing})),
              "expected at most 1023 different tiles in room 4, found 1024");
}

TEST(RoomBuilder, RefusesMoreTilesThanAFileHolds) {
    std::vector<RoomDrawing> drawings;
    std::uint32_t state = 1;
    for (int room = 0; room < 3; ++room) {
        drawings.push_back(blank(room));
        for (Byte& pixel : drawings.back().picture.pixels)
            pixel = static_cast<Byte>((state = state * 1664525 + 1013904223) >> 28);
    }
    EXPECT_EQ(error_of(build_rooms(drawings)).substr(0, 37), "expected tile banks of at most 64 KiB");
    drawings.resize(2); // 1792 tiles, 57,344 bytes
    expect_same_pictures(drawings);
}

RC_GTEST_PROP(RoomBuilder, GivesBackWhateverItAccepts, ()) {
    // Cells from a few patterns in all slots, sometimes mixed.
    const auto seed = *rc::gen::arbitrary<std::uint32_t>();
    const int patterns = *rc::gen::inRange(1, 100);
    std::uint32_t state = seed;
    const auto random = [&](int below) {
        state = state * 1664525 + 1013904223;
        return static_cast<int>((state >> 8) % static_cast<std::uint32_t>(below));
    };
    std::vector<RoomDrawing> drawings;
    for (int room = 0; room < 2; ++room) {
        drawings.push_back(blank(room));
        IndexedPicture& picture = drawings.back().picture;
        for (int cell = 0; cell < 896; ++cell) {
            constexpr std::array<Byte, 3> slots{0, 8, 9};
            const int kind = random(8), pattern = random(patterns);
            const Byte below = slots[static_cast<std::size_t>(random(2))];
            const Byte above = slots[static_cast<std::size_t>(random(3))];
            for (int i = 0; i < 64; ++i) {
                const int color = (pattern * (i + 1) >> 3) % 16;
                const bool second = kind > 4 && (i * kind + pattern) % 3 == 0 && color != 0;
                picture.at(cell % 32 * 8 + i % 8, cell / 32 * 8 + i / 8) =
                    static_cast<Byte>((second ? above : below) * 16 + color);
            }
        }
    }
    const auto files = build_rooms(drawings);
    RC_ASSERT(files.has_value());
    for (const RoomDrawing& drawing : drawings) {
        const Room& room = files->lev.rooms[files->lev.picture[static_cast<std::size_t>(drawing.room)]].room;
        const auto painted = paint_room(room, files->bnq, nullptr, 2, drawing.room, "lev");
        RC_ASSERT(painted.has_value());
        RC_ASSERT(painted->pixels == drawing.picture.pixels);
    }
}

TEST(RoomBuilder, RebuildsTheDemosRoomsFromTheirPictures) {
    RK_NEEDS_SHARED();
    // All rooms of LEVEL3, eight of LEVEL5: its layered rock makes too many different cells.
    for (const auto& [level, index, rooms] :
         {std::tuple{std::string("LEVEL3"), 2, 64u}, {std::string("LEVEL5"), 5, 8u}}) {
        SCOPED_TRACE(level);
        const LevRooms lev = must(read_lev_rooms(demo_file(level + ".LEV"), level));
        const TileBanks bnq = must(read_tile_banks(demo_file(level + ".BNQ"), BankFile::bnq, level));
        std::vector<RoomDrawing> drawings;
        for (std::size_t i = 0; i < rooms; ++i) {
            if (!lev.has_picture(i)) continue;
            const int number = static_cast<int>(i);
            RoomPicture picture =
                must(paint_room(lev.rooms[lev.picture[i]].room, bnq, nullptr, index, number, level));
            drawings.push_back({.room = number,
                                .picture = {256, 224, std::move(picture.pixels)},
                                .palettes = picture.palettes});
        }
        EXPECT_GE(drawings.size(), 8u);
        expect_same_pictures(drawings);
    }
}

TEST(PaletteBuilder, StoresFourBitsAComponent) {
    std::array<Color, 16> colors{};
    colors[3] = {17, 34, 255};
    const LevelPalettes level = must(build_palettes({colors, {}}));
    EXPECT_EQ(level.palettes.size(), 2u);
    EXPECT_EQ(level.palettes[0][3], 0xF21);
    EXPECT_EQ(color_from_bgr(level.palettes[0][3]), colors[3]);
    colors[3].g = 35;
    EXPECT_EQ(error_of(build_palettes({{}, colors})),
              "expected colour components that are multiples of 17, found 17 35 255 in palette 1, colour 3");
}

} // namespace rekindle::author
