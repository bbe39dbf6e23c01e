#include "emi/data/archive.h"

#include <fmt/format.h>

#include "emi/data/field_table.h"

namespace rekindle::emi {
namespace {

constexpr std::uint32_t names_bias = 0x13D0F;
constexpr std::uint32_t usual_version = 0x00010000;
constexpr std::size_t emi_head = 20, grim_head = 16, entry_size = 16;
constexpr Byte name_key = 0x96;
constexpr std::size_t longest_name = 255; // many entries may share one name

std::size_t entries_at(const Archive& archive) {
    return archive.variant == ArchiveVariant::emi ? emi_head : grim_head;
}

// Zero bytes stay zero; both ways.
Byte masked(const Archive& archive, Byte byte) {
    return archive.variant == ArchiveVariant::grim || byte == 0 ? byte : static_cast<Byte>(byte ^ name_key);
}

struct ArchiveHead {
    std::uint32_t version = usual_version, entries = 0, names_size = 0;
    bool names_apart = true;          // the predecessor's variant has no position of the names
    std::uint32_t names_position = 0; // biased
};

ArchiveHead head_of(const Archive& archive) {
    return {archive.version, static_cast<std::uint32_t>(archive.entries.size()),
            static_cast<std::uint32_t>(archive.names.size()), archive.variant == ArchiveVariant::emi,
            archive.names_position + names_bias};
}

void describe_head(Fields& f, ArchiveHead& head) {
    f.magic("LABN");
    f.u32({"version", "0x10000"}, head.version);
    f.usual(head.version == usual_version, "version 0x00010000");
    f.u32({"entry_count", "N"}, head.entries);
    f.u32({"names_size", "S, bytes of the name table"}, head.names_size);
    f.when(head.names_apart, "not in the predecessor's variant", [&] {
        f.u32({"names_position", "of the name table, + 0x13D0F"}, head.names_position);
    });
}

void describe_entry(Fields& f, ArchiveEntry& entry) {
    f.u32({"name_offset", "in the name table"}, entry.name_offset);
    f.u32({"position", "of the data in the archive"}, entry.position);
    f.u32({"size", "of the data"}, entry.size);
    f.u32({"unused", "zero"}, entry.unused);
    f.usual(entry.unused == 0, "zero at the end of an entry");
}

void note(Notes* notes, std::size_t offset, std::string text) {
    if (notes != nullptr && notes->size() < 100) notes->push_back({offset, std::move(text)});
}

std::string name_at(Reader& in, const Archive& archive, std::size_t offset, std::size_t entry_offset) {
    std::string name;
    if (!in.expect_at(offset < archive.names.size(), entry_offset, "an offset within the name table", offset))
        return name;
    for (std::size_t at = offset; at < archive.names.size(); ++at) {
        const Byte byte = masked(archive, archive.names[at]);
        if (byte == 0) {
            in.expect_at(!name.empty(), entry_offset, "a name of at least one character", 0);
            return name;
        }
        name += static_cast<char>(byte);
        if (!in.expect_at(name.size() <= longest_name, entry_offset, "a name of at most 255 characters",
                          name.size()))
            return name;
    }
    in.fail_at(entry_offset, "a name that ends within the name table", name.substr(0, 40));
    return name;
}

struct Range {
    std::size_t begin, end;
};

std::vector<Range> used_ranges(const Archive& archive) {
    std::vector<Range> ranges{{0, entries_at(archive) + entry_size * archive.entries.size()},
                              {archive.names_position, archive.names_position + archive.names.size()}};
    for (const ArchiveEntry& entry : archive.entries)
        ranges.push_back({entry.position, std::size_t{entry.position} + entry.size});
    std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
    return ranges;
}

void find_gaps(ByteView bytes, Archive& archive, Notes* notes) {
    std::size_t reached = 0;
    const auto gap_to = [&](std::size_t end) {
        if (end <= reached) return;
        const ByteView gap = bytes.subspan(reached, end - reached);
        archive.gaps.push_back({static_cast<std::uint32_t>(reached), Bytes(gap.begin(), gap.end())});
    };
    for (const Range& range : used_ranges(archive)) {
        if (range.begin < range.end && range.begin < reached)
            note(notes, range.begin, "parts of an archive that don't overlap");
        gap_to(range.begin);
        reached = std::max(reached, range.end);
    }
    gap_to(bytes.size());
}

void read_entries(FieldReader& fields, Archive& archive, std::uint32_t count, Notes* notes) {
    Reader& in = fields.in();
    std::vector<std::string> seen;
    for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
        const std::size_t at = in.offset();
        ArchiveEntry entry;
        describe_entry(fields, entry);
        entry.name = name_at(in, archive, entry.name_offset, at);
        in.expect_at(std::uint64_t{entry.position} + entry.size <= in.size(), at + 4,
                     "data within the archive", std::uint64_t{entry.position} + entry.size);
        seen.push_back(normal_name(entry.name));
        archive.entries.push_back(std::move(entry));
    }
    std::sort(seen.begin(), seen.end());
    if (std::adjacent_find(seen.begin(), seen.end()) != seen.end())
        note(notes, entries_at(archive), "names that differ");
}

// Puts bytes into a file that is known to be long enough.
void put(Bytes& file, std::size_t at, ByteView bytes) {
    std::copy(bytes.begin(), bytes.end(), file.begin() + static_cast<std::ptrdiff_t>(at));
}

Bytes head_and_entries(const Archive& archive) {
    FieldWriter out("archive");
    ArchiveHead head = head_of(archive);
    describe_head(out, head);
    for (ArchiveEntry entry : archive.entries) describe_entry(out, entry);
    return out.take().value_or(Bytes{}); // a head has nothing that is refused
}

// Head, entries, names, then the data in the order that it had; nothing between.
Archive laid_out(const Archive& archive, std::span<const ByteView> contents) {
    Archive result = archive;
    std::uint64_t at = entries_at(archive) + entry_size * archive.entries.size();
    result.names_position = static_cast<std::uint32_t>(at);
    at += archive.names.size();
    std::vector<std::size_t> order(archive.entries.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&archive](std::size_t a, std::size_t b) {
        return archive.entries[a].position < archive.entries[b].position;
    });
    for (const std::size_t i : order) {
        result.entries[i].position = static_cast<std::uint32_t>(at);
        result.entries[i].size = static_cast<std::uint32_t>(contents[i].size());
        at += contents[i].size();
    }
    result.gaps.clear();
    result.file_size = static_cast<std::uint32_t>(at);
    return result;
}

