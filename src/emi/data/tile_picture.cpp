#include "emi/data/tile_picture.h"

#include <fmt/format.h>

namespace rekindle::emi {
namespace {

constexpr std::uint32_t side = 256;
constexpr std::uint32_t head_size = 36;

std::uint32_t picture_block(std::size_t corners, std::size_t layers, std::size_t pieces) {
    return static_cast<std::uint32_t>(head_size + 16 * corners + 8 * layers + 12 * pieces);
}

void describe_lists(Fields& f, TilePicture& picture) {
    auto corners = static_cast<std::uint32_t>(picture.corners.size());
    auto layers = static_cast<std::uint32_t>(picture.layers.size());
    auto pieces = static_cast<std::uint32_t>(picture.pieces.size());
    std::uint32_t position = picture_block(corners, layers, pieces);
    f.u32({"picture_block", "P = 36 + 16 C + 8 L + 12 Q"}, position);
    const std::uint32_t stated = position;
    f.u32({"corner_count", "C"}, corners);
    f.u32({"layer_count", "L"}, layers);
    f.require(layers > 0, "at least one layer", layers);
    f.u32({"piece_count", "Q"}, pieces);
    const std::uint64_t expected = head_size + 16ull * corners + 8ull * layers + 12ull * pieces;
    f.require(stated == expected, "a picture block right behind the pieces", stated);
    f.raw({"zero"}, picture.zero, 16);
    f.usual(std::all_of(picture.zero.begin(), picture.zero.end(), [](Byte b) { return b == 0; }),
            "16 zero bytes in the head");
    f.run({"corners"}, picture.corners, corners, 16, [&f](TileCorner& corner) {
        f.f32({"x", "-1 to 1, right"}, corner.x);
        f.f32({"y", "-1 to 1, up"}, corner.y);
        f.f32({"u", "0 to 1"}, corner.u);
        f.f32({"v", "0 to 1, down"}, corner.v);
    });
    f.run({"layers", "the first is nearest"}, picture.layers, layers, 8, [&](TileLayer& layer) {
        f.u32({"first_piece"}, layer.first_piece);
        f.u32({"pieces"}, layer.pieces);
        f.require(std::uint64_t{layer.first_piece} + layer.pieces <= pieces, "pieces that the picture has",
                  std::uint64_t{layer.first_piece} + layer.pieces);
    });
    f.run({"pieces"}, picture.pieces, pieces, 12, [&](TilePiece& piece) {
        f.u32({"picture", "number of its picture"}, piece.picture);
        f.u32({"first_corner"}, piece.first_corner);
        f.u32({"corners", "multiple of 4: quads from the top left clockwise"}, piece.corners);
        f.require(std::uint64_t{piece.first_corner} + piece.corners <= corners,
                  "corners that the picture has", std::uint64_t{piece.first_corner} + piece.corners);
        f.usual(piece.corners % 4 == 0, "whole quads");
    });
}

struct Pixel {
    unsigned r, g, b, a;
};

// Nearest pixel of an image for u, v in 0..1.
Pixel sample(const RgbaPicture& image, float u, float v) {
    const auto index = [](float t, int size) {
        return static_cast<std::size_t>(
            std::clamp(static_cast<int>(t * static_cast<float>(size)), 0, size - 1));
    };
    const std::size_t at =
        4 * (index(v, image.height) * static_cast<std::size_t>(image.width) + index(u, image.width));
    return {image.pixels[at], image.pixels[at + 1], image.pixels[at + 2], image.pixels[at + 3]};
}

void blend(RgbaPicture& target, int x, int y, const Pixel& source) {
    Byte* out =
        target.pixels.data() + 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(target.width) +
                                    static_cast<std::size_t>(x));
    const unsigned rest = 255 - source.a;
    const auto over = [&](unsigned from, Byte to) {
        return static_cast<Byte>((from * source.a + to * rest + 127) / 255);
    };
    out[0] = over(source.r, out[0]);
    out[1] = over(source.g, out[1]);
    out[2] = over(source.b, out[2]);
    out[3] = static_cast<Byte>(source.a + (out[3] * rest + 127) / 255);
}

void paint_quad(RgbaPicture& target, const TileCorner& top_left, const TileCorner& bottom_right,
                const RgbaPicture& image) {
    const auto column = [](float x) { return (x + 1) * 320; };
    const auto row = [](float y) { return (1 - y) * 240; };
    const float left = column(top_left.x), right = column(bottom_right.x);
    const float top = row(top_left.y), bottom = row(bottom_right.y);
    if (!(left < right && top < bottom)) return;
    const auto inside = [](float t, int limit) {
        return static_cast<int>(std::clamp(std::ceil(t - 0.5f), 0.0f, static_cast<float>(limit)));
    };
    for (int y = inside(top, target.height); y < inside(bottom, target.height); ++y)
        for (int x = inside(left, target.width); x < inside(right, target.width); ++x) {
            const float across = (static_cast<float>(x) + 0.5f - left) / (right - left);
            const float down = (static_cast<float>(y) + 0.5f - top) / (bottom - top);
            blend(target, x, y,
                  sample(image, top_left.u + across * (bottom_right.u - top_left.u),
                         top_left.v + down * (bottom_right.v - top_left.v)));
        }
}

// The part of a 640x480 layer that goes to (x, y) of its picture `image`.
struct Cut {
    std::uint32_t image;
    int from_x, from_y, width, height, x, y;
};
constexpr std::array<Cut, 6> usual_cuts{{{0, 0, 0, 256, 256, 0, 0},
                                         {1, 256, 0, 256, 256, 0, 0},
                                         {2, 512, 0, 128, 256, 0, 0},
                                         {3, 0, 256, 256, 224, 0, 0},
                                         {4, 256, 256, 256, 224, 0, 0},
                                         {2, 512, 256, 128, 224, 128, 0}}};

void add_piece(TilePicture& picture, const Cut& cut, std::uint32_t first_image) {
    const auto x = [](int column) { return static_cast<float>(column / 320.0 - 1); };
    const auto y = [](int row) { return static_cast<float>(1 - row / 240.0); };
    const auto uv = [](int pixel) { return static_cast<float>(pixel) / side; };
    const float left = x(cut.from_x), right = x(cut.from_x + cut.width);
    const float top = y(cut.from_y), bottom = y(cut.from_y + cut.height);
    const float u0 = uv(cut.x), u1 = uv(cut.x + cut.width), v1 = uv(cut.height);
    picture.pieces.push_back(
        {first_image + cut.image, static_cast<std::uint32_t>(picture.corners.size()), 4});
    picture.corners.insert(
        picture.corners.end(),
        {{left, top, u0, 0}, {right, top, u1, 0}, {right, bottom, u1, v1}, {left, bottom, u0, v1}});
}

// Channel sizes and shifts behind the bits a pixel (§19.5).
Bytes channel_words(std::uint32_t bits) {
    Writer words;
    for (int i = 0; i < 3; ++i) words.u32(bits == 16 ? 5 : 8, Endian::little);
    for (const std::uint32_t shift :
         bits == 16 ? std::array<std::uint32_t, 3>{0, 5, 10} : std::array<std::uint32_t, 3>{16, 8, 0})
        words.u32(shift, Endian::little);
    words.fill(88 - words.size());
    return words.take();
}

} // namespace

