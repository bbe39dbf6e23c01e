#include "flashback/data/entities.h"

namespace rekindle::flashback {

namespace {
constexpr Endian le = Endian::little;
}

Expected<std::vector<EntityDefinition>> read_entities(ByteView bytes, std::string_view file) {
    Reader in(bytes, file);
    const std::size_t count = in.u16(le);
    in.expect_at(count >= 1 && count <= most_entities, 0, "1 to 256 entities", count);
    in.expect_at(bytes.size() == 2 + 32 * count, 0, "a size of 2 + 32 bytes an entity", bytes.size());
    if (!in) return in.unexpected();
    std::vector<EntityDefinition> entities(count);
    for (EntityDefinition& e : entities) {
        e.state0 = in.u16(le);
        e.x0 = in.i16(le);
        e.y0 = in.i16(le);
        e.node = in.u16(le);
        e.life0 = in.u16(le);
        for (std::int16_t& p : e.p) p = in.i16(le);
        e.kind = in.u8();
        e.room0 = in.u8();
        e.awake0 = in.u8();
        e.iflags = in.u8();
        e.touch_icon = in.u8();
        e.icon = in.u8();
        e.item_id = in.u8();
        e.skill = in.u8();
        e.mirror = in.u8();
        e.wake = in.u8();
        e.cells = in.u8();
        e.pad = in.u8();
        e.text = in.u16(le);
        in.expect_at(e.room0 <= 64, in.offset() - 13, "a room of 0 to 64", e.room0);
        in.expect_at(e.cells <= 16, in.offset() - 4, "at most 16 cells", e.cells);
    }
    if (!in.expect_end()) return in.unexpected();
    return entities;
}

Bytes write_entities(const std::vector<EntityDefinition>& entities) {
    Writer out;
    out.u16(static_cast<std::uint16_t>(entities.size()), le);
    for (const EntityDefinition& e : entities) {
        out.u16(e.state0, le);
        out.i16(e.x0, le);
        out.i16(e.y0, le);
        out.u16(e.node, le);
        out.u16(e.life0, le);
        for (const std::int16_t p : e.p) out.i16(p, le);
        for (const std::uint8_t byte : {e.kind, e.room0, e.awake0, e.iflags, e.touch_icon, e.icon, e.item_id,
                                        e.skill, e.mirror, e.wake, e.cells, e.pad})
            out.u8(byte);
        out.u16(e.text, le);
    }
    return out.take();
}

} // namespace rekindle::flashback
