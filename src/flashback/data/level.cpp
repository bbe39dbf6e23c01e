#include "flashback/data/level.h"

#include <fmt/format.h>

#include "base/hash.h"

namespace rekindle::flashback {

namespace {

tl::unexpected<Error> refused(const std::string& file, std::size_t offset, std::string expected,
                              std::string found) {
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = file,
                                .offset = offset,
                                .expected = std::move(expected),
                                .found = std::move(found),
                                .cure = {}});
}

void flatten_animations(const AnimationFile& file, Level& level) {
    std::vector<std::uint32_t> first_frame;
    for (const Animation& animation : file.animations) {
        first_frame.push_back(static_cast<std::uint32_t>(level.frames.size()));
        level.frames.insert(level.frames.end(), animation.frames.begin(), animation.frames.end());
    }
    for (const std::uint16_t index : file.animation_of_state) {
        StateAnimation& state = level.states.emplace_back();
        if (index == AnimationFile::no_table) continue;
        const Animation& animation = file.animations[index];
        state = {first_frame[index], static_cast<std::uint8_t>(animation.frames.size()), animation.sound,
                 animation.tag, animation.as_object != 0};
    }
}

void flatten_records(const RecordFile& file, Level& level) {
    std::vector<RecordList> lists;
    for (const auto& list : file.lists) {
        lists.push_back(
            {static_cast<std::uint32_t>(level.records.size()), static_cast<std::uint32_t>(list.size())});
        level.records.insert(level.records.end(), list.begin(), list.end());
    }
    for (std::size_t node = 0; node < node_count; ++node)
        level.list_of_node[node] = lists[file.list_of_node[node]];
}

bool has_animation(const Level& level, std::uint16_t state) {
    return state < level.states.size() && level.states[state].count != 0;
}

bool has_records(const Level& level, RecordList list, std::uint16_t state) {
    for (std::uint32_t i = 0; i < list.count; ++i)
        if (level.records[list.first + i].state == state) return true;
    return false;
}

Expected<void> check_entities(const LevelParts& parts, const Level& level) {
    for (std::size_t i = 0; i < level.entities.size(); ++i) {
        const EntityDefinition& e = level.entities[i];
        const std::size_t at = 2 + 32 * i;
        const std::string& file = parts.entities.file;
        const auto found = [i](unsigned value) { return fmt::format("{} (entity {})", value, i); };
        if (e.node >= node_count) return refused(file, at + 6, "a node of 0 to 229", found(e.node));
        if (!has_records(level, level.list_of_node[e.node], e.state0))
            return refused(file, at, fmt::format("a state with records in node {}", e.node), found(e.state0));
        if (!has_animation(level, e.state0))
            return refused(file, at, "a state with an animation", found(e.state0));
        if (e.text >= parts.text_count && e.text != 0)
            return refused(file, at + 30, fmt::format("a text below {}", parts.text_count), found(e.text));
    }
    return {};
}

// Every state that a list used by some entity can lead to must have an animation.
Expected<void> check_states(const LevelParts& parts, const Level& level) {
    std::array<bool, node_count> done{};
    for (const EntityDefinition& e : level.entities) {
        if (done[e.node]) continue;
        done[e.node] = true;
        const RecordList list = level.list_of_node[e.node];
        for (std::uint32_t i = 0; i < list.count; ++i) {
            const Record& r = level.records[list.first + i];
            if (!has_animation(level, r.next))
                return refused(parts.records.file, 0, "a next state with an animation",
                               fmt::format("state {} (node {}, record {})", r.next, e.node, i));
        }
    }
    return {};
}

void append(Bytes& bytes, std::initializer_list<std::int64_t> values) {
    for (const std::int64_t value : values)
        for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<Byte>(value >> shift));
}

std::uint64_t hash_level(const LevelParts& parts) {
    Bytes bytes;
    append(bytes, {parts.index, parts.start_scene, parts.restarts_at_exit});
    for (const Bytes& part : {write_entities(parts.entities.value), write_records(parts.records.value),
                              write_animations(parts.animations.value)})
        bytes.insert(bytes.end(), part.begin(), part.end());
    for (const std::int8_t cell : parts.collision) bytes.push_back(static_cast<Byte>(cell));
    for (const bool has : parts.has_picture) bytes.push_back(has ? 1 : 0);
    return hash64(bytes);
}

} // namespace

Expected<Level> make_level(LevelParts parts) {
    Level level;
    if (parts.index < 0 || parts.index >= level_count)
        return usage_error("a level index of 0 to 6", fmt::format("{}", parts.index));
    level.index = parts.index;
    level.start_scene = parts.start_scene;
    level.restarts_at_exit = parts.restarts_at_exit;
    level.entities = parts.entities.value;
    flatten_records(parts.records.value, level);
    flatten_animations(parts.animations.value, level);
    level.collision = parts.collision;
    for (std::size_t room = 0; room < room_count; ++room) level.has_picture[room] = parts.has_picture[room];
    RK_CHECK(check_entities(parts, level));
    RK_CHECK(check_states(parts, level));
    for (const EntityDefinition& e : level.entities)
        level.list_of_entity.push_back(level.list_of_node[e.node]);
    level.hash = hash_level(parts);
    return level;
}

} // namespace rekindle::flashback
