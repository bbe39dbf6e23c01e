#include "cli/game_pictures.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "flashback/data/animations.h"
#include "flashback/data/entities.h"
#include "flashback/data/font.h"
#include "flashback/data/icons.h"
#include "flashback/data/lev_rooms.h"
#include "flashback/data/levels.h"
#include "flashback/data/map_rooms.h"
#include "flashback/data/nibbles.h"
#include "flashback/data/palette_slots.h"
#include "flashback/data/plain_picture.h"
#include "flashback/data/records.h"
#include "flashback/data/room_painter.h"
#include "flashback/data/shapes.h"
#include "flashback/data/sprites.h"
#include "flashback/data/tile_banks.h"
#include "flashback/picture/drawings.h"

namespace rekindle::cli {
namespace {

using namespace flashback;

// Pixels of 4 bits with their colours in one slot.
IndexedPicture in_slot(IndexedPicture picture, int slot) {
    for (Byte& pixel : picture.pixels) pixel = static_cast<Byte>(pixel | slot << 4);
    return picture;
}

// Equal cells, 16 a row.
IndexedPicture sheet_of(std::size_t count, int side, const std::function<ByteView(std::size_t)>& pixels) {
    const int rows = static_cast<int>((count + 15) / 16);
    IndexedPicture sheet = IndexedPicture::blank(16 * side, rows * side);
    for (std::size_t i = 0; i < count; ++i) {
        const ByteView cell = pixels(i);
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x)
                sheet.at(static_cast<int>(i % 16) * side + x, static_cast<int>(i / 16) * side + y) =
                    cell[static_cast<std::size_t>(y * side + x)];
    }
    return sheet;
}

Expected<void> menus(const DataSet& data, const PictureSink& sink) {
    for (const std::string base : {"MENU1", "MENU2", "MENU3", "INSTRU_E", "INSTRU_F"}) {
        if (!data.has(base + ".MAP") || !data.has(base + ".PAL")) continue;
        RK_TRY(const IndexedPicture picture, data.load(base + ".MAP", read_menu_picture));
        RK_TRY(const Palette palette, data.load(base + ".PAL", read_menu_palette));
        RK_CHECK(sink({"menus/" + base, picture, palette, {}}));
    }
    return {};
}

Expected<void> font(const DataSet& data, const PictureSink& sink) {
    if (!data.has("FB_TXT.FNT")) return {};
    RK_TRY(const Font font, data.load("FB_TXT.FNT", read_font));
    Palette palette{};
    set_slot_rgb(palette, 0xE, text_palette);
    const IndexedPicture sheet =
        sheet_of(font.glyphs.size(), 8, [&](std::size_t i) { return ByteView(font.glyphs[i]); });
    return sink({"font", in_slot(sheet, 0xE), palette, Byte{0xE0}});
}

// Items have the colours that the first room of a game latches: P3 of the first level there is.
Expected<void> icons(const DataSet& data, const PictureSink& sink) {
    if (!data.has("GLOBAL.ICN")) return {};
    RK_TRY(const Icons icons, data.load("GLOBAL.ICN", read_icons));
    Palette palette{};
    set_inventory_slot(palette);
    for (const LevelNames& level : level_names) {
        const std::string name = std::string(level.pictures) + ".PAL";
        if (!data.has(name)) continue;
        RK_TRY(const LevelPalettes palettes, data.load(name, read_level_palettes));
        set_slot_bgr(palette, 0xA, palettes.palettes[std::min<std::size_t>(2, palettes.palettes.size() - 1)]);
        break;
    }
    for (std::size_t i = 0; i < icons.pictures.size(); ++i) {
        const bool panel = i >= icon_panel && i < icon_frame;
        IndexedPicture picture{16, 16, Bytes(icons.pictures[i].begin(), icons.pictures[i].end())};
        const int slot = panel ? 0xF : 0xA;
        RK_CHECK(sink({fmt::format("icons/{:02}", i), in_slot(std::move(picture), slot), palette,
                       static_cast<Byte>(slot << 4)}));
    }
    return {};
}

Expected<void> characters(const DataSet& data, const PictureSink& sink, const std::string& base,
                          const PaletteWords& colors) {
    const std::string spr = base + ".SPR", off = base + ".OFF";
    if (!data.has(spr) || !data.has(off)) return {};
    RK_TRY(const Bytes pictures, data.read(spr));
    RK_TRY(const Bytes offsets, data.read(off));
    RK_TRY(const SpriteSet set, read_sprites(pictures, data.described(spr), offsets, data.described(off)));
    Palette palette{};
    set_slot_rgb(palette, 0, colors);
    for (const SpriteEntry& entry : set.entries)
        if (entry.sprite)
            RK_CHECK(sink({fmt::format("characters/{}/{:04}", base, entry.number),
                           decode_sprite(*entry.sprite), palette, Byte{0}}));
    return {};
}

// The pictures of one level.
class LevelPainter {
  public:
    LevelPainter(const DataSet& data, const PictureSink& sink, int index)
        : data_(data), sink_(sink), index_(index), names_(level_names[static_cast<std::size_t>(index)]) {}

