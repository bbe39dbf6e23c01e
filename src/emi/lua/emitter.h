#pragma once
// What the compiler builds one function with: code, constants, locals, the depth of the stack. Every
// instruction takes its shortest form. spec/emi-formats.md §3.2, §3.5 "Code shapes".

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "emi/lua/bytecode.h"
#include "emi/lua/opcodes.h"

namespace rekindle::lua {

// A piece of code that can be cut out and put behind another: jumps inside it are relative.
struct Piece {
    Bytes bytes;
    std::vector<LineMark> lines;
    std::size_t size() const { return bytes.size(); }
};

class Emitter {
  public:
    Emitter(std::string_view source, std::uint32_t line);

    // `operand` as in Instruction::x and y. Keeps the depth.
    void emit(Act act, std::uint32_t x = 0, std::uint32_t y = 0);
    void jump(Act act, std::size_t distance);
    std::size_t jump_size(std::size_t distance) const { return distance <= 255 ? 2 : 3; }
    // Turns the last instruction, a call for one result, into one for `results`.
    void set_results(std::uint32_t results);

    std::size_t size() const { return code_.size(); }
    Piece cut(std::size_t from);
    void append(const Piece& piece);
    // Puts a new-table instruction at `at`, where it belongs although its size is known only later.
    void insert_new_table(std::size_t at, std::uint32_t fields);

    std::uint32_t text_constant(std::string_view text);
    std::uint32_t number_constant(float number);
    std::uint32_t function_constant();
    void fill_constant(std::uint32_t constant, Function function);

    std::uint32_t depth() const { return depth_; }
    void set_depth(std::uint32_t depth);
    void set_line(std::uint32_t line) { line_ = line; }
    Function finish(std::uint32_t parameters, bool variadic);
    bool failed() const { return !problem_.empty(); } // a limit of the format was passed
    const std::string& problem() const { return problem_; }

    std::vector<std::string> locals;   // active ones, by slot
    std::vector<std::string> upvalues; // by number
    std::uint32_t noted_line = 0;      // of the last LINE instruction

  private:
    void put(std::uint8_t opcode) { note(), code_.bytes.push_back(opcode); }
    void note();
    void operand(std::uint8_t plain, std::uint32_t value, std::uint32_t short_forms, int wide);
    std::uint32_t add_constant(Constant constant);

    Function function_;
    Piece code_;
    std::uint32_t depth_ = 0, deepest_ = 0, line_ = 0;
    std::size_t last_call_ = 0;
    std::map<std::string, std::uint32_t, std::less<>> texts_;
    std::map<float, std::uint32_t> numbers_;
    std::string problem_;
};

} // namespace rekindle::lua
