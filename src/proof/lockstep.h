#pragma once
// Two subjects, the same inputs: where do they first differ?

#include "proof/subject.h"

namespace rekindle::proof {

struct Scenario {
    std::string name;
    Start start;
    std::vector<Input> inputs; // one a step
};

// The first differing cell. With step 0 they differ before the first step.
struct Difference {
    std::size_t step = 0;
    std::string table, column;
    std::size_t row = 0, place = 0;   // of the cell in the first subject's table
    std::optional<std::int64_t> a, b; // nothing: the subject's row or list ends before
    struct Moment {
        std::size_t step;
        std::optional<std::int64_t> value;
    };
    std::vector<Moment> history; // that cell in the steps before, oldest first, the same in both
    std::string text(std::string_view name_a, std::string_view name_b) const;
};

struct LockstepOptions {
    std::vector<std::string> ignored; // columns that are not compared
    std::size_t history = 8;          // steps
};

// Nothing: no difference in all steps. One subject over before the other: a difference of table "run".
Expected<std::optional<Difference>> lockstep(Subject& a, Subject& b, const Scenario& scenario,
                                             const LockstepOptions& options = {});

} // namespace rekindle::proof
