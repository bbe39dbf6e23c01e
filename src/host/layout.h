#pragma once
// Where a picture goes in a window: at whole-number scale, or in the shape it was made for. Sizes in real
// pixels of the output (hi-dpi).

#include "host/game.h"

namespace rekindle::host {

enum class Aspect {
    integer,  // square pixels, whole-number scale, as large as fits
    original, // Screen::shape, as large as fits
};

struct Place {
    int x = 0, y = 0, width = 0, height = 0;
    // The picture is first enlarged this many times with hard edges, then brought to size smoothly; 1 where
    // it is a whole number of times larger anyway.
    int enlarge = 1;
    bool smooth = false;
    bool operator==(const Place&) const = default;
};

// `width`, `height` of the output, at least 1. A window smaller than the picture gets it made smaller.
Place place_picture(const Screen& screen, int width, int height, Aspect aspect);

// The pixel of the screen under a point of the output; outside the picture: no pointer.
Pointer pixel_at(const Screen& screen, const Place& place, int x, int y);

struct Size {
    int width = 0, height = 0;
    bool operator==(const Size&) const = default;
};
// The window that holds the picture at `scale` without borders.
Size window_size(const Screen& screen, int scale, Aspect aspect);
// The largest scale (1…4) whose window leaves a tenth of the display free.
int fitting_scale(const Screen& screen, Size display, Aspect aspect);

} // namespace rekindle::host
