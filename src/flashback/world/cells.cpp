// Who stands where: cells of 16x72 units, filled anew every tick, and the line-of-sight table made of them.
#include "flashback/world/turn.h"

namespace rekindle::flashback {

namespace {
constexpr unsigned most_slots = 255;
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
inline int put_slot(World& world, unsigned index, int key, int entity) {
    const auto at = static_cast<std::size_t>(key);
    Slot& slot = world.slots[index];
    int cell = world.cell_of_key[at] - 1;
    if (cell < 0) {
        cell = world.cell_count++;
        slot = {static_cast<std::int16_t>(key), static_cast<std::int16_t>(entity), 0xFFFF, no_slot};
        world.cells[static_cast<std::size_t>(cell)] = static_cast<std::uint16_t>(index);
        world.cell_keys[static_cast<std::size_t>(cell)] = static_cast<std::int16_t>(key);
        world.cell_of_key[at] = static_cast<std::uint8_t>(cell + 1);
        return cell;
    }
    const std::uint16_t under = world.cells[static_cast<std::size_t>(cell)];
    slot = {static_cast<std::int16_t>(key), static_cast<std::int16_t>(entity), 0xFFFF, under};
    world.cells[static_cast<std::size_t>(cell)] = static_cast<std::uint16_t>(index);
    const std::int16_t below = world.slots[under].who; // only the one directly below
    for (const int who : {entity, static_cast<int>(below)})
        if ((world.entities[static_cast<std::size_t>(who)].flags & wakes_by_contact) != 0) wake(world, who);
    return cell;
}

// The general case: columns that are not all inside the entity's room, or the last slots.
[[gnu::noinline]] void register_at_edge(World& world, const Level& level, int entity) {
    Entity& e = world.entities[static_cast<std::size_t>(entity)];
    std::uint16_t* next = nullptr;
    for (int column = 0; column < level.entities[static_cast<std::size_t>(entity)].cells; ++column) {
        if (world.slots_used >= most_slots) return; // Q12
        const unsigned index = world.slots_used++;  // used up even where there is no cell
        const int key = cell_key(world, e, 16 * column);
        const int cell = key < 0 ? -1 : put_slot(world, index, key, entity);
        if (column == 0)
            e.cell = static_cast<std::uint8_t>(cell); // -1: no_link
        else
            *next = static_cast<std::uint16_t>(cell);
        if (cell < 0) return;
        next = &world.slots[index].next;
    }
}

} // namespace

void register_cells(World& world, const Level& level, int entity) {
    Entity& e = world.entities[static_cast<std::size_t>(entity)];
    const unsigned columns = level.entities[static_cast<std::size_t>(entity)].cells;
    if (columns == 0) {
        e.cell = no_link;
        return;
    }
    // Inside the room the columns only count up.
    const int y = e.y;
    const auto left = static_cast<unsigned>(floor16(e.x));
    unsigned index = world.slots_used;
    if (e.x < 0 || left + columns > 16 || y < 0 || y >= 216 || e.room >= room_count ||
        index + columns > most_slots)
        return register_at_edge(world, level, entity);
    world.slots_used = static_cast<std::uint8_t>(index + columns);
    const int level_of_y = (y >= 80) + (y >= 152); // (y - 8) / 72 toward zero
    int key = 64 * e.room + 16 * level_of_y + static_cast<int>(left);
    e.cell = static_cast<std::uint8_t>(put_slot(world, index, key, entity));
    for (unsigned more = columns - 1; more > 0; --more) {
        const int cell = put_slot(world, index + 1, ++key, entity);
        world.slots[index++].next = static_cast<std::uint16_t>(cell);
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
            todo = world.active[word] & after(bit);
        }
    }
}

void look_around(World& world) {
    for (std::size_t i = 0; i < 144; ++i) world.sight[i] = 0xFF;
    world.sight[144] = static_cast<std::uint8_t>(neighbour(world, Side::left, world.view_room));
    world.sight[145] = static_cast<std::uint8_t>(neighbour(world, Side::right, world.view_room));
    const unsigned left_keys = 64u * world.left_room(), own_keys = 64u * world.view_room,
                   right_keys = 64u * world.right_room();
    for (unsigned cell = 0, count = world.cell_count; cell < count; ++cell) {
        const auto key = static_cast<unsigned>(world.cell_keys[cell]);
        if (const unsigned low = key - own_keys; low < 48)
            world.sight[48 + low] = static_cast<std::uint8_t>(cell);
        else if (const unsigned left = key - left_keys; left < 48)
            world.sight[left] = static_cast<std::uint8_t>(cell);
        else if (const unsigned right = key - right_keys; right < 48)
            world.sight[96 + right] = static_cast<std::uint8_t>(cell);
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
