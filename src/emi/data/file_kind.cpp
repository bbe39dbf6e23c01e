#include "emi/data/file_kind.h"

#include <algorithm>
#include <array>

#include "emi/data/fields.h"

namespace rekindle::emi {
namespace {

constexpr std::array<FileKindInfo, 23> kinds{{
    {FileKind::archive, "archive", ".m4b .lab", "archive"},
    {FileKind::set, "set", ".setb", "set: cameras, lights, sectors, shadows"},
    {FileKind::costume, "costume", ".cosb", "costume: chores and their keys"},
    {FileKind::mesh, "mesh", ".meshb", "mesh"},
    {FileKind::skeleton, "skeleton", ".sklb", "skeleton"},
    {FileKind::animation, "animation", ".animb", "skeletal animation"},
    {FileKind::sprite, "sprite", ".sprb", "sprite"},
    {FileKind::tile_picture, "tile-picture", ".til", "layered picture"},
    {FileKind::targa, "targa", ".tga", "texture"},
    {FileKind::texture_list, "texture-list", ".sur", "list of textures"},
    {FileKind::font, "font", ".laf", "font"},
    {FileKind::lip, "lip", ".lip", "lip movement"},
    {FileKind::text_table, "text-table", ".tab", "string table"},
    {FileKind::script, "script", ".lua", "script, compiled or source"},
    {FileKind::voice, "voice", ".wvc", "voice: VIMA in MCMP"},
    {FileKind::effect, "effect", ".aif", "sound effect: AIFF"},
    {FileKind::console_sound, "console-sound", ".scx", "sound of the console version"},
    {FileKind::music, "music", "", "music: RIFF head and MP3"},
    {FileKind::music_cue, "music-cue", ".jmm", "music cue"},
    {FileKind::music_table, "music-table", ".imt", "table of music states"},
    {FileKind::movie, "movie", "", "movie: Bink, perhaps with subtitles"},
    {FileKind::subtitles, "subtitles", ".sub", "subtitles of a movie"},
    {FileKind::patch, "patch", ".patchr", "binary patch of a file"},
}};

struct Mark {
    std::string_view bytes;
    FileKind kind;
};
constexpr std::array<Mark, 13> marks{{{"LABN", FileKind::archive},
                                      {"TIL0", FileKind::tile_picture},
                                      {"LIP!", FileKind::lip},
                                      {"RCNE", FileKind::text_table},
                                      {"DOEL", FileKind::text_table},
                                      {"\x1BLua", FileKind::script},
                                      {"MCMP", FileKind::voice},
                                      {"FORM", FileKind::effect},
                                      {"SCRX", FileKind::console_sound},
                                      {"RIFF", FileKind::music},
                                      {"BIK", FileKind::movie},
                                      {"SMUSH", FileKind::movie},
                                      {"PATR", FileKind::patch}}};

} // namespace

std::span<const FileKindInfo> file_kinds() { return kinds; }
const FileKindInfo& info(FileKind kind) { return kinds[static_cast<std::size_t>(kind)]; }

std::optional<FileKind> file_kind(std::string_view name, ByteView bytes) {
    for (const Mark& mark : marks)
        if (bytes.size() >= mark.bytes.size() &&
            std::equal(mark.bytes.begin(), mark.bytes.end(), bytes.begin(),
                       [](char a, Byte b) { return static_cast<Byte>(a) == b; }))
            return mark.kind;
    const std::string lower = normal_name(name);
    const std::size_t dot = lower.rfind('.');
    if (dot == std::string::npos) return std::nullopt;
    const std::string_view extension = std::string_view(lower).substr(dot);
    for (const FileKindInfo& kind : kinds) {
        // These kinds always have their mark.
        const bool marked = kind.kind == FileKind::archive || kind.kind == FileKind::tile_picture;
        if (!marked && !kind.extensions.empty() && kind.extensions == extension) return kind.kind;
    }
    return std::nullopt;
}

} // namespace rekindle::emi
