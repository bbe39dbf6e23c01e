#include "emi/text/archive_form.h"

#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/code_page.h"
#include "emi/data/stored.h"
#include "emi/text/text_form.h"

namespace rekindle::emi {
namespace {

using Json = nlohmann::ordered_json;
using Put = std::function<Expected<void>(const std::string&, ByteView)>;
using Read = std::function<Expected<Bytes>(const std::string&)>;

constexpr const char* manifest_name = "manifest.json";

tl::unexpected<Error> refuse(std::string_view file, std::string expected, std::string found) {
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = std::string(file),
                                .expected = std::move(expected),
                                .found = std::move(found),
                                .cure = {}});
}

// Below the folder whatever the archive says.
bool is_safe(const std::string& path) {
    if (path.empty() || path.front() == '/' || path.back() == '/' || path.find(':') != std::string::npos ||
        path.find('\0') != std::string::npos)
        return false;
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t end = std::min(path.find('/', at), path.size());
        const std::string part = path.substr(at, end - at);
        if (part.empty() || part == "." || part == "..") return false;
        at = end + 1;
    }
    return true;
}

// Where each entry's file lies: its name; of names that a folder can't keep apart the later ones get "~2",
// "~3" …
Expected<std::vector<std::string>> paths_of(const Archive& archive, std::string_view file) {
    std::vector<std::string> paths;
    std::set<std::string> taken;
    for (const ArchiveEntry& entry : archive.entries) {
        std::string path = to_utf8(entry.name);
        std::replace(path.begin(), path.end(), '\\', '/');
        if (!is_safe(path)) return refuse(file, "names that stay below the folder", path);
        std::string unique = path;
        for (int copy = 2; !taken.insert(normal_name(unique)).second; ++copy)
            unique = fmt::format("{}~{}", path, copy);
        paths.push_back("files/" + unique);
    }
    return paths;
}

std::string hex(ByteView bytes) { return fmt::format("{:02x}", fmt::join(bytes, "")); }

Json gap_json(const ArchiveGap& gap) {
    const bool zero = std::all_of(gap.bytes.begin(), gap.bytes.end(), [](Byte byte) { return byte == 0; });
    if (zero) return {{"position", gap.position}, {"zeros", gap.bytes.size()}};
    return {{"position", gap.position}, {"bytes", hex(gap.bytes)}};
}

std::string manifest_of(const Archive& archive, const std::vector<std::string>& paths) {
    bool offsets_match = false;
    const bool plain_names = plain_name_table(archive, offsets_match) == archive.names && offsets_match;
    Json manifest{{"format", "archive"},
                  {"variant", archive.variant == ArchiveVariant::emi ? "emi" : "grim"},
                  {"version", archive.version},
                  {"size", archive.file_size},
                  {"names_position", archive.names_position}};
    if (!plain_names) manifest["names"] = hex(archive.names);
    manifest["entries"] = Json::array();
    for (std::size_t i = 0; i < archive.entries.size(); ++i) {
        const ArchiveEntry& entry = archive.entries[i];
        Json row{{"name", to_utf8(entry.name)}};
        if (paths[i] != "files/" + to_utf8(entry.name)) row["file"] = paths[i];
        row["position"] = entry.position;
        row["size"] = entry.size;
        if (!plain_names) row["name_offset"] = entry.name_offset;
        if (entry.unused != 0) row["unused"] = entry.unused;
        manifest["entries"].push_back(std::move(row));
    }
    manifest["gaps"] = Json::array();
    for (const ArchiveGap& gap : archive.gaps) manifest["gaps"].push_back(gap_json(gap));
    return manifest.dump(1) + "\n";
}

std::uint32_t number(const Json& object, const char* member, std::uint32_t otherwise = 0) {
    const auto found = object.is_object() ? object.find(member) : object.end();
    if (!object.is_object() || found == object.end() || !found->is_number_unsigned()) return otherwise;
    const auto value = found->get<std::uint64_t>();
    return value <= 0xFFFFFFFF ? static_cast<std::uint32_t>(value) : otherwise;
}

std::string text(const Json& object, const char* member) {
    const auto found = object.is_object() ? object.find(member) : object.end();
    return object.is_object() && found != object.end() && found->is_string() ? found->get<std::string>()
                                                                             : std::string();
}

