#include <gtest/gtest.h>

#include "base/clock.h"

namespace rekindle {

TEST(FixedStepClock, GivesThirtyTicksASecondWhateverTheHostRate) {
    for (const std::uint64_t host_rate : {24u, 50u, 60u, 75u, 144u, 240u}) {
        FixedStepClock clock(30);
        std::uint64_t ticks = 0;
        std::uint64_t before = 0;
        for (std::uint64_t frame = 1; frame <= 10 * host_rate; ++frame) {
            const std::uint64_t now = frame * 1'000'000'000 / host_rate;
            ticks += clock.advance(now - before);
            before = now;
        }
        EXPECT_EQ(ticks, 300u) << host_rate;
    }
}

TEST(FixedStepClock, DropsWhatAStalledHostOwes) {
    FixedStepClock clock(30, 4);
    EXPECT_EQ(clock.advance(60'000'000'000), 4u);
    EXPECT_EQ(clock.advance(33'000'000), 0u);
    EXPECT_EQ(clock.advance(1'000'000), 1u);
}

TEST(FixedStepClock, CountsTicksThatAreNoWholeNumberASecond) {
    FixedStepClock clock(25, 4, 2); // every 80 ms
    std::uint64_t ticks = 0;
    for (int frame = 0; frame < 1000; ++frame) ticks += clock.advance(10'000'000);
    EXPECT_EQ(ticks, 125u);
    EXPECT_EQ(clock.until_next(), 80'000'000u);
    EXPECT_EQ(clock.advance(100'000'000'000), 4u);
}

TEST(FixedStepClock, SaysWhenTheNextTickIsDue) {
    FixedStepClock clock(30);
    EXPECT_EQ(clock.advance(clock.until_next() - 1), 0u);
    EXPECT_EQ(clock.advance(1), 1u);
}

} // namespace rekindle
