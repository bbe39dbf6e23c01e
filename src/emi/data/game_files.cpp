#include "emi/data/game_files.h"

#include <set>
#include <system_error>

#include <fmt/format.h>

#include "base/files.h"
#include "emi/data/patch.h"
#include "emi/data/stored.h"

namespace rekindle::emi {
namespace fs = std::filesystem;

namespace {

constexpr int loose_depth = 4;

// '?' is exactly one character, a leading '*' any number.
bool matches(std::string_view pattern, std::string_view name) {
    if (pattern.starts_with('*')) {
        pattern.remove_prefix(1);
        return name.size() >= pattern.size() && matches(pattern, name.substr(name.size() - pattern.size()));
    }
    return pattern.size() == name.size() && std::equal(pattern.begin(), pattern.end(), name.begin(),
                                                       [](char p, char c) { return p == '?' || p == c; });
}

// §1.3; the names of the demo's archives stand beside their counterparts.
std::vector<std::string_view> search_patterns(GameFilesOptions options) {
    std::vector<std::string_view> patterns;
    if (options.user_archive) patterns.push_back("datausr.m4b");
    for (const std::string_view pattern :
         {"*-emi-patch.m4b", "i9n.m4b", "i9n.lab", "patch.m4b", "art???.m4b", "lip.m4b", "lip.lab",
          "local.m4b", "sfx.m4b", "voice???.m4b", "music?.m4b", "magdemo.lab", "tile.lab", "voice.lab"})
        patterns.push_back(pattern);
    if (options.console) patterns.push_back("???.m4b");
    return patterns;
}

} // namespace

std::vector<fs::path> archives_in_order(const fs::path& folder, GameFilesOptions options) {
    std::vector<fs::path> files = list_files(folder), ordered;
    std::sort(files.begin(), files.end(), [](const fs::path& a, const fs::path& b) {
        return normal_name(a.filename().string()) > normal_name(b.filename().string());
    });
    for (const std::string_view pattern : search_patterns(options))
        for (const fs::path& file : files)
            if (matches(pattern, normal_name(file.filename().string())) &&
                std::find(ordered.begin(), ordered.end(), file) == ordered.end())
                ordered.push_back(file);
    return ordered;
}

Expected<GameFiles> GameFiles::open(const fs::path& folder, GameFilesOptions options) {
    std::error_code code;
    if (!fs::is_directory(folder, code)) return missing(folder.string(), "a folder with the game's files");
    GameFiles files;
    files.folder_ = folder;
    for (const fs::path& path : archives_in_order(folder, options)) RK_CHECK(files.mount(path));
    files.index_loose(folder, "", 0);
    return files;
}

Expected<void> GameFiles::mount(const fs::path& path) {
    RK_TRY(MappedFile bytes, MappedFile::open(path));
    constexpr std::string_view mark = "LABN";
    if (bytes.bytes().size() < mark.size() || !std::equal(mark.begin(), mark.end(), bytes.bytes().begin()))
        return {};
    RK_TRY(Archive archive, read_archive(bytes.bytes(), path.string()));
    Mounted mounted{path.filename().string(), std::move(bytes), std::move(archive), {}};
    for (std::size_t i = 0; i < mounted.archive.entries.size(); ++i)
        mounted.entries[normal_name(mounted.archive.entries[i].name)] = i;
    archives_.push_back(std::move(mounted));
    return {};
}

void GameFiles::index_loose(const fs::path& folder, const std::string& prefix, int depth) {
    for (const fs::path& path : list_files(folder)) {
        auto mapped = MappedFile::open(path);
        if (mapped) loose_.emplace(normal_name(prefix + path.filename().string()), *std::move(mapped));
    }
    if (depth == loose_depth) return;
    std::error_code code;
    std::vector<fs::path> folders;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
        std::error_code status;
        if (entry->is_directory(status)) folders.push_back(entry->path());
    }
    std::sort(folders.begin(), folders.end());
    for (const fs::path& path : folders)
        index_loose(path, prefix + path.filename().string() + '/', depth + 1);
}

std::optional<GameFiles::Found> GameFiles::find(std::string_view name) const {
    if (name.find('\\') != std::string_view::npos) return std::nullopt;
    const std::string wanted = normal_name(name);
    for (const Mounted& mounted : archives_) {
        const auto entry = mounted.entries.find(wanted);
        if (entry == mounted.entries.end()) continue;
        return Found{mounted.file + ":" + wanted,
                     contents_of(mounted.bytes.bytes(), mounted.archive.entries[entry->second])};
    }
    const auto loose = loose_.find(wanted);
    if (loose == loose_.end()) return std::nullopt;
    return Found{(folder_ / loose->first).string(), loose->second.bytes()};
}

Expected<Bytes> GameFiles::read(std::string_view name) const {
    const auto found = find(name);
    if (!found) return missing(std::string(name), "this file in an archive or in the game folder");
    RK_TRY(const std::optional<Bytes> patched, patched_bytes(name, found->stored));
    RK_TRY(Opened opened, open_stored(patched ? ByteView(*patched) : found->stored, found->place));
    return std::move(opened.bytes);
}

// By the first of name.patchr, name_1.patchr, name_2.patchr … that is made for these bytes.
Expected<std::optional<Bytes>> GameFiles::patched_bytes(std::string_view name, ByteView stored) const {
    for (int number = 0;; ++number) {
        const auto found =
            find(number == 0 ? fmt::format("{}.patchr", name) : fmt::format("{}_{}.patchr", name, number));
        if (!found && number > 0) return std::nullopt;
        if (!found) continue;
        RK_TRY(const Patch patch, read_patch(found->stored, found->place));
        if (!fits(patch, stored)) continue;
        RK_TRY(Bytes patched, apply_patch(patch, stored, found->place));
        return std::optional(std::move(patched));
    }
}

std::vector<std::string> GameFiles::names() const {
    std::set<std::string> all;
    for (const Mounted& mounted : archives_)
        for (const auto& [name, entry] : mounted.entries) all.insert(name);
    for (const auto& [name, file] : loose_) all.insert(name);
    return {all.begin(), all.end()};
}

std::string compiled_name(std::string_view name) {
    std::string result(name);
    if (!normal_name(name).ends_with(".set")) std::replace(result.begin(), result.end(), '\\', '/');
    return result + 'b';
}

} // namespace rekindle::emi
