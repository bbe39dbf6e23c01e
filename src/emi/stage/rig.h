#pragma once
// A skeleton's bind pose as flat arrays (emi-engine §5, R73): four joints a block, missing lanes of the last
// block identity. Made once from the file; clips, poses and skins refer to its joint numbers.

#include <vector>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include "emi/data/skeleton.h"
#include "emi/stage/lane_math.h"

namespace rekindle::emi {

struct Rig {
    std::vector<std::int32_t> parents; // -1 a root; parents precede their children
    std::vector<Quat4> rotations;      // relative to the parent, as stored
    std::vector<Vec3x4> translations;
    std::vector<glm::mat4> matrices; // bind matrices in model space
    std::size_t joints() const { return parents.size(); }
    std::size_t blocks() const { return rotations.size(); }
};

Rig make_rig(const Skeleton& skeleton);

glm::quat lane(const Quat4& block, std::size_t lane);
glm::vec3 lane(const Vec3x4& block, std::size_t lane);
void set_lane(Quat4& block, std::size_t lane, glm::quat value);
void set_lane(Vec3x4& block, std::size_t lane, glm::vec3 value);

} // namespace rekindle::emi
