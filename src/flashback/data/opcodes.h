#pragma once
// The 140 opcodes of the record language (engine spec §6): numbers, names, families, what the argument means,
// what is answered and what is changed. The one table that the world's functions, the decompiler, `inspect
// --opcodes` and the Z80 jump table are matched with, by name.

#include <array>
#include <cstdint>
#include <string_view>

namespace rekindle::flashback {

enum class Family : std::uint8_t {
    empty,
    input,
    grid,
    message,
    sharing,
    sweep,
    position_test,
    own_value,
    position,
    door,
    life_cycle,
    inventory,
    world,
    constant,
};

// What the argument A must be for the opcode to be carried out without looking outside a table; checked at
// load.
enum class Argument : std::uint8_t {
    none,           // unused, or any number will do
    modifier,       // 0..2: run, use, gun key
    parameter,      // 0..3: one of the definition's four parameters
    parameter_pair, // 0..2: a parameter and the one behind it
};

struct Opcode {
    std::uint8_t number;
    std::string_view name;
    Family family;
    Argument argument;
    std::string_view arguments; // meaning of A (and B), empty: unused
    std::string_view answers;
    std::string_view changes; // empty: nothing
};

inline constexpr int opcode_count = 140; // 0x00..0x8B

// The message tests that end an animation early and make an entity vulnerable (engine §4.2, §4.4, §5.7).
inline constexpr std::uint8_t op_msg_has = 0x22, op_msg_hit = 0x6B, op_answer_12 = 0x6F;

extern const std::array<Opcode, opcode_count> opcodes;

std::string_view family_name(Family family);

// Number 0 means "no condition, no action"; 0x51, 0x89 and everything from 0x8C on have no routine (U2).
constexpr bool has_routine(std::uint8_t number) {
    return number != 0 && number != 0x51 && number != 0x89 && number < opcode_count;
}

// The opcode of that name, or null.
const Opcode* find_opcode(std::string_view name);

} // namespace rekindle::flashback
