#pragma once
// One function's stack code on its way to register code; translate() runs one for each function. The parts:
// translate.cpp walks and dispatches, translate_operands.cpp builds the instructions.

#include <unordered_map>
#include <vector>

#include "emi/lua/code.h"
#include "emi/lua/state.h"
#include "emi/lua/verify.h"

namespace rekindle::lua {

// Runs over the stack code with a stack of operands instead of values. What was only pushed (a constant, a
// copy of a local) stays pending and goes into the instruction that uses it; at jumps and targets everything
// is put in its place.
class Translator {
  public:
    Translator(const Function& function, Analysis analysis, std::vector<Value> constants, State& state);

    Code run();

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
    bool is_newest(std::uint32_t instruction) const {
        return instruction != none && instruction + 1 == size();
    }
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
    void push_constant(Value value);
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
    void negate();
    void invert();
    void concat();
    void put(std::uint32_t table, std::uint32_t index);
    void get();
    void branch(const Instruction& i);
    void jump_if(bool sense, std::uint32_t position, std::size_t target);
    void call(const Instruction& i);
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

} // namespace rekindle::lua
