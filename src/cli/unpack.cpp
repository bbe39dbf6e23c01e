// rekindle unpack: everything a folder or an archive holds, written out: the files themselves, the packed
// streams they were in, tables as JSON and CSV, pictures as PNG, and the manifest that pack reads.

#include <algorithm>
#include <map>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/hash.h"
#include "cli/command.h"
#include "cli/emi_files.h"
#include "cli/game_pictures.h"
#include "cli/level_sheet.h"
#include "cli/manifest.h"
#include "cli/new_folder.h"
#include "cli/target.h"
#include "flashback/data/levels.h"

namespace rekindle::cli {
namespace fs = std::filesystem;
namespace {

using flashback::Archive;
using flashback::ArchiveEntry;
using flashback::DataSet;

struct Options {
    std::string path, out;
    bool raw = false;
};

// What lies in a data set or archive, before anything is written.
struct Source {
    std::vector<std::pair<std::string, Archive>> archives;
    std::vector<fs::path> loose;
    DataSet data;
};

bool is_archive(const Source& source, const std::string& name) {
    return std::any_of(source.archives.begin(), source.archives.end(),
                       [&](const auto& archive) { return same_name(archive.first, name); });
}

Expected<Source> open_source(const std::string& path) {
    std::error_code code;
    if (fs::is_directory(path, code)) {
        RK_TRY(DataSet data, DataSet::open(path));
        Source source{.archives = {}, .loose = {}, .data = std::move(data)};
        for (const std::string& name : source.data.archives()) {
            RK_TRY(const Bytes bytes, source.data.read(name));
            RK_TRY(Archive archive, flashback::read_archive(bytes, name));
            source.archives.emplace_back(name, std::move(archive));
        }
        for (const std::string& name : source.data.names())
            if (const auto loose = source.data.loose_file(name); loose && !is_archive(source, name))
                source.loose.push_back(*loose);
        return source;
    }
    RK_TRY(const Bytes bytes, read_file(path));
    RK_TRY(Archive archive, flashback::read_archive(bytes, path));
    std::map<std::string, Bytes> files;
    for (const ArchiveEntry& entry : archive.entries) {
        RK_TRY(files[entry.name], flashback::unpack_entry(entry, path));
    }
    RK_TRY(DataSet data, DataSet::from_files(std::move(files), flashback::Release::dos_demo));
    Source source{.archives = {}, .loose = {}, .data = std::move(data)};
    source.archives.emplace_back(fs::path(path).filename().string(), std::move(archive));
    return source;
}

class Unpacker {
  public:
    Unpacker(const Source& source, const fs::path& folder)
        : source_(source), folder_(folder), progress_("unpacking", source.data.names().size()) {}

    Expected<void> files() {
        Manifest manifest;
        for (const auto& [name, archive] : source_.archives) {
            ManifestArchive& listed = manifest.archives.emplace_back(ManifestArchive{name, {}});
            for (const ArchiveEntry& entry : archive.entries) {
                RK_TRY(const Bytes contents, flashback::unpack_entry(entry, name));
                RK_CHECK(write(fs::path("archives") / name / entry.name, contents));
                if (entry.is_packed()) RK_CHECK(write(fs::path("packed") / name / entry.name, entry.packed));
                listed.entries.push_back(
                    manifest_entry(entry.name, contents, entry.after_name, entry.is_packed()));
            }
        }
        for (const fs::path& path : source_.loose) {
            RK_TRY(const Bytes contents, read_file(path));
            const std::string name = path.filename().string();
            RK_CHECK(write(fs::path("loose") / name, contents));
            manifest.loose.push_back(manifest_entry(name, contents, {}, false));
        }
        const std::string text = write_manifest(manifest);
        return write("manifest.json", as_bytes(text));
    }

