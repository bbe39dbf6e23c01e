#pragma once
// A user's game data: loose files in any case and the archives beside them, as one set of names. Loose files
// win over archive entries of the same name (formats §0, §1). Every loader of a level takes its files from
// here.

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "flashback/data/archive.h"
#include "flashback/data/release.h"

namespace rekindle::flashback {

class DataSet {
  public:
    // The folder, or the first of its sub-folders that has a release's marker file, with the sub-folders of
    // that. Missing: missing_data, with the cure; a damaged archive directory: bad_data. Entries are unpacked
    // only when they are read.
    static Expected<DataSet> open(const std::filesystem::path& folder);
    // In memory, for embedded games and tests. Names count without case; a release's archives are looked
    // into.
    static Expected<DataSet> from_files(std::map<std::string, Bytes> files, Release release);

    bool has(std::string_view name) const;
    // Unpacked. Not there: missing_data.
    Expected<Bytes> read(std::string_view name) const;
    // read() through a format's reader; errors name the file as described().
    template <typename Read>
    auto load(std::string_view name, Read&& reader) const
        -> std::invoke_result_t<Read, ByteView, std::string_view> {
        RK_TRY(const Bytes bytes, read(name));
        return std::invoke(std::forward<Read>(reader), ByteView(bytes), std::string_view(described(name)));
    }
    // How errors name a file: "folder/LEVEL1.LEV" or "DEMO_UK.ABA:LEVEL1.PGE".
    std::string described(std::string_view name) const;

    Release release() const { return release_; }
    Language language() const { return language_; }
    // Whether the engine behaves as a demo: no level and password entry, a finished level restarts.
    bool is_demo() const;
    // All files and entries, upper case, sorted.
    std::vector<std::string> names() const;
    // Where a name is a file of its own on disk.
    std::optional<std::filesystem::path> loose_file(std::string_view name) const;
    // Names of the archives that are there, in directory order.
    std::vector<std::string> archives() const;
    // Where the marker file was found; empty in memory.
    const std::filesystem::path& folder() const { return folder_; }

  private:
    struct InArchive {
        std::size_t archive, entry;
    };
    using Source = std::variant<std::filesystem::path, Bytes, InArchive>;
    struct NamedArchive {
        std::string name;
        Archive archive;
    };

    Expected<void> finish(Release release);
    const Source* find(std::string_view name) const;

    std::filesystem::path folder_;
    Release release_ = Release::dos_demo;
    Language language_ = Language::english;
    std::map<std::string, Source> files_; // by upper-case name
    std::vector<NamedArchive> archives_;
};

} // namespace rekindle::flashback
