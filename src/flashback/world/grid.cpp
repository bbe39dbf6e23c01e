// Walls and floors: the grid of 16x36 cells, and the doors that change it.
#include "flashback/world/turn.h"

namespace rekindle::flashback {

int probe(const Turn& turn, int row_offset, int column_offset) {
    const World& world = turn.world;
    if (turn.facing) column_offset = -column_offset;
    const int row = turn.gy + row_offset;
    const int column = turn.gx + column_offset;
    const int room = world.entities[static_cast<std::size_t>(turn.self)].room;
    int there = 0, at_row = row, at_column = column;
    if (column < 0) { // sideways the row stays as it is, even outside 0..6: Q10
        there = neighbour(world, Side::left, room);
        at_column += grid_columns;
    } else if (column >= grid_columns) {
        there = neighbour(world, Side::right, room);
        at_column -= grid_columns;
    } else if (row < 1) { // the own row 0 is never read: Q11
        there = neighbour(world, Side::up, room);
        at_row += 6;
    } else if (row >= grid_rows) {
        there = neighbour(world, Side::down, room);
        at_row -= 6;
    } else {
        return collision(world, grid_at(room, row, column));
    }
    return there < 0 ? 1 : collision(world, grid_at(there, at_row, at_column));
}

namespace {

int door_at(const Entity& self, int row_offset) {
    return grid_at(self.room, ((self.y / 36) & ~1) + row_offset, floor16(self.x));
}

void write_cell(World& world, int at, std::int8_t value) { // outside the table: ignored, U8
    if (at >= 0 && at < collision_size) world.collision[static_cast<std::size_t>(at)] = value;
}

// The newest save of that place. Q17: after a miss the original stops where `budget` is 0.
DoorSave* find_door(DoorSaves& doors, int at, int budget) {
    for (std::int16_t i = doors.head; i >= 0;) {
        DoorSave& save = doors.saves[static_cast<std::size_t>(i)];
        if (save.at == at) return &save;
        if (budget == 0) return nullptr;
        i = save.next;
    }
    return nullptr;
}

} // namespace

void set_cells(Turn& turn, int row_offset, std::int8_t value) {
    World& world = turn.world;
    const Entity& self = turn.me();
    if (self.room >= room_count) return;
    const int length = turn.definition().cells;
    int at = door_at(self, row_offset);
    int budget = 255;
    if (turn.facing) {
        budget = length - 1;
        at -= length - 1;
    }
    const auto last = static_cast<std::uint8_t>(length - 1);
    if (DoorSave* save = find_door(world.doors, at, budget)) {
        save->last = last; // the saved bytes stay those of the first time
    } else {
        if (world.doors.count >= most_doors) return;
        DoorSave& fresh = world.doors.saves[static_cast<std::size_t>(world.doors.count)];
        fresh.at = at;
        fresh.last = last;
        fresh.next = world.doors.head;
        for (int i = 0; i < length; ++i) fresh.old[static_cast<std::size_t>(i)] = collision(world, at + i);
        world.doors.head = world.doors.count++;
    }
    for (int i = 0; i < length; ++i) write_cell(world, at + i, value);
}

void restore_cells(Turn& turn, int row_offset) {
    World& world = turn.world;
    const int at = door_at(turn.me(), row_offset); // not shifted when facing right: Q18
    const DoorSave* save = find_door(world.doors, at, 255);
    if (save == nullptr) return;
    for (int i = 0; i <= save->last; ++i)
        write_cell(world, at + i, i < 16 ? save->old[static_cast<std::size_t>(i)] : std::int8_t{0});
}

} // namespace rekindle::flashback
