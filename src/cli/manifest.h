#pragma once
// The manifest of an unpacked folder: which files make an archive, in which order, and what the files alone
// don't say (case, garbage behind names, the original packed streams). unpack writes it, pack reads it.

#include <string>
#include <vector>

#include "base/bytes.h"
#include "flashback/data/archive.h"

namespace rekindle::cli {

// One file of a folder. `size` and `crc32` say what was unpacked; a file that differs has been changed.
struct ManifestEntry {
    std::string name;
    std::string after_name; // archive entries only
    bool is_new = false;    // no size and checksum are given: added by hand
    std::uint32_t size = 0, crc32 = 0;
    bool packed = false; // the original stream lies in the folder `packed`
    bool operator==(const ManifestEntry&) const = default;
};

struct ManifestArchive {
    std::string name;
    std::vector<ManifestEntry> entries;
    bool operator==(const ManifestArchive&) const = default;
};

struct Manifest {
    std::vector<ManifestArchive> archives; // files in archives/NAME, streams in packed/NAME
    std::vector<ManifestEntry> loose;      // files in loose
    bool operator==(const Manifest&) const = default;
};

Expected<Manifest> read_manifest(ByteView text, std::string_view file);
std::string write_manifest(const Manifest& manifest);

// An entry of the archive: as it was where `contents` is what was unpacked, else packed anew. `stream` is the
// original stream, if the manifest names one; it must unpack to `contents`.
Expected<flashback::ArchiveEntry> archive_entry(const ManifestEntry& entry, ByteView contents, Bytes stream,
                                                std::string_view file);
// Whether `contents` is what was unpacked.
bool is_unchanged(const ManifestEntry& entry, ByteView contents);

} // namespace rekindle::cli
