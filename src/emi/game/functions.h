#pragma once
// What scripts can call, bound: every function of lua::script_api() is real, or has no effect in this engine
// by its specification, or isn't there yet and is then counted and reported with script and line. One file a
// group; each is a list of rows (script.h). Listed by `rekindle emi functions` and docs/emi-functions.md.

#include <span>
#include <string>
#include <vector>

#include "emi/lua/script_api.h"

namespace rekindle::emi {

enum class FunctionState : std::uint8_t {
    real,      // does what the specification says
    no_effect, // is accepted and does nothing, as the specification says
    missing,   // reported when it is called
};
std::string_view name_of(FunctionState state);

struct ScriptFunction {
    const lua::Signature* signature = nullptr;
    FunctionState state = FunctionState::missing;
};
// All of lua::script_api(), in its order.
std::vector<ScriptFunction> script_functions();

std::span<const lua::Binding> function_bindings();

} // namespace rekindle::emi
