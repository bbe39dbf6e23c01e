#include <algorithm>
#include <cmath>

#include "emi/picture/raster.h"

namespace rekindle::emi::raster {
namespace {

using Vertex = Work::Vertex;

// How far beyond the picture, in halves of it, a triangle may reach before it is cut.
constexpr float guard = 16;
constexpr float least_w = 1e-6f;

std::int32_t first_pixel(std::int32_t position) { // whose centre is not before the position
    return (position - subpixel / 2 + subpixel - 1) >> 8;
}

void add(Work& work, Command command, int first_row, int end_row) {
    const int first = std::max(first_row, 0), end = std::min(end_row, work.height);
    if (first >= end) return;
    for (int band = first / band_rows; band <= (end - 1) / band_rows; ++band)
        work.bands[static_cast<std::size_t>(band)].push_back(command);
}
void add_everywhere(Work& work, Command command) { add(work, command, 0, work.height); }

template <typename T>
std::uint32_t last_of(const std::vector<T>& items) {
    return static_cast<std::uint32_t>(items.size() - 1);
}

// A corner in the picture.
struct Point {
    std::int32_t x = 0, y = 0;
    double depth = 0, inverse = 1;
    const Vertex* vertex = nullptr;
};

Point point_of(const Work& work, const Vertex& vertex) {
    const double inverse = 1.0 / static_cast<double>(vertex.clip.w);
    const double x = (1 + vertex.clip.x * inverse) * work.width * (subpixel / 2);
    const double y = (1 - vertex.clip.y * inverse) * work.height * (subpixel / 2);
    return {static_cast<std::int32_t>(std::floor(x + 0.5)), static_cast<std::int32_t>(std::floor(y + 0.5)),
            (vertex.clip.z * inverse + 1) / 2, inverse, &vertex};
}

// Gradients of a triangle, from its uppermost corner.
struct Slope {
    double x1, y1, x2, y2; // the other corners, in pixels
    double to_x, to_y;     // from the uppermost corner to the centre of the origin pixel

