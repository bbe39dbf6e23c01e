#include "emi/lua/translate.h"

#include <algorithm>
#include <unordered_map>

#include "emi/lua/verify.h"

namespace rekindle::lua {
namespace {

// Runs over the stack code with a stack of operands instead of values. What was only pushed (a constant, a
// copy of a local) stays pending and goes into the instruction that uses it; at jumps and targets everything
// is put in its place.
class Translator {
  public:
    Translator(const Function& function, Analysis analysis, std::vector<Value> constants, State& state)
        : function_(function), analysis_(std::move(analysis)), state_(state) {
        code_.constants = std::move(constants);
        for (std::uint32_t i = 0; i < code_.constants.size(); ++i) known_.emplace(key(code_.constants[i]), i);
        code_.frame = analysis_.deepest + 1; // one to spare: a "function" method is put before the arguments
    }

    Code run() {
        const std::size_t count = analysis_.instructions.size();
        label_.assign(count, 0);
        bool fresh = true; // the code before doesn't fall through to here
        for (at_ = 0; at_ < count; ++at_) {
            if (analysis_.depth[at_] < 0) {
                fresh = true;
                continue;
            }
            if (fresh) stack_.assign(static_cast<std::size_t>(analysis_.depth[at_]), Operand{});
            if (analysis_.target[at_]) flush(stack_.size()), last_ = none;
            label_[at_] = size();
            offset_ = analysis_.instructions[at_].offset;
            fresh = step(analysis_.instructions[at_]);
        }
        for (const Fixup& fixup : fixups_)
            code_.instructions[fixup.instruction].c = static_cast<std::int32_t>(label_[fixup.target]) -
                                                      static_cast<std::int32_t>(fixup.instruction) - 1;
        finish();
        return std::move(code_);
    }

  private:
    struct Operand {
        enum class Where : std::uint8_t { own, local, constant } where = Where::own;
        std::uint32_t index = 0;
    };
    using Where = Operand::Where;
    struct Fixup {
        std::uint32_t instruction;
        std::size_t target;
    };
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::uint32_t short_constants = 0x10000;

    static std::uint64_t key(Value v) {
        return std::uint64_t{static_cast<std::uint32_t>(v.kind)} << 32 | v.bits;
    }
    std::uint32_t size() const { return static_cast<std::uint32_t>(code_.instructions.size()); }
    // Whether that instruction (or none) was the last to be emitted; before the first one nothing was.
    bool is_newest(std::uint32_t instruction) const { return instruction != none && instruction + 1 == size(); }
    std::uint32_t top() const { return static_cast<std::uint32_t>(stack_.size()) - 1; }
    Value constant_value(std::uint32_t position) const { return code_.constants[stack_[position].index]; }
    bool is_constant(std::uint32_t position) const { return stack_[position].where == Where::constant; }
    bool is_number(std::uint32_t position) const {
        return is_constant(position) && constant_value(position).is_number() &&
               stack_[position].index < short_constants;
    }

    void emit(Op op, std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0) {
        code_.instructions.push_back(
            {op, static_cast<std::uint8_t>(a), static_cast<std::uint16_t>(b), static_cast<std::int32_t>(c)});
        code_.offsets.push_back(offset_);
        code_.live.push_back(static_cast<std::uint8_t>(stack_.size()));
    }
    // An instruction that only writes r[a]: a following store into a local may redirect it.
    void emit_result(Op op, std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0) {
        last_ = size();
        emit(op, a, b, c);
    }
    void push_own() { stack_.push_back({}); }
    void push_constant(Value value) {
        const auto [it, fresh] =
            known_.emplace(key(value), static_cast<std::uint32_t>(code_.constants.size()));
        if (fresh) code_.constants.push_back(value);
        stack_.push_back({Where::constant, it->second});
    }
    void drop(std::uint32_t count) { stack_.resize(stack_.size() - count); }

    void place(std::uint32_t position) {
        Operand& operand = stack_[position];
        if (operand.where == Where::local) emit(Op::move, position, operand.index);
        if (operand.where == Where::constant) emit(Op::load, position, 0, operand.index);
        operand = {};
    }
    void place_all(std::uint32_t first, std::size_t end) {
        for (std::uint32_t i = first; i < end; ++i)
            if (stack_[i].where != Where::own) place(i);
    }
    void flush(std::size_t end) { place_all(0, end); }
    // The register that holds the value of a position.
    std::uint32_t reg(std::uint32_t position) {
        if (stack_[position].where == Where::local) return stack_[position].index;
        if (stack_[position].where == Where::constant) place(position);
        return position;
    }

