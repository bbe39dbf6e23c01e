#include "flashback/moment.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/zstd.h"

namespace rekindle::flashback {

namespace {

constexpr std::uint32_t version = 1;
constexpr std::string_view magic = "RKFS";
constexpr std::size_t most_bytes = 1 << 20;

ByteView bytes_of(const World& world) { return {reinterpret_cast<const Byte*>(&world), sizeof world}; }

void write_tick(Writer& out, const Tick& tick) {
    out.u8(static_cast<std::uint8_t>(tick.end));
    out.u8(tick.shake);
    out.u8(tick.hud.blink);
    out.u16(tick.hud.monster_node, Endian::little);
    out.u16(tick.hud.monster_set, Endian::little);
    out.i16(tick.hud.touched, Endian::little);
    out.u8(tick.hud.touched_icon);
    out.u8(tick.hud.saved ? 1 : 0);
}

Tick read_tick(Reader& in) {
    Tick tick;
    const std::uint8_t end = in.u8();
    in.expect(end <= static_cast<std::uint8_t>(TickEnd::game_over), "the end of a tick", end);
    tick.end = static_cast<TickEnd>(end);
    tick.shake = in.u8();
    tick.hud.blink = in.u8();
    tick.hud.monster_node = in.u16(Endian::little);
    tick.hud.monster_set = in.u16(Endian::little);
    tick.hud.touched = in.i16(Endian::little);
    tick.hud.touched_icon = in.u8();
    tick.hud.saved = in.u8() != 0;
    return tick;
}

// Reads up to and with the level's number and hash.
struct Head {
    int level = 0;
    std::uint64_t hash = 0;
};
Head read_head(Reader& in) {
    Head head;
    in.expect(in.text(4) == magic, "a saved game (RKFS)", 0);
    const std::uint32_t found = in.u32(Endian::little);
    in.expect(found == version, fmt::format("a saved game of version {}", version), found);
    head.level = in.u8();
    in.expect(head.level < level_count, "a level 0...6", static_cast<std::uint64_t>(head.level));
    head.hash = in.u32(Endian::little);
    head.hash |= std::uint64_t{in.u32(Endian::little)} << 32;
    return head;
}

} // namespace

Bytes write_save(const Moment& moment, const Level& level) {
    Writer out;
    out.text(magic);
    out.u32(version, Endian::little);
    out.u8(static_cast<std::uint8_t>(level.index));
    out.u32(static_cast<std::uint32_t>(level.hash), Endian::little);
    out.u32(static_cast<std::uint32_t>(level.hash >> 32), Endian::little);
    out.u8(moment.session.skill);
    out.u8(moment.session.start ? 1 : 0);
    const StartPlace start = moment.session.start.value_or(StartPlace{});
    out.u8(start.room);
    out.i16(start.x, Endian::little);
    out.i16(start.y, Endian::little);
    write_tick(out, moment.session.tick);
    out.u16(moment.latches.conrad, Endian::little);
    out.u16(moment.latches.icons, Endian::little);
    out.u32(sizeof(World), Endian::little);
    out.bytes(bytes_of(moment.session.world));
    const std::uint64_t sum = hash64(out.view());
    out.u32(static_cast<std::uint32_t>(sum), Endian::little);
    out.u32(static_cast<std::uint32_t>(sum >> 32), Endian::little);
    return zstd_compress(out.view());
}

Expected<int> level_of_save(ByteView bytes, std::string_view file) {
    RK_TRY(const Bytes plain, zstd_decompress(bytes, file, most_bytes));
    Reader in(plain, file);
    const Head head = read_head(in);
    if (!in) return in.unexpected();
    return head.level;
}

Expected<Moment> read_save(ByteView bytes, std::string_view file, const Level& level) {
    RK_TRY(const Bytes plain, zstd_decompress(bytes, file, most_bytes));
    Reader in(plain, file);
    const Head head = read_head(in);
    in.expect(head.level == level.index, fmt::format("a game of level {}", level.index),
              static_cast<std::uint64_t>(head.level));
    in.expect(head.hash == level.hash, "a game of these data files", head.hash);
    Moment moment;
    moment.session.skill = in.u8();
    const bool has_start = in.u8() != 0;
    StartPlace start;
    start.room = in.u8();
    start.x = in.i16(Endian::little);
    start.y = in.i16(Endian::little);
    if (has_start) moment.session.start = start;
    moment.session.tick = read_tick(in);
    moment.latches.conrad = in.u16(Endian::little);
    moment.latches.icons = in.u16(Endian::little);
    const std::uint32_t size = in.u32(Endian::little);
    if (!in.expect(size == sizeof(World), fmt::format("a world of {} bytes", sizeof(World)), size))
        return in.unexpected();
    const ByteView world = in.bytes(size);
    if (!in) return in.unexpected();
    std::memcpy(static_cast<void*>(&moment.session.world), world.data(), world.size());
    const std::uint64_t sum = hash64(plain.empty() ? ByteView{} : in.data().first(in.offset()));
    const std::uint64_t low = in.u32(Endian::little), high = in.u32(Endian::little);
    in.expect((low | high << 32) == sum, "its own check sum", sum);
    in.expect_end();
    if (!in) return in.unexpected();
    if (std::string what; !sound(moment.session.world, level, what)) {
        in.fail("a world of this level", what);
        return in.unexpected();
    }
    return moment;
}

namespace {

bool link(int value, int count) { return value >= -1 && value < count; }
bool item(std::uint8_t value, int count) { return value == no_link || value < count; }
bool slot(std::uint16_t value) { return value == no_slot || value < 256; }

bool sound(const Entity& e, const Level& level, std::size_t index) {
    const int count = static_cast<int>(level.entities.size());
    return e.state < level.states.size() && level.states[e.state].count > 0 &&
           e.frame <= level.states[e.state].count && e.first < level.list_of_entity[index].count &&
           link(e.room_next, count) && item(e.inv_next, count) && item(e.inv_head, count) &&
           item(e.owner, count);
}

bool sound(const DoorSaves& doors) {
    if (doors.count < 0 || doors.count > most_doors || !link(doors.head, most_doors)) return false;
    for (const DoorSave& save : doors.saves)
        if (!link(save.next, most_doors) || save.last >= save.old.size()) return false;
    return true;
}

// Lists that came from outside must end.
template <typename NextOf>
bool ends(int first, int most, NextOf next) {
    for (int at = first, n = 0; at >= 0; at = next(at))
        if (++n > most) return false;
    return true;
}

bool lists_end(const World& world, const Level& level) {
    const int count = static_cast<int>(level.entities.size());
    const auto entity = [&](int i) -> const Entity& { return world.entities[static_cast<std::size_t>(i)]; };
    const auto message = [&](int i) { return int{world.messages[static_cast<std::size_t>(i)].next}; };
    const auto item_after = [&](int i) {
        return entity(i).inv_next == no_link ? -1 : int{entity(i).inv_next};
    };
    for (const std::int16_t head : world.room_head)
        if (!link(head, count) || !ends(head, count, [&](int i) { return int{entity(i).room_next}; }))
            return false;
    for (int i = 0; i < count; ++i) {
        if (!ends(world.message_head[static_cast<std::size_t>(i)], 256, message)) return false;
        if (entity(i).inv_head != no_link && !ends(entity(i).inv_head, count, item_after)) return false;
    }
    for (const std::uint16_t top : world.cells)
        if (top != no_slot && !ends(top, 256, [&](int i) {
                const std::uint16_t under = world.slots[static_cast<std::size_t>(i)].under;
                return under == no_slot ? -1 : int{under};
            }))
            return false;
    return ends(world.free_message, 256, message) && ends(world.doors.head, most_doors, [&](int i) {
               return int{world.doors.saves[static_cast<std::size_t>(i)].next};
           });
}

} // namespace

bool sound(const World& world, const Level& level, std::string& what) {
    const int count = static_cast<int>(level.entities.size());
    const auto wrong = [&what](std::string text) {
        what = std::move(text);
        return false;
    };
    if (world.level != level.index || world.skill > 2 || world.entity_count != count)
        return wrong("another level or number of entities");
    for (int i = 0; i < static_cast<int>(most_entities); ++i) {
        const auto index = static_cast<std::size_t>(i);
        if (i >= count && world.is_active(i)) return wrong(fmt::format("a turn for entity {}", i));
        if (!link(world.message_head[index], 256)) return wrong(fmt::format("messages of entity {}", i));
        if (i >= count) continue;
        // Filtered entities keep what was there before (Q3), but get no turn.
        if ((world.is_active(i) || level.entities[index].skill <= world.skill) &&
            !sound(world.entities[index], level, index))
            return wrong(fmt::format("entity {} of state {}", i, world.entities[index].state));
        if (world.have_save != 0 && level.entities[index].skill <= world.snapshot.skill &&
            !sound(world.snapshot.entities[index], level, index))
            return wrong(fmt::format("a snapshot with entity {} of state {}", i,
                                     world.snapshot.entities[index].state));
    }
    for (const Message& message : world.messages)
        if (!link(message.next, 256) || message.sender >= most_entities) return wrong("a message to nowhere");
    for (const Slot& s : world.slots)
        if (!slot(s.next) || !slot(s.under) || !link(s.who, count)) return wrong("a cell slot to nowhere");
    for (const std::uint16_t top : world.cells)
        if (!slot(top)) return wrong("a cell to nowhere");
    for (const std::int16_t key : world.cell_keys)
        if (key < 0 || key >= static_cast<int>(world.cell_of_key.size()))
            return wrong("a cell outside of all rooms");
    if (!std::equal(level.collision.begin(), level.collision.begin() + links_size, world.collision.begin()))
        return wrong("other neighbours of rooms");
    if (!link(world.free_message, 256)) return wrong("free messages to nowhere");
    if (!sound(world.doors) || (world.have_save != 0 && !sound(world.snapshot.doors)))
        return wrong("doors to nowhere");
    if (!lists_end(world, level)) return wrong("a list that does not end");
    return true;
}

} // namespace rekindle::flashback
