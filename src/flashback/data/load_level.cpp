#include "flashback/data/load_level.h"

#include <fmt/format.h>

#include "flashback/data/text_table.h"

namespace rekindle::flashback {

namespace {

// A room has a picture where its table entry says so (engine §3.1 step 10).
Expected<std::array<bool, room_count>> rooms_with_picture(const DataSet& data, const std::string& base) {
    const bool map = data.has(base + ".MAP");
    const std::string name = base + (map ? ".MAP" : ".LEV");
    RK_TRY(const Bytes bytes, data.read(name));
    Reader in(bytes, data.described(name));
    std::array<bool, room_count> rooms{};
    for (bool& room : rooms) {
        if (map) {
            room = in.u32(Endian::little) != 0;
            in.skip(2);
        } else {
            room = in.u32(Endian::big) > 0x100;
        }
    }
    if (!in) return in.unexpected();
    return rooms;
}

} // namespace

std::string level_text_file(const DataSet& data, int index) {
    const std::string_view logic = level_names[static_cast<std::size_t>(index)].logic;
    const std::string own = fmt::format("{}.{}", logic, text_extension(data.language()));
    return data.has(own) ? own : fmt::format("{}.TBN", logic);
}

Expected<Level> load_level(const DataSet& data, int index) {
    if (index < 0 || index >= level_count)
        return usage_error("a level index of 0 to 6", fmt::format("{}", index));
    const LevelNames& names = level_names[static_cast<std::size_t>(index)];
    const std::string logic(names.logic), pictures(names.pictures);

    LevelParts parts;
    parts.index = index;
    parts.start_scene = names.start_scene;
    parts.restarts_at_exit = data.is_demo();
    parts.entities.file = data.described(logic + ".PGE");
    parts.records.file = data.described(logic + ".OBJ");
    parts.animations.file = data.described(logic + ".ANI");
    RK_TRY(parts.entities.value, data.load(logic + ".PGE", read_entities));
    RK_TRY(parts.records.value, data.load(logic + ".OBJ", read_records));
    RK_TRY(parts.animations.value, data.load(logic + ".ANI", read_animations));
    RK_TRY(const CollisionFile collision, data.load(pictures + ".CT", read_collision));
    parts.collision = collision.table;
    RK_TRY(parts.has_picture, rooms_with_picture(data, pictures));
    RK_TRY(const TextTable texts,
           data.load(level_text_file(data, index),
                     [](ByteView bytes, std::string_view file) { return read_text_table(bytes, file); }));
    parts.text_count = texts.size();
    return make_level(std::move(parts));
}

} // namespace rekindle::flashback
