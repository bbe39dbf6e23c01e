#include "emi/lua/bytecode.h"

#include <cmath>

#include <fmt/format.h>

#include "emi/lua/verify.h"

namespace rekindle::lua {
namespace {

constexpr Byte version = 0x31;
constexpr Byte number_size = 4;
constexpr Byte hidden = 0xFF; // texts are stored XOR this

std::optional<std::string> read_text(Reader& in) {
    const std::size_t at = in.offset();
    const std::uint16_t size = in.u16(Endian::big);
    if (size == 0) return std::nullopt;
    const ByteView view = in.bytes(size);
    if (!in.ok()) return std::nullopt;
    std::string text(view.size() - 1, '\0');
    for (std::size_t i = 0; i + 1 < view.size(); ++i) {
        text[i] = static_cast<char>(view[i] ^ hidden);
        in.expect_at(text[i] != 0, at + 2 + i, "a text without zero inside", 0);
    }
    in.expect_at(view.back() == hidden, at + 1 + view.size(), "the final zero of a text (stored 0xff)",
                 view.back());
    return text;
}

void write_text(Writer& out, const std::optional<std::string>& text) {
    out.u16(text ? static_cast<std::uint16_t>(text->size() + 1) : 0, Endian::big);
    if (!text) return;
    for (const char c : *text) out.u8(static_cast<Byte>(c) ^ hidden);
    out.u8(hidden);
}

Constant read_constant(Reader& in) {
    const std::size_t at = in.offset();
    Constant constant;
    switch (const Byte tag = in.u8(); tag) {
    case 'N':
        constant.number = in.f32(Endian::little);
        if (!std::isfinite(constant.number))
            in.fail_at(at + 1, "a finite number", "infinity or not a number");
        break;
    case 'S': {
        constant.type = Constant::Type::string;
        auto text = read_text(in);
        if (!text) in.fail_at(at, "a text constant", "an absent text");
        constant.text = std::move(text).value_or("");
        break;
    }
    case 'F': constant.type = Constant::Type::function; break;
    default: in.expect_at(false, at, "a constant: N, S or F", tag);
    }
    return constant;
}

void read_body(Reader& in, Function& function, int depth);

void read_functions(Reader& in, Function& function, int depth) {
    std::vector<bool> filled(function.constants.size(), false);
    while (in.ok()) {
        const std::size_t at = in.offset();
        const Byte mark = in.u8();
        if (mark == '$') break;
        if (!in.expect_at(mark == '#', at, "'#' (a function) or '$' (their end)", mark)) return;
        if (depth == most_nesting) return in.fail_at(at, "at most 32 nested functions", "one more");
        SubFunction sub;
        sub.constant = in.u16(Endian::big);
        const bool fits = sub.constant < function.constants.size() &&
                          function.constants[sub.constant].type == Constant::Type::function &&
                          !filled[sub.constant];
        if (!in.expect_at(fits, at + 1, "the number of an unfilled function constant", sub.constant)) return;
        filled[sub.constant] = true;
        read_body(in, sub.function, depth + 1);
        function.functions.push_back(std::move(sub));
    }
    for (std::size_t i = 0; i < filled.size(); ++i)
        if (function.constants[i].type == Constant::Type::function)
            in.expect(filled[i], "a function for every function constant; none for constant", i);
}

void read_body(Reader& in, Function& function, int depth) {
    function.line = in.u16(Endian::big);
    function.source = read_text(in);
    const ByteView code = in.bytes(in.u32(Endian::big));
    function.code.assign(code.begin(), code.end());
    const std::uint16_t constants = in.u16(Endian::big);
    if (!in.expect(constants <= in.remaining(), "a number of constants the file can hold", constants)) return;
    for (std::uint16_t i = 0; i < constants && in.ok(); ++i) function.constants.push_back(read_constant(in));
    const std::uint16_t locals = in.u16(Endian::big);
    if (!in.expect(std::size_t{locals} * 4 <= in.remaining(), "a number of locals the file can hold", locals))
        return;
    for (std::uint16_t i = 0; i < locals && in.ok(); ++i) {
        LocalRecord record;
        record.line = in.u16(Endian::big);
        record.name = read_text(in);
        function.locals.push_back(std::move(record));
    }
    read_functions(in, function, depth);
}

Chunk read_chunk(Reader& in) {
    Chunk chunk;
    const std::size_t at = in.offset();
    in.expect_at(in.u8() == chunk_mark, at, "0x1b (a chunk) or the end of the file",
                 at < in.size() ? in.data()[at] : 0);
    in.expect_at(in.text(3) == "Lua", at + 1, "\"Lua\"", 0);
    const Byte found = in.u8();
    in.expect_at(
        found == version, at + 4,
        found < version ? "version 0x31; this file is too old" : "version 0x31; this file is too new", found);
    const Byte size = in.u8();
    in.expect_at(size == number_size, at + 5, "numbers of 4 bytes", size);
    const ByteView test = in.bytes(4);
    if (in.ok()) std::copy(test.begin(), test.end(), chunk.test_number.begin());
    if (in.ok()) read_body(in, chunk.main, 0);
    return chunk;
}

} // namespace

bool Function::operator==(const Function& other) const {
    return line == other.line && source == other.source && code == other.code &&
           constants == other.constants && locals == other.locals && functions == other.functions &&
           lines == other.lines;
}

Expected<Function> read_function(Reader& in) {
    Function function;
    read_body(in, function, 0);
    if (!in) return in.unexpected();
    RK_CHECK(verify(function, in.file()));
    return function;
}

Expected<std::vector<Chunk>> read_chunks(ByteView bytes, std::string_view file) {
    Reader in(bytes, file);
    std::vector<Chunk> chunks;
    while (in.ok() && !in.at_end()) {
        chunks.push_back(read_chunk(in));
        if (in.ok()) RK_CHECK(verify(chunks.back().main, file));
    }
    if (!in) return in.unexpected();
    return chunks;
}

void write_function(Writer& out, const Function& function) {
    out.u16(function.line, Endian::big);
    write_text(out, function.source);
    out.u32(static_cast<std::uint32_t>(function.code.size()), Endian::big);
    out.bytes(function.code);
    out.u16(static_cast<std::uint16_t>(function.constants.size()), Endian::big);
    for (const Constant& constant : function.constants) {
        switch (constant.type) {
        case Constant::Type::number:
            out.u8('N');
            out.f32(constant.number, Endian::little);
            break;
        case Constant::Type::string:
            out.u8('S');
            write_text(out, constant.text);
            break;
        case Constant::Type::function: out.u8('F'); break;
        }
    }
    out.u16(static_cast<std::uint16_t>(function.locals.size()), Endian::big);
    for (const LocalRecord& record : function.locals) {
        out.u16(record.line, Endian::big);
        write_text(out, record.name);
    }
    for (const SubFunction& sub : function.functions) {
        out.u8('#');
        out.u16(sub.constant, Endian::big);
        write_function(out, sub.function);
    }
    out.u8('$');
}

Bytes write_chunks(const std::vector<Chunk>& chunks) {
    Writer out;
    for (const Chunk& chunk : chunks) {
        out.u8(chunk_mark);
        out.text("Lua");
        out.u8(version);
        out.u8(number_size);
        out.bytes(chunk.test_number);
        write_function(out, chunk.main);
    }
    return out.take();
}

} // namespace rekindle::lua
