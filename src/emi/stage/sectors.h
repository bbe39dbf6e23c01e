#pragma once
// Walk sectors of a set (emi-engine R53-R56, R58): which one a point is in, the nearest point of the floor,
// sort planes, where a ray leaves a polygon, borders between neighbours, shrinking. Distances in world units.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emi/data/set.h"
#include "emi/stage/math.h"

namespace rekindle::emi {

struct Sector {
    std::string name;
    std::uint32_t id = 0, type = 0; // bits of sector_type
    bool visible = true;
    bool invalid = false; // shrunk beyond what leaves it convex
    float height = 9999;
    std::vector<std::int32_t> sort_planes;
    std::vector<glm::vec3> unshrunk, vertices;
    glm::vec3 normal{0}; // zero: contains no point
    float shrink = 0;
    bool operator==(const Sector&) const = default;
    // Queries see it.
    bool counts() const { return visible && !invalid; }
    bool is(std::uint32_t wanted) const { return (type & wanted) != 0; }
};
Sector sector_of(const SetSector& sector);

float plane_distance(const Sector& sector, glm::vec3 point); // signed, along the normal
glm::vec3 on_plane(const Sector& sector, glm::vec3 point);
glm::vec3 along_plane(const Sector& sector, glm::vec3 direction); // its normal part removed, length not kept
bool contains(const Sector& sector, glm::vec3 point);
glm::vec3 closest_point(const Sector& sector, glm::vec3 point);

// The first sector that counts, is of a type and contains the point.
std::optional<std::size_t> sector_at(std::span<const Sector> sectors, glm::vec3 point, std::uint32_t type);
struct ClosestSector {
    std::size_t sector;
    glm::vec3 point;
};
// Among the walk sectors that count; the first of equally near ones.
std::optional<ClosestSector> closest_walk(std::span<const Sector> sectors, glm::vec3 point);
// The sort order of a constrained actor at a point, under a camera setup; 0 where no sector gives one.
std::int32_t sort_order_at(std::span<const Sector> sectors, std::size_t setup, glm::vec3 point);
// The puck vector (R50): yaw's direction, along the walk sector that contains the point if there is one.
glm::vec3 puck_vector(std::span<const Sector> sectors, glm::vec3 point, float yaw);

struct SectorExit {
    glm::vec3 point{0};
    std::size_t edge = 0;
    glm::vec3 edge_direction{0}; // the edge, not normalised
    float angle = 0;             // between the ray and the edge, degrees 0..180
};
// Where the ray from a point leaves the polygon; both are brought to its plane first. Nothing for a ray
// without direction or a polygon that it doesn't leave.
std::optional<SectorExit> exit_of(const Sector& sector, glm::vec3 point, glm::vec3 direction);

struct BorderPiece {
    glm::vec3 from, to;
};
// The parts of a's edges that lie within b, in the order of the edges. Parts up to `tolerance` outside count
// as within: the measured engine's is 0, so that sectors a hair apart are not connected for it.
inline constexpr double border_tolerance = 0.01;
std::vector<BorderPiece> border(const Sector& a, const Sector& b, double tolerance = border_tolerance);

// ShrinkBoxes: every walk sector drawn in by a radius; 0 restores all (R56).
void shrink_sectors(std::span<Sector> sectors, float radius);

} // namespace rekindle::emi
