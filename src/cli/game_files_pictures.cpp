// Sheets of what is drawn and written on the screen: tile banks, palettes, rooms, shapes, objects,
// characters, icons, glyphs and texts.

#include <fmt/format.h>

#include "cli/game_files.h"
#include "flashback/data/bank_map.h"
#include "flashback/data/dialog_texts.h"
#include "flashback/data/font.h"
#include "flashback/data/icons.h"
#include "flashback/data/lev_rooms.h"
#include "flashback/data/map_rooms.h"
#include "flashback/data/objects.h"
#include "flashback/data/palettes.h"
#include "flashback/data/plain_picture.h"
#include "flashback/data/shapes.h"
#include "flashback/data/sprites.h"
#include "flashback/data/text_table.h"
#include "flashback/data/tile_banks.h"

namespace rekindle::cli {
namespace {

using namespace flashback;

std::string color_text(Color color) { return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b); }

// The name with another extension.
std::string partner(const std::string& name, std::string_view extension) {
    return name.substr(0, name.rfind('.')) + std::string(extension);
}

template <typename Range>
std::string numbers(const Range& range) {
    std::string text;
    for (const auto number : range)
        text += fmt::format("{}{}", text.empty() ? "" : " ", static_cast<int>(number));
    return text;
}

void add_layer(Table& table, std::size_t picture, int layer, const TileMap& map) {
    for (std::size_t row = 0; row < map_rows; ++row) {
        std::string words;
        for (std::size_t column = 0; column < map_columns; ++column)
            words += fmt::format("{}{:04x}", column == 0 ? "" : " ", map[row * map_columns + column]);
        table.row({picture, layer, row, words});
    }
}

} // namespace

Expected<Sheet> tile_banks_sheet(const GameFile& file) {
    const BankFile kind = file.name.ends_with(".MBK") ? BankFile::mbk : BankFile::bnq;
    RK_TRY(const TileBanks banks, read_tile_banks(file.bytes, kind, file.shown));
    Sheet sheet;
    Table& table = sheet.table("banks", {"bank", "tiles", "stored", "packed"});
    for (std::size_t i = 0; i < banks.banks.size(); ++i) {
        const TileBank& bank = banks.banks[i];
        table.row({i, bank.count(), bank.stored.size(), bank.count() == 0 ? Cell() : Cell(!bank.raw)});
    }
    return sheet;
}

Expected<Sheet> bank_map_sheet(const GameFile& file) {
    RK_TRY(const BankMap map, read_bank_map(file.bytes, file.shown));
    Sheet sheet;
    Table& table = sheet.table("object_banks", {"object_bank", "entry"});
    for (std::size_t i = 0; i < map.entry.size(); ++i) table.row({i, map.entry[i]});
    return sheet;
}

Expected<Sheet> level_palettes_sheet(const GameFile& file) {
    RK_TRY(const LevelPalettes palettes, read_level_palettes(file.bytes, file.shown));
    Sheet sheet;
    Table& table = sheet.table("palettes", {"palette", "color", "stored", "rgb"});
    for (std::size_t i = 0; i < palettes.palettes.size(); ++i)
        for (std::size_t color = 0; color < 16; ++color) {
            const std::uint16_t word = palettes.palettes[i][color];
            table.row({i, color, hex(word, 4), color_text(color_from_bgr(word))});
        }
    return sheet;
}

Expected<Sheet> menu_palette_sheet(const GameFile& file) {
    RK_TRY(const Palette palette, read_menu_palette(file.bytes, file.shown));
    Sheet sheet;
    Table& table = sheet.table("colors", {"color", "rgb"});
    for (std::size_t i = 0; i < palette.size(); ++i) table.row({i, color_text(palette[i])});
    return sheet;
}

Expected<Sheet> menu_picture_sheet(const GameFile& file) {
    RK_TRY(const IndexedPicture picture, read_menu_picture(file.bytes, file.shown));
    Sheet sheet;
    sheet.fact("width", picture.width);
    sheet.fact("height", picture.height);
    return sheet;
}

Expected<Sheet> lev_rooms_sheet(const GameFile& file) {
    RK_TRY(const LevRooms rooms, read_lev_rooms(file.bytes, file.shown));
    Sheet sheet;
    Table numbers_of{"rooms", {"room", "picture"}, {}};
    for (std::size_t room = 0; room < level_rooms; ++room)
        if (rooms.has_picture(room)) numbers_of.row({room, rooms.picture[room]});
    Table pictures{
        "pictures",
        {"picture", "palette1", "palette2", "palette3", "palette4", "shapes", "layer1", "layer2", "stored"},
        {}};
    Table shapes{"shapes", {"picture", "number", "x", "y"}, {}};
    Table tiles{"tile_lists", {"picture", "bank", "tiles"}, {}};
    Table layers{"layers", {"picture", "layer", "row", "words"}, {}};
    for (std::size_t i = 0; i < rooms.rooms.size(); ++i) {
        const Room& room = rooms.rooms[i].room;
        pictures.row({i, room.palettes[0], room.palettes[1], room.palettes[2], room.palettes[3],
                      room.shapes.size(), room.layer1.has_value(), room.layer2.has_value(),
                      rooms.rooms[i].stored.size()});
        for (const ShapePlacement& shape : room.shapes)
            shapes.row({i, hex(shape.number, 4), shape.x, shape.y});
        for (const TileListItem& item : room.tile_list)
            tiles.row({i, item.bank, item.all ? std::string("all") : numbers(item.tiles)});
        if (room.layer1) add_layer(layers, i, 1, *room.layer1);
        if (room.layer2) add_layer(layers, i, 2, *room.layer2);
    }
    sheet.tables = {std::move(numbers_of), std::move(pictures), std::move(shapes), std::move(tiles),
                    std::move(layers)};
    return sheet;
}

