#pragma once
// The files of a game folder: archives in their order of priority, then loose files; first hit wins
// (emi-formats §1). The stage, the sounds and the command line open everything through it.

#include <filesystem>
#include <map>
#include <optional>

#include "base/mapped_file.h"
#include "emi/data/archive.h"

namespace rekindle::emi {

struct GameFilesOptions {
    bool user_archive = false; // datausr.m4b comes before everything
    bool console = false;      // ???.m4b as well
};

class GameFiles {
  public:
    // Damaged archives are errors; files that only look like archives by name are passed over.
    static Expected<GameFiles> open(const std::filesystem::path& folder, GameFilesOptions options = {});

    // Where a name is found: "patch.m4b:_system.lua", or the path of a loose file.
    struct Found {
        std::string place;
        ByteView stored;
    };
    // `name` without case, '/' as the only separator: a '\' is part of no name.
    std::optional<Found> find(std::string_view name) const;
    // The stored bytes, patched where a patch of the name is made for them (§18), opened (open_stored).
    // Missing: missing_data.
    Expected<Bytes> read(std::string_view name) const;

    struct Mounted {
        std::string file; // relative to the folder
        MappedFile bytes;
        Archive archive;
        std::map<std::string, std::size_t> entries; // normalised name → entry that counts
    };
    // In search order.
    const std::vector<Mounted>& archives() const { return archives_; }
    std::vector<std::string> names() const; // all, normalised, sorted, each once

  private:
    Expected<std::optional<Bytes>> patched_bytes(std::string_view name, ByteView stored) const;
    Expected<void> mount(const std::filesystem::path& path);
    void index_loose(const std::filesystem::path& folder, const std::string& prefix, int depth);
    std::vector<Mounted> archives_;
    std::map<std::string, MappedFile> loose_; // normalised relative path
    std::filesystem::path folder_;
};

// The archives of a folder in search order.
std::vector<std::filesystem::path> archives_in_order(const std::filesystem::path& folder,
                                                     GameFilesOptions options);

// The file behind a script's name of a set, costume, mesh, skeleton, animation or sprite: '\' as '/', "b"
// appended (a set keeps its '\').
std::string compiled_name(std::string_view name);

} // namespace rekindle::emi
