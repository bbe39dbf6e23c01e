#include "flashback/data/load_level.h"

#include <fmt/format.h>

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
    parts.text_count = 65536; // item texts are checked where they are loaded
    return make_level(std::move(parts));
}

} // namespace rekindle::flashback
