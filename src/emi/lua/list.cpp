#include "emi/lua/list.h"

#include <fmt/format.h>

#include "emi/lua/opcodes.h"

namespace rekindle::lua {
namespace {

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            out += fmt::format("\\{}", c);
        else if (c == '\n')
            out += "\\n";
        else if (byte < 32 || byte == 127)
            out += fmt::format("\\x{:02x}", byte);
        else
            out += c;
    }
    return out + '"';
}

std::string constant(const Function& function, std::uint32_t index) {
    const Constant& c = function.constants[index];
    switch (c.type) {
    case Constant::Type::number: return fmt::format("{}", c.number);
    case Constant::Type::string: return quoted(c.text);
    case Constant::Type::function:
        for (const SubFunction& sub : function.functions)
            if (sub.constant == index) return fmt::format("function of line {}", sub.function.line);
        break;
    }
    return "function";
}

// What the operands mean.
std::string meaning(const Function& function, const Instruction& i) {
    switch (i.act) {
    case Act::constant:
    case Act::field:
    case Act::self:
    case Act::get_global:
    case Act::set_global: return constant(function, i.x);
    case Act::list: return fmt::format("{} from {}", i.y, 64 * i.x + 1);
    case Act::map: return fmt::format("{} pairs", i.x);
    case Act::closure: return fmt::format("{} upvalues", i.x);
    case Act::call:
        return i.x == all_results ? fmt::format("{} arguments, all results", i.y)
                                  : fmt::format("{} arguments, {} results", i.y, i.x);
    case Act::ret: return fmt::format("from {}", i.x);
    default: break;
    }
    if (i.is_jump()) return fmt::format("to {}", i.target());
    const Form form = opcodes[i.opcode].form;
    return form == Form::none ? "" : fmt::format("{}", i.x);
}

void list_function(std::string& out, const Function& function) {
    out += function.line == 0
               ? fmt::format("main chunk of {}", function.source.value_or("?"))
               : fmt::format("function of line {} of {}", function.line, function.source.value_or("?"));
    out += fmt::format(": {} slots, {} parameters{}, {} constants\n", function.slots(), function.parameters(),
                       function.variadic() ? " and more" : "", function.constants.size());
    Instruction i;
    for (std::uint32_t at = 2; decode(function.code, at, i); at = i.next()) {
        const std::string operands = meaning(function, i);
        out += operands.empty() ? fmt::format("{:6}  {}\n", at, opcodes[i.opcode].name)
                                : fmt::format("{:6}  {:<8}  {}\n", at, opcodes[i.opcode].name, operands);
    }
    for (const SubFunction& sub : function.functions) {
        out += '\n';
        list_function(out, sub.function);
    }
}

} // namespace

std::string list(const Function& main) {
    std::string out;
    list_function(out, main);
    return out;
}

} // namespace rekindle::lua