Expected<Sheet> map_rooms_sheet(const GameFile& file) {
    RK_TRY(const MapRooms rooms, read_map_rooms(file.bytes, file.shown));
    Sheet sheet;
    Table numbers_of{"rooms", {"room", "picture", "size"}, {}};
    for (std::size_t room = 0; room < MapRooms::count; ++room)
        if (rooms.has_picture(room)) numbers_of.row({room, rooms.picture[room], rooms.sizes[room]});
    Table pictures{"pictures", {"picture", "palette1", "palette2", "palette3", "palette4", "compressed"}, {}};
    for (std::size_t i = 0; i < rooms.pictures.size(); ++i) {
        const MapPicture& picture = rooms.pictures[i];
        pictures.row({i, picture.palettes[0], picture.palettes[1], picture.palettes[2], picture.palettes[3],
                      picture.compressed});
    }
    sheet.tables = {std::move(numbers_of), std::move(pictures)};
    return sheet;
}

Expected<Sheet> shapes_sheet(const GameFile& file) {
    RK_TRY(const ShapeFile shapes, read_shapes(file.bytes, file.shown));
    Sheet sheet;
    Table& table = sheet.table("shapes", {"shape", "width", "height", "stored", "raw"});
    for (std::size_t i = 0; i < shapes.shapes.size(); ++i) {
        const Shape& shape = shapes.shapes[i];
        table.row({i, shape.width(), shape.height, shape.stored.size(), shape.raw});
    }
    return sheet;
}

Expected<Sheet> objects_sheet(const GameFile& file) {
    RK_TRY(const ObjectPictures objects, read_objects(file.bytes, file.shown));
    Sheet sheet;
    Table entries{"entries", {"entry", "picture"}, {}};
    for (std::size_t i = 0; i < objects.size(); ++i) entries.row({i, objects.entries[i]});
    Table pictures{"pictures", {"picture", "bank", "hot_x", "hot_y", "width", "height", "parts"}, {}};
    Table parts{"parts", {"picture", "part", "unit", "x", "y", "width", "height", "mirrored", "bits"}, {}};
    for (std::size_t i = 0; i < objects.pictures.size(); ++i) {
        const ObjectPicture& picture = objects.pictures[i];
        pictures.row({i, picture.bank, picture.hot_x, picture.hot_y, picture.width, picture.height,
                      picture.parts.size()});
        for (std::size_t k = 0; k < picture.parts.size(); ++k) {
            const ObjectPart& part = picture.parts[k];
            parts.row(
                {i, k, part.unit, part.x, part.y, part.width(), part.height(), part.mirrored(), part.bits});
        }
    }
    sheet.tables = {std::move(entries), std::move(pictures), std::move(parts)};
    return sheet;
}

Expected<SpriteSet> read_sprite_pair(const GameFile& file) {
    const bool pictures = file.name.ends_with(".SPR");
    const std::string other = partner(file.name, pictures ? ".OFF" : ".SPR");
    RK_TRY(const Bytes beside, file.beside(other));
    return pictures ? read_sprites(file.bytes, file.shown, beside, other)
                    : read_sprites(beside, other, file.bytes, file.shown);
}

Expected<Sheet> sprites_sheet(const GameFile& file) {
    RK_TRY(const SpriteSet set, read_sprite_pair(file));
    Sheet sheet;
    Table& table =
        sheet.table("sprites", {"number", "width", "height", "hot_x", "hot_y", "by_columns", "code"});
    for (const SpriteEntry& entry : set.entries) {
        if (!entry.sprite) {
            table.row({entry.number, {}, {}, {}, {}, {}, {}});
            continue;
        }
        const Sprite& sprite = *entry.sprite;
        table.row({entry.number, sprite.width, sprite.height, sprite.hot_x, sprite.hot_y, sprite.by_columns,
                   sprite.code.size()});
    }
    return sheet;
}

Expected<Sheet> icons_sheet(const GameFile& file) {
    RK_TRY(const Icons icons, read_icons(file.bytes, file.shown));
    Sheet sheet;
    sheet.fact("icons", icons.pictures.size());
    return sheet;
}

Expected<Sheet> font_sheet(const GameFile& file) {
    RK_TRY(const Font font, read_font(file.bytes, file.shown));
    Sheet sheet;
    sheet.fact("first_character", first_character);
    sheet.fact("glyphs", font.glyphs.size());
    return sheet;
}

Expected<Sheet> texts_sheet(const GameFile& file) {
    RK_TRY(const TextTable texts, read_text_table(file.bytes, file.shown));
    Sheet sheet;
    Table& table = sheet.table("texts", {"text", "string"});
    for (std::size_t i = 0; i < texts.size(); ++i) table.row({i, printable(texts[i])});
    return sheet;
}

Expected<Sheet> program_sheet(const GameFile& file) {
    RK_TRY(const DialogTexts dialogs, read_dialog_texts_of_program(file.bytes, file.shown));
    Sheet sheet;
    Table& table = sheet.table("dialogs", {"dialog", "segment", "color", "text"});
    for (std::size_t i = 0; i < dialogs.size(); ++i)
        for (std::size_t k = 0; k < dialogs[i].size(); ++k) {
            const DialogSegment& segment = dialogs[i][k];
            std::string text;
            for (const std::string& line : segment.lines) text += (text.empty() ? "" : "\n") + line;
            table.row({i, k, segment.color ? Cell(hex(segment.color->text, 2)) : Cell(), printable(text)});
        }
    return sheet;
}

} // namespace rekindle::cli
