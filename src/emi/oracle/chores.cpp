#include "emi/oracle/puppet.h"
#include "emi/stage/costume.h"

namespace rekindle::emi::oracle {
namespace {

Costume costume_of(const json& chores) {
    Costume costume;
    for (const json& in : chores) {
        Chore chore;
        chore.name = in.at("name");
        chore.length = number(in.at("length"));
        for (const json& from : in.at("tracks")) {
            ChoreTrack track;
            track.component = from.at("component");
            for (const json& key : from.at("keys"))
                track.keys.push_back({number(key.at(0)), number(key.at(1))});
            chore.tracks.push_back(std::move(track));
        }
        costume.chores.push_back(std::move(chore));
    }
    return costume;
}

// The tables' costumes have neither scripts nor pictures.
struct Silent final : CostumeWearer {
    explicit Silent(CostumeState& worn) : state(worn) {}
    CostumeState* costume() override { return &state; }
    void set_global(std::string_view, std::int32_t) override {}
    void run_script(std::string_view) override {}
    void show_picture(std::uint32_t, std::int32_t) override {}
    CostumeState& state;
};

void operate_chore(CostumeRun run, const json& op) {
    const std::string what = op.at(1);
    const auto chore = op.at(2).get<std::uint32_t>();
    ChoreState& state = run.wearer.costume()->chores.at(chore);
    const auto argument = op.at(3).get<std::int32_t>();
    if (what == "play" || what == "loop") play_chore(run, chore, what == "loop", argument);
    if (what == "stop" || what == "fadeout") fade_chore(run, chore, FadeMode::out, argument);
    if (what == "fadein") fade_chore(run, chore, FadeMode::in, argument);
    if (what == "setloop") state.looping = argument != 0;
}

void compare_chore(const ChoreState& state, const json& measured, Checker& checker) {
    checker.equal("playing", state.playing, number(measured.at(0)));
    checker.equal("looping", state.looping, number(measured.at(1)));
    checker.equal("chore time", state.time, number(measured.at(2)));
    checker.close("chore fade", state.fade.value, number(measured.at(3)), 1e-5);
    checker.equal("chore fade mode", static_cast<int>(state.fade.mode), number(measured.at(4)));
}

} // namespace

LineCheck chores_check() {
    return [](const json& in, const json& out, Checker& checker) {
        const CostumePlan plan = plan_of(costume_of(in.at("chores")));
        CostumeState state = begin_costume(plan);
        Puppet puppet(skeleton_of(in.at("skeleton")));
        std::vector<std::int32_t> durations;
        for (const std::string& file : plan.animations) {
            // "t_h_t00_0.anim" is the animation 0 of the line.
            const std::size_t at = file.rfind('_') + 1;
            puppet.add(animation_of(in.at("anims").at(std::stoul(file.substr(at)))));
            durations.push_back(puppet.parts.back().clip.duration);
        }
        Silent silent(state);
        const CostumeRun run{plan, silent, durations};
        for (std::size_t step = 0; step < in.at("dt").size(); ++step) {
            checker.at(step);
            for (const json& op : in.at("ops"))
                if (op.at(0) == step) operate_chore(run, op);
            advance_costume(run, in.at("dt").at(step));
            for (std::size_t i = 0; i < puppet.parts.size(); ++i) puppet.parts[i].state = state.animations[i];
            puppet.note_order();
            puppet.pose();
            const json& measured = out.at("steps").at(step);
            for (std::size_t i = 0; i < state.chores.size(); ++i)
                compare_chore(state.chores[i], measured.at("c").at(i), checker);
            for (std::size_t i = 0; i < state.animations.size(); ++i)
                compare_state(state.animations[i], measured.at("a").at(i), checker);
            puppet.compare(measured, checker);
        }
    };
}

} // namespace rekindle::emi::oracle
