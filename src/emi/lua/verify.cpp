#include "emi/lua/verify.h"

#include <algorithm>

#include <fmt/format.h>

namespace rekindle::lua {
namespace {

// How many values an instruction takes from the stack and leaves there. `open` calls leave an unknown number.
struct Effect {
    std::uint32_t takes = 0, leaves = 0;
};

Effect effect(const Instruction& i) {
    switch (i.act) {
    case Act::nil: return {0, i.x};
    case Act::number:
    case Act::constant:
    case Act::upvalue:
    case Act::local:
    case Act::get_global:
    case Act::new_table: return {0, 1};
    case Act::get:
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
    case Act::cat: return {2, 1};
    case Act::field:
    case Act::neg:
    case Act::not_: return {1, 1};
    case Act::self: return {1, 2};
    case Act::set_local:
    case Act::set_global:
    case Act::jump_false:
    case Act::jump_true_back:
    case Act::jump_false_back:
    case Act::or_jump:
    case Act::and_jump: return {1, 0};
    case Act::put: return {3, 0};
    case Act::put_deep: return {i.x + 3, i.x + 2};
    case Act::list: return {i.y + 1, 1};
    case Act::map: return {2 * i.x + 1, 1};
    case Act::closure: return {i.x + 1, 1};
    case Act::call: return {i.y + 1, i.x == all_results ? 0 : i.x};
    case Act::pop: return {i.x, 0};
    case Act::end:
    case Act::jump:
    case Act::ret:
    case Act::line: return {};
    }
    return {};
}

class Verifier {
  public:
    Verifier(const Function& function, std::string_view file) : function_(function), file_(file) {}

    Expected<Analysis> run() {
        const Bytes& code = function_.code;
        if (code.size() < 3)
            return fail(0, "stack size, parameters and END", fmt::format("{} bytes", code.size()));
        const std::uint32_t own = function_.parameters() + (function_.variadic() ? 1 : 0);
        if (own > function_.slots())
            return fail(0, fmt::format("at least {} stack slots for the parameters", own),
                        fmt::format("{}", function_.slots()));
        RK_CHECK(decode_all());
        RK_CHECK(flow());
        return std::move(out_);
    }

  private:
    tl::unexpected<Error> fail(std::uint32_t offset, std::string expected, std::string found) const {
        return tl::unexpected(
            Error{.kind = ErrorKind::bad_data,
                  .file = fmt::format("{}: code of the function of line {}", file_, function_.line),
                  .offset = offset,
                  .expected = std::move(expected),
                  .found = std::move(found),
                  .cure = {},
                                    .text_line = 0});
    }

    Expected<void> decode_all() {
        const Bytes& code = function_.code;
        index_.assign(code.size(), -1);
        std::uint32_t offset = 2;
        while (offset < code.size()) {
            Instruction i;
            if (!decode(code, offset, i))
                return fail(offset, "a whole instruction", fmt::format("opcode {}", code[offset]));
            RK_CHECK(operands(i));
            index_[offset] = static_cast<std::int32_t>(out_.instructions.size());
            out_.instructions.push_back(i);
            offset = i.next();
        }
        if (out_.instructions.back().act != Act::end)
            return fail(out_.instructions.back().offset, "END as the last instruction",
                        opcodes[out_.instructions.back().opcode].name);
        out_.target.assign(out_.instructions.size(), false);
        for (const Instruction& i : out_.instructions) {
            if (!i.is_jump()) continue;
            const std::int64_t target = i.target();
            if (target < 2 || target >= static_cast<std::int64_t>(code.size()) || at(target) < 0)
                return fail(i.offset, "a jump to the start of an instruction",
                            fmt::format("offset {}", target));
            out_.target[static_cast<std::size_t>(at(target))] = true;
        }
        return {};
    }

    std::int32_t at(std::int64_t offset) const { return index_[static_cast<std::size_t>(offset)]; }

    Expected<void> operands(const Instruction& i) {
        switch (i.act) {
        case Act::constant:
        case Act::field:
        case Act::self:
        case Act::get_global:
        case Act::set_global:
            if (i.x >= function_.constants.size())
                return fail(i.offset, fmt::format("a constant below {}", function_.constants.size()),
                            fmt::format("{}", i.x));
            if (i.act != Act::constant && function_.constants[i.x].type != Constant::Type::string)
                return fail(i.offset, "a name (text constant)", fmt::format("constant {}", i.x));
            break;
        case Act::local:
        case Act::set_local:
            if (i.x >= function_.slots())
                return fail(i.offset, fmt::format("a local below {}", function_.slots()),
                            fmt::format("{}", i.x));
            break;
        case Act::upvalue: out_.upvalues = std::max(out_.upvalues, i.x + 1); break;
        default: break;
        }
        return {};
    }

