#include "flashback/data/icons.h"

#include "flashback/data/nibbles.h"

namespace rekindle::flashback {

namespace {

constexpr std::uint16_t icon_bytes = 128;
constexpr std::size_t entry_bytes = 2 + icon_bytes;

} // namespace

Expected<Icons> read_icons(ByteView bytes, std::string_view file) {
    Reader in(bytes, file);
    const std::uint16_t first = in.u16(Endian::little);
    in.expect_at(first % 2 == 0 && first >= 2 * icon_count, 0, "an offset table of at least 79 icons", first);
    const std::size_t count = first / 2u;
    for (std::size_t i = 0; in && i < count; ++i) {
        in.seek(2 * i);
        const std::uint16_t offset = in.u16(Endian::little);
        in.expect_at(offset == first + i * entry_bytes, 2 * i, "the offset where the icon before it ends",
                     offset);
    }
    Icons icons;
    for (std::size_t i = 0; in && i < count; ++i) {
        const std::size_t start = in.offset();
        const std::uint16_t size = in.u16(Endian::big);
        in.expect_at(size == icon_bytes, start, "icon size 128", size);
        unpack_nibbles(in.bytes(icon_bytes), icons.pictures.emplace_back());
    }
    in.expect_end();
    if (!in) return in.unexpected();
    return icons;
}

Expected<Bytes> write_icons(const Icons& icons) {
    const std::size_t count = icons.pictures.size();
    const std::size_t first = 2 * count;
    if (count < icon_count || first + (count - 1) * entry_bytes > 0xFFFF)
        return usage_error("79 or more icons, within 16-bit offsets", std::to_string(count));
    Writer out;
    for (std::size_t i = 0; i < count; ++i)
        out.u16(static_cast<std::uint16_t>(first + i * entry_bytes), Endian::little);
    for (const Icon& icon : icons.pictures) {
        out.u16(icon_bytes, Endian::big);
        RK_CHECK(pack_nibbles(out, icon));
    }
    return out.take();
}

} // namespace rekindle::flashback
