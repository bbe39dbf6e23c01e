#include "cli/emi_files.h"

#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/code_page.h"
#include "base/files.h"
#include "base/hash.h"
#include "cli/command.h"
#include "cli/new_folder.h"
#include "emi/data/aiff.h"
#include "emi/data/archive.h"
#include "emi/data/console_sound.h"
#include "emi/data/game_files.h"
#include "emi/data/movie.h"
#include "emi/data/music.h"
#include "emi/data/patch.h"
#include "emi/data/stored.h"
#include "emi/data/texture.h"
#include "emi/data/voice.h"
#include "emi/data/wave_head.h"
#include "emi/text/archive_form.h"
#include "emi/text/text_form.h"

namespace rekindle::cli {
namespace fs = std::filesystem;
namespace {

using emi::FileKind;

struct File {
    std::string name;  // without folders
    std::string shown; // as errors name it
    Bytes stored;
};

bool is_archive_file(const fs::path& path) {
    const auto bytes = MappedFile::open(path);
    return bytes &&
           emi::file_kind("", bytes->bytes().first(std::min<std::size_t>(bytes->bytes().size(), 4))) ==
               FileKind::archive;
}

// "ARCHIVE:ENTRY" taken apart, where ARCHIVE is an archive of this game.
bool split_entry(const std::string& path, std::string& archive, std::string& entry) {
    const std::size_t colon = path.rfind(':');
    std::error_code code;
    if (colon == std::string::npos || fs::exists(path, code)) return false;
    archive = path.substr(0, colon);
    entry = path.substr(colon + 1);
    return fs::is_regular_file(archive, code) && is_archive_file(archive);
}

Expected<File> open_emi(const std::string& path) {
    std::string archive_path, entry_name;
    if (!split_entry(path, archive_path, entry_name)) {
        RK_TRY(Bytes bytes, read_file(path));
        return File{fs::path(path).filename().string(), path, std::move(bytes)};
    }
    RK_TRY(const MappedFile bytes, MappedFile::open(archive_path));
    RK_TRY(const emi::Archive archive, emi::read_archive(bytes.bytes(), archive_path));
    const auto entry = emi::find_entry(archive, entry_name);
    if (!entry)
        return missing(path, "an entry of that name",
                       fmt::format("rekindle inspect {} lists them", archive_path));
    const ByteView contents = emi::contents_of(bytes.bytes(), archive.entries[*entry]);
    const std::string& name = archive.entries[*entry].name;
    return File{name.substr(name.find_last_of("/\\") + 1), path, Bytes(contents.begin(), contents.end())};
}

Sheet archive_sheet_of(const emi::Archive& archive, ByteView bytes) {
    Sheet sheet;
    sheet.fact("variant", archive.variant == emi::ArchiveVariant::emi ? "emi" : "predecessor");
    sheet.fact("version", hex(archive.version, 8));
    Table& table = sheet.table("entries", {"name", "kind", "position", "size", "crc32"});
    for (const emi::ArchiveEntry& entry : archive.entries) {
        const ByteView contents = emi::contents_of(bytes, entry);
        const auto kind = emi::file_kind(entry.name, contents);
        table.row({to_utf8(entry.name), kind ? emi::info(*kind).key : "unknown", entry.position, entry.size,
                   hex(crc32(contents), 8)});
    }
    return sheet;
}

void pcm_facts(Sheet& sheet, const emi::Pcm& pcm) {
    sheet.fact("rate", pcm.rate);
    sheet.fact("channels", pcm.channels);
    const std::size_t frames = pcm.samples.size() / pcm.channels;
    sheet.fact("frames", frames);
    sheet.fact("milliseconds", pcm.rate == 0 ? 0 : frames * 1000 / pcm.rate);
}

void add_subtitles(Sheet& sheet, const std::vector<emi::Subtitle>& subtitles) {
    Table& table = sheet.table("subtitles", {"first_frame", "last_frame", "key"});
    for (const emi::Subtitle& subtitle : subtitles)
        table.row({subtitle.first, subtitle.last, to_utf8(subtitle.key)});
}

// What isn't JSON: reads the file whole and says what is in it.
Expected<Sheet> facts_of(FileKind kind, ByteView bytes, const std::string& file) {
    Sheet sheet;
    switch (kind) {
    case FileKind::archive: {
        RK_TRY(const emi::Archive archive, emi::read_archive(bytes, file));
        return archive_sheet_of(archive, bytes);
    }
    case FileKind::texture_list: {
        RK_TRY(const emi::TextureList list, emi::read_texture_list(bytes, file));
        sheet.fact("name", list.name);
        Table& table = sheet.table("textures", {"index", "file"});
        for (std::size_t i = 0; i < list.textures.size(); ++i) table.row({i, list.textures[i]});
        break;
    }
    case FileKind::voice: {
        RK_TRY(const emi::Voice voice, emi::read_voice(bytes, file));
        RK_TRY(const emi::Pcm pcm, emi::voice_pcm(voice, file));
        sheet.fact("blocks", voice.blocks.size());
        pcm_facts(sheet, pcm);
        break;
    }
    case FileKind::effect: {
        RK_TRY(const emi::Aiff aiff, emi::read_aiff(bytes, file));
        pcm_facts(sheet, emi::aiff_pcm(aiff));
        break;
    }
    case FileKind::console_sound: {
        RK_TRY(const emi::ConsoleSound sound, emi::read_console_sound(bytes, file));
        RK_TRY(const emi::Pcm pcm, emi::console_pcm(sound, file));
        pcm_facts(sheet, pcm);
        break;
    }
    case FileKind::music: {
        RK_TRY(const emi::Music music, emi::read_music(bytes, file));
        sheet.fact("mp3_bytes", music.mp3.size());
        sheet.fact("rate", emi::parse_wave_head(music.head).rate);
        break;
    }
    case FileKind::music_cue: {
        RK_TRY(const emi::MusicCue cue, emi::read_music_cue(bytes, file));
        sheet.fact("start_ms", cue.start);
        if (cue.jump) sheet.fact("loop_end_ms", cue.jump->end);
        if (cue.jump) sheet.fact("loop_start_ms", cue.jump->start);
        break;
    }
    case FileKind::music_table: {
        RK_TRY(const emi::MusicTable music, emi::read_music_table(bytes, file));
        Table& table = sheet.table("states", {"id", "sync", "trim", "type", "file"});
        for (const emi::MusicState& state : music.states)
            table.row(
                {state.id, state.sync, state.trim, state.type.empty() ? state.name : state.type, state.file});
        break;
    }
    case FileKind::movie: {
        RK_TRY(const emi::Movie movie, emi::read_movie(bytes, file));
        RK_TRY(const auto subtitles, emi::movie_subtitles(movie, file));
        sheet.fact("video", "Bink, not decoded");
        sheet.fact("video_bytes", movie.video.size());
        add_subtitles(sheet, subtitles);
        break;
    }
    case FileKind::subtitles: {
        RK_TRY(const auto subtitles, emi::read_subtitles(bytes, file));
        add_subtitles(sheet, subtitles);
        break;
    }
    case FileKind::patch: {
        RK_TRY(const emi::Patch patch, emi::read_patch(bytes, file));
        sheet.fact("target_bytes", patch.target_size);
        sheet.fact("new_bytes", patch.new_size);
        sheet.fact("md5_of_5000", fmt::format("{:02x}", fmt::join(patch.md5, "")));
        sheet.fact("flags", patch.flags);
        break;
    }
    default: sheet.fact("crc32", hex(crc32(bytes), 8));
    }
    return sheet;
}

Expected<Sheet> folder_identity(const std::string& path) {
    RK_TRY(const emi::GameFiles files, emi::GameFiles::open(path));
    Sheet sheet;
    sheet.title = path;
    sheet.fact("game", "emi");
    std::map<std::string, std::size_t> kinds;
    for (const std::string& name : files.names()) {
        const auto bytes = files.read(name);
        const auto kind = bytes ? emi::file_kind(name, *bytes) : std::nullopt;
        ++kinds[kind ? std::string(emi::info(*kind).key) : "unknown"];
    }
    Table& archives = sheet.table("archives", {"name", "files"});
    for (const auto& mounted : files.archives()) archives.row({mounted.file, mounted.entries.size()});
    Table& table = sheet.table("files", {"kind", "files"});
    for (const auto& [kind, count] : kinds) table.row({kind, count});
    return sheet;
}

bool is_emi_folder(const fs::path& folder) {
    for (const fs::path& path : emi::archives_in_order(folder, {.console = true}))
        if (is_archive_file(path)) return true;
    return find_file(folder, "script.tab") || find_file(folder, "_system.lua");
}

Expected<std::size_t> unpack_archive_to(const fs::path& archive, const fs::path& out, bool raw) {
    RK_TRY(const MappedFile bytes, MappedFile::open(archive));
    std::size_t written = 0;
    RK_CHECK(emi::unpack_archive(bytes.bytes(), archive.string(), {.readable = !raw},
                                 [&](const std::string& name, ByteView contents) {
                                     ++written;
                                     return write_file(out / name, contents);
                                 }));
    return written;
}

Expected<std::size_t> unpack_folder_to(const std::string& path, const fs::path& out, bool raw) {
    std::size_t written = 0;
    for (const fs::path& archive : emi::archives_in_order(path, {.user_archive = true, .console = true})) {
        if (!is_archive_file(archive)) continue;
        RK_TRY(const std::size_t count, unpack_archive_to(archive, out / archive.filename(), raw));
        written += count;
    }
    if (written == 0) return missing(path, "archives of the game", "Name an archive or a file");
    return written;
}

Expected<std::size_t> unpack_file_to(const std::string& path, const fs::path& out) {
    RK_TRY(const File file, open_emi(path));
    RK_TRY(const auto files, emi::text_form(file.stored, file.name));
    for (const emi::NamedBytes& form : files) RK_CHECK(write_file(out / form.name, ByteView(form.bytes)));
    return files.size();
}

// The value of "format" in a JSON file; empty: none.
std::string format_of(const fs::path& path) {
    const auto text = read_file(path);
    if (!text) return {};
    const auto json = nlohmann::json::parse(text->begin(), text->end(), nullptr, false);
    if (!json.is_object() || !json.contains("format") || !json["format"].is_string()) return {};
    return json["format"];
}

// The one NAME.json of an unpacked file, without ".json".
std::string single_file(const fs::path& folder) {
    for (const fs::path& path : list_files(folder))
        if (path.extension() == ".json" && !format_of(path).empty()) return path.stem().string();
    return {};
}

// The folder of the archive that is meant, within an unpacked folder.
fs::path archive_folder(const fs::path& folder, const std::string& out, const std::string& archive) {
    if (format_of(folder / "manifest.json") == "archive") return folder;
    return folder / (archive.empty() ? fs::path(out).filename().string() : archive);
}

} // namespace

bool is_emi(const std::string& path) {
    std::error_code code;
    std::string archive, entry;
    if (fs::is_directory(path, code)) return is_emi_folder(path);
    if (split_entry(path, archive, entry)) return true;
    const auto bytes = MappedFile::open(path);
    return bytes && emi::file_kind(fs::path(path).filename().string(), bytes->bytes()).has_value();
}

Expected<Sheet> emi_identity(const std::string& path) {
    std::error_code code;
    if (fs::is_directory(path, code)) return folder_identity(path);
    RK_TRY(const File file, open_emi(path));
    RK_TRY(const emi::Opened opened, emi::open_stored(file.stored, file.shown));
    const auto kind = emi::file_kind(file.name, opened.bytes);
    Sheet sheet;
    sheet.title = path;
    sheet.fact("game", "emi");
    sheet.fact("kind", kind ? emi::info(*kind).key : "unknown");
    sheet.fact("bytes", file.stored.size());
    if (!kind) return sheet;
    sheet.fact("what", emi::info(*kind).title);
    if (emi::has_text_form(*kind))
        RK_CHECK(emi::text_form(file.stored, file.name));
    else
        RK_CHECK(facts_of(*kind, opened.bytes, file.shown));
    return sheet;
}

Expected<std::string> inspect_emi(const std::string& path, bool json) {
    std::error_code code;
    if (fs::is_directory(path, code)) {
        RK_TRY(const Sheet sheet, folder_identity(path));
        return shown(sheet, json);
    }
    RK_TRY(const File file, open_emi(path));
    RK_TRY(const emi::Opened opened, emi::open_stored(file.stored, file.shown));
    const auto kind = emi::file_kind(file.name, opened.bytes);
    if (kind && emi::has_text_form(*kind)) {
        RK_TRY(const auto files, emi::text_form(file.stored, file.name));
        return std::string(files.front().bytes.begin(), files.front().bytes.end());
    }
    RK_TRY(Sheet sheet, facts_of(kind.value_or(FileKind::script), opened.bytes, file.shown));
    sheet.title = path;
    sheet.facts.insert(sheet.facts.begin(),
                       {{"kind", kind ? emi::info(*kind).key : "unknown"}, {"bytes", file.stored.size()}});
    return shown(sheet, json);
}

Expected<void> unpack_emi(const std::string& path, const std::string& out, bool raw) {
    RK_TRY(NewFolder folder, NewFolder::create(out));
    std::error_code code;
    const auto written = fs::is_directory(path, code) ? unpack_folder_to(path, folder.work(), raw)
                         : fs::is_regular_file(path, code) && is_archive_file(path)
                             ? unpack_archive_to(path, folder.work(), raw)
                             : unpack_file_to(path, folder.work());
    if (!written) return tl::unexpected(written.error());
    RK_CHECK(folder.finish());
    print(fmt::format("{} files in {}\n", *written, out));
    return {};
}

bool is_emi_unpacked(const std::string& folder) {
    if (!format_of(fs::path(folder) / "manifest.json").empty() || !single_file(folder).empty()) return true;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code))
        if (format_of(entry->path() / "manifest.json") == "archive") return true;
    return false;
}

Expected<void> pack_emi(const std::string& folder, const std::string& out, const std::string& archive) {
    const auto reader = [](const fs::path& from) {
        return [from](const std::string& name) { return read_file(from / name); };
    };
    const std::string single = single_file(folder);
    const fs::path archive_from = archive_folder(folder, out, archive);
    const bool is_file = !single.empty() && single != "manifest";
    RK_TRY(const Bytes bytes,
           is_file ? emi::from_text_form(single, reader(folder)) : emi::pack_archive(reader(archive_from)));
    RK_CHECK(write_file(out, ByteView(bytes)));
    print(fmt::format("{}: {} bytes\n", out, bytes.size()));
    return {};
}

} // namespace rekindle::cli
