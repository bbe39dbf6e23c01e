#pragma once
// Compiled scripts as plain structs, read and written. A file is a sequence of chunks; each holds one main
// function with its sub-functions. The reader checks the container, verify.h the code. spec/emi-formats.md
// §3.1.

#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace rekindle::lua {

struct Constant {
    enum class Type : std::uint8_t { number, string, function };
    Type type = Type::number;
    float number = 0;
    std::string text;
    bool operator==(const Constant&) const = default;
};

// Debug record of a local: a name opens it at that line, none closes the innermost one.
struct LocalRecord {
    std::uint16_t line = 0;
    std::optional<std::string> name;
    bool operator==(const LocalRecord&) const = default;
};

// Where a source line begins in the code. Our compiler notes it for messages; it isn't in the file.
struct LineMark {
    std::uint32_t offset = 0, line = 0;
    bool operator==(const LineMark&) const = default;
};

struct SubFunction;

struct Function {
    std::uint16_t line = 0; // where it is defined; 0: a main function
    std::optional<std::string> source;
    Bytes code; // byte 0: stack slots, byte 1: parameters, then the instructions
    std::vector<Constant> constants;
    std::vector<LocalRecord> locals;
    std::vector<SubFunction> functions; // in file order
    std::vector<LineMark> lines;        // not in the file

    std::uint32_t slots() const { return code[0]; }
    std::uint32_t parameters() const { return code[1] & 63; }
    bool variadic() const { return code[1] >= 64; }
    bool operator==(const Function&) const;
};

struct SubFunction {
    std::uint16_t constant = 0; // the constant of the enclosing function that it fills
    Function function;
    bool operator==(const SubFunction&) const = default;
};

struct Chunk {
    std::array<Byte, 4> test_number{0x46, 0x0A, 0xBF, 0x17}; // 1.23456789e-24
    Function main;
    bool operator==(const Chunk&) const = default;
};

inline constexpr Byte chunk_mark = 0x1B;
inline constexpr int most_nesting = 32;

inline bool is_bytecode(ByteView file) { return !file.empty() && file[0] == chunk_mark; }

// Reads and verifies every chunk of a file. Errors: see §3.1 and §3.2 "Reject".
Expected<std::vector<Chunk>> read_chunks(ByteView bytes, std::string_view file);
Bytes write_chunks(const std::vector<Chunk>& chunks);
// The function alone, as it stands in a chunk.
Expected<Function> read_function(Reader& in);
void write_function(Writer& out, const Function& function);

} // namespace rekindle::lua
