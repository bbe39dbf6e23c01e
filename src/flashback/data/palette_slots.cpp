#include "flashback/data/palette_slots.h"

namespace rekindle::flashback {

void set_slot(Palette& palette, int slot, const std::array<Color, 16>& colors) {
    for (std::size_t i = 0; i < colors.size(); ++i)
        palette[static_cast<std::size_t>(slot) * 16 + i] = colors[i];
}

void set_slot_rgb(Palette& palette, int slot, const PaletteWords& words) {
    for (std::size_t i = 0; i < words.size(); ++i)
        palette[static_cast<std::size_t>(slot) * 16 + i] = color_from_rgb(words[i]);
}

void set_slot_bgr(Palette& palette, int slot, const PaletteWords& words) {
    for (std::size_t i = 0; i < words.size(); ++i)
        palette[static_cast<std::size_t>(slot) * 16 + i] = color_from_bgr(words[i]);
}

void set_room_slots(Palette& palette, const LevelPalettes& level, const std::array<std::uint16_t, 4>& room,
                    const PaletteLatches& latches, int level_index, RoomFormat format) {
    const auto [p1, p2, p3, p4] = room;
    const auto set = [&](int slot, std::uint16_t number) {
        set_slot_bgr(palette, slot, level.palettes[number]);
    };
    set(0x0, p1);
    set(0x1, p2);
    set(0x2, p3);
    set(0x3, p4);
    set_slot_rgb(palette, 0x4, p3 == latches.conrad ? conrad_a_palette : conrad_b_palette);
    set(0x8, p1);
    set(0x9, format == RoomFormat::lev && level_index == 0 ? p1 : p2);
    set(0xA, latches.icons < level.palettes.size() ? latches.icons : p3);
    set(0xB, p4);
    set_slot_rgb(palette, 0xE, text_palette);
}

void set_inventory_slot(Palette& palette) { set_slot(palette, 0xF, inventory_palette); }

void set_monster_slot(Palette& palette, std::size_t set) {
    set_slot_rgb(palette, 0x5, monster_palettes[set]);
}

} // namespace rekindle::flashback
