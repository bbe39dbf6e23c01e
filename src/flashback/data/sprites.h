#pragma once
// Character pictures: the file pair SPR (pictures) + OFF (numbers and offsets). PERSO holds Conrad and most
// people, JUNKY, MERCENAI, REPLICAN and GLUE one monster each; their numbers are disjoint. Pictures stay
// packed here, byte for byte as in the file; decode_sprite() gives upright pixels. Formats spec §13.

#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "base/picture.h"

namespace rekindle::flashback {

inline constexpr int sprite_numbers = 1287; // 0...1286 over all files

struct Sprite {
    std::int8_t hot_x = 0, hot_y = 0;
    std::uint8_t width = 0, height = 0; // upright
    bool by_columns = false;            // how the code runs; then height < 64, else width < 64
    Bytes code;                         // nibble code; changed pictures: encode_sprite()
    bool operator==(const Sprite&) const = default;
};

// One item of OFF. A number can be listed without having a picture (offset 0xFFFFFFFF): it is not drawn.
struct SpriteEntry {
    std::uint16_t number = 0;
    std::optional<Sprite> sprite;
    bool operator==(const SpriteEntry&) const = default;
};

struct SpriteSet {
    std::vector<SpriteEntry> entries; // numbers ascending
    bool operator==(const SpriteSet&) const = default;
};

Expected<SpriteSet> read_sprites(ByteView spr, std::string_view spr_file, ByteView off,
                                 std::string_view off_file);
Bytes write_sprite_pictures(const SpriteSet& set); // the SPR file
Bytes write_sprite_offsets(const SpriteSet& set);  // the OFF file

// Upright pixels 0...14, 0 transparent. `sprite` is one that read_sprites() or encode_sprite() made.
IndexedPicture decode_sprite(const Sprite& sprite);
// The shorter of both directions, rows when equal. Refused (usage): pixel above 14, no pixels, both sides
// above 63, a side above 255, more than 65535 bytes of code.
Expected<Sprite> encode_sprite(const IndexedPicture& picture, std::int8_t hot_x, std::int8_t hot_y);

} // namespace rekindle::flashback
