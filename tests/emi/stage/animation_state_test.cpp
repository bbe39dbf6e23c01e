// Times and fades of animations: emi-engine R67, R68.
#include "emi/stage/animation_state.h"

#include <vector>

#include <gtest/gtest.h>

namespace rekindle::emi {
namespace {

AnimationState playing(bool looping) {
    AnimationState state;
    state.looping = looping;
    play(state);
    return state;
}

std::vector<int> times(AnimationState& state, int duration, int dt, int updates) {
    std::vector<int> result;
    for (int i = 0; i < updates; ++i) {
        advance_animation(state, duration, dt);
        result.push_back(state.active ? state.time : -1);
    }
    return result;
}

void expect_fades(AnimationState state, int dt, const std::vector<float>& values) {
    for (const float value : values) {
        advance_animation(state, 1000000, dt);
        EXPECT_NEAR(state.fade.value, value, 1e-4);
    }
}

} // namespace

TEST(EmiAnimation, ALoopWrapsOneUpdateAfterItsEnd) {
    AnimationState state = playing(true);
    EXPECT_EQ(times(state, 100, 40, 7), (std::vector{0, 40, 80, 120, 60, 100, 40}));
}

TEST(EmiAnimation, OnceMeansOneUpdateBeyondTheEnd) {
    AnimationState state = playing(false);
    EXPECT_EQ(times(state, 100, 40, 5), (std::vector{0, 40, 80, 120, -1}));
}

TEST(EmiAnimation, ALoopWithoutDurationStaysAtItsBeginning) {
    AnimationState state = playing(true);
    EXPECT_EQ(times(state, 0, 40, 3), (std::vector{0, 0, 0}));
}

TEST(EmiAnimation, FadesRiseAndFallFromWhereTheyAre) {
    AnimationState state = playing(true);
    fade_animation(state, FadeMode::in, 150);
    expect_fades(state, 40, {0.2667f, 0.5333f, 0.8f, 1});
    state.fade = {0.7f, 1, 0, FadeMode::none};
    fade_animation(state, FadeMode::out, 150);
    expect_fades(state, 40, {0.5133f, 0.3267f, 0.14f, 0});
    state.fade = {0.5f, 1, 300, FadeMode::out};
    fade_animation(state, FadeMode::in, 100);
    expect_fades(state, 25, {0.625f, 0.75f, 0.875f, 1});
}

TEST(EmiAnimation, FadedOutToNothingItIsInactiveAndStaysSilentWhenPlayedAgain) {
    AnimationState state = playing(true);
    fade_animation(state, FadeMode::out, 50);
    advance_animation(state, 100, 50);
    EXPECT_FALSE(state.active);
    EXPECT_EQ(state.fade.mode, FadeMode::out);
    play(state);
    EXPECT_FALSE(state.active);
    fade_animation(state, FadeMode::in, 50);
    play(state);
    EXPECT_TRUE(state.active);
}

TEST(EmiAnimation, FadesGoOnWhilePaused) {
    AnimationState state = playing(true);
    advance_animation(state, 1000, 40);
    state.paused = true;
    fade_animation(state, FadeMode::out, 100);
    advance_animation(state, 1000, 40);
    EXPECT_EQ(state.time, 0);
    EXPECT_NEAR(state.fade.value, 0.6f, 1e-6);
}

TEST(EmiAnimation, AFadeWithoutLengthEndsAtOnce) {
    AnimationState state = playing(true);
    fade_animation(state, FadeMode::in, 0);
    advance_animation(state, 1000, 0);
    EXPECT_EQ(state.fade, (Fade{1, 0, 0, FadeMode::none}));
    fade_animation(state, FadeMode::out, 0);
    advance_animation(state, 1000, 0);
    EXPECT_FALSE(state.active);
}

} // namespace rekindle::emi
