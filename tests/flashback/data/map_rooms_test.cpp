#include "flashback/data/map_rooms.h"

#include "flashback/data/lev_rooms.h"
#include "flashback/data/room_painter.h"
#include "flashback/data/tile_banks.h"
#include "support/damage.h"
#include "support/flashback_demo.h"

namespace rekindle::flashback {

namespace {

MapPicture gradient(bool compressed) {
    MapPicture picture;
    picture.palettes = {0, 1, 2, 3};
    picture.compressed = compressed;
    for (std::size_t i = 0; i < screen_pixels; ++i)
        picture.pixels.push_back(static_cast<Byte>(i % 256 < 100 ? i / 256 : i * i >> 7));
    return picture;
}

MapRooms both_variants() {
    MapRooms rooms;
    rooms.pictures = {gradient(true), gradient(false)};
    rooms.picture[3] = 1;
    rooms.picture[4] = 0;
    rooms.picture[63] = 1;
    rooms.sizes[4] = 0x1234;
    return rooms;
}

MapRooms stripped(MapRooms rooms) {
    for (MapPicture& picture : rooms.pictures) picture.stored.clear();
    return rooms;
}

} // namespace

TEST(MapRooms, HaveNegativeOffsetsForPlanesAndPositiveOnesForRunLengthParts) {
    const Bytes bytes = must(write_map_rooms(both_variants()));
    Reader in(bytes, "x");
    in.seek(6 * 4);
    EXPECT_EQ(in.i32(Endian::little), 384);
    EXPECT_EQ(in.u16(Endian::little), 0x1234);
    in.seek(6 * 3);
    EXPECT_EQ(in.i32(Endian::little), -static_cast<int>(bytes.size() - 4 - screen_pixels));
    in.seek(0);
    EXPECT_EQ(in.i32(Endian::little), 0);
    EXPECT_EQ(stripped(must(read_map_rooms(bytes, "x"))), both_variants());
}

TEST(MapRooms, StackTheFourPartsAndInterleaveThePlanes) {
    Writer out;
    out.i32(384, Endian::little);
    out.u16(0, Endian::little);
    out.fill(384 - 6);
    for (const Byte palette : {4, 3, 2, 1}) out.u8(palette);
    for (Byte part = 0; part < 4; ++part) {
        out.u16(224, Endian::little);
        for (int i = 0; i < 112; ++i) { // 112 runs of 128 pixels
            out.i8(-127);
            out.u8(static_cast<Byte>(10 + part));
        }
    }
    const MapRooms rooms = must(read_map_rooms(out.view(), "x"));
    const Bytes& pixels = rooms.pictures.at(0).pixels;
    ASSERT_EQ(pixels.size(), screen_pixels);
    for (std::size_t y = 0; y < 224; ++y) EXPECT_EQ(pixels[256 * y + y], 10 + y / 56);
    EXPECT_EQ(rooms.pictures[0].palettes, (std::array<Byte, 4>{4, 3, 2, 1}));

    Writer planes;
    planes.i32(-384, Endian::little);
    planes.fill(384 - 4);
    planes.fill(4);
    for (Byte plane = 0; plane < 4; ++plane) planes.fill(14336, 20 + plane);
    const MapRooms raw = must(read_map_rooms(planes.view(), "x"));
    for (std::size_t x = 0; x < 256; ++x) EXPECT_EQ(raw.pictures.at(0).pixels[256 * 100 + x], 20 + x % 4);
}

TEST(MapRooms, HoldTheDemosRoomsInBothVariants) {
    RK_NEEDS_SHARED();
    const LevRooms lev = must(read_lev_rooms(demo_file("LEVEL3.LEV"), "LEVEL3.LEV"));
    const TileBanks bnq = must(read_tile_banks(demo_file("LEVEL3.BNQ"), BankFile::bnq, "LEVEL3.BNQ"));
    MapRooms rooms;
    std::array<RoomPicture, level_rooms> painted;
    for (std::size_t i = 0; i < level_rooms; ++i) {
        if (!lev.has_picture(i)) continue;
        painted[i] =
            must(paint_room(lev.rooms[lev.picture[i]].room, bnq, nullptr, 2, static_cast<int>(i), "x"));
        if (const auto same =
                std::find(lev.picture.begin(), lev.picture.end(), lev.picture[i]) - lev.picture.begin();
            static_cast<std::size_t>(same) < i) {
            rooms.picture[i] = rooms.picture[static_cast<std::size_t>(same)];
            continue;
        }
        rooms.picture[i] = static_cast<Byte>(rooms.pictures.size());
        MapPicture picture{.palettes = {}, .pixels = painted[i].pixels, .compressed = i % 3 != 0};
        for (std::size_t k = 0; k < 4; ++k) picture.palettes[k] = static_cast<Byte>(painted[i].palettes[k]);
        rooms.pictures.push_back(picture);
    }
    const Bytes bytes = must(write_map_rooms(rooms));
    const MapRooms again = must(read_map_rooms(bytes, "x"));
    EXPECT_EQ(stripped(again), rooms);
    EXPECT_EQ(must(write_map_rooms(again)), bytes);
    EXPECT_EQ(error_of(check_map_rooms(again, 4, 2, "x")), "no error");
    for (std::size_t i = 0; i < level_rooms; ++i)
        if (again.has_picture(i)) {
            EXPECT_EQ(paint_room(again.pictures[again.picture[i]], 2, static_cast<int>(i)), painted[i]) << i;
        }
}

TEST(MapRooms, KeepForeignPackingAndUnusedBytesUntilAPictureChanges) {
    MapRooms rooms = must(read_map_rooms(must(write_map_rooms(both_variants())), "x"));
    // The first part begins with single literals instead of runs.
    Bytes& stored = rooms.pictures[0].stored;
    ASSERT_GE(static_cast<std::int8_t>(stored[2]), -127);
    const std::size_t size = stored[0] + 256u * stored[1] + 2;
    ASSERT_LT(static_cast<std::int8_t>(stored[2]), 0) << "a run";
    const Byte value = stored[3];
    stored[2] = static_cast<Byte>(stored[2] + 1); // one pixel less in the run, and that pixel as a literal
    stored.insert(stored.begin() + 4, {Byte{0}, value});
    stored[0] = static_cast<Byte>(size);
    stored[1] = static_cast<Byte>(size >> 8);
    rooms.pictures[1].unused = {1, 2, 3};
    rooms.trailing = {9};
    const Bytes bytes = must(write_map_rooms(rooms));
    const MapRooms again = must(read_map_rooms(bytes, "x"));
    EXPECT_EQ(again, rooms);
    EXPECT_EQ(must(write_map_rooms(again)), bytes);
    rooms.pictures[0].pixels[0] ^= 1;
    EXPECT_EQ(stripped(must(read_map_rooms(must(write_map_rooms(rooms)), "x"))), stripped(rooms));
}

TEST(MapRooms, AreRefusedOrNotWrittenWhereTheyDoNotFit) {
    const Bytes good = must(write_map_rooms(both_variants()));
    const auto damaged = [&](std::size_t at, Byte value) {
        Bytes bytes = good;
        bytes[at] = value;
        return error_of(read_map_rooms(bytes, "x.MAP"));
    };
    EXPECT_FALSE(read_map_rooms(ByteView(good).first(383), "x.MAP"));
    EXPECT_EQ(damaged(24, 0x7F),
              "x.MAP at 0x18 (24): expected a picture behind what is before it, at 384..." +
                  std::to_string(good.size()) + ", found 383");
    EXPECT_NE(damaged(27, 0x7F), "no error") << "beyond the file";
    EXPECT_NE(damaged(388, good[388] ^ 1), "no error") << "another packed length";
    EXPECT_FALSE(read_map_rooms(ByteView(good).first(good.size() - 1), "x.MAP"));
    EXPECT_EQ(error_of(check_map_rooms(both_variants(), 3, 2, "x.MAP")),
              "x.MAP:room 3 at 0x3 (3): expected one of 3 palettes, found 3");

    MapRooms rooms = both_variants();
    rooms.pictures[0].pixels.pop_back();
    EXPECT_FALSE(write_map_rooms(rooms));
    rooms = both_variants();
    rooms.picture[0] = 2;
    EXPECT_FALSE(write_map_rooms(rooms));
    rooms = both_variants();
    rooms.picture[4] = MapRooms::no_picture;
    EXPECT_FALSE(write_map_rooms(rooms));
}

TEST(MapRooms, SurviveDamage) {
    const auto load = [](ByteView bytes) {
        if (const auto rooms = read_map_rooms(bytes, "damaged")) {
            EXPECT_EQ(must(write_map_rooms(*rooms)), Bytes(bytes.begin(), bytes.end()));
        }
    };
    test::for_each_truncation(must(write_map_rooms(both_variants())), load);
    MapRooms plain; // a short file, so that most bits are looked at
    plain.pictures = {{.palettes = {0, 1, 2, 3}, .pixels = Bytes(screen_pixels, 1)}};
    plain.picture[3] = plain.picture[4] = 0;
    test::for_each_bit_flip(must(write_map_rooms(plain)), load);
}

} // namespace rekindle::flashback
