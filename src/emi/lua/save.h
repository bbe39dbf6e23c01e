#pragma once
// A state as bytes and back, for saved games. The reader checks everything that the machine relies on, so
// that a damaged file is an error and never a crash. Between frames only.

#include <functional>
#include <optional>

#include "emi/lua/state.h"

namespace rekindle::lua {

// `natives`: names of the host functions by number, as registered in the machine the state comes from.
Bytes save_state(const State& state, const std::vector<std::string>& natives);
// Host functions are found again by name; one that isn't there any more is an error.
Expected<State> restore_state(ByteView bytes, std::string_view file, const std::vector<std::string>& natives);

} // namespace rekindle::lua
