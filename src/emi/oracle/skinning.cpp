#include "emi/stage/skinning.h"
#include "emi/oracle/puppet.h"

namespace rekindle::emi::oracle {
namespace {

Mesh mesh_of(const json& in) {
    Mesh mesh;
    for (const json& v : in["vertices"]) mesh.positions.push_back({number(v[0]), number(v[1]), number(v[2])});
    for (const json& n : in["normals"]) mesh.normals.push_back({number(n[0]), number(n[1]), number(n[2])});
    mesh.has_bones = 1;
    for (const json& name : in["boneNames"]) mesh.bones.push_back(name.get<std::string>());
    for (const json& info : in["boneInfos"])
        mesh.weights.push_back({info[0].get<std::uint32_t>(), info[1].get<std::uint32_t>(), number(info[2])});
    return mesh;
}

void compare(const char* quantity, std::span<const Vec3> found, const json& measured, Checker& checker) {
    for (std::size_t i = 0; i < measured.size(); ++i)
        checker.close(quantity, {found[i].x, found[i].y, found[i].z}, measured[i], matrix_tolerance);
}

} // namespace

LineCheck skinning_check() {
    return [](const json& in, const json& out, Checker& checker) {
        Puppet puppet(skeleton_of(in["skeleton"]));
        for (const json& animation : in["anims"]) {
            puppet.add(animation_of(animation));
            puppet.parts.back().state.looping = true;
        }
        const Mesh mesh = mesh_of(in["mesh"]);
        const Skin skin = make_skin(mesh, puppet.skeleton, puppet.rig);
        std::vector<glm::mat4> palette(skin.bones.size());
        std::vector<Vec3> positions(mesh.positions.size()), normals(mesh.normals.size());
        for (std::size_t pose = 0; pose < in["poses"].size(); ++pose) {
            checker.at(pose);
            for (const json& op : in["poses"][pose]["ops"]) {
                operate(puppet.parts[op[1]].state, op, 0);
                puppet.note_order();
            }
            for (const json& dt : in["poses"][pose]["dt"]) {
                for (Puppet::Part& part : puppet.parts) advance_animation(part.state, part.clip.duration, dt);
                puppet.note_order();
            }
            puppet.pose();
            PaletteJob{.skin = &skin, .joints = puppet.matrices, .palette = palette}.run();
            SkinJob{.skin = &skin,
                    .palette = palette,
                    .positions = mesh.positions,
                    .normals = mesh.normals,
                    .out_positions = positions,
                    .out_normals = normals}
                .run();
            const json& measured = out["poses"][pose];
            for (std::size_t i = 0; i < puppet.matrices.size(); ++i)
                checker.close("matrix", puppet.matrices[i], measured["M"][i], 4, matrix_tolerance);
            compare("vertex", positions, measured["v"], checker);
            compare("normal", normals, measured["n"], checker);
        }
    };
}

} // namespace rekindle::emi::oracle
