#include "flashback/data/archive.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/files.h"
#include "flashback/data/packer.h"

namespace rekindle::flashback {
namespace {

constexpr std::size_t header_size = 4, directory_entry_size = 30, name_size = 14;
constexpr std::uint32_t tag = 0x442E4D2E; // "D.M."
constexpr std::uint32_t most_unpacked = 16u << 20;
constexpr std::size_t most_entries = 0xFFFF;

// Reads a directory entry, whose data must begin at `data_offset`.
ArchiveEntry read_entry(Reader& in, std::size_t data_offset) {
    ArchiveEntry entry;
    const std::size_t start = in.offset();
    const std::string_view field = in.text(name_size);
    const std::size_t length = field.find('\0');
    entry.name = field.substr(0, length);
    if (in.ok() && length == std::string_view::npos)
        in.fail_at(start, "a name that ends within 14 bytes", fmt::format("{:?}", field));
    else if (in.ok() && !is_entry_name(entry.name))
        in.fail_at(start, "a file name", fmt::format("{:?}", entry.name));
    if (length < field.size()) entry.after_name = field.substr(length + 1);

    const std::uint32_t offset = in.u32(Endian::big);
    const std::uint32_t packed_size = in.u32(Endian::big);
    entry.size = in.u32(Endian::big);
    const std::uint32_t found_tag = in.u32(Endian::big);
    in.expect_at(offset == data_offset, start + 14,
                 fmt::format("{} to begin where the data before it end, at {}", entry.name, data_offset),
                 offset);
    in.expect_at(offset <= in.size() && packed_size <= in.size() - std::min<std::size_t>(offset, in.size()),
                 start + 18, fmt::format("a packed size of {} that ends inside the archive", entry.name),
                 packed_size);
    in.expect_at(entry.size <= most_unpacked, start + 22, "an unpacked size of at most 16 MiB", entry.size);
    if (in.ok() && found_tag != tag)
        in.fail_at(start + 26, "the tag D.M. (0x442e4d2e)", fmt::format("{:#010x}", found_tag));
    if (in.ok()) {
        const ByteView data = in.data().subspan(offset, packed_size);
        entry.packed.assign(data.begin(), data.end());
    }
    return entry;
}

tl::unexpected<Error> refuse(std::string_view file, std::string expected, std::string found) {
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = std::string(file),
                                .expected = std::move(expected),
                                .found = std::move(found),
                                .cure = {}});
}

} // namespace

bool is_entry_name(std::string_view name) {
    return !name.empty() && name.size() < name_size && name != "." && name != ".." &&
           std::all_of(name.begin(), name.end(), [](char c) {
               return c > ' ' && c <= '~' &&
                      std::string_view("\"*/:<>?\\|").find(c) == std::string_view::npos;
           });
}

const ArchiveEntry* Archive::find(std::string_view name) const {
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&](const ArchiveEntry& entry) { return same_name(entry.name, name); });
    return found == entries.end() ? nullptr : &*found;
}

Expected<Archive> read_archive(ByteView bytes, std::string_view file) {
    Reader in(bytes, file);
    const std::size_t count = in.u16(Endian::big);
    in.expect_at(count >= 1, 0, "at least one entry", count);
    const std::uint16_t entry_size = in.u16(Endian::big);
    in.expect_at(entry_size == directory_entry_size, 2, "directory entries of 30 bytes", entry_size);
    std::size_t data_offset = header_size + directory_entry_size * count;
    in.expect_at(data_offset <= bytes.size(), 0,
                 fmt::format("a directory that ends within the archive's {} bytes", bytes.size()), count);

    Archive archive;
    std::set<std::string> names;
    for (std::size_t i = 0; i < count && in.ok(); ++i) {
        const std::size_t start = in.offset();
        archive.entries.push_back(read_entry(in, data_offset));
        const ArchiveEntry& entry = archive.entries.back();
        if (in.ok() && !names.insert(upper_case(entry.name)).second)
            in.fail_at(start, "every name once", fmt::format("a second {}", entry.name));
        data_offset += entry.packed.size();
    }
    if (in.ok() && data_offset != bytes.size())
        in.fail_at(data_offset, "the end of the archive behind its last entry",
                   fmt::format("{} more bytes", bytes.size() - data_offset));
    if (!in.ok()) return in.unexpected();
    return archive;
}

Expected<Bytes> write_archive(const Archive& archive, std::string_view file) {
    const std::size_t count = archive.entries.size();
    if (count < 1 || count > most_entries)
        return refuse(file, "1 to 65535 entries", fmt::format("{}", count));
    Writer out;
    out.u16(static_cast<std::uint16_t>(count), Endian::big);
    out.u16(directory_entry_size, Endian::big);
    std::size_t offset = header_size + directory_entry_size * count;
    std::set<std::string> names;
    for (const ArchiveEntry& entry : archive.entries) {
        if (!is_entry_name(entry.name)) return refuse(file, "a file name", fmt::format("{:?}", entry.name));
        if (!names.insert(upper_case(entry.name)).second)
            return refuse(file, "every name once", fmt::format("a second {}", entry.name));
        if (entry.name.size() + 1 + entry.after_name.size() > name_size)
            return refuse(file,
                          fmt::format("at most {} bytes behind the name {}",
                                      name_size - 1 - entry.name.size(), entry.name),
                          fmt::format("{}", entry.after_name.size()));
        if (entry.size > most_unpacked || offset + entry.packed.size() > 0xFFFFFFFFu)
            return refuse(file,
                          fmt::format("{} to have at most 16 MiB in an archive of at most 4 GiB", entry.name),
                          fmt::format("{} bytes", entry.size));
        const std::size_t start = out.size();
        out.text(entry.name);
        out.u8(0);
        out.text(entry.after_name);
        out.fill(start + name_size - out.size());
        out.u32(static_cast<std::uint32_t>(offset), Endian::big);
        out.u32(static_cast<std::uint32_t>(entry.packed.size()), Endian::big);
        out.u32(entry.size, Endian::big);
        out.u32(tag, Endian::big);
        offset += entry.packed.size();
    }
    for (const ArchiveEntry& entry : archive.entries) out.bytes(entry.packed);
    return out.take();
}

Expected<Bytes> unpack_entry(const ArchiveEntry& entry, std::string_view file) {
    if (!entry.is_packed()) return entry.packed;
    return unpack(entry.packed, UnpackedSize::exactly(entry.size), fmt::format("{}:{}", file, entry.name));
}

ArchiveEntry make_entry(std::string_view name, ByteView contents) {
    ArchiveEntry entry{.name = std::string(name),
                       .after_name = {},
                       .size = static_cast<std::uint32_t>(contents.size()),
                       .packed = contents.empty() ? Bytes{} : pack(contents)};
    if (entry.packed.size() >= contents.size()) entry.packed.assign(contents.begin(), contents.end());
    return entry;
}

} // namespace rekindle::flashback
