#pragma once
// Glyphs and icons as drawings. Formats spec §17.

#include "author/flashback/drawing.h"
#include "flashback/data/font.h"
#include "flashback/data/icons.h"

namespace rekindle::author {

// `glyphs A B 0x23 ...`, then up to 8 rows with one word a glyph, at most 7 pixels wide: @ ink, . none. The
// shadow is added. Characters that are not drawn are blank.
Expected<flashback::Font> read_glyphs(const std::vector<SourceLine>& lines);

// The pictures named panel (144 x 80), frame, arrow_up and arrow_down take the engine's places; all others
// are icons 0, 1, ... in their order.
Expected<flashback::Icons> make_icons(const Pictures& pictures);

} // namespace rekindle::author
