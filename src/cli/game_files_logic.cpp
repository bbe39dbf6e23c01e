// Sheets of what drives a level: archive, entities, records, animations, collision, recorded input.

#include <fmt/format.h>

#include "base/hash.h"
#include "cli/game_files.h"
#include "flashback/data/animations.h"
#include "flashback/data/archive.h"
#include "flashback/data/collision.h"
#include "flashback/data/entities.h"
#include "flashback/data/opcodes.h"
#include "flashback/data/recording.h"
#include "flashback/data/records.h"

namespace rekindle::cli {
namespace {

using namespace flashback;

// An opcode by name; 0 is none.
Cell opcode(std::uint8_t number) {
    if (number == 0) return {};
    return number < opcode_count ? Cell(opcodes[number].name) : Cell(hex(number, 2));
}
// Its argument, where there is an opcode or the file has a number although nothing reads it.
Cell argument(std::uint8_t number, std::int16_t value) {
    return number == 0 && value == 0 ? Cell() : Cell(value);
}

std::string keys(Byte sample) {
    static constexpr std::array<std::string_view, 8> names{"up",  "down", "left", "right",
                                                           "use", "gun",  "run",  "inventory"};
    std::string text;
    for (std::size_t bit = 0; bit < names.size(); ++bit)
        if ((sample >> bit & 1) != 0) text += fmt::format("{}{}", text.empty() ? "" : "+", names[bit]);
    return text;
}

} // namespace

Expected<Sheet> archive_sheet(const GameFile& file) {
    RK_TRY(const Archive archive, read_archive(file.bytes, file.shown));
    Sheet sheet;
    Table& table = sheet.table("entries", {"entry", "name", "kind", "offset", "packed", "size", "crc32"});
    std::size_t offset = 4 + 30 * archive.entries.size();
    for (std::size_t i = 0; i < archive.entries.size(); ++i) {
        const ArchiveEntry& entry = archive.entries[i];
        RK_TRY(const Bytes contents, unpack_entry(entry, file.shown));
        const FileKind* kind = kind_of(entry.name, entry.size);
        table.row({i, entry.name, kind_key(kind), offset, entry.packed.size(), entry.size,
                   hex(crc32(contents), 8)});
        offset += entry.packed.size();
    }
    return sheet;
}

Expected<Sheet> entities_sheet(const GameFile& file) {
    RK_TRY(const std::vector<EntityDefinition> entities, read_entities(file.bytes, file.shown));
    Sheet sheet;
    Table& table = sheet.table("entities", {"entity",     "kind",   "node",    "state0", "room0", "x0",
                                            "y0",         "mirror", "skill",   "life0",  "p0",    "p1",
                                            "p2",         "p3",     "cells",   "awake0", "wake",  "iflags",
                                            "touch_icon", "icon",   "item_id", "text",   "pad"});
    for (std::size_t i = 0; i < entities.size(); ++i) {
        const EntityDefinition& e = entities[i];
        table.row({i,       e.kind,   e.node,       e.state0, e.room0,   e.x0,   e.y0,    e.mirror,
                   e.skill, e.life0,  e.p[0],       e.p[1],   e.p[2],    e.p[3], e.cells, e.awake0,
                   e.wake,  e.iflags, e.touch_icon, e.icon,   e.item_id, e.text, e.pad});
    }
    return sheet;
}

Expected<Sheet> records_sheet(const GameFile& file) {
    RK_TRY(const RecordFile records, read_records(file.bytes, file.shown));
    Sheet sheet;
    sheet.fact("nodes", node_count);
    std::vector<std::string> nodes(records.lists.size());
    for (std::size_t node = 0; node < node_count; ++node) {
        std::string& text = nodes[records.list_of_node[node]];
        text += fmt::format("{}{}", text.empty() ? "" : " ", node);
    }
    Table lists{"lists", {"list", "records", "nodes"}, {}};
    Table rows{"records",
               {"list", "record", "state", "op1", "arg1", "op2", "arg2", "op3", "arg3", "next", "next_first",
                "dx", "dy", "effects"},
               {}};
    for (std::size_t list = 0; list < records.lists.size(); ++list) {
        lists.row({list, records.lists[list].size(), nodes[list]});
        for (std::size_t i = 0; i < records.lists[list].size(); ++i) {
            const Record& r = records.lists[list][i];
            rows.row({list, i, r.state, opcode(r.op1), argument(r.op1, r.arg1), opcode(r.op2),
                      argument(r.op2, r.arg2), opcode(r.op3), argument(r.op3, r.arg3), r.next, r.next_first,
                      r.dx, r.dy, r.effects});
        }
    }
    sheet.tables = {std::move(lists), std::move(rows)};
    return sheet;
}

Expected<Sheet> animations_sheet(const GameFile& file) {
    RK_TRY(const AnimationFile animations, read_animations(file.bytes, file.shown));
    Sheet sheet;
    Table states{"states", {"state", "animation"}, {}};
    for (std::size_t state = 0; state < animations.animation_of_state.size(); ++state) {
        const std::uint16_t animation = animations.animation_of_state[state];
        states.row({state, animation == AnimationFile::no_table ? Cell() : Cell(animation)});
    }
    Table tables{"animations", {"animation", "frames", "pictures", "sound", "tag"}, {}};
    Table frames{"frames", {"animation", "frame", "picture", "mirrored", "dx", "dy"}, {}};
    for (std::size_t i = 0; i < animations.animations.size(); ++i) {
        const Animation& animation = animations.animations[i];
        tables.row({i, animation.frames.size(), animation.as_object != 0 ? "objects" : "characters",
                    animation.sound == 0 ? Cell() : Cell(animation.sound - 1), animation.tag});
        for (std::size_t k = 0; k < animation.frames.size(); ++k) {
            const AnimationFrame& frame = animation.frames[k];
            const bool empty = frame.picture == empty_frame;
            frames.row({i, k, empty ? Cell() : Cell(frame.picture & 0x7FFF),
                        empty ? Cell() : Cell((frame.picture & 0x8000) != 0), frame.dx, frame.dy});
        }
    }
    sheet.tables = {std::move(states), std::move(tables), std::move(frames)};
    return sheet;
}

Expected<Sheet> collision_sheet(const GameFile& file) {
    RK_TRY(const CollisionFile collision, read_collision(file.bytes, file.shown));
    const auto link = [&](Side side, int room) {
        const std::int8_t to = collision.table[static_cast<std::size_t>(static_cast<int>(side) + room)];
        return to < 0 ? Cell() : Cell(to);
    };
    Sheet sheet;
    Table rooms{"rooms", {"room", "up", "down", "right", "left"}, {}};
    Table grid{"grid", {"room", "row", "cells"}, {}};
    for (int room = 0; room < room_count; ++room) {
        rooms.row({room, link(Side::up, room), link(Side::down, room), link(Side::right, room),
                   link(Side::left, room)});
        for (int row = 0; row < grid_rows; ++row) {
            std::string cells;
            for (int column = 0; column < grid_columns; ++column) {
                const int cell = collision.table[static_cast<std::size_t>(grid_at(room, row, column))];
                cells += fmt::format("{}{}", cells.empty() ? "" : " ", cell);
            }
            grid.row({room, row, cells});
        }
    }
    sheet.tables = {std::move(rooms), std::move(grid)};
    return sheet;
}

Expected<Sheet> recording_sheet(const GameFile& file) {
    RK_TRY(const Recording recording, read_recording(file.bytes, file.shown));
    Sheet sheet;
    sheet.fact("samples", recording.samples.size());
    if (const DemoStart* demo = find_demo(file.name)) {
        sheet.fact("level", demo->level);
        sheet.fact("first_sample", demo->first_sample);
        if (demo->room) {
            sheet.fact("room", *demo->room);
            sheet.fact("x", demo->x);
            sheet.fact("y", demo->y);
        }
    }
    Table& runs = sheet.table("runs", {"sample", "count", "keys"});
    for (std::size_t at = 0; at < recording.samples.size();) {
        std::size_t end = at + 1;
        while (end < recording.samples.size() && recording.samples[end] == recording.samples[at]) ++end;
        runs.row({at, end - at, keys(recording.samples[at])});
        at = end;
    }
    return sheet;
}

} // namespace rekindle::cli
