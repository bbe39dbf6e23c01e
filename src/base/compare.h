#pragma once
// Two pictures beside each other: how far each pixel is apart, as figures and as a heat map. Used by
// `rekindle compare` and by tests that hold one renderer against another.

#include <vector>

#include "base/picture.h"

namespace rekindle {

struct PictureDifference {
    int width = 0, height = 0;
    // The greatest difference of a pixel's red, green, blue (alpha not counted), row by row from the top.
    std::vector<std::uint8_t> steps;
    std::array<std::size_t, 256> counts{}; // pixels by their difference

    std::size_t pixels() const { return steps.size(); }
    int greatest() const;
    double mean() const;
    std::size_t beyond(int tolerance) const; // pixels that differ by more
};

// usage error: the sizes differ.
Expected<PictureDifference> compare(const RgbaPicture& a, const RgbaPicture& b);
// Black where equal, then blue, green, yellow, red to white for `full` steps and more.
RgbaPicture heat_map(const PictureDifference& difference, int full = 32);

} // namespace rekindle
