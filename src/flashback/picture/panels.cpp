#include "flashback/picture/panels.h"

#include <fmt/format.h>

#include "flashback/data/words.h"

namespace rekindle::flashback {

namespace {

constexpr Byte color_shadow = 0xE2, color_continue = 0xE3, color_chosen = 0xE4, color_line = 0xE5;
constexpr Byte color_password = 0xE7, color_item = 0xED, color_panel = 0xEE;
constexpr int line_height = 8;

// n characters centred around `middle`.
void paint_centred(Screen screen, const Font& font, std::string_view text, int middle, int y, Byte color) {
    paint_text(screen, font, text, middle - 4 * static_cast<int>(text.size()), y, color);
}

void paint_items(Screen screen, const World& world, const Level& level, const LevelPictures& pictures,
                 const InventoryScreen& inventory) {
    const auto definition = [&level](int entity) -> const EntityDefinition& {
        return level.entities[static_cast<std::size_t>(entity)];
    };
    for (int column = 0; column < InventoryScreen::columns && inventory.item(column) != no_entity; ++column) {
        const int x = 72 + 32 * column, y = 157;
        paint_icon(screen, pictures.icons, definition(inventory.item(column)).icon, x, y, slot_icons);
        if (column != inventory.column()) continue;
        paint_icon(screen, pictures.icons, icon_frame, x, y, slot_icons);
        const EntityDefinition& item = definition(inventory.selected());
        paint_centred(screen, pictures.font, pictures.text(item.text), 128, 189, color_item);
        if ((item.iflags & 4) != 0) {
            const int life = world.entities[static_cast<std::size_t>(inventory.selected())].life;
            paint_centred(screen, pictures.font, std::to_string(life), 128, 197, color_item);
        }
    }
    if (inventory.arrow_up()) paint_icon(screen, pictures.icons, icon_arrow_up, 120, 143, slot_icons);
    if (inventory.arrow_down()) paint_icon(screen, pictures.icons, icon_arrow_down, 120, 176, slot_icons);
}

std::string_view skill_word(int skill) {
    return english_words[static_cast<std::size_t>(Word::easy) + static_cast<std::size_t>(skill)];
}

} // namespace

void paint_inventory(Screen screen, const World& world, const Level& level, const LevelPictures& pictures,
                     const InventoryScreen& inventory) {
    for (int k = 0; k < panel_columns * panel_rows; ++k)
        paint_icon(screen, pictures.icons, icon_panel + k, 56 + 16 * (k % panel_columns),
                   140 + 16 * (k / panel_columns), slot_panel);
    if (!inventory.shows_score()) {
        paint_items(screen, world, level, pictures, inventory);
        return;
    }
    paint_centred(screen, pictures.font, fmt::format("SCORE {:08}", world.score), 129, 158, color_line);
    paint_centred(screen, pictures.font, fmt::format("{}:{}", english(Word::level), skill_word(world.skill)),
                  129, 166, color_line);
}

void paint_dialog(Screen screen, const LevelPictures& pictures, const Dialog& dialog, std::size_t segment,
                  int icon) {
    Byte color = dialog_color_start;
    for (std::size_t i = 0; i <= segment; ++i)
        if (dialog[i].color) color = dialog[i].color->text;
    paint_icon(screen, pictures.icons, icon & 0xFF, 80, 8, slot_icons);
    int y = 26;
    for (const std::string& line : dialog[segment].lines) {
        paint_centred(screen, pictures.font, line, 88, y, color);
        y += line_height;
    }
}

void paint_continue(Screen screen, const Font& font, const ContinueView& view) {
    const auto choice = [](bool chosen) { return chosen ? color_chosen : color_line; };
    paint_centred(screen, font, english(Word::continue_or_abort), 128, 64, color_continue);
    paint_text(screen, font, fmt::format("{} : {}", english(Word::time), view.remaining / 10), 96, 88,
               color_continue);
    paint_centred(screen, font, english(Word::continue_game), 128, 104, choice(!view.abort));
    paint_centred(screen, font, english(Word::abort), 128, 112, choice(view.abort));
    paint_text(screen, font, fmt::format("SCORE  {:08}", view.score), 64, 154, color_continue);
}

void Pulse::beat(Palette& palette) {
    Color& color = palette[pulsing_color];
    if (color.b >= 240) step = -8;
    if (color.b < 16) step = 8;
    color.g = static_cast<std::uint8_t>(color.g + step);
    color.b = static_cast<std::uint8_t>(color.b + step);
}

void paint_final_score(Screen screen, const Font& font, std::uint32_t score, int skill) {
    paint_centred(screen, font, fmt::format("SCORE {:08}", score), 128, 40, color_line);
    paint_centred(screen, font, passwords[static_cast<std::size_t>(skill)][7], 128, 16, color_password);
}

void paint_options_frame(Screen screen, const Font& font) {
    constexpr int left = 7, right = 24, top = 10, bottom = 22;
    const auto cell = [&](int column, int row, unsigned char character) {
        const char text = static_cast<char>(character);
        paint_cells(screen, font, {&text, 1}, column, row, {color_panel, no_paper, color_shadow});
    };
    cell(left, top, 0x81);
    cell(right, top, 0x82);
    cell(left, bottom, 0x83);
    cell(right, bottom, 0x84);
    for (int column = left + 1; column < right; ++column) {
        cell(column, top, 0x85);
        cell(column, bottom, 0x88);
    }
    for (int row = top + 1; row < bottom; ++row) {
        cell(left, row, 0x86);
        cell(right, row, 0x87);
        paint_cells(screen, font, std::string(right - left - 1, ' '), left + 1, row,
                    {color_shadow, color_shadow, color_shadow});
    }
}

void paint_options(Screen screen, const Font& font, const OptionsView& view) {
    constexpr std::array lines{Word::resume_game, Word::abort_game, Word::load_game, Word::save_game};
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool chosen = i == static_cast<std::size_t>(view.chosen);
        paint_cells(screen, font, english(lines[i]), 9, 12 + 2 * static_cast<int>(i),
                    {chosen ? color_chosen : color_line, no_paper, color_shadow});
    }
    paint_cells(screen, font, std::string(15, ' '), 8, 20, {color_shadow, color_shadow, color_shadow});
    paint_cells(screen, font, fmt::format("{} < {:02} >", english(Word::slot), view.slot), 9, 20,
                {color_panel, color_shadow, color_shadow});
}

} // namespace rekindle::flashback
