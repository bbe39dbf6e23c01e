#include "author/flashback/project.h"

#include <fmt/format.h>

#include "author/flashback/figure.h"
#include "author/flashback/font_source.h"
#include "author/flashback/keys_source.h"
#include "author/flashback/object_builder.h"
#include "author/flashback/room_builder.h"
#include "author/flashback/room_scene.h"
#include "base/files.h"
#include "flashback/data/archive.h"
#include "flashback/data/levels.h"
#include "flashback/data/sprites.h"
#include "flashback/data/text_table.h"

namespace rekindle::author {
namespace {

using namespace flashback;

using Lines = std::vector<SourceLine>;

// What game.txt says: the words behind each keyword.
struct Manifest {
    std::filesystem::path folder;
    std::map<std::string, SourceLine, std::less<>> entries;

    Expected<SourceLine> entry(std::string_view key) const {
        const auto found = entries.find(key);
        if (found == entries.end())
            return missing((folder / "game.txt").string(), fmt::format("a line `{} ...`", key));
        return found->second;
    }
    Expected<std::string> text(std::string_view key) const {
        RK_TRY(const SourceLine line, entry(key));
        return std::string(line.after(1));
    }
    // The lines of all files that the keyword names.
    Expected<Lines> lines(std::string_view key) const {
        RK_TRY(const SourceLine names, entry(key));
        Lines all;
        for (std::size_t i = 1; i < names.words.size(); ++i) {
            RK_TRY(const Lines lines, read_lines(names.words[i]));
            all.insert(all.end(), lines.begin(), lines.end());
        }
        return all;
    }
    Expected<Lines> read_lines(const std::string& name) const {
        RK_TRY(const Bytes bytes, read_file(folder / name));
        return source_lines({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, name);
    }
};

Expected<Manifest> read_manifest(const std::filesystem::path& folder) {
    Manifest manifest{folder, {}};
    RK_TRY(const Lines lines, manifest.read_lines("game.txt"));
    for (const SourceLine& line : lines)
        if (!manifest.entries.try_emplace(line.words[0], line).second)
            return line.refuse("each keyword once", line.words[0]);
    return manifest;
}

class GameBuilder {
  public:
    explicit GameBuilder(Manifest manifest) : manifest_(std::move(manifest)) {}

    Expected<BuiltGame> run() {
        RK_TRY(game_.title, manifest_.text("title"));
        RK_TRY(game_.description, manifest_.text("description"));
        RK_TRY(const SourceLine level, manifest_.entry("level"));
        RK_TRY(game_.level, parse_number(level.word(1), level, 0, level_count - 1));
        const LevelNames& names = level_names[static_cast<std::size_t>(game_.level)];
        logic_name_ = names.logic;
        pictures_name_ = names.pictures;

        PictureNames pictures;
        RK_CHECK(figures(pictures));
        RK_CHECK(objects(pictures));
        RK_CHECK(logic(pictures));
        RK_CHECK(rooms());
        RK_CHECK(icons_and_font());
        RK_CHECK(recording());
        RK_TRY(game_.files["DEMO_UK.ABA"], write_archive(archive_, "DEMO_UK.ABA"));
        return std::move(game_);
    }

  private:
    void pack(const std::string& name, const Bytes& contents) {
        archive_.entries.push_back(make_entry(name, contents));
    }

    Expected<void> figures(PictureNames& names) {
        RK_TRY(const Lines lines, manifest_.lines("figures"));
        RK_TRY(const Pictures pictures, draw_figures(lines));
        SpriteSet set;
        for (const NamedPicture& figure : pictures) {
            const auto number = static_cast<std::uint16_t>(set.entries.size());
            RK_CHECK(declare(names.figures, figure, number));
            RK_TRY(Sprite sprite, encode_sprite(figure.picture, static_cast<std::int8_t>(figure.hot_x),
                                                static_cast<std::int8_t>(figure.hot_y)));
            set.entries.push_back({number, std::move(sprite)});
        }
        game_.files["PERSO.SPR"] = write_sprite_pictures(set);
        pack("PERSO.OFF", write_sprite_offsets(set));
        return {};
    }

    Expected<void> objects(PictureNames& names) {
        RK_TRY(const Lines lines, manifest_.lines("objects"));
        RK_TRY(const Pictures pictures, read_drawings(lines));
        std::vector<ObjectDrawing> drawings;
        for (const NamedPicture& object : pictures) {
            RK_CHECK(declare(names.objects, object, static_cast<int>(drawings.size())));
            drawings.push_back({object.picture, object.hot_x, object.hot_y});
        }
        RK_TRY(const ObjectFiles files, build_objects(drawings));
        RK_TRY(const Bytes spc, write_objects(files.objects));
        RK_TRY(const Bytes mbk, write_tile_banks(files.mbk, BankFile::mbk));
        pack("GLOBAL.SPC", spc);
        pack(pictures_name_ + ".MBK", mbk);
        pack(pictures_name_ + ".RP", write_bank_map(files.map));
        return {};
    }