void describe(Fields& f, TilePicture& picture) {
    f.magic("TIL0");
    describe_lists(f, picture);
    f.magic(std::string_view("BM  F\0\0\0", 8));
    f.raw({"header_8"}, picture.header_8, 8);
    auto images = static_cast<std::uint32_t>(picture.images.size());
    f.u32({"image_count"}, images);
    for (const TilePiece& piece : picture.pieces)
        if (!f.require(piece.picture < images, "pieces of pictures that are there", piece.picture)) break;
    f.raw({"header_20"}, picture.header_20, 12);
    f.u32({"header_32", "1"}, picture.header_32);
    f.u32({"bits", "16 (bit 15 alpha, 5 blue, 5 green, 5 red) or 32 (bytes R G B A) a pixel"}, picture.bits);
    f.require(picture.bits == 16 || picture.bits == 32, "16 or 32 bits a pixel", picture.bits);
    f.raw({"header_40", "channel sizes, then shifts"}, picture.header_40, 88);
    const std::size_t size = std::size_t{side} * side * picture.bits / 8;
    f.run({"images"}, picture.images, images, 8 + size, [&](TileImage& image) {
        f.u32({"width"}, image.width);
        f.u32({"height"}, image.height);
        f.require(image.width == side && image.height == side, "a picture of 256x256 pixels", image.height);
        f.blob({"pixels", "rows from the top"}, image.pixels, size);
    });
    f.tail(picture.tail);
}

