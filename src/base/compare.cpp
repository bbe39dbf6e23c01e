#include "base/compare.h"

#include <algorithm>
#include <cstdlib>

namespace rekindle {
namespace {

std::string size_of(const RgbaPicture& picture) {
    return std::to_string(picture.width) + "x" + std::to_string(picture.height) + " pixels";
}

// Of 0..255.
Color heat(int warmth) {
    constexpr std::array<Color, 6> stops{
        {{0, 0, 0}, {0, 0, 255}, {0, 200, 0}, {255, 230, 0}, {255, 0, 0}, {255, 255, 255}}};
    const int place = std::clamp(warmth, 0, 255) * 5, stop = std::min(place / 255, 4),
              rest = place - stop * 255;
    const Color &a = stops[static_cast<std::size_t>(stop)], &b = stops[static_cast<std::size_t>(stop) + 1];
    const auto mix = [rest](int from, int to) {
        return static_cast<std::uint8_t>(from + (to - from) * rest / 255);
    };
    return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b)};
}

} // namespace

int PictureDifference::greatest() const {
    for (int step = 255; step > 0; --step)
        if (counts[static_cast<std::size_t>(step)] > 0) return step;
    return 0;
}

double PictureDifference::mean() const {
    double sum = 0;
    for (std::size_t step = 0; step < counts.size(); ++step) sum += static_cast<double>(step * counts[step]);
    return steps.empty() ? 0 : sum / static_cast<double>(steps.size());
}

std::size_t PictureDifference::beyond(int tolerance) const {
    std::size_t count = 0;
    for (std::size_t step = 0; step < counts.size(); ++step)
        if (static_cast<int>(step) > tolerance) count += counts[step];
    return count;
}

Expected<PictureDifference> compare(const RgbaPicture& a, const RgbaPicture& b) {
    if (a.width != b.width || a.height != b.height)
        return usage_error("a picture of " + size_of(a), size_of(b));
    PictureDifference difference{a.width, a.height, {}, {}};
    for (std::size_t i = 0; i + 3 < a.pixels.size(); i += 4) {
        int step = 0;
        for (std::size_t k = 0; k < 3; ++k)
            step = std::max(step, std::abs(int{a.pixels[i + k]} - int{b.pixels[i + k]}));
        difference.steps.push_back(static_cast<std::uint8_t>(step));
        ++difference.counts[static_cast<std::size_t>(step)];
    }
    return difference;
}

RgbaPicture heat_map(const PictureDifference& difference, int full) {
    RgbaPicture map = RgbaPicture::blank(difference.width, difference.height);
    const int most = std::max(full, 1);
    for (std::size_t i = 0; i < difference.steps.size(); ++i) {
        // The least difference is seen already.
        const int step = difference.steps[i];
        const Color color = step == 0 ? Color{} : heat(40 + 215 * std::min(step, most) / most);
        map.pixels[4 * i] = color.r;
        map.pixels[4 * i + 1] = color.g;
        map.pixels[4 * i + 2] = color.b;
        map.pixels[4 * i + 3] = 255;
    }
    return map;
}

} // namespace rekindle
