#include "flashback/data/data_set.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/files.h"

namespace rekindle::flashback {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view no_data_cure =
    "Name the folder that has the game's data files, for example the DOS "
    "demo's with DEMO_UK.ABA";

// The folder, then its sub-folders by name.
std::vector<fs::path> places(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
        std::error_code status;
        if (entry->is_directory(status)) found.push_back(entry->path());
    }
    std::sort(found.begin(), found.end());
    found.insert(found.begin(), folder);
    return found;
}

std::optional<Release> release_in(const fs::path& folder) {
    const std::vector<fs::path> files = list_files(folder);
    for (const ReleaseInfo& row : releases())
        for (const fs::path& path : files)
            if (same_name(path.filename().string(), row.marker)) return row.release;
    return std::nullopt;
}

} // namespace

Expected<DataSet> DataSet::open(const fs::path& folder) {
    std::error_code code;
    if (!fs::is_directory(folder, code))
        return missing(folder.string(), "a folder with the game's data", std::string(no_data_cure));

    std::optional<Release> release;
    DataSet set;
    for (const fs::path& place : places(folder)) {
        release = release_in(place);
        set.folder_ = place;
        if (release) break;
    }
    if (!release)
        return missing(folder.string(), "the data files of a known release", std::string(no_data_cure));

    for (const fs::path& place : places(set.folder_)) {
        if (place != set.folder_ && release_in(place)) continue; // another release keeps out of this one
        for (const fs::path& path : list_files(place))
            set.files_.try_emplace(upper_case(path.filename().string()), path);
    }
    RK_CHECK(set.finish(*release));
    return set;
}

Expected<DataSet> DataSet::from_files(std::map<std::string, Bytes> files, Release release) {
    DataSet set;
    for (auto& [name, bytes] : files) set.files_.try_emplace(upper_case(name), std::move(bytes));
    RK_CHECK(set.finish(release));
    return set;
}

// Language and archives, once the loose files are known.
Expected<void> DataSet::finish(Release release) {
    release_ = release;
    const auto decide = [&] {
        if (has("GLOB_FR.ABA")) return Language::french;
        for (const Language language :
             {Language::english, Language::french, Language::german, Language::spanish, Language::italian})
            if (has(fmt::format("{}CINE.TXT", language_prefix(language)))) return language;
        return has("FRCINE.TXT") ? Language::french : Language::english;
    };
    language_ = decide();

    for (const std::string_view name : info(release).archives) {
        if (!has(name)) continue;
        RK_TRY(const Bytes bytes, read(name));
        RK_TRY(Archive archive, read_archive(bytes, name));
        archives_.push_back({std::string(name), std::move(archive)});
    }
    for (std::size_t archive = 0; archive < archives_.size(); ++archive) {
        const std::vector<ArchiveEntry>& entries = archives_[archive].archive.entries;
        for (std::size_t entry = 0; entry < entries.size(); ++entry)
            files_.try_emplace(upper_case(entries[entry].name), InArchive{archive, entry});
    }
    return {};
}

const DataSet::Source* DataSet::find(std::string_view name) const {
    const auto found = files_.find(upper_case(name));
    return found == files_.end() ? nullptr : &found->second;
}

bool DataSet::has(std::string_view name) const { return find(name) != nullptr; }

Expected<Bytes> DataSet::read(std::string_view name) const {
    const Source* source = find(name);
    if (source == nullptr)
        return missing(described(name), "this file of the game",
                       fmt::format("Copy {} from the game's disks or archive", upper_case(name)));
    if (const auto* path = std::get_if<fs::path>(source)) return read_file(*path);
    if (const auto* bytes = std::get_if<Bytes>(source)) return *bytes;
    const InArchive& at = std::get<InArchive>(*source);
    const NamedArchive& archive = archives_[at.archive];
    return unpack_entry(archive.archive.entries[at.entry], archive.name);
}

std::string DataSet::described(std::string_view name) const {
    const Source* source = find(name);
    if (source == nullptr) return (folder_ / upper_case(name)).string();
    if (const auto* path = std::get_if<fs::path>(source)) return path->string();
    if (const auto* at = std::get_if<InArchive>(source))
        return fmt::format("{}:{}", archives_[at->archive].name,
                           archives_[at->archive].archive.entries[at->entry].name);
    return upper_case(name);
}

bool DataSet::is_demo() const {
    switch (release_) {
    case Release::dos_demo:
    case Release::amiga_demo: return true;
    default: return is_dos(release_) && !has("LEVEL2.MAP") && !has("GLOB1_FB.ABA");
    }
}

std::vector<std::string> DataSet::names() const {
    std::vector<std::string> names;
    for (const auto& [name, source] : files_) names.push_back(name);
    return names;
}

std::optional<fs::path> DataSet::loose_file(std::string_view name) const {
    const Source* source = find(name);
    const auto* path = source == nullptr ? nullptr : std::get_if<fs::path>(source);
    return path == nullptr ? std::nullopt : std::optional(*path);
}

std::vector<std::string> DataSet::archives() const {
    std::vector<std::string> names;
    for (const NamedArchive& archive : archives_) names.push_back(archive.name);
    return names;
}

} // namespace rekindle::flashback
