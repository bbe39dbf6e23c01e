#pragma once
// The register code that a script function is run as. It is made from the stack code when a function is
// loaded (translate.cpp), never changes and is shared by all copies of a state. A register is a stack slot of
// the frame.

#include <string>
#include <vector>

#include "emi/lua/bytecode.h"
#include "emi/lua/value.h"

namespace rekindle::lua {

// a, b, c as below: r[x] register, k[x] constant, g[x] global slot, u[x] upvalue, → jump to pc + c.
enum class Op : std::uint8_t {
    move,        // r[a] = r[b]
    load,        // r[a] = k[c]
    get_upvalue, // r[a] = u[b]
    get_global,  // r[a] = g[c]
    set_global,  // g[c] = r[a]
    get_table,   // r[a] = r[b][r[c]]
    get_field,   // r[a] = r[b][k[c]], k[c] a string
    set_table,   // r[a][r[b]] = r[c]
    set_field,   // r[a][k[c]] = r[b], k[c] a string
    self,        // r[a+1] = r[b], r[a] = r[b][k[c]]
    new_table,   // r[a] = {} with room for c
    list,        // r[a][64·c+i] = r[a+i] for i = 1 … b, raw
    map,         // r[a][r[a+1]] = r[a+2] … c pairs, last pair first, raw
    add_rr,      // r[a] = r[b] + r[c]; rk: r[b] + k[c]; kr: k[b] + r[c]
    add_rk,
    add_kr,
    sub_rr,
    sub_rk,
    sub_kr,
    mul_rr,
    mul_rk,
    mul_kr,
    div_rr,
    div_rk,
    div_kr,
    pow,  // r[a] = r[b] ^ r[c]
    cat,  // r[a] = r[b] .. … .. r[b+c-1], from the left
    neg,  // r[a] = -r[b]
    not_, // r[a] = not r[b]
    eq,   // r[a] = r[b] == r[c]
    ne,
    lt,
    le,
    gt,
    ge,
    jump,      // →
    jump_true, // if r[a] →
    jump_false,
    if_eq_rr, // if r[a] == r[b] →; rk: k[b]
    if_eq_rk,
    if_ne_rr,
    if_ne_rk,
    if_lt_rr, // if r[a] < r[b] →
    if_lt_rk,
    if_le_rr,
    if_le_rk,
    if_gt_rr,
    if_gt_rk,
    if_ge_rr,
    if_ge_rk,
    unless_lt_rr, // if not r[a] < r[b] → (numbers that aren't comparable differ from ge)
    unless_lt_rk,
    unless_le_rr,
    unless_le_rk,
    unless_gt_rr,
    unless_gt_rk,
    unless_ge_rr,
    unless_ge_rk,
    closure,  // r[a] = closure of r[b+c] over r[b] … r[b+c-1]
    call,     // r[a](r[a+1] … r[a+b]), c results to r[a] …; c = 255: all
    ret0,     // return
    ret1,     // return r[a]
    ret,      // return r[a] … r[a+c-1]
    ret_open, // return r[a] … up to the last result of the call before
};

struct Instr {
    Op op = Op::move;
    std::uint8_t a = 0;
    std::uint16_t b = 0;
    std::int32_t c = 0;
};
static_assert(sizeof(Instr) == 8);

struct Code {
    std::vector<Instr> instructions;
    std::vector<std::uint32_t> offsets; // instruction → offset in the stack code, for messages
    std::vector<std::uint8_t> live;     // instruction → registers in use; those above hold nothing any more
    std::vector<Value> constants;
    std::uint32_t frame = 0;      // registers
    std::uint32_t parameters = 0; // named ones
    bool variadic = false;
    std::uint32_t upvalues = 0; // it reads
    std::uint32_t unit = 0;     // of the loaded file: main function and all below share it
    Function function;          // the file's form, without its sub-functions' bodies
    std::vector<LineMark> lines;
    std::string source;

    // Line of an instruction; 0: unknown.
    std::uint32_t line(std::uint32_t pc) const;
};

} // namespace rekindle::lua
