#pragma once
// From the things of a stage to what a draw list holds: tiles (emi-engine R11), blending (R20, R21), alpha
// sprites (R22), primitives (R16), the iris (R17), screen textures (R19), planar shadows (R94). Pure
// functions; pixels are those of 640x480.

#include "emi/picture/draw_list.h"
#include "emi/stage/screen.h"

namespace rekindle::emi {

// The pictures of a tile picture in full range: 31 of 5 bits is 255. In their order.
std::vector<RgbaPicture> tile_pictures(const TilePicture& picture);
// The quads of a layer; `pictures` are tile_pictures() of it and outlive the list.
std::vector<Quad> layer_quads(const TilePicture& picture, std::size_t layer,
                              std::span<const RgbaPicture> pictures);

struct FaceBlend {
    bool texture_alpha = false; // a 32-bit picture
    bool additive = false;      // flag 0x400 of the texture's entry in the mesh
    std::uint32_t flags = 0;    // of the face group
    bool vertex_alpha = false;  // the actor has local alphas, or its mesh replaces alpha
    float alpha = 1;            // effective: actor · mesh
};
Blend face_blend(const FaceBlend& face);

struct SpritePlace {
    glm::vec3 origin{0}; // of the actor, in view space
    float yaw = 0;       // the actor's own
    float alpha = 1;     // effective alpha of the actor
};
// Corners in view space: top left, top right, bottom right, bottom left of the picture.
std::array<glm::vec3, 4> sprite_corners(const Sprite& sprite, const SpritePlace& place);
Quad sprite_quad(const Sprite& sprite, const SpritePlace& place, const Texture& texture,
                 const glm::mat4& projection);
Raster raster_of_sprite(const Sprite& sprite, bool texture_alpha, float alpha);

std::vector<Rect> primitive_rects(const Primitive& primitive);
// The black around what an iris leaves free.
std::vector<Rect> iris_rects(const Rectangle& opening);
// The letters of a text that was laid out; blanks have none.
std::vector<PlacedGlyph> placed_glyphs(const Font& font, const TextLayout& layout);

// Slots 0-7 from a shown picture of 640x480.
std::array<RgbaPicture, 8> screen_textures(const RgbaPicture& shown);

struct ShadowPlane {
    glm::vec3 light{0}, point{0}, normal{0, 1, 0};
};
// Plane of a sector's polygon (R53).
ShadowPlane shadow_plane(glm::vec3 light, std::span<const Vec3> sector);
bool casts_shadow(const ShadowPlane& plane, glm::vec3 center);
glm::vec3 flattened(const ShadowPlane& plane, glm::vec3 point);

} // namespace rekindle::emi
