#include <gtest/gtest.h>

#include "host/pace.h"

namespace rekindle::host {
namespace {

constexpr std::uint64_t ms = 1'000'000;

std::uint32_t steps_in_a_second(Pace& pace, std::uint64_t frame_ns) {
    std::uint32_t steps = 0;
    for (std::uint64_t now = 0; now + frame_ns <= 1000 * ms; now += frame_ns) steps += pace.due(frame_ns);
    return steps;
}

} // namespace

TEST(StepRate, IsTheSimplestFractionOfItsPeriod) {
    EXPECT_EQ(step_every(80), (StepRate{25, 2}));
    EXPECT_EQ(step_every(100), (StepRate{10, 1}));
    EXPECT_EQ(step_every(1), (StepRate{1000, 1}));
    EXPECT_EQ(step_every(33), (StepRate{1000, 33}));
    EXPECT_EQ(step_every(2000), (StepRate{1, 2}));
}

TEST(Pace, GivesThirtyStepsASecondOnAnyDisplay) {
    for (const std::uint64_t frame : {4 * ms, 10 * ms, 20 * ms, 50 * ms}) {
        Pace pace({30, 1});
        EXPECT_EQ(steps_in_a_second(pace, frame), 30u) << frame;
    }
}

TEST(Pace, AStallOwesFewStepsAndIsForgotten) {
    Pace pace({30, 1});
    EXPECT_LE(pace.due(3'600'000 * ms), 4u);
    EXPECT_LE(pace.due(1 * ms), 1u);
}

TEST(Pace, NothingIsDueWhilePausedAndNothingIsCaughtUpAfterwards) {
    Pace pace({30, 1});
    pace.due(30 * ms);
    pace.toggle_pause();
    EXPECT_TRUE(pace.paused());
    EXPECT_EQ(pace.due(5000 * ms), 0u);
    pace.toggle_pause();
    EXPECT_EQ(pace.due(33 * ms), 0u);
    EXPECT_EQ(pace.due(1 * ms), 1u);
}

TEST(Pace, ASingleStepPausesAndIsDueAtOnce) {
    Pace pace({30, 1});
    pace.single_step();
    EXPECT_TRUE(pace.paused());
    EXPECT_EQ(pace.until_next(), 0u);
    EXPECT_EQ(pace.due(0), 1u);
    EXPECT_EQ(pace.due(1000 * ms), 0u);
    pace.single_step();
    pace.single_step();
    EXPECT_EQ(pace.due(0), 2u);
}

TEST(Pace, FastForwardIsSoManyTimesFasterUntilItIsLetGo) {
    Pace pace({30, 1}, 8);
    pace.fast_forward(true);
    EXPECT_EQ(steps_in_a_second(pace, 10 * ms), 240u);
    EXPECT_LE(pace.due(3'600'000 * ms), 32u);
    pace.fast_forward(false);
    EXPECT_EQ(steps_in_a_second(pace, 10 * ms), 30u);
}

TEST(Pace, AnotherRateBeginsAFreshStep) {
    Pace pace({30, 1});
    EXPECT_EQ(pace.due(60 * ms), 1u);
    EXPECT_TRUE(pace.set_rate(step_every(80)));
    EXPECT_FALSE(pace.set_rate(step_every(80)));
    EXPECT_EQ(pace.due(79 * ms), 0u);
    EXPECT_EQ(pace.until_next(), 1 * ms);
    EXPECT_EQ(pace.due(1 * ms), 1u);
}

} // namespace rekindle::host
