// Statements, blocks and the bodies of functions.
#include <fmt/format.h>

#include "emi/lua/parser.h"

namespace rekindle::lua {

bool Parser::block_ends() const {
    switch (token_.word) {
    case Word::end_of_text:
    case Word::end:
    case Word::else_:
    case Word::elseif:
    case Word::until: return true;
    default: return false;
    }
}

// The body of a function or the main chunk: no POP of its locals at the end.
Expected<void> Parser::statements() {
    while (!block_ends()) {
        if (lexer_.debug() && code().noted_line != token_.line) {
            code().noted_line = token_.line;
            code().emit(Act::line, std::min<std::uint32_t>(token_.line, 65535));
        }
        if (token_.word == Word::return_) return return_statement();
        RK_CHECK(statement());
        if (token_.is(';')) RK_CHECK(advance());
        RK_CHECK(limits());
    }
    return {};
}

Expected<void> Parser::block() {
    if (++depth_ > most_depth)
        return fail(fmt::format("at most {} blocks inside each other", most_depth), "more");
    const std::size_t outer = code().locals.size();
    RK_CHECK(statements());
    const std::size_t own = code().locals.size() - outer;
    if (own != 0) code().emit(Act::pop, static_cast<std::uint32_t>(own));
    code().locals.resize(outer);
    code().set_depth(static_cast<std::uint32_t>(outer));
    --depth_;
    return {};
}

Expected<void> Parser::statement() {
    const std::uint32_t line = token_.line;
    switch (token_.word) {
    case Word::if_: RK_CHECK(advance()); return if_statement(line);
    case Word::do_:
        RK_CHECK(advance());
        RK_CHECK(block());
        return take(Word::end, "'end'", line);
    case Word::while_: RK_CHECK(advance()); return while_statement(line);
    case Word::repeat: RK_CHECK(advance()); return repeat_statement(line);
    case Word::local: RK_CHECK(advance()); return local_statement();
    case Word::function: RK_CHECK(advance()); return function_statement(line);
    case Word::name: return call_or_assignment();
    default:
        if (token_.is('%')) return call_or_assignment();
        return expected("a statement");
    }
}

Expected<void> Parser::return_statement() {
    const auto first = static_cast<std::uint32_t>(code().locals.size());
    RK_CHECK(advance());
    if (!block_ends() && !token_.is(';')) {
        RK_TRY(const List list, expressions());
        if (list.ends_in_call) code().set_results(all_results);
    }
    code().emit(Act::ret, first);
    code().set_depth(first);
    if (token_.is(';')) RK_CHECK(advance());
    if (!block_ends()) return expected("the end of the block after return");
    return {};
}

Expected<void> Parser::if_statement(std::uint32_t line) {
    RK_CHECK(expression());
    if (token_.word != Word::then) return expected("'then'");
    RK_CHECK(advance());
    const std::size_t start = code().size();
    code().set_depth(code().depth() - 1);
    RK_CHECK(block());
    Piece body = code().cut(start);
    Piece rest;
    if (token_.word == Word::elseif) {
        RK_CHECK(advance());
        if (++depth_ > most_depth) return fail("fewer elseif", "more");
        RK_CHECK(if_statement(line));
        --depth_;
        rest = code().cut(start);
    } else {
        if (token_.word == Word::else_) {
            RK_CHECK(advance());
            RK_CHECK(block());
            rest = code().cut(start);
        }
        RK_CHECK(take(Word::end, "'end'", line));
    }
    const std::size_t over = rest.size() == 0 ? 0 : code().jump_size(rest.size());
    code().set_depth(code().depth() + 1);
    code().jump(Act::jump_false, body.size() + over);
    code().append(body);
    if (over != 0) {
        code().jump(Act::jump, rest.size());
        code().append(rest);
    }
    return {};
}

// Body first, the condition behind it.
Expected<void> Parser::while_statement(std::uint32_t line) {
    const std::size_t start = code().size();
    RK_CHECK(expression());
    const Piece condition = code().cut(start);
    code().set_depth(code().depth() - 1);
    if (token_.word != Word::do_) return expected("'do'");
    RK_CHECK(advance());
    RK_CHECK(block());
    RK_CHECK(take(Word::end, "'end'", line));
    const Piece body = code().cut(start);
    code().jump(Act::jump, body.size());
    code().append(body);
    code().append(condition);
    code().set_depth(code().depth() + 1);
    jump_back(Act::jump_true_back, body.size() + condition.size());
    return {};
}

Expected<void> Parser::repeat_statement(std::uint32_t line) {
    const std::size_t start = code().size();
    RK_CHECK(block());
    RK_CHECK(take(Word::until, "'until'", line));
    RK_CHECK(expression());
    jump_back(Act::jump_false_back, code().size() - start);
    return {};
}

void Parser::jump_back(Act act, std::size_t over) { code().jump(act, over + 2 <= 255 ? over + 2 : over + 3); }

Expected<void> Parser::local_statement() {
    std::vector<std::string> names;
    do {
        if (!names.empty()) RK_CHECK(advance());
        RK_TRY(std::string name, take_name());
        names.push_back(std::move(name));
    } while (token_.is(','));
    if (code().locals.size() + names.size() > most_locals)
        return fail(fmt::format("at most {} locals at a time", most_locals), "more");
    List list;
    if (token_.is('=')) {
        RK_CHECK(advance());
        RK_TRY(list, expressions());
    }
    adjust(list, static_cast<std::uint32_t>(names.size()));
    for (std::string& name : names) code().locals.push_back(std::move(name));
    return {};
}

Expected<void> Parser::function_statement(std::uint32_t line) {
    RK_TRY(const std::string name, take_name());
    RK_TRY(Target target, variable(name));
    bool method = false;
    if (token_.is('.') || token_.is(':')) {
        method = token_.is(':');
        RK_CHECK(advance());
        load(target);
        RK_TRY(const std::string field, take_name());
        target = index_target();
        code().emit(Act::constant, code().text_constant(field));
    }
    RK_CHECK(function_body(method, line));
    store(target);
    return {};
}

Expected<void> Parser::call_or_assignment() {
    const auto base = static_cast<std::uint32_t>(code().locals.size());
    RK_TRY(const Target first, prefix(true));
    if (first.type == Target::Type::call) {
        code().set_results(0);
        return {};
    }
    std::vector<Target> targets{first};
    while (token_.is(',')) {
        RK_CHECK(advance());
        RK_TRY(const Target target, prefix(true));
        targets.push_back(target);
        if (targets.size() > most_targets)
            return fail(fmt::format("at most {} variables in an assignment", most_targets), "more");
    }
    for (const Target& target : targets)
        if (target.type == Target::Type::value || target.type == Target::Type::call)
            return fail("a variable before '='", "something else");
    if (!token_.is('=')) return expected("'='");
    RK_CHECK(advance());
    RK_TRY(const List list, expressions());
    adjust(list, static_cast<std::uint32_t>(targets.size()));
    for (std::size_t i = targets.size(); i-- > 0;) store(targets[i]);
    if (code().depth() > base) code().emit(Act::pop, code().depth() - base);
    return {};
}

// `( NAMES )` as the first locals; answers whether more arguments may follow.
Expected<bool> Parser::parameters(bool method) {
    bool variadic = false;
    if (method) code().locals.emplace_back("self");
    RK_CHECK(take('('));
    while (!token_.is(')')) {
        if (token_.word == Word::dots) {
            variadic = true;
            RK_CHECK(advance());
            break;
        }
        RK_TRY(std::string name, take_name());
        code().locals.push_back(std::move(name));
        if (!token_.is(',')) break;
        RK_CHECK(advance());
        if (token_.is(')')) return expected("a parameter");
    }
    if (code().locals.size() + variadic > most_locals)
        return fail(fmt::format("at most {} locals at a time", most_locals), "more");
    RK_CHECK(take(')'));
    return variadic;
}

// From the parameters to `end`; leaves the function on the stack.
Expected<void> Parser::function_body(bool method, std::uint32_t line) {
    if (functions_.size() > most_functions)
        return fail(fmt::format("at most {} functions inside each other", most_functions), "more");
    const std::uint32_t constant = code().function_constant();
    functions_.emplace_back(name_, line);
    RK_TRY(const bool variadic, parameters(method));
    const auto named = static_cast<std::uint32_t>(code().locals.size());
    if (variadic) code().locals.emplace_back("arg");
    code().set_depth(static_cast<std::uint32_t>(code().locals.size()));
    RK_CHECK(statements());
    RK_CHECK(take(Word::end, "'end'", line));
    RK_CHECK(limits());
    Function function = code().finish(named, variadic);
    const std::vector<std::string> captured = code().upvalues;
    functions_.pop_back();
    code().set_line(token_.line);
    capture(captured);
    code().emit(Act::constant, constant);
    if (!captured.empty()) code().emit(Act::closure, static_cast<std::uint32_t>(captured.size()));
    code().fill_constant(constant, std::move(function));
    return {};
}

// Pushes what the upvalues of an inner function begin with.
void Parser::capture(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        const auto local = find(code().locals, name);
        if (local)
            code().emit(Act::local, *local);
        else
            code().emit(Act::get_global, code().text_constant(name));
    }
}

} // namespace rekindle::lua
