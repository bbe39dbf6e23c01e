#include "emi/picture/placing.h"

#include <algorithm>
#include <cmath>

#include "base/trig.h"

namespace rekindle::emi {
namespace {

std::uint8_t wide(unsigned five) { return static_cast<std::uint8_t>((five * 255 + 15) / 31); }

std::uint8_t channel(std::int32_t value) { return static_cast<std::uint8_t>(std::clamp(value, 0, 255)); }

// Toward zero, also for values that no pixel has.
std::int32_t truncated(float value) {
    if (!(value > -1e6f)) return -1000000;
    return value < 1e6f ? static_cast<std::int32_t>(value) : 1000000;
}

// The pixels of a line inside the picture, both ends included.
void add_line(std::vector<Rect>& rects, glm::ivec2 from, glm::ivec2 to) {
    const auto steps = std::max(std::abs(to.x - from.x), std::abs(to.y - from.y));
    for (std::int32_t i = 0; i <= steps; ++i) {
        // Rounded half up, in whole numbers.
        const auto at = [&](std::int32_t a, std::int32_t b) {
            if (steps == 0) return a;
            const std::int64_t twice = 2 * std::int64_t{b - a} * i + steps;
            const std::int64_t whole =
                twice >= 0 ? twice / (2 * steps) : -((-twice + 2 * steps - 1) / (2 * steps));
            return a + static_cast<std::int32_t>(whole);
        };
        const glm::ivec2 p{at(from.x, to.x), at(from.y, to.y)};
        if (p.x >= 0 && p.x < 640 && p.y >= 0 && p.y < 480) rects.push_back({p.x, p.y, p.x, p.y});
    }
}

} // namespace

std::vector<RgbaPicture> tile_pictures(const TilePicture& picture) {
    std::vector<RgbaPicture> pictures;
    for (std::size_t i = 0; i < picture.images.size(); ++i) {
        pictures.push_back(tile_image(picture, i));
        if (picture.bits != 16) continue;
        Bytes& pixels = pictures.back().pixels;
        for (std::size_t k = 0; k < pixels.size(); ++k)
            if (k % 4 != 3) pixels[k] = wide(pixels[k] >> 3);
    }
    return pictures;
}

std::vector<Quad> layer_quads(const TilePicture& picture, std::size_t layer,
                              std::span<const RgbaPicture> pictures) {
    std::vector<Quad> quads;
    const TileLayer& range = picture.layers[layer];
    for (std::uint32_t i = range.first_piece; i < range.first_piece + range.pieces; ++i) {
        const TilePiece& piece = picture.pieces[i];
        for (std::uint32_t first = 0; first + 4 <= piece.corners; first += 4) {
            Quad quad;
            quad.texture.picture = &pictures[piece.picture];
            for (std::uint32_t k = 0; k < 4; ++k) {
                const TileCorner& corner = picture.corners[piece.first_corner + first + k];
                quad.corners[k] = {{corner.x, corner.y, 0, 1}, corner.u, corner.v, {255, 255, 255, 255}};
            }
            quads.push_back(quad);
        }
    }
    return quads;
}

Blend face_blend(const FaceBlend& face) {
    const bool on = face.texture_alpha || (face.flags & (face_flag::alpha | face_flag::blended)) != 0 ||
                    face.vertex_alpha || face.alpha < 1;
    if (!on) return Blend::off;
    return face.additive ? Blend::additive : Blend::alpha;
}

std::array<glm::vec3, 4> sprite_corners(const Sprite& sprite, const SpritePlace& place) {
    const double angle = place.yaw * radians_per_degree;
    const auto c = static_cast<float>(cosine(angle)), s = static_cast<float>(sine(angle));
    const auto turned = [c, s](float x, float y) { return glm::vec3(c * x - s * y, s * x + c * y, 0); };
    const Vec3& offset = sprite.offset;
    const glm::vec3 center = place.origin + turned(offset.x, offset.y) + glm::vec3(0, 0, offset.z);
    const float x = sprite.width / 2, y = sprite.height / 2;
    return {center + turned(-x, y), center + turned(x, y), center + turned(x, -y), center + turned(-x, -y)};
}

Quad sprite_quad(const Sprite& sprite, const SpritePlace& place, const Texture& texture,
                 const glm::mat4& projection) {
    Quad quad;
    quad.texture = texture;
    const auto corners = sprite_corners(sprite, place);
    for (std::size_t i = 0; i < 4; ++i) {
        const SpriteCorner& from = sprite.corners[i];
        const float alpha = static_cast<float>(channel(from.argb[0])) * place.alpha;
        quad.corners[i] = {projection * glm::vec4(corners[i], 1),
                           from.uv[0],
                           from.uv[1],
                           {channel(from.argb[1]), channel(from.argb[2]), channel(from.argb[3]),
                            channel(truncated(alpha + 0.5f))}};
    }
    return quad;
}

Raster raster_of_sprite(const Sprite& sprite, bool texture_alpha, float alpha) {
    const bool additive = (sprite.flags_a & sprite_flag::additive) != 0;
    Blend blend = Blend::off;
    if (additive)
        blend = Blend::additive;
    else if (texture_alpha || alpha < 1)
        blend = Blend::alpha;
    return sprite_raster((sprite.flags_b & sprite_flag::depth_test) != 0,
                         (sprite.flags_b & sprite_flag::alpha_test) != 0, blend);
}

std::vector<Rect> primitive_rects(const Primitive& primitive) {
    const auto& p = primitive.points;
    std::vector<Rect> rects;
    const auto [x1, x2] = std::minmax(p[0].x, p[1].x);
    const auto [y1, y2] = std::minmax(p[0].y, p[1].y);
    switch (primitive.kind) {
    case PrimitiveKind::rectangle:
        if (primitive.filled)
            rects.push_back({x1, y1, x2, y2});
        else
            rects = {{x1, y1, x2, y1}, {x1, y2, x2, y2}, {x1, y1, x1, y2}, {x2, y1, x2, y2}};
        break;
    case PrimitiveKind::line: add_line(rects, p[0], p[1]); break;
    case PrimitiveKind::polygon:
        for (std::size_t i = 0; i < 4; ++i) add_line(rects, p[i], p[(i + 1) % 4]);
        break;
    }
    return rects;
}

std::vector<Rect> iris_rects(const Rectangle& open) {
    if (open.x1 >= open.x2 || open.y1 >= open.y2) return {{0, 0, 639, 479}};
    return {{0, 0, 639, open.y1 - 1},
            {0, open.y2, 639, 479},
            {0, open.y1, open.x1 - 1, open.y2 - 1},
            {open.x2, open.y1, 639, open.y2 - 1}};
}

std::vector<PlacedGlyph> placed_glyphs(const Font& font, const TextLayout& layout) {
    std::vector<PlacedGlyph> placed;
    if (font.glyphs.empty()) return placed;
    for (const ShownLine& line : layout.lines) {
        std::int32_t x = line.place.x;
        for (const char character : line.text) {
            const std::size_t index = find_glyph(font, static_cast<std::uint8_t>(character)).value_or(0);
            const Glyph& glyph = font.glyphs[index];
            if (glyph.width > 0 && glyph.height > 0)
                placed.push_back({x + glyph.left,
                                  line.place.y + static_cast<std::int32_t>(font.baseline) + glyph.top,
                                  static_cast<std::uint32_t>(index)});
            x += glyph.advance;
        }
    }
    return placed;
}

std::array<RgbaPicture, 8> screen_textures(const RgbaPicture& shown) {
    struct Part {
        int x, y, size;
    };
    constexpr std::array<Part, 8> parts{{{0, 0, 256},
                                         {256, 0, 256},
                                         {512, 0, 128},
                                         {512, 128, 128},
                                         {0, 256, 256},
                                         {256, 256, 256},
                                         {512, 256, 128},
                                         {512, 384, 128}}};
    std::array<RgbaPicture, 8> textures;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Part& part = parts[i];
        textures[i] = RgbaPicture::blank(part.size, part.size);
        for (std::size_t k = 3; k < textures[i].pixels.size(); k += 4) textures[i].pixels[k] = 255;
        paste(textures[i], shown, -part.x, -part.y);
    }
    return textures;
}

ShadowPlane shadow_plane(glm::vec3 light, std::span<const Vec3> sector) {
    ShadowPlane plane{light, {0, 0, 0}, {0, 1, 0}};
    if (sector.size() < 3) return plane;
    const auto at = [&](std::size_t i) { return glm::vec3(sector[i].x, sector[i].y, sector[i].z); };
    plane.point = at(0);
    const glm::vec3 normal = glm::cross(at(1) - at(0), at(sector.size() - 1) - at(0));
    const float length = std::sqrt(glm::dot(normal, normal));
    if (length > 0) plane.normal = normal / length;
    return plane;
}

bool casts_shadow(const ShadowPlane& plane, glm::vec3 center) {
    const float light = glm::dot(plane.light - plane.point, plane.normal);
    const float actor = glm::dot(center - plane.point, plane.normal);
    return light * actor > 0;
}

glm::vec3 flattened(const ShadowPlane& plane, glm::vec3 point) {
    const glm::vec3 ray = point - plane.light;
    const float along = glm::dot(ray, plane.normal);
    if (along == 0) return point;
    return plane.light + ray * (glm::dot(plane.point - plane.light, plane.normal) / along);
}

} // namespace rekindle::emi
