#pragma once
// Fades of chores and of animations (emi-engine R31, R68): a value 0..1 that rises or falls over some
// milliseconds. Chores and animations each keep one; how a call starts it differs between them.

#include <cstdint>

namespace rekindle::emi {

enum class FadeMode : std::uint8_t { none, in, out };

struct Fade {
    float value = 1, start = 1;
    std::int32_t length = 0; // ms
    FadeMode mode = FadeMode::none;
    bool operator==(const Fade&) const = default;
};

// From the present value on. Without a mode the value is 1 at once.
void begin_fade(Fade& fade, FadeMode mode, std::int32_t ms);
// A length of 0 ends at once. True: it faded out to nothing now; the mode stays `out`.
bool advance_fade(Fade& fade, std::int32_t dt);

} // namespace rekindle::emi
