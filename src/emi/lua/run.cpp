// The interpreter loop. It works on thread_: a task's own stack while that runs.
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

} // namespace rekindle::lua
