#pragma once
// Keys, buttons and axes as scripts know them: names, codes that never change (they stand in saved games and
// replays), and what is down (emi-engine R102). Printing keys have their lower-case ASCII code, all others
// start at 512; two names of one physical control have one code.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace rekindle::emi {

using ControlCode = std::uint32_t;
inline constexpr ControlCode no_control = 0, control_codes = 1024;

struct ControlName {
    std::string_view name; // "KEY_A"
    ControlCode code = no_control;
};
// Every name of `system.controls`, in a fixed order; aliases follow the control they name.
std::span<const ControlName> control_names();
ControlCode control_named(std::string_view name);   // no_control: there is none
std::string_view name_of_control(ControlCode code); // the first one; empty: none
bool is_axis(ControlCode code);

// Which controls reach the scripts, and their state: 1 while down, -1..1 for a stick, pixels for the mouse.
struct Controls {
    std::vector<ControlCode> enabled; // ascending
    struct Value {
        ControlCode code = no_control;
        float value = 0;
        bool operator==(const Value&) const = default;
    };
    std::vector<Value> values; // ascending; those that aren't 0
    bool operator==(const Controls&) const = default;

    bool is_enabled(ControlCode code) const;
    void enable(ControlCode code, bool on);
    float value(ControlCode code) const;
    void set(ControlCode code, float value);
    void flush(); // forgets what is down
};

// What a stick says to scripts: -1, 0 or 1, outside a dead zone of half its range.
float stick_value(float value);

} // namespace rekindle::emi