    bool step(const Instruction& i); // answers whether the code does not continue behind it
    void push_local(std::uint32_t local);
    void set_local(std::uint32_t local);
    void arithmetic(Op rr);
    void compare(Act act);
    bool fuse(Act act, std::uint32_t x, std::uint32_t y);
    void concat();
    void put(std::uint32_t table, std::uint32_t index);
    void get();
    void branch(const Instruction& i);
    void jump_if(bool sense, std::uint32_t position, std::size_t target);
    bool give_back(const Instruction& i);
    std::size_t target_of(const Instruction& i) const;
    void finish();

    const Function& function_;
    Analysis analysis_;
    State& state_;
    Code code_;
    std::vector<Operand> stack_;
    std::vector<std::uint32_t> label_; // stack instruction → register instruction
    std::vector<Fixup> fixups_;
    std::unordered_map<std::uint64_t, std::uint32_t> known_;
    std::size_t at_ = 0;
    std::uint32_t offset_ = 0;
    std::uint32_t last_ = none; // the instruction whose result may be redirected, if it is the last one
    bool open_ = false;         // the call before left all its results
};

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

std::size_t Translator::target_of(const Instruction& i) const {
    const auto wanted = static_cast<std::uint32_t>(i.target());
    const auto it =
        std::lower_bound(analysis_.instructions.begin(), analysis_.instructions.end(), wanted,
                         [](const Instruction& a, std::uint32_t offset) { return a.offset < offset; });
    return static_cast<std::size_t>(it - analysis_.instructions.begin());
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

// a .. b .. c is joined in one go when c needs no code of its own.
void Translator::concat() {
    const std::uint32_t y = top(), x = y - 1;
    const bool chain = stack_[x].where == Where::own && stack_[y].where != Where::own &&
                       is_newest(last_) && code_.instructions[last_].op == Op::cat &&
                       code_.instructions[last_].b == x &&
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

bool Translator::step(const Instruction& i) {
    const auto depth = static_cast<std::uint32_t>(stack_.size());
    switch (i.act) {
    case Act::end: emit(Op::ret0, 0); return true;
    case Act::nil:
        for (std::uint32_t n = 0; n < i.x; ++n) push_constant({});
        break;
    case Act::number: push_constant(Value::of(static_cast<float>(i.x))); break;
    case Act::constant: stack_.push_back({Where::constant, i.x}); break;
    case Act::upvalue:
        emit_result(Op::get_upvalue, depth, i.x);
        push_own();
        break;
    case Act::local: push_local(i.x); break;
    case Act::get_global:
        emit_result(Op::get_global, depth, 0, state_.global_slot(code_.constants[i.x].bits));
        push_own();
        break;
    case Act::get: get(); break;
    case Act::field: {
        const std::uint32_t from = reg(top());
        emit_result(Op::get_field, top(), from, i.x);
        stack_.back() = {};
        break;
    }
    case Act::self: {
        const std::uint32_t from = reg(top());
        emit(Op::self, top(), from, i.x);
        stack_.back() = {};
        push_own();
        break;
    }
    case Act::new_table:
        emit_result(Op::new_table, depth, 0, i.x);
        push_own();
        break;
    case Act::set_local: set_local(i.x); break;
    case Act::set_global: {
        const std::uint32_t from = reg(top());
        emit(Op::set_global, from, 0, state_.global_slot(code_.constants[i.x].bits));
        drop(1);
        break;
    }
    case Act::put:
        put(depth - 3, depth - 2);
        drop(3);
        break;
    case Act::put_deep:
        put(depth - 3 - i.x, depth - 2 - i.x);
        drop(1);
        break;
    case Act::list:
        place_all(depth - 1 - i.y, depth);
        emit(Op::list, depth - 1 - i.y, i.y, i.x);
        drop(i.y);
        break;
    case Act::map:
        place_all(depth - 1 - 2 * i.x, depth);
        emit(Op::map, depth - 1 - 2 * i.x, 0, i.x);
        drop(2 * i.x);
        break;
    case Act::eq:
    case Act::ne:
    case Act::lt:
    case Act::le:
    case Act::gt:
    case Act::ge: compare(i.act); break;
    case Act::add: arithmetic(Op::add_rr); break;
    case Act::sub: arithmetic(Op::sub_rr); break;
    case Act::mul: arithmetic(Op::mul_rr); break;
    case Act::div: arithmetic(Op::div_rr); break;
    case Act::pow: {
        const std::uint32_t left = reg(depth - 2), right = reg(depth - 1);
        emit_result(Op::pow, depth - 2, left, right);
        drop(2);
        push_own();
        break;
    }
    case Act::cat: concat(); break;
    case Act::neg:
        if (is_number(top())) {
            const float value = -constant_value(top()).number();
            drop(1);
            push_constant(Value::of(value));
        } else {
            const std::uint32_t from = reg(top());
            emit_result(Op::neg, top(), from);
            stack_.back() = {};
        }
        break;
    case Act::not_: {
        const std::uint32_t from = reg(top());
        const Instruction& next = analysis_.instructions[at_ + 1];
        const bool fits = next.act == Act::jump_false || next.act == Act::jump_false_back ||
                          next.act == Act::jump_true_back;
        if (fits && !analysis_.target[at_ + 1]) {
            flush(top());
            jump_if(next.act != Act::jump_true_back, from, target_of(next));
            drop(1);
            label_[++at_] = size();
        } else {
            emit_result(Op::not_, top(), from);
            stack_.back() = {};
        }
        break;
    }
    case Act::or_jump:
    case Act::and_jump:
    case Act::jump_false:
    case Act::jump_true_back:
    case Act::jump_false_back: branch(i); break;
    case Act::jump:
        flush(depth);
        fixups_.push_back({size(), target_of(i)});
        emit(Op::jump, 0);
        return true;
    case Act::closure:
        if (i.x == 0) break;
        place_all(depth - 1 - i.x, depth);
        emit_result(Op::closure, depth - 1 - i.x, depth - 1 - i.x, i.x);
        drop(i.x);
        break;
    case Act::call: {
        const std::uint32_t function = depth - 1 - i.y;
        place_all(function, depth);
        emit(Op::call, function, i.y, i.x);
        drop(i.y + 1);
        if (i.x == all_results)
            open_ = true;
        else
            for (std::uint32_t n = 0; n < i.x; ++n) push_own();
        break;
    }
    case Act::ret: return give_back(i);
    case Act::line: break;
    case Act::pop: drop(i.x); break;
    }
    return false;
}

void Translator::finish() {
    code_.parameters = function_.parameters();
    code_.variadic = function_.variadic();
    code_.upvalues = analysis_.upvalues;
    code_.function = function_;
    code_.function.functions.clear();
    code_.source = function_.source.value_or("?");
    code_.lines = function_.lines;
    for (const Instruction& i : analysis_.instructions)
        if (i.act == Act::line) code_.lines.push_back({i.offset, i.x});
    std::stable_sort(code_.lines.begin(), code_.lines.end(),
                     [](const LineMark& a, const LineMark& b) { return a.offset < b.offset; });
}

Expected<std::uint32_t> load_tree(State& state, const Function& function, std::string_view file,
                                  std::uint32_t unit) {
    std::vector<Value> constants(function.constants.size());
    for (std::size_t i = 0; i < constants.size(); ++i) {
        const Constant& constant = function.constants[i];
        if (constant.type == Constant::Type::number) constants[i] = Value::of(constant.number);
        if (constant.type == Constant::Type::string) constants[i] = state.text(constant.text);
    }
    for (const SubFunction& sub : function.functions) {
        RK_TRY(const std::uint32_t proto, load_tree(state, sub.function, file, unit));
        constants[sub.constant] = Value::object(Kind::function, proto);
    }
    RK_TRY(Code code, translate(function, file, std::move(constants), state));
    code.unit = unit;
    state.allocated += 256 + function.code.size() * 8 + code.constants.size() * 32;
    return state.protos.add({.code = std::make_shared<const Code>(std::move(code)), .marked = false});
}

} // namespace

std::uint32_t Code::line(std::uint32_t pc) const {
    if (pc >= offsets.size()) return 0;
    const std::uint32_t offset = offsets[pc];
    const auto it = std::upper_bound(lines.begin(), lines.end(), offset,
                                     [](std::uint32_t o, const LineMark& mark) { return o < mark.offset; });
    return it == lines.begin() ? 0 : std::prev(it)->line;
}

Expected<Code> translate(const Function& function, std::string_view file, std::vector<Value> constants,
                         State& state) {
    RK_TRY(Analysis analysis, analyse(function, file));
    return Translator(function, std::move(analysis), std::move(constants), state).run();
}

Expected<std::uint32_t> load_function(State& state, const Function& main, std::string_view file) {
    return load_tree(state, main, file, state.next_unit++);
}

} // namespace rekindle::lua