Expected<Bytes> from_hex(const std::string& digits) {
    if (digits.size() % 2 != 0 || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
        return refuse(manifest_name, "hexadecimal bytes", digits.substr(0, 40));
    Bytes bytes;
    for (std::size_t i = 0; i < digits.size(); i += 2)
        bytes.push_back(static_cast<Byte>(std::stoul(digits.substr(i, 2), nullptr, 16)));
    return bytes;
}

struct Folder {
    Archive archive;
    std::vector<std::string> paths;
    bool changed = false; // an entry is new
};

Expected<Folder> read_manifest(const Json& json) {
    Folder folder;
    Archive& archive = folder.archive;
    if (text(json, "format") != "archive" || !json.contains("entries") || !json["entries"].is_array())
        return refuse(manifest_name, "the manifest of an archive", "something else");
    archive.variant = text(json, "variant") == "grim" ? ArchiveVariant::grim : ArchiveVariant::emi;
    archive.version = number(json, "version", archive.version);
    archive.file_size = number(json, "size");
    archive.names_position = number(json, "names_position");
    for (const Json& row : json["entries"]) {
        ArchiveEntry entry;
        RK_TRY(entry.name, from_utf8(text(row, "name"), manifest_name));
        std::string path = text(row, "file");
        if (path.empty()) path = "files/" + text(row, "name");
        if (entry.name.empty() || !is_safe(path))
            return refuse(manifest_name, "entries with names", row.dump());
        folder.paths.push_back(path);
        folder.changed = folder.changed || !row.contains("position");
        entry.position = number(row, "position", 0xFFFFFFFF); // new ones come last
        entry.size = number(row, "size");
        entry.name_offset = number(row, "name_offset");
        entry.unused = number(row, "unused");
        archive.entries.push_back(std::move(entry));
    }
    if (json.contains("names") && !folder.changed) {
        RK_TRY(archive.names, from_hex(text(json, "names")));
    } else {
        std::uint32_t offset = 0;
        for (ArchiveEntry& entry : archive.entries) {
            entry.name_offset = offset;
            offset += static_cast<std::uint32_t>(entry.name.size() + 1);
        }
        bool ignored = false;
        archive.names = plain_name_table(archive, ignored);
    }
    if (!json.contains("gaps") || !json["gaps"].is_array()) return folder;
    for (const Json& row : json["gaps"]) {
        ArchiveGap gap{number(row, "position"), {}};
        RK_TRY(gap.bytes, from_hex(text(row, "bytes")));
        if (gap.bytes.empty() && number(row, "zeros") <= archive.file_size)
            gap.bytes.resize(number(row, "zeros"));
        archive.gaps.push_back(std::move(gap));
    }
    return folder;
}

} // namespace

Expected<void> unpack_archive(ByteView archive_bytes, std::string_view file, ArchiveFormOptions options,
                              const Put& put) {
    RK_TRY(const Archive archive, read_archive(archive_bytes, file));
    RK_TRY(const std::vector<std::string> paths, paths_of(archive, file));
    RK_CHECK(put(manifest_name, as_bytes(manifest_of(archive, paths))));
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const ByteView contents = contents_of(archive_bytes, archive.entries[i]);
        const auto opened = options.readable ? open_stored(contents, paths[i]) : Opened{};
        const auto kind = opened ? file_kind(paths[i], opened->bytes) : std::nullopt;
        const auto forms = options.readable && kind && has_text_form(*kind)
                               ? text_form(contents, paths[i])
                               : Expected<std::vector<NamedBytes>>(std::vector<NamedBytes>{});
        if (!forms || forms->empty()) { // no readable form, or damaged: as it is
            RK_CHECK(put(paths[i], contents));
            continue;
        }
        for (const NamedBytes& form : *forms) RK_CHECK(put(form.name, form.bytes));
    }
    return {};
}

Expected<Bytes> pack_archive(const Read& read) {
    RK_TRY(const Bytes manifest, read(manifest_name));
    const Json json = Json::parse(manifest.begin(), manifest.end(), nullptr, false);
    if (!json.is_object()) return refuse(manifest_name, "JSON", "something else");
    RK_TRY(Folder folder, read_manifest(json));
    std::vector<Bytes> contents;
    for (const std::string& path : folder.paths) {
        auto bytes = read(path);
        if (!bytes && bytes.error().kind == ErrorKind::missing_data) {
            if (auto form = from_text_form(path, read); form || form.error().kind != ErrorKind::missing_data)
                bytes = std::move(form);
        }
        if (!bytes) return tl::unexpected(std::move(bytes).error());
        contents.push_back(*std::move(bytes));
    }
    if (folder.changed)
        for (std::size_t i = 0; i < contents.size(); ++i)
            folder.archive.entries[i].size =
                ~static_cast<std::uint32_t>(contents[i].size()); // none fits: a new layout
    return write_archive(folder.archive, std::vector<ByteView>(contents.begin(), contents.end()));
}

} // namespace rekindle::emi
