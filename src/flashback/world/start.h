#pragma once
// Level start, restart and the in-level snapshot (engine spec §2, §8.4).

#include <optional>

#include "flashback/world/world.h"

namespace rekindle::flashback {

// A recording's start (§2.1 item 7): no start scene, no code line; Conrad is moved where `room` is not 0xFF.
struct StartPlace {
    std::uint8_t room = 0xFF;
    std::int16_t x = 0, y = 0;
    bool operator==(const StartPlace&) const = default;
};

enum class StartKind : std::uint8_t {
    new_game,     // score 0
    level_change, // opcode 0x84
    continued,    // after a death without a snapshot: as a new game, but the score stays
};

// Sets up every entity of the level. What §1.6 keeps is kept: pass the world of the level before, or World{}.
// Skill 0 easy, 1 normal, 2 expert.
void start_level(World& world, const Level& level, std::uint8_t skill, StartKind kind,
                 const std::optional<StartPlace>& demo = std::nullopt);

// Copies what §8.4 lists into world.snapshot. Called by opcode 0x69, in the middle of a turn.
void take_snapshot(World& world);
// Brings the snapshot back; the world must be of the same level.
void restore_snapshot(World& world, const Level& level);

} // namespace rekindle::flashback
