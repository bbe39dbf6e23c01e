// Heads: emi-engine R87, R89.
#include "emi/stage/head.h"

#include <gtest/gtest.h>

namespace rekindle::emi {
namespace {

glm::quat facing(glm::vec3 point) {
    glm::mat4 joint(euler_matrix(EulerOrder::zyx, {0, 0, -90}));
    joint[3] = {0, 1.6f, 0, 1};
    return wanted_head_turn(glm::mat4(1), joint, joint, point, {});
}

void expect_near(glm::quat found, glm::quat expected) {
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(found[i], expected[i], 1e-5) << i;
}

} // namespace

TEST(EmiHead, FacesThePointWithinItsLimits) {
    expect_near(facing({1, 1.6f, 1}), {0.923880f, 0, 0, 0.382683f});
    const glm::vec3 behind = forward_of_yaw(120);
    expect_near(facing({behind.x, 1.6f, behind.z}), {0.766044f, 0, 0, 0.642788f});
    expect_near(facing({1, 2.6f, 1}), {0.892399f, -0.239118f, -0.099046f, 0.369644f});
    expect_near(facing({0, 5, 0.1f}), {0.965926f, -0.258819f, 0, 0});
    expect_near(facing({0, 1.6f, 0}), {1, 0, 0, 0}); // its own place: nowhere to look
}

TEST(EmiHead, TurnsAtALimitedRateAndArrives) {
    const glm::quat wanted(0.923880f, 0, 0, 0.382683f); // 45°
    glm::quat head(1, 0, 0, 0);
    advance_head(head, wanted, 200, 33);
    expect_near(head, {0.998342f, 0, 0, 0.057564f});
    EXPECT_TRUE(is_turned(head));
    for (int update = 2; update <= 6; ++update) advance_head(head, wanted, 200, 33);
    EXPECT_NE(head, wanted);
    advance_head(head, wanted, 200, 33);
    EXPECT_EQ(head, wanted);
    for (int update = 0; update < 7; ++update) advance_head(head, {1, 0, 0, 0}, 200, 33);
    EXPECT_FALSE(is_turned(head));
}

} // namespace rekindle::emi
