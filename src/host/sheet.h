#pragma once
// A contact sheet: small pictures side by side, each with a label under it, in a tiny font of our own.

#include "host/game.h"

namespace rekindle::host {

struct SheetItem {
    std::string label; // letters are shown as capitals; what the font hasn't got as a block
    RgbaPicture picture;
};

// Row by row, `columns` a row. An empty list gives a picture of the border alone.
RgbaPicture contact_sheet(std::span<const SheetItem> items, int columns = 5);

// One line, each pixel of the font a block of `scale`; what is outside is left out.
void draw_label(RgbaPicture& target, std::string_view text, int x, int y, Color color, int scale);

} // namespace rekindle::host
