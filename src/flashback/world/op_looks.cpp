// Looks along a floor and sweeps of weapons (engine spec §5.6, §5.7, opcode 0x5F). The cursors are off by one
// in several places; the index arithmetic is literal (Q15).
#include <algorithm>

#include "flashback/world/families.h"

namespace rekindle::flashback::op {

namespace {

// The pile of a cell, top to bottom, until test(who) is true.
template <typename Test>
bool any_in_pile(const World& world, std::uint16_t top, Test&& test) {
    for (std::uint16_t slot = top; slot != no_slot; slot = world.slots[slot].under)
        if (test(world.slots[slot].who)) return true;
    return false;
}

// State of a horizontal look: cursors into the line-of-sight table and the collision table.
struct Look {
    int room = 0, area = 0, column = 0, floor = 0, distance = 0;
    int sight = 0, wall = 0;
    bool leftward = false;
    bool possible = false;
};

Look start_look(const Turn& turn, I16 range) {
    const World& world = turn.world;
    const Entity& self = world.entities[static_cast<std::size_t>(turn.self)];
    Look look;
    look.room = static_cast<std::int8_t>(self.room);
    if (look.room < 0 || look.room >= room_count) return look;
    if (look.room == world.view_room)
        look.area = 1;
    else if (look.room == world.left_room())
        look.area = 0;
    else if (look.room == world.right_room())
        look.area = 2;
    else
        return look;
    look.column = floor16(self.x);
    look.floor = self.y / 72; // no - 8
    if (look.floor < 0 || look.floor > 2) return look;
    const int d = turn.facing ? -range : range;
    look.leftward = d >= 0;
    look.distance = std::min(d < 0 ? -d : d, 16);
    look.sight = 48 * look.area + 16 * look.floor + look.column;
    look.wall = grid_at(look.room, 2 * look.floor + 1, look.column);
    look.possible = true;
    return look;
}

// Goes into the neighbour on the side the look is directed to. False: there is none.
bool enter_neighbour(const World& world, Look& look) {
    look.area += look.leftward ? -1 : 1;
    if (look.area < 0 || look.area > 2) return false;
    look.room = neighbour(world, look.leftward ? Side::left : Side::right, look.room);
    return look.room >= 0;
}

// One column to the left; false: there is no room.
bool step_left(const World& world, Look& look) {
    if (--look.column >= 0) return true;
    if (!enter_neighbour(world, look)) return false;
    look.column = 15;
    look.wall = grid_at(look.room, 2 * look.floor + 1, 16);
    look.sight -= 31;
    return true;
}

template <typename Test>
bool visit(const World& world, int sight, Test&& test) {
    const std::uint8_t cell = sight >= 0 && sight < static_cast<int>(world.sight.size())
                                  ? world.sight[static_cast<std::size_t>(sight)]
                                  : std::uint8_t{0xFF};                // U4
    return cell < 0x80 && any_in_pile(world, world.cells[cell], test); // Q14
}

bool is_wall(const World& world, int at) { return collision(world, at) != 0; }

} // namespace

int sees_kind(Turn& turn, I16 a, I16 b) {
    const World& world = turn.world;
    Look look = start_look(turn, a);
    if (!look.possible) return 0;
    const auto test = [&](int who) {
        return who != turn.self && world.entities[static_cast<std::size_t>(who)].awake() &&
               turn.kind_of(who) == b;
    };
    if (!look.leftward) {
        ++look.wall;
        ++look.sight;
    }
    for (int left = std::max(look.distance, 1); left > 0; --left) {
        if (look.leftward) {
            if (!step_left(world, look)) return 0;
            if (visit(world, --look.sight, test)) return 1;
            if (is_wall(world, --look.wall)) return 0;
        } else {
            if (++look.column == 16) {
                if (!enter_neighbour(world, look)) return 0;
                look.column = 0;
                look.wall = grid_at(look.room, 2 * look.floor + 1, 0) + 1;
                look.sight += 32;
            }
            if (visit(world, ++look.sight, test)) return 1;
            if (is_wall(world, look.wall++)) return 0;
        }
    }
    return 0;
}

int sees_living(Turn& turn, I16 a, I16) {
    const World& world = turn.world;
    Look look = start_look(turn, a);
    if (!look.possible) return 0;
    const auto test = [&](int who) {
        const Entity& it = world.entities[static_cast<std::size_t>(who)];
        const std::uint8_t kind = turn.kind_of(who);
        return who != turn.self && it.awake() && it.life >= 0 && (kind == 1 || kind == 10);
    };
    ++look.wall;
    ++look.sight;
    for (int i = 0; i <= look.distance; ++i) {
        if (look.leftward) {
            if (!step_left(world, look)) return 0;
            if (visit(world, --look.sight, test)) return 1;
            if (is_wall(world, --look.wall)) return 0;
        } else {
            if (i > 0 && ++look.column == 16) {
                if (!enter_neighbour(world, look)) return 0;
                look.column = 0;
                look.wall = grid_at(look.room, 2 * look.floor + 1, 0);
                look.sight += 32;
            }
            if (visit(world, look.sight++, test)) return 1;
            if (is_wall(world, look.wall++)) return 0;
        }
    }
    return 0;
}

namespace {

// reacts (§5.7): would one of the records of its state notice message m? Unlike skipAhead, 0x6F does not
// count.
bool reacts(const Turn& turn, int who, I16 m) {
    const Entity& it = turn.world.entities[static_cast<std::size_t>(who)];
    const RecordList list = list_of(turn.level, who);
    for (std::uint32_t i = it.first; i < list.count; ++i) {
        const Record& r = turn.level.records[list.first + i];
        if (r.state != it.state) break;
        if (notices(r.op2, r.arg2, m) || notices(r.op1, r.arg1, m)) return true;
    }
    return false;
}

// A walk along the floor, cell by cell, in the direction of SELF's weapon.
struct Sweep {
    int room, column, floor, count, step, probe_step;
    bool possible;
};

Sweep start_sweep(Turn& turn, I16 range, int floor) {
    Sweep sweep{static_cast<std::int8_t>(turn.me().room), floor16(turn.me().x), floor, range, -1, -1, true};
    if (range <= 0) {
        sweep.step = sweep.probe_step = 1;
        sweep.count = -range;
    }
    if (turn.facing) sweep.step = -sweep.step;
    sweep.possible = sweep.room >= 0 && sweep.room < room_count && floor >= 0 && floor <= 2;
    return sweep;
}

// Follows the column into the next room. False: there is none.
bool wrap_room(const World& world, Sweep& sweep) {
    if (sweep.column < 0) {
        sweep.room = neighbour(world, Side::left, sweep.room);
        if (sweep.room < 0) return false;
        sweep.column += 16;
    }
    if (sweep.column >= 16) {
        sweep.room = neighbour(world, Side::right, sweep.room);
        if (sweep.room < 0) return false;
        sweep.column -= 16;
    }
    return true;
}

std::uint16_t pile_at(const World& world, const Sweep& sweep) {
    const int cell = find_cell(world, 64 * sweep.room + 16 * sweep.floor + sweep.column);
    return cell < 0 ? no_slot : world.cells[static_cast<std::size_t>(cell)];
}

// Counts (and tells) those of a kind who look the given way and would not react by themselves.
int sweep(Turn& turn, I16 message, I16 kind, bool opposite, bool tells, bool walls) {
    Sweep s = start_sweep(turn, parameter(turn, 0), turn.me().y / 72);
    if (!s.possible) return 0;
    const World& world = turn.world;
    int count = 0;
    for (int i = 0, offset = 0; i <= s.count; ++i, offset += s.probe_step, s.column += s.step) {
        if (!wrap_room(world, s)) break;
        any_in_pile(world, pile_at(world, s), [&](int who) {
            const Entity& it = world.entities[static_cast<std::size_t>(who)];
            if (who == turn.self || !it.awake() || turn.kind_of(who) != kind) return false;
            if ((it.right() != turn.me().right()) != opposite || reacts(turn, who, message)) return false;
            ++count;
            if (tells) send(turn.world, turn.level, turn.self, who, message);
            return false;
        });
        if (walls && probe(turn, 1, offset) != 0) break;
    }
    return count;
}

bool passes(int cell, I16 weapon) { return cell == 0 || ((cell & 2) != 0 && weapon == 1); }

// gunSweep (§5.7): the first one hit is told 1..4, by direction and weapon class.
int shoot(Turn& turn, I16 weapon, I16 range, bool hits_kind_12) {
    Sweep s = start_sweep(turn, range, (turn.me().y - 8) / 72);
    if (!s.possible) return 0;
    const World& world = turn.world;
    int offset = s.probe_step;
    s.column += s.step;
    for (int i = 1; i <= s.count; ++i, offset += s.probe_step, s.column += s.step) {
        if (!wrap_room(world, s)) return 0;
        const bool hit = any_in_pile(world, pile_at(world, s), [&](int who) {
            const Entity& it = world.entities[static_cast<std::size_t>(who)];
            const std::uint8_t kind = turn.kind_of(who);
            const bool target = kind == 1 || kind == 10 || (hits_kind_12 && kind == 12);
            if (who == turn.self || !it.awake() || !target) return false;
            const bool differ = it.right() != turn.me().right();
            const I16 message = static_cast<I16>((differ ? 3 : 1) + (weapon != 0 ? 1 : 0));
            if (!reacts(turn, who, message)) return false;
            send(turn.world, turn.level, turn.self, who, message);
            return true;
        });
        if (hit) return 1;
        if (!passes(probe(turn, 1, offset), weapon)) return 0;
    }
    return 0;
}

} // namespace

// The telling ones answer false always: Q16.
int sweep_tell_opposite(Turn& turn, I16 a, I16 b) { return sweep(turn, a, b, true, true, true), 0; }
int sweep_tell_same(Turn& turn, I16 a, I16 b) { return sweep(turn, a, b, false, true, true), 0; }
int sweep_tell_opposite_nowall(Turn& turn, I16 a, I16 b) { return sweep(turn, a, b, true, true, false), 0; }
int sweep_tell_same_nowall(Turn& turn, I16 a, I16 b) { return sweep(turn, a, b, false, true, false), 0; }
int sweep_count_opposite(Turn& turn, I16 a, I16 b) { return sweep(turn, a, b, true, false, true); }
int sweep_count_same(Turn& turn, I16 a, I16 b) { return sweep(turn, a, b, false, false, true); }
int shoot_p0(Turn& turn, I16 a, I16) { return shoot(turn, a, parameter(turn, 0), true); }
int shoot_p3(Turn& turn, I16 a, I16) { return shoot(turn, a, parameter(turn, 3), false); }

int hook_wall(Turn& turn, I16 a, I16) {
    const World& world = turn.world;
    const auto inside = [](int room) { return room >= 0 && room < room_count; };
    int room = static_cast<std::int8_t>(turn.me().room);
    if (!inside(room)) return 0;
    int range = parameter(turn, 0);
    int step = -1;
    if (range <= 0) {
        step = 1;
        range = -range;
    }
    if (turn.facing) step = -step;
    int column = floor16(turn.me().x);
    for (int i = 0; i <= range; ++i) {
        if (!passes(probe(turn, 1, -i), a)) { // always forward: Q20
            turn.me().room = static_cast<std::uint8_t>(room);
            turn.me().x = wrap16(16 * column);
            return 1;
        }
        if (column < 0) {
            room = neighbour(world, Side::left, room);
            if (!inside(room)) return 0;
            column += 16;
        } else if (column > 15) {
            room = neighbour(world, Side::right, room);
            if (!inside(room)) return 0;
            column -= 16;
        }
        column += step;
    }
    return 0;
}

} // namespace rekindle::flashback::op
