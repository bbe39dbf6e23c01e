#include "host/pace.h"

namespace rekindle::host {

void Pace::toggle_pause() {
    paused_ = !paused_;
    single_ = 0;
    restart();
}

void Pace::single_step() {
    paused_ = true;
    ++single_;
}

void Pace::fast_forward(bool on) {
    if (on == is_fast_) return;
    is_fast_ = on;
    restart();
}

bool Pace::set_rate(StepRate rate) {
    if (rate == rate_) return false;
    rate_ = rate;
    restart();
    return true;
}

std::uint32_t Pace::due(std::uint64_t nanoseconds) {
    if (paused_) {
        const std::uint32_t steps = single_;
        single_ = 0;
        return steps;
    }
    // A second at most, so that the product can't overflow: what is beyond is dropped anyway.
    constexpr std::uint64_t second = 1'000'000'000;
    return clock_.advance((nanoseconds < second ? nanoseconds : second) * (is_fast_ ? fast_ : 1));
}

std::uint64_t Pace::until_next() const {
    if (paused_) return single_ > 0 ? 0 : 250'000'000;
    return clock_.until_next() / (is_fast_ ? fast_ : 1);
}

} // namespace rekindle::host
