#pragma once
// Fixed-step clock: turns the host's irregular time into whole ticks. It reads no clock itself; the host says
// how much time has passed, so it is testable and the tick stays pure.

#include <cstdint>

namespace rekindle {

class FixedStepClock {
  public:
    // `rate` ticks a second; at most `most` ticks are owed after one advance, so that a stalled host never
    // spirals.
    explicit constexpr FixedStepClock(std::uint32_t rate, std::uint32_t most = 4)
        : rate_(rate), most_(most) {}

    // Adds elapsed nanoseconds; answers how many ticks are due now. What is beyond `most` is dropped.
    constexpr std::uint32_t advance(std::uint64_t nanoseconds) {
        // More than a second is a stall whatever the rate: clamp first so that the product can't overflow.
        if (nanoseconds > second) nanoseconds = second;
        accumulator_ += nanoseconds * rate_;
        std::uint64_t ticks = accumulator_ / second;
        accumulator_ %= second;
        if (ticks > most_) ticks = most_;
        return static_cast<std::uint32_t>(ticks);
    }

    // Nanoseconds until the next tick is due.
    constexpr std::uint64_t until_next() const { return (second - accumulator_ + rate_ - 1) / rate_; }

    constexpr void reset() { accumulator_ = 0; }

  private:
    static constexpr std::uint64_t second = 1'000'000'000;
    std::uint64_t rate_;
    std::uint32_t most_;
    std::uint64_t accumulator_ = 0; // nanoseconds times rate
};

} // namespace rekindle
