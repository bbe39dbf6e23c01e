#include "author/emi/paints.h"

#include <glm/common.hpp>

#include "base/trig.h"

namespace rekindle::author {
namespace {

double cell(double t) { return t - std::floor(t); }

// 0...1 that looks random, of whole numbers.
double shuffled(double a, double b) {
    std::uint32_t h = static_cast<std::uint32_t>(static_cast<std::int64_t>(std::floor(a)) * 374761393 +
                                                 static_cast<std::int64_t>(std::floor(b)) * 668265263);
    h = (h ^ (h >> 13)) * 1274126177u;
    return ((h ^ (h >> 16)) & 1023) / 1023.0;
}

struct Flat {
    double u = 0, v = 0; // along and across a side of a shape, world units
};

Flat flat(Point at, Point normal) {
    const Point n = glm::abs(normal);
    if (n.y >= n.x && n.y >= n.z) return {at.x, at.z};
    return n.x > n.z ? Flat{at.z, at.y} : Flat{at.x, at.y};
}

Point planks(const Paint& paint, Flat at) {
    const double across = at.u, along = at.v;
    const double row = across / paint.size, shift = shuffled(row, 7) * 3;
    const double piece = (along + shift) / 2.6;
    const double tint = 0.82 + 0.3 * shuffled(row, std::floor(piece) + 31);
    const double seam = std::min(cell(row), 1 - cell(row)) * paint.size;
    const double end = std::min(cell(piece), 1 - cell(piece)) * 2.6;
    const double grain = 0.96 + 0.04 * sine(along * 2.3 + sine(across * 37 + 5 * shuffled(row, 3)) * 1.8);
    return paint.color * tint * grain * (seam < 0.012 || end < 0.012 ? 0.6 : 1.0);
}

// Raised fields in frames, as on wainscots and doors.
Point panels(const Paint& paint, Flat at) {
    const double u = cell(at.u / paint.size) - 0.5, v = cell(at.v / paint.size * 0.8) - 0.5;
    const double edge = std::max(std::abs(u), std::abs(v));
    if (edge > 0.38) return paint.color;
    if (edge > 0.34) return paint.color * (u + v < 0 ? 0.72 : 1.18);
    return paint.color * 0.94;
}

Point rug(const Paint& paint, const Shape& shape, Point at) {
    const double side = std::min({at.x - shape.a.x, shape.b.x - at.x, at.z - shape.a.z, shape.b.z - at.z});
    if (side < paint.size * 0.5) return paint.other;
    if (side < paint.size * 0.7) return paint.color * 0.6;
    if (side < paint.size * 1.1) return paint.color;
    if (side < paint.size * 1.25) return paint.other;
    const double diamond = std::abs(cell(at.x * 1.6) - 0.5) + std::abs(cell(at.z * 1.6) - 0.5);
    return diamond < 0.22 ? glm::mix(paint.color, paint.other, 0.7)
                          : paint.color * (diamond < 0.3 ? 0.7 : 0.9);
}

Point night(const Paint& paint, const Shape& shape, Point at) {
    const double up = (at.y - shape.a.y) / (shape.b.y - shape.a.y);
    const Point sky = glm::mix(paint.other, paint.color, up);
    const double x = at.x - shape.a.x, z = at.z - shape.a.z, u = std::max(x, z);
    const double roofs = 0.18 + 0.12 * shuffled(u * 3.1, 5) + 0.05 * shuffled(u * 9, 2);
    if (up < roofs) return paint.other * 0.28;
    const double moon = (u - 0.95) * (u - 0.95) + (at.y - shape.b.y + 0.45) * (at.y - shape.b.y + 0.45);
    if (moon < 0.02) return {0.98, 0.95, 0.82};
    const double star = shuffled(u * 40, at.y * 40);
    return sky + (star > 0.992 ? 0.5 : 0.0) + 0.12 / (1 + moon * 60);
}

Byte byte_of(double share) { return static_cast<Byte>(glm::clamp(share, 0.0, 1.0) * 255 + 0.5); }

void set(RgbaPicture& picture, int x, int y, std::array<double, 4> rgba) {
    Byte* out = picture.pixels.data() + 4 * static_cast<std::size_t>(y * picture.width + x);
    for (std::size_t i = 0; i < 4; ++i) out[i] = byte_of(rgba[i]);
}

} // namespace

Point painted(const Paint& paint, const Shape& shape, Point at, Point normal) {
    const Flat place = flat(at, normal);
    switch (paint.pattern) {
    case Paint::Pattern::planks: return planks(paint, place);
    case Paint::Pattern::tiles: {
        const bool odd = (static_cast<int>(std::floor(place.u / paint.size)) +
                          static_cast<int>(std::floor(place.v / paint.size))) %
                             2 !=
                         0;
        const double u = cell(place.u / paint.size), v = cell(place.v / paint.size);
        const bool joint = std::min({u, v, 1 - u, 1 - v}) < 0.025;
        return (odd ? paint.other : paint.color) *
               (joint ? 0.75 : 0.93 + 0.1 * shuffled(place.u / paint.size, place.v / paint.size));
    }
    case Paint::Pattern::stripes: {
        const double u = cell(place.u / paint.size);
        if (u < 0.5) return u > 0.22 && u < 0.28 ? glm::mix(paint.color, paint.other, 0.6) : paint.color;
        return paint.other;
    }
    case Paint::Pattern::panels: return panels(paint, place);
    case Paint::Pattern::rug: return rug(paint, shape, at);
    case Paint::Pattern::night: return night(paint, shape, at);
    case Paint::Pattern::plain:
    case Paint::Pattern::glow: break;
    }
    return paint.color;
}

std::array<std::uint8_t, 3> plaid(int x, int y) {
    constexpr int size = 24;
    const auto band = [](int t) { // how much of each thread runs here
        const int in = ((t % size) + size) % size;
        return std::array<double, 3>{in < 10 ? 1.0 : 0.0, in >= 14 && in < 16 ? 1.0 : 0.0,
                                     in >= 19 && in < 20 ? 1.0 : 0.0};
    };
    const auto h = band(x), v = band(y);
    Point color(0.86, 0.62, 0.24); // mustard
    color =
        glm::mix(color, Point(0.55, 0.16, 0.14), 0.5 * (h[0] + v[0])); // red checks, darkest where they cross
    color = glm::mix(color, Point(0.12, 0.32, 0.30), 0.7 * std::max(h[1], v[1]));
    color = glm::mix(color, Point(0.98, 0.92, 0.72), 0.6 * std::max(h[2], v[2]));
    const double weave = (x + y) % 2 == 0 ? 1.0 : 0.95;
    return {byte_of(color.x * weave), byte_of(color.y * weave), byte_of(color.z * weave)};
}

RgbaPicture coat_cloth(int size) {
    RgbaPicture picture = RgbaPicture::blank(size, size);
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
            const double u = (x + 0.5) / size, v = (y + 0.5) / size;
            const double front = std::abs(u - 0.5);                               // the closing
            const double side = std::min(std::abs(u - 0.25), std::abs(u - 0.75)); // seams under the arms
            const double hem = std::min(v, 1 - v);
            double dark = 0;
            if (front < 0.012) dark = 0.75;
            if (side < 0.015) dark = std::max(dark, 0.35);
            if (hem < 0.02) dark = std::max(dark, 0.55);
            const double button = (u - 0.54) * (u - 0.54) + (cell(v * 5) - 0.5) * (cell(v * 5) - 0.5) / 16;
            if (button < 0.0004) dark = 0.9;
            set(picture, x, y, {0.10, 0.05, 0.04, dark});
        }
    return picture;
}

