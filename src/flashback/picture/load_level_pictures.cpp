#include <fmt/format.h>

#include "flashback/data/lev_rooms.h"
#include "flashback/data/levels.h"
#include "flashback/data/load_level.h"
#include "flashback/data/map_rooms.h"
#include "flashback/data/objects.h"
#include "flashback/data/room_painter.h"
#include "flashback/data/shapes.h"
#include "flashback/picture/drawings.h"

namespace rekindle::flashback {

namespace {

constexpr std::size_t vector_padding = 16;

tl::unexpected<Error> refused(std::string file, std::string expected, std::string found) {
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = std::move(file),
                                .expected = std::move(expected),
                                .found = std::move(found),
                                .cure = {}});
}

struct Loader {
    const DataSet& data;
    const Level& level;
    LevelPictures pictures{};
    const LevelNames& names = level_names[static_cast<std::size_t>(level.index)];
    std::string base{names.pictures};

    std::string logic() const { return std::string(names.logic); }

    // --- rooms
    // -------------------------------------------------------------------------------------------------

    void add_background(int room, RoomPicture picture) {
        picture.pixels.resize(screen_pixels + vector_padding);
        pictures.room[static_cast<std::size_t>(room)] =
            static_cast<std::uint8_t>(pictures.backgrounds.size());
        pictures.backgrounds.push_back({std::move(picture.pixels), picture.palettes});
    }

    Expected<void> load_lev_rooms() {
        pictures.format = RoomFormat::lev;
        const std::string lev = base + ".LEV";
        RK_TRY(const LevRooms rooms, data.load(lev, read_lev_rooms));
        RK_TRY(const TileBanks bnq, data.load(base + ".BNQ", [](ByteView bytes, std::string_view file) {
            return read_tile_banks(bytes, BankFile::bnq, file);
        }));
        std::optional<ShapeFile> shapes;
        if (data.has(base + ".SGD")) {
            RK_TRY(shapes, data.load(base + ".SGD", read_shapes));
        }
        const ShapeFile* shapes_or_none = shapes ? &*shapes : nullptr;
        const std::size_t palettes = pictures.palettes.palettes.size();
        RK_CHECK(check_lev_rooms(rooms, palettes, bnq, shapes_or_none, data.described(lev)));
        for (int room = 0; room < room_count; ++room) {
            if (!rooms.has_picture(static_cast<std::size_t>(room))) continue;
            const Room& stored = rooms.rooms[rooms.picture[static_cast<std::size_t>(room)]].room;
            RK_TRY(RoomPicture picture, paint_room(stored, bnq, shapes_or_none, level.index, room,
                                                   fmt::format("{} room {}", data.described(lev), room)));
            add_background(room, std::move(picture));
        }
        return {};
    }

    Expected<void> load_map_rooms() {
        pictures.format = RoomFormat::map;
        RK_TRY(const MapRooms rooms, data.load(base + ".MAP", read_map_rooms));
        RK_CHECK(check_map_rooms(rooms, pictures.palettes.palettes.size(), level.index,
                                 data.described(base + ".MAP")));
        for (int room = 0; room < room_count; ++room)
            if (rooms.has_picture(static_cast<std::size_t>(room)))
                add_background(room, paint_room(rooms.pictures[rooms.picture[static_cast<std::size_t>(room)]],
                                                level.index, room));
        return {};
    }

    Expected<void> load_rooms() {
        RK_TRY(pictures.palettes, data.load(base + ".PAL", read_level_palettes));
        pictures.backgrounds[0].pixels.assign(screen_pixels + vector_padding, 0);
        return data.has(base + ".MAP") ? load_map_rooms() : load_lev_rooms();
    }

    // --- characters and objects
    // --------------------------------------------------------------------------------

    Expected<void> load_characters(std::string_view name) {
        const std::string spr_name = std::string(name) + ".SPR", off_name = std::string(name) + ".OFF";
        RK_TRY(const Bytes spr, data.read(spr_name));
        RK_TRY(const Bytes off, data.read(off_name));
        RK_TRY(const SpriteSet set,
               read_sprites(spr, data.described(spr_name), off, data.described(off_name)));
        for (const SpriteEntry& entry : set.entries)
            if (entry.sprite)
                pictures.character[entry.number] = add_drawing(pictures, decode_sprite(*entry.sprite),
                                                               entry.sprite->hot_x, entry.sprite->hot_y);
        return {};
    }

