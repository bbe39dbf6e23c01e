#pragma once
// Every function that scripts of the game may call, as one table: names, arguments, results, effects. The
// game registers its implementations against it; what has none is there nevertheless and is counted and
// reported when it is called. spec/emi-engine.md §9, spec/emi-tables/script-api.csv (a test keeps the two
// equal).

#include <span>
#include <string>
#include <vector>

#include "emi/lua/machine.h"

namespace rekindle::lua {

std::span<const Signature> script_api();
// nullptr: there is no such function.
const Signature* find_signature(std::string_view name);

struct Binding {
    std::string_view name;
    Native native = nullptr;
};

// Registers every function of the table that the machine doesn't have yet, in the table's order. Answers the
// names of bindings that the table doesn't know, which are not registered.
std::vector<std::string> add_script_api(Machine& machine, std::span<const Binding> bindings);

} // namespace rekindle::lua