    static Expected<void> declare(Numbers& names, const NamedPicture& picture, int number) {
        if (!names.try_emplace(picture.name, number).second)
            return picture.source.refuse("a new name", picture.name);
        return {};
    }

    Expected<void> logic(const PictureNames& pictures) {
        RK_TRY(const Lines lines, manifest_.lines("logic"));
        RK_TRY(game_.logic, compile_logic(lines, pictures));
        const Logic& logic = game_.logic;
        RK_TRY(const Bytes texts, write_text_table(logic.texts));
        pack(logic_name_ + ".PGE", write_entities(logic.entities));
        pack(logic_name_ + ".OBJ", write_records(logic.records));
        pack(logic_name_ + ".ANI", write_animations(logic.animations));
        pack(logic_name_ + ".TBN", texts);
        pack(pictures_name_ + ".CT", write_collision({logic.collision, {}}));
        return {};
    }

    Expected<void> rooms() {
        RK_TRY(const std::vector<PaletteWords> palettes, read_palettes());
        pack(pictures_name_ + ".PAL", write_level_palettes({palettes}));

        RK_TRY(const Lines drawing_lines, manifest_.lines("drawings"));
        RK_TRY(const Pictures drawings, read_drawings(drawing_lines));
        RK_TRY(const Lines lines, manifest_.lines("rooms"));
        RK_TRY(const std::vector<RoomScene> scenes, paint_scenes(lines, drawings));
        std::vector<RoomDrawing> rooms;
        for (const RoomScene& scene : scenes) {
            const auto room = game_.logic.room_numbers.find(scene.name);
            if (room == game_.logic.room_numbers.end())
                return scene.source.refuse("a scene named like a room", scene.name);
            rooms.push_back({room->second, scene.picture, {0, 1, 2, 3}});
        }
        RK_TRY(const RoomFiles files, build_rooms(rooms));
        RK_TRY(game_.files[pictures_name_ + ".LEV"], write_lev_rooms(files.lev));
        RK_TRY(const Bytes bnq, write_tile_banks(files.bnq, BankFile::bnq));
        pack(pictures_name_ + ".BNQ", bnq);
        return {};
    }

    // `palette NAME` and 16 colours as RGB digits; the file has them as BGR.
    Expected<std::vector<PaletteWords>> read_palettes() {
        RK_TRY(const Lines lines, manifest_.lines("palettes"));
        std::vector<PaletteWords> palettes;
        for (const SourceLine& line : lines) {
            if (line.words[0] != "palette" || line.words.size() != 18)
                return line.refuse("palette NAME and 16 colours", line.text);
            PaletteWords& words = palettes.emplace_back();
            for (std::size_t i = 0; i < words.size(); ++i) {
                RK_TRY(const int rgb, parse_number("0x" + line.words[i + 2], line, 0, 0xFFF));
                words[i] = static_cast<std::uint16_t>((rgb & 15) << 8 | (rgb & 0xF0) | rgb >> 8);
            }
        }
        return palettes;
    }

    Expected<void> icons_and_font() {
        RK_TRY(const Lines icon_lines, manifest_.lines("icons"));
        RK_TRY(const Pictures pictures, read_drawings(icon_lines));
        RK_TRY(const Icons icons, make_icons(pictures));
        RK_TRY(const Bytes icon_file, write_icons(icons));
        RK_TRY(const Lines glyph_lines, manifest_.lines("font"));
        RK_TRY(const Font font, read_glyphs(glyph_lines));
        RK_TRY(const Bytes font_file, write_font(font));
        pack("GLOBAL.ICN", icon_file);
        pack("FB_TXT.FNT", font_file);
        return {};
    }

    // recording NAME KEYS.txt; what a recording's first sample is follows from its name.
    Expected<void> recording() {
        RK_TRY(const SourceLine line, manifest_.entry("recording"));
        const DemoStart* start = find_demo(line.word(1));
        if (start == nullptr || line.words.size() != 3)
            return line.refuse("recording, the name of one that the game plays, and a file of keys",
                               line.text);
        RK_TRY(const Lines lines, manifest_.read_lines(line.words[2]));
        RK_TRY(Recording keys, read_keys(lines));
        keys.samples.insert(keys.samples.begin(), start->first_sample, Byte{0});
        game_.recording = upper_case(line.words[1]);
        pack(game_.recording, write_recording(keys));
        return {};
    }

    Manifest manifest_;
    BuiltGame game_;
    Archive archive_;
    std::string logic_name_, pictures_name_;
};

} // namespace

Expected<BuiltGame> build_game(const std::filesystem::path& folder) {
    RK_TRY(Manifest manifest, read_manifest(folder));
    return GameBuilder(std::move(manifest)).run();
}

} // namespace rekindle::author