    Plane plane(double f0, double f1, double f2) const {
        const double d1 = f1 - f0, d2 = f2 - f0, area = x1 * y2 - x2 * y1;
        const double dx = (d1 * y2 - d2 * y1) / area, dy = (d2 * x1 - d1 * x2) / area;
        return {static_cast<float>(f0 + dx * to_x + dy * to_y), static_cast<float>(dx),
                static_cast<float>(dy)};
    }
};

bool is_before(const Point& a, const Point& b) { return a.y != b.y ? a.y < b.y : a.x < b.x; }

// Equal triangles give equal planes, whichever corner they begin with: models repeat theirs (R13).
void set_up(Work& work, std::uint32_t paint_index, const std::array<const Vertex*, 3>& vertices, float bias) {
    std::array<Point, 3> p{point_of(work, *vertices[0]), point_of(work, *vertices[1]),
                           point_of(work, *vertices[2])};
    const auto crossed = [&] {
        return std::int64_t{p[1].x - p[0].x} * (p[2].y - p[0].y) -
               std::int64_t{p[2].x - p[0].x} * (p[1].y - p[0].y);
    };
    const Paint& paint = work.paints[paint_index];
    const std::int64_t turning = crossed();
    if (turning == 0 || (paint.raster.cull && turning < 0)) return;
    if (is_before(p[1], p[0])) std::swap(p[0], p[1]);
    if (is_before(p[2], p[1])) std::swap(p[1], p[2]);
    if (is_before(p[1], p[0])) std::swap(p[0], p[1]);
    const int first_row = first_pixel(p[0].y), end_row = first_pixel(p[2].y);
    if (first_row >= end_row || end_row <= 0 || first_row >= work.height) return;
    const auto [left, right] = std::minmax({p[0].x, p[1].x, p[2].x});
    if (first_pixel(left) >= first_pixel(right) || first_pixel(right) <= 0 || first_pixel(left) >= work.width)
        return;

    Triangle t;
    t.paint = paint_index;
    t.cornered_left = crossed() < 0;
    for (std::size_t i = 0; i < 3; ++i) {
        t.x[i] = p[i].x;
        t.y[i] = p[i].y;
    }
    t.origin_x = p[0].x >> 8;
    t.origin_y = p[0].y >> 8;
    constexpr double pixel = 1.0 / subpixel;
    const Slope slope{(p[1].x - p[0].x) * pixel,
                      (p[1].y - p[0].y) * pixel,
                      (p[2].x - p[0].x) * pixel,
                      (p[2].y - p[0].y) * pixel,
                      (t.origin_x * subpixel + subpixel / 2 - p[0].x) * pixel,
                      (t.origin_y * subpixel + subpixel / 2 - p[0].y) * pixel};
    const auto bounds = [](double a, double b, double c) {
        const auto [low, high] = std::minmax({a, b, c});
        return std::pair(static_cast<float>(low), static_cast<float>(high));
    };
    for (Point& corner : p) corner.depth = std::clamp(corner.depth - static_cast<double>(bias), 0.0, 1.0);
    t.z = slope.plane(p[0].depth, p[1].depth, p[2].depth);
    std::tie(t.low_z, t.high_z) = bounds(p[0].depth, p[1].depth, p[2].depth);
    if (paint.kind == Paint::Kind::colors) {
        t.inverse = slope.plane(p[0].inverse, p[1].inverse, p[2].inverse);
        std::tie(t.low_inverse, t.high_inverse) = bounds(p[0].inverse, p[1].inverse, p[2].inverse);
        const auto over_w = [&](auto value) {
            return slope.plane(value(*p[0].vertex) * p[0].inverse, value(*p[1].vertex) * p[1].inverse,
                               value(*p[2].vertex) * p[2].inverse);
        };
        if (paint.texels != nullptr) {
            const double wide = paint.width * 128.0, high = paint.height * 128.0;
            t.u = over_w([wide](const Vertex& vertex) { return vertex.u * wide; });
            t.v = over_w([high](const Vertex& vertex) { return vertex.v * high; });
        }
        const auto& c = p[0].vertex->color;
        const auto same = [&](std::size_t i) {
            return c[i] == p[1].vertex->color[i] && c[i] == p[2].vertex->color[i];
        };
        t.flat_alpha = same(3);
        t.flat = t.flat_alpha && same(0) && same(1) && same(2);
        const std::array<Plane*, 4> planes{&t.r, &t.g, &t.b, &t.a};
        for (std::size_t i = 0; i < 4; ++i)
            *planes[i] =
                t.flat || (i == 3 && t.flat_alpha)
                    ? Plane{c[i], 0, 0}
                    : over_w([i](const Vertex& vertex) { return static_cast<double>(vertex.color[i]); });
    }
    work.triangles.push_back(t);
    add(work, {Command::Kind::triangle, last_of(work.triangles)}, first_row, end_row);
}

// How far a vertex is inside each plane that triangles are cut at.
std::array<float, 7> distances(const glm::vec4& c) {
    return {c.w - least_w,     c.w + c.z,         c.w - c.z,        guard * c.w + c.x,
            guard * c.w - c.x, guard * c.w + c.y, guard * c.w - c.y};
}

Vertex between(const Vertex& a, const Vertex& b, float t) {
    Vertex v;
    v.clip = a.clip + (b.clip - a.clip) * t;
    v.u = a.u + (b.u - a.u) * t;
    v.v = a.v + (b.v - a.v) * t;
    for (std::size_t i = 0; i < 4; ++i) v.color[i] = a.color[i] + (b.color[i] - a.color[i]) * t;
    return v;
}

void add_triangle(Work& work, std::uint32_t paint, const std::array<const Vertex*, 3>& corners, float bias) {
    bool whole = true;
    for (const Vertex* corner : corners)
        for (const float distance : distances(corner->clip)) whole = whole && distance >= 0;
    if (whole) return set_up(work, paint, corners, bias);
    std::vector<Vertex> polygon{*corners[0], *corners[1], *corners[2]}, cut;
    for (std::size_t plane = 0; plane < 7 && !polygon.empty(); ++plane) {
        cut.clear();
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const Vertex &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
            const float at_a = distances(a.clip)[plane], at_b = distances(b.clip)[plane];
            if (at_a >= 0) cut.push_back(a);
            // From the inside to the outside, whichever way the edge runs: neighbours are cut alike.
            if (at_a >= 0 && at_b < 0) cut.push_back(between(a, b, at_a / (at_a - at_b)));
            if (at_a < 0 && at_b >= 0) cut.push_back(between(b, a, at_b / (at_b - at_a)));
        }
        polygon.swap(cut);
    }
    // A vertex computed to lie on a plane may miss it by a rounding. What is no number is left out.
    for (const Vertex& vertex : polygon) {
        const float most = 2 * guard * vertex.clip.w;
        if (!(most > 0 && std::abs(vertex.clip.x) <= most && std::abs(vertex.clip.y) <= most)) return;
    }
    for (std::size_t i = 2; i < polygon.size(); ++i)
        set_up(work, paint, {&polygon[0], &polygon[i - 1], &polygon[i]}, bias);
}

std::uint32_t add_paint(Work& work, const Raster& raster, const Texture& texture) {
    Paint paint;
    paint.raster = raster;
    if (texture.picture != nullptr && texture.picture->width > 0 && texture.picture->height > 0) {
        paint.texels = texture.picture->pixels.data();
        paint.width = texture.picture->width;
        paint.height = texture.picture->height;
        paint.powers = (paint.width & (paint.width - 1)) == 0 && (paint.height & (paint.height - 1)) == 0;
    }
    work.paints.push_back(paint);
    return last_of(work.paints);
}

// A layer's quad is a rectangle with the picture upright, in full colour.
bool add_as_blit(Work& work, const Quad& quad, const Raster& raster) {
    const auto& c = quad.corners;
    if (raster != layer_raster || quad.texture.picture == nullptr) return false;
    for (const Corner& corner : c)
        if (corner.clip.w != 1 || corner.color != std::array<std::uint8_t, 4>{255, 255, 255, 255} ||
            !(std::abs(corner.clip.x) < guard) || !(std::abs(corner.clip.y) < guard))
            return false;
    const bool upright = c[0].clip.y == c[1].clip.y && c[2].clip.y == c[3].clip.y &&
                         c[0].clip.x == c[3].clip.x && c[1].clip.x == c[2].clip.x && c[0].v == c[1].v &&
                         c[2].v == c[3].v && c[0].u == c[3].u && c[1].u == c[2].u;
    if (!upright) return false;
    const Vertex from{c[0].clip, 0, 0, {}}, to{c[2].clip, 0, 0, {}};
    const Point a = point_of(work, from), b = point_of(work, to);
    if (a.x >= b.x || a.y >= b.y) return false;
    Blit blit;
    blit.x1 = std::max(first_pixel(a.x), 0);
    blit.x2 = std::min(first_pixel(b.x), work.width);
    blit.y1 = first_pixel(a.y);
    blit.y2 = first_pixel(b.y);
    if (blit.x1 >= blit.x2) return true;
    const RgbaPicture& picture = *quad.texture.picture;
    blit.texels = picture.pixels.data();
    blit.width = picture.width;
    blit.height = picture.height;
    const auto line = [](double from_position, double to_position, double from_texel, double to_texel,
                         double& at, double& step) {
        step = (to_texel - from_texel) * subpixel / (to_position - from_position);
        at = from_texel + step * (subpixel / 2 - from_position) / subpixel;
    };
    line(a.x, b.x, c[0].u * double{1} * picture.width, c[1].u * double{1} * picture.width, blit.u, blit.du);
    line(a.y, b.y, c[0].v * double{1} * picture.height, c[3].v * double{1} * picture.height, blit.v, blit.dv);
    work.blits.push_back(blit);
    add(work, {Command::Kind::blit, last_of(work.blits)}, blit.y1, blit.y2);
    return true;
}

constexpr float full = 257; // a byte of 255 becomes 65535

struct Preparing {
    Work& work;
    const DrawList& list;
    std::vector<std::uint32_t> first_vertex; // of each model, lit; the unlit ones follow