    Expected<void> run() {
        if (!data_.has(file("PAL")) || !has_logic()) return {};
        RK_TRY(palettes_, data_.load(file("PAL"), read_level_palettes));
        if (data_.has(file("MAP"))) {
            RK_CHECK(map_rooms());
        } else if (data_.has(file("LEV")) && data_.has(file("BNQ"))) {
            RK_CHECK(lev_rooms());
        }
        if (data_.has(file("MBK")) && data_.has(file("RP")) && data_.has("GLOBAL.SPC")) RK_CHECK(objects());
        return {};
    }

  private:
    std::string file(std::string_view extension) const {
        return fmt::format("{}.{}", names_.pictures, extension);
    }
    std::string logic(std::string_view extension) const {
        return fmt::format("{}.{}", names_.logic, extension);
    }
    // Two levels may share their pictures; what one of them lacks is not shown twice.
    bool has_logic() const {
        return data_.has(logic("PGE")) && data_.has(logic("OBJ")) && data_.has(logic("ANI"));
    }
    Expected<void> give(std::string_view name, IndexedPicture picture, const Palette& palette,
                        std::optional<Byte> transparent = {}) const {
        return sink_({fmt::format("level{}/{}", index_, name), std::move(picture), palette, transparent});
    }

    // As if the game began in this room.
    Palette palette_of(std::array<std::uint16_t, 4> numbers, RoomFormat format) const {
        for (std::uint16_t& number : numbers)
            number = static_cast<std::uint16_t>(std::min<std::size_t>(number, palettes_.palettes.size() - 1));
        Palette palette{};
        PaletteLatches latches;
        latches.latch(numbers[2]);
        set_room_slots(palette, palettes_, numbers, latches, index_, format);
        return palette;
    }
    Expected<void> give_room(std::size_t room, RoomPicture picture, RoomFormat format) {
        palette_of_room_[room] = palette_of(picture.palettes, format);
        return give(fmt::format("rooms/{:02}", room),
                    {screen_width, screen_height, std::move(picture.pixels)}, palette_of_room_[room]);
    }

    Expected<void> map_rooms() {
        RK_TRY(const MapRooms rooms, data_.load(file("MAP"), read_map_rooms));
        for (std::size_t room = 0; room < MapRooms::count; ++room)
            if (rooms.has_picture(room))
                RK_CHECK(give_room(
                    room, paint_room(rooms.pictures[rooms.picture[room]], index_, static_cast<int>(room)),
                    RoomFormat::map));
        return {};
    }

    Expected<void> lev_rooms() {
        RK_TRY(const LevRooms rooms, data_.load(file("LEV"), read_lev_rooms));
        RK_TRY(const TileBanks bnq, data_.load(file("BNQ"), [](ByteView bytes, std::string_view name) {
            return read_tile_banks(bytes, BankFile::bnq, name);
        }));
        std::optional<ShapeFile> shapes;
        if (data_.has(file("SGD"))) {
            RK_TRY(shapes, data_.load(file("SGD"), read_shapes));
            RK_CHECK(give_shapes(*shapes));
        }
        for (std::size_t room = 0; room < level_rooms; ++room) {
            if (!rooms.has_picture(room)) continue;
            RK_TRY(RoomPicture picture,
                   paint_room(rooms.rooms[rooms.picture[room]].room, bnq, shapes ? &*shapes : nullptr, index_,
                              static_cast<int>(room),
                              fmt::format("{}: room {}", data_.described(file("LEV")), room)));
            RK_CHECK(give_room(room, std::move(picture), RoomFormat::lev));
        }
        return give_tiles(bnq);
    }

    Expected<void> give_shapes(const ShapeFile& shapes) const {
        const Palette palette = palette_of({0, 1, 2, 3}, RoomFormat::lev);
        for (std::size_t i = 0; i < shapes.shapes.size(); ++i) {
            const Shape& shape = shapes.shapes[i];
            IndexedPicture picture = IndexedPicture::blank(static_cast<int>(shape.width()), shape.height);
            unpack_nibbles(shape.pixels, picture.pixels);
            // Slot 1 where the mask is clear: a colour that no shape has, so that it can be transparent.
            for (std::size_t k = 0; k < picture.pixels.size(); ++k)
                if ((shape.mask[k / 8] >> (7 - k % 8) & 1) == 0) picture.pixels[k] = 0x10;
            RK_CHECK(give(fmt::format("shapes/{:03}", i), std::move(picture), palette, Byte{0x10}));
        }
        return {};
    }

