#include "flashback/data/plain_picture.h"

#include <algorithm>

#include <fmt/format.h>

namespace rekindle::flashback {

namespace {

constexpr std::size_t plane_pixels = screen_pixels / 4;

constexpr std::size_t place_in_planes(std::size_t pixel) {
    const std::size_t x = pixel % screen_width, y = pixel / screen_width;
    return plane_pixels * (x & 3) + 64 * y + (x >> 2);
}

} // namespace

Bytes planes_to_pixels(ByteView planes) {
    Bytes pixels(screen_pixels);
    for (std::size_t i = 0; i < screen_pixels; ++i) pixels[i] = planes[place_in_planes(i)];
    return pixels;
}

Bytes pixels_to_planes(ByteView pixels) {
    Bytes planes(screen_pixels);
    for (std::size_t i = 0; i < screen_pixels; ++i) planes[place_in_planes(i)] = pixels[i];
    return planes;
}

Expected<IndexedPicture> read_menu_picture(ByteView data, std::string_view file) {
    Reader in(data, file);
    const ByteView planes = in.bytes(screen_pixels);
    if (!in.expect_end()) return in.unexpected();
    return IndexedPicture{screen_width, screen_height, planes_to_pixels(planes)};
}

Expected<Bytes> write_menu_picture(const IndexedPicture& picture) {
    if (picture.width != screen_width || picture.height != screen_height ||
        picture.pixels.size() != screen_pixels)
        return usage_error("a picture of 256 x 224 pixels",
                           fmt::format("{} x {}", picture.width, picture.height));
    return pixels_to_planes(picture.pixels);
}

Expected<Palette> read_menu_palette(ByteView data, std::string_view file) {
    Reader in(data, file);
    Palette palette;
    for (Color& color : palette) {
        color.r = in.u8();
        color.g = in.u8();
        color.b = in.u8();
    }
    if (!in.expect_end()) return in.unexpected();
    return palette;
}

Bytes write_menu_palette(const Palette& palette) {
    Bytes bytes;
    for (const Color& color : palette) bytes.insert(bytes.end(), {color.r, color.g, color.b});
    return bytes;
}

} // namespace rekindle::flashback