Error wrong(std::string expected, std::string found) {
    return Error{.kind = ErrorKind::bad_data,
                 .file = "archive",
                 .expected = std::move(expected),
                 .found = std::move(found),
                 .cure = {}};
}

} // namespace

Expected<Archive> read_archive(ByteView bytes, std::string_view file, Notes* notes) {
    FieldReader fields(bytes, file, notes);
    Reader& in = fields.in();
    in.expect(bytes.size() <= 0xFFFFFFFF, "an archive below 4 GiB", bytes.size());
    ArchiveHead head;
    describe_head(fields, head);
    if (!in.ok()) return in.unexpected();
    Archive archive;
    archive.version = head.version;
    archive.file_size = static_cast<std::uint32_t>(bytes.size());
    // A predecessor's archive has its first entry here, whose name offset is 0.
    archive.variant = head.names_position == 0 ? ArchiveVariant::grim : ArchiveVariant::emi;
    in.seek(entries_at(archive));
    const std::uint32_t count = head.entries, names_size = head.names_size;
    if (!in.expect_at(count <= in.remaining() / entry_size, 8, "entries that fit into the file", count))
        return in.unexpected();
    archive.names_position = archive.variant == ArchiveVariant::emi
                                 ? head.names_position - names_bias
                                 : static_cast<std::uint32_t>(grim_head + entry_size * count);
    if (!in.expect_at(std::uint64_t{archive.names_position} + names_size <= bytes.size(), 16,
                      "a name table within the file", archive.names_position))
        return in.unexpected();
    const ByteView names = bytes.subspan(archive.names_position, names_size);
    archive.names.assign(names.begin(), names.end());
    read_entries(fields, archive, count, notes);
    if (!in.ok()) return in.unexpected();
    find_gaps(bytes, archive, notes);
    return archive;
}

