#include "emi/stage/camera.h"

#include <map>

#include "emi/oracle/values.h"

namespace rekindle::emi::oracle {

Camera camera_from(const json& in) {
    return {vec(in.at("pos")), quat_matrix(quat(in.at("quat"))), number(in.at("fov")), number(in.at("nclip")),
            number(in.at("fclip"))};
}

namespace {

// The measured view looks along -z: its z is ours negated.
void check_setup(const Camera& camera, const json& out, Checker& checker) {
    glm::mat4 flip(1);
    flip[2][2] = -1;
    checker.close("rot", glm::mat4(camera.rotation), out.at("rot"), 4, matrix_tolerance);
    checker.close("modelview", flip * view_matrix(camera), out.at("modelview"), 4, matrix_tolerance);
    // Numbers of the order of far · near: relative.
    const glm::mat4 projection = projection_matrix(camera) * flip;
    for (int i = 0; i < 16; ++i) {
        const double measured = number(out.at("projection").at(static_cast<std::size_t>(i)));
        checker.close("projection", projection[i % 4][i / 4], measured,
                      6e-5 * std::max(1.0, std::abs(measured)));
    }
    // Several angles give one rotation.
    checker.close("euler_zyx", glm::mat4(euler_matrix(EulerOrder::zyx, vec(out.at("euler_zyx")))),
                  out.at("rot"), 4, matrix_tolerance);
    Camera rebuilt = camera;
    set_camera_angles(rebuilt, camera_angles(camera));
    checker.close("angles", glm::mat4(rebuilt.rotation), out.at("rot"), 4, matrix_tolerance);
}

void check_point(const Camera& camera, const json& in, const json& out, Checker& checker) {
    const glm::vec3 pixel = to_pixel(to_screen(camera, vec(in.at("p"))));
    const auto relative = [](double value) { return 6e-5 * std::max(1.0, std::abs(value)); };
    const double x = number(out.at("win").at(0)), y = number(out.at("screen_y")),
                 depth = number(out.at("win").at(2));
    checker.close("x", pixel.x, x, relative(x));
    checker.close("y", pixel.y, y, relative(y));
    checker.close("depth", pixel.z, depth, relative(depth));
    const glm::vec3 half(number(in.at("box_half")));
    checker.equal("box_visible",
                  is_visible(camera, glm::mat4(1), {vec(in.at("p")) - half, vec(in.at("p")) + half}),
                  number(out.at("box_visible")));
}

} // namespace

LineCheck camera_check() {
    return [cameras = std::map<std::string, Camera>()](const json& in, const json& out,
                                                       Checker& checker) mutable {
        if (in.at("op") == "setup") {
            const Camera camera = camera_from(in);
            cameras[checker.line()] = camera;
            check_setup(camera, out, checker);
        } else {
            check_point(cameras.at(in.at("cam")), in, out, checker);
        }
    };
}

} // namespace rekindle::emi::oracle