    Expected<void> load_all_characters() {
        RK_CHECK(load_characters("PERSO"));
        for (const std::string_view name : monster_set_names)
            if (data.has(std::string(name) + ".SPR")) RK_CHECK(load_characters(name));
        return {};
    }

    Expected<void> load_objects() {
        RK_TRY(const ObjectPictures objects, data.load("GLOBAL.SPC", read_objects));
        RK_TRY(const BankMap map, data.load(base + ".RP", read_bank_map));
        RK_TRY(const TileBanks banks, data.load(base + ".MBK", [](ByteView bytes, std::string_view file) {
            return read_tile_banks(bytes, BankFile::mbk, file);
        }));
        RK_CHECK(check_bank_map(map, banks.banks.size(), data.described(base + ".RP")));

        // The file serves all levels: of most pictures this level has no bank, and need not have.
        std::vector<std::uint16_t> of_picture;
        std::vector<bool> broken;
        for (const ObjectPicture& picture : objects.pictures) {
            const auto drawing = put_together(picture, map, banks);
            broken.push_back(!drawing);
            of_picture.push_back(drawing
                                     ? add_drawing(pictures, drawing->picture, drawing->hot_x, drawing->hot_y)
                                     : LevelPictures::no_drawing);
        }
        for (const std::uint16_t entry : objects.entries) pictures.object.push_back(of_picture[entry]);
        return check_object_pictures(objects, broken);
    }

    Expected<void> check_object_pictures(const ObjectPictures& objects,
                                         const std::vector<bool>& broken) const {
        for (std::size_t state = 0; state < level.states.size(); ++state) {
            const StateAnimation& animation = level.states[state];
            for (std::uint32_t i = 0; i < animation.count; ++i) {
                const std::uint16_t word = level.frames[animation.first_frame + i].picture;
                if (word == empty_frame) continue;
                const std::size_t number = word & 0x7FFF;
                const std::size_t limit = animation.as_object ? objects.size() : std::size_t{sprite_numbers};
                if (number >= limit)
                    return refused(data.described(logic() + ".ANI"),
                                   fmt::format("a picture below {} in state {}", limit, state),
                                   std::to_string(number));
                if (animation.as_object && broken[objects.entries[number]])
                    return refused(data.described(base + ".MBK"),
                                   fmt::format("the parts of object picture {} (state {})", number, state),
                                   "a bank that ends before them");
            }
        }
        return {};
    }

    // --- icons and texts ---

    Expected<void> load_icons_and_texts() {
        RK_TRY(pictures.icons, data.load("GLOBAL.ICN", read_icons));
        RK_TRY(pictures.font, data.load("FB_TXT.FNT", read_font));
        RK_TRY(pictures.texts,
               data.load(level_text_file(data, level.index),
                         [](ByteView bytes, std::string_view file) { return read_text_table(bytes, file); }));
        for (std::size_t i = 0; i < level.entities.size(); ++i) {
            const EntityDefinition& e = level.entities[i];
            if (e.icon >= pictures.icons.pictures.size() || e.touch_icon > pictures.icons.pictures.size())
                return refused(data.described("GLOBAL.ICN"), fmt::format("the icons of entity {}", i),
                               fmt::format("{} icons", pictures.icons.pictures.size()));
        }
        load_dialogs();
        return {};
    }

    // Programs of other releases hold their dialogs elsewhere: ours are used then, too.
    void load_dialogs() {
        if (data.has("FB.EXE"))
            if (auto texts = data.load("FB.EXE", read_dialog_texts_of_program)) {
                pictures.dialogs = *std::move(texts);
                return;
            }
        pictures.dialogs = own_dialog_texts();
        pictures.own_dialogs = true;
    }
};

} // namespace

Expected<LevelPictures> load_level_pictures(const DataSet& data, const Level& level) {
    Loader loader{data, level};
    loader.pictures.level = level.index;
    RK_CHECK(loader.load_rooms());
    RK_CHECK(loader.load_all_characters());
    RK_CHECK(loader.load_objects());
    RK_CHECK(loader.load_icons_and_texts());
    loader.pictures.pixels.resize(loader.pictures.pixels.size() + vector_padding);
    return std::move(loader.pictures);
}

} // namespace rekindle::flashback
