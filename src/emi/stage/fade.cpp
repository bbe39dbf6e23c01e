#include "emi/stage/fade.h"

namespace rekindle::emi {

void begin_fade(Fade& fade, FadeMode mode, std::int32_t ms) {
    if (mode == FadeMode::none) fade.value = 1;
    fade.start = fade.value;
    fade.length = ms;
    fade.mode = mode;
}

bool advance_fade(Fade& fade, std::int32_t dt) {
    const auto time = static_cast<float>(dt), length = static_cast<float>(fade.length);
    if (fade.mode == FadeMode::in) {
        fade.value = fade.length > 0 ? fade.value + time * (1 - fade.start) / length : 1;
        if (fade.value < 1) return false;
        fade.value = 1;
        fade.mode = FadeMode::none;
    } else if (fade.mode == FadeMode::out) {
        fade.value = fade.length > 0 ? fade.value - time * fade.start / length : 0;
        if (fade.value > 0) return false;
        fade.value = 0;
        return true;
    }
    return false;
}

} // namespace rekindle::emi
