#include "cli/level_sheet.h"

#include <map>

#include <fmt/format.h>

#include "cli/target.h"
#include "flashback/data/load_level.h"

namespace rekindle::cli {
namespace {

using namespace flashback;

Table room_table(const Level& level) {
    Table table{"rooms", {"room", "picture", "up", "down", "right", "left", "entities"}, {}};
    std::map<int, std::string> entities;
    for (std::size_t i = 0; i < level.entities.size(); ++i) {
        std::string& text = entities[level.entities[i].room0];
        text += fmt::format("{}{}", text.empty() ? "" : " ", i);
    }
    for (int room = 0; room < room_count; ++room) {
        const auto link = [&](Side side) {
            const std::int8_t to = level.collision[static_cast<std::size_t>(static_cast<int>(side) + room)];
            return to < 0 ? Cell() : Cell(to);
        };
        if (level.has_picture[static_cast<std::size_t>(room)] || entities.contains(room))
            table.row({room, level.has_picture[static_cast<std::size_t>(room)], link(Side::up),
                       link(Side::down), link(Side::right), link(Side::left), entities[room]});
    }
    return table;
}

Table state_table(const Level& level) {
    std::map<std::size_t, std::size_t> records;
    for (const Record& record : level.records) ++records[record.state];
    Table table{"states", {"state", "frames", "pictures", "sound", "tag", "dx", "dy", "records"}, {}};
    for (std::size_t i = 0; i < level.states.size(); ++i) {
        const StateAnimation& state = level.states[i];
        if (state.count == 0) continue;
        int dx = 0, dy = 0;
        for (std::uint32_t k = 0; k < state.count; ++k) {
            dx += level.frames[state.first_frame + k].dx;
            dy += level.frames[state.first_frame + k].dy;
        }
        table.row({i, state.count, state.as_object ? "objects" : "characters",
                   state.sound == 0 ? Cell() : Cell(state.sound - 1), state.tag, dx, dy, records[i]});
    }
    return table;
}

} // namespace

Expected<Sheet> level_sheet(const DataSet& data, int index) {
    RK_TRY(const Level level, load_level(data, index));
    const LevelNames& names = level_names[static_cast<std::size_t>(index)];
    const std::string logic(names.logic);
    RK_TRY(const GameFile pge, open_file(data, logic + ".PGE"));
    RK_TRY(const GameFile obj, open_file(data, logic + ".OBJ"));
    RK_TRY(Sheet entities, entities_sheet(pge));
    RK_TRY(Sheet records, records_sheet(obj));

    Sheet sheet;
    sheet.title = fmt::format("Level {}: {}", index, names.title);
    sheet.fact("level", index);
    sheet.fact("logic", names.logic);
    sheet.fact("pictures", names.pictures);
    sheet.fact("start_scene", level.start_scene == no_scene ? Cell() : Cell(level.start_scene));
    sheet.fact("restarts_at_exit", level.restarts_at_exit);
    sheet.tables.push_back(std::move(entities.tables.front()));
    sheet.tables.push_back(room_table(level));
    sheet.tables.push_back(state_table(level));
    for (Table& table : records.tables) sheet.tables.push_back(std::move(table));
    return sheet;
}

} // namespace rekindle::cli
