#include "emi/oracle/puppet.h"

namespace rekindle::emi::oracle {

Puppet::Puppet(Skeleton from) : skeleton(std::move(from)), rig(make_rig(skeleton)) {
    rotations.resize(rig.blocks());
    translations.resize(rig.blocks());
    matrices.resize(rig.joints());
    turns.resize(rig.joints());
}

void Puppet::add(const Animation& animation) {
    Part part;
    part.clip = make_clip(animation, skeleton, rig);
    part.cursor = cursor_for(part.clip);
    part.rotations.resize(part.clip.rotations.blocks.size());
    part.translations.resize(part.clip.translations.blocks.size());
    parts.push_back(std::move(part));
}

void Puppet::note_order() {
    std::erase_if(order, [&](std::uint32_t i) { return !parts[i].state.active; });
    for (std::uint32_t i = 0; i < parts.size(); ++i)
        if (parts[i].state.active && std::find(order.begin(), order.end(), i) == order.end())
            order.push_back(i);
}

void Puppet::pose() {
    std::vector<BlendInput> inputs;
    for (Part& part : parts) {
        const bool started = part.state.time >= 0;
        SampleJob{.clip = &part.clip,
                  .time = static_cast<float>(part.state.time),
                  .cursor = &part.cursor,
                  .rotations = part.rotations,
                  .translations = part.translations}
            .run();
        inputs.push_back({&part.clip, part.rotations, part.translations,
                          part.state.active ? part.state.fade.value : 0, started});
    }
    // An empty order would mean all of them.
    if (order.empty()) inputs.clear();
    BlendJob{.rig = &rig,
             .inputs = inputs,
             .order = order,
             .unstarted_weigh = true,
             .rotations = rotations,
             .translations = translations}
        .run();
    find_matrices();
}

void Puppet::find_matrices() {
    MatrixJob{.rig = &rig,
              .rotations = rotations,
              .translations = translations,
              .matrices = matrices,
              .turns = turns}
        .run();
}

void Puppet::compare(const json& step, Checker& checker) const {
    const json& joints = step.at("j");
    if (joints.is_null()) return;
    for (std::size_t i = 0; i < rig.joints(); ++i) {
        const json& j = joints.at(i);
        checker.close("rotation", local_rotation(i), j, quat_tolerance);
        checker.close("translation", lane(translations[i / 4], i % 4), json{j.at(4), j.at(5), j.at(6)},
                      matrix_tolerance);
        checker.close("position", glm::vec3(matrices[i][3]), json{j.at(7), j.at(8), j.at(9)},
                      matrix_tolerance);
    }
    if (step.contains("M"))
        for (std::size_t i = 0; i < rig.joints(); ++i)
            checker.close("matrix", matrices[i], step.at("M").at(i), 4, matrix_tolerance);
    if (step.contains("Q"))
        for (std::size_t i = 0; i < rig.joints(); ++i)
            checker.close("turn", turns[i], step.at("Q").at(i), quat_tolerance);
}

} // namespace rekindle::emi::oracle
