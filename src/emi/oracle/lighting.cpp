#include "emi/stage/lighting.h"
#include "emi/oracle/values.h"
#include "emi/stage/camera.h"

namespace rekindle::emi::oracle {
namespace {

SetLight light_from(const json& in) {
    SetLight light;
    light.type = in.at("type");
    const glm::vec3 p = vec(in.at("pos"));
    const glm::quat q = quat(in.at("quat"));
    light.position = {p.x, p.y, p.z};
    light.rotation = {q.x, q.y, q.z, q.w};
    for (std::size_t i = 0; i < 3; ++i) light.color[i] = in.at("color").at(i);
    light.intensity = number(in.at("intensity"));
    light.falloff_near = number(in.at("near"));
    light.falloff_far = number(in.at("far"));
    light.umbra = number(in.at("umbra"));
    light.penumbra = number(in.at("penumbra"));
    return light;
}

Vec3 plain(const json& v) { return {number(v.at(0)), number(v.at(1)), number(v.at(2))}; }
glm::vec3 glm_of(const Vec3& v) { return {v.x, v.y, v.z}; }

struct LightSwitch {
    SetLight light;
    bool enabled;
};
std::vector<Light> enabled(const std::vector<LightSwitch>& lights) {
    std::vector<Light> result;
    for (const LightSwitch& each : lights)
        if (each.enabled) result.push_back(light_of(each.light).value_or(Light{}));
    return result;
}

} // namespace

LineCheck lighting_check() {
    return [](const json& in, const json& out, Checker& checker) {
        const bool overworld = in.at("actor").at("overworld") != 0;
        std::vector<LightSwitch> lights;
        for (const json& light : in.at("lights")) {
            lights.push_back({light_from(light), light.at("enabled") != 0});
            checker.close("direction", light_of(lights.back().light).value_or(Light{}).direction,
                          out.at("dirs").at(lights.size() - 1), 6e-6);
        }
        const std::vector<Light> all = enabled(lights);
        std::vector<Vec3> positions, normals, shading(in.at("verts").size());
        for (const json& vertex : in.at("verts")) {
            positions.push_back(plain(vertex.at("p")));
            normals.push_back(plain(vertex.at("n")));
        }
        const glm::mat4 actor = matrix_of(placement(in.at("actor")));
        checker.close("actor", actor, out.at("m2w"), 4, matrix_tolerance);
        ShadeJob{.actor = actor,
                 .lights = overworld ? overworld_lights() : all,
                 .positions = positions,
                 .normals = normals,
                 .shading = shading}
            .run();
        for (std::size_t i = 0; i < shading.size(); ++i) {
            checker.at(i);
            const glm::vec3 light = glm_of(shading[i]);
            checker.close("light", light, out.at("light").at(i), light_tolerance);
            for (std::size_t channel = 0; channel < 3; ++channel)
                checker.close(
                    "rgb", shaded(in.at("verts").at(i).at("c").at(channel), light[static_cast<int>(channel)]),
                    number(out.at("rgb").at(i).at(channel)), 1);
        }
    };
}

// One model drawn again and again while its mode, its place and the lights change.
LineCheck light_modes_check() {
    return [](const json& in, const json& out, Checker& checker) {
        std::vector<Vec3> positions, normals;
        Box box{glm::vec3(1e9f), glm::vec3(-1e9f)};
        for (const json& v : in.at("vertices")) {
            positions.push_back(plain(v));
            box.low = glm::min(box.low, vec(v));
            box.high = glm::max(box.high, vec(v));
        }
        for (const json& n : in.at("normals")) normals.push_back(plain(n));
        std::vector<LightSwitch> lights;
        for (const json& light : in.at("lights"))
            lights.push_back({light_from(light), light.at("enabled") != 0});
        const Camera camera = camera_from(in.at("camera"));
        std::vector<Vec3> shading(positions.size(), {1, 1, 1});
        LightMode mode = LightMode::fast_dynamic;
        checker.equal("default mode", static_cast<int>(mode), number(out.at("defaultMode")));
        Placement actor;
        bool was_shaded = false;
        std::size_t draws = 0;
        for (const json& op : in.at("ops")) {
            if (op.at(0) == "mode") mode = static_cast<LightMode>(op.at(1).get<int>());
            if (op.at(0) == "pos") actor = {vec(json{op.at(1), op.at(2), op.at(3)}), 0, number(op.at(4)), 0};
            if (op.at(0) == "light") lights.at(op.at(1)).enabled = op.at(2) != 0;
            if (op.at(0) == "intensity") lights.at(op.at(1)).light.intensity = number(op.at(2));
            if (op.at(0) != "draw") continue;
            const json& measured = out.at("draws").at(draws);
            checker.at(draws++);
            const glm::mat4 place = matrix_of(actor);
            const bool visible = is_visible(camera, place, box);
            checker.equal("inFrustum", visible, number(measured.at("inFrustum")));
            if (visible && must_shade(mode, was_shaded)) {
                const std::vector<Light> all = enabled(lights);
                ShadeJob{.actor = place,
                         .lights = all,
                         .positions = positions,
                         .normals = normals,
                         .shading = shading}
                    .run();
                was_shaded = true;
            }
            checker.equal("dirty", !was_shaded, number(measured.at("dirty")));
            for (std::size_t i = 0; i < shading.size(); ++i)
                checker.close("light", glm_of(shading[i]), measured.at("light").at(i), light_tolerance);
        }
    };
}

} // namespace rekindle::emi::oracle
