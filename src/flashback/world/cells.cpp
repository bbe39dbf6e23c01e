// Who stands where: cells of 16x72 units, filled anew every tick, and the line-of-sight table made of them.
#include "flashback/world/turn.h"

namespace rekindle::flashback {

namespace {
constexpr int most_slots = 255;
} // namespace

int cell_key(const World& world, const Entity& entity, int offset) {
    int room = static_cast<std::int8_t>(entity.room);
    if (room < 0) return -1;
    int px = wrap16(entity.x + offset), py = entity.y;
    if (px < 0) { // only one of the four is applied
        room = neighbour(world, Side::left, room);
        px += 256;
    } else if (px >= 256) {
        room = neighbour(world, Side::right, room);
        px -= 256;
    } else if (py < 0) {
        room = neighbour(world, Side::up, room);
        py += 216;
    } else if (py >= 216) {
        room = neighbour(world, Side::down, room);
        py -= 216;
    }
    if (room < 0) return -1;
    const int column = floor16(px);
    const int level = (py - 8) / 72; // toward zero: Q9
    if (column < 0 || column > 15 || level < 0 || level > 2) return -1;
    return 64 * room + 16 * level + column;
}

int find_cell(const World& world, int key) {
    return key >= 0 && key < static_cast<int>(world.cell_of_key.size())
               ? world.cell_of_key[static_cast<std::size_t>(key)] - 1
               : -1;
}

namespace {

// Puts the slot on top of its pile and answers the cell; contact wakes both (§5.3 item 5).
int put_slot(World& world, std::uint16_t index, int key, int entity) {
    Slot& slot = world.slots[index];
    slot.key = static_cast<std::int16_t>(key);
    slot.who = static_cast<std::int16_t>(entity);
    slot.next = 0xFFFF;
    int cell = find_cell(world, key);
    if (cell < 0) {
        cell = world.cell_count++;
        slot.under = no_slot;
        world.cells[static_cast<std::size_t>(cell)] = index;
        world.cell_keys[static_cast<std::size_t>(cell)] = slot.key;
        world.cell_of_key[static_cast<std::size_t>(key)] = static_cast<std::uint8_t>(cell + 1);
        return cell;
    }
    slot.under = world.cells[static_cast<std::size_t>(cell)];
    world.cells[static_cast<std::size_t>(cell)] = index;
    const std::int16_t below = world.slots[slot.under].who; // only the one directly below
    for (const int who : {entity, static_cast<int>(below)})
        if ((world.entities[static_cast<std::size_t>(who)].flags & wakes_by_contact) != 0) wake(world, who);
    return cell;
}

} // namespace

void register_cells(World& world, const Level& level, int entity) {
    const auto self = static_cast<std::size_t>(entity);
    Entity& e = world.entities[self];
    const int columns = level.entities[self].cells;
    if (columns == 0) {
        e.cell = no_link;
        return;
    }
    const int first = cell_key(world, e, 0);
    const bool inside =
        first >= 0 && e.x >= 0; // further columns on this side of the room's edge only count up
    std::uint16_t previous = no_slot;
    for (int column = 0; column < columns; ++column) {
        if (world.slots_used >= most_slots) return;     // Q12
        const std::uint16_t index = world.slots_used++; // used up even where there is no cell
        const int x = e.x + 16 * column;
        const int key = column == 0         ? first
                        : inside && x < 240 ? first + column
                                            : cell_key(world, e, 16 * column);
        const int cell = key < 0 ? -1 : put_slot(world, index, key, entity);
        if (column == 0)
            e.cell = static_cast<std::uint8_t>(cell); // -1: no_link
        else
            world.slots[previous].next = static_cast<std::uint16_t>(cell);
        if (cell < 0) return;
        previous = index;
    }
}

void wake_pass(World& world, const Level& level) {
    for (std::size_t cell = 0; cell < world.cell_count; ++cell)
        world.cell_of_key[static_cast<std::size_t>(world.cell_keys[cell])] = 0;
    world.slots_used = 0;
    world.cell_count = 0;
    if ((world.view_room & 0x80) == 0)
        for (std::int16_t i = world.room_head[world.view_room]; i >= 0;
             i = world.entities[static_cast<std::size_t>(i)].room_next) {
            register_cells(world, level, i);
            const auto self = static_cast<std::size_t>(i);
            if (!world.entities[self].awake() && (level.entities[self].wake & wake_in_view) != 0)
                wake(world, i);
        }
    // Contact may wake entities meanwhile; those not passed yet are seen.
    for (std::size_t word = 0; word < world.active.size(); ++word) {
        std::uint64_t todo = world.active[word];
        while (todo != 0) {
            const int bit = __builtin_ctzll(todo);
            const int i = static_cast<int>(64 * word) + bit;
            if (world.entities[static_cast<std::size_t>(i)].room != world.view_room)
                register_cells(world, level, i);
            const std::uint64_t passed = bit == 63 ? 0 : ~std::uint64_t{0} << (bit + 1);
            todo = world.active[word] & passed;
        }
    }
}

void look_around(World& world) {
    for (std::size_t i = 0; i < 144; ++i) world.sight[i] = 0xFF;
    world.sight[144] = static_cast<std::uint8_t>(neighbour(world, Side::left, world.view_room));
    world.sight[145] = static_cast<std::uint8_t>(neighbour(world, Side::right, world.view_room));
    for (std::size_t cell = 0; cell < world.cell_count; ++cell) {
        const auto key = static_cast<std::size_t>(world.cell_keys[cell]);
        const std::size_t room = key / 64, low = key % 64;
        if (room == world.view_room)
            world.sight[48 + low] = static_cast<std::uint8_t>(cell);
        else if (room == world.left_room())
            world.sight[low] = static_cast<std::uint8_t>(cell);
        else if (room == world.right_room())
            world.sight[96 + low] = static_cast<std::uint8_t>(cell);
    }
}

std::int16_t first_sharing(const World& world, const Level& level, int entity, std::uint16_t kind) {
    const std::uint8_t cell = world.entities[static_cast<std::size_t>(entity)].cell;
    if (cell == no_link) return no_entity;
    for (std::uint16_t slot = world.cells[cell]; slot != no_slot; slot = world.slots[slot].under) {
        const std::int16_t who = world.slots[slot].who;
        if (who != entity && (kind == any_kind || level.entities[static_cast<std::size_t>(who)].kind == kind))
            return who;
    }
    return no_entity;
}

Touched touched_icon(const World& world, const Level& level, int entity, std::uint8_t k1, std::uint8_t k2,
                     std::uint8_t k3) {
    Touched result{0, static_cast<std::int16_t>(entity)};
    const std::uint8_t cell = world.entities[static_cast<std::size_t>(entity)].cell;
    if (cell == no_link) return result;
    for (std::uint16_t slot = world.cells[cell]; slot != no_slot; slot = world.slots[slot].under) {
        result.last = world.slots[slot].who;
        const EntityDefinition& it = level.entities[static_cast<std::size_t>(result.last)];
        if (it.kind == k1 || it.kind == k2 || it.kind == k3) {
            result.icon = it.touch_icon;
            break;
        }
    }
    return result;
}

} // namespace rekindle::flashback
