#include "host/layout.h"

#include <algorithm>

namespace rekindle::host {

namespace {

// The largest rectangle of the shape inside the output, centred.
Place fit(int shape_width, int shape_height, int width, int height) {
    Place place;
    place.width = std::min(width, height * shape_width / shape_height);
    place.height = std::min(height, width * shape_height / shape_width);
    place.width = std::max(place.width, 1);
    place.height = std::max(place.height, 1);
    return place;
}

} // namespace

Place place_picture(const Screen& screen, int width, int height, Aspect aspect) {
    const int scale = std::min(width / screen.width, height / screen.height);
    Place place;
    if (aspect == Aspect::original)
        place = fit(screen.shape_width, screen.shape_height, width, height);
    else if (scale >= 1)
        place = {.width = screen.width * scale, .height = screen.height * scale};
    else
        place = fit(screen.width, screen.height, width, height);
    place.x = (width - place.width) / 2;
    place.y = (height - place.height) / 2;
    place.smooth = place.width % screen.width != 0 || place.height % screen.height != 0;
    if (place.smooth)
        place.enlarge = std::max((place.width + screen.width - 1) / screen.width,
                                 (place.height + screen.height - 1) / screen.height);
    return place;
}

Pointer pixel_at(const Screen& screen, const Place& place, int x, int y) {
    x -= place.x;
    y -= place.y;
    if (x < 0 || y < 0 || x >= place.width || y >= place.height) return {};
    return {static_cast<std::int16_t>(x * screen.width / place.width),
            static_cast<std::int16_t>(y * screen.height / place.height)};
}

Size window_size(const Screen& screen, int scale, Aspect aspect) {
    const int height = screen.height * scale;
    if (aspect == Aspect::integer) return {screen.width * scale, height};
    return {(height * screen.shape_width + screen.shape_height / 2) / screen.shape_height, height};
}

int fitting_scale(const Screen& screen, Size display, Aspect aspect) {
    int scale = 4;
    for (; scale > 1; --scale) {
        const Size size = window_size(screen, scale, aspect);
        if (size.width <= display.width * 9 / 10 && size.height <= display.height * 9 / 10) break;
    }
    return scale;
}

} // namespace rekindle::host
