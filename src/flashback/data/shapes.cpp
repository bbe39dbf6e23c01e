#include "flashback/data/shapes.h"

#include <algorithm>

#include <fmt/format.h>

#include "flashback/data/run_length.h"

namespace rekindle::flashback {

namespace {

constexpr std::size_t header_bytes = 4;
constexpr std::uint16_t size_bits = 0x7FFF;
constexpr std::size_t most_shape_bytes = header_bytes + 5 * 0xFFFF;

Bytes copy(ByteView view) { return {view.begin(), view.end()}; }

// The decoded bytes of a shape into its fields; offsets in errors are in the decoded bytes.
Expected<void> parse(Shape& shape, ByteView decoded, std::string_view where) {
    Reader in(decoded, where);
    shape.width_code = in.u8();
    shape.height = in.u8() + 1;
    const std::size_t mask = in.u16(Endian::big);
    const std::size_t expected = shape.width() / 8 * static_cast<std::size_t>(shape.height);
    in.expect_at(mask == expected, 2, fmt::format("a mask of {} bytes, as width and height say", expected),
                 mask);
    shape.mask = copy(in.bytes(mask));
    shape.pixels = copy(in.bytes(4 * mask));
    if (!in.expect_end()) return in.unexpected();
    return {};
}

Expected<Bytes> decode(ByteView stored, bool raw, std::string_view file, std::size_t offset) {
    if (raw) return copy(stored);
    return run_length_unpack(stored, most_shape_bytes, true, file, offset);
}

Bytes encode(const Shape& shape) {
    Writer out;
    out.u8(shape.width_code);
    out.u8(static_cast<Byte>(shape.height - 1));
    out.u16(static_cast<std::uint16_t>(shape.mask.size()), Endian::big);
    out.bytes(shape.mask);
    out.bytes(shape.pixels);
    return out.take();
}

Bytes stored_bytes(const Shape& shape) {
    const Bytes encoded = encode(shape);
    if (!shape.stored.empty())
        if (const auto decoded = decode(shape.stored, shape.raw, "stored shape", 0);
            decoded && *decoded == encoded)
            return shape.stored;
    return shape.raw ? encoded : run_length_pack(encoded);
}

Expected<void> check_writable(const Shape& shape, std::size_t i) {
    const std::size_t mask = shape.width() / 8 * static_cast<std::size_t>(std::max(shape.height, 0));
    if (shape.height < 1 || shape.height > 256 || mask > 0xFFFF)
        return usage_error("shapes of 1...256 rows and a mask of less than 64 KiB",
                           fmt::format("{} x {} in shape {}", shape.width(), shape.height, i));
    if (shape.mask.size() != mask || shape.pixels.size() != 4 * mask)
        return usage_error(fmt::format("{} bytes of mask and {} of pixels in shape {}", mask, 4 * mask, i),
                           fmt::format("{} and {}", shape.mask.size(), shape.pixels.size()));
    if (i == 0 && shape.raw) return usage_error("a run-length coded first shape", "a raw one");
    return {};
}

} // namespace

Expected<ShapeFile> read_shapes(ByteView data, std::string_view file) {
    Reader in(data, file);
    const std::size_t entries = in.u8();
    in.expect_at(entries >= 1, 0, "at least the entry that ends the table", entries);
    in.expect_at(4 * entries <= data.size(), 0,
                 fmt::format("a table inside the {} bytes of the file", data.size()), 4 * entries);
    in.seek(0);
    std::vector<std::int64_t> table;
    for (std::size_t i = 0; in && i < entries; ++i) table.push_back(in.i32(Endian::big));
    if (!in) return in.unexpected();
    table[0] &= 0xFFFFFF; // its top byte is the number of entries
    in.expect_at(table.back() == static_cast<std::int64_t>(data.size()), 4 * entries - 4,
                 "the size of the file in the last entry", static_cast<std::uint64_t>(table.back()));

    ShapeFile shapes;
    for (std::size_t i = 0; in && i + 1 < entries; ++i) {
        Shape shape;
        shape.raw = table[i] < 0;
        const auto offset = static_cast<std::size_t>(shape.raw ? -table[i] : table[i]);
        in.expect_at(offset >= in.offset() && offset <= data.size(), 4 * i,
                     fmt::format("a shape behind the one before it, at {}...{}", in.offset(), data.size()),
                     offset);
        if (!in) return in.unexpected();
        shape.unused = copy(in.bytes(offset - in.offset()));
        const std::uint16_t size = in.u16(Endian::big);
        shape.size_flag = !shape.raw && (size & ~size_bits) != 0;
        shape.stored = copy(in.bytes(shape.raw ? size : size & size_bits));
        if (!in) return in.unexpected();
        RK_TRY(const Bytes decoded, decode(shape.stored, shape.raw, file, offset + 2));
        RK_CHECK(parse(shape, decoded, fmt::format("{}:shape {}", file, i)));
        shapes.shapes.push_back(std::move(shape));
    }
    if (!in) return in.unexpected();
    shapes.trailing = copy(in.bytes(in.remaining()));
    return shapes;
}

Expected<Bytes> write_shapes(const ShapeFile& shapes) {
    const std::size_t entries = shapes.shapes.size() + 1;
    if (entries > 0xFF) return usage_error("at most 254 shapes", fmt::format("{}", shapes.shapes.size()));
    Writer table, data;
    for (std::size_t i = 0; i + 1 < entries; ++i) {
        const Shape& shape = shapes.shapes[i];
        RK_CHECK(check_writable(shape, i));
        const Bytes stored = stored_bytes(shape);
        const std::size_t most = shape.raw ? 0xFFFF : size_bits;
        if (stored.size() > most)
            return usage_error(fmt::format("shapes of at most {} stored bytes", most),
                               fmt::format("{} in shape {}", stored.size(), i));
        data.bytes(shape.unused);
        const auto offset = static_cast<std::int32_t>(4 * entries + data.size());
        table.i32(shape.raw ? -offset : offset, Endian::big);
        data.u16(static_cast<std::uint16_t>(stored.size() | (shape.size_flag && !shape.raw ? 0x8000 : 0)),
                 Endian::big);
        data.bytes(stored);
    }
    data.bytes(shapes.trailing);
    table.i32(static_cast<std::int32_t>(4 * entries + data.size()), Endian::big);
    table.put_u32(0, static_cast<std::uint32_t>(entries << 24) | Reader(table.view(), "").u32(Endian::big),
                  Endian::big);
    table.bytes(data.view());
    return table.take();
}

} // namespace rekindle::flashback
