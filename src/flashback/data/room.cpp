#include "flashback/data/room.h"

#include <fmt/format.h>

#include "flashback/data/nibbles.h"
#include "flashback/data/shapes.h"
#include "flashback/data/tile_banks.h"

namespace rekindle::flashback {

namespace {

constexpr std::size_t header_bytes = 16;
constexpr std::size_t map_bytes = 2 * map_columns * map_rows;
constexpr std::size_t placement_bytes = 6;
constexpr std::uint16_t last_item = 0x8000;
constexpr Byte whole_bank = 0xFF;

// Moves to the part at `offset` and keeps the unused bytes before it.
Bytes seek_part(Reader& in, std::size_t offset, std::size_t field, std::string_view part) {
    in.expect_at(offset >= in.offset() && offset <= in.size(), field,
                 fmt::format("the offset of {} in {}...{}", part, in.offset(), in.size()), offset);
    if (!in) return {};
    const ByteView unused = in.bytes(offset - in.offset());
    return {unused.begin(), unused.end()};
}

TileMap read_map(Reader& in) {
    TileMap map{};
    for (auto& word : map) word = in.u16(Endian::little);
    return map;
}

std::vector<ShapePlacement> read_placements(Reader& in) {
    std::vector<ShapePlacement> shapes;
    const std::size_t count = in.u16(Endian::big);
    in.expect(count * placement_bytes <= in.remaining(),
              fmt::format("at most {} shapes before the end", in.remaining() / placement_bytes), count);
    for (std::size_t i = 0; in && i < count; ++i) {
        ShapePlacement shape;
        shape.number = in.u16(Endian::big);
        in.expect_at(i > 0 || shape.number != ShapePlacement::same_again, in.offset() - 2,
                     "a shape number in the first item", shape.number);
        shape.x = in.i16(Endian::big);
        shape.y = in.i16(Endian::big);
        shapes.push_back(shape);
    }
    return shapes;
}

std::vector<TileListItem> read_tile_list(Reader& in) {
    std::vector<TileListItem> list;
    std::size_t tiles = 1;
    for (bool last = false; in && !last;) {
        const std::size_t at = in.offset();
        const std::uint16_t word = in.u16(Endian::big);
        last = (word & last_item) != 0;
        TileListItem item{.bank = static_cast<std::uint16_t>(word & ~last_item), .all = false, .tiles = {}};
        const Byte k = in.u8();
        item.all = k == whole_bank;
        if (!item.all) {
            const ByteView numbers = in.bytes(k + std::size_t{1});
            item.tiles.assign(numbers.begin(), numbers.end());
        }
        tiles += item.all ? 1 : item.tiles.size();
        in.expect_at(tiles <= most_room_tiles, at, "at most 1024 tiles in the list", tiles);
        list.push_back(std::move(item));
    }
    return list;
}

void write_map(Writer& out, const TileMap& map) {
    for (const std::uint16_t word : map) out.u16(word, Endian::little);
}

Expected<void> check_writable(const Room& room, const RoomLayout& layout) {
    if (room.has_shapes() ? room.layer1.has_value() : !room.shapes.empty())
        return usage_error("a room with either shapes or a first tile layer, as its flag says", "both");
    if (room.shapes.size() > 0xFFFF)
        return usage_error("at most 65535 shapes", fmt::format("{}", room.shapes.size()));
    if (!room.shapes.empty() && room.shapes[0].number == ShapePlacement::same_again)
        return usage_error("a shape number in the first item", "0xFFFF");
    if (room.tile_list.empty()) return usage_error("a tile list with at least one item", "none");
    for (const TileListItem& item : room.tile_list) {
        if (item.bank & last_item)
            return usage_error("a bank number below 32768", fmt::format("{}", item.bank));
        if (item.all ? !item.tiles.empty() : item.tiles.empty() || item.tiles.size() > 255)
            return usage_error("a whole bank or 1...255 tiles of it",
                               fmt::format("{} tiles", item.tiles.size()));
    }
    if (layout.tile_list > 0xFFFF) return usage_error("a room of less than 64 KiB", "more");
    return {};
}

} // namespace

Expected<Room> read_room(ByteView data, std::string_view file) {
    Reader in(data, file);
    Room room;
    room.unknown0 = in.u8();
    room.shapes_flag = in.u8();
    for (auto& palette : room.palettes) palette = in.u16(Endian::big);
    const std::size_t layer1 = in.u16(Endian::big);
    const std::size_t layer2 = in.u16(Endian::big);
    const std::size_t tile_list = in.u16(Endian::big);

    if (layer1 != 0 || room.has_shapes()) {
        room.unused[0] = seek_part(in, layer1, 10, "layer 1");
        if (room.has_shapes())
            room.shapes = read_placements(in);
        else
            room.layer1 = read_map(in);
    }
    if (layer2 != 0) {
        room.unused[1] = seek_part(in, layer2, 12, "layer 2");
        room.layer2 = read_map(in);
    }
    room.unused[2] = seek_part(in, tile_list, 14, "the tile list");
    room.tile_list = read_tile_list(in);
    if (!in.expect_end()) return in.unexpected();
    return room;
}

RoomLayout layout_of(const Room& room) {
    RoomLayout layout;
    std::size_t at = header_bytes;
    if (room.has_shapes() || room.layer1) {
        layout.layer1 = at + room.unused[0].size();
        at = layout.layer1 + (room.has_shapes() ? 2 + placement_bytes * room.shapes.size() : map_bytes);
    }
    if (room.layer2) {
        layout.layer2 = at + room.unused[1].size();
        at = layout.layer2 + map_bytes;
    }
    layout.tile_list = at + room.unused[2].size();
    return layout;
}

Expected<Bytes> write_room(const Room& room) {
    const RoomLayout layout = layout_of(room);
    RK_CHECK(check_writable(room, layout));
    Writer out;
    out.u8(room.unknown0);
    out.u8(room.shapes_flag);
    for (const std::uint16_t palette : room.palettes) out.u16(palette, Endian::big);
    for (const std::size_t offset : {layout.layer1, layout.layer2, layout.tile_list})
        out.u16(static_cast<std::uint16_t>(offset), Endian::big);
    if (layout.layer1 != 0) out.bytes(room.unused[0]);
    if (room.has_shapes()) {
        out.u16(static_cast<std::uint16_t>(room.shapes.size()), Endian::big);
        for (const ShapePlacement& shape : room.shapes) {
            out.u16(shape.number, Endian::big);
            out.i16(shape.x, Endian::big);
            out.i16(shape.y, Endian::big);
        }
    } else if (room.layer1) {
        write_map(out, *room.layer1);
    }
    if (room.layer2) {
        out.bytes(room.unused[1]);
        write_map(out, *room.layer2);
    }
    out.bytes(room.unused[2]);
    for (const TileListItem& item : room.tile_list) {
        const bool last = &item == &room.tile_list.back();
        out.u16(static_cast<std::uint16_t>(item.bank | (last ? last_item : 0)), Endian::big);
        out.u8(item.all ? whole_bank : static_cast<Byte>(item.tiles.size() - 1));
        out.bytes(item.tiles);
    }
    return out.take();
}

namespace {

Expected<std::vector<TilePixels>> collect_tiles(const Room& room, const TileBanks& bnq,
                                                std::string_view where) {
    std::vector<TilePixels> tiles(1);
    std::size_t at = layout_of(room).tile_list;
    for (const TileListItem& item : room.tile_list) {
        if (item.bank >= bnq.banks.size())
            return bad_data(where, at, fmt::format("one of {} tile banks", bnq.banks.size()),
                            fmt::format("{}", item.bank));
        const TileBank& bank = bnq.banks[item.bank];
        const std::size_t count = item.all ? bank.count() : item.tiles.size();
        if (tiles.size() + count > most_room_tiles)
            return bad_data(where, at, "at most 1024 tiles in the list",
                            fmt::format("{}", tiles.size() + count));
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t tile = item.all ? i : item.tiles[i];
            if (tile >= bank.count())
                return bad_data(where, at + 3 + i,
                                fmt::format("one of the {} tiles of bank {}", bank.count(), item.bank),
                                fmt::format("{}", tile));
            unpack_nibbles(ByteView(bank.tiles).subspan(tile * tile_bytes, tile_bytes), tiles.emplace_back());
        }
        at += 3 + item.tiles.size();
    }
    return tiles;
}

Expected<void> check_map(const TileMap& map, std::size_t at, bool shape_room_layer2, std::size_t tiles,
                         std::string_view where) {
    for (std::size_t i = 0; i < map.size(); ++i)
        if (const std::size_t tile = drawn_tile(map[i], shape_room_layer2); tile >= tiles)
            return bad_data(where, at + 2 * i,
                            fmt::format("a tile map word that names one of {} tiles", tiles),
                            fmt::format("0x{:04x}", map[i]));
    return {};
}

Expected<void> check_shapes(const Room& room, const ShapeFile* shapes, std::size_t at,
                            std::string_view where) {
    if (shapes == nullptr) return bad_data(where, 1, "an SGD file for a room with shapes", "none");
    for (std::size_t i = 0; i < room.shapes.size(); ++i) {
        const std::uint16_t number = room.shapes[i].number;
        if (number == ShapePlacement::same_again ? i == 0 : (number & 0x7FFFu) >= shapes->shapes.size())
            return bad_data(where, at + 2 + placement_bytes * i,
                            fmt::format("the number of one of {} shapes", shapes->shapes.size()),
                            fmt::format("0x{:04x}", number));
    }
    return {};
}

} // namespace

Expected<std::vector<TilePixels>> resolve_tiles(const Room& room, const TileBanks& bnq,
                                                const ShapeFile* shapes, std::string_view where) {
    const RoomLayout layout = layout_of(room);
    RK_TRY(auto tiles, collect_tiles(room, bnq, where));
    if (room.has_shapes()) RK_CHECK(check_shapes(room, shapes, layout.layer1, where));
    if (room.layer1) RK_CHECK(check_map(*room.layer1, layout.layer1, false, tiles.size(), where));
    if (room.layer2) RK_CHECK(check_map(*room.layer2, layout.layer2, room.has_shapes(), tiles.size(), where));
    return tiles;
}

Expected<void> check_room(const Room& room, std::size_t palettes, const TileBanks& bnq,
                          const ShapeFile* shapes, std::string_view where) {
    for (std::size_t i = 0; i < room.palettes.size(); ++i)
        if (room.palettes[i] >= palettes)
            return bad_data(where, 2 + 2 * i, fmt::format("one of {} palettes", palettes),
                            fmt::format("{}", room.palettes[i]));
    RK_CHECK(resolve_tiles(room, bnq, shapes, where));
    return {};
}

} // namespace rekindle::flashback
