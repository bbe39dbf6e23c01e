#include "host/sheet.h"

#include <algorithm>

namespace rekindle::host {

namespace {

constexpr int glyph_width = 3, glyph_height = 5;

struct Glyph {
    char character;
    std::string_view rows; // top to bottom, one blank between them
};
// clang-format off
constexpr Glyph font[] = {
    {'0', "### #.# #.# #.# ###"}, {'1', ".#. ##. .#. .#. ###"}, {'2', "### ..# ### #.. ###"},
    {'3', "### ..# .## ..# ###"}, {'4', "#.# #.# ### ..# ..#"}, {'5', "### #.. ### ..# ###"},
    {'6', "### #.. ### #.# ###"}, {'7', "### ..# .#. .#. .#."}, {'8', "### #.# ### #.# ###"},
    {'9', "### #.# ### ..# ###"}, {'A', ".#. #.# ### #.# #.#"}, {'B', "##. #.# ##. #.# ##."},
    {'C', ".## #.. #.. #.. .##"}, {'D', "##. #.# #.# #.# ##."}, {'E', "### #.. ##. #.. ###"},
    {'F', "### #.. ##. #.. #.."}, {'G', ".## #.. #.# #.# .##"}, {'H', "#.# #.# ### #.# #.#"},
    {'I', "### .#. .#. .#. ###"}, {'J', "..# ..# ..# #.# .#."}, {'K', "#.# #.# ##. #.# #.#"},
    {'L', "#.. #.. #.. #.. ###"}, {'M', "#.# ### ### #.# #.#"}, {'N', "##. #.# #.# #.# #.#"},
    {'O', ".#. #.# #.# #.# .#."}, {'P', "##. #.# ##. #.. #.."}, {'Q', ".#. #.# #.# .#. ..#"},
    {'R', "##. #.# ##. #.# #.#"}, {'S', ".## #.. .#. ..# ##."}, {'T', "### .#. .#. .#. .#."},
    {'U', "#.# #.# #.# #.# ###"}, {'V', "#.# #.# #.# #.# .#."}, {'W', "#.# #.# ### ### #.#"},
    {'X', "#.# #.# .#. #.# #.#"}, {'Y', "#.# #.# .#. .#. .#."}, {'Z', "### ..# .#. #.. ###"},
    {'.', "... ... ... ... .#."}, {':', "... .#. ... .#. ..."}, {'-', "... ... ### ... ..."},
    {'/', "..# ..# .#. #.. #.."}, {'+', "... .#. ### .#. ..."}, {' ', "... ... ... ... ..."},
};
// clang-format on
constexpr std::string_view unknown = "### ### ### ### ###";

std::string_view glyph(char character) {
    if (character >= 'a' && character <= 'z') character = static_cast<char>(character - 'a' + 'A');
    for (const Glyph& glyph : font)
        if (glyph.character == character) return glyph.rows;
    return unknown;
}

RgbaPicture block(int width, int height, Color color) {
    RgbaPicture picture = RgbaPicture::blank(width, height);
    for (std::size_t at = 0; at < picture.pixels.size(); at += 4) {
        picture.pixels[at] = color.r;
        picture.pixels[at + 1] = color.g;
        picture.pixels[at + 2] = color.b;
        picture.pixels[at + 3] = 255;
    }
    return picture;
}

} // namespace

void draw_label(RgbaPicture& target, std::string_view text, int x, int y, Color color, int scale) {
    const RgbaPicture dot = block(scale, scale, color);
    for (const char character : text) {
        const std::string_view rows = glyph(character);
        for (int row = 0; row < glyph_height; ++row)
            for (int column = 0; column < glyph_width; ++column)
                if (rows[static_cast<unsigned>(row * (glyph_width + 1) + column)] == '#')
                    paste(target, dot, x + column * scale, y + row * scale);
        x += (glyph_width + 1) * scale;
    }
}

RgbaPicture contact_sheet(std::span<const SheetItem> items, int columns) {
    constexpr int border = 8, scale = 2, label = glyph_height * scale + 6;
    constexpr Color paper{24, 24, 28}, ink{220, 220, 200};
    int width = 0, height = 0;
    for (const SheetItem& item : items) {
        width = std::max(width, item.picture.width);
        height = std::max(height, item.picture.height);
    }
    const int count = static_cast<int>(items.size());
    columns = std::clamp(columns, 1, std::max(count, 1));
    const int lines = (count + columns - 1) / columns;
    RgbaPicture sheet =
        block(border + columns * (width + border), border + lines * (height + label + border), paper);
    for (int i = 0; i < count; ++i) {
        const SheetItem& item = items[static_cast<std::size_t>(i)];
        const int x = border + i % columns * (width + border);
        const int y = border + i / columns * (height + label + border);
        paste(sheet, item.picture, x, y);
        draw_label(sheet, item.label, x, y + height + 3, ink, scale);
    }
    return sheet;
}

} // namespace rekindle::host
