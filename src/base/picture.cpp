#include "base/picture.h"

#include <algorithm>

namespace rekindle {

RgbaPicture to_rgba(const IndexedPicture& picture, const Palette& palette) {
    RgbaPicture result = RgbaPicture::blank(picture.width, picture.height);
    Byte* out = result.pixels.data();
    for (const Byte pixel : picture.pixels) {
        const Color color = palette[pixel];
        *out++ = color.r;
        *out++ = color.g;
        *out++ = color.b;
        *out++ = 255;
    }
    return result;
}

RgbaPicture enlarge(const RgbaPicture& picture, int factor) {
    RgbaPicture result = RgbaPicture::blank(picture.width * factor, picture.height * factor);
    const auto width = static_cast<std::size_t>(picture.width);
    const auto scale = static_cast<std::size_t>(factor);
    const std::size_t row_bytes = 4 * width * scale;
    for (std::size_t y = 0; y < static_cast<std::size_t>(picture.height); ++y) {
        Byte* first_row = result.pixels.data() + y * scale * row_bytes;
        for (std::size_t x = 0; x < width; ++x) {
            const Byte* pixel = picture.pixels.data() + 4 * (y * width + x);
            for (std::size_t i = 0; i < scale; ++i) std::copy_n(pixel, 4, first_row + 4 * (x * scale + i));
        }
        for (std::size_t i = 1; i < scale; ++i) std::copy_n(first_row, row_bytes, first_row + i * row_bytes);
    }
    return result;
}

void paste(RgbaPicture& target, const RgbaPicture& part, int x, int y) {
    const int left = std::max(0, -x), right = std::min(part.width, target.width - x);
    if (left >= right) return;
    for (int row = std::max(0, -y); row < std::min(part.height, target.height - y); ++row) {
        const auto from = 4 * (static_cast<std::size_t>(row) * static_cast<std::size_t>(part.width) +
                               static_cast<std::size_t>(left));
        const auto to = 4 * (static_cast<std::size_t>(row + y) * static_cast<std::size_t>(target.width) +
                             static_cast<std::size_t>(left + x));
        std::copy_n(part.pixels.data() + from, 4 * static_cast<std::size_t>(right - left),
                    target.pixels.data() + to);
    }
}

} // namespace rekindle
