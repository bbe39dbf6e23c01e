#include "author/flashback/font_source.h"

#include <fmt/format.h>

namespace rekindle::author {
namespace {

using namespace flashback;

constexpr int side = 8;
constexpr Byte ink = 15, shadow = 2;

Expected<std::size_t> glyph_number(const std::string& word, const SourceLine& line) {
    int character = static_cast<unsigned char>(word[0]);
    if (word.size() > 1) {
        RK_TRY(character, parse_number(word, line, first_character, first_character + glyph_count - 1));
    }
    if (character < first_character || character >= first_character + glyph_count)
        return line.refuse("a character of the font", word);
    return static_cast<std::size_t>(character - first_character);
}

// Right below the ink, where there is none.
void add_shadow(Glyph& glyph) {
    const Glyph drawn = glyph;
    for (std::size_t at = 0; at < glyph.size(); ++at) {
        const std::size_t x = at % side, y = at / side;
        const bool left = x > 0 && drawn[at - 1] == ink;
        const bool above_left = x > 0 && y > 0 && drawn[at - side - 1] == ink;
        if (drawn[at] != ink && (left || above_left)) glyph[at] = shadow;
    }
}

Icon cut_icon(const IndexedPicture& picture, int left, int top) {
    Icon icon{};
    for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 16; ++x)
            if (left + x < picture.width && top + y < picture.height)
                icon[static_cast<std::size_t>(16 * y + x)] = picture.at(left + x, top + y);
    return icon;
}

} // namespace

Expected<Font> read_glyphs(const std::vector<SourceLine>& lines) {
    Font font;
    font.glyphs.resize(glyph_count);
    std::vector<std::size_t> numbers; // of the block that is being read
    std::size_t row = 0;
    for (const SourceLine& line : lines) {
        if (line.words[0] == "glyphs") {
            numbers.clear();
            row = 0;
            for (std::size_t i = 1; i < line.words.size(); ++i) {
                RK_TRY(const std::size_t number, glyph_number(line.words[i], line));
                numbers.push_back(number);
            }
            continue;
        }
        if (row == side || line.words.size() != numbers.size())
            return line.refuse(fmt::format("at most 8 rows of {} glyphs", numbers.size()), line.text);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const std::string& pixels = line.words[i];
            if (pixels.size() >= side || pixels.find_first_not_of(".@") != pixels.npos)
                return line.refuse("at most 7 pixels of @ and .", pixels);
            for (std::size_t x = 0; x < pixels.size(); ++x)
                if (pixels[x] == '@') font.glyphs[numbers[i]][row * side + x] = ink;
        }
        ++row;
    }
    for (Glyph& glyph : font.glyphs) add_shadow(glyph);
    return font;
}

Expected<Icons> make_icons(const Pictures& pictures) {
    Icons icons;
    icons.pictures.resize(icon_count);
    std::size_t next = 0;
    for (const NamedPicture& named : pictures) {
        if (named.name == "panel") {
            for (int k = 0; k < panel_columns * panel_rows; ++k)
                icons.pictures[static_cast<std::size_t>(icon_panel + k)] =
                    cut_icon(named.picture, 16 * (k % panel_columns), 16 * (k / panel_columns));
        } else if (named.name == "frame" || named.name == "arrow_up" || named.name == "arrow_down") {
            const int number = named.name == "frame"      ? icon_frame
                               : named.name == "arrow_up" ? icon_arrow_up
                                                          : icon_arrow_down;
            icons.pictures[static_cast<std::size_t>(number)] = cut_icon(named.picture, 0, 0);
        } else if (next == icon_panel) {
            return named.source.refuse("at most 31 icons", named.name);
        } else {
            icons.pictures[next++] = cut_icon(named.picture, 0, 0);
        }
    }
    return icons;
}

} // namespace rekindle::author
