// The interpreter loop and calls. Everything here works on thread_: a task's own stack while it runs.
#include <cmath>

#include "emi/lua/machine.h"
#include "emi/lua/opcodes.h"

namespace rekindle::lua {
namespace {

inline bool numbers(Value x, Value y) { return x.is_number() && y.is_number(); }

template <Op op>
inline float compute(float x, float y) {
    if constexpr (op == Op::add_rr) return x + y;
    if constexpr (op == Op::sub_rr) return x - y;
    if constexpr (op == Op::mul_rr) return x * y;
    if constexpr (op == Op::div_rr) return x / y;
}

template <Event event, typename T>
inline bool compares(T x, T y) {
    if constexpr (event == Event::lt) return x < y;
    if constexpr (event == Event::le) return x <= y;
    if constexpr (event == Event::gt) return x > y;
    if constexpr (event == Event::ge) return x >= y;
}

} // namespace

// What the interpreter keeps at hand of the frame it runs.
struct Registers {
    Frame* frame;
    const Code* code;
    const Instr* pc;
    Value* r;
    const Value* k;
};

Outcome Machine::run(std::size_t stop) {
    Registers now;
    const auto enter = [&] {
        now.frame = &thread_.frames.back();
        now.code = state_.protos.items[now.frame->proto].code.get();
        now.pc = now.code->instructions.data() + now.frame->pc;
        now.r = thread_.stack.data() + now.frame->base;
        now.k = now.code->constants.data();
    };
    // Before anything that may call, fail or look at the stack; afterwards enter() again.
    const auto leave = [&] {
        now.frame->pc = static_cast<std::uint32_t>(now.pc - now.code->instructions.data());
        thread_.top = now.frame->base + now.code->frame;
    };
    Event event = Event::add;
    Value x, y;
    enter();
    for (;;) {
        const Instr i = *now.pc++;
        Value* const r = now.r;
        const auto jump = [&] {
            now.pc += i.c;
            return i.c >= 0 || (steps_ += i.c) >= 0;
        };
        const auto arithmetic = [&]<Op op>(Value left, Value right, Event e) {
            if (numbers(left, right)) [[likely]] {
                r[i.a] = Value::of(compute<op>(left.number(), right.number()));
                return true;
            }
            x = left, y = right, event = e;
            return false;
        };
        // Compare and jump; false: numbers aren't what it compares.
        const auto branch = [&]<Event e, bool sense>(Value left, Value right, bool& stay) {
            if (!numbers(left, right)) [[unlikely]] {
                x = left, y = right, event = e;
                return false;
            }
            stay = compares<e>(left.number(), right.number()) != sense || jump();
            return true;
        };
        const auto compare = [&]<Event e>(Value left, Value right) {
            if (numbers(left, right)) [[likely]] {
                r[i.a] = Value::truth(compares<e>(left.number(), right.number()));
                return true;
            }
            x = left, y = right, event = e;
            return false;
        };
        bool stay = true, sense = true;
        switch (i.op) {
        case Op::move: r[i.a] = r[i.b]; break;
        case Op::load: r[i.a] = now.k[i.c]; break;
        case Op::get_upvalue: {
            const auto& upvalues = state_.closures.items[now.frame->closure - 1].upvalues;
            r[i.a] = upvalues[i.b];
            break;
        }
        case Op::get_global: {
            if (state_.global_methods) [[unlikely]] {
                leave();
                if (!slow_get_global(static_cast<std::uint32_t>(i.c))) goto failed;
                enter();
                now.r[i.a] = result_;
                break;
            }
            r[i.a] = state_.globals[static_cast<std::size_t>(i.c)].value;
            break;
        }
        case Op::set_global: {
            Global& global = state_.globals[static_cast<std::size_t>(i.c)];
            if (state_.global_methods || !global.assigned) [[unlikely]] {
                leave();
                if (!slow_set_global(static_cast<std::uint32_t>(i.c), r[i.a])) goto failed;
                enter();
                break;
            }
            global.value = r[i.a];
            break;
        }
        case Op::get_table:
            x = r[i.b], y = r[i.c];
            if (x.is_table()) [[likely]] {
                const Table& table = state_.tables.items[x.bits];
                const Value value = table.get(y);
                if (!value.is_nil() && table.tag == tag_table) [[likely]] {
                    r[i.a] = value;
                    break;
                }
            }
            goto slow_get_entry;
        case Op::get_field:
            x = r[i.b], y = now.k[i.c];
            if (x.is_table()) [[likely]] {
                const Table& table = state_.tables.items[x.bits];
                const std::size_t at = table.find_text(y);
                if (at != Table::none && table.tag == tag_table) [[likely]] {
                    const Value value = table.entries()[at].value;
                    if (!value.is_nil()) {
                        r[i.a] = value;
                        break;
                    }
                }
            }
            goto slow_get_entry;
        case Op::set_table: {
            x = r[i.a], y = r[i.b];
            const Value value = r[i.c];
            if (x.is_table()) [[likely]] {
                Table& table = state_.tables.items[x.bits];
                if (table.tag == tag_table && table.set_fast(y, value, state_.allocated)) [[likely]]
                    break;
            }
            leave();
            if (!slow_set(x, y, value)) goto failed;
            enter();
            break;
        }
        case Op::set_field: {
            x = r[i.a], y = now.k[i.c];
            const Value value = r[i.b];
            if (x.is_table()) [[likely]] {
                Table& table = state_.tables.items[x.bits];
                if (table.tag == tag_table && table.set_fast(y, value, state_.allocated)) [[likely]]
                    break;
            }
            leave();
            if (!slow_set(x, y, value)) goto failed;
            enter();
            break;
        }
        case Op::self: {
            const Value object = r[i.b];
            leave();
            if (!slow_get(object, now.k[i.c])) goto failed;
            enter();
            now.r[i.a + 1] = object;
            now.r[i.a] = result_;
            break;
        }
        case Op::new_table:
            r[i.a] = state_.new_table();
            if (i.c > 1)
                state_.tables.items[r[i.a].bits].reserve(static_cast<std::size_t>(i.c < 64 ? i.c : 64));
            note_allocation();
            break;
        case Op::list:
            leave();
            if (!raw_list(r[i.a], now.frame->base + i.a + 1u, i.b, static_cast<std::uint32_t>(i.c)))
                goto failed;
            break;
        case Op::map:
            leave();
            if (!raw_map(r[i.a], now.frame->base + i.a + 1u, static_cast<std::uint32_t>(i.c))) goto failed;
            break;
        case Op::add_rr:
            if (!arithmetic.operator()<Op::add_rr>(r[i.b], r[i.c], Event::add)) goto slow_arith;
            break;
        case Op::add_rk:
            if (!arithmetic.operator()<Op::add_rr>(r[i.b], now.k[i.c], Event::add)) goto slow_arith;
            break;
        case Op::add_kr:
            if (!arithmetic.operator()<Op::add_rr>(now.k[i.b], r[i.c], Event::add)) goto slow_arith;
            break;
        case Op::sub_rr:
            if (!arithmetic.operator()<Op::sub_rr>(r[i.b], r[i.c], Event::sub)) goto slow_arith;
            break;
        case Op::sub_rk:
            if (!arithmetic.operator()<Op::sub_rr>(r[i.b], now.k[i.c], Event::sub)) goto slow_arith;
            break;
        case Op::sub_kr:
            if (!arithmetic.operator()<Op::sub_rr>(now.k[i.b], r[i.c], Event::sub)) goto slow_arith;
            break;
        case Op::mul_rr:
            if (!arithmetic.operator()<Op::mul_rr>(r[i.b], r[i.c], Event::mul)) goto slow_arith;
            break;
        case Op::mul_rk:
            if (!arithmetic.operator()<Op::mul_rr>(r[i.b], now.k[i.c], Event::mul)) goto slow_arith;
            break;
        case Op::mul_kr:
            if (!arithmetic.operator()<Op::mul_rr>(now.k[i.b], r[i.c], Event::mul)) goto slow_arith;
            break;
        case Op::div_rr:
            if (!arithmetic.operator()<Op::div_rr>(r[i.b], r[i.c], Event::div)) goto slow_arith;
            break;
        case Op::div_rk:
            if (!arithmetic.operator()<Op::div_rr>(r[i.b], now.k[i.c], Event::div)) goto slow_arith;
            break;
        case Op::div_kr:
            if (!arithmetic.operator()<Op::div_rr>(now.k[i.b], r[i.c], Event::div)) goto slow_arith;
            break;
        case Op::pow: {
            x = r[i.b], y = r[i.c];
            const Value method = state_.method(tag_number, Event::pow);
            if (numbers(x, y) && method.kind == Kind::native && method.bits == pow_native_) {
                r[i.a] = Value::of(static_cast<float>(std::pow(double{x.number()}, double{y.number()})));
                break;
            }
            event = Event::pow;
            goto slow_arith;
        }
        case Op::cat:
            leave();
            if (!slow_concat(now.frame->base + i.b, static_cast<std::uint32_t>(i.c))) goto failed;
            enter();
            now.r[i.a] = result_;
            note_allocation();
            break;
        case Op::neg:
            if (r[i.b].is_number()) [[likely]] {
                r[i.a] = Value::of(-r[i.b].number());
                break;
            }
            x = r[i.b], y = {}, event = Event::unm;
            goto slow_arith;
        case Op::not_: r[i.a] = Value::truth(r[i.b].is_nil()); break;
        case Op::eq: r[i.a] = Value::truth(raw_equal(r[i.b], r[i.c])); break;
        case Op::ne: r[i.a] = Value::truth(!raw_equal(r[i.b], r[i.c])); break;
        case Op::lt:
            if (!compare.operator()<Event::lt>(r[i.b], r[i.c])) goto slow_comparison;
            break;
        case Op::le:
            if (!compare.operator()<Event::le>(r[i.b], r[i.c])) goto slow_comparison;
            break;
        case Op::gt:
            if (!compare.operator()<Event::gt>(r[i.b], r[i.c])) goto slow_comparison;
            break;
        case Op::ge:
            if (!compare.operator()<Event::ge>(r[i.b], r[i.c])) goto slow_comparison;
            break;
        case Op::jump:
            if (!jump()) goto out_of_steps;
            break;
        case Op::jump_true:
            if (r[i.a].is_true() && !jump()) goto out_of_steps;
            break;
        case Op::jump_false:
            if (r[i.a].is_nil() && !jump()) goto out_of_steps;
            break;
        case Op::if_eq_rr:
            if (raw_equal(r[i.a], r[i.b]) && !jump()) goto out_of_steps;
            break;
        case Op::if_eq_rk:
            if (raw_equal(r[i.a], now.k[i.b]) && !jump()) goto out_of_steps;
            break;
        case Op::if_ne_rr:
            if (!raw_equal(r[i.a], r[i.b]) && !jump()) goto out_of_steps;
            break;
        case Op::if_ne_rk:
            if (!raw_equal(r[i.a], now.k[i.b]) && !jump()) goto out_of_steps;
            break;
        case Op::if_lt_rr:
            if (!branch.operator()<Event::lt, true>(r[i.a], r[i.b], stay)) goto slow_branch;
            if (!stay) goto out_of_steps;
            break;
        case Op::if_lt_rk:
            if (!branch.operator()<Event::lt, true>(r[i.a], now.k[i.b], stay)) goto slow_branch;
            if (!stay) goto out_of_steps;
            break;
        case Op::if_le_rr:
            if (!branch.operator()<Event::le, true>(r[i.a], r[i.b], stay)) goto slow_branch;
            if (!stay) goto out_of_steps;
            break;
        case Op::if_le_rk:
            if (!branch.operator()<Event::le, true>(r[i.a], now.k[i.b], stay)) goto slow_branch;
            if (!stay) goto out_of_steps;
            break;
        case Op::if_gt_rr:
            if (!branch.operator()<Event::gt, true>(r[i.a], r[i.b], stay)) goto slow_branch;
            if (!stay) goto out_of_steps;
            break;
        case Op::if_gt_rk:
            if (!branch.operator()<Event::gt, true>(r[i.a], now.k[i.b], stay)) goto slow_branch;
            if (!stay) goto out_of_steps;
            break;
        case Op::if_ge_rr:
            if (!branch.operator()<Event::ge, true>(r[i.a], r[i.b], stay)) goto slow_branch;
            if (!stay) goto out_of_steps;
            break;
        case Op::if_ge_rk:
            if (!branch.operator()<Event::ge, true>(r[i.a], now.k[i.b], stay)) goto slow_branch;
            if (!stay) goto out_of_steps;
            break;
        case Op::unless_lt_rr:
            if (!branch.operator()<Event::lt, false>(r[i.a], r[i.b], stay)) goto slow_branch_not;
            if (!stay) goto out_of_steps;
            break;
        case Op::unless_lt_rk:
            if (!branch.operator()<Event::lt, false>(r[i.a], now.k[i.b], stay)) goto slow_branch_not;
            if (!stay) goto out_of_steps;
            break;
        case Op::unless_le_rr:
            if (!branch.operator()<Event::le, false>(r[i.a], r[i.b], stay)) goto slow_branch_not;
            if (!stay) goto out_of_steps;
            break;
        case Op::unless_le_rk:
            if (!branch.operator()<Event::le, false>(r[i.a], now.k[i.b], stay)) goto slow_branch_not;
            if (!stay) goto out_of_steps;
            break;
        case Op::unless_gt_rr:
            if (!branch.operator()<Event::gt, false>(r[i.a], r[i.b], stay)) goto slow_branch_not;
            if (!stay) goto out_of_steps;
            break;
        case Op::unless_gt_rk:
            if (!branch.operator()<Event::gt, false>(r[i.a], now.k[i.b], stay)) goto slow_branch_not;
            if (!stay) goto out_of_steps;
            break;
        case Op::unless_ge_rr:
            if (!branch.operator()<Event::ge, false>(r[i.a], r[i.b], stay)) goto slow_branch_not;
            if (!stay) goto out_of_steps;
            break;
        case Op::unless_ge_rk:
            if (!branch.operator()<Event::ge, false>(r[i.a], now.k[i.b], stay)) goto slow_branch_not;
            if (!stay) goto out_of_steps;
            break;
        case Op::closure:
            leave();
            if (!make_closure(now.frame->base + i.b, static_cast<std::uint32_t>(i.c))) goto failed;
            r[i.a] = result_;
            note_allocation();
            break;
        case Op::call: {
            leave();
            const std::uint32_t at = now.frame->base + i.a;
            if (--steps_ < 0 && !interrupt()) goto failed;
            if (thread_.stack[at].is_script_function()) [[likely]] {
                if (!push_frame(at, i.b, static_cast<std::uint8_t>(i.c), false)) goto failed;
                enter();
                break;
            }
            Outcome outcome;
            if (thread_.stack[at].kind == Kind::native) {
                outcome = call_native(at, i.b, static_cast<std::uint8_t>(i.c));
            } else {
                outcome = call_other(at, i.b, static_cast<std::uint8_t>(i.c), false);
            }
            if (outcome == Outcome::error) goto failed;
            if (outcome == Outcome::yield) return Outcome::yield;
            enter();
            break;
        }
        case Op::ret1: {
            const Frame& frame = *now.frame;
            const std::uint32_t to = frame.base - 1;
            const std::uint8_t results = frame.results;
            const bool entry = frame.entry;
            now.r[-1] = r[i.a];
            thread_.frames.pop_back();
            if (entry || results != 1) {
                std::uint32_t end = to + 1;
                if (results != all_results) {
                    for (; end < to + results; ++end) thread_.stack[end] = {};
                    end = to + results;
                }
                thread_.top = end;
                if (entry) return Outcome::ok;
                if (results == all_results) thread_.frames.back().open = 1;
            }
            enter();
            break;
        }
        case Op::ret0:
        case Op::ret:
        case Op::ret_open: {
            const Frame frame = *now.frame;
            std::uint32_t count = 0;
            if (i.op == Op::ret) count = static_cast<std::uint32_t>(i.c);
            if (i.op == Op::ret_open) count = static_cast<std::uint32_t>(i.c) + frame.open;
            const std::uint32_t to = frame.base - 1;
            const std::uint32_t wanted = frame.results == all_results ? count : frame.results;
            const std::uint32_t moved = count < wanted ? count : wanted;
            for (std::uint32_t n = 0; n < moved; ++n) now.r[-1 + static_cast<std::ptrdiff_t>(n)] = r[i.a + n];
            if (wanted > moved && !ensure_stack(to + wanted)) goto failed;
            for (std::uint32_t n = moved; n < wanted; ++n) thread_.stack[to + n] = {};
            thread_.frames.pop_back();
            thread_.top = to + wanted;
            if (frame.entry) return Outcome::ok;
            if (frame.results == all_results) thread_.frames.back().open = count;
            enter();
            break;
        }
        }
        continue;

    slow_get_entry:
        leave();
        if (!slow_get(x, y)) goto failed;
        enter();
        now.r[i.a] = result_;
        continue;
    slow_arith:
        leave();
        if (!slow_arithmetic(event, x, y)) goto failed;
        enter();
        now.r[i.a] = result_;
        continue;
    slow_comparison:
        leave();
        if (!slow_compare(event, x, y)) goto failed;
        enter();
        now.r[i.a] = Value::truth(result_.is_true());
        continue;
    slow_branch_not:
        sense = false;
    slow_branch:
        leave();
        if (!slow_compare(event, x, y)) goto failed;
        enter();
        if (result_.is_true() == sense) {
            now.pc += i.c;
            if (i.c < 0 && (steps_ += i.c) < 0) goto out_of_steps;
        }
        continue;
    out_of_steps:
        leave();
        if (!interrupt()) goto failed;
        enter();
        continue;
    failed:
        thread_.frames.resize(stop);
        return Outcome::error;
    }
}

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
    if (method.is_script_function() || method.kind == Kind::native) {
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
