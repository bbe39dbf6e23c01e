#include "flashback/data/text_table.h"

#include <algorithm>

namespace rekindle::flashback {

Expected<TextTable> read_text_table(ByteView bytes, std::string_view file, Endian endian, std::size_t* end) {
    Reader in(bytes, file);
    const std::size_t table = in.u16(endian);
    in.expect_at(table >= 2 && table % 2 == 0 && table <= bytes.size(), 0,
                 "an even size of the offset table inside the file", table);
    TextTable texts;
    std::size_t last = table, total = 0;
    for (std::size_t at = 0; in && at < table; at += 2) {
        in.seek(at);
        const std::size_t offset = in.u16(endian);
        if (!in.expect_at(offset >= table && offset < bytes.size(), at, "a text behind the offset table",
                          offset))
            break;
        std::size_t stop = offset;
        while (stop < bytes.size() && bytes[stop] != 0) ++stop;
        if (!in.expect_at(stop < bytes.size(), offset, "a text that ends with 0", bytes.size())) break;
        in.seek(offset);
        texts.emplace_back(in.text(stop - offset));
        last = std::max(last, stop + 1);
        // Overlapping strings must not grow a small file into large memory.
        total += stop - offset;
        if (!in.expect_at(total <= bytes.size(), at, "texts that are together no longer than the file",
                          total))
            break;
    }
    if (!in) return in.unexpected();
    if (end != nullptr) *end = last;
    return texts;
}

Expected<Bytes> write_text_table(std::span<const std::string> texts, Endian endian) {
    Writer out;
    std::size_t offset = 2 * texts.size();
    for (const std::string& text : texts) {
        if (offset > 0xFFFF || text.find('\0') != std::string::npos)
            return usage_error("texts without zeroes, within 16-bit offsets", text);
        out.u16(static_cast<std::uint16_t>(offset), endian);
        offset += text.size() + 1;
    }
    if (texts.empty()) return usage_error("at least one text", "none");
    for (const std::string& text : texts) {
        out.text(text);
        out.u8(0);
    }
    return out.take();
}

} // namespace rekindle::flashback
