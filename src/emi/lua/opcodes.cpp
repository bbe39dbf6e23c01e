#include "emi/lua/opcodes.h"

namespace rekindle::lua {

// clang-format off
const std::array<Opcode, opcode_count> opcodes{{
    {"END", Act::end, Form::none, 0},
    {"NIL", Act::nil, Form::b, 1},
    {"NIL1", Act::nil, Form::none, 1},
    {"NUM", Act::number, Form::b, 0},
    {"NUM0", Act::number, Form::none, 0},
    {"NUM1", Act::number, Form::none, 1},
    {"NUM2", Act::number, Form::none, 2},
    {"NUMW", Act::number, Form::w, 0},
    {"CONST", Act::constant, Form::b, 0},
    {"CONST0", Act::constant, Form::none, 0},
    {"CONST1", Act::constant, Form::none, 1},
    {"CONST2", Act::constant, Form::none, 2},
    {"CONST3", Act::constant, Form::none, 3},
    {"CONST4", Act::constant, Form::none, 4},
    {"CONST5", Act::constant, Form::none, 5},
    {"CONST6", Act::constant, Form::none, 6},
    {"CONST7", Act::constant, Form::none, 7},
    {"CONSTW", Act::constant, Form::w, 0},
    {"UP", Act::upvalue, Form::b, 0},
    {"UP0", Act::upvalue, Form::none, 0},
    {"UP1", Act::upvalue, Form::none, 1},
    {"LOC", Act::local, Form::b, 0},
    {"LOC0", Act::local, Form::none, 0},
    {"LOC1", Act::local, Form::none, 1},
    {"LOC2", Act::local, Form::none, 2},
    {"LOC3", Act::local, Form::none, 3},
    {"LOC4", Act::local, Form::none, 4},
    {"LOC5", Act::local, Form::none, 5},
    {"LOC6", Act::local, Form::none, 6},
    {"LOC7", Act::local, Form::none, 7},
    {"GGET", Act::get_global, Form::b, 0},
    {"GGET0", Act::get_global, Form::none, 0},
    {"GGET1", Act::get_global, Form::none, 1},
    {"GGET2", Act::get_global, Form::none, 2},
    {"GGET3", Act::get_global, Form::none, 3},
    {"GGET4", Act::get_global, Form::none, 4},
    {"GGET5", Act::get_global, Form::none, 5},
    {"GGET6", Act::get_global, Form::none, 6},
    {"GGET7", Act::get_global, Form::none, 7},
    {"GGETW", Act::get_global, Form::w, 0},
    {"GET", Act::get, Form::none, 0},
    {"FIELD", Act::field, Form::b, 0},
    {"FIELD0", Act::field, Form::none, 0},
    {"FIELD1", Act::field, Form::none, 1},
    {"FIELD2", Act::field, Form::none, 2},
    {"FIELD3", Act::field, Form::none, 3},
    {"FIELD4", Act::field, Form::none, 4},
    {"FIELD5", Act::field, Form::none, 5},
    {"FIELD6", Act::field, Form::none, 6},
    {"FIELD7", Act::field, Form::none, 7},
    {"FIELDW", Act::field, Form::w, 0},
    {"SELF", Act::self, Form::b, 0},
    {"SELF0", Act::self, Form::none, 0},
    {"SELF1", Act::self, Form::none, 1},
    {"SELF2", Act::self, Form::none, 2},
    {"SELF3", Act::self, Form::none, 3},
    {"SELF4", Act::self, Form::none, 4},
    {"SELF5", Act::self, Form::none, 5},
    {"SELF6", Act::self, Form::none, 6},
    {"SELF7", Act::self, Form::none, 7},
    {"SELFW", Act::self, Form::w, 0},
    {"NEWT", Act::new_table, Form::b, 0},
    {"NEWT0", Act::new_table, Form::none, 0},
    {"NEWT1", Act::new_table, Form::none, 1},
    {"NEWTW", Act::new_table, Form::w, 0},
    {"LSET", Act::set_local, Form::b, 0},
    {"LSET0", Act::set_local, Form::none, 0},
    {"LSET1", Act::set_local, Form::none, 1},
    {"LSET2", Act::set_local, Form::none, 2},
    {"LSET3", Act::set_local, Form::none, 3},
    {"LSET4", Act::set_local, Form::none, 4},
    {"LSET5", Act::set_local, Form::none, 5},
    {"LSET6", Act::set_local, Form::none, 6},
    {"LSET7", Act::set_local, Form::none, 7},
    {"GSET", Act::set_global, Form::b, 0},
    {"GSET0", Act::set_global, Form::none, 0},
    {"GSET1", Act::set_global, Form::none, 1},
    {"GSET2", Act::set_global, Form::none, 2},
    {"GSET3", Act::set_global, Form::none, 3},
    {"GSET4", Act::set_global, Form::none, 4},
    {"GSET5", Act::set_global, Form::none, 5},
    {"GSET6", Act::set_global, Form::none, 6},
    {"GSET7", Act::set_global, Form::none, 7},
    {"GSETW", Act::set_global, Form::w, 0},
    {"PUT", Act::put, Form::none, 0},
    {"PUTDEEP", Act::put_deep, Form::b, 0},
    {"LIST", Act::list, Form::bc, 0},
    {"LIST0", Act::list, Form::c, 0},
    {"LISTW", Act::list, Form::wc, 0},
    {"MAP", Act::map, Form::b, 1},
    {"MAP0", Act::map, Form::none, 1},
    {"EQ", Act::eq, Form::none, 0},
    {"NE", Act::ne, Form::none, 0},
    {"LT", Act::lt, Form::none, 0},
    {"LE", Act::le, Form::none, 0},
    {"GT", Act::gt, Form::none, 0},
    {"GE", Act::ge, Form::none, 0},
    {"ADD", Act::add, Form::none, 0},
    {"SUB", Act::sub, Form::none, 0},
    {"MUL", Act::mul, Form::none, 0},
    {"DIV", Act::div, Form::none, 0},
    {"POW", Act::pow, Form::none, 0},
    {"CAT", Act::cat, Form::none, 0},
    {"NEG", Act::neg, Form::none, 0},
    {"NOT", Act::not_, Form::none, 0},
    {"ORJ", Act::or_jump, Form::b, 0},
    {"ORJW", Act::or_jump, Form::w, 0},
    {"ANDJ", Act::and_jump, Form::b, 0},
    {"ANDJW", Act::and_jump, Form::w, 0},
    {"JMP", Act::jump, Form::b, 0},
    {"JMPW", Act::jump, Form::w, 0},
    {"JF", Act::jump_false, Form::b, 0},
    {"JFW", Act::jump_false, Form::w, 0},
    {"JTB", Act::jump_true_back, Form::b, 0},
    {"JTBW", Act::jump_true_back, Form::w, 0},
    {"JFB", Act::jump_false_back, Form::b, 0},
    {"JFBW", Act::jump_false_back, Form::w, 0},
    {"CLOS", Act::closure, Form::b, 0},
    {"CLOS0", Act::closure, Form::none, 0},
    {"CLOS1", Act::closure, Form::none, 1},
    {"CALL", Act::call, Form::bc, 0},
    {"CALL0", Act::call, Form::c, 0},
    {"CALL1", Act::call, Form::c, 1},
    {"RET", Act::ret, Form::b, 0},
    {"LINE", Act::line, Form::b, 0},
    {"LINEW", Act::line, Form::w, 0},
    {"POP", Act::pop, Form::b, 1},
    {"POP0", Act::pop, Form::none, 1},
    {"POP1", Act::pop, Form::none, 2},
}};
// clang-format on

namespace {
std::uint8_t operand_bytes(Form form) {
    switch (form) {
    case Form::none: return 0;
    case Form::b:
    case Form::c: return 1;
    case Form::w:
    case Form::bc: return 2;
    case Form::wc: return 3;
    }
    return 0;
}
} // namespace

bool decode(ByteView code, std::uint32_t offset, Instruction& out) {
    if (offset >= code.size() || code[offset] >= opcode_count) return false;
    const Opcode& row = opcodes[code[offset]];
    const std::uint8_t operands = operand_bytes(row.form);
    if (code.size() - offset - 1 < operands) return false;
    const auto byte = [&](std::uint32_t at) { return std::uint32_t{code[offset + at]}; };
    out = {.offset = offset,
           .size = static_cast<std::uint8_t>(1 + operands),
           .opcode = code[offset],
           .act = row.act,
           .x = row.implied,
           .y = 0};
    switch (row.form) {
    case Form::none: break;
    case Form::b: out.x += byte(1); break;
    case Form::w: out.x += byte(1) | byte(2) << 8; break;
    case Form::c: out.y = byte(1); break;
    case Form::bc:
        out.x = byte(1);
        out.y = byte(2);
        break;
    case Form::wc:
        out.x = byte(1) | byte(2) << 8;
        out.y = byte(3);
        break;
    }
    return true;
}

} // namespace rekindle::lua
