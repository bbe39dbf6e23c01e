#include "emi/stage/skinning.h"
#include "emi/oracle/puppet.h"

namespace rekindle::emi::oracle {
namespace {

Mesh mesh_of(const json& in) {
    Mesh mesh;
    for (const json& v : in.at("vertices"))
        mesh.positions.push_back({number(v.at(0)), number(v.at(1)), number(v.at(2))});
    for (const json& n : in.at("normals"))
        mesh.normals.push_back({number(n.at(0)), number(n.at(1)), number(n.at(2))});
    mesh.has_bones = 1;
    for (const json& name : in.at("boneNames")) mesh.bones.push_back(name.get<std::string>());
    for (const json& info : in.at("boneInfos"))
        mesh.weights.push_back(
            {info.at(0).get<std::uint32_t>(), info.at(1).get<std::uint32_t>(), number(info.at(2))});
    return mesh;
}

void compare(const char* quantity, std::span<const Vec3> found, const json& measured, Checker& checker) {
    checker.equal("count", static_cast<double>(found.size()), static_cast<double>(measured.size()));
    for (std::size_t i = 0; i < std::min(found.size(), measured.size()); ++i)
        checker.close(quantity, {found[i].x, found[i].y, found[i].z}, measured.at(i), matrix_tolerance);
}

} // namespace

LineCheck skinning_check() {
    return [](const json& in, const json& out, Checker& checker) {
        Puppet puppet(skeleton_of(in.at("skeleton")));
        for (const json& animation : in.at("anims")) {
            puppet.add(animation_of(animation));
            puppet.parts.back().state.looping = true;
        }
        const Mesh mesh = mesh_of(in.at("mesh"));
        const Skin skin = make_skin(mesh, puppet.skeleton, puppet.rig);
        std::vector<glm::mat4> palette(skin.bones.size());
        std::vector<Vec3> positions(mesh.positions.size()), normals(mesh.normals.size());
        for (std::size_t pose = 0; pose < in.at("poses").size(); ++pose) {
            checker.at(pose);
            for (const json& op : in.at("poses").at(pose).at("ops")) {
                operate(puppet.parts.at(op.at(1)).state, op, 0);
                puppet.note_order();
            }
            for (const json& dt : in.at("poses").at(pose).at("dt")) {
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
            const json& measured = out.at("poses").at(pose);
            for (std::size_t i = 0; i < puppet.matrices.size(); ++i)
                checker.close("matrix", puppet.matrices[i], measured.at("M").at(i), 4, matrix_tolerance);
            compare("vertex", positions, measured.at("v"), checker);
            compare("normal", normals, measured.at("n"), checker);
        }
    };
}

} // namespace rekindle::emi::oracle
