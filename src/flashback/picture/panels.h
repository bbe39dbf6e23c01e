#pragma once
// What is painted over a picture while the world stands still: inventory, dialog, options, continue screen,
// final score (engine spec §8.3, §11.7-§11.9). Pure painting on a copy of the picture below; the session runs
// the loops and puts the copy back where the specification says so.

#include "flashback/picture/level_pictures.h"
#include "flashback/picture/overlay.h"
#include "flashback/world/inventory_screen.h"

namespace rekindle::flashback {

// On the tick's picture; later passes over the one before.
void paint_inventory(Screen screen, const World& world, const Level& level, const LevelPictures& pictures,
                     const InventoryScreen& inventory);

// One segment of a dialog, each on a fresh copy of the tick's picture. `icon` is World::story_icon.
void paint_dialog(Screen screen, const LevelPictures& pictures, const Dialog& dialog, std::size_t segment,
                  int icon);

// Continue or abort (§3.5): a pass each 100 ms, from 100 down to 0 remaining, each on a fresh copy of the
// last picture of scene 0x48. The palette entry of the chosen line pulses once a pass, after it is shown.
struct ContinueView {
    int remaining = 100;
    bool abort = false; // the chosen line
    std::uint32_t score = 0;
};
void paint_continue(Screen screen, const Font& font, const ContinueView& view);
inline constexpr std::size_t pulsing_color = 0xE4;
struct Pulse {
    int step = 8;
    void beat(Palette& palette);
};

// On the last picture of scene 0x49.
void paint_final_score(Screen screen, const Font& font, std::uint32_t score, int skill);

// The options panel: the frame once, the lines at every pass over the one before.
enum class OptionsLine : std::uint8_t { resume, abort, load, save };
struct OptionsView {
    OptionsLine chosen = OptionsLine::resume;
    int slot = 1; // 1...99
};
void paint_options_frame(Screen screen, const Font& font);
void paint_options(Screen screen, const Font& font, const OptionsView& view);

} // namespace rekindle::flashback
