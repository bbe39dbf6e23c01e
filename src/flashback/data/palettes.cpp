#include "flashback/data/palettes.h"

#include <fmt/format.h>

namespace rekindle::flashback {

namespace {
constexpr std::size_t palette_bytes = 32;
}

Expected<LevelPalettes> read_level_palettes(ByteView data, std::string_view file) {
    Reader in(data, file);
    in.expect_at(!data.empty() && data.size() % palette_bytes == 0, data.size(),
                 "whole palettes of 32 bytes, at least one", data.size());
    LevelPalettes file_palettes;
    while (in && !in.at_end()) {
        PaletteWords words{};
        for (auto& word : words) word = in.u16(Endian::big);
        file_palettes.palettes.push_back(words);
    }
    if (!in) return in.unexpected();
    return file_palettes;
}

Bytes write_level_palettes(const LevelPalettes& palettes) {
    Writer out;
    for (const PaletteWords& words : palettes.palettes)
        for (const std::uint16_t word : words) out.u16(word, Endian::big);
    return out.take();
}

} // namespace rekindle::flashback