std::string archive_table() {
    FieldTable table;
    ArchiveHead head;
    describe_head(table, head);
    std::vector<ArchiveEntry> entries;
    table.run({"entries", "N"}, entries, 1, entry_size,
              [&](ArchiveEntry& entry) { describe_entry(table, entry); });
    Bytes name_table;
    table.raw(
        {"names", "S bytes at the place that the head names: texts with their NUL, other bytes XOR 0x96"},
        name_table, 0);
    return table.markdown();
}

std::optional<std::size_t> find_entry(const Archive& archive, std::string_view name) {
    const std::string wanted = normal_name(name);
    for (std::size_t i = archive.entries.size(); i-- > 0;)
        if (normal_name(archive.entries[i].name) == wanted) return i;
    return std::nullopt;
}

Expected<Bytes> write_archive(const Archive& archive, std::span<const ByteView> contents) {
    if (contents.size() != archive.entries.size())
        return tl::unexpected(wrong(fmt::format("the contents of {} entries", archive.entries.size()),
                                    fmt::format("{}", contents.size())));
    std::uint64_t total = entries_at(archive) + entry_size * archive.entries.size() + archive.names.size();
    bool same_sizes = true;
    for (std::size_t i = 0; i < contents.size(); ++i) {
        total += contents[i].size();
        same_sizes = same_sizes && contents[i].size() == archive.entries[i].size;
    }
    if (!same_sizes && total > 0xFFFFFFFF)
        return tl::unexpected(wrong("less than 4 GiB of contents", fmt::format("{}", total)));
    const Archive layout = same_sizes ? archive : laid_out(archive, contents);

    Bytes out(layout.file_size);
    const auto fits = [&out](std::size_t at, ByteView part) {
        return at <= out.size() && part.size() <= out.size() - at;
    };
    const Bytes head = head_and_entries(layout);
    std::vector<std::pair<std::size_t, ByteView>> parts{{0, head}, {layout.names_position, layout.names}};
    for (const ArchiveGap& gap : layout.gaps) parts.emplace_back(gap.position, gap.bytes);
    for (std::size_t i = 0; i < contents.size(); ++i)
        parts.emplace_back(layout.entries[i].position, contents[i]);
    for (const auto& [at, part] : parts) {
        if (!fits(at, part))
            return tl::unexpected(wrong("parts within the file size of the layout", fmt::format("{}", at)));
        put(out, at, part);
    }
    return out;
}

Bytes plain_name_table(const Archive& archive, bool& offsets_match) {
    Bytes table;
    offsets_match = true;
    for (const ArchiveEntry& entry : archive.entries) {
        offsets_match = offsets_match && entry.name_offset == table.size();
        for (const char c : entry.name) table.push_back(masked(archive, static_cast<Byte>(c)));
        table.push_back(0);
    }
    return table;
}

Expected<Bytes> make_archive(std::vector<NamedFile> files) {
    std::sort(files.begin(), files.end(), [](const NamedFile& a, const NamedFile& b) {
        return normal_name(a.name) < normal_name(b.name);
    });
    Archive archive;
    std::vector<ByteView> contents;
    std::uint32_t name_offset = 0;
    for (const NamedFile& file : files) {
        if (file.name.empty() || file.name.find(static_cast<char>(name_key)) != std::string::npos)
            return tl::unexpected(wrong("a name without byte 0x96", file.name));
        archive.entries.push_back({file.name, name_offset, 0, 0, 0});
        name_offset += static_cast<std::uint32_t>(file.name.size() + 1);
        contents.push_back(file.contents);
    }
    bool ignored = false;
    archive.names = plain_name_table(archive, ignored);
    return write_archive(laid_out(archive, contents), contents);
}

} // namespace rekindle::emi
