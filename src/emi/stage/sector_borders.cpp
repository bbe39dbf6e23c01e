// Borders between sectors and their shrinking (emi-engine R56, R59).
#include <algorithm>
#include <cmath>

#include "emi/stage/sectors.h"

namespace rekindle::emi {
namespace {

using Point = glm::dvec3;

struct Piece {
    Point from, to;
};

// Height of a sector's plane above (x, z); nothing for a wall.
std::optional<double> height_at(const Sector& sector, Point p) {
    const Point n(sector.normal), v(sector.vertices[0]);
    if (n.y == 0) return std::nullopt;
    return v.y - (n.x * (p.x - v.x) + n.z * (p.z - v.z)) / n.y;
}

bool same_height(const Sector& a, const Sector& b, Point p) {
    const auto at_a = height_at(a, p), at_b = height_at(b, p);
    return at_a && at_b && std::abs(*at_a - *at_b) <= 0.1;
}

// The line through an edge of b, in x-z.
struct Cut {
    Point start, edge, normal; // of a, which says where inside is
    double tolerance;          // times the edge's length
    double side(Point q) const { return glm::dot(glm::cross(edge, q - start), normal) + tolerance; }
    Point crossing(const Piece& piece) const {
        const Point way = piece.to - piece.from;
        const double across = edge.z * way.x - edge.x * way.z;
        if (across == 0) return piece.from;
        const double flat = edge.z * (start.x - piece.from.x) - edge.x * (start.z - piece.from.z);
        return piece.from + way * (flat / across);
    }
};

void cut(std::vector<Piece>& pieces, const Cut& by) {
    std::vector<Piece> kept;
    for (Piece piece : pieces) {
        const double from = by.side(piece.from), to = by.side(piece.to);
        if (from < 0 && to < 0) continue;
        if (from < 0 || to < 0) {
            // With a tolerance the line lies that far out: by the share of the two sides.
            const Point at = by.tolerance > 0 ? piece.from + (piece.to - piece.from) * (from / (from - to))
                                              : by.crossing(piece);
            (from < 0 ? piece.from : piece.to) = at;
        }
        kept.push_back(piece);
    }
    pieces = std::move(kept);
}

bool is_convex_in_plan(const std::vector<glm::vec3>& vertices) {
    bool left = false, right = false;
    const std::size_t n = vertices.size();
    for (std::size_t i = 0; i < n; ++i) {
        const Point a(vertices[i]), b(vertices[(i + 1) % n]), c(vertices[(i + 2) % n]);
        const double turn = (b.x - a.x) * (c.z - b.z) - (b.z - a.z) * (c.x - b.x);
        left = left || turn > 0;
        right = right || turn < 0;
    }
    return !(left && right);
}

// Drawn in further than it is wide, a polygon turns inside out and its edges turn around.
bool keeps_its_edges(const Sector& sector) {
    const std::size_t n = sector.vertices.size();
    for (std::size_t i = 0; i < n; ++i) {
        const Point before = Point(sector.unshrunk[(i + 1) % n]) - Point(sector.unshrunk[i]);
        const Point now = Point(sector.vertices[(i + 1) % n]) - Point(sector.vertices[i]);
        if (glm::dot(before, now) <= 0) return false;
    }
    return true;
}

Point unit(Point v) {
    const double length = glm::length(v);
    return length > 0 ? v / length : Point(0);
}

// Which way a corner moves inwards: over all walk sectors that meet there.
Point inward(std::span<const Sector> sectors, Point at) {
    Point sum(0);
    for (const Sector& sector : sectors) {
        if (!sector.is(sector_type::walk)) continue;
        const std::size_t n = sector.unshrunk.size();
        for (std::size_t i = 0; i < n; ++i) {
            const Point v(sector.unshrunk[i]);
            if (glm::distance(v, at) >= 0.01) continue;
            const Point out = unit(Point(sector.unshrunk[(i + 1) % n]) - v);
            const Point in = unit(v - Point(sector.unshrunk[(i + n - 1) % n]));
            sum += unit(out - in);
        }
    }
    return glm::length(sum) < 0.1 ? Point(0) : unit(sum);
}

} // namespace

std::vector<BorderPiece> border(const Sector& a, const Sector& b, double tolerance) {
    if (a.normal == glm::vec3(0) || b.normal == glm::vec3(0)) return {};
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < a.vertices.size(); ++i)
        pieces.push_back({Point(a.vertices[i]), Point(a.vertices[(i + 1) % a.vertices.size()])});
    for (std::size_t i = 0; i < b.vertices.size() && !pieces.empty(); ++i) {
        const Point start(b.vertices[i]), edge = Point(b.vertices[(i + 1) % b.vertices.size()]) - start;
        cut(pieces, {start, edge, Point(a.normal), tolerance * glm::length(edge)});
    }
    std::vector<BorderPiece> result;
    for (const Piece& piece : pieces)
        if (same_height(a, b, piece.from) && same_height(a, b, piece.to))
            result.push_back({glm::vec3(piece.from), glm::vec3(piece.to)});
    return result;
}

void shrink_sectors(std::span<Sector> sectors, float radius) {
    for (Sector& sector : sectors) {
        if (!sector.is(sector_type::walk) || sector.shrink == radius) continue;
        sector.shrink = radius;
        sector.invalid = false;
        sector.vertices = sector.unshrunk;
        if (radius == 0) continue;
        for (glm::vec3& v : sector.vertices)
            v = glm::vec3(Point(v) + double{radius} * inward(sectors, Point(v)));
        if (is_convex_in_plan(sector.vertices) && keeps_its_edges(sector)) continue;
        sector.invalid = true;
        sector.vertices = sector.unshrunk;
    }
}

} // namespace rekindle::emi
