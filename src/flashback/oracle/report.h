#pragma once
// What a check found: one report a table of the oracle.

#include <cstdint>
#include <string>
#include <utility>

namespace rekindle::flashback::oracle {

struct TableReport {
    std::string table; // file name without folder
    std::string unit;  // what a case is: "ticks", "answers", "pictures"
    std::uint64_t cases = 0;
    std::uint64_t differences = 0;
    std::uint64_t undefined = 0; // cases whose answer the oracle does not give
    std::string first{};         // the first difference in full, some lines

    // Counts a difference; `describe` is only called for the first.
    template <typename Describe>
    void differ(Describe&& describe) {
        if (differences++ == 0) first = std::forward<Describe>(describe)();
    }
};

} // namespace rekindle::flashback::oracle
