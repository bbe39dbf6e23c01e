#include "emi/data/texture.h"

#include "emi/data/text_lines.h"

namespace rekindle::emi {
namespace {

constexpr std::uint16_t largest_side = 4096;
constexpr std::uint8_t run_length = 10;

std::size_t pixel_size(const Targa& targa) { return targa.bits / 8u; }
std::size_t pixel_bytes(const Targa& targa) {
    return std::size_t{targa.width} * targa.height * pixel_size(targa);
}
std::size_t map_bytes(const Targa& targa) {
    return targa.map_type == 1 ? std::size_t{targa.map_count} * ((targa.map_bits + 7u) / 8u) : 0;
}

// Unpacks run-length packets until `size` bytes are there; answers how many packed bytes that took, or
// nothing if they run out. A packet that would pass the end of the picture is cut there.
std::optional<std::size_t> unpack_runs(ByteView packed, std::size_t pixel, std::size_t size, Bytes* out) {
    std::size_t at = 0, made = 0;
    while (made < size) {
        if (at >= packed.size()) return std::nullopt;
        const std::size_t count = (packed[at] & 0x7Fu) + 1;
        const bool repeated = (packed[at] & 0x80) != 0;
        ++at;
        const std::size_t stored = repeated ? pixel : count * pixel;
        if (stored > packed.size() - at) return std::nullopt;
        const std::size_t bytes = std::min(count * pixel, size - made);
        if (out != nullptr)
            for (std::size_t i = 0; i < bytes; ++i) out->push_back(packed[at + (repeated ? i % pixel : i)]);
        at += stored;
        made += bytes;
    }
    return at;
}

Bytes pack_runs(ByteView pixels, std::size_t pixel) {
    const std::size_t count = pixels.size() / pixel;
    const auto same = [&](std::size_t a, std::size_t b) {
        return std::equal(pixels.begin() + static_cast<std::ptrdiff_t>(a * pixel),
                          pixels.begin() + static_cast<std::ptrdiff_t>((a + 1) * pixel),
                          pixels.begin() + static_cast<std::ptrdiff_t>(b * pixel));
    };
    Writer out;
    for (std::size_t at = 0; at < count;) {
        std::size_t run = 1;
        while (run < 128 && at + run < count && same(at, at + run)) ++run;
        if (run == 1)
            while (run < 128 && at + run < count && !(at + run + 1 < count && same(at + run, at + run + 1)))
                ++run;
        const bool repeated = run > 1 && same(at, at + 1);
        out.u8(static_cast<std::uint8_t>((repeated ? 0x80u : 0u) | (run - 1)));
        out.bytes(pixels.subspan(at * pixel, repeated ? pixel : run * pixel));
        at += run;
    }
    return out.take();
}

// How many bytes of a run-length file are pixels; 0 where the head alone will be refused.
std::size_t packed_size(ByteView bytes, std::string_view file) {
    Reader in(bytes, file);
    Targa head;
    const std::uint8_t id = in.u8();
    head.map_type = in.u8();
    head.image_type = in.u8();
    in.skip(2);
    head.map_count = in.u16(Endian::little);
    head.map_bits = in.u8();
    in.skip(4);
    head.width = in.u16(Endian::little);
    head.height = in.u16(Endian::little);
    head.bits = in.u8();
    in.skip(std::size_t{1} + id + map_bytes(head));
    if (!in.ok() || head.image_type != run_length || head.bits < 8 || head.width > largest_side ||
        head.height > largest_side)
        return 0;
    const std::size_t all = in.remaining();
    return unpack_runs(in.bytes(all), pixel_size(head), pixel_bytes(head), nullptr)
        .value_or(bytes.size() + 1);
}

} // namespace

void describe(Fields& f, Targa& targa) {
    auto id_size = static_cast<std::uint8_t>(targa.id.size());
    f.u8({"id_size"}, id_size);
    f.u8({"map_type"}, targa.map_type);
    f.u8({"image_type", "2 plain, 10 run-length"}, targa.image_type);
    f.require(targa.image_type == 2 || targa.image_type == run_length, "a true-colour picture (type 2 or 10)",
              targa.image_type);
    f.u16({"map_first"}, targa.map_first);
    f.u16({"map_count"}, targa.map_count);
    f.u8({"map_bits"}, targa.map_bits);
    f.u16({"x"}, targa.x);
    f.u16({"y"}, targa.y);
    f.u16({"width"}, targa.width);
    f.require(targa.width > 0 && targa.width <= largest_side, "a width from 1 to 4096", targa.width);
    f.u16({"height"}, targa.height);
    f.require(targa.height > 0 && targa.height <= largest_side, "a height from 1 to 4096", targa.height);
    f.u8({"bits", "24 or 32 a pixel"}, targa.bits);
    f.require(targa.bits == 24 || targa.bits == 32, "24 or 32 bits a pixel", targa.bits);
    f.u8({"descriptor", "bit 5: rows from the top"}, targa.descriptor);
    f.require((targa.descriptor & 0x10) == 0, "rows from left to right", targa.descriptor);
    const bool packed = targa.image_type == run_length;
    f.usual(!packed || (targa.descriptor & 0x20) != 0, "rows from the top in a run-length picture");
    f.raw({"id"}, targa.id, id_size);
    f.raw({"map"}, targa.map, map_bytes(targa));
    f.blob({"pixels", "B G R (A)"}, targa.data, packed ? targa.data.size() : pixel_bytes(targa));
    f.tail(targa.tail);
}

Expected<Targa> read_targa(ByteView bytes, std::string_view file, Notes* notes) {
    FieldReader reader(bytes, file, notes);
    Targa targa;
    const std::size_t packed = packed_size(bytes, file);
    if (packed > bytes.size())
        return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                    .file = std::string(file),
                                    .offset = bytes.size(),
                                    .expected = "more run-length pixels",
                                    .found = "the end of the file",
                                    .cure = {}});
    targa.data.resize(packed); // its size tells describe() where the pixels end
    describe(reader, targa);
    if (!reader.ok()) return reader.in().unexpected();
    return targa;
}

