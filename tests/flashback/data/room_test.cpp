#include "flashback/data/room.h"

#include "base/hash.h"
#include "flashback/data/lev_rooms.h"
#include "flashback/data/palettes.h"
#include "flashback/data/shapes.h"
#include "flashback/data/tile_banks.h"
#include "support/damage.h"
#include "support/flashback_demo.h"

namespace rekindle::flashback {

namespace {

TileBanks two_banks() {
    TileBanks banks;
    banks.banks.resize(2);
    banks.banks[1].tiles = Bytes(3 * tile_bytes, 0x12);
    return banks;
}

// Tiles 1...4: tile 2 of bank 1, then the whole of it.
Room plain_room() {
    Room room;
    room.palettes = {0, 1, 2, 3};
    room.layer1.emplace().fill(0);
    room.layer2.emplace().fill(0);
    room.tile_list = {{.bank = 1, .all = false, .tiles = {2}}, {.bank = 1, .all = true}};
    return room;
}

Room shape_room() {
    Room room = plain_room();
    room.shapes_flag = 1;
    room.layer1.reset();
    room.shapes = {{.number = 0, .x = -4, .y = 5}, {.number = ShapePlacement::same_again, .x = 8, .y = 9}};
    room.unused[1] = Bytes(6, 0xEE);
    return room;
}

ShapeFile one_shape() { return {.shapes = std::vector<Shape>(1)}; }

LevRooms stripped(LevRooms rooms) {
    for (LevRoom& room : rooms.rooms) room.stored.clear();
    return rooms;
}

} // namespace

TEST(Room, IsLaidOutAsTheSpecSays) {
    Room room = plain_room();
    room.unknown0 = 0x77;
    room.layer1->at(0) = 0x8001;
    const Bytes bytes = must(write_room(room));
    EXPECT_EQ(ByteView(bytes).first(16).size(), 16u);
    const Bytes head{0x77, 0, 0, 0, 0, 1, 0, 2, 0, 3, 0, 16, 0x07, 0x10, 0x0E, 0x10, 0x01, 0x80};
    EXPECT_EQ(Bytes(bytes.begin(), bytes.begin() + 18), head)
        << "layers at 16 and 1808, list at 3600, words LE";
    const Bytes list{0, 1, 0, 2, 0x80, 1, 0xFF};
    EXPECT_EQ(Bytes(bytes.begin() + 3600, bytes.end()), list);
    EXPECT_EQ(must(read_room(bytes, "x")), room);
}

TEST(Room, WithShapesKeepsTheBytesBehindTheirList) {
    const Bytes bytes = must(write_room(shape_room()));
    const Bytes list{0, 2, 0, 0, 0xFF, 0xFC, 0, 5, 0xFF, 0xFF, 0, 8, 0, 9, 0xEE, 0xEE};
    EXPECT_EQ(Bytes(bytes.begin() + 16, bytes.begin() + 32), list);
    EXPECT_EQ(must(read_room(bytes, "x")), shape_room());
}

TEST(Room, MayLackALayer) {
    Room room = plain_room();
    room.layer1.reset();
    EXPECT_EQ(must(read_room(must(write_room(room)), "x")), room);
    room.layer2.reset();
    EXPECT_EQ(must(read_room(must(write_room(room)), "x")), room);
    EXPECT_EQ(must(write_room(room)).size(), 16u + 7);
}

TEST(Room, IsRefusedWhereItsPartsDoNotFit) {
    const Bytes good = must(write_room(plain_room()));
    const auto damaged = [&](std::size_t at, Byte value) {
        Bytes bytes = good;
        bytes[at] = value;
        return error_of(read_room(bytes, "x"));
    };
    EXPECT_EQ(damaged(11, 15), "x at 0xa (10): expected the offset of layer 1 in 16...3607, found 15");
    EXPECT_EQ(damaged(13, 0x0F), "x at 0xc (12): expected the offset of layer 2 in 1808...3607, found 1807");
    EXPECT_EQ(damaged(14, 0x0F),
              "x at 0xe (14): expected the offset of the tile list in 3600...3607, found 3856");
    EXPECT_EQ(damaged(3600, 0x80), "x at 0xe14 (3604): expected the end of the file, found 3 more bytes");
    EXPECT_EQ(damaged(3604, 0), "x at 0xe17 (3607): expected 2 more bytes, found 0 before the end")
        << "no last item";
    EXPECT_EQ(damaged(3602, 200), "x at 0xe13 (3603): expected 201 more bytes, found 4 before the end");

    Bytes shapes = must(write_room(shape_room()));
    shapes[18] = shapes[19] = 0xFF;
    EXPECT_EQ(error_of(read_room(shapes, "x")),
              "x at 0x12 (18): expected a shape number in the first item, found 65535");
    shapes[16] = 0xFF;
    EXPECT_NE(error_of(read_room(shapes, "x")).find("shapes before the end"), std::string::npos);
}

TEST(Room, IsNotWrittenWhereTheFileCanNotHoldIt) {
    Room room = plain_room();
    room.tile_list.clear();
    EXPECT_FALSE(write_room(room));
    room = plain_room();
    room.tile_list[0].tiles.clear();
    EXPECT_FALSE(write_room(room));
    room.tile_list[0].tiles.resize(256);
    EXPECT_FALSE(write_room(room));
    room = plain_room();
    room.shapes.resize(1);
    EXPECT_FALSE(write_room(room)) << "shapes without the flag";
    room = shape_room();
    room.layer1.emplace();
    EXPECT_FALSE(write_room(room)) << "shapes and a first tile layer";
    room = shape_room();
    room.shapes.resize(20000);
    EXPECT_FALSE(write_room(room)) << "120,000 bytes of shapes";
}

TEST(Room, ChecksPalettesTilesAndShapesAgainstTheOtherFiles) {
    const TileBanks bnq = two_banks();
    const ShapeFile sgd = one_shape();
    const auto check = [&](const Room& room, const ShapeFile* shapes = nullptr, std::size_t palettes = 4) {
        return error_of(check_room(room, palettes, bnq, shapes, "x"));
    };
    EXPECT_EQ(check(plain_room()), "no error");
    EXPECT_EQ(check(shape_room(), &sgd), "no error");

    EXPECT_EQ(check(plain_room(), nullptr, 3), "x at 0x8 (8): expected one of 3 palettes, found 3");
    Room room = plain_room();
    room.tile_list[1].bank = 2;
    EXPECT_EQ(check(room), "x at 0xe14 (3604): expected one of 2 tile banks, found 2");
    room = plain_room();
    room.tile_list[0].tiles = {0, 3};
    EXPECT_EQ(check(room), "x at 0xe14 (3604): expected one of the 3 tiles of bank 1, found 3");
    room = plain_room();
    room.layer1->at(1) = 4; // the last one there is
    EXPECT_EQ(check(room), "no error");
    room.layer1->at(1) = 5;
    EXPECT_EQ(check(room),
              "x at 0x12 (18): expected a tile map word that names one of 5 tiles, found 0x0005");
    room.layer1->at(1) = 0;
    room.layer2->at(895) = 0x8405;
    EXPECT_EQ(check(room),
              "x at 0xe0e (3598): expected a tile map word that names one of 5 tiles, found 0x8405");

    room = shape_room();
    EXPECT_EQ(check(room), "x at 0x1 (1): expected an SGD file for a room with shapes, found none");
    room.shapes[0].number = 0x8001;
    EXPECT_EQ(check(room, &sgd), "x at 0x12 (18): expected the number of one of 1 shapes, found 0x8001");
    room = shape_room();
    room.layer2->at(0) = 0x384; // 896 + 4
    room.layer2->at(1) = 0x380; // draws nothing
    EXPECT_EQ(check(room, &sgd), "no error");
    room.layer2->at(2) = 0x385;
    EXPECT_NE(check(room, &sgd), "no error");
    room.layer2->at(2) = 1; // below 896
    EXPECT_NE(check(room, &sgd), "no error");
}

TEST(Room, HasAtMost1024TilesWithTheEmptyOne) {
    TileBanks bnq;
    bnq.banks.resize(1);
    bnq.banks[0].tiles = Bytes(256 * tile_bytes);
    Room room;
    const TileListItem all{.bank = 0, .all = true};
    room.tile_list = {all, all, all, {.bank = 0, .all = false, .tiles = Bytes(255)}};
    EXPECT_EQ(must(resolve_tiles(room, bnq, nullptr, "x")).size(), 1024u);
    room.tile_list.back() = all;
    EXPECT_FALSE(resolve_tiles(room, bnq, nullptr, "x"));
}

TEST(Room, SurvivesDamage) {
    const auto load = [](ByteView bytes) {
        if (const auto room = read_room(bytes, "damaged")) {
            EXPECT_EQ(must(write_room(*room)), Bytes(bytes.begin(), bytes.end()));
        }
    };
    for (const Room& room : {plain_room(), shape_room()}) {
        const Bytes good = must(write_room(room));
        test::for_each_truncation(good, load);
        test::for_each_bit_flip(good, load);
    }
}

TEST(LevRooms, OfTheDemoHaveTheCountsOfTheSpecAndRoundTrip) {
    RK_NEEDS_SHARED();
    struct Case {
        std::string level;
        std::size_t rooms, pictures, bytes, most_tiles;
        std::uint32_t crc;
    };
    const ShapeFile shapes = must(read_shapes(demo_file("LEVEL1.SGD"), "LEVEL1.SGD"));
    for (const Case& c : {Case{"LEVEL1", 38, 26, 106496, 245, 0xc1841ec0},
                          {"LEVEL3", 61, 32, 221925, 436, 0x95ee5b9c},
                          {"LEVEL5", 64, 39, 255955, 623, 0x914c84f4}}) {
        SCOPED_TRACE(c.level);
        const Bytes bytes = demo_file(c.level + ".LEV");
        const LevRooms rooms = must(read_lev_rooms(bytes, c.level));
        const TileBanks bnq = must(read_tile_banks(demo_file(c.level + ".BNQ"), BankFile::bnq, c.level));
        const std::size_t palettes =
            must(read_level_palettes(demo_file(c.level + ".PAL"), c.level)).palettes.size();
        std::size_t with_picture = 0, unpacked = 0, most_tiles = 0;
        std::uint32_t crc = 0;
        for (std::size_t i = 0; i < level_rooms; ++i) {
            if (!rooms.has_picture(i)) continue;
            ++with_picture;
            const Room& room = rooms.rooms[rooms.picture[i]].room;
            const Bytes content = must(write_room(room));
            unpacked += content.size();
            crc = crc32(content, crc);
            most_tiles = std::max(most_tiles, must(resolve_tiles(room, bnq, &shapes, c.level)).size());
        }
        EXPECT_EQ(with_picture, c.rooms);
        EXPECT_EQ(rooms.rooms.size(), c.pictures);
        EXPECT_EQ(unpacked, c.bytes);
        EXPECT_EQ(crc, c.crc);
        EXPECT_EQ(most_tiles, c.most_tiles);
        EXPECT_EQ(error_of(check_lev_rooms(rooms, palettes, bnq, &shapes, c.level)), "no error");
        EXPECT_EQ(check_lev_rooms(rooms, palettes, bnq, nullptr, c.level).has_value(), c.level != "LEVEL1");

        EXPECT_EQ(must(write_lev_rooms(rooms)), bytes);
        EXPECT_EQ(stripped(must(read_lev_rooms(must(write_lev_rooms(stripped(rooms))), "anew"))),
                  stripped(rooms));
    }
}

TEST(LevRooms, PackOnlyTheChangedRoomAnew) {
    RK_NEEDS_SHARED();
    LevRooms rooms = must(read_lev_rooms(demo_file("LEVEL3.LEV"), "LEVEL3.LEV"));
    rooms.rooms[3].room.palettes[0] = 9;
    const LevRooms again = must(read_lev_rooms(must(write_lev_rooms(rooms)), "changed"));
    for (std::size_t i = 0; i < rooms.rooms.size(); ++i) {
        EXPECT_EQ(again.rooms[i].room, rooms.rooms[i].room) << i;
        EXPECT_EQ(again.rooms[i].stored == rooms.rooms[i].stored, i != 3) << i;
    }
}

namespace {

LevRooms two_rooms() {
    LevRooms rooms;
    rooms.rooms = {{.room = plain_room()}, {.room = shape_room()}};
    rooms.picture[0] = 1;
    rooms.picture[5] = 0;
    rooms.picture[63] = 1;
    return rooms;
}

} // namespace

TEST(LevRooms, ShareOneStreamBetweenRoomsOfOnePicture) {
    const Bytes bytes = must(write_lev_rooms(two_rooms()));
    Reader in(bytes, "x");
    EXPECT_EQ(in.u32(Endian::big), bytes.size());
    EXPECT_EQ(in.u32(Endian::big), 0x100u);
    in.seek(4 * 63);
    EXPECT_EQ(in.u32(Endian::big), bytes.size());
    EXPECT_EQ(stripped(must(read_lev_rooms(bytes, "x"))), two_rooms());
}

TEST(LevRooms, AreRefusedOrNotWrittenWhereTheyDoNotFit) {
    const Bytes good = must(write_lev_rooms(two_rooms()));
    Bytes bytes = good;
    bytes[7] = 1; // 0x101
    EXPECT_EQ(error_of(read_lev_rooms(bytes, "x.LEV")),
              "x.LEV at 0x4 (4): expected 256 (no picture) or the end of a room in 272..." +
                  std::to_string(good.size()) + ", found 257");
    bytes = good;
    bytes[4] = 1; // beyond the file
    EXPECT_FALSE(read_lev_rooms(bytes, "x.LEV"));
    EXPECT_FALSE(read_lev_rooms(ByteView(good).first(255), "x.LEV"));

    LevRooms rooms = two_rooms();
    rooms.picture[1] = 2;
    EXPECT_FALSE(write_lev_rooms(rooms)) << "no such picture";
    rooms = two_rooms();
    rooms.picture[5] = LevRooms::no_picture;
    EXPECT_FALSE(write_lev_rooms(rooms)) << "a picture of no room";
}

TEST(LevRooms, NameFileAndRoomInErrors) {
    LevRooms rooms = two_rooms();
    rooms.rooms[0].room.layer2->at(0) = 0x7FF;
    const ShapeFile sgd = one_shape();
    EXPECT_EQ(
        error_of(check_lev_rooms(rooms, 4, two_banks(), &sgd, "x.LEV")),
        "x.LEV:room 5 at 0x710 (1808): expected a tile map word that names one of 5 tiles, found 0x07ff");
}

TEST(LevRooms, SurviveDamage) {
    const auto load = [](ByteView bytes) {
        if (const auto rooms = read_lev_rooms(bytes, "damaged")) {
            EXPECT_EQ(must(write_lev_rooms(*rooms)), Bytes(bytes.begin(), bytes.end()));
        }
    };
    const Bytes good = must(write_lev_rooms(two_rooms()));
    test::for_each_truncation(good, load);
    test::for_each_bit_flip(good, load);
}

} // namespace rekindle::flashback
