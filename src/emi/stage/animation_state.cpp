#include "emi/stage/animation_state.h"

#include "emi/stage/math.h"

namespace rekindle::emi {

void play(AnimationState& animation) {
    if (!animation.active) {
        animation.time = -1;
        if (animation.fade.mode == FadeMode::out) animation.fade.mode = FadeMode::none;
        animation.active = animation.fade.mode == FadeMode::in || animation.fade.value > 0;
    }
    animation.paused = false;
}

void stop(AnimationState& animation) {
    animation.active = false;
    animation.time = -1;
    animation.fade.mode = FadeMode::none;
}

void fade_animation(AnimationState& animation, FadeMode mode, std::int32_t ms) {
    if (mode == FadeMode::in && animation.fade.mode != FadeMode::out) animation.fade.value = 0;
    begin_fade(animation.fade, mode, ms);
}

void skip_ahead(AnimationState& animation, std::int32_t ms) {
    animation.time = animation.time < 0 ? ms : later(animation.time, ms);
}

void advance_animation(AnimationState& animation, std::int32_t duration, std::int32_t dt) {
    if (!animation.active) return;
    if (!animation.paused) {
        if (animation.time >= duration) {
            if (animation.looping)
                animation.time = duration > 0 ? animation.time % duration : 0;
            else if (animation.fade.mode != FadeMode::out)
                animation.active = false; // the rest of this update still happens
        }
        animation.time = animation.time < 0 ? 0 : later(animation.time, dt);
        if (duration <= 0 && animation.looping) animation.time = 0;
    }
    if (advance_fade(animation.fade, dt)) animation.active = false;
}

} // namespace rekindle::emi
