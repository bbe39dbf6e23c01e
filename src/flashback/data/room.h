#pragma once
// One room picture of a LEV file, unpacked (formats §11.2): palettes, two layers of 32 x 28 tiles (the first
// may be a list of shapes instead) and the list that says which bank tiles the layers' numbers mean.

#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace rekindle::flashback {

struct TileBanks;
struct ShapeFile;

inline constexpr std::size_t map_columns = 32;
inline constexpr std::size_t map_rows = 28;
inline constexpr std::size_t most_room_tiles = 1024; // with tile 0, the empty one

// Row by row. A word: bits 0-10 tile, 11 mirrored left-right, 12 mirrored top-bottom, 13-14 palette, 15
// foreground.
using TileMap = std::array<std::uint16_t, map_columns * map_rows>;
namespace tile_word {
inline constexpr std::uint16_t index = 0x07FF, bit_10 = 0x0400, mirror_x = 0x0800, mirror_y = 0x1000,
                               palette_low = 0x2000, palette_high = 0x4000, foreground = 0x8000;
inline constexpr std::uint16_t shape_room_base = 0x380; // subtracted in layer 2 of a room with shapes
} // namespace tile_word

// Appends tiles of one bank to the room's tiles.
struct TileListItem {
    std::uint16_t bank = 0; // entry of the BNQ file, 15 bits
    bool all = false;       // the whole bank, else
    Bytes tiles{};          // 1...255 tile numbers in it

    bool operator==(const TileListItem&) const = default;
};

struct ShapePlacement {
    std::uint16_t number = 0; // bits 0-14: shape; 0xFFFF: the previous one again; bit 15 else without meaning
    std::int16_t x = 0, y = 0;

    static constexpr std::uint16_t same_again = 0xFFFF;
    bool operator==(const ShapePlacement&) const = default;
};

struct Room {
    Byte unknown0 = 0;                       // 0 in known rooms
    Byte shapes_flag = 0;                    // S: not 0 = layer 1 is `shapes`
    std::array<std::uint16_t, 4> palettes{}; // P1...P4
    std::vector<ShapePlacement> shapes;      // only if S
    std::optional<TileMap> layer1;           // only if not S
    std::optional<TileMap> layer2;
    std::vector<TileListItem> tile_list; // at least one item
    // Unused bytes before layer 1, layer 2 and the tile list. Shape lists are followed by 6.
    std::array<Bytes, 3> unused;

    bool has_shapes() const { return shapes_flag != 0; }
    bool operator==(const Room&) const = default;
};

// `data`: the unpacked room. The parts must lie in the order header, layer 1, layer 2, tile list.
Expected<Room> read_room(ByteView data, std::string_view file);
// Refused: what the fields can't hold (see the structs), parts beyond 64 KiB.
Expected<Bytes> write_room(const Room& room);

// Where the parts lie in the unpacked room as write_room() lays them; 0 = not there.
struct RoomLayout {
    std::size_t layer1 = 0, layer2 = 0, tile_list = 0;
};
RoomLayout layout_of(const Room& room);

// 64 pixels 0...15 a tile, row by row.
using TilePixels = std::array<Byte, 64>;
// The room's tiles (the empty one, then those of its list), after the cross-file rules for what is painted:
// tiles in the banks and at most 1024, map words in the tile list, shapes in the SGD file (nullptr = there is
// none). `where` names file and room in errors, offsets are in the unpacked room.
Expected<std::vector<TilePixels>> resolve_tiles(const Room& room, const TileBanks& bnq,
                                                const ShapeFile* shapes, std::string_view where);
// The same rules and P1...P4 < palettes.
Expected<void> check_room(const Room& room, std::size_t palettes, const TileBanks& bnq,
                          const ShapeFile* shapes, std::string_view where);

// The tile number that a layer's word draws, 0 = none.
constexpr std::size_t drawn_tile(std::uint16_t word, bool shape_room_layer2) {
    const std::uint16_t index = word & tile_word::index;
    if (!shape_room_layer2 || index == 0) return index;
    return static_cast<std::size_t>((index - tile_word::shape_room_base) & 0xFFFF); // wraps: not a tile
}

} // namespace rekindle::flashback
