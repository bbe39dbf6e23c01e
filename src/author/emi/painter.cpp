#include "author/emi/painter.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>

#include "author/emi/paints.h"
#include "base/trig.h"

namespace rekindle::author {
namespace {

constexpr int directions = 9;
constexpr double lift = 1e-4; // of secondary rays, off the surface they leave

double half_width(const Camera& camera) {
    const double angle = camera.fov / 2 * radians_per_degree;
    return sine(angle) / cosine(angle);
}

class Painter {
  public:
    Painter(const Room& room, const Camera& camera, Layer layer)
        : room_(room), camera_(camera), wide_(half_width(camera)), all_(shapes(nullptr)),
          own_(shapes(&layer)) {
        for (int i = 0; i < directions; ++i) { // a spiral over the half sphere around +y
            const double up = (i + 0.5) / directions, around = 2.399963 * i;
            const double out = std::sqrt(1 - up * up);
            around_.push_back({out * cosine(around), up, out * sine(around)});
        }
    }

    RgbaPicture paint();

  private:
    std::vector<const Shape*> shapes(const Layer* only) const {
        std::vector<const Shape*> list;
        for (const Shape& shape : room_.shapes)
            if (only == nullptr || shape.layer == *only) list.push_back(&shape);
        return list;
    }
    Ray ray(double x, double y) const {
        const Point ahead((x / (picture_width / 2.0) - 1) * wide_,
                          (1 - y / (picture_height / 2.0)) * wide_ * 0.75, 1);
        return {camera_.at, glm::normalize(turned(camera_.turn, ahead))};
    }
    double openness(Point at, Point normal) const;
    double visible(Point at, Point normal, const Shine& shine) const;
    Point light(Point at, Point normal) const;
    // Light changes slowly: it is measured once a block of pixels, and taken from the blocks around where
    // they show the same surface.
    void measure();
    Point light_at(double x, double y, Point at, const Hit& hit) const;
    // Colour and alpha, 0 or 1.
    glm::dvec4 sample(double x, double y) const;

