#pragma once
// Source text → stack code, in the shapes the original compiler emits. Called by the machine when it loads
// source and by `rekindle lua compile`. spec/emi-formats.md §3.5.

#include <functional>
#include <string_view>

#include "emi/lua/bytecode.h"

namespace rekindle::lua {

// Errors: kind bad_data, file "NAME:LINE", what was expected and found.
// `defined` answers for `$if NAME` whether a global has a value; absent: none has.
Expected<Function> compile(std::string_view source, std::string_view name,
                           const std::function<bool(std::string_view)>& defined = {});

} // namespace rekindle::lua
