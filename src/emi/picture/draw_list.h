#pragma once
// What a picture consists of (emi-engine R6-R24): plain items in drawing order, each with its raster state.
// Made from a stage (or by hand in tests); software.h and gl/renderer.h carry it out. Items refer to flat
// arrays of the list by ranges, so a list can be copied and compared; textures and fonts are owned elsewhere
// and outlive it. Matrices are column-major for column vectors; clip space as R105: w ahead, -w..w inside.

#include <variant>

#include "base/picture.h"
#include "emi/data/font.h"
#include "emi/stage/lighting.h"

namespace rekindle::emi {

struct Range {
    std::uint32_t first = 0, count = 0;
    std::uint32_t end() const { return first + count; }
    bool operator==(const Range&) const = default;
};

enum class Blend : std::uint8_t { off, alpha, additive };

// How an item's fragments reach the picture (R13). Depth compares with <=.
struct Raster {
    bool depth_test = false, depth_write = false;
    bool alpha_test = false; // alpha below 0.1: neither colour nor depth (R21)
    Blend blend = Blend::off;
    bool cull = false;   // only clockwise triangles
    bool linear = false; // texture filter; else nearest
    bool repeat = false; // texture wrap; else clamped
    bool operator==(const Raster&) const = default;
};

// The rows of R13.
inline constexpr Raster layer_raster{.blend = Blend::alpha};
constexpr Raster face_raster(Blend blend) {
    return {.depth_test = true,
            .depth_write = true,
            .blend = blend,
            .cull = true,
            .linear = true,
            .repeat = true};
}
constexpr Raster sprite_raster(bool depth, bool alpha_test, Blend blend) {
    return {
        .depth_test = depth, .depth_write = depth, .alpha_test = alpha_test, .blend = blend, .linear = true};
}
inline constexpr Raster shadow_raster{.depth_test = true};

// A picture at its address stays as it is while a renderer knows it, unless `version` rises.
struct Texture {
    const RgbaPicture* picture = nullptr; // none: the vertex colour alone
    std::uint32_t version = 0;
    bool operator==(const Texture&) const = default;
};

// What an item was made for.
struct Source {
    enum class Kind : std::uint8_t { screen, background, layer, actor, overworld };
    Kind kind = Kind::screen;
    std::int32_t id = 0; // number of the background layer; id of the layer or actor
    bool operator==(const Source&) const = default;
};

struct Corner {
    glm::vec4 clip{0, 0, 0, 1};
    float u = 0, v = 0;
    std::array<std::uint8_t, 4> color{255, 255, 255, 255};
    bool operator==(const Corner&) const = default;
};
// Top left, top right, bottom right, bottom left; drawn as corners 0 1 2 and 0 2 3.
struct Quad {
    Texture texture;
    std::array<Corner, 4> corners;
    bool operator==(const Quad&) const = default;
};

// The vertices of one model of one actor: a range of positions, normals, uvs, colors and shading.
struct Model {
    Range vertices;
    glm::mat4 to_world{1}, to_clip{1};
    // The renderer shades the vertices by `lights`; else by the list's shading.
    bool dynamic = false;
    Falloff falloff = Falloff::lambert;
    Range lights;
    bool operator==(const Model&) const = default;
};

// Everything of the picture becomes black and depth 1, or depth alone.
struct ClearItem {
    bool color = true;
    bool operator==(const ClearItem&) const = default;
};
// A background or stand-alone layer, a sprite.
struct QuadsItem {
    Range quads;
    Raster raster;
    bool operator==(const QuadsItem&) const = default;
};
// Faces of a model with one texture: indices are of the model's vertices, three a triangle.
struct FacesItem {
    std::uint32_t model = 0;
    Range indices;
    Texture texture;
    bool unlit = false; // shading is 1
    Raster raster;
    bool operator==(const FacesItem&) const = default;
};
// Flattened triangles in one colour, inside the polygons of a floor only (R94). Points are in clip space.
struct ShadowItem {
    Range area;      // of `points`: triangles of the floor
    Range triangles; // of `points`: three each
    Color color;
    float bias = 0; // of depth, towards the camera
    bool operator==(const ShadowItem&) const = default;
};
struct DimItem {
    float keep = 1; // everything so far is multiplied by it (R15)
    bool operator==(const DimItem&) const = default;
};
// Pixels of 640x480, both ends included; empty where x2 < x1.
struct Rect {
    std::int32_t x1 = 0, y1 = 0, x2 = -1, y2 = -1;
    bool operator==(const Rect&) const = default;
};
// Primitives and the iris.
struct RectsItem {
    Range rects;
    Color color;
    bool operator==(const RectsItem&) const = default;
};
// The top left pixel of a glyph's bitmap.
struct PlacedGlyph {
    std::int32_t x = 0, y = 0;
    std::uint32_t glyph = 0;
    bool operator==(const PlacedGlyph&) const = default;
};
struct TextItem {
    const Font* font = nullptr;
    Range glyphs;
    Color color; // outlines are black
    bool operator==(const TextItem&) const = default;
};

struct Item {
    Source source;
    std::variant<ClearItem, QuadsItem, FacesItem, ShadowItem, DimItem, RectsItem, TextItem> what;
    bool operator==(const Item&) const = default;
};

struct DrawList {
    std::vector<Item> items;
    std::vector<Quad> quads;
    std::vector<Model> models;
    // Of models; positions and normals are posed, in the actor's space. The alpha byte of a colour is the
    // fragment's (R82).
    std::vector<Vec3> positions, normals, shading;
    std::vector<std::array<float, 2>> uvs;
    std::vector<std::array<std::uint8_t, 4>> colors;
    std::vector<std::uint16_t> indices;
    std::vector<Light> lights;
    std::vector<glm::vec4> points;
    std::vector<Rect> rects;
    std::vector<PlacedGlyph> glyphs;

    void clear(); // keeps the memory
    // Adds an item and what it refers to; the item.
    void add(Source source, ClearItem item) { items.push_back({source, item}); }
    void add(Source source, DimItem item) { items.push_back({source, item}); }
    void add(Source source, std::span<const Quad> quads, const Raster& raster);
    void add(Source source, std::span<const Rect> rects, Color color);
    // Room for a model's vertices, all white and lit fully; the model's number.
    std::uint32_t add_model(std::size_t vertices);
    void add_faces(Source source, std::uint32_t model, std::span<const std::uint16_t> indices,
                   const Texture& texture, bool unlit, const Raster& raster);
};

// The list with only the items that `wanted` keeps; clears and everything they share stay.
template <typename Wanted>
DrawList only(const DrawList& list, Wanted wanted) {
    DrawList part = list;
    std::erase_if(part.items, [&](const Item& item) {
        return !std::holds_alternative<ClearItem>(item.what) && !wanted(item);
    });
    return part;
}

// The bytes of a model's vertices: colour times shading, truncated (R81). Dynamic models are shaded here.
void shade_model(const DrawList& list, const Model& model, std::span<Vec3> shading);

// A check for lists from outside: every range lies inside its array, every index inside its model.
bool is_whole(const DrawList& list);

} // namespace rekindle::emi
