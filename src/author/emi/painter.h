#pragma once
// Paints a room as one of its cameras sees it, layer by layer, 640x480 (emi-engine R105). Every shape casts
// its shadow, whichever layer it is cut into. Used by the scene builder.

#include "author/emi/rays.h"
#include "base/picture.h"

namespace rekindle::author {

inline constexpr int picture_width = 640, picture_height = 480;

// Pixel of a world point (0, 0: upper left corner of the picture) and depth along the view axis.
struct Seen {
    double x = 0, y = 0, depth = 0;
};
Seen seen(const Camera& camera, Point point);

// The layer's shapes alone; transparent where there are none.
RgbaPicture paint_layer(const Room& room, const Camera& camera, Layer layer);

} // namespace rekindle::author
