// rekindle pack: an archive from an unpacked folder. Files that were not changed keep their original packed
// streams, so that nothing changed gives the same archive.

#include <set>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/files.h"
#include "cli/command.h"
#include "cli/emi_files.h"
#include "cli/manifest.h"

namespace rekindle::cli {
namespace fs = std::filesystem;
namespace {

using flashback::Archive;

struct Options {
    std::string folder, out, archive;
};

// The one asked for, or the one called like the file to write, or the only one.
Expected<const ManifestArchive*> choose(const Manifest& manifest, const Options& options) {
    const std::string wanted =
        options.archive.empty() ? fs::path(options.out).filename().string() : options.archive;
    std::string names;
    for (const ManifestArchive& archive : manifest.archives) {
        if (same_name(archive.name, wanted)) return &archive;
        names += (names.empty() ? "" : ", ") + archive.name;
    }
    if (options.archive.empty() && manifest.archives.size() == 1) return &manifest.archives.front();
    return usage_error(names.empty() ? "a manifest with an archive" : "--archive with one of " + names,
                       options.archive.empty() ? "none" : options.archive);
}

// A file beside those of the manifest would silently be left out.
Expected<void> check_no_others(const fs::path& folder, const ManifestArchive& archive) {
    std::set<std::string> listed;
    for (const ManifestEntry& entry : archive.entries) listed.insert(upper_case(entry.name));
    for (const fs::path& path : list_files(folder))
        if (!listed.contains(upper_case(path.filename().string())))
            return tl::unexpected(
                Error{.kind = ErrorKind::usage,
                      .file = path.string(),
                      .expected = "only files that manifest.json lists",
                      .found = path.filename().string(),
                      .cure = fmt::format("Remove it, or add {{\"name\": \"{}\"}} to the entries in "
                                          "manifest.json",
                                          path.filename().string())});
    return {};
}

Expected<void> pack(const Options& options) {
    if (is_emi_unpacked(options.folder)) return pack_emi(options.folder, options.out, options.archive);
    const fs::path folder = options.folder, list = folder / "manifest.json";
    std::error_code code;
    if (!fs::exists(list, code))
        return missing(list.string(), "the manifest of an unpacked folder",
                       "rekindle unpack makes such a folder");
    RK_TRY(const Bytes text, read_file(list));
    RK_TRY(const Manifest manifest, read_manifest(text, list.string()));
    RK_TRY(const ManifestArchive* chosen, choose(manifest, options));
    const fs::path files = folder / "archives" / chosen->name, streams = folder / "packed" / chosen->name;
    RK_CHECK(check_no_others(files, *chosen));

    Archive archive;
    Progress progress("packing", chosen->entries.size());
    std::size_t changed = 0;
    for (const ManifestEntry& entry : chosen->entries) {
        progress.step(entry.name);
        RK_TRY(const Bytes contents, read_file(files / entry.name));
        Bytes stream;
        if (!is_unchanged(entry, contents))
            ++changed;
        else if (entry.packed) {
            RK_TRY(stream, read_file(streams / entry.name));
        }
        RK_TRY(flashback::ArchiveEntry packed,
               archive_entry(entry, contents, std::move(stream), streams.string()));
        archive.entries.push_back(std::move(packed));
    }
    RK_TRY(const Bytes bytes, flashback::write_archive(archive, options.out));
    RK_CHECK(write_file(options.out, ByteView(bytes)));
    print(fmt::format("{}: {} entries, {} packed anew, {} bytes\n", options.out, archive.entries.size(),
                      changed, bytes.size()));
    return {};
}

} // namespace

void add_pack(CLI::App& app, Call& call) {
    auto options = std::make_shared<Options>();
    CLI::App& command =
        add_command(app, call, "pack", "Put an archive together from a folder that unpack wrote",
                    "rekindle pack flashback-files -o DEMO_UK.ABA\n"
                    "rekindle pack magazine-files --archive GLOB1_FB.ABA -o out/GLOB1_FB.ABA",
                    [options] { return pack(*options); });
    command.add_option("DIR", options->folder, "Folder that unpack wrote")->required();
    command.add_option("-o,--output", options->out, "Archive to write")->required();
    command.add_option("--archive", options->archive, "Which archive of the folder, if there are several");
}

} // namespace rekindle::cli
