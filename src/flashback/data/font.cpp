#include "flashback/data/font.h"

#include "flashback/data/nibbles.h"

namespace rekindle::flashback {

namespace {
constexpr std::size_t glyph_bytes = 32;
}

Expected<Font> read_font(ByteView bytes, std::string_view file) {
    Reader in(bytes, file);
    in.expect(bytes.size() % glyph_bytes == 0 && bytes.size() >= glyph_count * glyph_bytes,
              "a size of at least 105 glyphs of 32 bytes", bytes.size());
    Font font;
    while (in && !in.at_end()) unpack_nibbles(in.bytes(glyph_bytes), font.glyphs.emplace_back());
    if (!in) return in.unexpected();
    return font;
}

Expected<Bytes> write_font(const Font& font) {
    if (font.glyphs.size() < glyph_count)
        return usage_error("at least 105 glyphs", std::to_string(font.glyphs.size()));
    Writer out;
    for (const Glyph& glyph : font.glyphs) RK_CHECK(pack_nibbles(out, glyph));
    return out.take();
}

} // namespace rekindle::flashback
