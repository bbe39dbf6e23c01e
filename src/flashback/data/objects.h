#pragma once
// Object pictures: GLOBAL.SPC, one file for all levels. A picture is a hot spot and parts that are cut out of
// a tile bank of the level (MBK, chosen through RP). The level loader checks parts against banks; the picture
// room decodes them. Formats spec §12.

#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace rekindle::flashback {

struct ObjectPart {
    std::uint8_t unit = 0; // first 32-byte unit in the bank
    std::uint8_t x = 0, y = 0;
    std::uint8_t bits = 0; // 0-1 height/8 - 1, 2-3 width/8 - 1, 4 mirrored, 5 no known effect (kept)

    int height() const { return 8 * ((bits & 3) + 1); }
    int width() const { return 8 * (((bits >> 2) & 3) + 1); }
    bool mirrored() const { return (bits & 0x10) != 0; }
    // Plain rows of width() pixels, 4 bits each, high nibble left.
    std::size_t bank_offset() const { return std::size_t{32} * unit; }
    std::size_t packed_size() const {
        return static_cast<std::size_t>(width()) * static_cast<std::size_t>(height()) / 2;
    }
    bool operator==(const ObjectPart&) const = default;
};

struct ObjectPicture {
    std::uint8_t bank = 0; // < 74: tile bank RP[bank]
    std::int8_t hot_x = 0, hot_y = 0;
    std::uint8_t width = 0, height = 0; // of the whole; not needed for drawing
    std::vector<ObjectPart> parts;      // 1...255
    bool operator==(const ObjectPicture&) const = default;
};

struct ObjectPictures {
    std::vector<ObjectPicture> pictures; // in file order
    std::vector<std::uint16_t> entries;  // entry number -> index into pictures; ascending, each used

    std::size_t size() const { return entries.size(); }
    const ObjectPicture& operator[](std::size_t entry) const { return pictures[entries[entry]]; }
    bool operator==(const ObjectPictures&) const = default;
};

Expected<ObjectPictures> read_objects(ByteView bytes, std::string_view file);
// Refused (usage) when the file would not fit its 16-bit offsets or a value is out of range.
Expected<Bytes> write_objects(const ObjectPictures& objects);

} // namespace rekindle::flashback
