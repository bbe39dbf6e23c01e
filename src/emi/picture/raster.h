#pragma once
// The software renderer's inside, first half: what reaches the pixels, prepared from a draw list. Triangles
// in pixels with planes for everything that runs over them; bands of rows that threads take. raster_setup.cpp
// prepares, raster_fill.cpp fills.

#include "emi/picture/draw_list.h"

namespace rekindle::emi::raster {

inline constexpr int band_rows = 32;
inline constexpr int subpixel = 256;

// base + dx·(x - origin) + dy·(y - origin) at the pixel (x, y).
struct Plane {
    float base = 0, dx = 0, dy = 0;
};

// What the triangles of an item have in common.
struct Paint {
    enum class Kind : std::uint8_t { colors, area, shadow };
    Kind kind = Kind::colors;
    Raster raster;
    const Byte* texels = nullptr; // none: vertex colours alone
    int width = 0, height = 0;
    bool powers = false; // both sides are powers of two
    Color color;         // of shadows
};

struct Triangle {
    std::array<std::int32_t, 3> x{}, y{}; // from top to bottom, in subpixels
    std::int32_t origin_x = 0, origin_y = 0;
    std::uint32_t paint = 0;
    bool flat = false;          // one colour: the base of r, g, b, a
    bool flat_alpha = false;    // the base of a
    bool cornered_left = false; // the middle corner is to the left of the long edge
    float low_z = 0, high_z = 1, low_inverse = 1, high_inverse = 1;
    Plane z, inverse; // inverse: 1/w
    Plane u, v;       // over w, in texels·128
    Plane r, g, b, a; // over w, 0..65535; of flat ones plainly
};

// A picture on a rectangle, nearest, blended, without depth.
struct Blit {
    std::int32_t x1 = 0, y1 = 0, x2 = 0, y2 = 0; // x2, y2 excluded
    const Byte* texels = nullptr;
    int width = 0, height = 0;
    double u = 0, du = 0, v = 0, dv = 0; // texel = u + du·x
};

struct Command {
    enum class Kind : std::uint8_t { clear_all, clear_depth, triangle, blit, begin_shadow, dim, rect, glyph };
    Kind kind = Kind::clear_all;
    std::uint32_t index = 0;
};
struct Bar {
    Rect rect;
    Color color;
};
struct Letter {
    PlacedGlyph placed;
    const Font* font = nullptr;
    Color color;
};

struct Work {
    int width = 640, height = 480;
    std::vector<Paint> paints;
    std::vector<Triangle> triangles;
    std::vector<Blit> blits;
    std::vector<Bar> bars;
    std::vector<Letter> letters;
    std::vector<float> keeps; // of dims
    std::vector<std::vector<Command>> bands;
    std::vector<Vec3> shading; // scratch
    struct Vertex {
        glm::vec4 clip;
        float u, v;
        std::array<float, 4> color; // 0..65535
    };
    std::vector<Vertex> vertices;
};

void prepare(Work& work, const DrawList& list);

// Rows of the picture: `colors` and `depths` begin at row 0; rows are `pitch` long, at least three longer
// than the picture's width. `mask` is a band's own, a byte a pixel.
struct Surface {
    std::uint32_t* colors = nullptr;
    float* depths = nullptr;
    int pitch = 0;
};
void fill_band(const Work& work, std::size_t band, const Surface& surface, std::vector<std::uint8_t>& mask);

} // namespace rekindle::emi::raster
