#pragma once
// What everything that can be run in lockstep has in common: the C++ world, a recorded trace, the Z80 program
// in the emulated machine. Knows subjects, not engines; the adapters live beside what they adapt.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace rekindle::proof {

// Named integer columns.
struct Table {
    std::string name;                 // "world", "entity"
    std::vector<std::string> columns; // none: every row is a list of its own length
    std::vector<std::vector<std::int64_t>> rows;
};
// The whole observable state; a table that another subject lacks is not compared, nor is a column.
using State = std::vector<Table>;

// Where a run begins. What else an engine needs (skill, start place) stands in `more` by name.
struct Start {
    int level = 0;
    std::uint32_t seed = 0;
    std::map<std::string, std::int64_t, std::less<>> more;
};

// What one step gets: the keys, and those that a screen opened by the step samples (an inventory).
struct Input {
    std::uint32_t keys = 0;
    std::vector<std::uint8_t> inside;
};

struct Question {
    int who = 0;    // row of the "entity" table
    int number = 0; // of the question: an opcode
    int a = 0, b = 0;
};

class Subject {
  public:
    virtual ~Subject() = default;
    virtual std::string name() const = 0;
    // To the state before the first step.
    virtual Expected<void> load(const Start& start) = 0;
    // False: it was over already.
    virtual Expected<bool> step(const Input& input) = 0;
    virtual const State& rows() const = 0;
    // Answered in the present state, which stays as it is. A subject that can't be asked: usage error.
    virtual Expected<bool> ask(const Question& question) = 0;
};

} // namespace rekindle::proof
