#include "emi/oracle/puppet.h"
#include "emi/stage/head.h"

namespace rekindle::emi::oracle {

LineCheck head_look_check() {
    return [](const json& in, const json& out, Checker& checker) {
        Puppet puppet(skeleton_of(in["skeleton"]));
        if (!in["anim"].is_null()) {
            puppet.add(animation_of(in["anim"]));
            puppet.parts[0].state.looping = true;
            play(puppet.parts[0].state);
        }
        const glm::mat4 actor = matrix_of(placement(in["actor"]));
        const std::size_t joint =
            find_joint(puppet.skeleton, in["joint"].get<std::string>(), puppet.rig.joints()).value_or(0);
        const HeadLimits limits{number(in["yaw_range"]), number(in["min_pitch"]), number(in["max_pitch"])};
        glm::quat head(1, 0, 0, 0);
        for (std::size_t step = 0; step < in["steps"].size(); ++step) {
            checker.at(step);
            const json& now = in["steps"][step];
            for (Puppet::Part& part : puppet.parts) advance_animation(part.state, part.clip.duration, now[0]);
            puppet.note_order();
            puppet.pose();
            glm::quat wanted(1, 0, 0, 0);
            if (now[1] != 0)
                wanted = wanted_head_turn(actor, puppet.matrices[joint], puppet.rig.matrices[joint],
                                          vec(json{now[2], now[3], now[4]}) + vec(in["offset"]), limits);
            advance_head(head, wanted, number(in["rate"]), number(now[0]));
            if (is_turned(head)) {
                set_lane(puppet.rotations[joint / 4], joint % 4,
                         multiply(puppet.local_rotation(joint), head));
                puppet.find_matrices();
            }
            puppet.compare(out["steps"][step], checker);
        }
    };
}

} // namespace rekindle::emi::oracle
