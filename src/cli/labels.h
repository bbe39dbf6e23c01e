#pragma once
// Letters for contact sheets: capitals, digits and a few signs in 5x7 pixels.

#include <string_view>

#include "base/picture.h"

namespace rekindle::cli {

// Small letters become capitals; what there is no letter for is a blank. Clipped at the edges.
void write_label(RgbaPicture& picture, std::string_view text, int x, int y, Color color, int scale = 2);
// Pixels that a label is wide.
int label_width(std::string_view text, int scale = 2);
// A rectangle in one colour, opaque.
RgbaPicture plain_picture(int width, int height, Color color);

} // namespace rekindle::cli
