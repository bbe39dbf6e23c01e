#include "flashback/data/room_painter.h"

#include "flashback/data/shapes.h"
#include "flashback/data/tile_banks.h"

namespace rekindle::flashback {

namespace {

constexpr std::size_t tile_side = 8;

// A room has at most 1024 tiles, so bit 10 (slot 9 in the spec) is never set here.
Byte slot_of_layer1(std::uint16_t word) { return word & tile_word::foreground ? 0x80 : 0; }

Byte slot_of_layer2(std::uint16_t word, bool shape_room) {
    constexpr std::uint16_t palette_bits = tile_word::palette_low | tile_word::palette_high;
    if (shape_room && (word & palette_bits)) return 0x10;
    if (!(word & tile_word::foreground)) return 0;
    return word & (tile_word::bit_10 | tile_word::palette_high) ? 0x90 : 0x80;
}

// `opaque`: colour 0 overwrites as well.
void paint_tile(Bytes& pixels, std::size_t cell, const TilePixels& tile, std::uint16_t word, Byte slot,
                bool opaque) {
    const std::size_t flip = (word & tile_word::mirror_x ? 7 : 0) | (word & tile_word::mirror_y ? 56 : 0);
    const std::size_t left = cell % map_columns * tile_side, top = cell / map_columns * tile_side;
    for (std::size_t i = 0; i < tile.size(); ++i) {
        const Byte color = tile[i ^ flip];
        if (color != 0 || opaque) pixels[(top + i / 8) * screen_width + left + i % 8] = slot | color;
    }
}

void paint_layer(Bytes& pixels, const Room& room, const std::vector<TilePixels>& tiles, bool second) {
    const TileMap& map = second ? *room.layer2 : *room.layer1;
    for (std::size_t cell = 0; cell < map.size(); ++cell) {
        const std::uint16_t word = map[cell];
        const std::size_t tile = drawn_tile(word, second && room.has_shapes());
        if (tile == 0) continue;
        paint_tile(pixels, cell, tiles[tile], word,
                   second ? slot_of_layer2(word, room.has_shapes()) : slot_of_layer1(word), !second);
    }
}

void paint_shape(Bytes& pixels, const Shape& shape, int left, int top) {
    const std::size_t width = shape.width();
    for (std::size_t y = 0; y < static_cast<std::size_t>(shape.height); ++y) {
        const int row = top + static_cast<int>(y);
        if (row < 0 || row >= screen_height) continue;
        for (std::size_t x = 0; x < width; ++x) {
            const int column = left + static_cast<int>(x);
            if (column < 0 || column >= screen_width) continue;
            const std::size_t i = y * width + x;
            if (!(shape.mask[i / 8] & (0x80 >> (i % 8)))) continue;
            const Byte pair = shape.pixels[i / 2];
            pixels[static_cast<std::size_t>(row) * screen_width + static_cast<std::size_t>(column)] =
                i % 2 == 0 ? pair >> 4 : pair & 15;
        }
    }
}

void paint_shapes(Bytes& pixels, const Room& room, const ShapeFile& shapes, bool correct_room_26) {
    std::size_t number = 0;
    for (const ShapePlacement& placement : room.shapes) {
        if (placement.number != ShapePlacement::same_again) number = placement.number & 0x7FFF;
        const bool misplaced = correct_room_26 && number == 38 && placement.y == 176;
        paint_shape(pixels, shapes.shapes[number], placement.x, misplaced ? 184 : placement.y);
    }
}

} // namespace

Expected<RoomPicture> paint_room(const Room& room, const TileBanks& bnq, const ShapeFile* shapes,
                                 int level_index, int room_number, std::string_view where) {
    RK_TRY(const auto tiles, resolve_tiles(room, bnq, shapes, where));
    RoomPicture picture{.pixels = Bytes(screen_pixels), .palettes = room.palettes};
    if (room.has_shapes())
        paint_shapes(picture.pixels, room, *shapes, level_index == 0 && room_number == 26);
    else if (room.layer1)
        paint_layer(picture.pixels, room, tiles, false);
    if (room.layer2) paint_layer(picture.pixels, room, tiles, true);
    return picture;
}

RoomPicture paint_room(const MapPicture& picture, int level_index, int room_number) {
    return {.pixels = picture.pixels, .palettes = map_room_palettes(picture, level_index, room_number)};
}

} // namespace rekindle::flashback
