#include "emi/oracle/puppet.h"
#include "emi/stage/head.h"

namespace rekindle::emi::oracle {

LineCheck head_look_check() {
    return [](const json& in, const json& out, Checker& checker) {
        Puppet puppet(skeleton_of(in.at("skeleton")));
        if (!in.at("anim").is_null()) {
            puppet.add(animation_of(in.at("anim")));
            puppet.parts[0].state.looping = true;
            play(puppet.parts[0].state);
        }
        const glm::mat4 actor = matrix_of(placement(in.at("actor")));
        const std::size_t joint =
            find_joint(puppet.skeleton, in.at("joint").get<std::string>(), puppet.rig.joints()).value_or(0);
        const HeadLimits limits{number(in.at("yaw_range")), number(in.at("min_pitch")),
                                number(in.at("max_pitch"))};
        glm::quat head(1, 0, 0, 0);
        for (std::size_t step = 0; step < in.at("steps").size(); ++step) {
            checker.at(step);
            const json& now = in.at("steps").at(step);
            for (Puppet::Part& part : puppet.parts)
                advance_animation(part.state, part.clip.duration, now.at(0));
            puppet.note_order();
            puppet.pose();
            glm::quat wanted(1, 0, 0, 0);
            if (now.at(1) != 0)
                wanted = wanted_head_turn(actor, puppet.matrices[joint], puppet.rig.matrices[joint],
                                          vec(json{now.at(2), now.at(3), now.at(4)}) + vec(in.at("offset")),
                                          limits);
            advance_head(head, wanted, number(in.at("rate")), number(now.at(0)));
            if (is_turned(head)) {
                set_lane(puppet.rotations[joint / 4], joint % 4,
                         multiply(puppet.local_rotation(joint), head));
                puppet.find_matrices();
            }
            puppet.compare(out.at("steps").at(step), checker);
        }
    };
}

} // namespace rekindle::emi::oracle