RgbaPicture soft_disc(int size, Color color, double strength) {
    RgbaPicture picture = RgbaPicture::blank(size, size);
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
            const double u = (x + 0.5) / size * 2 - 1, v = (y + 0.5) / size * 2 - 1;
            const double inside = std::max(0.0, 1 - (u * u + v * v));
            set(picture, x, y,
                {color.r / 255.0, color.g / 255.0, color.b / 255.0, strength * inside * inside});
        }
    return picture;
}

RgbaPicture flame(int width, int height, int frame, int frames) {
    RgbaPicture picture = RgbaPicture::blank(width, height);
    const double turn = 2 * pi * frame / frames;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double up = 1 - (y + 0.5) / height; // 0 at the wick
            const double sway = 0.16 * up * sine(turn + up * 4) + 0.05 * up * sine(2 * turn + 1);
            const double tall = 0.9 + 0.08 * sine(2 * turn);
            const double u = (x + 0.5) / width * 2 - 1 - sway;
            const double t = up / tall;
            const double wide = t < 1 ? 0.62 * std::sqrt(std::max(0.0, t + 0.03)) * (1 - t) * 2.0 : 0;
            const double inside = wide > 0 ? 1 - (u * u) / (wide * wide) : 0;
            if (inside <= 0) continue;
            const double heart = inside * (1 - t * 0.7);
            set(picture, x, y,
                {1.0, 0.45 + 0.55 * heart, 0.12 + 0.75 * heart * heart, std::min(1.0, inside * 1.6)});
        }
    return picture;
}

} // namespace rekindle::author
