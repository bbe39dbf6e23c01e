#pragma once
// The 129 opcodes of the script bytecode as one table, and the decoder of single instructions. The reader,
// the verifier, the translator, the disassembler and the compiler all use this table. spec/emi-formats.md
// §3.2.

#include <array>
#include <cstdint>

#include "base/bytes.h"

namespace rekindle::lua {

// What an instruction does; the short and wide forms of one action share it.
enum class Act : std::uint8_t {
    end,
    nil,
    number,
    constant,
    upvalue,
    local,
    get_global,
    get,
    field,
    self,
    new_table,
    set_local,
    set_global,
    put,
    put_deep,
    list,
    map,
    eq,
    ne,
    lt,
    le,
    gt,
    ge,
    add,
    sub,
    mul,
    div,
    pow,
    cat,
    neg,
    not_,
    or_jump,
    and_jump,
    jump,
    jump_false,
    jump_true_back,
    jump_false_back,
    closure,
    call,
    ret,
    line,
    pop,
};

// Operand bytes after the opcode: b and c are one byte, w two (low byte first).
enum class Form : std::uint8_t { none, b, w, c, bc, wc };

struct Opcode {
    const char* name;
    Act act;
    Form form;
    std::uint8_t implied; // the operand where there is none; else what is added to it
};

inline constexpr std::size_t opcode_count = 129;
extern const std::array<Opcode, opcode_count> opcodes;

// One decoded instruction. x is the first operand (for call: results, 255 = all; for list: the block), y the
// second (for call: arguments; for list: the count).
struct Instruction {
    std::uint32_t offset = 0; // of the opcode, in the code
    std::uint8_t size = 1;
    std::uint8_t opcode = 0;
    Act act = Act::end;
    std::uint32_t x = 0, y = 0;

    std::uint32_t next() const { return offset + size; }
    bool is_jump() const { return act >= Act::or_jump && act <= Act::jump_false_back; }
    // Offset a jump leads to; may be negative in hostile code.
    std::int64_t target() const {
        const bool back = act == Act::jump_true_back || act == Act::jump_false_back;
        return back ? std::int64_t{next()} - x : std::int64_t{next()} + x;
    }
};

inline constexpr std::uint32_t all_results = 255;

// Decodes the instruction at `offset`. False: no such opcode, or it runs past the code.
bool decode(ByteView code, std::uint32_t offset, Instruction& out);

} // namespace rekindle::lua
