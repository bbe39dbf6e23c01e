#include "cli/manifest.h"

#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/hash.h"
#include "cli/command.h"
#include "cli/sheet.h"

namespace rekindle::cli {
namespace {

using nlohmann::ordered_json;

constexpr int version = 1;
constexpr const char* cure = "Unpack again, or undo the last change of the manifest";

tl::unexpected<Error> refuse(std::string_view file, std::string expected, std::string found) {
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = std::string(file),
                                .expected = std::move(expected),
                                .found = std::move(found),
                                .cure = cure});
}

std::string to_hex(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return text;
}

std::optional<std::string> from_hex(std::string_view text) {
    static constexpr std::string_view digits = "0123456789abcdef";
    std::string bytes;
    if (text.size() % 2 != 0) return std::nullopt;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const std::size_t high = digits.find(text[i]), low = digits.find(text[i + 1]);
        if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
        bytes += static_cast<char>(high << 4 | low);
    }
    return bytes;
}

ordered_json entry_json(const ManifestEntry& entry) {
    ordered_json json{{"name", entry.name}};
    if (!entry.after_name.empty()) json["after_name"] = to_hex(entry.after_name);
    if (entry.is_new) return json;
    json["size"] = entry.size;
    json["crc32"] = fmt::format("{:08x}", entry.crc32);
    if (entry.packed) json["packed"] = true;
    return json;
}

// A member of that type, or nothing; a member of another type is an error.
class Members {
  public:
    Members(const ordered_json& object, std::string_view file, std::string where)
        : object_(object), file_(file), where_(std::move(where)) {}

    Expected<std::optional<std::string>> text(const char* name) const {
        const auto at = object_.find(name);
        if (at == object_.end()) return std::optional<std::string>();
        if (!at->is_string()) return wrong(name, "a string", *at);
        return std::optional<std::string>(at->get<std::string>());
    }
    Expected<std::optional<std::uint32_t>> number(const char* name) const {
        const auto at = object_.find(name);
        if (at == object_.end()) return std::optional<std::uint32_t>();
        if (!at->is_number_unsigned() || at->get<std::uint64_t>() > 0xFFFFFFFFu)
            return wrong(name, "a number of 0 to 4294967295", *at);
        return std::optional<std::uint32_t>(at->get<std::uint32_t>());
    }
    Expected<bool> flag(const char* name) const {
        const auto at = object_.find(name);
        if (at == object_.end()) return false;
        if (!at->is_boolean()) return wrong(name, "true or false", *at);
        return at->get<bool>();
    }
    tl::unexpected<Error> wrong(const char* name, std::string expected, const ordered_json& found) const {
        return refuse(file_, fmt::format("{} as {}.{}", expected, where_, name), shown(found));
    }

    static std::string shown(const ordered_json& json) {
        std::string text = json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
        if (text.size() > 60) text = text.substr(0, 60) + "...";
        return text;
    }

  private:
    const ordered_json& object_;
    std::string_view file_;
    std::string where_;
};

Expected<ManifestEntry> read_entry(const ordered_json& json, std::string_view file,
                                   const std::string& where) {
    if (!json.is_object()) return refuse(file, where + " to be an object", Members::shown(json));
    const Members members(json, file, where);
    ManifestEntry entry;
    RK_TRY(const auto name, members.text("name"));
    RK_TRY(const auto after, members.text("after_name"));
    RK_TRY(const auto size, members.number("size"));
    RK_TRY(const auto crc, members.text("crc32"));
    RK_TRY(entry.packed, members.flag("packed"));
    if (!name) return refuse(file, where + ".name", "none");
    entry.name = *name;
    if (const auto bytes = from_hex(after.value_or("")))
        entry.after_name = *bytes;
    else
        return refuse(file, fmt::format("hexadecimal digits as {}.after_name", where), *after);
    entry.is_new = !size || !crc;
    if (entry.is_new) {
        if (size || crc || entry.packed)
            return refuse(file, where + " with size and crc32, or with neither and not packed",
                          "only some of them");
        return entry;
    }
    const auto checksum = from_hex(*crc);
    if (!checksum || checksum->size() != 4)
        return refuse(file, fmt::format("8 hexadecimal digits as {}.crc32", where), *crc);
    entry.size = *size;
    for (const char c : *checksum) entry.crc32 = entry.crc32 << 8 | static_cast<unsigned char>(c);
    return entry;
}