Expected<TilePicture> read_tile_picture(ByteView bytes, std::string_view file, Notes* notes) {
    return read_fields<TilePicture>(bytes, file, notes);
}
Expected<Bytes> write_tile_picture(const TilePicture& picture) {
    return write_fields(picture, "tile picture");
}

RgbaPicture tile_image(const TilePicture& picture, std::size_t index) {
    const TileImage& image = picture.images[index];
    RgbaPicture result{static_cast<int>(image.width), static_cast<int>(image.height), image.pixels};
    if (picture.bits == 32) return result;
    result.pixels.clear();
    for (std::size_t i = 0; i + 1 < image.pixels.size(); i += 2) {
        const unsigned value = image.pixels[i] | image.pixels[i + 1] << 8;
        const auto channel = [value](unsigned shift) {
            return static_cast<Byte>((value >> shift & 31) << 3);
        };
        result.pixels.insert(result.pixels.end(), {channel(0), channel(5), channel(10),
                                                   static_cast<Byte>(value >> 15 != 0 ? 255 : 0)});
    }
    return result;
}

Bytes tile_pixels(const RgbaPicture& picture, std::uint32_t bits) {
    if (bits == 32) return picture.pixels;
    Bytes pixels;
    for (std::size_t i = 0; i + 3 < picture.pixels.size(); i += 4) {
        const Byte* rgba = picture.pixels.data() + i;
        const unsigned value =
            rgba[0] >> 3u | (rgba[1] >> 3u) << 5 | (rgba[2] >> 3u) << 10 | (rgba[3] >= 128 ? 0x8000u : 0u);
        pixels.push_back(static_cast<Byte>(value));
        pixels.push_back(static_cast<Byte>(value >> 8));
    }
    return pixels;
}

RgbaPicture compose_layer(const TilePicture& picture, std::size_t layer) {
    RgbaPicture result = RgbaPicture::blank(640, 480);
    const TileLayer& range = picture.layers[layer];
    for (std::size_t p = 0; p < range.pieces; ++p) {
        const TilePiece& piece = picture.pieces[range.first_piece + p];
        const RgbaPicture image = tile_image(picture, piece.picture);
        for (std::size_t quad = 0; quad + 4 <= piece.corners; quad += 4) {
            const TileCorner* corner = picture.corners.data() + piece.first_corner + quad;
            paint_quad(result, corner[0], corner[2], image);
        }
    }
    return result;
}

Expected<TilePicture> make_tile_picture(std::span<const RgbaPicture> layers, std::uint32_t bits) {
    TilePicture picture;
    picture.bits = bits;
    picture.header_40 = channel_words(bits);
    if (layers.empty() || (bits != 16 && bits != 32))
        return usage_error("at least one layer of 16 or 32 bits a pixel",
                           fmt::format("{} layers", layers.size()));
    for (const RgbaPicture& layer : layers) {
        if (layer.width != 640 || layer.height != 480)
            return usage_error("layers of 640x480 pixels", fmt::format("{}x{}", layer.width, layer.height));
        const auto first_image = static_cast<std::uint32_t>(picture.images.size());
        std::array<RgbaPicture, 5> images;
        images.fill(RgbaPicture::blank(side, side));
        picture.layers.push_back({static_cast<std::uint32_t>(picture.pieces.size()), usual_cuts.size()});
        for (const Cut& cut : usual_cuts) {
            RgbaPicture part = RgbaPicture::blank(cut.width, cut.height);
            paste(part, layer, -cut.from_x, -cut.from_y);
            paste(images[cut.image], part, cut.x, cut.y);
            add_piece(picture, cut, first_image);
        }
        for (const RgbaPicture& image : images)
            picture.images.push_back({side, side, tile_pixels(image, bits)});
    }
    return picture;
}

} // namespace rekindle::emi
