#include "cli/game_files.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/files.h"
#include "base/hash.h"

namespace rekindle::cli {
namespace {

template <std::size_t size>
struct Literal {
    char text[size]{};
    constexpr Literal(const char (&from)[size]) { std::copy_n(from, size, text); }
};
template <Literal extension>
bool has_extension(std::string_view name, std::size_t) {
    return name.size() >= sizeof extension.text && name.ends_with(extension.text);
}

bool is_level_name(std::string_view name) { return name.starts_with("LEVEL"); }

bool is_recording(std::string_view name, std::size_t) {
    return name.starts_with("DEMO") && name.ends_with(".BIN");
}
bool is_level_palettes(std::string_view name, std::size_t) {
    return is_level_name(name) && name.ends_with(".PAL");
}
bool is_map_rooms(std::string_view name, std::size_t) {
    return is_level_name(name) && name.ends_with(".MAP");
}
bool is_menu_name(std::string_view name) { return name.starts_with("MENU") || name.starts_with("INSTRU_"); }
bool is_menu_palette(std::string_view name, std::size_t) {
    return is_menu_name(name) && name.ends_with(".PAL");
}
bool is_menu_picture(std::string_view name, std::size_t) {
    return is_menu_name(name) && name.ends_with(".MAP");
}
bool is_sprites(std::string_view name, std::size_t) {
    return name.ends_with(".SPR") || name.ends_with(".OFF");
}
bool is_tile_banks(std::string_view name, std::size_t) {
    return name.ends_with(".MBK") || name.ends_with(".BNQ");
}
bool is_texts(std::string_view name, std::size_t) {
    const std::size_t dot = name.rfind('.');
    return dot != std::string_view::npos && name.size() == dot + 4 && name.substr(dot, 3) == ".TB" &&
           std::string_view("NFGSI").find(name.back()) != std::string_view::npos;
}
// Other releases' programs have their dialogs elsewhere.
bool is_demo_program(std::string_view name, std::size_t size) { return name == "FB.EXE" && size == 127366; }
bool is_cutscene_texts(std::string_view name, std::size_t) {
    return name.ends_with("CINE.TXT") || name.ends_with("CINE.BIN");
}

// The first that fits.
constexpr std::array kinds = std::to_array<FileKind>({
    {"archive", "*.ABA", "2", "archive.h", has_extension<".ABA">, archive_sheet},
    {"entities", "*.PGE", "5", "entities.h", has_extension<".PGE">, entities_sheet},
    {"records", "*.OBJ", "6", "records.h", has_extension<".OBJ">, records_sheet},
    {"animations", "*.ANI", "7", "animations.h", has_extension<".ANI">, animations_sheet},
    {"collision", "*.CT", "8", "collision.h", has_extension<".CT">, collision_sheet},
    {"tile banks", "*.MBK *.BNQ", "9", "tile_banks.h", is_tile_banks, tile_banks_sheet},
    {"bank map", "*.RP", "9.1", "bank_map.h", has_extension<".RP">, bank_map_sheet},
    {"level palettes", "LEVEL*.PAL", "10", "palettes.h", is_level_palettes, level_palettes_sheet},
    {"menu palette", "MENU*.PAL INSTRU_*.PAL", "11.4", "plain_picture.h", is_menu_palette,
     menu_palette_sheet},
    {"room pictures", "LEVEL*.MAP", "11.1", "map_rooms.h", is_map_rooms, map_rooms_sheet},
    {"menu picture", "MENU*.MAP INSTRU_*.MAP", "11.4", "plain_picture.h", is_menu_picture,
     menu_picture_sheet},
    {"rooms", "*.LEV", "11.2", "lev_rooms.h", has_extension<".LEV">, lev_rooms_sheet},
    {"shapes", "*.SGD", "11.3", "shapes.h", has_extension<".SGD">, shapes_sheet},
    {"objects", "*.SPC", "12", "objects.h", has_extension<".SPC">, objects_sheet},
    {"characters", "*.SPR *.OFF", "13", "sprites.h", is_sprites, sprites_sheet},
    {"texts", "*.TBN *.TBF *.TBG *.TBS *.TBI", "16.1", "text_table.h", is_texts, texts_sheet},
    {"program", "FB.EXE", "16.3", "dialog_texts.h", is_demo_program, program_sheet},
    {"font", "*.FNT", "17.1", "font.h", has_extension<".FNT">, font_sheet},
    {"icons", "*.ICN", "17.2", "icons.h", has_extension<".ICN">, icons_sheet},
    {"recording", "DEMO*.BIN", "18", "recording.h", is_recording, recording_sheet},
    {"cutscene texts", "*CINE.TXT *CINE.BIN", "16.2", "", is_cutscene_texts, nullptr},
    {"cutscene", "*.CMD", "22", "", has_extension<".CMD">, nullptr},
    {"cutscene shapes", "*.POL", "22.5", "", has_extension<".POL">, nullptr},
    {"sounds", "*.FIB", "14", "", has_extension<".FIB">, nullptr},
    {"music", "*.PRF", "23.2", "", has_extension<".PRF">, nullptr},
    {"notes", "*.MID", "23.3", "", has_extension<".MID">, nullptr},
    {"instrument", "*.INS", "23.4", "", has_extension<".INS">, nullptr},
});

Sheet raw_sheet(const GameFile& file) {
    Sheet sheet;
    sheet.fact("crc32", hex(crc32(file.bytes), 8));
    Table& table = sheet.table("first_bytes", {"offset", "bytes", "text"});
    for (std::size_t at = 0; at < std::min<std::size_t>(file.bytes.size(), 256); at += 16) {
        std::string bytes, text;
        for (std::size_t i = at; i < std::min(at + 16, file.bytes.size()); ++i) {
            const Byte byte = file.bytes[i];
            bytes += fmt::format("{}{:02x}", bytes.empty() ? "" : " ", byte);
            text += byte >= 0x20 && byte < 0x7F ? static_cast<char>(byte) : '.';
        }
        table.row({hex(at, 4), bytes, text});
    }
    return sheet;
}

} // namespace

std::span<const FileKind> file_kinds() { return kinds; }

const FileKind* kind_of(std::string_view name, std::size_t size) {
    const auto found =
        std::find_if(kinds.begin(), kinds.end(), [&](const FileKind& kind) { return kind.is(name, size); });
    return found == kinds.end() ? nullptr : &*found;
}

Expected<Sheet> read_sheet(const GameFile& file) {
    const FileKind* kind = kind_of(file.name, file.bytes.size());
    Sheet sheet;
    if (kind == nullptr || kind->read == nullptr)
        sheet = raw_sheet(file);
    else {
        RK_TRY(sheet, kind->read(file));
    }
    sheet.title = file.shown;
    sheet.facts.insert(sheet.facts.begin(), {{"kind", kind_key(kind)}, {"bytes", file.bytes.size()}});
    return sheet;
}

std::string_view kind_key(const FileKind* kind) { return kind == nullptr ? "unknown" : kind->key; }

} // namespace rekindle::cli
