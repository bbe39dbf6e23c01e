#include "emi/stage/head.h"

#include <algorithm>
#include <cmath>

namespace rekindle::emi {
namespace {

constexpr float roll_limit = 30;

bool differ(glm::quat a, glm::quat b) {
    const float largest =
        std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z), std::abs(a.w - b.w)});
    return largest >= 1e-5f;
}

float clamped(float degrees, float low, float high) {
    return std::min(std::max(wrap_degrees(degrees), low), high);
}

} // namespace

glm::quat wanted_head_turn(const glm::mat4& actor, const glm::mat4& joint, const glm::mat4& bind,
                           glm::vec3 point, const HeadLimits& limits) {
    const glm::dmat4 place = glm::dmat4(actor) * glm::dmat4(joint);
    const glm::dmat3 to_joint = glm::transpose(glm::dmat3(place));
    const glm::dvec3 way = glm::dvec3(point) - glm::dvec3(place[3]);
    if (glm::dot(way, way) == 0) return {1, 0, 0, 0};
    const glm::vec3 target(glm::normalize(way));
    const glm::mat3 to_bind = glm::transpose(glm::mat3(bind));
    glm::vec3 up(0, 1, 0);
    if (target.y >= 0.98f) up = -glm::vec3(to_joint[1]);
    if (target.y <= -0.98f) up = glm::vec3(to_joint[1]);
    const glm::mat3 aim = aim_matrix(to_bind[2], target, to_bind[1], up);
    glm::vec3 angles = matrix_euler(EulerOrder::zxy, glm::mat3(to_joint * glm::dmat3(aim)));
    angles.x = clamped(angles.x, -limits.yaw, limits.yaw);
    angles.y = clamped(angles.y, limits.min_pitch, limits.max_pitch);
    angles.z = clamped(angles.z, -roll_limit, roll_limit);
    return matrix_quat(euler_matrix(EulerOrder::zxy, angles));
}

void advance_head(glm::quat& turn, glm::quat wanted, float rate, float dt) {
    if (!differ(turn, wanted)) return;
    const float unfolded = quat_angle(turn, wanted);
    const float angle = unfolded > 180 ? 360 - unfolded : unfolded;
    const float step = rate * dt / 1000;
    turn = step < angle ? slerp(turn, wanted, step / angle) : wanted;
}

bool is_turned(glm::quat head) { return differ(head, {1, 0, 0, 0}); }

} // namespace rekindle::emi
