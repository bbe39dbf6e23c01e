#pragma once
// The 16 slots of 16 colours on the screen (formats §10.2): what loading a room, a monster set and a game put
// into the palette of 256. Pure functions; the picture calls them.

#include "flashback/data/palettes.h"

namespace rekindle::flashback {

enum class RoomFormat { lev, map };

// L1 and L2: 0 = unset. Set once by the first room with P3 != 0 and kept over level changes.
struct PaletteLatches {
    std::uint16_t conrad = 0; // L1: Conrad wears palette A where P3 equals it, else B
    std::uint16_t icons = 0;  // L2: colours of icons and items

    // Loading a room: each unset one becomes P3.
    void latch(std::uint16_t p3) {
        if (conrad == 0) conrad = p3;
        if (icons == 0) icons = p3;
    }
    bool operator==(const PaletteLatches&) const = default;
};

void set_slot(Palette& palette, int slot, const std::array<Color, 16>& colors);
void set_slot_rgb(Palette& palette, int slot, const PaletteWords& words); // built-in encoding
void set_slot_bgr(Palette& palette, int slot, const PaletteWords& words); // level encoding

// After a room is loaded: slots 0-4, 8-0xB and 0xE; the others stay. `room` is P1...P4, each below
// level.palettes.size() (check_room()); `latches` after latch(P3). A latched number that this level does not
// have (it stems from an earlier level) counts as P3.
void set_room_slots(Palette& palette, const LevelPalettes& level, const std::array<std::uint16_t, 4>& room,
                    const PaletteLatches& latches, int level_index, RoomFormat format);
// At the start of a game and of a level: slot 0xF.
void set_inventory_slot(Palette& palette);
// When a monster set (0...3) is loaded: slot 5.
void set_monster_slot(Palette& palette, std::size_t set);

} // namespace rekindle::flashback
