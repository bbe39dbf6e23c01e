#pragma once
// Letters as strokes → a font with outlines (emi-formats §12). demo/emi/coat/font.txt explains the lines.

#include "emi/data/font.h"

namespace rekindle::author {

Expected<emi::Font> read_stroke_font(std::string_view text, std::string_view file);

} // namespace rekindle::author