Expected<Bytes> write_targa(const Targa& targa) { return write_fields(targa, "targa"); }

Bytes targa_pixels(const Targa& targa) {
    Bytes pixels;
    if (targa.image_type == run_length)
        unpack_runs(targa.data, pixel_size(targa), pixel_bytes(targa), &pixels);
    else
        pixels = targa.data;
    if ((targa.descriptor & 0x20) != 0) return pixels;
    const std::size_t row = targa.width * pixel_size(targa);
    for (std::size_t top = 0, bottom = targa.height - 1u; top < bottom; ++top, --bottom)
        std::swap_ranges(pixels.begin() + static_cast<std::ptrdiff_t>(top * row),
                         pixels.begin() + static_cast<std::ptrdiff_t>((top + 1) * row),
                         pixels.begin() + static_cast<std::ptrdiff_t>(bottom * row));
    return pixels;
}

RgbaPicture targa_picture(const Targa& targa) {
    RgbaPicture picture{targa.width, targa.height, {}};
    const Bytes pixels = targa_pixels(targa);
    const std::size_t size = pixel_size(targa);
    for (std::size_t at = 0; at + size <= pixels.size(); at += size)
        picture.pixels.insert(picture.pixels.end(), {pixels[at + 2], pixels[at + 1], pixels[at],
                                                     size == 4 ? pixels[at + 3] : Byte{255}});
    return picture;
}

void set_targa_picture(Targa& targa, const RgbaPicture& picture) {
    targa.width = static_cast<std::uint16_t>(picture.width);
    targa.height = static_cast<std::uint16_t>(picture.height);
    const auto width = static_cast<std::size_t>(picture.width),
               height = static_cast<std::size_t>(picture.height);
    Bytes pixels;
    for (std::size_t row = 0; row < height; ++row) {
        const std::size_t from = (targa.descriptor & 0x20) != 0 ? row : height - 1 - row;
        for (std::size_t x = 0; x < width; ++x) {
            const Byte* rgba = picture.pixels.data() + 4 * (from * width + x);
            pixels.insert(pixels.end(), {rgba[2], rgba[1], rgba[0]});
            if (targa.bits == 32) pixels.push_back(rgba[3]);
        }
    }
    targa.data = targa.image_type == run_length ? pack_runs(pixels, pixel_size(targa)) : std::move(pixels);
}

Expected<TextureList> read_texture_list(ByteView bytes, std::string_view file, Notes* notes) {
    TextureList list;
    list.source.assign(bytes.begin(), bytes.end());
    const std::size_t first_end = std::min(list.source.find('\n'), list.source.size());
    bool version = false, ended = false;
    for (const TextLine& line : clean_lines(list.source, first_end)) {
        const auto refuse = [&](std::string expected) {
            return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                        .file = std::string(file),
                                        .offset = line.offset,
                                        .expected = std::move(expected),
                                        .found = line.text,
                                        .cure = {}});
        };
        const std::string_view text = line.text;
        if (!version) {
            if (text_fields(text) != std::vector<std::string>{"version", "1.0"})
                return refuse("version<TAB>1.0");
            version = true;
        } else if (text.find("end_of_section") != std::string_view::npos) {
            ended = true;
            break;
        } else if (text.starts_with("name:")) {
            list.name = first_field(text.substr(5));
        } else if (text.starts_with("tex:")) {
            const std::string name = first_field(text.substr(4));
            if (name.empty() || name.size() > 63) return refuse("tex:<file of 1 to 63 characters>");
            list.textures.push_back(name);
        } else if (notes != nullptr && notes->size() < 100) {
            notes->push_back({line.offset, "a line name:, tex: or END_OF_SECTION"});
        }
    }
    if (!version || !ended)
        return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                    .file = std::string(file),
                                    .offset = bytes.size(),
                                    .expected = version ? "END_OF_SECTION" : "version<TAB>1.0",
                                    .found = "the end of the file",
                                    .cure = {}});
    return list;
}

Bytes write_texture_list(const TextureList& list) {
    const auto before = read_texture_list(as_bytes(list.source), "");
    std::string text = list.source;
    if (!before || *before != list) {
        text = "#\r\nversion\t1.0\r\n";
        if (!list.name.empty()) text += "name:" + list.name + "\r\n";
        for (const std::string& name : list.textures) text += "tex:" + name + "\r\n";
        text += "END_OF_SECTION\r\n";
    }
    return {text.begin(), text.end()};
}

std::optional<int> special_texture(std::string_view name) {
    constexpr std::string_view start = "specialty";
    const std::string lower = normal_name(name);
    if (!lower.starts_with(start)) return std::nullopt;
    const std::string_view digits = std::string_view(lower).substr(start.size());
    if (digits.empty() || digits.size() > 2) return std::nullopt;
    int number = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9') return std::nullopt;
        number = 10 * number + (c - '0');
    }
    return number <= 21 ? std::optional(number) : std::nullopt;
}

} // namespace rekindle::emi
