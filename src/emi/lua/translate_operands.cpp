// From operands to instructions: locals, operators, fields, jumps, calls.
#include <algorithm>

#include "emi/lua/translator.h"

namespace rekindle::lua {

void Translator::push_constant(Value value) {
    const auto [it, fresh] = known_.emplace(key(value), static_cast<std::uint32_t>(code_.constants.size()));
    if (fresh) code_.constants.push_back(value);
    stack_.push_back({Where::constant, it->second});
}

void Translator::push_local(std::uint32_t local) {
    const Operand held = stack_[local];
    stack_.push_back(held.where == Where::own ? Operand{Where::local, local} : held);
}

void Translator::set_local(std::uint32_t local) {
    const Operand value = stack_.back();
    const std::uint32_t from = top();
    drop(1);
    if (local == from) { // the value is its own local's place (can only be at the end of a hostile stack)
        return;
    }
    bool redirect = value.where == Where::own && is_newest(last_) && code_.instructions[last_].a == from;
    for (std::uint32_t i = 0; i < stack_.size(); ++i)
        if (stack_[i].where == Where::local && stack_[i].index == local) {
            place(i);
            redirect = false;
        }
    if (redirect) {
        code_.instructions[last_].a = static_cast<std::uint8_t>(local);
    } else if (value.where == Where::constant) {
        emit(Op::load, local, 0, value.index);
    } else {
        const std::uint32_t source = value.where == Where::local ? value.index : from;
        if (source != local) emit(Op::move, local, source);
    }
    last_ = none;
    stack_[local] = {};
}

void Translator::arithmetic(Op rr) {
    const std::uint32_t y = top(), x = y - 1;
    const auto variant = [&](int n) { return static_cast<Op>(static_cast<int>(rr) + n); };
    if (is_number(y)) {
        const std::uint32_t left = reg(x);
        emit_result(variant(1), x, left, stack_[y].index);
    } else if (is_number(x)) {
        const std::uint32_t right = reg(y);
        emit_result(variant(2), x, stack_[x].index, right);
    } else {
        const std::uint32_t left = reg(x), right = reg(y);
        emit_result(rr, x, left, right);
    }
    drop(2);
    push_own();
}

// A comparison and the conditional jump behind it become one instruction.
bool Translator::fuse(Act act, std::uint32_t x, std::uint32_t y) {
    const Instruction& next = analysis_.instructions[at_ + 1];
    if (analysis_.target[at_ + 1]) return false;
    const bool jumps_if = next.act == Act::jump_true_back;
    if (!jumps_if && next.act != Act::jump_false && next.act != Act::jump_false_back) return false;
    const std::uint32_t left = reg(x);
    const bool constant = is_constant(y) && stack_[y].index < short_constants;
    const std::uint32_t right = constant ? stack_[y].index : reg(y);
    flush(x);
    Op op = Op::if_eq_rr;
    switch (act) {
    case Act::eq: op = jumps_if ? Op::if_eq_rr : Op::if_ne_rr; break;
    case Act::ne: op = jumps_if ? Op::if_ne_rr : Op::if_eq_rr; break;
    case Act::lt: op = jumps_if ? Op::if_lt_rr : Op::unless_lt_rr; break;
    case Act::le: op = jumps_if ? Op::if_le_rr : Op::unless_le_rr; break;
    case Act::gt: op = jumps_if ? Op::if_gt_rr : Op::unless_gt_rr; break;
    default: op = jumps_if ? Op::if_ge_rr : Op::unless_ge_rr; break;
    }
    if (constant) op = static_cast<Op>(static_cast<int>(op) + 1);
    fixups_.push_back({size(), target_of(next)});
    emit(op, left, right);
    drop(2);
    ++at_;
    label_[at_] = size();
    return true;
}

void Translator::compare(Act act) {
    const std::uint32_t y = top(), x = y - 1;
    if (fuse(act, x, y)) return;
    const std::uint32_t left = reg(x), right = reg(y);
    const Op op =
        static_cast<Op>(static_cast<int>(Op::eq) + static_cast<int>(act) - static_cast<int>(Act::eq));
    emit_result(op, x, left, right);
    drop(2);
    push_own();
}

void Translator::negate() {
    if (is_number(top())) {
        const float value = -constant_value(top()).number();
        drop(1);
        push_constant(Value::of(value));
    } else {
        const std::uint32_t from = reg(top());
        emit_result(Op::neg, top(), from);
        stack_.back() = {};
    }
}

// Before a conditional jump it only turns that round.
void Translator::invert() {
    const std::uint32_t from = reg(top());
    const Instruction& next = analysis_.instructions[at_ + 1];
    const bool fits =
        next.act == Act::jump_false || next.act == Act::jump_false_back || next.act == Act::jump_true_back;
    if (fits && !analysis_.target[at_ + 1]) {
        flush(top());
        jump_if(next.act != Act::jump_true_back, from, target_of(next));
        drop(1);
        label_[++at_] = size();
    } else {
        emit_result(Op::not_, top(), from);
        stack_.back() = {};
    }
}

// a .. b .. c is joined in one go when c needs no code of its own.
void Translator::concat() {
    const std::uint32_t y = top(), x = y - 1;
    const bool chain = stack_[x].where == Where::own && stack_[y].where != Where::own && is_newest(last_) &&
                       code_.instructions[last_].op == Op::cat && code_.instructions[last_].b == x &&
                       x + static_cast<std::uint32_t>(code_.instructions[last_].c) < most_slots - 1;
    if (chain) {
        const Instr before = code_.instructions.back();
        code_.instructions.pop_back();
        code_.offsets.pop_back();
        code_.live.pop_back();
        const auto count = static_cast<std::uint32_t>(before.c);
        if (stack_[y].where == Where::local)
            emit(Op::move, x + count, stack_[y].index);
        else
            emit(Op::load, x + count, 0, stack_[y].index);
        code_.frame = std::max(code_.frame, x + count + 2);
        emit_result(Op::cat, x, x, count + 1);
        code_.live.back() = static_cast<std::uint8_t>(x + count + 1);
    } else {
        place_all(x, stack_.size());
        emit_result(Op::cat, x, x, 2);
    }
    drop(2);
    push_own();
}

void Translator::get() {
    const std::uint32_t index = top(), table = index - 1;
    const std::uint32_t from = reg(table);
    if (is_constant(index) && constant_value(index).is_string())
        emit_result(Op::get_field, table, from, stack_[index].index);
    else
        emit_result(Op::get_table, table, from, reg(index));
    drop(2);
    push_own();
}

void Translator::put(std::uint32_t table, std::uint32_t index) {
    const std::uint32_t to = reg(table);
    if (is_constant(index) && constant_value(index).is_string()) {
        emit(Op::set_field, to, reg(top()), stack_[index].index);
    } else {
        const std::uint32_t key = reg(index);
        emit(Op::set_table, to, key, reg(top()));
    }
}

void Translator::jump_if(bool sense, std::uint32_t position, std::size_t target) {
    fixups_.push_back({size(), target});
    emit(sense ? Op::jump_true : Op::jump_false, position);
}

void Translator::branch(const Instruction& i) {
    const std::size_t target = target_of(i);
    if (i.act == Act::or_jump || i.act == Act::and_jump) {
        flush(stack_.size());
        jump_if(i.act == Act::or_jump, top(), target);
        drop(1);
        return;
    }
    const bool sense = i.act == Act::jump_true_back;
    const std::uint32_t at = top();
    flush(at);
    if (is_constant(at)) {
        if (constant_value(at).is_true() == sense) {
            fixups_.push_back({size(), target});
            emit(Op::jump, 0);
        }
    } else {
        jump_if(sense, reg(at), target);
    }
    drop(1);
}

void Translator::call(const Instruction& i) {
    const auto depth = static_cast<std::uint32_t>(stack_.size());
    const std::uint32_t function = depth - 1 - i.y;
    place_all(function, depth);
    emit(Op::call, function, i.y, i.x);
    drop(i.y + 1);
    if (i.x == all_results)
        open_ = true;
    else
        for (std::uint32_t n = 0; n < i.x; ++n) push_own();
}

bool Translator::give_back(const Instruction& i) {
    const auto depth = static_cast<std::uint32_t>(stack_.size());
    if (open_) {
        place_all(i.x, depth);
        emit(Op::ret_open, i.x, 0, depth - i.x);
        open_ = false;
    } else if (depth == i.x) {
        emit(Op::ret0, 0);
    } else if (depth == i.x + 1) {
        emit(Op::ret1, reg(i.x));
    } else {
        place_all(i.x, depth);
        emit(Op::ret, i.x, 0, depth - i.x);
    }
    return true;
}

} // namespace rekindle::lua
