#pragma once
// What the writer and the reader of saved states share.

#include "emi/lua/state.h"

namespace rekindle::lua::saved {

inline constexpr std::uint32_t format_version = 1;
inline constexpr Endian le = Endian::little;

// How much of a task's stack means anything: up to the end of the innermost function.
inline std::uint32_t stack_end(const State& state, const Thread& thread) {
    if (thread.frames.empty()) return static_cast<std::uint32_t>(thread.stack.size());
    const Frame& frame = thread.frames.back();
    return frame.base + state.protos[frame.proto].code->frame;
}

} // namespace rekindle::lua::saved
