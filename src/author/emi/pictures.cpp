#include "author/emi/pictures.h"

#include <fmt/format.h>

#include "author/emi/painter.h"
#include "author/emi/paints.h"
#include "base/deflate.h"
#include "emi/data/texture.h"
#include "emi/data/tile_picture.h"

namespace rekindle::author {
namespace {

constexpr int cut_side = 256; // of the backdrop's texture
constexpr int sprite_margin = 4;

struct Rect {
    int left = 0, top = 0, right = 0, bottom = 0; // right and bottom outside
};

Byte* pixel(RgbaPicture& picture, int x, int y) {
    return picture.pixels.data() + 4 * static_cast<std::ptrdiff_t>(y * picture.width + x);
}

Expected<Bytes> tile_file(const emi::TilePicture& picture) {
    RK_TRY(const Bytes bytes, emi::write_tile_picture(picture));
    return gzip(bytes);
}

// What the salesman's box covers on the screen, and how far its far side is.
Rect hidden_part(const Room& room, double& depth) {
    Rect rect{picture_width, picture_height, 0, 0};
    for (const Point& corner : room.sprite_box) {
        const Seen at = seen(room.cameras.front(), corner);
        rect.left = std::min(rect.left, static_cast<int>(std::floor(at.x)));
        rect.top = std::min(rect.top, static_cast<int>(std::floor(at.y)));
        rect.right = std::max(rect.right, static_cast<int>(std::ceil(at.x)));
        rect.bottom = std::max(rect.bottom, static_cast<int>(std::ceil(at.y)));
        depth = std::max(depth, at.depth);
    }
    return rect;
}

// The sprite covers exactly the pixels of `rect`, one texel each.
emi::Sprite backdrop_sprite(const Room& room, const Rect& rect, double depth) {
    const Camera& camera = room.cameras.front();
    const Point ahead = turned(camera.turn, {0, 0, 1}), at = camera.at + ahead * depth;
    const Seen unit = seen(camera, at + turned(camera.turn, {1, 0, 0}));
    const double per_unit = unit.x - picture_width / 2.0; // pixels at that depth; they are square
    const Point eye = turned(inverse(camera.turn), room.places.at("salesman").at - camera.at);
    emi::Sprite sprite;
    sprite.name = "backdrop";
    sprite.texture = "backdrop.tga";
    sprite.width = static_cast<float>((rect.right - rect.left) / per_unit);
    sprite.height = static_cast<float>((rect.bottom - rect.top) / per_unit);
    const Point center{((rect.left + rect.right) / 2.0 - picture_width / 2.0) / per_unit,
                       (picture_height / 2.0 - (rect.top + rect.bottom) / 2.0) / per_unit, depth};
    sprite.offset = stored(center - eye);
    sprite.flags_b = emi::sprite_flag::depth_test;
    const float u = static_cast<float>(rect.right - rect.left) / cut_side;
    const float v = static_cast<float>(rect.bottom - rect.top) / cut_side;
    sprite.corners[0].uv = {0, 0}, sprite.corners[1].uv = {u, 0};
    sprite.corners[2].uv = {u, v}, sprite.corners[3].uv = {0, v};
    return sprite;
}

Expected<void> cut_backdrop(const Room& room, RgbaPicture& rear, SceneFiles& files) {
    double depth = 0;
    const Rect pattern = hidden_part(room, depth);
    const Rect sprite{pattern.left - sprite_margin, pattern.top - sprite_margin,
                      pattern.right + sprite_margin, pattern.bottom + sprite_margin};
    if (sprite.left < 0 || sprite.top < 0 || sprite.left + cut_side > picture_width ||
        sprite.top + cut_side > picture_height || sprite.right - sprite.left > cut_side ||
        sprite.bottom - sprite.top > cut_side)
        return bad_data("room.txt", 0, "a hidden box whose picture lies within 256x256 pixels of the screen",
                        fmt::format("{},{} to {},{}", sprite.left, sprite.top, sprite.right, sprite.bottom));
    RgbaPicture real = RgbaPicture::blank(cut_side, cut_side);
    for (int y = 0; y < cut_side; ++y)
        for (int x = 0; x < cut_side; ++x)
            std::copy_n(pixel(rear, sprite.left + x, sprite.top + y), 4, pixel(real, x, y));
    files["backdrop.tga"] = targa_file(real);
    RK_TRY(files["backdrop.sprb"], emi::write_sprite(backdrop_sprite(room, sprite, depth + 0.2)));
    for (int y = pattern.top; y < pattern.bottom; ++y)
        for (int x = pattern.left; x < pattern.right; ++x) {
            const auto color = plaid(x, y);
            std::copy_n(color.begin(), 3, pixel(rear, x, y));
        }
    return {};
}

RgbaPicture knit() {
    RgbaPicture picture = RgbaPicture::blank(64, 64);
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x) {
            const bool rib = y % 16 < 3, stitch = (x / 2 + y / 2) % 2 == 0;
            const double light = (rib ? 0.78 : 1.0) * (stitch ? 1.0 : 0.93);
            const std::array<double, 3> color{72, 150, 152};
            for (std::size_t i = 0; i < 3; ++i) pixel(picture, x, y)[i] = static_cast<Byte>(color[i] * light);
            pixel(picture, x, y)[3] = 255;
        }
    return picture;
}

} // namespace

