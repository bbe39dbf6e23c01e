#pragma once
// When the next steps are due: a fixed-step clock under pause, single step and fast forward. Reads no clock;
// the window says how much time has passed.

#include "base/clock.h"
#include "host/game.h"

namespace rekindle::host {

class Pace {
  public:
    // `fast`: how many times faster fast forward is (1 or more).
    explicit Pace(StepRate rate, std::uint32_t fast = 8) : rate_(rate), fast_(fast) { restart(); }

    bool paused() const { return paused_; }
    bool is_fast() const { return is_fast_; }
    void toggle_pause();
    void single_step(); // one step, then paused
    void fast_forward(bool on);
    // The rate of the next step. A change starts a new step period; answers whether it was one.
    bool set_rate(StepRate rate);

    // Steps due after `nanoseconds` more; never many after a stall.
    std::uint32_t due(std::uint64_t nanoseconds);
    // Nanoseconds until due() will answer something; a quarter of a second while paused.
    std::uint64_t until_next() const;

  private:
    static constexpr std::uint32_t most_owed = 4;
    void restart() {
        clock_ = FixedStepClock(rate_.ticks, most_owed * (is_fast_ ? fast_ : 1), rate_.seconds);
    }

    StepRate rate_;
    std::uint32_t fast_;
    FixedStepClock clock_{30};
    std::uint32_t single_ = 0;
    bool paused_ = false, is_fast_ = false;
};

} // namespace rekindle::host
