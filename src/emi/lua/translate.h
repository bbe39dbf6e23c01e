#pragma once
// Stack code of the file format → register code. Called when a function is loaded and when a saved state is
// restored; the same function gives the same register code each time, which suspended tasks rely on.

#include <vector>

#include "emi/lua/code.h"
#include "emi/lua/state.h"

namespace rekindle::lua {

// Changes whenever the register code of a function may change: saved states name it.
inline constexpr std::uint32_t translation_version = 1;

// `constants`: the function's constants as values of `state`, in order. Refuses what the verifier refuses.
Expected<Code> translate(const Function& function, std::string_view file, std::vector<Value> constants,
                         State& state);

// Loads a verified function with everything below it into the state; answers its proto.
Expected<std::uint32_t> load_function(State& state, const Function& main, std::string_view file);

} // namespace rekindle::lua
