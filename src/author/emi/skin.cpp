#include "author/emi/skin.h"

#include <glm/geometric.hpp>

#include "base/trig.h"

namespace rekindle::author {
namespace {

Point unit_or(Point v, Point other) {
    const double length = glm::length(v);
    return length > 1e-9 ? v / length : other;
}

struct Frame {
    Point tangent, side, front;
};

// Axes of the rings' planes. The first one's `side` is as near to +x as the path allows; each next one is the
// one before, brought into its plane, so that the tube doesn't twist.
std::vector<Frame> frames_of(const std::vector<Ring>& rings) {
    std::vector<Frame> frames;
    for (std::size_t i = 0; i < rings.size(); ++i) {
        const Point before = rings[i == 0 ? 0 : i - 1].center;
        const Point after = rings[i + 1 == rings.size() ? i : i + 1].center;
        const Point tangent = unit_or(after - before, {0, 1, 0});
        const Point start = std::abs(tangent.x) > 0.95 ? Point(0, 1, 0) : Point(1, 0, 0);
        const Point wanted = frames.empty() ? start : frames.back().side;
        const Point side = unit_or(wanted - tangent * glm::dot(wanted, tangent), start);
        frames.push_back({tangent, side, glm::cross(side, tangent)});
    }
    return frames;
}

} // namespace

void Skin::begin(const std::string& texture, std::uint32_t flags) {
    emi::MeshFaces group{.flags = flags, .textured = texture.empty() ? 0u : 1u, .texture = 0, .indices = {}};
    if (!texture.empty()) {
        const auto same = [&](const emi::MeshTexture& t) { return t.name == texture; };
        const auto found = std::find_if(textures_.begin(), textures_.end(), same);
        group.texture = static_cast<std::uint32_t>(found - textures_.begin());
        if (found == textures_.end()) textures_.push_back({texture, 0});
    }
    if (faces_.empty() || faces_.back().flags != group.flags || faces_.back().textured != group.textured ||
        faces_.back().texture != group.texture)
        faces_.push_back(group);
}

std::uint32_t Skin::vertex(Point at, Point normal, double u, double v, const Weights& weights) {
    positions_.push_back(at);
    normals_.push_back(normal);
    uvs_.push_back({static_cast<float>(u), static_cast<float>(v)});
    colors_.push_back(color_);
    weights_.push_back(weights);
    return static_cast<std::uint32_t>(positions_.size() - 1);
}

void Skin::triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c, Point out) {
    const Point front = glm::cross(positions_[b] - positions_[a], positions_[c] - positions_[a]);
    if (glm::length(front) < 1e-12) return;
    if (glm::dot(front, out) < 0) std::swap(b, c);
    for (const std::uint32_t index : {a, b, c})
        faces_.back().indices.push_back(static_cast<std::int16_t>(index));
}

void Skin::cap(const Ring& ring, Point out, int sides, double v) {
    const std::uint32_t first =
        static_cast<std::uint32_t>(positions_.size()) - static_cast<std::uint32_t>(sides);
    const std::uint32_t middle = vertex(ring.center, out, 0.5, v, ring.weights);
    for (std::uint32_t s = 0; s + 1 < static_cast<std::uint32_t>(sides); ++s)
        triangle(middle, first + s, first + s + 1, out);
}

void Skin::loft(const std::vector<Ring>& rings, int sides) {
    const auto columns = static_cast<std::uint32_t>(sides) + 1; // the seam twice: its texture place differs
    const auto first = static_cast<std::uint32_t>(positions_.size());
    const std::vector<Frame> frames = frames_of(rings);
    for (std::size_t i = 0; i < rings.size(); ++i) {
        const Frame& frame = frames[i];
        const Ring& ring = rings[i];
        // How fast the tube widens here tips the normals.
        const Ring &below = rings[i == 0 ? 0 : i - 1], &above = rings[i + 1 == rings.size() ? i : i + 1];
        const double length = glm::length(above.center - below.center);
        const double widening =
            length > 1e-9 ? (above.across + above.along - below.across - below.along) / 2 / length : 0;
        for (std::uint32_t s = 0; s < columns; ++s) {
            // Begins at the back, so that the seam is there.
            const double angle = 2 * pi * (s % static_cast<std::uint32_t>(sides)) / sides;
            const double side = -sine(angle), front = -cosine(angle);
            const Point at =
                ring.center + frame.side * (side * ring.across) + frame.front * (front * ring.along);
            const double a = std::max(ring.across, 1e-6), b = std::max(ring.along, 1e-6);
            const Point round = unit_or(frame.side * (side / a) + frame.front * (front / b), frame.side);
            vertex(at, unit_or(round - frame.tangent * widening, round), static_cast<double>(s) / sides,
                   1 - static_cast<double>(i) / static_cast<double>(rings.size() - 1), ring.weights);
        }
    }
    for (std::uint32_t i = 0; i + 1 < rings.size(); ++i)
        for (std::uint32_t s = 0; s + 1 < columns; ++s) {
            const std::uint32_t a = first + i * columns + s, c = a + columns;
            const Point out = normals_[a] + normals_[a + 1] + normals_[c] + normals_[c + 1];
            triangle(a, a + 1, c + 1, out);
            triangle(a, c + 1, c, out);
        }
    for (const bool top : {false, true}) {
        const Ring& ring = top ? rings.back() : rings.front();
        if (ring.across < 1e-6 || ring.along < 1e-6) continue;
        const Point out = top ? frames.back().tangent : -frames.front().tangent;
        const auto ring_first = first + (top ? static_cast<std::uint32_t>(rings.size() - 1) * columns : 0);
        for (std::uint32_t s = 0; s < columns; ++s) {
            const std::uint32_t from = ring_first + s;
            vertex(positions_[from], out, uvs_[from][0], uvs_[from][1], ring.weights);
        }
        cap(ring, out, static_cast<int>(columns), top ? 0 : 1);
    }
}

