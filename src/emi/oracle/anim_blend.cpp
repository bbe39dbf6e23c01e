#include "emi/oracle/puppet.h"

namespace rekindle::emi::oracle {

void operate(AnimationState& state, const json& op, std::size_t what_at) {
    const std::string what = op.at(what_at);
    const auto argument = [&](std::size_t i) { return op.at(what_at + 2 + i).get<int>(); };
    if (what == "play") play(state);
    if (what == "stop") stop(state);
    if (what == "loop") state.looping = argument(0) != 0;
    if (what == "pause") state.paused = argument(0) != 0;
    if (what == "advance") skip_ahead(state, argument(0));
    if (what == "fade") fade_animation(state, static_cast<FadeMode>(argument(0)), argument(1));
}

void compare_state(const AnimationState& state, const json& measured, Checker& checker) {
    checker.equal("active", state.active, number(measured.at(0)));
    checker.equal("time", state.time, number(measured.at(1)));
    checker.close("fade", state.fade.value, number(measured.at(2)), 1e-5);
    checker.equal("fade mode", static_cast<int>(state.fade.mode), number(measured.at(3)));
}

LineCheck anim_blend_check() {
    return [](const json& in, const json& out, Checker& checker) {
        Puppet puppet(skeleton_of(in.at("skeleton")));
        for (const json& animation : in.at("anims")) puppet.add(animation_of(animation));
        for (std::size_t i = 0; i < puppet.rig.joints(); ++i) {
            checker.equal("parent", puppet.rig.parents[i], number(out.at("joints").at(i).at("parentIndex")));
            checker.close("bind", puppet.rig.matrices[i], out.at("joints").at(i).at("abs"), 4,
                          matrix_tolerance);
        }
        for (std::size_t step = 0; step < in.at("dt").size(); ++step) {
            checker.at(step);
            for (const json& op : in.at("ops"))
                if (op.at(0) == step) {
                    operate(puppet.parts.at(op.at(2)).state, op, 1);
                    puppet.note_order();
                }
            for (Puppet::Part& part : puppet.parts)
                advance_animation(part.state, part.clip.duration, in.at("dt").at(step));
            puppet.note_order();
            puppet.pose();
            const json& measured = out.at("steps").at(step);
            for (std::size_t i = 0; i < puppet.parts.size(); ++i)
                compare_state(puppet.parts[i].state, measured.at("a").at(i), checker);
            puppet.compare(measured, checker);
        }
    };
}

} // namespace rekindle::emi::oracle
