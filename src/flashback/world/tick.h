#pragma once
// One tick of the world (engine spec §3.1, steps 1 to 12): pure, can't fail, allocates nothing once `events`
// has grown. Drawing lies between its steps 11 and 12; what the picture needs of that moment leaves as
// Tick::hud, so that the renderer is a pure function of world, level and hud. Dialog, inventory, options and
// continue screen (steps 14 to 17) are the session's.

#include "flashback/world/world.h"

namespace rekindle::flashback {

enum class TickEnd : std::uint8_t {
    drawn, // an ordinary tick: there is a picture
    died,  // the death timer ran out; nothing moved, nothing is drawn. The session continues or ends the game
    level_exit, // another level was asked for (Event::level_exit names it); the session starts it
    taxi,       // level 3 asked for scene 50: nothing is drawn, next tick plays it
    game_over,  // scene 0x3D: the game is won; nothing moved
};

// What the picture shows beside the entities (§11.3, §11.5), as it was when the tick drew.
struct Hud {
    std::uint8_t blink = 0;         // before it was counted down: Conrad is not drawn while odd
    std::uint16_t monster_node = 0; // as they were before the entities were looked at
    std::uint16_t monster_set = 0xFFFF;
    std::int16_t touched = no_entity; // entity whose name is shown, or none
    std::uint8_t touched_icon = 0;    // icon number, where `touched` is an entity
    bool saved = false;               // "COMPLETED" under it
    bool operator==(const Hud&) const = default;
};

struct Tick {
    TickEnd end = TickEnd::drawn;
    Hud hud;
    std::uint8_t shake = 0; // 0..7: rows that the picture is shaken by
    bool operator==(const Tick&) const = default;
};

// `input` is a mask of key_* bits; key_inventory is ignored. Events are appended.
Tick step(World& world, const Level& level, std::uint8_t input, Events& events);

} // namespace rekindle::flashback
