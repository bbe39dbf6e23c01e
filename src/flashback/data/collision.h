#pragma once
// CT files: which rooms are neighbours, and the collision grids (formats §8, engine §1.5).

#include <array>

#include "base/bytes.h"

namespace rekindle::flashback {

inline constexpr int room_count = 64;
inline constexpr int grid_rows = 7, grid_columns = 16;
inline constexpr int grid_cells = grid_rows * grid_columns;
inline constexpr int links_size = 4 * room_count;
inline constexpr int collision_size = links_size + room_count * grid_cells; // 7424

// Offsets of the four link tables; a negative link is no room.
enum class Side : int { up = 0x00, down = 0x40, right = 0x80, left = 0xC0 };

// One flat array of signed bytes, because positions outside a grid read its neighbours in memory (Q10): first
// the links, then 7 rows of 16 cells a room: 0 empty, 1 solid, 2 solid of the second kind.
using CollisionTable = std::array<std::int8_t, collision_size>;

constexpr int grid_at(int room, int row, int column) {
    return links_size + grid_cells * room + grid_columns * row + column;
}

struct CollisionFile {
    CollisionTable table{};
    Bytes packed; // as it was read; used again by write while it still unpacks to `table`
};

// The file is one packed stream of 7424 bytes.
Expected<CollisionFile> read_collision(ByteView bytes, std::string_view file);
Bytes write_collision(const CollisionFile& file);

} // namespace rekindle::flashback
