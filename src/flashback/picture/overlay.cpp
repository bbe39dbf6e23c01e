#include "flashback/picture/overlay.h"

namespace rekindle::flashback {

namespace {

constexpr Byte glyph_front = 15, glyph_shadow = 2;

void put(Screen screen, int x, int y, Byte pixel) {
    if (x >= 0 && x < screen_width && y >= 0 && y < screen_height)
        screen[static_cast<std::size_t>(y) * screen_width + static_cast<std::size_t>(x)] = pixel;
}

} // namespace

void paint_icon(Screen screen, const Icons& icons, int number, int x, int y, int slot) {
    if (number < 0 || static_cast<std::size_t>(number) >= icons.pictures.size()) return;
    const Icon& icon = icons.pictures[static_cast<std::size_t>(number)];
    for (int i = 0; i < 256; ++i)
        if (const Byte pixel = icon[static_cast<std::size_t>(i)]; pixel != 0)
            put(screen, x + i % 16, y + i / 16, static_cast<Byte>(slot << 4 | pixel));
}

void paint_text(Screen screen, const Font& font, std::string_view text, int x, int y, Byte color) {
    for (const char c : text) {
        if (const Glyph* glyph = font.glyph(static_cast<unsigned char>(c)))
            for (int i = 0; i < 64; ++i) {
                const Byte pixel = (*glyph)[static_cast<std::size_t>(i)];
                if (pixel != 0)
                    put(screen, x + i % 8, y + i / 8,
                        pixel == glyph_front ? color : static_cast<Byte>(0xE0 | pixel));
            }
        x += 8;
    }
}

void paint_cells(Screen screen, const Font& font, std::string_view text, int column, int row,
                 CellColors colors) {
    static constexpr Glyph blank{};
    for (const char c : text) {
        const Glyph* glyph = font.glyph(static_cast<unsigned char>(c));
        for (int i = 0; i < 64; ++i) {
            const Byte pixel = (glyph != nullptr ? *glyph : blank)[static_cast<std::size_t>(i)];
            if (pixel == 0 && colors.paper == no_paper) continue;
            put(screen, 8 * column + i % 8, 8 * row + i / 8,
                pixel == 0              ? colors.paper
                : pixel == glyph_shadow ? colors.shadow
                                        : colors.front);
        }
        ++column;
    }
}

} // namespace rekindle::flashback