    Expected<void> reach(std::size_t index, std::int32_t depth) {
        std::int32_t& known = out_.depth[index];
        if (known < 0) {
            known = depth;
            pending_.push_back(index);
        } else if (known != depth) {
            return fail(out_.instructions[index].offset,
                        fmt::format("{} values on the stack on every way here", known),
                        fmt::format("{}", depth));
        }
        return {};
    }

    Expected<void> flow() {
        out_.depth.assign(out_.instructions.size(), -1);
        const std::int32_t start =
            static_cast<std::int32_t>(function_.parameters()) + (function_.variadic() ? 1 : 0);
        out_.deepest = static_cast<std::uint32_t>(start);
        RK_CHECK(reach(0, start));
        while (!pending_.empty()) {
            const std::size_t index = pending_.back();
            pending_.pop_back();
            RK_CHECK(step(index));
        }
        return {};
    }

    Expected<void> step(std::size_t index) {
        const Instruction& i = out_.instructions[index];
        const auto depth = static_cast<std::uint32_t>(out_.depth[index]);
        if (i.act == Act::end) return {};
        if (i.act == Act::ret) {
            if (i.x > depth)
                return fail(i.offset, fmt::format("at most {} values kept", depth), fmt::format("{}", i.x));
            return {};
        }
        if ((i.act == Act::local || i.act == Act::set_local) && i.x >= depth)
            return fail(i.offset, fmt::format("a local that is on the stack ({} values)", depth),
                        fmt::format("{}", i.x));
        const Effect e = effect(i);
        if (e.takes > depth)
            return fail(i.offset, fmt::format("{} values on the stack", e.takes), fmt::format("{}", depth));
        const std::uint32_t after = depth - e.takes + e.leaves;
        const std::uint32_t most = std::min(function_.slots() + 5, most_slots);
        if (after > most)
            return fail(i.offset, fmt::format("at most {} values on the stack", most),
                        fmt::format("{}", after));
        out_.deepest = std::max(out_.deepest, after);
        if (i.act == Act::call && i.x == all_results) return open_call(index, after);
        const auto next = static_cast<std::int32_t>(after);
        if (i.is_jump()) {
            const bool keeps = i.act == Act::or_jump || i.act == Act::and_jump;
            RK_CHECK(reach(static_cast<std::size_t>(at(i.target())), next + (keeps ? 1 : 0)));
            if (i.act == Act::jump) return {};
        }
        return reach(index + 1, next);
    }

    // A call for all results is only good for the return that follows it; so depth never gets unknown.
    Expected<void> open_call(std::size_t index, std::uint32_t base) {
        std::size_t next = index + 1;
        while (out_.instructions[next].act == Act::line && !out_.target[next]) {
            out_.depth[next] = static_cast<std::int32_t>(base);
            ++next;
        }
        const Instruction& i = out_.instructions[next];
        if (i.act != Act::ret || out_.target[next])
            return fail(i.offset, "RET after a call for all results", opcodes[i.opcode].name);
        if (i.x > base)
            return fail(i.offset, fmt::format("at most {} values kept", base), fmt::format("{}", i.x));
        out_.depth[next] = static_cast<std::int32_t>(base);
        return {};
    }

    const Function& function_;
    std::string_view file_;
    Analysis out_;
    std::vector<std::int32_t> index_; // code offset → instruction
    std::vector<std::size_t> pending_;
};

// `upvalues`: what the closures made of this function have at most.
Expected<void> verify_tree(const Function& function, std::string_view file, std::uint32_t upvalues) {
    RK_TRY(const Analysis analysis, analyse(function, file));
    if (analysis.upvalues > upvalues)
        return tl::unexpected(
            Error{.kind = ErrorKind::bad_data,
                  .file = fmt::format("{}: code of the function of line {}", file, function.line),
                  .offset = 0,
                  .expected = fmt::format("upvalues below {}", upvalues),
                  .found = fmt::format("{}", analysis.upvalues - 1),
                  .cure = {},
                                    .text_line = 0});
    std::vector<std::uint32_t> given(function.constants.size(), 0);
    for (std::size_t n = 0; n + 1 < analysis.instructions.size(); ++n) {
        const Instruction& i = analysis.instructions[n];
        const Instruction& next = analysis.instructions[n + 1];
        if (i.act == Act::constant && next.act == Act::closure) given[i.x] = std::max(given[i.x], next.x);
    }
    for (const SubFunction& sub : function.functions)
        RK_CHECK(verify_tree(sub.function, file, given[sub.constant]));
    return {};
}

} // namespace

Expected<Analysis> analyse(const Function& function, std::string_view file) {
    return Verifier(function, file).run();
}

Expected<void> verify(const Function& main, std::string_view file) { return verify_tree(main, file, 0); }

} // namespace rekindle::lua
