// The first byte chooses one of the room formats. What is read must be written again the same, and painting
// or checking it must not crash.

#include "fuzz/fuzz.h"

#include "flashback/data/bank_map.h"
#include "flashback/data/data_set.h"
#include "flashback/data/lev_rooms.h"
#include "flashback/data/map_rooms.h"
#include "flashback/data/palettes.h"
#include "flashback/data/plain_picture.h"
#include "flashback/data/room_painter.h"
#include "flashback/data/shapes.h"
#include "flashback/data/tile_banks.h"

using namespace rekindle;
using namespace rekindle::flashback;

namespace {

enum Kind : Byte { mbk, bnq, room, lev, map, shapes, palettes, bank_map, menu_picture, menu_palette, kinds };

void expect_same(const Expected<Bytes>& written, ByteView read) {
    if (!written || *written != Bytes(read.begin(), read.end())) std::abort();
}

void read_one_room(ByteView data) {
    static const TileBanks banks = [] {
        TileBanks banks;
        banks.banks.resize(3);
        banks.banks[0].tiles = Bytes(256 * tile_bytes, 0x12);
        banks.banks[1].tiles = Bytes(3 * tile_bytes, 0x34);
        return banks;
    }();
    static const ShapeFile shapes{
        .shapes = {{.width_code = 1, .height = 1, .mask = {0xFF, 0xFE}, .pixels = Bytes(8, 0x56)}}};
    const auto value = read_room(data, "fuzz");
    if (!value) return;
    expect_same(write_room(*value), data);
    const bool checked = check_room(*value, 0x10000, banks, &shapes, "fuzz").has_value();
    if (checked != paint_room(*value, banks, &shapes, 0, 26, "fuzz").has_value()) std::abort();
}

void write_seeds(test::SeedWriter& out) {
    const auto demo = DataSet::open(test::flashback_demo());
    if (!demo) return;
    const auto add = [&](const char* name, int kind) {
        if (const auto bytes = demo->read(name)) out.add(name, *bytes, kind);
    };
    add("LEVEL3.MBK", mbk);
    add("LEVEL3.BNQ", bnq);
    add("LEVEL3.LEV", lev);
    add("LEVEL1.SGD", shapes);
    add("LEVEL1.PAL", palettes);
    add("LEVEL1.RP", bank_map);
    add("MENU1.MAP", menu_picture);
    add("MENU1.PAL", menu_palette);
    for (const char* name : {"LEVEL1.LEV", "LEVEL5.LEV"})
        if (const auto rooms = demo->load(name, read_lev_rooms); rooms && !rooms->rooms.empty())
            if (const auto bytes = write_room(rooms->rooms[0].room))
                out.add(std::string(name) + ".room", *bytes, room);
    MapRooms rooms;
    rooms.pictures.resize(2);
    rooms.pictures[0].pixels = rooms.pictures[1].pixels = Bytes(screen_pixels, 3);
    rooms.pictures[1].compressed = false;
    rooms.picture[0] = 0;
    rooms.picture[1] = 1;
    if (const auto bytes = write_map_rooms(rooms)) out.add("rooms.map", *bytes, map);
}

} // namespace

RK_FUZZ_SEEDS(write_seeds)

extern "C" int LLVMFuzzerTestOneInput(const Byte* bytes, std::size_t size) {
    if (size == 0) return 0;
    const ByteView data(bytes + 1, size - 1);
    switch (bytes[0] % kinds) {
    case mbk:
        if (const auto v = read_tile_banks(data, BankFile::mbk, "fuzz"))
            expect_same(write_tile_banks(*v, BankFile::mbk), data);
        break;
    case bnq:
        if (const auto v = read_tile_banks(data, BankFile::bnq, "fuzz"))
            expect_same(write_tile_banks(*v, BankFile::bnq), data);
        break;
    case room: read_one_room(data); break;
    case lev:
        if (const auto v = read_lev_rooms(data, "fuzz")) expect_same(write_lev_rooms(*v), data);
        break;
    case map:
        if (const auto v = read_map_rooms(data, "fuzz")) expect_same(write_map_rooms(*v), data);
        break;
    case shapes:
        if (const auto v = read_shapes(data, "fuzz")) expect_same(write_shapes(*v), data);
        break;
    case palettes:
        if (const auto v = read_level_palettes(data, "fuzz")) expect_same(write_level_palettes(*v), data);
        break;
    case bank_map:
        if (const auto v = read_bank_map(data, "fuzz")) expect_same(write_bank_map(*v), data);
        break;
    case menu_picture:
        if (const auto v = read_menu_picture(data, "fuzz")) expect_same(write_menu_picture(*v), data);
        break;
    case menu_palette:
        if (const auto v = read_menu_palette(data, "fuzz")) expect_same(write_menu_palette(*v), data);
        break;
    }
    return 0;
}
