#pragma once
// ABA archives (formats §2): a directory and the packed files behind it. Entries keep their packed bytes and
// the garbage behind their names, so reading then writing gives the same archive.

#include <string>

#include "base/bytes.h"

namespace rekindle::flashback {

struct ArchiveEntry {
    std::string name;       // as stored, 1...13 characters
    std::string after_name; // the bytes behind the name's zero, up to 14 in all; no meaning
    std::uint32_t size = 0; // unpacked
    Bytes packed;           // as in the archive: one stream, or the file itself where it is not packed

    bool is_packed() const { return packed.size() != size; }
    bool operator==(const ArchiveEntry&) const = default;
};

struct Archive {
    std::vector<ArchiveEntry> entries;

    const ArchiveEntry* find(std::string_view name) const; // in any case
    bool operator==(const Archive&) const = default;
};

// The directory and where the data lie are checked here, the streams when they are unpacked.
Expected<Archive> read_archive(ByteView bytes, std::string_view file);
// Refuses what read_archive would refuse.
Expected<Bytes> write_archive(const Archive& archive, std::string_view file);

// `file` is the archive's name; errors name "FILE:ENTRY" and the offset in the entry's packed bytes.
Expected<Bytes> unpack_entry(const ArchiveEntry& entry, std::string_view file);
// An entry for `contents`, packed where that is shorter.
ArchiveEntry make_entry(std::string_view name, ByteView contents);

// Whether a name can stand in an archive and be a file beside others everywhere: 1...13 printable characters
// without a path's separators and wild cards.
bool is_entry_name(std::string_view name);

} // namespace rekindle::flashback
