#pragma once
// Pictures in memory and as PNG. Indexed pictures are the flashback engine's (one byte a pixel, a palette of
// 256), RGBA pictures are emi's and everything composed for people (contact sheets, comparisons).

#include <array>
#include <cstdint>
#include <optional>

#include "base/bytes.h"

namespace rekindle {

struct Color {
    std::uint8_t r = 0, g = 0, b = 0;
    bool operator==(const Color&) const = default;
};
using Palette = std::array<Color, 256>;

// Row by row from the top, no padding: pixels.size() == width * height.
struct IndexedPicture {
    int width = 0, height = 0;
    Bytes pixels;

    static IndexedPicture blank(int width, int height, Byte value = 0) {
        return {width, height,
                Bytes(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), value)};
    }
    Byte& at(int x, int y) {
        return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                      static_cast<std::size_t>(x)];
    }
    Byte at(int x, int y) const {
        return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                      static_cast<std::size_t>(x)];
    }
    bool operator==(const IndexedPicture&) const = default;
};

// Four bytes a pixel: red, green, blue, alpha (255 opaque).
struct RgbaPicture {
    int width = 0, height = 0;
    Bytes pixels;

    static RgbaPicture blank(int width, int height) {
        return {width, height,
                Bytes(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0)};
    }
    bool operator==(const RgbaPicture&) const = default;
};

RgbaPicture to_rgba(const IndexedPicture& picture, const Palette& palette);
// Whole-number enlargement, each pixel a block.
RgbaPicture enlarge(const RgbaPicture& picture, int factor);
// Copies `part` to (x, y) of `target`, clipped.
void paste(RgbaPicture& target, const RgbaPicture& part, int x, int y);

// PNG, 8-bit indexed with all 256 palette entries, of which one may be transparent, or 8-bit RGBA.
Expected<Bytes> encode_png(const IndexedPicture& picture, const Palette& palette,
                           std::optional<Byte> transparent = std::nullopt);
Expected<Bytes> encode_png(const RgbaPicture& picture);

// Any PNG as RGBA; `file` names it in errors. At most 16384 pixels a side.
Expected<RgbaPicture> decode_png(ByteView bytes, std::string_view file);
// A PNG that is stored indexed, with its indices and palette as they are (missing entries black).
struct IndexedPng {
    IndexedPicture picture;
    Palette palette{};
};
Expected<IndexedPng> decode_indexed_png(ByteView bytes, std::string_view file);

} // namespace rekindle
