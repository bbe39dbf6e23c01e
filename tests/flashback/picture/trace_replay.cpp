#include "flashback/picture/trace_replay.h"

#include <charconv>
#include <map>

#include "base/files.h"
#include "base/hash.h"
#include "base/zstd.h"
#include "flashback/world/start.h"
#include "flashback/world/turn.h"
#include "support/shared.h"

namespace rekindle::test {

namespace {

using namespace flashback;

std::string_view next_word(std::string_view& line, char separator = ' ') {
    const std::size_t stop = line.find(separator);
    const std::string_view word = line.substr(0, stop);
    line = stop == std::string_view::npos ? std::string_view{} : line.substr(stop + 1);
    return word;
}

std::int64_t number(std::string_view text, int base = 10) {
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, base);
    return value;
}

template <typename T>
std::function<void(World&, std::int64_t)> field(T World::*member) {
    return [member](World& world, std::int64_t value) { world.*member = static_cast<T>(value); };
}
template <typename T>
std::function<void(Entity&, std::int64_t)> field(T Entity::*member) {
    return [member](Entity& entity, std::int64_t value) { entity.*member = static_cast<T>(value); };
}

using WorldFields = std::map<std::string_view, std::function<void(World&, std::int64_t)>>;
using EntityFields = std::map<std::string_view, std::function<void(Entity&, std::int64_t)>>;

// What the picture can depend on.
const WorldFields& world_fields() {
    static const WorldFields fields{{"level", field(&World::level)},
                                    {"skill", field(&World::skill)},
                                    {"score", field(&World::score)},
                                    {"room", field(&World::view_room)},
                                    {"redraw", field(&World::redraw)},
                                    {"blink", field(&World::blink)},
                                    {"story", field(&World::story)},
                                    {"storyIcon", field(&World::story_icon)},
                                    {"savedNote", field(&World::saved_note)},
                                    {"codeTimer", field(&World::code_timer)},
                                    {"monsterNode", field(&World::monster_node)},
                                    {"monsterSet", field(&World::monster_set)}};
    return fields;
}

const EntityFields& entity_fields() {
    static const EntityFields fields{{"state", field(&Entity::state)},
                                     {"x", field(&Entity::x)},
                                     {"y", field(&Entity::y)},
                                     {"frame", field(&Entity::frame)},
                                     {"room", field(&Entity::room)},
                                     {"life", field(&Entity::life)},
                                     {"counter", field(&Entity::counter)},
                                     {"cell", field(&Entity::cell)},
                                     {"invNext", field(&Entity::inv_next)},
                                     {"invHead", field(&Entity::inv_head)},
                                     {"owner", field(&Entity::owner)},
                                     {"sprite", field(&Entity::sprite)},
                                     {"flags", field(&Entity::flags)},
                                     {"first", field(&Entity::first)},
                                     {"roomNext", field(&Entity::room_next)}};
    return fields;
}

void set_active(World& world, std::size_t entity, bool active) {
    const std::uint64_t bit = std::uint64_t{1} << (entity & 63);
    world.active[entity >> 6] = (world.active[entity >> 6] & ~bit) | (active ? bit : 0);
}

void entity_line(World& world, std::string_view line) {
    const auto index = static_cast<std::size_t>(number(next_word(line)));
    while (!line.empty()) {
        std::string_view value = next_word(line);
        const std::string_view name = next_word(value, '=');
        if (name == "active")
            set_active(world, index, value == "1");
        else if (const auto at = entity_fields().find(name); at != entity_fields().end())
            at->second(world.entities[index], number(value));
    }
}

// Copies only what the wake pass makes.
void make_cells(World& world, const Level& level) {
    World scratch = world;
    wake_pass(scratch, level);
    world.slots = scratch.slots;
    world.cells = scratch.cells;
    world.cell_keys = scratch.cell_keys;
    world.cell_of_key = scratch.cell_of_key;
    world.slots_used = scratch.slots_used;
    world.cell_count = scratch.cell_count;
}

} // namespace

Trace::Trace(const std::string& scenario) {
    const auto path = *shared_dir() / "oracle/flashback/scenarios" / (scenario + ".trace.zst");
    const Bytes bytes = zstd_decompress(must_read(path), scenario).value();
    text_.assign(bytes.begin(), bytes.end());
    std::string_view rest = text_;
    for (std::string_view line = next_word(rest, '\n'); !line.starts_with("T ");
         line = next_word(rest, '\n')) {
        if (next_word(line) != "H") continue;
        const std::string_view key = next_word(line);
        if (key == "scenario") header_.scenario = line;
        if (key == "level") header_.level = static_cast<int>(number(line));
        if (key == "skill") header_.skill = static_cast<int>(number(line));
    }
}

void Trace::replay(const Level& level, const std::function<void(const ReplayedTick&)>& each) {
    World world;
    start_level(world, level, static_cast<std::uint8_t>(header_.skill), StartKind::new_game);
    World before = world;
    ReplayedTick tick;
    const auto finish = [&] {
        if (tick.drawn && world.redraw == 0) world.background = world.view_room;
        tick.before = &before;
        tick.world = &world;
        if (tick.number > 0) each(tick);
        before = world;
    };
    // A tick whose block has an `f` line went through its wake pass.
    std::string_view rest = text_;
    bool started = false;
    while (!rest.empty()) {
        std::string_view line = next_word(rest, '\n');
        const std::string_view kind = next_word(line);
        if (kind == "T" || kind == "E") {
            if (started) finish();
            started = kind == "T";
            const std::uint32_t cells = tick.cells_crc;
            tick = ReplayedTick{};
            tick.number = static_cast<int>(number(line));
            tick.cells_crc = cells;
            const std::string_view block = rest.substr(0, rest.find("\nT "));
            if (tick.number > 0 && block.find("\nf ") != std::string_view::npos) make_cells(world, level);
        } else if (kind == "g") {
            while (!line.empty()) {
                std::string_view value = next_word(line);
                const std::string_view name = next_word(value, '=');
                if (name == "cells") tick.cells_crc = static_cast<std::uint32_t>(number(value, 16));
                if (const auto at = world_fields().find(name); at != world_fields().end())
                    at->second(world, number(value));
            }
        } else if (kind == "e") {
            entity_line(world, line);
        } else if (kind == "r") {
            const auto room = static_cast<std::size_t>(number(next_word(line)));
            world.room_head[room] =
                line.empty() ? no_entity : static_cast<std::int16_t>(number(next_word(line)));
        } else if (kind == "x") {
            tick.events.emplace_back(line);
        } else if (kind == "f") {
            tick.drawn = true;
            tick.picture_crc = static_cast<std::uint32_t>(number(next_word(line), 16));
            tick.palette_crc = static_cast<std::uint32_t>(number(line, 16));
        }
    }
}

std::vector<std::string> all_scenarios() {
    std::vector<std::string> names;
    for (const auto& path : list_files(*shared_dir() / "oracle/flashback/scenarios"))
        if (path.extension() == ".input") names.push_back(path.stem().string());
    return names;
}

std::uint32_t cells_crc(const World& world) {
    if (world.cell_count == 0) return 0;
    Writer out;
    for (std::size_t cell = 0; cell < world.cell_count; ++cell) {
        for (std::uint16_t slot = world.cells[cell]; slot != no_slot; slot = world.slots[slot].under) {
            out.i16(world.slots[slot].key, Endian::little);
            out.i16(world.slots[slot].who, Endian::little);
            out.u16(world.slots[slot].next, Endian::little);
        }
        out.u16(0xFFFE, Endian::little);
    }
    return crc32(out.view());
}

} // namespace rekindle::test
