#include "emi/text/text_form.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/deflate.h"
#include "base/hash.h"
#include "base/picture.h"
#include "emi/data/animation.h"
#include "emi/data/costume.h"
#include "emi/data/font.h"
#include "emi/data/lip.h"
#include "emi/data/mesh.h"
#include "emi/data/set.h"
#include "emi/data/skeleton.h"
#include "emi/data/sprite.h"
#include "emi/data/stored.h"
#include "emi/data/text_table.h"
#include "emi/data/texture.h"
#include "emi/data/tile_picture.h"
#include "emi/text/json_fields.h"

namespace rekindle::emi {
namespace {

using Read = std::function<Expected<Bytes>(const std::string&)>;

// What stands in the JSON besides the fields.
constexpr const char *format_member = "format", *stored_member = "stored", *made_member = "crc32_as_packed";

std::string file_name(std::string_view name, std::string_view ending) {
    return fmt::format("{}.{}", name, ending);
}

// The pictures of a value, in order, and putting them back. Formats without pixels have none.
template <typename T>
Expected<std::vector<Bytes>> pictures(const T&) {
    return std::vector<Bytes>{};
}
template <typename T>
Expected<void> put_pictures(T&, std::string_view, const Read&) {
    return {};
}

std::string picture_name(std::string_view name, std::size_t index, std::size_t count) {
    return count == 1 ? file_name(name, "png") : fmt::format("{}.{}.png", name, index);
}

Expected<std::vector<Bytes>> pictures(const TilePicture& value) {
    std::vector<Bytes> all;
    for (std::size_t i = 0; i < value.images.size(); ++i) {
        RK_TRY(Bytes png, encode_png(tile_image(value, i)));
        all.push_back(std::move(png));
    }
    return all;
}
Expected<void> put_pictures(TilePicture& value, std::string_view name, const Read& read) {
    for (std::size_t i = 0; i < value.images.size(); ++i) {
        const std::string file = picture_name(name, i, value.images.size());
        RK_TRY(const Bytes png, read(file));
        RK_TRY(const RgbaPicture picture, decode_png(png, file));
        if (picture.width != 256 || picture.height != 256)
            return usage_error(fmt::format("{}: 256x256 pixels", file),
                               fmt::format("{}x{}", picture.width, picture.height));
        value.images[i].pixels = tile_pixels(picture, value.bits);
    }
    return {};
}

Expected<std::vector<Bytes>> pictures(const Targa& value) {
    RK_TRY(Bytes png, encode_png(targa_picture(value)));
    return std::vector<Bytes>{std::move(png)};
}
Expected<void> put_pictures(Targa& value, std::string_view name, const Read& read) {
    const std::string file = file_name(name, "png");
    RK_TRY(const Bytes png, read(file));
    RK_TRY(const RgbaPicture picture, decode_png(png, file));
    if (picture.width > 4096 || picture.height > 4096)
        return usage_error(fmt::format("{}: at most 4096x4096 pixels", file),
                           fmt::format("{}x{}", picture.width, picture.height));
    set_targa_picture(value, picture);
    return {};
}

Expected<std::vector<Bytes>> pictures(const Font& value) {
    Palette grey;
    for (std::size_t i = 0; i < grey.size(); ++i) {
        const auto level = static_cast<std::uint8_t>(i);
        grey[i] = {level, level, level};
    }
    RK_TRY(Bytes png, encode_png(font_sheet(value), grey));
    return std::vector<Bytes>{std::move(png)};
}
Expected<void> put_pictures(Font& value, std::string_view name, const Read& read) {
    const std::string file = file_name(name, "png");
    RK_TRY(const Bytes png, read(file));
    RK_TRY(const IndexedPng sheet, decode_indexed_png(png, file));
    return set_font_sheet(value, sheet.picture);
}

template <typename T>
Expected<std::vector<NamedBytes>> fields_form(const T& value, std::string_view name, FileKind kind,
                                              Wrapper wrapper, const std::string& made) {
    JsonWriter writer;
    writer.set(format_member, info(kind).key);
    if (wrapper != Wrapper::none) writer.set(stored_member, wrapper == Wrapper::gzip ? "gzip" : "zlib");
    if (!made.empty()) writer.set(made_member, made);
    look_at(writer.fields(), value);
    const std::string text = writer.take();
    std::vector<NamedBytes> files{{file_name(name, "json"), Bytes(text.begin(), text.end())}};
    RK_TRY(std::vector<Bytes> all, pictures(value));
    for (std::size_t i = 0; i < all.size(); ++i)
        files.push_back({picture_name(name, i, all.size()), std::move(all[i])});
    return files;
}

template <typename T>
Expected<Bytes> fields_back(std::string_view name, const Bytes& json, const Read& read,
                            Expected<Bytes> (*write)(const T&)) {
    const std::string file = file_name(name, "json");
    JsonReader reader(std::string_view(reinterpret_cast<const char*>(json.data()), json.size()), file);
    reader.get(format_member);
    reader.get(stored_member);
    reader.get(made_member);
    T value;
    describe(reader.fields(), value);
    RK_CHECK(reader.finish());
    RK_CHECK(put_pictures(value, name, read));
    return write(value);
}

// String tables: their lines, each with its CR.
Expected<std::vector<NamedBytes>> table_form(const TextTable& table, std::string_view name, CodePage page) {
    nlohmann::ordered_json json{{format_member, "text-table"},
                                {"cipher", table.cipher == TextCipher::rcne ? "rcne" : "none"},
                                {"mark", fmt::format("{:02x}", fmt::join(table.mark, ""))},
                                {"code_page", code_page_name(page)},
                                {"lines", nlohmann::ordered_json::array()}};
    std::size_t at = 0;
    for (std::size_t end = 0; end != std::string::npos; at = end + 1) {
        end = table.text.find('\n', at);
        json["lines"].push_back(to_utf8(
            std::string_view(table.text).substr(at, end == std::string::npos ? end : end - at), page));
    }
    const std::string text = json.dump(1) + "\n";
    return std::vector<NamedBytes>{{file_name(name, "json"), Bytes(text.begin(), text.end())}};
}

Expected<Bytes> table_back(std::string_view name, const nlohmann::ordered_json& json) {
    const std::string file = file_name(name, "json");
    const auto text_of = [&json](const char* member) {
        const auto found = json.find(member);
        return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    const auto page = code_page(text_of("code_page"));
    const auto lines = json.find("lines");
    const std::string mark = text_of("mark");
    if (!page || lines == json.end() || !lines->is_array() || mark.size() != 8 ||
        mark.find_first_not_of("0123456789abcdef") != std::string::npos)
        return usage_error(file + ": members code_page, mark and lines of a string table", "others");
    TextTable table;
    for (std::size_t i = 0; i < 4; ++i)
        table.mark[i] = static_cast<std::uint8_t>(std::stoul(mark.substr(2 * i, 2), nullptr, 16));
    table.cipher = text_of("cipher") == "rcne" ? TextCipher::rcne : TextCipher::plain;
    for (std::size_t i = 0; i < lines->size(); ++i) {
        if (!(*lines)[i].is_string())
            return usage_error(file + ": lines that are texts", (*lines)[i].type_name());
        RK_TRY(const std::string line, from_utf8((*lines)[i].get<std::string>(), file, *page));
        if (i != 0) table.text += '\n';
        table.text += line;
    }
    return write_text_table(table);
}

template <typename T>
using ReadFormat = Expected<T> (*)(ByteView, std::string_view, Notes*);

// Calls use(read, write) for the formats that have a description; answers false for the others.
template <typename Use>
auto with_format(FileKind kind, Use use) -> decltype(use(read_set, write_set)) {
    switch (kind) {
    case FileKind::set: return use(read_set, write_set);
    case FileKind::costume: return use(read_costume, write_costume);
    case FileKind::mesh: return use(read_mesh, write_mesh);
    case FileKind::skeleton: return use(read_skeleton, write_skeleton);
    case FileKind::animation: return use(read_animation, write_animation);
    case FileKind::sprite: return use(read_sprite, write_sprite);
    case FileKind::tile_picture: return use(read_tile_picture, write_tile_picture);
    case FileKind::targa: return use(read_targa, write_targa);
    case FileKind::font: return use(read_font, write_font);
    case FileKind::lip: return use(read_lip, write_lip);
    default: return usage_error("a format with a readable form", std::string(info(kind).key));
    }
}

Expected<std::vector<NamedBytes>> plain_form(FileKind kind, const Opened& opened, std::string_view name,
                                             CodePage page, const std::string& made) {
    if (kind == FileKind::text_table) {
        RK_TRY(const TextTable table, read_text_table(opened.bytes, name, true));
        return table_form(table, name, page);
    }
    return with_format(kind, [&](auto read, auto) -> Expected<std::vector<NamedBytes>> {
        RK_TRY(const auto value, read(opened.bytes, name, nullptr));
        return fields_form(value, name, kind, opened.wrapper, made);
    });
}

Read reader_of(const std::vector<NamedBytes>& files) {
    return [&files](const std::string& name) -> Expected<Bytes> {
        for (const NamedBytes& file : files)
            if (file.name == name) return file.bytes;
        return missing(name, "this file beside its JSON");
    };
}

} // namespace

bool has_text_form(FileKind kind) {
    switch (kind) {
    case FileKind::set:
    case FileKind::costume:
    case FileKind::mesh:
    case FileKind::skeleton:
    case FileKind::animation:
    case FileKind::sprite:
    case FileKind::tile_picture:
    case FileKind::targa:
    case FileKind::font:
    case FileKind::lip:
    case FileKind::text_table: return true;
    default: return false;
    }
}

Expected<std::vector<NamedBytes>> text_form(ByteView stored, std::string_view name, CodePage page) {
    RK_TRY(const Opened opened, open_stored(stored, name));
    const auto kind = file_kind(name, opened.bytes);
    if (!kind || !has_text_form(*kind)) return usage_error("a file with a readable form", std::string(name));
    RK_TRY(std::vector<NamedBytes> files, plain_form(*kind, opened, name, page, ""));
    RK_TRY(const Bytes packed, from_text_form(name, reader_of(files)));
    if (std::equal(packed.begin(), packed.end(), stored.begin(), stored.end())) return files;
    RK_TRY(files, plain_form(*kind, opened, name, page, fmt::format("{:08x}", crc32(packed))));
    files.push_back({file_name(name, "original"), Bytes(stored.begin(), stored.end())});
    return files;
}

Expected<Bytes> from_text_form(std::string_view name, const Read& read) {
    const std::string file = file_name(name, "json");
    RK_TRY(const Bytes json, read(file));
    const auto parsed = nlohmann::ordered_json::parse(json.begin(), json.end(), nullptr, false);
    const auto text_of = [&parsed](const char* member) {
        const auto found = parsed.is_object() ? parsed.find(member) : parsed.end();
        return parsed.is_object() && found != parsed.end() && found->is_string() ? found->get<std::string>()
                                                                                 : std::string();
    };
    const std::string key = text_of(format_member);
    const auto kinds = file_kinds();
    const auto kind =
        std::find_if(kinds.begin(), kinds.end(), [&key](const FileKindInfo& k) { return k.key == key; });
    if (parsed.is_discarded())
        return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                    .file = file,
                                    .offset = 0,
                                    .expected = "JSON",
                                    .found = "a mistake in it",
                                    .cure = "A JSON checker tells the place"});
    if (kind == kinds.end() || !has_text_form(kind->kind))
        return usage_error(fmt::format("{}: JSON with the \"format\" of a file", file),
                           key.empty() ? "none" : key);
    if (kind->kind == FileKind::text_table) return table_back(name, parsed);
    RK_TRY(Bytes bytes, with_format(kind->kind, [&](auto read_format, auto write) -> Expected<Bytes> {
               (void)read_format;
               return fields_back(name, json, read, write);
           }));
    if (!text_of(stored_member).empty()) bytes = gzip(bytes);
    if (text_of(made_member) == fmt::format("{:08x}", crc32(bytes)))
        if (auto original = read(file_name(name, "original"))) return original;
    return bytes;
}

} // namespace rekindle::emi
