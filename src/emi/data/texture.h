#pragma once
// Textures: true-colour Targa files, lists of them (.sur), and the names that mean a part of the screen
// (emi-formats §11).

#include <optional>

#include "base/picture.h"
#include "emi/data/fields.h"

namespace rekindle::emi {

struct Targa {
    std::uint8_t map_type = 0;
    std::uint8_t image_type = 2; // 2 plain, 10 run-length
    std::uint16_t map_first = 0, map_count = 0;
    std::uint8_t map_bits = 0;
    std::uint16_t x = 0, y = 0, width = 0, height = 0;
    std::uint8_t bits = 32;         // 24 or 32
    std::uint8_t descriptor = 0x28; // bit 5: rows from the top
    Bytes id, map;
    Bytes data; // pixels as stored: B G R (A), packed or not
    Bytes tail;
    bool operator==(const Targa&) const = default;
};

void describe(Fields& fields, Targa& targa);
Expected<Targa> read_targa(ByteView bytes, std::string_view file, Notes* notes = nullptr);
Expected<Bytes> write_targa(const Targa& targa);
// Pixels with the top row first, in stored order B G R (A), unpacked; of a targa that was read.
Bytes targa_pixels(const Targa& targa);
RgbaPicture targa_picture(const Targa& targa); // 24 bits: opaque
// Puts a picture of the targa's size back in, keeping its head; run-length data is packed anew.
void set_targa_picture(Targa& targa, const RgbaPicture& picture);

// A .sur file: which pictures stand behind one texture name. `source` is the text it was read from; writing
// an unchanged list gives it back.
struct TextureList {
    std::string name; // may be empty
    std::vector<std::string> textures;
    std::string source;
    bool operator==(const TextureList& other) const {
        return name == other.name && textures == other.textures;
    }
};
Expected<TextureList> read_texture_list(ByteView bytes, std::string_view file, Notes* notes = nullptr);
Bytes write_texture_list(const TextureList& list);

// 0..21 for "specialtyN": the engine's own textures.
std::optional<int> special_texture(std::string_view name);

} // namespace rekindle::emi
