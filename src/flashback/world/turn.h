#pragma once
// Inside of the tick: the turn of one entity and the routines that several families of opcodes share. Not for
// callers outside flashback/world, except proof, which asks opcodes directly.

#include "flashback/data/opcodes.h"
#include "flashback/world/world.h"

namespace rekindle::flashback {

// SELF's turn: sampled when it begins (§4.1, Q2).
struct Turn {
    World& world;
    const Level& level;
    Events& events;
    int self;
    bool facing = false; // faces right, at the start of the turn
    std::uint8_t room_at_start = 0;
    std::int16_t gx = 0, gy = 0; // grid position before the turn
    bool sound_on = true;

    Turn(World& world, const Level& level, Events& events, int self);

    Entity& me() { return me_; }
    const Entity& me() const { return me_; }
    const EntityDefinition& definition() const { return level.entities[static_cast<std::size_t>(self)]; }
    std::uint8_t kind_of(int index) const { return level.entities[static_cast<std::size_t>(index)].kind; }
    Entity& entity(int index) { return world.entities[static_cast<std::size_t>(index)]; }
    bool exists(int index) const { return index >= 0 && index < world.entity_count; } // U5

  private:
    Entity& me_;
};

// A cell of the collision table by flat index; outside it everything is empty (U3).
inline std::int8_t collision(const World& world, int at) {
    return at >= 0 && at < collision_size ? world.collision[static_cast<std::size_t>(at)] : std::int8_t{0};
}
// Neighbour of a room byte; negative: none. Room bytes from 64 on read flat indices like the original (§5.1).
inline int neighbour(const World& world, Side side, int room) {
    return collision(world, static_cast<int>(side) + room);
}

// Rounding toward zero is C++'s; named where the spec insists on it.
constexpr int floor16(int x) { return (x + 8) >> 4; } // grid column of a position

// A 16-bit field: every sum wraps.
constexpr std::int16_t wrap16(int value) { return static_cast<std::int16_t>(value); }

// --- waking and sleeping
// -------------------------------------------------------------------------------------------
inline void wake(World& world, int entity) {
    const auto i = static_cast<std::size_t>(entity);
    world.entities[i].flags |= is_awake;
    world.active[i >> 6] |= std::uint64_t{1} << (i & 63);
}
inline void put_to_sleep(World& world, int entity) {
    const auto i = static_cast<std::size_t>(entity);
    world.entities[i].flags &= static_cast<std::uint8_t>(~is_awake);
    world.active[i >> 6] &= ~(std::uint64_t{1} << (i & 63));
}

// Bits of a word of World::active behind `bit`.
inline std::uint64_t after(int bit) { return ~std::uint64_t{1} << bit; }

// Whether a question of a record asks for message `number`, as a hit or by its number (§4.2, §5.7).
inline bool notices(std::uint8_t op, std::int16_t argument, int number) {
    if (op == op_msg_hit)
        return argument == 0 ? number == 1 || number == 2 : argument == 1 && (number == 3 || number == 4);
    return op == op_msg_has && argument == number;
}

// --- entity_turn.cpp
// -----------------------------------------------------------------------------------------------
void take_turns(World& world, const Level& level, Events& events);   // §3.3 step 7
void show_first_frame(World& world, const Level& level, int entity); // §4.6
void relist(World& world, int entity, std::uint8_t old_room);        // §4.8
RecordList list_of(const Level& level, int entity);
// Index of the first record of `state` in the entity's list, searched from 0; 0 where there is none.
std::uint16_t first_record(const Level& level, int entity, std::uint16_t state);
void play_sound(Turn& turn, std::uint16_t sound, std::uint16_t volume_class);

// --- messages.cpp (§7)
// -----------------------------------------------------------------------------------------------
void reset_messages(World& world);
void send(World& world, const Level& level, int from, int to, std::int16_t number);
void clear_messages(World& world, int entity);

// --- cells.cpp (§3.2, §5)
// --------------------------------------------------------------------------------------------
int cell_key(const World& world, const Entity& entity, int offset);
int find_cell(const World& world, int key);
void register_cells(World& world, const Level& level, int entity);
void wake_pass(World& world, const Level& level);
void look_around(World& world); // the line-of-sight table

// firstSharing (§5.4): the topmost entity other than `entity` on its first cell with that kind (any_kind:
// all), or none.
inline constexpr std::uint16_t any_kind = 0xFFFF;
std::int16_t first_sharing(const World& world, const Level& level, int entity, std::uint16_t kind);
// touchedIcon: icon + 1 of the first entity of these kinds on the first cell (0 none), and the last entity
// looked at.
struct Touched {
    std::uint8_t icon = 0;
    std::int16_t last = no_entity;
};
Touched touched_icon(const World& world, const Level& level, int entity, std::uint8_t k1, std::uint8_t k2,
                     std::uint8_t k3);
// walkSharers: every pile of the entity's cells, left to right, top to bottom, itself included, until
// test(who) is true. A walk ends after 256 cells: stale links (Q4) could lead in a circle.
template <typename Test>
bool walk_sharers(World& world, int entity, Test&& test) {
    std::uint16_t cell = world.entities[static_cast<std::size_t>(entity)].cell;
    for (int steps = 0; cell != no_link && steps < 256; ++steps) {
        std::uint16_t slot = world.cells[cell];
        if (slot == no_slot) return false;
        const std::uint16_t old = cell;
        cell = no_link;
        while (slot != no_slot) {
            const Slot& s = world.slots[slot];
            if (test(s.who)) return true;
            if (s.who == entity) cell = s.next & 0xFF;
            slot = s.under;
            if (cell == old) return false;
        }
    }
    return false;
}

// --- grid.cpp (§5.2, §5.8)
// -------------------------------------------------------------------------------------------
int probe(const Turn& turn, int row_offset, int column_offset);
void set_cells(Turn& turn, int row_offset, std::int8_t value);
void restore_cells(Turn& turn, int row_offset);

// --- inventory.cpp (§8.2)
// --------------------------------------------------------------------------------------------
void detach(World& world, int item);
void give(World& world, int owner, int item);
void make_current(World& world, int item);
void unlink_from(World& world, int owner, int item); // nothing where the item is not in the owner's list

// --- random.cpp (§9)
// -------------------------------------------------------------------------------------------------
std::uint16_t next_random(World& world);

// --- opcodes: families in op_*.cpp, table in op_table.cpp
// -----------------------------------------------------------
using OpcodeFunction = int (*)(Turn&, std::int16_t a, std::int16_t b);
extern const std::array<OpcodeFunction, 256> opcode_functions; // null where there is no routine

// Only the low byte of an answer is ever looked at (§0).
inline bool ask(Turn& turn, std::uint8_t op, std::int16_t a, std::int16_t b) {
    return (opcode_functions[op](turn, a, b) & 0xFF) != 0;
}

} // namespace rekindle::flashback