    void operator()(const ClearItem& item) const {
        add_everywhere(work, {item.color ? Command::Kind::clear_all : Command::Kind::clear_depth, 0});
    }
    void operator()(const DimItem& item) const {
        work.keeps.push_back(item.keep);
        add_everywhere(work, {Command::Kind::dim, last_of(work.keeps)});
    }
    void operator()(const QuadsItem& item) const {
        for (std::uint32_t i = item.quads.first; i < item.quads.end(); ++i) {
            const Quad& quad = list.quads[i];
            if (add_as_blit(work, quad, item.raster)) continue;
            const std::uint32_t paint = add_paint(work, item.raster, quad.texture);
            std::array<Vertex, 4> v;
            for (std::size_t k = 0; k < 4; ++k) {
                const Corner& corner = quad.corners[k];
                v[k] = {corner.clip, corner.u, corner.v, {}};
                for (std::size_t channel = 0; channel < 4; ++channel)
                    v[k].color[channel] = corner.color[channel] * full;
            }
            add_triangle(work, paint, {&v[0], &v[1], &v[2]}, 0);
            add_triangle(work, paint, {&v[0], &v[2], &v[3]}, 0);
        }
    }
    void operator()(const FacesItem& item) const {
        const std::uint32_t paint = add_paint(work, item.raster, item.texture);
        const Model& model = list.models[item.model];
        const std::uint32_t first = first_vertex[item.model] + (item.unlit ? model.vertices.count : 0);
        for (std::uint32_t i = item.indices.first; i + 2 < item.indices.end(); i += 3)
            add_triangle(work, paint,
                         {&work.vertices[first + list.indices[i]],
                          &work.vertices[first + list.indices[i + 1]],
                          &work.vertices[first + list.indices[i + 2]]},
                         0);
    }
    void operator()(const ShadowItem& item) const {
        add_everywhere(work, {Command::Kind::begin_shadow, 0});
        add_points(item.area, Paint::Kind::area, item);
        add_points(item.triangles, Paint::Kind::shadow, item);
    }
    void operator()(const RectsItem& item) const {
        for (std::uint32_t i = item.rects.first; i < item.rects.end(); ++i) {
            const Rect& r = list.rects[i];
            if (r.x2 < r.x1 || r.y2 < r.y1) continue;
            const auto cut = [](std::int32_t pixel, int size, int of) {
                return static_cast<std::int32_t>(std::clamp<std::int64_t>(pixel, -of, 2 * of) * size / of);
            };
            const Rect scaled{std::max(cut(r.x1, work.width, 640), 0),
                              std::max(cut(r.y1, work.height, 480), 0),
                              std::min(cut(std::min(r.x2, 1279) + 1, work.width, 640), work.width) - 1,
                              std::min(cut(std::min(r.y2, 959) + 1, work.height, 480), work.height) - 1};
            if (scaled.x2 < scaled.x1 || scaled.y2 < scaled.y1) continue;
            work.bars.push_back({scaled, item.color});
            add(work, {Command::Kind::rect, last_of(work.bars)}, scaled.y1, scaled.y2 + 1);
        }
    }
    void operator()(const TextItem& item) const {
        for (std::uint32_t i = item.glyphs.first; i < item.glyphs.end(); ++i) {
            const PlacedGlyph& placed = list.glyphs[i];
            const auto rows = static_cast<int>(item.font->glyphs[placed.glyph].height);
            if (std::abs(placed.x) > 4096 || std::abs(placed.y) > 4096) continue;
            work.letters.push_back({placed, item.font, item.color});
            add(work, {Command::Kind::glyph, last_of(work.letters)}, placed.y * work.height / 480,
                (placed.y + rows) * work.height / 480 + 1);
        }
    }

