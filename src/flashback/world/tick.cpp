#include "flashback/world/tick.h"

#include "flashback/world/turn.h"

namespace rekindle::flashback {

namespace {

constexpr std::uint16_t scene_fall = 6, scene_end = 0x3D, scene_taxi = 50;
constexpr std::uint16_t node_monster = 0x49;

// §10: of a diagonal only the last straight reading counts.
void sample_keys(World& world, std::uint8_t input) {
    const std::uint8_t directions = input & key_directions;
    const bool diagonal =
        (directions & (key_up | key_down)) != 0 && (directions & (key_left | key_right)) != 0;
    if (!diagonal) world.straight_keys = directions;
    world.keys = static_cast<std::uint8_t>(world.straight_keys | (input & (key_use | key_gun | key_run)));
}

// Step 10.
void redraw_room(World& world, const Level& level) {
    const std::uint8_t room = world.entities[conrad].room;
    if (world.view_room == 0xFF || !level.has_picture[room]) { // Conrad fell out of the world
        world.scene = scene_fall;
        world.death_timer = 1;
        return;
    }
    world.view_room = room;
    world.background = room;
    world.redraw = 0;
}

// Which monster pictures would be loaded while the entities are drawn (§11.3): only entities in the view room
// load.
void load_monsters(World& world, const Level& level) {
    if (world.view_room >= room_count) return;
    for (std::int16_t i = world.room_head[world.view_room]; i >= 0;) {
        const Entity& e = world.entities[static_cast<std::size_t>(i)];
        const EntityDefinition& d = level.entities[static_cast<std::size_t>(i)];
        const bool monster =
            i != conrad && (e.flags & drawn_as_object) == 0 && (d.kind == 10 || d.node == node_monster);
        if (monster && d.node != world.monster_node)
            if (const auto set = monster_set(level.index, d.node)) {
                world.monster_node = d.node;
                world.monster_set = *set;
            }
        i = e.room_next;
    }
}

// What Conrad stands at (§11.5); its cells are those of this tick's wake pass.
void touch(World& world, const Level& level, Hud& hud) {
    Touched found = touched_icon(world, level, conrad, 3, 0xFF, 0xFF);
    if (found.icon == 0) found = touched_icon(world, level, found.last, 0xFF, 5, 9); // Q23
    bool saved = false;
    if (static_cast<std::int8_t>(found.icon) > 0) {
        world.code_timer = 0;
        const auto icon = static_cast<std::uint8_t>(found.icon - 1);
        if (world.story == no_story) {
            hud.touched = found.last;
            hud.touched_icon = icon;
            saved = icon == 2 && world.saved_note != 0;
        } else {
            world.story_icon = icon;
        }
    }
    hud.saved = saved;
    world.saved_note = hud.touched != no_entity && hud.touched_icon == 2 ? world.saved_note : std::uint8_t{0};
}

} // namespace

Tick step(World& world, const Level& level, std::uint8_t input, Events& events) {
    Tick tick;
    const auto ends = [&tick](TickEnd end) {
        tick.end = end;
        return tick;
    };
    if (world.scene != no_scene) {
        events.push_back({Event::Kind::scene, world.scene});
        if (world.scene == scene_end) return ends(TickEnd::game_over);
        world.scene = no_scene;
    }
    if (world.death_timer > 0 && --world.death_timer == 0) {
        if (world.death_scene != no_scene) events.push_back({Event::Kind::scene, world.death_scene});
        return ends(TickEnd::died);
    }
    sample_keys(world, input);
    wake_pass(world, level);
    look_around(world);
    take_turns(world, level, events);
    if (world.level != level.index) return ends(TickEnd::level_exit);
    if (world.level == 3 && world.scene == scene_taxi) return ends(TickEnd::taxi);
    if (world.redraw != 0) redraw_room(world, level);

    tick.hud.blink = world.blink;
    tick.hud.monster_node = world.monster_node;
    tick.hud.monster_set = world.monster_set;
    load_monsters(world, level);
    touch(world, level, tick.hud);
    if (world.blink != 0) --world.blink;
    tick.shake = world.shake;
    world.shake = 0;
    return tick;
}

} // namespace rekindle::flashback
