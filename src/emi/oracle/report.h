#pragma once
// What checking a table of the oracle found. Beside it the one list of differences that the specification
// wants: a difference that stands in it, within its bound, is counted apart.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace rekindle::emi::oracle {

// A rule that the specification marks "Ours", where the measured engine gives other numbers.
struct Deviation {
    std::string_view table;    // "sectors"
    std::string_view line;     // its id; empty: every line of the table
    std::string_view quantity; // "steps"
    std::string_view rule;     // R number
    double bound;              // largest difference that it explains
    std::string_view reason;
};
std::span<const Deviation> deviations();

struct TableReport {
    std::string table;             // "anim_blend"
    std::uint64_t cases = 0;       // lines
    std::uint64_t values = 0;      // numbers compared
    std::uint64_t differences = 0; // beyond the tolerance and not explained
    std::uint64_t explained = 0;   // by a deviation
    double worst = 0;              // largest difference within the tolerance, in tolerances: 0..1
    std::string first{};           // the first unexplained difference
    std::uint64_t used = 0;        // bit i: deviations()[i] occurred
};

} // namespace rekindle::emi::oracle
