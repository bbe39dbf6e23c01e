// Cameras: emi-engine R12, R14, R105-R107.
#include "emi/stage/camera.h"

#include <gtest/gtest.h>

namespace rekindle::emi {

TEST(EmiCamera, PointsComeToTheScreenAsInTheExample) {
    Camera camera{{0, 0, -10}, glm::mat3(1), 60, 1, 100};
    const glm::vec3 screen = to_screen(camera, {2, 1, 0});
    EXPECT_NEAR(screen.x, 0.346410, 1e-5);
    EXPECT_NEAR(screen.y, 0.230940, 1e-5);
    EXPECT_NEAR(screen.z, 0.818182, 1e-5);
    EXPECT_NEAR(to_pixel(screen).x, 430.85, 0.01);
    EXPECT_NEAR(to_pixel(screen).y, 184.57, 0.01);
    camera.rotation = euler_matrix(EulerOrder::zyx, {0, 10, 0});
    const glm::vec3 turned = to_screen(camera, {2, 1, 0});
    EXPECT_NEAR(turned.x, 0.039606, 1e-5);
    EXPECT_NEAR(turned.y, 0.226515, 1e-5);
    EXPECT_NEAR(to_pixel(turned).x, 332.67, 0.01);
    EXPECT_NEAR(to_pixel(turned).y, 185.64, 0.01);
}

TEST(EmiCamera, TheOverworldIsSeenFromTheOrigin) {
    const glm::vec3 screen = to_screen(overworld_camera(), {1.6f, 1.2f, 3.2f});
    EXPECT_NEAR(screen.x, 0.5, 1e-5);
    EXPECT_NEAR(screen.y, 0.5, 1e-5);
}

TEST(EmiCamera, SettingOneAngleKeepsTheOthers) {
    Camera camera;
    camera.rotation = euler_matrix(EulerOrder::zyx, {0, 10, 0});
    glm::vec3 angles = camera_angles(camera);
    EXPECT_NEAR(angles.y, 10, 1e-4);
    angles.z = 5;
    set_camera_angles(camera, angles);
    EXPECT_NEAR(camera_angles(camera).y, 10, 1e-4);
    EXPECT_NEAR(camera_angles(camera).z, 5, 1e-4);
    EXPECT_EQ(look_vector(Camera{}), glm::vec3(0, 0, 1));
}

TEST(EmiCamera, ABoxIsSkippedOnlyWhenItLiesOutsideOnePlane) {
    const Camera camera{{0, 0, 0}, glm::mat3(1), 90, 1, 100};
    EXPECT_FALSE(is_visible(camera, glm::mat4(1), {{11, 0, 10}, {12, 1, 10}}));
    EXPECT_TRUE(is_visible(camera, glm::mat4(1), {{9, 0, 10}, {12, 1, 10}}));
    EXPECT_FALSE(is_visible(camera, glm::mat4(1), {{-1, -1, -5}, {1, 1, -2}}));
    glm::mat4 place(1);
    place[3] = glm::vec4(-2, 0, 0, 1);
    EXPECT_TRUE(is_visible(camera, place, {{11, 0, 10}, {12, 1, 10}}));
}

} // namespace rekindle::emi