    const Room& room_;
    const Camera& camera_;
    double wide_;
    Solids all_, own_;
    std::vector<Point> around_;
    struct Measured {
        const Shape* shape = nullptr;
        Point normal{0}, light{0};
    };
    std::vector<Measured> measured_;
};

constexpr int block = 2, blocks_x = picture_width / block, blocks_y = picture_height / block;

// 1: nothing near; corners and places under things are darker.
double Painter::openness(Point at, Point normal) const {
    constexpr double near = 1.1;
    // The half sphere's +y turned to the normal: by mirroring at the axis between them.
    const Point both = normal + Point(0, 1, 0);
    const Point half = glm::length(both) > 1e-6 ? glm::normalize(both) : Point(1, 0, 0);
    double sum = 0, full = 0;
    for (const Point& direction : around_) {
        const Point to = 2.0 * glm::dot(half, direction) * half - direction;
        const double weight = glm::dot(to, normal);
        full += weight;
        const Hit hit = all_.nearest({at + normal * lift, to}, near);
        const double open = hit.shape == nullptr ? 1 : hit.distance / near;
        sum += weight * open;
    }
    return sum / full;
}

// Share of a lamp of some size that is seen from a place.
double Painter::visible(Point at, Point normal, const Shine& shine) const {
    constexpr std::array<std::array<double, 3>, 4> spread{
        {{0.13, 0.05, 0.09}, {-0.13, -0.05, 0.09}, {0.09, -0.05, -0.13}, {-0.09, 0.05, -0.13}}};
    double sum = 0;
    for (const auto& offset : spread) {
        const Point way = shine.at + Point(offset[0], offset[1], offset[2]) - at;
        const double length = glm::length(way);
        if (!all_.blocks({at + normal * lift, way / length}, length)) sum += 1;
    }
    return sum / static_cast<double>(spread.size());
}

Point Painter::light(Point at, Point normal) const {
    Point sum = room_.sky * openness(at, normal) * (0.85 + 0.15 * normal.y);
    for (const Shine& shine : room_.shines) {
        const Point way = shine.at - at;
        const double distance = glm::length(way), facing = glm::dot(way, normal) / distance;
        if (facing <= 0) continue;
        const double strength = facing / (1 + distance * distance / (shine.reach * shine.reach));
        if (strength < 0.01) continue;
        sum += shine.color * (strength * visible(at, normal, shine));
    }
    return sum;
}

void Painter::measure() {
    for (int y = 0; y < blocks_y; ++y)
        for (int x = 0; x < blocks_x; ++x) {
            const Ray ray = this->ray((x + 0.5) * block, (y + 0.5) * block);
            const Hit hit = own_.nearest(ray);
            Measured& here = measured_.emplace_back(Measured{hit.shape, hit.normal, {}});
            if (hit.shape != nullptr) here.light = light(ray.from + ray.to * hit.distance, hit.normal);
        }
}

Point Painter::light_at(double x, double y, Point at, const Hit& hit) const {
    const double u = x / block - 0.5, v = y / block - 0.5;
    const int left = static_cast<int>(std::floor(u)), top = static_cast<int>(std::floor(v));
    Point sum(0);
    double share = 0;
    for (int i = 0; i < 4; ++i) {
        const int column = left + i % 2, row = top + i / 2;
        if (column < 0 || row < 0 || column >= blocks_x || row >= blocks_y) continue;
        const Measured& from = measured_[static_cast<std::size_t>(row * blocks_x + column)];
        if (from.shape != hit.shape || glm::dot(from.normal, hit.normal) < 0.9) continue;
        const double weight = (1 - std::abs(u - column)) * (1 - std::abs(v - row)) + 1e-3;
        sum += from.light * weight, share += weight;
    }
    return share > 0 ? sum / share : light(at, hit.normal);
}

glm::dvec4 Painter::sample(double x, double y) const {
    const Ray ray = this->ray(x, y);
    const Hit hit = own_.nearest(ray);
    if (hit.shape == nullptr) return glm::dvec4(0);
    const Paint& paint = room_.paints[hit.shape->paint];
    const Point at = ray.from + ray.to * hit.distance;
    const Point color = painted(paint, *hit.shape, at, hit.normal);
    if (paint.pattern == Paint::Pattern::glow || paint.pattern == Paint::Pattern::night) return {color, 1};
    Point lit = color * light_at(x, y, at, hit);
    lit = lit / (Point(1) + glm::max(lit - 0.8, 0.0) * 0.8); // bright places keep their hue
    return {glm::clamp(lit, 0.0, 1.0), 1};
}

RgbaPicture Painter::paint() {
    RgbaPicture picture = RgbaPicture::blank(picture_width, picture_height);
    if (own_.empty()) return picture;
    measure();
    std::vector<glm::dvec4> pixels;
    for (int y = 0; y < picture_height; ++y)
        for (int x = 0; x < picture_width; ++x) pixels.push_back(sample(x + 0.5, y + 0.5));
    const auto differs = [&](int x, int y, int to_x, int to_y) {
        if (to_x < 0 || to_y < 0 || to_x >= picture_width || to_y >= picture_height) return false;
        const glm::dvec4 gap = glm::abs(pixels[static_cast<std::size_t>(y * picture_width + x)] -
                                        pixels[static_cast<std::size_t>(to_y * picture_width + to_x)]);
        return gap.x + gap.y + gap.z + gap.w > 0.05;
    };
    for (int y = 0; y < picture_height; ++y)
        for (int x = 0; x < picture_width; ++x) {
            glm::dvec4 color = pixels[static_cast<std::size_t>(y * picture_width + x)];
            // Only edges are looked at more closely.
            if (differs(x, y, x - 1, y) || differs(x, y, x + 1, y) || differs(x, y, x, y - 1) ||
                differs(x, y, x, y + 1)) {
                color = glm::dvec4(0);
                for (int i = 0; i < 9; ++i)
                    color += sample(x + (i % 3 + 0.5) / 3, y + (i / 3 + 0.5) / 3) / 9.0;
            }
            Byte* out = picture.pixels.data() + 4 * static_cast<std::size_t>(y * picture_width + x);
            const double share = color.w > 0 ? color.w : 1;
            for (int i = 0; i < 3; ++i) out[i] = static_cast<Byte>(color[i] / share * 255 + 0.5);
            out[3] = static_cast<Byte>(color.w * 255 + 0.5);
        }
    return picture;
}

} // namespace

Seen seen(const Camera& camera, Point point) {
    const Point v = turned(inverse(camera.turn), point - camera.at);
    const double wide = half_width(camera);
    return {(1 + v.x / (v.z * wide)) * picture_width / 2,
            (1 - v.y / (v.z * wide * 0.75)) * picture_height / 2, v.z};
}

RgbaPicture paint_layer(const Room& room, const Camera& camera, Layer layer) {
    return Painter(room, camera, layer).paint();
}

} // namespace rekindle::author