    Expected<void> tables() {
        for (const std::string& name : source_.data.names()) {
            if (is_archive(source_, name)) continue;
            progress_.step(name);
            const auto file = open_file(source_.data, name);
            if (!file) return tl::unexpected(file.error());
            const FileKind* kind = kind_of(name, file->bytes.size());
            if (kind != nullptr && kind->read != nullptr) RK_CHECK(table(name, read_sheet(*file)));
        }
        for (int level = 0; level < flashback::level_count; ++level)
            if (source_.data.has(
                    fmt::format("{}.PGE", flashback::level_names[static_cast<std::size_t>(level)].logic)))
                RK_CHECK(table(fmt::format("level{}", level), level_sheet(source_.data, level)));
        return {};
    }

    Expected<void> pictures() {
        return for_each_picture(
            source_.data,
            [this](const GamePicture& picture) -> Expected<void> {
                RK_TRY(const Bytes png, encode_png(picture.picture, picture.palette, picture.transparent));
                return write("pictures/" + picture.path + ".png", png);
            },
            problems_);
    }

    std::size_t written() const { return written_; }
    const std::vector<Error>& problems() const { return problems_; }

  private:
    static ManifestEntry manifest_entry(std::string name, ByteView contents, std::string after_name,
                                        bool packed) {
        return {.name = std::move(name),
                .after_name = std::move(after_name),
                .is_new = false,
                .size = static_cast<std::uint32_t>(contents.size()),
                .crc32 = crc32(contents),
                .packed = packed};
    }

    Expected<void> write(const fs::path& path, ByteView bytes) {
        ++written_;
        return write_file(folder_ / path, bytes);
    }

    // One JSON file, and a CSV file a table. What lacks a partner elsewhere, like PERSO.OFF without
    // PERSO.SPR, is left out.
    Expected<void> table(const std::string& name, const Expected<Sheet>& sheet) {
        if (!sheet) {
            if (sheet.error().kind != ErrorKind::missing_data) problems_.push_back(sheet.error());
            return {};
        }
        RK_CHECK(write(fs::path("tables") / (name + ".json"), as_bytes(to_text(sheet_json(*sheet)))));
        for (const Table& table : sheet->tables)
            RK_CHECK(write(fs::path("tables") / fmt::format("{}.{}.csv", name, table.name),
                           as_bytes(table_csv(table))));
        return {};
    }

    const Source& source_;
    fs::path folder_;
    Progress progress_;
    std::vector<Error> problems_;
    std::size_t written_ = 0;
};

Expected<void> unpack(const Options& options) {
    if (is_emi(options.path)) return unpack_emi(options.path, options.out, options.raw);
    RK_TRY(const Source source, open_source(options.path));
    RK_TRY(NewFolder folder, NewFolder::create(options.out));
    Unpacker unpacker(source, folder.work());
    RK_CHECK(unpacker.files());
    if (!options.raw) {
        RK_CHECK(unpacker.tables());
        RK_CHECK(unpacker.pictures());
    }
    RK_CHECK(folder.finish());
    print(fmt::format("{} files in {}\n", unpacker.written(), options.out));
    if (unpacker.problems().empty()) return {};
    Error error = unpacker.problems().front();
    error.cure = fmt::format("Everything else is in {}", options.out);
    return tl::unexpected(std::move(error));
}

} // namespace

void add_unpack(CLI::App& app, Call& call) {
    auto options = std::make_shared<Options>();
    CLI::App& command = add_command(app, call, "unpack",
                                    "Write everything out: files, tables, pictures and a manifest for pack",
                                    "rekindle unpack ~/games/flashback -o flashback-files\n"
                                    "rekindle unpack DEMO_UK.ABA -o demo --raw",
                                    [options] { return unpack(*options); });
    command.add_option("PATH", options->path, "Folder with a game's data, or an archive")->required();
    command.add_option("-o,--output", options->out, "New folder to write")->required();
    command.add_flag("--raw", options->raw, "Only the files, no tables and pictures");
}

} // namespace rekindle::cli
