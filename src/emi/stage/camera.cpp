#include "emi/stage/camera.h"

#include "base/trig.h"

namespace rekindle::emi {

Camera camera_of(const SetSetup& setup) {
    const Quat& q = setup.rotation;
    return {{setup.position.x, setup.position.y, setup.position.z},
            quat_matrix({q.w, q.x, q.y, q.z}),
            setup.fov,
            setup.near_plane,
            setup.far_plane};
}

Camera overworld_camera() { return {glm::vec3(0), glm::mat3(1), 90, 1.0f / 6, 3276.8f}; }

glm::mat4 view_matrix(const Camera& camera) {
    const glm::dmat3 back = glm::transpose(glm::dmat3(camera.rotation));
    glm::mat4 view{glm::mat3(back)};
    view[3] = glm::vec4(glm::vec3(-(back * glm::dvec3(camera.position))), 1);
    return view;
}

glm::mat4 projection_matrix(const Camera& camera) {
    const double half = camera.fov * radians_per_degree / 2;
    const double wide = cosine(half) / sine(half);
    const double n = camera.near_plane, f = camera.far_plane;
    glm::mat4 projection(0);
    projection[0][0] = static_cast<float>(wide);
    projection[1][1] = static_cast<float>(wide / 0.75);
    projection[2][2] = static_cast<float>((f + n) / (f - n));
    projection[3][2] = static_cast<float>(-2 * f * n / (f - n));
    projection[2][3] = 1;
    return projection;
}

glm::vec3 to_screen(const Camera& camera, glm::vec3 point) {
    const glm::dmat4 whole = glm::dmat4(projection_matrix(camera)) * glm::dmat4(view_matrix(camera));
    const glm::dvec4 clip = whole * glm::dvec4(point, 1);
    return glm::vec3(glm::dvec3(clip) / clip.w);
}

glm::vec3 to_pixel(glm::vec3 screen) {
    return {(1 + screen.x) * 320, (1 - screen.y) * 240, (screen.z + 1) / 2};
}

bool is_visible(const Camera& camera, const glm::mat4& place, const Box& box) {
    const glm::mat4 whole = projection_matrix(camera) * view_matrix(camera) * place;
    unsigned outside_all = 0x3f; // a bit a plane
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec4 c = whole * glm::vec4((corner & 1) != 0 ? box.high.x : box.low.x,
                                              (corner & 2) != 0 ? box.high.y : box.low.y,
                                              (corner & 4) != 0 ? box.high.z : box.low.z, 1);
        unsigned outside = 0;
        for (int axis = 0; axis < 3; ++axis) {
            if (c[axis] < -c.w) outside |= 1u << (2 * axis);
            if (c[axis] > c.w) outside |= 2u << (2 * axis);
        }
        outside_all &= outside;
    }
    return outside_all == 0;
}

glm::vec3 camera_angles(const Camera& camera) { return matrix_euler(EulerOrder::zyx, camera.rotation); }
void set_camera_angles(Camera& camera, glm::vec3 angles) {
    camera.rotation = euler_matrix(EulerOrder::zyx, angles);
}
glm::vec3 look_vector(const Camera& camera) { return camera.rotation[2]; }

} // namespace rekindle::emi
