#pragma once
// The list of tasks in a state: starting, stopping and finding them. The task functions of scripts
// (library_tasks.cpp) and the machine's frame (tasks.cpp) are written with these. spec/emi-formats.md §3.7.

#include <optional>

#include "emi/lua/state.h"

namespace rekindle::lua {

inline constexpr std::size_t most_tasks = 5000;

// Index in the list of a living task.
std::optional<std::size_t> find_task(const State& state, std::uint32_t number);
// A new task directly behind the running one (0: none runs, then in front). Answers its number.
std::uint32_t start_task(State& state, Value function, std::vector<Value> arguments, std::uint32_t running);
void remove_task(State& state, std::size_t index);

inline bool may_run(const Task& task) { return task.blocked == 0 && !task.paused && !task.ran; }

} // namespace rekindle::lua
