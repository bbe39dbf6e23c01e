#pragma once
// Icons and text on a screen of 256 x 224 pixels (engine spec §11.6). They lie over everything, foreground
// scenery too; what would leave the screen is clipped (U9).

#include <span>
#include <string_view>

#include "flashback/data/font.h"
#include "flashback/data/icons.h"
#include "flashback/data/plain_picture.h"

namespace rekindle::flashback {

using Screen = std::span<Byte, screen_pixels>;

inline constexpr int slot_icons = 0xA, slot_panel = 0xF;

// Nothing for a number without an icon.
void paint_icon(Screen screen, const Icons& icons, int number, int x, int y, int slot);
// `color` is a pixel value of slot 0xE.
void paint_text(Screen screen, const Font& font, std::string_view text, int x, int y, Byte color);

// Text of menus and the options panel, in cells of 8 x 8.
inline constexpr Byte no_paper = 0xFF;
struct CellColors {
    Byte front = 0, paper = no_paper, shadow = 0;
};
void paint_cells(Screen screen, const Font& font, std::string_view text, int column, int row,
                 CellColors colors);

} // namespace rekindle::flashback
