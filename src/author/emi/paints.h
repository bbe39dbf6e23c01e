#pragma once
// Patterns: the colour of a material at a place of a shape, and the small pictures of cloth and light that a
// scene needs. Used by the painter and the scene builder.

#include "author/emi/room.h"
#include "base/picture.h"

namespace rekindle::author {

Point painted(const Paint& paint, const Shape& shape, Point at, Point normal); // 0...1

// A check pattern that knows no perspective, one cell 24 pixels.
std::array<std::uint8_t, 3> plaid(int x, int y);
// Clear cloth: alpha 0 but for dark seams.
RgbaPicture coat_cloth(int size);
RgbaPicture soft_disc(int size, Color color, double strength); // alpha falls to 0 at the rim
RgbaPicture flame(int width, int height, int frame, int frames);

} // namespace rekindle::author
