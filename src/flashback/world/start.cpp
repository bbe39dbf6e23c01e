#include "flashback/world/start.h"

#include <algorithm>

#include "flashback/world/turn.h"

namespace rekindle::flashback {

namespace {

// §2.2. Q3: flags and `first` of entities that the skill filters out stay as they were.
void set_up(World& world, const Level& level, int index) {
    const EntityDefinition& d = level.entities[static_cast<std::size_t>(index)];
    Entity& e = world.entities[static_cast<std::size_t>(index)];
    const std::uint8_t flags = e.flags;
    const std::uint16_t first = e.first;
    e = Entity{};
    e.flags = flags;
    e.first = first;
    e.state = d.state0;
    e.x = d.x0;
    e.y = d.y0;
    e.room = d.room0;
    e.life = static_cast<std::int16_t>(d.life0);
    if (world.skill >= 2 && d.kind == 10) e.life = wrap16(2 * e.life);
    if (d.skill > world.skill) return;
    e.flags = 0;
    if (d.mirror != 0) e.flags |= faces_right;
    if ((d.iflags & 8) != 0) e.flags |= in_back_list;
    e.flags |= static_cast<std::uint8_t>((d.iflags & 3) << 5);
    if ((d.wake & wake_by_contact) != 0) e.flags |= wakes_by_contact;
    if (d.awake0 != 0 || ((d.wake & wake_in_view) != 0 && d.room0 == world.view_room)) wake(world, index);
    e.first = first_record(level, index, d.state0);
    show_first_frame(world, level, index);
}

// Entities of this skill to the front of their room's list, ascending (§2.3).
void build_lists(World& world, const Level& level) {
    for (int i = 0; i < world.entity_count; ++i) {
        if (level.entities[static_cast<std::size_t>(i)].skill > world.skill) continue;
        Entity& e = world.entities[static_cast<std::size_t>(i)];
        e.room_next = world.room_head[e.room];
        world.room_head[e.room] = static_cast<std::int16_t>(i);
    }
}

// §2.1 item 10.
void begin_play(World& world, const Level& level) {
    world.view_room = level.entities[conrad].room0;
    world.death_scene = no_scene;
    world.death_timer = 0;
    world.saved_note = 0;
    world.redraw = 1;
    reset_messages(world);
    world.blink = 0;
    world.hit_pending = 0;
    world.gun_var = 0;
    world.story = no_story;
}

} // namespace

void start_level(World& world, const Level& level, std::uint8_t skill, StartKind kind,
                 const std::optional<StartPlace>& demo) {
    world.level = static_cast<std::uint8_t>(level.index);
    world.skill = skill;
    world.entity_count = static_cast<std::uint16_t>(level.entities.size());
    world.collision = level.collision;
    world.scene = level.start_scene;
    world.monster_set = 0xFFFF;
    world.monster_node = 0;
    world.code_timer = 150;
    world.doors.count = 0;
    world.doors.head = -1;
    world.active = {};
    world.room_head.fill(no_entity);
    world.view_room = level.entities[conrad].room0;
    for (int i = world.entity_count - 1; i >= 0; --i) set_up(world, level, i);
    if (demo) {
        world.scene = no_scene;
        world.code_timer = 0;
        if (demo->room != 0xFF) {
            world.entities[conrad].room = demo->room;
            world.entities[conrad].x = demo->x;
            world.entities[conrad].y = demo->y;
        }
    }
    build_lists(world, level);
    reset_messages(world);
    world.have_save = 0;
    if (kind == StartKind::new_game) world.score = 0;
    if (kind == StartKind::level_change) {
        world.gun_var = 0;
        if (level.has_picture[world.view_room]) world.background = world.view_room;
    } else {
        begin_play(world, level);
    }
}

void take_snapshot(World& world) {
    Snapshot& s = world.snapshot;
    s.entities = world.entities;
    std::copy(world.collision.begin() + links_size, world.collision.end(), s.grid.begin());
    s.doors = world.doors;
    s.score = world.score;
    s.gun_var = world.gun_var;
    s.skill = world.skill;
}

void restore_snapshot(World& world, const Level& level) {
    const Snapshot& s = world.snapshot;
    world.skill = s.skill;
    world.score = s.score;
    world.entities = s.entities;
    std::copy(s.grid.begin(), s.grid.end(), world.collision.begin() + links_size);
    for (int i = 0; i < s.doors.count; ++i) // buffers that are not in use are not part of a snapshot: Q25
        world.doors.saves[static_cast<std::size_t>(i)] = s.doors.saves[static_cast<std::size_t>(i)];
    world.doors.count = s.doors.count;
    world.doors.head = s.doors.head;
    world.active = {};
    world.room_head.fill(no_entity);
    for (int i = 0; i < world.entity_count; ++i)
        if (level.entities[static_cast<std::size_t>(i)].skill <= world.skill &&
            world.entities[static_cast<std::size_t>(i)].awake())
            wake(world, i);
    build_lists(world, level);
    begin_play(world, level);
    world.gun_var = s.gun_var;
}

} // namespace rekindle::flashback
