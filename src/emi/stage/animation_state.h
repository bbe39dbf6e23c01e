#pragma once
// Whether, where and how strongly an animation of a costume plays (emi-engine R42, R67, R68). Plain values;
// the keys are in Clip. Times are whole milliseconds.

#include "emi/stage/fade.h"

namespace rekindle::emi {

struct AnimationState {
    bool active = false, paused = false, looping = false;
    std::int32_t time = -1; // -1: not started
    Fade fade;
    bool operator==(const AnimationState&) const = default;
};

void play(AnimationState& animation);
void stop(AnimationState& animation);
// Fading in begins at nothing, unless it was fading out: then where that stands.
void fade_animation(AnimationState& animation, FadeMode mode, std::int32_t ms);
// Moves on by hand (AdvanceChore).
void skip_ahead(AnimationState& animation, std::int32_t ms);
// One update of an active animation of `duration` ms; others stay as they are.
void advance_animation(AnimationState& animation, std::int32_t duration, std::int32_t dt);

} // namespace rekindle::emi
