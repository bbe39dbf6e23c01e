#pragma once
// The text font: FB_TXT.FNT, 8 x 8 glyphs for the characters 32...136. Colour rules are the painter's (engine
// spec §11.6). Formats spec §17.1.

#include <array>
#include <vector>

#include "base/bytes.h"

namespace rekindle::flashback {

using Glyph = std::array<Byte, 64>; // row by row, 0...15

inline constexpr int first_character = 32;
inline constexpr int glyph_count = 105;

struct Font {
    std::vector<Glyph> glyphs; // at least glyph_count
    // The glyph of a character, nullptr where there is none: blank.
    const Glyph* glyph(unsigned char character) const {
        const std::size_t number = static_cast<std::size_t>(character) - first_character;
        return character >= first_character && number < glyphs.size() ? &glyphs[number] : nullptr;
    }
    bool operator==(const Font&) const = default;
};

Expected<Font> read_font(ByteView bytes, std::string_view file);
// Refused (usage): fewer glyphs than 105, a pixel above 15.
Expected<Bytes> write_font(const Font& font);

} // namespace rekindle::flashback