    Expected<void> give_tiles(const TileBanks& banks) const {
        const Palette palette = palette_of({0, 1, 2, 3}, RoomFormat::lev);
        for (std::size_t i = 0; i < banks.banks.size(); ++i) {
            const TileBank& bank = banks.banks[i];
            if (bank.count() == 0) continue;
            Bytes pixels(2 * bank.tiles.size());
            unpack_nibbles(bank.tiles, pixels);
            RK_CHECK(give(fmt::format("tiles/{:02}", i),
                          sheet_of(bank.count(), 8,
                                   [&](std::size_t tile) { return ByteView(pixels).subspan(64 * tile, 64); }),
                          palette));
        }
        return {};
    }

    // An object picture has the colours of the first entity that can show it, in the room where that starts.
    struct Colors {
        int slot = 1;
        int room = -1;
    };
    Expected<std::map<std::uint16_t, Colors>> colors_of_objects() const {
        RK_TRY(const auto entities, data_.load(logic("PGE"), read_entities));
        RK_TRY(const RecordFile records, data_.load(logic("OBJ"), read_records));
        RK_TRY(const AnimationFile animations, data_.load(logic("ANI"), read_animations));
        std::map<std::uint16_t, Colors> colors;
        for (const EntityDefinition& entity : entities) {
            if (entity.node >= node_count) continue;
            for (const Record& record : records.lists[records.list_of_node[entity.node]])
                for (const AnimationFrame& frame : object_frames(animations, record.state))
                    colors.try_emplace(frame.picture & 0x7FFF, Colors{entity.iflags & 3, entity.room0});
        }
        for (std::size_t state = 0; state < animations.animation_of_state.size(); ++state)
            for (const AnimationFrame& frame : object_frames(animations, state))
                colors.try_emplace(frame.picture & 0x7FFF, Colors{});
        return colors;
    }
    static std::vector<AnimationFrame> object_frames(const AnimationFile& file, std::size_t state) {
        if (state >= file.animation_of_state.size()) return {};
        const std::uint16_t number = file.animation_of_state[state];
        if (number == AnimationFile::no_table || file.animations[number].as_object == 0) return {};
        std::vector<AnimationFrame> frames = file.animations[number].frames;
        std::erase_if(frames, [](const AnimationFrame& frame) { return frame.picture == empty_frame; });
        return frames;
    }

    Expected<void> objects() {
        RK_TRY(const ObjectPictures objects, data_.load("GLOBAL.SPC", read_objects));
        RK_TRY(const BankMap map, data_.load(file("RP"), read_bank_map));
        RK_TRY(const TileBanks banks, data_.load(file("MBK"), [](ByteView bytes, std::string_view name) {
            return read_tile_banks(bytes, BankFile::mbk, name);
        }));
        RK_TRY(const auto colors, colors_of_objects());
        const Palette usual = palette_of({0, 1, 2, 3}, RoomFormat::lev);
        for (const auto& [number, color] : colors) {
            if (number >= objects.size()) continue;
            const auto drawing = put_together(objects[number], map, banks);
            if (!drawing || drawing->picture.pixels.empty()) continue;
            const auto room = palette_of_room_.find(static_cast<std::size_t>(color.room));
            RK_CHECK(give(fmt::format("objects/{:04}", number), in_slot(drawing->picture, color.slot),
                          room == palette_of_room_.end() ? usual : room->second,
                          static_cast<Byte>(color.slot << 4)));
        }
        return {};
    }

    const DataSet& data_;
    const PictureSink& sink_;
    int index_;
    const LevelNames& names_;
    LevelPalettes palettes_;
    std::map<std::size_t, Palette> palette_of_room_;
};

} // namespace

Expected<void> for_each_picture(const DataSet& data, const PictureSink& sink, std::vector<Error>& problems) {
    // A full disk ends it, damaged data only its group.
    std::optional<Error> stop;
    const PictureSink guarded = [&](const GamePicture& picture) {
        Expected<void> result = sink(picture);
        if (!result) stop = result.error();
        return result;
    };
    const auto group = [&](const Expected<void>& result) {
        if (!result && !stop) problems.push_back(result.error());
        return !stop;
    };
    bool more = group(menus(data, guarded)) && group(font(data, guarded)) && group(icons(data, guarded)) &&
                group(characters(data, guarded, "PERSO", conrad_a_palette));
    for (std::size_t set = 0; more && set < monster_set_names.size(); ++set)
        more = group(characters(data, guarded, std::string(monster_set_names[set]), monster_palettes[set]));
    for (int level = 0; more && level < level_count; ++level)
        more = group(LevelPainter(data, guarded, level).run());
    if (stop) return tl::unexpected(*std::move(stop));
    return {};
}

} // namespace rekindle::cli
