#pragma once
// A font (.laf): glyphs of outlined characters (emi-formats §12).

#include <optional>

#include "base/picture.h"
#include "emi/data/fields.h"

namespace rekindle::emi {

struct Glyph {
    std::int32_t offset = 0; // of its pixels
    std::int8_t advance = 0, left = 0, top = 0;
    std::uint8_t unknown = 0;
    std::uint32_t width = 0, height = 0; // at most 63
    bool operator==(const Glyph&) const = default;
};

struct Font {
    std::uint32_t line_height = 0, baseline = 0;
    Bytes unknown = Bytes(8);
    std::uint32_t first = 0, last = 255; // characters
    std::vector<std::uint16_t> codes;    // one a glyph
    std::vector<Glyph> glyphs;
    Bytes pixels; // 0 transparent, 0x80 outline, 0xFF text colour
    Bytes tail;
    bool operator==(const Font&) const = default;
};

void describe(Fields& fields, Font& font);
Expected<Font> read_font(ByteView bytes, std::string_view file, Notes* notes = nullptr);
Expected<Bytes> write_font(const Font& font);

// Glyph of a character: the one with that number if its code is the character, else the first with that code,
// else none (the text then shows glyph 0).
std::optional<std::size_t> find_glyph(const Font& font, std::uint16_t character);
inline ByteView glyph_pixels(const Font& font, const Glyph& glyph) {
    return ByteView(font.pixels)
        .subspan(static_cast<std::size_t>(glyph.offset), std::size_t{glyph.width} * glyph.height);
}

// All glyphs in cells of 64x64, 16 a row; values as they are, on grey.
IndexedPicture font_sheet(const Font& font);
// Puts the glyphs' pixels back from a sheet of the same font; pixels of no glyph stay.
Expected<void> set_font_sheet(Font& font, const IndexedPicture& sheet);

} // namespace rekindle::emi
