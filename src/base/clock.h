#pragma once
// Fixed-step clock: turns the host's irregular time into whole ticks. It reads no clock itself; the host says
// how much time has passed, so it is testable and the tick stays pure.

#include <cstdint>

namespace rekindle {

class FixedStepClock {
  public:
    // `rate` ticks in `seconds` seconds; at most `most` ticks are owed after one advance, so that a stalled
    // host never spirals.
    explicit constexpr FixedStepClock(std::uint32_t rate, std::uint32_t most = 4, std::uint32_t seconds = 1)
        : rate_(rate), most_(most), step_(second * seconds) {}

    // Adds elapsed nanoseconds; answers how many ticks are due now. What is beyond `most` is dropped.
    constexpr std::uint32_t advance(std::uint64_t nanoseconds) {
        // More than all the seconds of the rate is a stall: clamp first so that the product can't overflow.
        if (nanoseconds > step_) nanoseconds = step_;
        accumulator_ += nanoseconds * rate_;
        std::uint64_t ticks = accumulator_ / step_;
        accumulator_ %= step_;
        if (ticks > most_) ticks = most_;
        return static_cast<std::uint32_t>(ticks);
    }

    // Nanoseconds until the next tick is due.
    constexpr std::uint64_t until_next() const { return (step_ - accumulator_ + rate_ - 1) / rate_; }

    constexpr void reset() { accumulator_ = 0; }

  private:
    static constexpr std::uint64_t second = 1'000'000'000;
    std::uint64_t rate_;
    std::uint32_t most_;
    std::uint64_t step_;            // what the accumulator holds when a tick is due
    std::uint64_t accumulator_ = 0; // nanoseconds times rate
};

} // namespace rekindle
