#pragma once
// Turning a head towards a point (emi-engine R86, R87, R89): after the pose was found, one joint's rotation
// is multiplied by the head's turn, which moves towards the wanted one at a limited rate. Degrees.

#include "emi/stage/math.h"

namespace rekindle::emi {

struct HeadLimits {
    float yaw = 80; // to either side
    float min_pitch = -30, max_pitch = 30;
    bool operator==(const HeadLimits&) const = default;
};

// The turn that faces `point`, within the limits. Matrices: the actor's, the head joint's in the present pose
// and in the bind pose, both in model space.
glm::quat wanted_head_turn(const glm::mat4& actor, const glm::mat4& joint, const glm::mat4& bind,
                           glm::vec3 point, const HeadLimits& limits);
// One update of `dt` ms at `rate` degrees a second.
void advance_head(glm::quat& turn, glm::quat wanted, float rate, float dt);
bool is_turned(glm::quat head); // away from the identity by 1e-5 or more

} // namespace rekindle::emi
