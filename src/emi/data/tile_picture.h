#pragma once
// A layered picture (.til, usually stored as gzip): layers of quads over 256x256 pictures (emi-formats §9).
// Used as background of a set and as stand-alone layers; inspect and the author's tools turn layers into
// 640x480 pictures and back.

#include "base/picture.h"
#include "emi/data/fields.h"

namespace rekindle::emi {

// Screen units -1..1, y up; u, v in the piece's picture, v down.
struct TileCorner {
    float x = 0, y = 0, u = 0, v = 0;
    bool operator==(const TileCorner&) const = default;
};
struct TileLayer {
    std::uint32_t first_piece = 0, pieces = 0;
    bool operator==(const TileLayer&) const = default;
};
// Quads of four corners: top left, top right, bottom right, bottom left.
struct TilePiece {
    std::uint32_t picture = 0, first_corner = 0, corners = 4;
    bool operator==(const TilePiece&) const = default;
};
struct TileImage {
    std::uint32_t width = 256, height = 256;
    Bytes pixels; // as stored: 2 or 4 bytes a pixel, from the top
    bool operator==(const TileImage&) const = default;
};

struct TilePicture {
    Bytes zero = Bytes(16);
    std::vector<TileCorner> corners;
    std::vector<TileLayer> layers; // layer 0 is nearest
    std::vector<TilePiece> pieces;
    // The predecessor's bitmap header around its known words.
    Bytes header_8 = Bytes(8), header_20 = Bytes(12);
    std::uint32_t header_32 = 1;
    std::uint32_t bits = 16; // 16 or 32 a pixel
    Bytes header_40 = Bytes(88);
    std::vector<TileImage> images;
    Bytes tail;
    bool operator==(const TilePicture&) const = default;
};

void describe(Fields& fields, TilePicture& picture);
// Of opened (uncompressed) bytes: see open_stored().
Expected<TilePicture> read_tile_picture(ByteView bytes, std::string_view file, Notes* notes = nullptr);
Expected<Bytes> write_tile_picture(const TilePicture& picture);

// Picture `index` of a read tile picture as RGBA; 5-bit channels are shifted left by 3.
RgbaPicture tile_image(const TilePicture& picture, std::size_t index);
// The stored pixels of a picture; with 16 bits the low 3 bits of a channel are lost and alpha is cut at 128.
Bytes tile_pixels(const RgbaPicture& picture, std::uint32_t bits);

// The 640x480 picture that a layer alone shows: its quads in order, source alpha over transparent.
RgbaPicture compose_layer(const TilePicture& picture, std::size_t layer);
// A tile picture of 640x480 layers, nearest first, five pictures a layer in the usual arrangement.
Expected<TilePicture> make_tile_picture(std::span<const RgbaPicture> layers, std::uint32_t bits);

} // namespace rekindle::emi
