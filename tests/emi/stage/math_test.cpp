// Angles, quaternions and matrices: emi-engine §0, R46. The measured ones are the table "math" of the oracle.
#include "emi/stage/math.h"

#include <gtest/gtest.h>

namespace rekindle::emi {

TEST(StageMath, EulerAnglesComeBackWhereNothingLocks) {
    for (int o = 0; o < 12; ++o) {
        const auto which = static_cast<EulerOrder>(o);
        const glm::vec3 angles = o < 6 ? glm::vec3(10, 20, 30) : glm::vec3(10, 120, 30);
        const glm::vec3 back = matrix_euler(which, euler_matrix(which, angles));
        EXPECT_LE(glm::length(back - angles), 1e-4f) << o;
    }
}

TEST(StageMath, TheSpecificationsExamplesHold) {
    const glm::mat3 m = euler_matrix(EulerOrder::zyx, {10, 20, 30});
    EXPECT_LE(glm::length(m[2] - glm::vec3(0.3785f, -0.4410f, 0.8138f)), 1e-4f);
    const auto about_z = [](float degrees) {
        return matrix_quat(euler_matrix(EulerOrder::zyx, {degrees, 0, 0}));
    };
    const glm::quat quarter = slerp(about_z(0), about_z(90), 0.25f);
    EXPECT_NEAR(quarter.z, 0.19509f, 1e-5f);
    EXPECT_NEAR(quarter.w, 0.98079f, 1e-5f);
    // R46: parent (10,0,5) yaw 90, child (12,0,5) yaw 30 → local (0,0,2), yaw -60; parent turned to yaw 180 →
    // child at (10,0,3), yaw 120.
    Placement parent{{10, 0, 5}, 0, 90, 0};
    const Placement local = placement_of(relative_to(matrix_of(parent), matrix_of({{12, 0, 5}, 0, 30, 0})));
    EXPECT_LE(glm::length(local.position - glm::vec3(0, 0, 2)), 1e-5f);
    EXPECT_NEAR(local.yaw, -60, 1e-4f);
    parent.yaw = 180;
    const Placement world = placement_of(matrix_of(parent) * matrix_of(local));
    EXPECT_LE(glm::length(world.position - glm::vec3(10, 0, 3)), 1e-5f);
    // The same orientation may be named by other angles.
    EXPECT_LE(glm::length(rotation_of(world)[2] - forward_of_yaw(120)), 1e-5f);
    EXPECT_EQ(wrap_degrees(190), -170);
    EXPECT_EQ(wrap_degrees(-180), -180);
    EXPECT_EQ(wrap_degrees(180), -180);
}

} // namespace rekindle::emi
