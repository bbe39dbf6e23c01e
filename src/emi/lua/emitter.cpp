#include "emi/lua/emitter.h"

#include <algorithm>

namespace rekindle::lua {
namespace {

// Opcode numbers of the plain (one-byte operand) forms; the short forms follow them.
constexpr std::uint8_t op_nil = 1, op_number = 3, op_constant = 8, op_upvalue = 18, op_local = 21,
                       op_get_global = 30, op_get = 40, op_field = 41, op_self = 51, op_new_table = 61,
                       op_set_local = 65, op_set_global = 74, op_put = 84, op_put_deep = 85, op_list = 86,
                       op_list0 = 87, op_list_wide = 88, op_map = 89, op_eq = 91, op_or_jump = 105,
                       op_closure = 117, op_call = 120, op_call0 = 121, op_call1 = 122, op_ret = 123,
                       op_line = 124, op_line_wide = 125, op_pop = 126;
constexpr int no_wide = -1;
constexpr std::uint32_t most_constants = 65534;

} // namespace

Emitter::Emitter(std::string_view source, std::uint32_t line) : line_(line) {
    function_.source = std::string(source);
    function_.line = static_cast<std::uint16_t>(std::min<std::uint32_t>(line, 65535));
}

void Emitter::note() {
    if (code_.lines.empty() || code_.lines.back().line != line_)
        code_.lines.push_back({static_cast<std::uint32_t>(code_.size()), line_});
}

void Emitter::operand(std::uint8_t plain, std::uint32_t value, std::uint32_t short_forms, int wide) {
    if (value < short_forms) return put(static_cast<std::uint8_t>(plain + 1 + value));
    if (value <= 255) {
        put(plain);
        code_.bytes.push_back(static_cast<Byte>(value));
        return;
    }
    if (wide == no_wide || value > 65535) {
        problem_ = "operands below 65536";
        return;
    }
    put(static_cast<std::uint8_t>(wide));
    code_.bytes.push_back(static_cast<Byte>(value & 255));
    code_.bytes.push_back(static_cast<Byte>(value >> 8));
}

void Emitter::set_depth(std::uint32_t depth) {
    depth_ = depth;
    deepest_ = std::max(deepest_, depth);
    if (deepest_ > 255) problem_ = "at most 255 stack slots in a function";
}

void Emitter::emit(Act act, std::uint32_t x, std::uint32_t y) {
    const auto with_count = [&](std::uint8_t plain, std::uint32_t short_forms) { // operand is count - 1
        if (x <= short_forms) return put(static_cast<std::uint8_t>(plain + x));
        put(plain);
        code_.bytes.push_back(static_cast<Byte>(x - 1));
    };
    switch (act) {
    case Act::nil: with_count(op_nil, 1), set_depth(depth_ + x); break;
    case Act::number: operand(op_number, x, 3, 7), set_depth(depth_ + 1); break;
    case Act::constant: operand(op_constant, x, 8, 17), set_depth(depth_ + 1); break;
    case Act::upvalue: operand(op_upvalue, x, 2, no_wide), set_depth(depth_ + 1); break;
    case Act::local: operand(op_local, x, 8, no_wide), set_depth(depth_ + 1); break;
    case Act::get_global: operand(op_get_global, x, 8, 39), set_depth(depth_ + 1); break;
    case Act::field: operand(op_field, x, 8, 50); break;
    case Act::self: operand(op_self, x, 8, 60), set_depth(depth_ + 1); break;
    case Act::new_table: operand(op_new_table, x, 2, 64), set_depth(depth_ + 1); break;
    case Act::set_local: operand(op_set_local, x, 8, no_wide), --depth_; break;
    case Act::set_global: operand(op_set_global, x, 8, 83), --depth_; break;
    case Act::get: put(op_get), --depth_; break;
    case Act::put: put(op_put), depth_ -= 3; break;
    case Act::put_deep:
        put(op_put_deep);
        code_.bytes.push_back(static_cast<Byte>(x));
        --depth_;
        break;
    case Act::list:
        if (x == 0) {
            put(op_list0);
        } else if (x <= 255) {
            put(op_list);
            code_.bytes.push_back(static_cast<Byte>(x));
        } else {
            if (x > 65535) problem_ = "at most 65535 blocks of 64 values in a table";
            put(op_list_wide);
            code_.bytes.push_back(static_cast<Byte>(x & 255));
            code_.bytes.push_back(static_cast<Byte>(x >> 8));
        }
        code_.bytes.push_back(static_cast<Byte>(y));
        depth_ -= y;
        break;
    case Act::map: with_count(op_map, 1), depth_ -= 2 * x; break;
    case Act::eq:
    case Act::ne:
    case Act::lt:
    case Act::le:
    case Act::gt:
    case Act::ge:
    case Act::add:
    case Act::sub:
    case Act::mul:
    case Act::div:
    case Act::pow:
    case Act::cat:
    case Act::neg:
    case Act::not_:
        put(static_cast<std::uint8_t>(op_eq + static_cast<int>(act) - static_cast<int>(Act::eq)));
        if (act != Act::neg && act != Act::not_) --depth_;
        break;
    case Act::closure: operand(op_closure, x, 2, no_wide), depth_ -= x; break;
    case Act::call:
        last_call_ = code_.size();
        put(x == 0 ? op_call0 : x == 1 ? op_call1 : op_call);
        if (x > 1) code_.bytes.push_back(static_cast<Byte>(x));
        code_.bytes.push_back(static_cast<Byte>(y));
        if (y > 255) problem_ = "at most 255 arguments";
        set_depth(depth_ - y - 1 + (x == all_results ? 0 : x));
        break;
    case Act::ret:
        put(op_ret);
        code_.bytes.push_back(static_cast<Byte>(x));
        break;
    case Act::line:
        if (x <= 255) {
            put(op_line);
        } else {
            put(op_line_wide);
        }
        code_.bytes.push_back(static_cast<Byte>(x & 255));
        if (x > 255) code_.bytes.push_back(static_cast<Byte>(x >> 8 & 255));
        break;
    case Act::pop: with_count(op_pop, 2), depth_ -= x; break;
    case Act::end: put(0); break;
    case Act::or_jump:
    case Act::and_jump:
    case Act::jump:
    case Act::jump_false:
    case Act::jump_true_back:
    case Act::jump_false_back: break; // jump()
    }
}

void Emitter::jump(Act act, std::size_t distance) {
    const auto plain =
        static_cast<std::uint8_t>(op_or_jump + 2 * (static_cast<int>(act) - static_cast<int>(Act::or_jump)));
    if (distance > 65535) problem_ = "jumps over less than 65536 bytes of code";
    put(distance <= 255 ? plain : static_cast<std::uint8_t>(plain + 1));
    code_.bytes.push_back(static_cast<Byte>(distance & 255));
    if (distance > 255) code_.bytes.push_back(static_cast<Byte>(distance >> 8));
    if (act != Act::jump) --depth_;
}

void Emitter::set_results(std::uint32_t results) {
    const std::uint32_t arguments = code_.bytes.back();
    code_.bytes.resize(last_call_);
    set_depth(depth_ - 1 + arguments + 1);
    emit(Act::call, results, arguments);
}

Piece Emitter::cut(std::size_t from) {
    Piece piece;
    piece.bytes.assign(code_.bytes.begin() + static_cast<std::ptrdiff_t>(from), code_.bytes.end());
    code_.bytes.resize(from);
    auto first = code_.lines.begin();
    while (first != code_.lines.end() && first->offset < from) ++first;
    // The piece starts with the line that was in force where it was cut.
    if ((first == code_.lines.end() || first->offset > from) && first != code_.lines.begin())
        piece.lines.push_back({0, std::prev(first)->line});
    for (auto it = first; it != code_.lines.end(); ++it)
        piece.lines.push_back({it->offset - static_cast<std::uint32_t>(from), it->line});
    code_.lines.erase(first, code_.lines.end());
    return piece;
}

void Emitter::append(const Piece& piece) {
    const auto base = static_cast<std::uint32_t>(code_.size());
    for (const LineMark& mark : piece.lines) code_.lines.push_back({base + mark.offset, mark.line});
    code_.bytes.insert(code_.bytes.end(), piece.bytes.begin(), piece.bytes.end());
}

void Emitter::insert_new_table(std::size_t at, std::uint32_t fields) {
    const Piece rest = cut(at);
    const std::uint32_t depth = depth_;
    const std::uint32_t line = line_;
    if (!rest.lines.empty()) line_ = rest.lines.front().line;
    emit(Act::new_table, fields);
    line_ = line;
    depth_ = depth;
    append(rest);
}

std::uint32_t Emitter::add_constant(Constant constant) {
    if (function_.constants.size() >= most_constants)
        problem_ = "at most 65534 constants in a function";
    else
        function_.constants.push_back(std::move(constant));
    return static_cast<std::uint32_t>(function_.constants.size() - 1);
}

std::uint32_t Emitter::text_constant(std::string_view text) {
    if (text.size() > 65534) problem_ = "texts of at most 65534 bytes";
    if (const auto it = texts_.find(text); it != texts_.end()) return it->second;
    const std::uint32_t index =
        add_constant({.type = Constant::Type::string, .number = 0, .text = std::string(text)});
    texts_.emplace(std::string(text), index);
    return index;
}

std::uint32_t Emitter::number_constant(float number) {
    const auto [it, fresh] = numbers_.try_emplace(number, 0);
    if (fresh) it->second = add_constant({.type = Constant::Type::number, .number = number, .text = {}});
    return it->second;
}

std::uint32_t Emitter::function_constant() {
    return add_constant({.type = Constant::Type::function, .number = 0, .text = {}});
}

void Emitter::fill_constant(std::uint32_t constant, Function function) {
    function_.functions.push_back({static_cast<std::uint16_t>(constant), std::move(function)});
}

Function Emitter::finish(std::uint32_t parameters, bool variadic) {
    emit(Act::end);
    function_.code = {static_cast<Byte>(deepest_), static_cast<Byte>(parameters + (variadic ? 64 : 0))};
    function_.code.insert(function_.code.end(), code_.bytes.begin(), code_.bytes.end());
    for (const LineMark& mark : code_.lines)
        if (function_.lines.empty() || function_.lines.back().line != mark.line)
            function_.lines.push_back({mark.offset + 2, mark.line});
    return std::move(function_);
}

} // namespace rekindle::lua
