#include "flashback/oracle/fields.h"

#include "base/bytes.h"
#include "base/hash.h"

namespace rekindle::flashback::oracle {

namespace {

ByteView bytes_of(const std::int8_t* cells, std::size_t count) {
    return {reinterpret_cast<const Byte*>(cells), count};
}

// Every cell's pile from the top: key, entity, the entity's next cell; then 0xFFFE.
std::uint32_t cells_sum(const World& world) {
    Writer out;
    for (std::size_t cell = 0; cell < world.cell_count; ++cell) {
        for (std::uint16_t i = world.cells[cell]; i != no_slot; i = world.slots[i].under) {
            const Slot& slot = world.slots[i];
            out.i16(slot.key, Endian::little);
            out.i16(slot.who, Endian::little);
            out.u16(slot.next, Endian::little);
        }
        out.u16(0xFFFE, Endian::little);
    }
    return crc32(out.view());
}

std::uint32_t doors_sum(const DoorSaves& doors) {
    Writer out;
    for (std::size_t i = 0; i < static_cast<std::size_t>(doors.count); ++i) {
        const DoorSave& save = doors.saves[i];
        out.u16(static_cast<std::uint16_t>(save.at - links_size), Endian::little);
        out.i16(save.next, Endian::little);
        out.u8(save.last);
        out.bytes(bytes_of(save.old.data(), std::min<std::size_t>(save.last + 1u, save.old.size())));
    }
    return crc32(out.view());
}

} // namespace

namespace {

constexpr std::size_t field(std::string_view name) {
    for (std::size_t i = 0; i < world_fields.size(); ++i)
        if (world_fields[i].name == name) return i;
    return world_fields.size();
}
constexpr std::size_t grid_field = field("grid"), cells_field = field("cells"), doors_field = field("doors");

bool same_cells(const World& a, const World& b) {
    return a.cell_count == b.cell_count && a.cells == b.cells && a.slots == b.slots;
}

} // namespace

WorldValues world_values(const World& w, const Inputs& inputs, const World* known,
                         const WorldValues* values) {
    const auto kept = [values](bool same, std::size_t field, auto sum) -> std::int64_t {
        return same ? (*values)[field] : std::int64_t{sum()};
    };
    const std::int64_t grid = kept(known != nullptr && known->collision == w.collision, grid_field, [&] {
        return crc32(bytes_of(w.collision.data() + links_size, room_count * grid_cells));
    });
    const std::int64_t cells =
        kept(known != nullptr && same_cells(*known, w), cells_field, [&] { return cells_sum(w); });
    const std::int64_t doors =
        kept(known != nullptr && known->doors == w.doors, doors_field, [&] { return doors_sum(w.doors); });
    return {w.entity_count,
            w.level,
            w.skill,
            w.score,
            w.view_room,
            w.redraw,
            w.rng,
            inputs.input,
            inputs.input_pos,
            w.keys,
            w.straight_keys,
            w.blink,
            w.hit_pending,
            w.gun_var,
            w.found_flag1,
            w.found_flag2,
            w.death_timer,
            w.death_scene,
            w.scene,
            w.story,
            w.story_icon,
            w.saved_note,
            w.have_save,
            w.code_timer,
            w.monster_node,
            w.monster_set,
            w.shake,
            w.left_room(),
            w.right_room(),
            grid,
            w.cell_count,
            w.slots_used,
            cells,
            crc32(ByteView(w.sight).first(144)),
            w.doors.count,
            w.doors.head,
            doors};
}

EntityValues entity_values(const World& world, int entity) {
    const Entity& e = world.entities[static_cast<std::size_t>(entity)];
    return {e.state,
            e.x,
            e.y,
            e.frame,
            e.room,
            e.life,
            e.counter,
            e.cell,
            e.inv_next,
            e.inv_head,
            e.owner,
            e.sprite,
            e.flags,
            entity,
            e.first,
            e.room_next,
            world.is_active(entity)};
}

std::array<std::int64_t, 21> definition_values(const EntityDefinition& d) {
    return {d.state0, d.x0,      d.y0,    d.node,   d.life0,  d.p[0],   d.p[1],
            d.p[2],   d.p[3],    d.kind,  d.room0,  d.awake0, d.iflags, d.touch_icon,
            d.icon,   d.item_id, d.skill, d.mirror, d.wake,   d.cells,  d.text};
}

std::vector<std::int16_t> room_list(const World& world, std::uint8_t room) {
    std::vector<std::int16_t> list;
    for (std::int16_t i = world.room_head[room]; i >= 0 && list.size() < most_entities;
         i = world.entities[static_cast<std::size_t>(i)].room_next)
        list.push_back(i);
    return list;
}

std::vector<WaitingMessage> waiting_messages(const World& world, int entity) {
    std::vector<WaitingMessage> list;
    for (std::int16_t m = world.message_head[static_cast<std::size_t>(entity)]; m >= 0;) {
        const Message& message = world.messages[static_cast<std::size_t>(m)];
        list.push_back({message.sender, static_cast<std::uint16_t>(message.number)});
        m = message.next;
    }
    return list;
}

} // namespace rekindle::flashback::oracle
