#pragma once
// The kinds of files a game consists of: which file is which, and the sheet that its reader gives. identify
// reads every file with it, inspect and unpack show it.

#include <functional>

#include "base/bytes.h"
#include "cli/sheet.h"

namespace rekindle::cli {

struct GameFile {
    std::string name;  // without folders, upper case
    std::string shown; // as errors name it
    Bytes bytes;       // unpacked
    // Another file beside this one, where two belong together (SPR and OFF).
    std::function<Expected<Bytes>(std::string_view)> beside;
};

struct FileKind {
    std::string_view key;     // "entities"
    std::string_view files;   // "*.PGE"
    std::string_view section; // of the format specification
    std::string_view header;  // where its structs, reader and writer are, in flashback/data
    bool (*is)(std::string_view name, std::size_t size);
    Expected<Sheet> (*read)(const GameFile& file); // null: recognised by name only
};

std::span<const FileKind> file_kinds();
// Null: an unknown file.
const FileKind* kind_of(std::string_view name, std::size_t size);
std::string_view kind_key(const FileKind* kind); // "unknown" without one
// The file's sheet; of unknown kinds its size, checksum and first bytes.
Expected<Sheet> read_sheet(const GameFile& file);

// Readers by subject (game_files_*.cpp).
Expected<Sheet> archive_sheet(const GameFile& file);
Expected<Sheet> entities_sheet(const GameFile& file);
Expected<Sheet> records_sheet(const GameFile& file);
Expected<Sheet> animations_sheet(const GameFile& file);
Expected<Sheet> collision_sheet(const GameFile& file);
Expected<Sheet> recording_sheet(const GameFile& file);
Expected<Sheet> tile_banks_sheet(const GameFile& file);
Expected<Sheet> bank_map_sheet(const GameFile& file);
Expected<Sheet> level_palettes_sheet(const GameFile& file);
Expected<Sheet> menu_palette_sheet(const GameFile& file);
Expected<Sheet> menu_picture_sheet(const GameFile& file);
Expected<Sheet> lev_rooms_sheet(const GameFile& file);
Expected<Sheet> map_rooms_sheet(const GameFile& file);
Expected<Sheet> shapes_sheet(const GameFile& file);
Expected<Sheet> objects_sheet(const GameFile& file);
Expected<Sheet> sprites_sheet(const GameFile& file);
Expected<Sheet> icons_sheet(const GameFile& file);
Expected<Sheet> font_sheet(const GameFile& file);
Expected<Sheet> texts_sheet(const GameFile& file);
Expected<Sheet> program_sheet(const GameFile& file);

} // namespace rekindle::cli
