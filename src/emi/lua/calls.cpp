// Calls: frames of script functions, host functions, what isn't callable, and the budget that every call is
// counted against.
#include <algorithm>

#include "emi/lua/machine.h"
#include "emi/lua/opcodes.h"

namespace rekindle::lua {

bool Machine::ensure_stack(std::uint32_t size) {
    if (size <= thread_.stack.size()) return true;
    if (size > limits_.stack) return error_out("stack overflow");
    thread_.stack.resize(std::max<std::size_t>(size + 64, thread_.stack.size() * 2));
    return true;
}

bool Machine::push_frame(std::uint32_t function, std::uint32_t arguments, std::uint8_t results, bool entry) {
    const Value value = thread_.stack[function];
    const std::uint32_t proto =
        value.kind == Kind::function ? value.bits : state_.closures.items[value.bits].proto;
    const Code& code = *state_.protos.items[proto].code;
    const std::uint32_t base = function + 1;
    if (base + code.frame + 8 > thread_.stack.size() && !ensure_stack(base + code.frame + 8)) return false;
    if (thread_.frames.size() >= limits_.calls)
        return error_out("too many calls inside each other (stack overflow)");
    if (code.upvalues != 0 &&
        (value.kind == Kind::function || state_.closures.items[value.bits].upvalues.size() < code.upvalues))
        [[unlikely]]
        return error_out("call of a function without its upvalues");
    std::uint32_t filled = std::min(arguments, code.parameters);
    if (code.variadic) {
        pack_varargs(base, code.parameters, arguments);
        filled = code.parameters + 1;
    }
    Value* const registers = thread_.stack.data() + base;
    for (std::uint32_t n = filled; n < code.frame; ++n) registers[n] = {};
    thread_.frames.push_back({.proto = proto,
                              .closure = value.kind == Kind::closure ? value.bits + 1 : 0,
                              .pc = 0,
                              .base = base,
                              .open = 0,
                              .results = results,
                              .entry = entry});
    return true;
}

void Machine::pack_varargs(std::uint32_t base, std::uint32_t parameters, std::uint32_t arguments) {
    const Value table = state_.new_table();
    const std::uint32_t surplus = arguments > parameters ? arguments - parameters : 0;
    for (std::uint32_t n = 0; n < surplus; ++n)
        state_.table_set(table, Value::of(static_cast<float>(n + 1)), thread_.stack[base + parameters + n]);
    state_.table_set(table, state_.text("n"), Value::of(static_cast<float>(surplus)));
    for (std::uint32_t n = arguments; n < parameters; ++n) thread_.stack[base + n] = {};
    thread_.stack[base + parameters] = table;
    note_allocation();
}

Outcome Machine::call_native(std::uint32_t function, std::uint32_t arguments, std::uint8_t results) {
    const std::uint32_t native = thread_.stack[function].bits;
    const std::uint32_t start = std::max(thread_.top, function + 1 + arguments);
    thread_.top = start;
    const NativeRow& row = natives_[native];
    Call call(*this, function + 1, arguments, native);
    Outcome outcome = Outcome::ok;
    const Value first = call[0];
    if (row.signature == nullptr || check_arguments(call, row))
        outcome = row.function != nullptr ? row.function(call) : missing_native(call);
    if (outcome == Outcome::error) return outcome;
    if (outcome == Outcome::ok && can_yield()) note_question(native, first);
    const std::uint32_t count = thread_.top - start;
    const std::uint32_t wanted = results == all_results ? count : results;
    if (wanted > count && !ensure_stack(function + wanted)) return Outcome::error;
    Value* const stack = thread_.stack.data();
    for (std::uint32_t n = 0; n < wanted; ++n) stack[function + n] = n < count ? stack[start + n] : Value{};
    thread_.top = function + wanted;
    if (results == all_results && !thread_.frames.empty()) thread_.frames.back().open = count;
    note_allocation();
    return outcome;
}

// What is neither a script nor a host function: its "function" event, else nils.
Outcome Machine::call_other(std::uint32_t function, std::uint32_t arguments, std::uint8_t results,
                            bool entry) {
    const Value value = thread_.stack[function];
    const Value method = state_.method(state_.tag_of(value), Event::function);
    if (method.is_callable()) {
        if (!ensure_stack(function + arguments + 3)) return Outcome::error;
        for (std::uint32_t n = arguments + 1; n > 0; --n)
            thread_.stack[function + n] = thread_.stack[function + n - 1];
        thread_.stack[function] = method;
        thread_.top = std::max(thread_.top, function + arguments + 2);
        if (method.kind == Kind::native) return call_native(function, arguments + 1, results);
        return push_frame(function, arguments + 1, results, entry) ? Outcome::ok : Outcome::error;
    }
    report(Report::Kind::not_callable, "call of a " + std::string(type_name(value)) + " value");
    const std::uint32_t wanted = results == all_results ? 0 : results;
    if (!ensure_stack(function + wanted)) return Outcome::error;
    for (std::uint32_t n = 0; n < wanted; ++n) thread_.stack[function + n] = {};
    thread_.top = function + wanted;
    if (results == all_results && !thread_.frames.empty()) thread_.frames.back().open = 0;
    return Outcome::ok;
}

// A call by the machine or a host function; control can't leave inside. Results lie at `function`, top is
// behind them.
Outcome Machine::call_at(std::uint32_t function, std::uint32_t arguments, std::uint8_t results) {
    if (nesting_ >= limits_.nesting)
        return fail("too many calls of scripts by host functions inside each other");
    if (--steps_ < 0 && !interrupt()) return Outcome::error;
    if (!ensure_stack(function + 1 + std::max<std::uint32_t>(arguments, results))) return Outcome::error;
    ++nesting_;
    ++unyieldable_;
    const std::size_t depth = thread_.frames.size();
    // The caller's count of open results is its own.
    const std::uint32_t open = depth == 0 ? 0 : thread_.frames.back().open;
    Outcome outcome = Outcome::ok;
    const Value value = thread_.stack[function];
    if (value.is_script_function()) {
        if (!push_frame(function, arguments, results, true)) outcome = Outcome::error;
    } else if (value.kind == Kind::native) {
        outcome = call_native(function, arguments, results);
    } else {
        outcome = call_other(function, arguments, results, true);
    }
    if (outcome == Outcome::ok && thread_.frames.size() > depth) outcome = run(depth);
    if (depth != 0 && outcome == Outcome::ok) thread_.frames.back().open = open;
    --unyieldable_;
    --nesting_;
    return outcome;
}

// Called when the steps are used up or a collection is due.
bool Machine::interrupt() {
    steps_ += stash_;
    stash_ = 0;
    if (steps_ < 0) {
        exhausted_ = true;
        return error_out("ran too long without giving up control");
    }
    if (state_.allocated >= state_.collect_at) {
        collect();
        if (state_.allocated > limits_.memory) return error_out("out of script memory");
    }
    return true;
}

} // namespace rekindle::lua
