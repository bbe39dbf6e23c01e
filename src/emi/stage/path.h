#pragma once
// The way over the walk sectors (emi-engine R59).

#include "emi/stage/sectors.h"

namespace rekindle::emi {

struct PathSearch {
    double border_tolerance = emi::border_tolerance;
};
// Way points from `from` to `to`, which must lie on the floor (closest_walk); `to` is the last. Empty: there
// is no way.
std::vector<glm::vec3> find_path(std::span<const Sector> sectors, glm::vec3 from, glm::vec3 to,
                                 const PathSearch& search = {});

} // namespace rekindle::emi
