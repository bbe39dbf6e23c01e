#include "emi/stage/sectors.h"

#include <algorithm>
#include <cmath>

#include "base/trig.h"

namespace rekindle::emi {
namespace {

// Decisions at edges are made in doubles, so that they don't hang on the order of f32 roundings.
using Point = glm::dvec3;

Point corner(const Sector& sector, std::size_t i) {
    return Point(sector.vertices[i % sector.vertices.size()]);
}

glm::vec3 normal_of(const std::vector<glm::vec3>& vertices) {
    if (vertices.size() < 3) return glm::vec3(0);
    const Point first(vertices[0]);
    const Point n = glm::cross(Point(vertices[1]) - first, Point(vertices.back()) - first);
    const double length = glm::length(n);
    return length > 0 ? glm::vec3(n / length) : glm::vec3(0);
}

bool inside_edges(const Sector& sector, Point point) {
    const Point n(sector.normal);
    for (std::size_t i = 0; i < sector.vertices.size(); ++i)
        if (glm::dot(glm::cross(corner(sector, i + 1) - corner(sector, i), point - corner(sector, i)), n) <
            -1e-6)
            return false;
    return sector.vertices.size() >= 3;
}

double distance_to(const Sector& sector, Point point) {
    return glm::dot(Point(sector.normal), point - Point(sector.vertices[0]));
}

Point nearest_corner(const Sector& sector, Point point) {
    Point best = corner(sector, 0);
    for (std::size_t i = 1; i < sector.vertices.size(); ++i)
        if (glm::distance(corner(sector, i), point) < glm::distance(best, point)) best = corner(sector, i);
    return best;
}

} // namespace

Sector sector_of(const SetSector& from) {
    Sector sector;
    sector.name = from.name;
    sector.id = from.id;
    sector.type = from.type;
    sector.visible = from.visible != 0;
    sector.height = from.height;
    sector.sort_planes = from.sort_planes;
    for (const Vec3& v : from.vertices) sector.vertices.emplace_back(v.x, v.y, v.z);
    sector.unshrunk = sector.vertices;
    sector.normal = normal_of(sector.vertices);
    return sector;
}

float plane_distance(const Sector& sector, glm::vec3 point) {
    return static_cast<float>(distance_to(sector, Point(point)));
}

glm::vec3 on_plane(const Sector& sector, glm::vec3 point) {
    const Point p(point);
    return glm::vec3(p - Point(sector.normal) * distance_to(sector, p));
}

glm::vec3 along_plane(const Sector& sector, glm::vec3 direction) {
    const Point d(direction), n(sector.normal);
    return glm::vec3(d - n * glm::dot(n, d));
}

bool contains(const Sector& sector, glm::vec3 point) {
    if (sector.normal == glm::vec3(0)) return false;
    const Point p(point);
    if (sector.height < 9000 && std::abs(distance_to(sector, p)) > double{sector.height} + 0.01) return false;
    return inside_edges(sector, p);
}

glm::vec3 closest_point(const Sector& sector, glm::vec3 point) {
    if (sector.vertices.empty()) return point;
    const Point q(point), n(sector.normal);
    if (sector.normal != glm::vec3(0)) {
        const Point projected = q - n * distance_to(sector, q);
        if (inside_edges(sector, projected)) return glm::vec3(projected);
        for (std::size_t i = 0; i < sector.vertices.size(); ++i) {
            const Point v = corner(sector, i), edge = corner(sector, i + 1) - v;
            const double length = glm::dot(edge, edge);
            const double s = length > 0 ? glm::dot(q - v, edge) / length : -1;
            if (s >= 0 && s <= 1 && glm::dot(glm::cross(q - v, edge), n) > 0) return glm::vec3(v + s * edge);
        }
    }
    return glm::vec3(nearest_corner(sector, q));
}

std::optional<std::size_t> sector_at(std::span<const Sector> sectors, glm::vec3 point, std::uint32_t type) {
    for (std::size_t i = 0; i < sectors.size(); ++i)
        if (sectors[i].counts() && sectors[i].is(type) && contains(sectors[i], point)) return i;
    return std::nullopt;
}

std::optional<ClosestSector> closest_walk(std::span<const Sector> sectors, glm::vec3 point) {
    std::optional<ClosestSector> best;
    double least = 0;
    for (std::size_t i = 0; i < sectors.size(); ++i) {
        if (!sectors[i].counts() || !sectors[i].is(sector_type::walk)) continue;
        const glm::vec3 closest = closest_point(sectors[i], point);
        const double distance = glm::distance(Point(closest), Point(point));
        if (best && distance >= least) continue;
        best = {i, closest};
        least = distance;
    }
    return best;
}

std::int32_t sort_order_at(std::span<const Sector> sectors, std::size_t setup, glm::vec3 point) {
    std::int32_t order = 0;
    double least = 0.01;
    for (const Sector& sector : sectors) {
        if (!sector.counts() || !sector.is(sector_type::walk) || setup >= sector.sort_planes.size()) continue;
        const double distance = glm::distance(Point(closest_point(sector, point)), Point(point));
        if (distance >= least) continue;
        least = distance;
        order = sector.sort_planes[setup];
    }
    return order;
}

glm::vec3 puck_vector(std::span<const Sector> sectors, glm::vec3 point, float yaw) {
    const glm::vec3 forward = forward_of_yaw(yaw);
    const auto sector = sector_at(sectors, point, sector_type::walk);
    return sector ? along_plane(sectors[*sector], forward) : forward;
}

std::optional<SectorExit> exit_of(const Sector& sector, glm::vec3 point, glm::vec3 direction) {
    const Point n(sector.normal), raw(direction), q(point);
    if (sector.normal == glm::vec3(0)) return std::nullopt;
    const Point d = raw - n * glm::dot(n, raw), s = q - n * distance_to(sector, q);
    const auto side = [&](std::size_t i) { return glm::dot(glm::cross(corner(sector, i) - s, d), n); };
    for (std::size_t i = 0; i < sector.vertices.size(); ++i) {
        if (!(side(i) > 0) || side(i + 1) > 0) continue;
        const Point edge = corner(sector, i + 1) - corner(sector, i), across = glm::cross(edge, n);
        const double speed = glm::dot(d, across);
        if (speed == 0) continue;
        SectorExit exit;
        exit.point = glm::vec3(s + d * (glm::dot(corner(sector, i) - s, across) / speed));
        exit.edge = i;
        exit.edge_direction = glm::vec3(edge);
        exit.angle = static_cast<float>(arc_cosine(glm::dot(d, edge) / (glm::length(d) * glm::length(edge))) /
                                        radians_per_degree);
        return exit;
    }
    return std::nullopt;
}

} // namespace rekindle::emi
