#include "emi/lua/translate.h"

#include <algorithm>

#include "emi/lua/translator.h"

namespace rekindle::lua {

Translator::Translator(const Function& function, Analysis analysis, std::vector<Value> constants,
                       State& state)
    : function_(function), analysis_(std::move(analysis)), state_(state) {
    code_.constants = std::move(constants);
    for (std::uint32_t i = 0; i < code_.constants.size(); ++i) known_.emplace(key(code_.constants[i]), i);
    code_.frame = analysis_.deepest + 1; // one to spare: a "function" method is put before the arguments
}

Code Translator::run() {
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

std::size_t Translator::target_of(const Instruction& i) const {
    const auto wanted = static_cast<std::uint32_t>(i.target());
    const auto it =
        std::lower_bound(analysis_.instructions.begin(), analysis_.instructions.end(), wanted,
                         [](const Instruction& a, std::uint32_t offset) { return a.offset < offset; });
    return static_cast<std::size_t>(it - analysis_.instructions.begin());
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
    case Act::neg: negate(); break;
    case Act::not_: invert(); break;
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
    case Act::call: call(i); break;
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

namespace {

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
