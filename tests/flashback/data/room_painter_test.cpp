#include "flashback/data/room_painter.h"

#include "base/hash.h"
#include "flashback/data/lev_rooms.h"
#include "flashback/data/shapes.h"
#include "flashback/data/tile_banks.h"
#include "support/flashback_demo.h"

namespace rekindle::flashback {

namespace {

// Tile 1 has the colour 1 in its top left pixel, 2 in the one right of it, 3 in the one below; the rest is 0.
// Tile 2 is all 5. The others up to 1023 are all 6.
TileBanks painted_banks() {
    TileBanks banks;
    banks.banks.resize(4);
    for (TileBank& bank : banks.banks) bank.tiles = Bytes(256 * tile_bytes, 0x66);
    Bytes& tiles = banks.banks[0].tiles;
    std::fill(tiles.begin(), tiles.begin() + 32, Byte{0});
    tiles[0] = 0x12;
    tiles[4] = 0x30;
    std::fill(tiles.begin() + 32, tiles.begin() + 64, Byte{0x55});
    return banks;
}

Room blank_room() {
    Room room;
    room.palettes = {4, 3, 2, 1};
    room.layer1.emplace().fill(0);
    room.layer2.emplace().fill(0);
    for (std::uint16_t bank = 0; bank < 3; ++bank) room.tile_list.push_back({.bank = bank, .all = true});
    room.tile_list.push_back({.bank = 3, .all = false, .tiles = Bytes(255)});
    return room;
}

Room blank_shape_room() {
    Room room = blank_room();
    room.layer1.reset();
    room.shapes_flag = 1;
    return room;
}

// 16 x 1: colours 1...15 and 0, all drawn but the second.
ShapeFile striped_shape(std::size_t count) {
    Shape shape;
    shape.width_code = 1;
    shape.height = 1;
    shape.mask = {0xBF, 0xFF};
    shape.pixels = {0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC, 0xDE, 0xF0};
    return {.shapes = std::vector<Shape>(count, shape)};
}

struct Painted {
    RoomPicture picture;
    Byte at(std::size_t x, std::size_t y) const { return picture.pixels[256 * y + x]; }
};

Painted painted(const Room& room, const ShapeFile* shapes = nullptr, int level = 2, int number = 0) {
    RoomPicture picture{.pixels = Bytes(screen_pixels, 0xCC), .palettes = {}};
    auto result = paint_room(room, painted_banks(), shapes, level, number, "x");
    EXPECT_TRUE(result) << error_of(result);
    return {result ? *result : picture};
}

} // namespace

TEST(RoomPainter, MirrorsTilesBothWays) {
    Room room = blank_room();
    (*room.layer1)[0] = 0x0001;
    (*room.layer1)[1] = 0x0801;
    (*room.layer1)[32] = 0x1001;
    (*room.layer1)[33] = 0x1801;
    const Painted p = painted(room);
    EXPECT_EQ(p.at(0, 0), 1);
    EXPECT_EQ(p.at(1, 0), 2);
    EXPECT_EQ(p.at(0, 1), 3);
    EXPECT_EQ(p.at(15, 0), 1);
    EXPECT_EQ(p.at(14, 0), 2);
    EXPECT_EQ(p.at(15, 1), 3);
    EXPECT_EQ(p.at(0, 15), 1);
    EXPECT_EQ(p.at(1, 15), 2);
    EXPECT_EQ(p.at(0, 14), 3);
    EXPECT_EQ(p.at(15, 15), 1);
    EXPECT_EQ(p.at(14, 15), 2);
    EXPECT_EQ(p.at(15, 14), 3);
    EXPECT_EQ(p.picture.palettes, (std::array<std::uint16_t, 4>{4, 3, 2, 1}));
}

TEST(RoomPainter, OverwritesWithTheFirstLayerAndLaysTheSecondOverIt) {
    Room room = blank_room();
    (*room.layer1)[0] = 0x8001; // in front: colour 0 too becomes 0x80
    (*room.layer1)[1] = 2;
    (*room.layer2)[1] = 0x8001; // colour 0 lets layer 1 through
    const Painted p = painted(room);
    EXPECT_EQ(p.at(0, 0), 0x81);
    EXPECT_EQ(p.at(7, 7), 0x80);
    EXPECT_EQ(p.at(8, 0), 0x81);
    EXPECT_EQ(p.at(15, 7), 5);
    EXPECT_EQ(p.at(16, 0), 0) << "tile 0 draws nothing";
}

TEST(RoomPainter, ChoosesTheSlotByTheWordsTopBits) {
    const auto first_pixel = [](std::uint16_t word1, std::uint16_t word2) {
        Room room = blank_room();
        (*room.layer1)[0] = word1;
        (*room.layer2)[0] = word2;
        return painted(room).at(0, 0);
    };
    EXPECT_EQ(first_pixel(0x0002, 0), 0x05);
    EXPECT_EQ(first_pixel(0x6002, 0), 0x05) << "bits 13 and 14 mean nothing in layer 1";
    EXPECT_EQ(first_pixel(0xE002, 0), 0x85);
    EXPECT_EQ(first_pixel(0, 0x0002), 0x05);
    EXPECT_EQ(first_pixel(0, 0x6002), 0x05) << "nor in layer 2 without bit 15";
    EXPECT_EQ(first_pixel(0, 0xA002), 0x85);
    EXPECT_EQ(first_pixel(0, 0xC002), 0x95);
}

TEST(RoomPainter, SubtractsTheShapeRoomsBaseAndUsesItsPaletteRules) {
    const ShapeFile shapes = striped_shape(1);
    const auto first_pixel = [&](std::uint16_t word) {
        Room room = blank_shape_room();
        (*room.layer2)[0] = word;
        return painted(room, &shapes, 0, 1).at(0, 0);
    };
    EXPECT_EQ(first_pixel(0x380), 0) << "896 draws nothing";
    EXPECT_EQ(first_pixel(0x382), 0x05);
    EXPECT_EQ(first_pixel(0x2382), 0x15);
    EXPECT_EQ(first_pixel(0x4382), 0x15);
    EXPECT_EQ(first_pixel(0xE382), 0x15) << "palette bits win over the foreground bit";
    EXPECT_EQ(first_pixel(0x8382), 0x85);
    EXPECT_EQ(first_pixel(0x8400), 0x96) << "bit 10: tile 128 in slot 9";
}

TEST(RoomPainter, DrawsShapesMaskedInOrderAndClipped) {
    const ShapeFile shapes = striped_shape(2);
    Room room = blank_shape_room();
    room.shapes = {{.number = 0x8001, .x = 10, .y = 20},
                   {.number = ShapePlacement::same_again, .x = -4, .y = 0},
                   {.number = 0, .x = 250, .y = 223},
                   {.number = 0, .x = 0, .y = 224},
                   {.number = 0, .x = 0, .y = -1}};
    const Painted p = painted(room, &shapes, 1, 26);
    EXPECT_EQ(p.at(10, 20), 1);
    EXPECT_EQ(p.at(11, 20), 0) << "masked out";
    EXPECT_EQ(p.at(12, 20), 3);
    EXPECT_EQ(p.at(0, 0), 5);
    EXPECT_EQ(p.at(255, 223), 6);
    EXPECT_EQ(p.at(0, 223), 0);
    const Bytes& pixels = p.picture.pixels;
    EXPECT_EQ(std::count_if(pixels.begin(), pixels.end(), [](Byte b) { return b != 0; }), 14 + 11 + 5);
}

TEST(RoomPainter, LowersShape38OfTheFirstLevelsRoom26) {
    const ShapeFile shapes = striped_shape(39);
    Room room = blank_shape_room();
    room.shapes = {{.number = 0x8026, .x = 0, .y = 176}, {.number = 37, .x = 32, .y = 176}};
    EXPECT_EQ(painted(room, &shapes, 0, 26).at(0, 184), 1);
    EXPECT_EQ(painted(room, &shapes, 0, 26).at(0, 176), 0);
    EXPECT_EQ(painted(room, &shapes, 0, 26).at(32, 176), 1);
    EXPECT_EQ(painted(room, &shapes, 0, 27).at(0, 176), 1);
    EXPECT_EQ(painted(room, &shapes, 1, 26).at(0, 176), 1);
}

TEST(RoomPainter, RefusesWhatTheCheckRefuses) {
    Room room = blank_room();
    (*room.layer1)[0] = 0x400;
    EXPECT_FALSE(paint_room(room, painted_banks(), nullptr, 0, 0, "x"));
    EXPECT_FALSE(paint_room(blank_shape_room(), painted_banks(), nullptr, 0, 0, "x"));
}

TEST(RoomPainter, GivesTheFireItsColoursInTheParadiseClub) {
    MapPicture picture;
    picture.palettes = {0, 1, 2, 3};
    picture.pixels = Bytes(screen_pixels, 1);
    EXPECT_EQ(paint_room(picture, 4, 60).palettes[3], 5);
    EXPECT_EQ(paint_room(picture, 4, 59).palettes[3], 3);
    EXPECT_EQ(paint_room(picture, 3, 60).palettes[3], 3);
    EXPECT_EQ(paint_room(picture, 4, 60).pixels, picture.pixels);
}

TEST(RoomPainter, PaintsEveryRoomOfTheDemoAsTheReference) {
    RK_NEEDS_SHARED();
    const auto rows = test::read_csv(*test::shared_dir() / "spec/flashback-tables/check-rooms.csv");
    const ShapeFile shapes = must(read_shapes(demo_file("LEVEL1.SGD"), "LEVEL1.SGD"));
    std::string level;
    LevRooms rooms;
    TileBanks bnq;
    std::size_t checked = 0;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (rows[i][1] != level) {
            level = rows[i][1];
            rooms = must(read_lev_rooms(demo_file(level + ".LEV"), level));
            bnq = must(read_tile_banks(demo_file(level + ".BNQ"), BankFile::bnq, level));
        }
        const int index = std::stoi(rows[i][0]), number = std::stoi(rows[i][2]);
        const Room& room = rooms.rooms.at(rooms.picture.at(static_cast<std::size_t>(number))).room;
        const RoomPicture picture =
            must(paint_room(room, bnq, index == 0 ? &shapes : nullptr, index, number, level));
        EXPECT_EQ(crc32(picture.pixels), std::stoul(rows[i][3], nullptr, 16)) << level << " room " << number;
        ++checked;
    }
    EXPECT_EQ(checked, 163u);
}

} // namespace rekindle::flashback