// 32 bits where something is clear, else 24: only the former blend.
Bytes targa_file(const RgbaPicture& picture) {
    emi::Targa targa;
    targa.width = static_cast<std::uint16_t>(picture.width),
    targa.height = static_cast<std::uint16_t>(picture.height);
    bool opaque = true;
    for (std::size_t i = 3; i < picture.pixels.size(); i += 4) opaque = opaque && picture.pixels[i] == 255;
    targa.bits = opaque ? 24 : 32, targa.descriptor = opaque ? 0x20 : 0x28;
    targa.data.resize(picture.pixels.size() / 4 * (targa.bits / 8));
    emi::set_targa_picture(targa, picture);
    return gzip(emi::write_targa(targa).value_or(Bytes{})); // any file may be stored so (emi-formats §1.2)
}

Expected<void> paint_backgrounds(const Room& room, SceneFiles& files) {
    for (std::size_t setup = 0; setup < room.cameras.size(); ++setup) {
        std::vector<RgbaPicture> layers; // nearest first
        for (const Layer layer : {Layer::front, Layer::middle, Layer::rear})
            layers.push_back(paint_layer(room, room.cameras[setup], layer));
        if (setup == 0) RK_CHECK(cut_backdrop(room, layers.back(), files));
        RK_TRY(const emi::TilePicture picture, emi::make_tile_picture(layers, 32));
        RK_TRY(files[room.set.setups[setup].background], tile_file(picture));
    }
    return {};
}

Expected<void> paint_shine(const Room& room, const std::string& name, SceneFiles& files) {
    const auto place = room.places.find(name);
    if (place == room.places.end()) return bad_data("room.txt", 0, "a place for each lamp", name);
    constexpr double reach = 1.5;
    const std::vector<RgbaPicture> image{soft_disc(cut_side, {255, 206, 120}, 0.42)};
    emi::TilePicture picture;
    picture.bits = 32;
    picture.images.push_back(
        {.width = cut_side, .height = cut_side, .pixels = emi::tile_pixels(image[0], 32)});
    // The first frame shows nothing: a quad of no size.
    picture.corners.assign(4, {0, 0, 0, 0});
    picture.pieces.push_back({0, 0, 4});
    picture.layers.push_back({0, 1});
    for (const Camera& camera : room.cameras) {
        const Seen at = seen(camera, place->second.at + Point(0, 0.2, 0));
        const Seen beside =
            seen(camera, place->second.at + Point(0, 0.2, 0) + turned(camera.turn, {reach, 0, 0}));
        const bool shown = at.depth > 0;
        const double x = at.x / (picture_width / 2.0) - 1, y = 1 - at.y / (picture_height / 2.0);
        const double wide = shown ? (beside.x - at.x) / (picture_width / 2.0) : 0, high = wide * 4 / 3;
        picture.layers.push_back({static_cast<std::uint32_t>(picture.pieces.size()), 1});
        picture.pieces.push_back({0, static_cast<std::uint32_t>(picture.corners.size()), 4});
        for (const auto& [u, v] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}})
            picture.corners.push_back({static_cast<float>(x + (2 * u - 1) * wide),
                                       static_cast<float>(y - (2 * v - 1) * high), static_cast<float>(u),
                                       static_cast<float>(v)});
    }
    RK_TRY(files[name + ".til"], tile_file(picture));
    return {};
}

void make_textures(SceneFiles& files) {
    files["coat.tga"] = targa_file(coat_cloth(128));
    files["knit.tga"] = targa_file(knit());
    files["shadow.tga"] = targa_file(soft_disc(64, {16, 8, 10}, 0.75));
    files["glow.tga"] = targa_file(soft_disc(64, {255, 206, 110}, 0.9));
    constexpr int frames = 12;
    emi::TextureList list{.name = "flame", .textures = {}, .source = {}};
    for (int i = 0; i < frames; ++i) {
        list.textures.push_back(fmt::format("flame{:02}.tga", i));
        files[list.textures.back()] = targa_file(flame(32, 64, i, frames));
    }
    files["flame.sur"] = emi::write_texture_list(list);
}

} // namespace rekindle::author
