// Chores: emi-engine R25, R27-R34, R36, R37, R42, R44, R45.
#include "emi/stage/costume.h"

#include <functional>

#include <gtest/gtest.h>

namespace rekindle::emi {
namespace {

// A costume whose chores log their keys: a script track's text is what is logged, with the key's time unknown
// to it, so every key has a track of its own.
struct Worn final : CostumeWearer {
    Costume file;
    CostumePlan plan;
    CostumeState state;
    std::vector<std::int32_t> durations;
    std::vector<std::string> log;
    std::function<void(std::string_view)> on_script;

    void set_global(std::string_view name, std::int32_t value) override {
        log.push_back(std::string(name) + "=" + std::to_string(value));
    }
    void run_script(std::string_view text) override {
        log.emplace_back(text);
        if (on_script) on_script(text);
    }
    void show_picture(std::uint32_t track, std::int32_t number) override {
        log.push_back(plan.pictures[track] + "#" + std::to_string(number));
    }
    bool off = false;
    CostumeState* costume() override { return off ? nullptr : &state; }

    // Logs "0", "50" … at these times (ms).
    void chore(float seconds, const std::vector<int>& times) {
        Chore chore;
        chore.name = "chore" + std::to_string(file.chores.size());
        chore.length = seconds;
        for (const int time : times) track(chore, "!luac" + std::to_string(time), {{time, 0}});
        file.chores.push_back(chore);
    }
    static void track(Chore& chore, std::string component, const std::vector<std::pair<int, int>>& keys) {
        ChoreTrack track;
        track.component = std::move(component);
        for (const auto& [time, value] : keys)
            track.keys.push_back({static_cast<float>(time) / 1000, static_cast<float>(value)});
        chore.tracks.push_back(std::move(track));
    }
    Chore& last() { return file.chores.back(); }
    void begin() {
        plan = plan_of(file);
        state = begin_costume(plan);
        durations.assign(plan.animations.size(), 1000);
    }
    CostumeRun run() { return {plan, *this, durations}; }
    std::vector<std::string> update(std::int32_t dt) {
        log.clear();
        advance_costume(run(), dt);
        return log;
    }
};
using Log = std::vector<std::string>;

} // namespace

TEST(EmiChore, KeysFireWhenTheirTimeIsPassedAndThoseAtZeroAtOnce) {
    Worn stage;
    stage.chore(0.2f, {0, 50, 100, 200});
    stage.begin();
    play_chore(stage.run(), 0, false, 0);
    EXPECT_EQ(stage.update(60), (Log{"0"}));
    EXPECT_EQ(stage.update(60), (Log{"50"}));
    EXPECT_EQ(stage.update(60), (Log{"100"}));
    EXPECT_EQ(stage.update(60), (Log{}));
    EXPECT_EQ(stage.update(60), (Log{"200"}));
    EXPECT_FALSE(is_playing(stage.state, 0)); // 240: over
    EXPECT_TRUE(stage.state.playing.empty());
}

TEST(EmiChore, ALoopGoesOnWithWhatIsLeft) {
    Worn stage;
    stage.chore(0.2f, {0, 50, 100, 200});
    stage.begin();
    play_chore(stage.run(), 0, true, 0);
    for (int i = 0; i < 4; ++i) stage.update(60);
    EXPECT_EQ(stage.update(60), (Log{"200", "0"}));
    EXPECT_EQ(stage.update(60), (Log{"50", "100"}));
    stage.state.chores[0].looping = false; // SetChoreLooping
    stage.update(60);
    EXPECT_TRUE(is_playing(stage.state, 0));
    stage.update(60);
    EXPECT_FALSE(is_playing(stage.state, 0));
}

TEST(EmiChore, ALoopWithoutLengthFiresOnceAnUpdate) {
    Worn stage;
    stage.chore(0, {0});
    stage.begin();
    play_chore(stage.run(), 0, true, 0);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(stage.update(60), (Log{"0"}));
}

TEST(EmiChore, OneWithoutEndHolds) {
    Worn stage;
    stage.chore(1000, {0});
    stage.begin();
    play_chore(stage.run(), 0, false, 0);
    for (int i = 0; i < 3; ++i) stage.update(2000000);
    EXPECT_TRUE(is_playing(stage.state, 0));
}

TEST(EmiChore, PlayedAgainItRestartsInItsOldPlace) {
    Worn stage;
    stage.chore(1, {0});
    stage.chore(1, {0});
    stage.begin();
    play_chore(stage.run(), 0, false, 0);
    play_chore(stage.run(), 1, false, 0);
    stage.update(60);
    play_chore(stage.run(), 0, false, 0);
    EXPECT_EQ(stage.state.playing, (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(stage.state.chores[0].time, -1);
}

TEST(EmiChore, AFadeOutEndsItAndAFadeInOfAFreshOneIsDoneAtOnce) {
    Worn stage;
    stage.chore(1000, {});
    stage.begin();
    play_chore(stage.run(), 0, false, 500);
    stage.update(60);
    EXPECT_EQ(stage.state.chores[0].fade.value, 1);
    fade_chore(stage.run(), 0, FadeMode::out, 300);
    for (const float value : {0.6f, 0.2f}) {
        stage.update(120);
        EXPECT_TRUE(is_playing(stage.state, 0));
        EXPECT_NEAR(stage.state.chores[0].fade.value, value, 1e-6);
    }
    stage.update(120);
    EXPECT_FALSE(is_playing(stage.state, 0));
    EXPECT_EQ(stage.state.chores[0].fade.value, 0);
    play_chore(stage.run(), 0, false, 240);
    stage.update(120);
    EXPECT_NEAR(stage.state.chores[0].fade.value, 0.5f, 1e-6);
    stage.update(120);
    EXPECT_EQ(stage.state.chores[0].fade.value, 1);
    stop_chore(stage.run(), 0);
    play_chore(stage.run(), 0, false, 0);
    EXPECT_EQ(stage.state.chores[0].fade.value, 1);
}

TEST(EmiChore, PausedItGetsNoTimeAndItsAnimationsStandStill) {
    Worn stage;
    stage.chore(0.2f, {});
    Worn::track(stage.last(), "!animwave.anim", {{0, 3}});
    stage.last().length = 0.2f;
    stage.chore(1000, {});
    Worn::track(stage.last(), "!meshbox.mesh", {});
    Worn::track(stage.last(), "!skelbox.skel", {});
    stage.begin();
    play_chore(stage.run(), 1, false, 0);
    play_chore(stage.run(), 0, false, 0);
    for (int i = 0; i < 3; ++i) stage.update(60);
    EXPECT_EQ(stage.state.chores[0].time, 120);
    EXPECT_EQ(stage.state.animations[0].time, 120);
    stage.state.chores[0].paused = true;
    for (int i = 0; i < 10; ++i) stage.update(100);
    EXPECT_FALSE(is_playing(stage.state, 0));
    EXPECT_EQ(stage.state.animations[0].time, 120);
    stage.state.chores[0].paused = false;
    stage.update(60);
    EXPECT_EQ(stage.state.chores[0].time, 180);
    EXPECT_EQ(stage.state.animations[0].time, 180);
}

TEST(EmiChore, AdvancingFiresTheKeysBetween) {
    Worn stage;
    stage.chore(0.2f, {0, 50, 100, 200});
    stage.begin();
    play_chore(stage.run(), 0, false, 0);
    stage.update(60);
    stage.update(60);
    stage.log.clear();
    skip_chore(stage.run(), 0, 100);
    EXPECT_EQ(stage.log, (Log{"100"}));
    EXPECT_EQ(stage.state.chores[0].time, 160);
    stop_chore(stage.run(), 0);
    play_chore(stage.run(), 0, false, 0);
    stage.log.clear();
    skip_chore(stage.run(), 0, 100); // not started: from 0, its keys fired
    EXPECT_EQ(stage.log, (Log{"0", "50", "100"}));
    EXPECT_EQ(stage.state.chores[0].time, 100);
}

TEST(EmiChore, CompletedItIsAtItsLastFrame) {
    Worn stage;
    stage.chore(0.2f, {0, 50, 100, 200});
    stage.begin();
    play_chore(stage.run(), 0, true, 0);
    stage.update(60);
    stage.update(60);
    stage.log.clear();
    end_chore(stage.run(), 0, stage.state.chores[0].time);
    EXPECT_EQ(stage.log, (Log{"100", "200"}));
    EXPECT_EQ(stage.state.chores[0], (ChoreState{}));
}

TEST(EmiChore, AnimationKeysPlayFadeLoopAndStop) {
    Worn stage;
    stage.chore(1000, {});
    Worn::track(stage.last(), "!meshbox.mesh", {});
    Worn::track(stage.last(), "!skelbox.skel", {});
    Worn::track(stage.last(), "!animwave.anim", {{0, 5}, {0, 1}});
    Worn::track(stage.last(), "!animother.anim", {{0, 3}, {500, 4}, {500, 99}, {750, 0}});
    stage.begin();
    play_chore(stage.run(), 0, false, 0);
    EXPECT_EQ(stage.state.worn, 0);
    for (const float fade : {0.25f, 0.5f, 0.75f, 1.0f}) {
        stage.update(250);
        EXPECT_NEAR(stage.state.animations[0].fade.value, fade, 1e-6);
        EXPECT_EQ(stage.state.animations[1].looping, fade < 0.7f);
        EXPECT_EQ(stage.state.animations[1].active, fade < 0.9f);
    }
    EXPECT_EQ(stage.state.unknown_keys, 1u);
    EXPECT_EQ(stage.plan.animations, (std::vector<std::string>{"wave.anim", "other.anim"}));
}

TEST(EmiChore, WithoutAWornSkeletonAnimationsGetNoTime) {
    Worn stage;
    stage.chore(1000, {});
    Worn::track(stage.last(), "!animwave.anim", {{0, 1}});
    stage.begin();
    play_chore(stage.run(), 0, false, 0);
    stage.update(60);
    EXPECT_TRUE(stage.state.animations[0].active);
    EXPECT_EQ(stage.state.animations[0].time, -1);
}

TEST(EmiChore, ScriptTracksRunAtOnceAndMayChangeTheCostume) {
    Worn stage;
    stage.chore(1000, {0, 50});
    Worn::track(stage.last(), "!luavdoor", {{50, 3}});
    Worn::track(stage.last(), "!texiflame.sur", {{50, 6}});
    stage.chore(1000, {0});
    stage.begin();
    stage.on_script = [&](std::string_view text) {
        if (text == "50") play_chore(stage.run(), 1, false, 0);
    };
    play_chore(stage.run(), 0, false, 0);
    stage.update(60);
    EXPECT_EQ(stage.update(60), (Log{"50", "door=3", "flame.sur#6", "0"}));
    stage.on_script = [&](std::string_view) { stop_chore(stage.run(), 1); };
    play_chore(stage.run(), 1, true, 0);
    stage.update(60);
    EXPECT_FALSE(is_playing(stage.state, 1));
}

TEST(EmiChore, ACostumeWithoutAPlayingChoreIsDone) {
    Worn stage;
    stage.chore(0.1f, {});
    stage.begin();
    EXPECT_FALSE(stage.state.any_playing());
    play_chore(stage.run(), 0, false, 0);
    EXPECT_TRUE(stage.state.any_playing());
    stage.update(10);
    stage.update(200);
    EXPECT_FALSE(stage.state.any_playing());
}

} // namespace rekindle::emi
