#pragma once
// Compiled scripts as text for people: one instruction a line. Called by `rekindle lua list`.

#include <string>

#include "emi/lua/bytecode.h"

namespace rekindle::lua {

// The function and those below it. Code must have passed the verifier.
std::string list(const Function& main);

} // namespace rekindle::lua
