#include "emi/data/font.h"

#include <fmt/format.h>

namespace rekindle::emi {
namespace {

constexpr std::uint32_t largest_side = 63;
constexpr int cell = 64, per_row = 16;

struct Place {
    int x, y;
};
Place place_of(std::size_t glyph) {
    return {static_cast<int>(glyph % per_row) * cell, static_cast<int>(glyph / per_row) * cell};
}

} // namespace

void describe(Fields& f, Font& font) {
    auto count = static_cast<std::uint32_t>(font.glyphs.size());
    auto bytes = static_cast<std::uint32_t>(font.pixels.size());
    f.u32({"glyph_count", "N"}, count);
    f.require(count > 0, "at least one glyph", count);
    f.u32({"pixel_bytes", "D"}, bytes);
    f.u32({"line_height"}, font.line_height);
    f.u32({"baseline"}, font.baseline);
    f.raw({"unknown"}, font.unknown, 8);
    f.u32({"first", "character"}, font.first);
    f.u32({"last", "character"}, font.last);
    f.run({"codes", "character of each glyph"}, font.codes, count, 2,
          [&f](std::uint16_t& code) { f.u16({""}, code); });
    f.run({"glyphs"}, font.glyphs, count, 16, [&](Glyph& glyph) {
        f.i32({"offset", "of its pixels"}, glyph.offset);
        f.i8({"advance"}, glyph.advance);
        f.i8({"left"}, glyph.left);
        f.i8({"top"}, glyph.top);
        f.u8({"unknown"}, glyph.unknown);
        f.u32({"width"}, glyph.width);
        f.require(glyph.width <= largest_side, "a glyph width of at most 63", glyph.width);
        f.u32({"height"}, glyph.height);
        f.require(glyph.height <= largest_side, "a glyph height of at most 63", glyph.height);
        f.require(glyph.offset >= 0 &&
                      static_cast<std::uint32_t>(glyph.offset) + glyph.width * glyph.height <= bytes,
                  "pixels within the font", static_cast<std::uint32_t>(glyph.offset));
    });
    f.blob({"pixels", "rows: 0 transparent, 0x80 outline, 0xFF text colour"}, font.pixels, bytes);
    f.usual(std::all_of(font.pixels.begin(), font.pixels.end(),
                        [](Byte b) { return b == 0 || b == 0x80 || b == 0xFF; }),
            "glyph pixels 0, 0x80 or 0xFF");
    f.tail(font.tail);
}

Expected<Font> read_font(ByteView bytes, std::string_view file, Notes* notes) {
    return read_fields<Font>(bytes, file, notes);
}
Expected<Bytes> write_font(const Font& font) { return write_fields(font, "font"); }

std::optional<std::size_t> find_glyph(const Font& font, std::uint16_t character) {
    if (character < font.codes.size() && font.codes[character] == character) return character;
    const auto found = std::find(font.codes.begin(), font.codes.end(), character);
    if (found == font.codes.end()) return std::nullopt;
    return static_cast<std::size_t>(found - font.codes.begin());
}

IndexedPicture font_sheet(const Font& font) {
    const int rows = static_cast<int>((font.glyphs.size() + per_row - 1) / per_row);
    IndexedPicture sheet = IndexedPicture::blank(cell * per_row, cell * rows);
    for (std::size_t i = 0; i < font.glyphs.size(); ++i) {
        const ByteView pixels = glyph_pixels(font, font.glyphs[i]);
        const auto width = font.glyphs[i].width;
        for (std::size_t p = 0; p < pixels.size(); ++p)
            sheet.at(place_of(i).x + static_cast<int>(p % width),
                     place_of(i).y + static_cast<int>(p / width)) = pixels[p];
    }
    return sheet;
}

Expected<void> set_font_sheet(Font& font, const IndexedPicture& sheet) {
    const int rows = static_cast<int>((font.glyphs.size() + per_row - 1) / per_row);
    if (sheet.width != cell * per_row || sheet.height != cell * rows)
        return usage_error(fmt::format("a glyph sheet of {}x{} pixels", cell * per_row, cell * rows),
                           fmt::format("{}x{}", sheet.width, sheet.height));
    for (std::size_t i = 0; i < font.glyphs.size(); ++i) {
        const Glyph& glyph = font.glyphs[i];
        for (std::size_t p = 0; p < std::size_t{glyph.width} * glyph.height; ++p)
            font.pixels[static_cast<std::size_t>(glyph.offset) + p] =
                sheet.at(place_of(i).x + static_cast<int>(p % glyph.width),
                         place_of(i).y + static_cast<int>(p / glyph.width));
    }
    return {};
}

} // namespace rekindle::emi
