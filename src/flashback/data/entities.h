#pragma once
// PGE files: the definitions of a level's entities, as they are at level start (formats §5, engine §1.1).
// Called by the level loader, inspect and the authoring tools.

#include <array>
#include <vector>

#include "base/bytes.h"

namespace rekindle::flashback {

inline constexpr std::size_t most_entities = 256;

// Bits of EntityDefinition::wake.
inline constexpr std::uint8_t wake_by_message = 1, wake_by_contact = 2, wake_in_view = 4;

struct EntityDefinition {
    std::uint16_t state0 = 0;    // state at level start
    std::int16_t x0 = 0, y0 = 0; // pixels, y grows down; a room is 256 x 216
    std::uint16_t node = 0;      // which record list drives it, 0..229
    std::uint16_t life0 = 0;
    std::array<std::int16_t, 4> p{}; // meaning depends on the records
    std::uint8_t kind = 0;           // 1 Conrad, 10 monster
    std::uint8_t room0 = 0;          // 0..63, 64 parked nowhere
    std::uint8_t awake0 = 0;         // non-zero: awake from the first tick
    std::uint8_t iflags = 0;         // 0-1 palette, 2 shows its life in the inventory, 3 back drawing list
    std::uint8_t touch_icon = 0;     // icon + 1 shown when Conrad stands at it
    std::uint8_t icon = 0;           // inventory icon
    std::uint8_t item_id = 0;
    std::uint8_t skill = 0;  // exists only where this <= game skill
    std::uint8_t mirror = 0; // non-zero: starts facing right
    std::uint8_t wake = 0;   // bits: 0 by message, 1 by contact, 2 by being in the view room
    std::uint8_t cells = 0;  // 16-unit columns it occupies, 0..16
    std::uint8_t pad = 0;    // no meaning, kept
    std::uint16_t text = 0;  // name in the level's text file
    bool operator==(const EntityDefinition&) const = default;
};

// 1..256 definitions; the size must be exact. References are checked by the level loader.
Expected<std::vector<EntityDefinition>> read_entities(ByteView bytes, std::string_view file);
Bytes write_entities(const std::vector<EntityDefinition>& entities);

} // namespace rekindle::flashback
