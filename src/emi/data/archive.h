#pragma once
// An archive (.m4b, .lab): a directory and the bytes of its files (emi-formats §2). Reading gives the
// directory and everything that is in the file besides, so that the same archive can be written again byte
// for byte.

#include <optional>

#include "emi/data/fields.h"

namespace rekindle::emi {

struct ArchiveEntry {
    std::string name; // as spelled in the archive
    std::uint32_t name_offset = 0;
    std::uint32_t position = 0, size = 0; // in the archive file
    std::uint32_t unused = 0;
    bool operator==(const ArchiveEntry&) const = default;
};

// Bytes that belong to nothing.
struct ArchiveGap {
    std::uint32_t position = 0;
    Bytes bytes;
    bool operator==(const ArchiveGap&) const = default;
};

enum class ArchiveVariant { emi, grim }; // grim: the predecessor's, plain names behind the entries

struct Archive {
    ArchiveVariant variant = ArchiveVariant::emi;
    std::uint32_t version = 0x00010000;
    std::vector<ArchiveEntry> entries;
    std::uint32_t names_position = 0;
    Bytes names; // the name table as stored
    std::vector<ArchiveGap> gaps;
    std::uint32_t file_size = 0;
    bool operator==(const Archive&) const = default;
};

Expected<Archive> read_archive(ByteView bytes, std::string_view file, Notes* notes = nullptr);
std::string archive_table(); // of offsets, for the page in docs/formats
inline ByteView contents_of(ByteView archive_bytes, const ArchiveEntry& entry) {
    return archive_bytes.subspan(entry.position, entry.size);
}
// The entry that counts for a name (without case, '\' in the archive as '/'): the last of equal ones.
std::optional<std::size_t> find_entry(const Archive& archive, std::string_view name);

// `contents` in the order of the entries. The layout is the archive's own as long as every size is unchanged;
// else everything is laid out anew in the same order.
Expected<Bytes> write_archive(const Archive& archive, std::span<const ByteView> contents);

// A new archive: entries sorted by normalised name, data right after the names (§19.5).
struct NamedFile {
    std::string name;
    ByteView contents;
};
Expected<Bytes> make_archive(std::vector<NamedFile> files);
// The name table that `entries` would get in a new archive, and whether their name offsets are its offsets.
Bytes plain_name_table(const Archive& archive, bool& offsets_match);

} // namespace rekindle::emi
