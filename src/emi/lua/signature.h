#pragma once
// The declared shape of a host function and the check of a call against it. The table of all functions is
// script_api.h. spec/emi-engine.md R99.

#include <string>
#include <string_view>
#include <vector>

#include "emi/lua/value.h"

namespace rekindle::lua {

struct Signature {
    std::string_view name, subject;
    std::string_view arguments, returns; // as people read them
    std::string_view types;              // as they are checked, see parse_parameters
    std::string_view effect;
    bool stub = false; // does nothing useful upstream
    std::string_view requirement;
};

// One parameter: which kinds of value it takes.
struct Parameter {
    bool number = false, text = false, table = false, function = false, task = false, nil = false,
         any = false;
    std::int32_t object = 0; // tag of the engine object it takes; 0: none
    bool optional = false;   // may be absent; later ones are optional too
    bool repeated = false;   // stands for all that follow
};

// `types`: one word a parameter: letters n number, s text, t table, f function, k task, b truth (anything), a
// anything, 0 nil, @TAG an engine object; before it ? optional, behind it + repeated. Example: "@ACTR n ?s0
// a+".
std::vector<Parameter> parse_parameters(std::string_view types);

inline constexpr std::int32_t object_tag(const char (&name)[5]) {
    std::int32_t tag = 0;
    for (int i = 0; i < 4; ++i) tag = tag * 256 + name[i];
    return tag;
}

} // namespace rekindle::lua
