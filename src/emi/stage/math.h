#pragma once
// Angles, quaternions and matrices of the stage (emi-engine §0). The types are GLM's, every convention is
// ours: matrices act on column vectors, R(order) = R(first)·R(second)·R(third) with right-hand-rule basic
// rotations, Hamilton quaternions (q·p applies p first), degrees. Computed in doubles with base/trig, rounded
// once: the same bits everywhere.

#include <array>
#include <cstdint>
#include <string_view>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace rekindle::emi {

enum class EulerOrder { xyz, xzy, yxz, yzx, zxy, zyx, xyx, xzx, yxy, yzy, zxz, zyz };

glm::mat3 euler_matrix(EulerOrder order, glm::vec3 degrees);
// Angles that give the matrix back; where the outer axes coincide the third angle is 0.
glm::vec3 matrix_euler(EulerOrder order, const glm::mat3& matrix);

glm::mat3 quat_matrix(glm::quat q); // without normalising: a longer q scales
glm::quat matrix_quat(const glm::mat3& matrix);
glm::quat multiply(glm::quat a, glm::quat b);
glm::quat inverse_quat(glm::quat q); // normalised, then conjugated; of zero: zero
glm::vec3 turn(glm::quat q, glm::vec3 v);
float quat_dot(glm::quat a, glm::quat b);
// 2·acos of w of a⁻¹·b in degrees, 0..360: not folded to the short way.
float quat_angle(glm::quat a, glm::quat b);
// The short way, not renormalised; t outside 0..1 extrapolates.
glm::quat slerp(glm::quat a, glm::quat b, float t);

// Maps model direction `forward` to `target`, and model direction `up` as near as possible to `world_up`.
glm::mat3 aim_matrix(glm::vec3 forward, glm::vec3 target, glm::vec3 up, glm::vec3 world_up);

// Position and angles of an actor, degrees.
struct Placement {
    glm::vec3 position{0};
    float pitch = 0, yaw = 0, roll = 0;
    bool operator==(const Placement&) const = default;
};
glm::mat3 rotation_of(const Placement& placement); // Rz(roll)·Ry(yaw)·Rx(pitch)
glm::mat4 matrix_of(const Placement& placement);
Placement placement_of(const glm::mat4& matrix); // of a rotation and a translation
// (frame)⁻¹·matrix for a frame of rotation and translation: what attaching needs (R46).
glm::mat4 relative_to(const glm::mat4& frame, const glm::mat4& matrix);
glm::vec3 forward_of_yaw(float degrees); // (sin, 0, cos)
float wrap_degrees(float degrees);       // to -180 up to but without 180

// Towards zero, cut to ±most; what is no number is 0.
std::int32_t whole(float value, float most = 2e9f);
// Times that only grow stay at their largest.
std::int32_t later(std::int32_t time, std::int32_t by);

} // namespace rekindle::emi
