#pragma once
// Which format a file of the game has: by its mark where it has one, else by its extension (emi-formats
// §1.1).

#include <optional>
#include <span>
#include <string_view>

#include "base/bytes.h"

namespace rekindle::emi {

enum class FileKind {
    archive,
    set,
    costume,
    mesh,
    skeleton,
    animation,
    sprite,
    tile_picture,
    targa,
    texture_list,
    font,
    lip,
    text_table,
    script,
    voice,
    effect,
    console_sound,
    music,
    music_cue,
    music_table,
    movie,
    subtitles,
    patch
};

struct FileKindInfo {
    FileKind kind;
    std::string_view key;        // "set"
    std::string_view extensions; // ".setb"; several with blanks between
    std::string_view title;
};
std::span<const FileKindInfo> file_kinds();
const FileKindInfo& info(FileKind kind);

// Of opened bytes (open_stored); nothing: none of these.
std::optional<FileKind> file_kind(std::string_view name, ByteView bytes);

} // namespace rekindle::emi