  private:
    void add_points(const Range& range, Paint::Kind kind, const ShadowItem& item) const {
        const std::uint32_t paint = add_paint(work, shadow_raster, {});
        work.paints[paint].kind = kind;
        work.paints[paint].color = item.color;
        for (std::uint32_t i = range.first; i + 2 < range.end(); i += 3) {
            std::array<Vertex, 3> v{};
            for (std::uint32_t k = 0; k < 3; ++k) v[k].clip = list.points[i + k];
            add_triangle(work, paint, {&v[0], &v[1], &v[2]}, kind == Paint::Kind::shadow ? item.bias : 0);
        }
    }
};

glm::vec4 placed(const glm::mat4& m, const Vec3& p) {
    return {m[0][0] * p.x + m[1][0] * p.y + (m[2][0] * p.z + m[3][0]),
            m[0][1] * p.x + m[1][1] * p.y + (m[2][1] * p.z + m[3][1]),
            m[0][2] * p.x + m[1][2] * p.y + (m[2][2] * p.z + m[3][2]),
            m[0][3] * p.x + m[1][3] * p.y + (m[2][3] * p.z + m[3][3])};
}

float limited(float shading) { return shading >= 0 ? std::min(shading, 1.0f) : 0; }

// Every vertex of a model twice: lit and unlit.
void add_vertices(Work& work, const DrawList& list, const Model& model) {
    const Range& range = model.vertices;
    work.shading.resize(range.count);
    shade_model(list, model, work.shading);
    const std::size_t first = work.vertices.size();
    work.vertices.resize(first + 2 * std::size_t{range.count});
    for (std::uint32_t i = 0; i < range.count; ++i) {
        const std::uint32_t from = range.first + i;
        const auto& color = list.colors[from];
        const Vec3& light = work.shading[i];
        Vertex& lit = work.vertices[first + i];
        lit = {placed(model.to_clip, list.positions[from]),
               list.uvs[from][0],
               list.uvs[from][1],
               {color[0] * full, color[1] * full, color[2] * full, color[3] * full}};
        work.vertices[first + range.count + i] = lit;
        lit.color[0] = shaded(color[0], limited(light.x)) * full;
        lit.color[1] = shaded(color[1], limited(light.y)) * full;
        lit.color[2] = shaded(color[2], limited(light.z)) * full;
    }
}

} // namespace

void prepare(Work& work, const DrawList& list) {
    work.paints.clear();
    work.triangles.clear();
    work.blits.clear();
    work.bars.clear();
    work.letters.clear();
    work.keeps.clear();
    work.vertices.clear();
    work.bands.resize(static_cast<std::size_t>((work.height + band_rows - 1) / band_rows));
    for (auto& band : work.bands) band.clear();
    Preparing preparing{work, list, {}};
    for (const Model& model : list.models) {
        preparing.first_vertex.push_back(static_cast<std::uint32_t>(work.vertices.size()));
        add_vertices(work, list, model);
    }
    for (const Item& item : list.items) std::visit(preparing, item.what);
}

} // namespace rekindle::emi::raster