void Skin::ball(Point center, Point radii, const Weights& weights, int sides) {
    const int rows = std::max(3, sides / 2);
    const auto first = static_cast<std::uint32_t>(positions_.size());
    const auto columns = static_cast<std::uint32_t>(sides) + 1;
    for (int row = 0; row <= rows; ++row)
        for (std::uint32_t s = 0; s < columns; ++s) {
            const double down = pi * row / rows;
            const double around = 2 * pi * (s % static_cast<std::uint32_t>(sides)) / sides;
            const Point n{-sine(down) * sine(around), cosine(down), -sine(down) * cosine(around)};
            vertex(center + n * radii, glm::normalize(n / radii), static_cast<double>(s) / sides,
                   static_cast<double>(row) / rows, weights);
        }
    for (std::uint32_t row = 0; row < static_cast<std::uint32_t>(rows); ++row)
        for (std::uint32_t s = 0; s + 1 < columns; ++s) {
            const std::uint32_t a = first + row * columns + s, c = a + columns;
            const Point out = positions_[a] + positions_[c + 1] - 2.0 * center;
            triangle(a, a + 1, c + 1, out);
            triangle(a, c + 1, c, out);
        }
}

void Skin::quad(const std::array<Point, 4>& corners, const Weights& weights) {
    const Point out = unit_or(glm::cross(corners[1] - corners[0], corners[2] - corners[0]), Point(0, 1, 0));
    const auto first = static_cast<std::uint32_t>(positions_.size());
    constexpr std::array<std::array<double, 2>, 4> places{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
    for (std::size_t i = 0; i < 4; ++i) vertex(corners[i], out, places[i][0], places[i][1], weights);
    triangle(first, first + 1, first + 2, out);
    triangle(first, first + 2, first + 3, out);
}

void Skin::box(Point low, Point high, const Weights& weights) {
    const auto corner = [&](int x, int y, int z) {
        return Point(x ? high.x : low.x, y ? high.y : low.y, z ? high.z : low.z);
    };
    // Each side as it is seen from outside, from its upper left corner clockwise.
    quad({corner(0, 1, 0), corner(1, 1, 0), corner(1, 0, 0), corner(0, 0, 0)}, weights); // towards -z
    quad({corner(1, 1, 1), corner(0, 1, 1), corner(0, 0, 1), corner(1, 0, 1)}, weights);
    quad({corner(0, 1, 1), corner(0, 1, 0), corner(0, 0, 0), corner(0, 0, 1)}, weights); // -x
    quad({corner(1, 1, 0), corner(1, 1, 1), corner(1, 0, 1), corner(1, 0, 0)}, weights);
    quad({corner(0, 1, 1), corner(1, 1, 1), corner(1, 1, 0), corner(0, 1, 0)}, weights); // up
    quad({corner(0, 0, 0), corner(1, 0, 0), corner(1, 0, 1), corner(0, 0, 1)}, weights);
}

emi::Mesh Skin::mesh(std::string_view name, std::vector<std::string> bones) const {
    emi::Mesh mesh;
    mesh.name = name;
    mesh.textures = textures_;
    mesh.uvs = uvs_;
    mesh.colors = colors_;
    mesh.faces = faces_;
    Point low = positions_.empty() ? Point(0) : positions_.front(), high = low;
    for (std::size_t i = 0; i < positions_.size(); ++i) {
        mesh.positions.push_back(stored(positions_[i]));
        mesh.normals.push_back(stored(normals_[i]));
        low = Point(std::min(low.x, positions_[i].x), std::min(low.y, positions_[i].y),
                    std::min(low.z, positions_[i].z));
        high = Point(std::max(high.x, positions_[i].x), std::max(high.y, positions_[i].y),
                     std::max(high.z, positions_[i].z));
    }
    const Point center = (low + high) / 2.0;
    double radius = 0;
    for (const Point& p : positions_) radius = std::max(radius, glm::length(p - center));
    mesh.radius = static_cast<float>(radius);
    mesh.center = stored(center);
    mesh.box_min = stored(low);
    mesh.box_max = stored(high);
    mesh.has_bones = bones.empty() ? 0 : 1;
    mesh.bones = std::move(bones);
    if (mesh.has_bones == 0) return mesh;
    for (const Weights& weights : weights_)
        for (std::size_t i = 0; i < weights.size(); ++i)
            mesh.weights.push_back({i == 0 ? 1u : 0u, weights[i].bone, static_cast<float>(weights[i].share)});
    return mesh;
}

} // namespace rekindle::author
