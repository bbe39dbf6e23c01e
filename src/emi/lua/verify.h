#pragma once
// The bytecode verifier: what passes it can be translated and run without further checks of operands, jumps
// or stack depth. Called by the readers and, for its findings, by the translator. spec/emi-formats.md §3.2
// "Reject".

#include <vector>

#include "emi/lua/bytecode.h"
#include "emi/lua/opcodes.h"

namespace rekindle::lua {

inline constexpr std::uint32_t most_slots = 255;

// One function taken apart.
struct Analysis {
    std::vector<Instruction> instructions;
    std::vector<std::int32_t> depth; // values on the stack before each instruction; -1: never reached
    std::vector<bool> target;        // a jump leads here
    std::uint32_t deepest = 0;       // most values on the stack at any time
    std::uint32_t upvalues = 0;      // highest upvalue it reads, plus 1
};

// Decodes and checks one function without its sub-functions.
Expected<Analysis> analyse(const Function& function, std::string_view file);
// The whole tree, including that no function reads an upvalue that no closure of it has.
Expected<void> verify(const Function& main, std::string_view file);

} // namespace rekindle::lua
