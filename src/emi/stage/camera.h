#pragma once
// The cameras of a set (emi-engine R105-R107): from the world to the view (x right, y up, z ahead), to clip
// space, to the 640×480 picture. Used by draw lists, scripts and culling.

#include "emi/data/set.h"
#include "emi/stage/math.h"

namespace rekindle::emi {

struct Camera {
    glm::vec3 position{0};
    glm::mat3 rotation{1}; // camera → world
    float fov = 45;        // degrees, horizontal; the picture is 4:3
    float near_plane = 0.1f, far_plane = 1000;
    bool operator==(const Camera&) const = default;
};
Camera camera_of(const SetSetup& setup);
// The camera that the overworld is drawn with (R14).
Camera overworld_camera();

glm::mat4 view_matrix(const Camera& camera);
glm::mat4 projection_matrix(const Camera& camera); // of view space; w is the view's z

// After division: x, y -1..1 (y up) and z -1..1 inside the picture. Points behind the camera are mirrored.
glm::vec3 to_screen(const Camera& camera, glm::vec3 point);
// Pixel x, y from the top left of 640×480, and depth 0..1.
glm::vec3 to_pixel(glm::vec3 screen);

struct Box {
    glm::vec3 low{0}, high{0};
};
// False: the box, moved by `place`, lies completely outside one plane of the view volume (R12).
bool is_visible(const Camera& camera, const glm::mat4& place, const Box& box);

// Roll, yaw, pitch of the rotation (R106). Setting one keeps the other two.
glm::vec3 camera_angles(const Camera& camera);
void set_camera_angles(Camera& camera, glm::vec3 roll_yaw_pitch);
glm::vec3 look_vector(const Camera& camera);

} // namespace rekindle::emi
