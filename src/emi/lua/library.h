#pragma once
// The functions every script finds, host functions of the machine itself. spec/emi-formats.md §3.6, §3.7.

#include "emi/lua/machine.h"

namespace rekindle::lua {

// Called once by the machine's constructor.
void open_library(Machine& machine);

void open_base(Machine& machine);
void open_strings(Machine& machine);
void open_maths(Machine& machine);
void open_files(Machine& machine);
void open_tasks(Machine& machine);
void open_tags(Machine& machine);
void open_fallbacks(Machine& machine); // the engine's own methods; after all others

// Source or bytecode into the machine's state, one proto a chunk.
Expected<std::vector<std::uint32_t>> load_script(ByteView file, std::string_view name, Machine& machine);

} // namespace rekindle::lua