// Names in a manifest become paths: only plain ones.
Expected<void> check_name(const std::string& name, std::string_view file, const std::string& where) {
    const bool plain = !name.empty() && name.size() <= 255 && name != "." && name != ".." &&
                       name.find_first_of(std::string_view("/\\:\0", 4)) == std::string::npos;
    if (!plain) return refuse(file, "a file name as " + where, fmt::format("\"{}\"", printable(name)));
    return {};
}

Expected<std::vector<ManifestEntry>> read_entries(const ordered_json& json, std::string_view file,
                                                  const std::string& where) {
    if (!json.is_array()) return refuse(file, where + " to be a list", Members::shown(json));
    std::vector<ManifestEntry> entries;
    std::set<std::string> names;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string at = fmt::format("{}[{}]", where, i);
        RK_TRY(ManifestEntry entry, read_entry(json[i], file, at));
        RK_CHECK(check_name(entry.name, file, at + ".name"));
        if (!names.insert(upper_case(entry.name)).second) return refuse(file, "every name once", entry.name);
        entries.push_back(std::move(entry));
    }
    return entries;
}

} // namespace

std::string write_manifest(const Manifest& manifest) {
    ordered_json json{{"rekindle_manifest", version}, {"game", "flashback"}};
    json["archives"] = ordered_json::array();
    for (const ManifestArchive& archive : manifest.archives) {
        ordered_json entries = ordered_json::array();
        for (const ManifestEntry& entry : archive.entries) entries.push_back(entry_json(entry));
        json["archives"].push_back({{"name", archive.name}, {"entries", std::move(entries)}});
    }
    json["loose"] = ordered_json::array();
    for (const ManifestEntry& entry : manifest.loose) json["loose"].push_back(entry_json(entry));
    return to_text(json);
}

Expected<Manifest> read_manifest(ByteView text, std::string_view file) {
    const ordered_json json = ordered_json::parse(text.begin(), text.end(), nullptr, false);
    if (!json.is_object()) return refuse(file, "JSON", "something else");
    if (json.value("rekindle_manifest", ordered_json()) != version)
        return refuse(file, fmt::format("\"rekindle_manifest\": {}", version),
                      Members::shown(json.value("rekindle_manifest", ordered_json())));
    Manifest manifest;
    const ordered_json none = ordered_json::array();
    const auto archives = json.find("archives");
    if (archives != json.end() && !archives->is_array())
        return refuse(file, "archives to be a list", Members::shown(*archives));
    for (const ordered_json& archive : archives == json.end() ? none : *archives) {
        const std::string where = fmt::format("archives[{}]", manifest.archives.size());
        if (!archive.is_object()) return refuse(file, where + " to be an object", Members::shown(archive));
        RK_TRY(const auto name, Members(archive, file, where).text("name"));
        RK_TRY(auto entries, read_entries(archive.value("entries", none), file, where + ".entries"));
        RK_CHECK(check_name(name.value_or(""), file, where + ".name"));
        manifest.archives.push_back({*name, std::move(entries)});
    }
    RK_TRY(manifest.loose, read_entries(json.value("loose", none), file, "loose"));
    return manifest;
}

bool is_unchanged(const ManifestEntry& entry, ByteView contents) {
    return !entry.is_new && contents.size() == entry.size && crc32(contents) == entry.crc32;
}

Expected<flashback::ArchiveEntry> archive_entry(const ManifestEntry& entry, ByteView contents, Bytes stream,
                                                std::string_view file) {
    flashback::ArchiveEntry result;
    if (!is_unchanged(entry, contents)) {
        result = flashback::make_entry(entry.name, contents);
        result.after_name = entry.after_name;
        return result;
    }
    result = {.name = entry.name,
              .after_name = entry.after_name,
              .size = entry.size,
              .packed = entry.packed ? std::move(stream) : Bytes(contents.begin(), contents.end())};
    RK_TRY(const Bytes unpacked, flashback::unpack_entry(result, file));
    if (!std::equal(unpacked.begin(), unpacked.end(), contents.begin(), contents.end()))
        return tl::unexpected(
            Error{.kind = ErrorKind::bad_data,
                  .file = fmt::format("{}:{}", file, entry.name),
                  .expected = "the packed stream to unpack to the file",
                  .found = "other bytes",
                  .cure = "Take \"packed\" out of the entry in manifest.json to pack the file anew"});
    return result;
}

} // namespace rekindle::cli
