// Variables, calls, operators and table constructors.
#include <cmath>

#include <fmt/format.h>

#include "emi/lua/parser.h"

namespace rekindle::lua {
namespace {
constexpr std::uint32_t fields_per_list = 64, fields_per_map = 32;
constexpr int unary_level = 5; // binds tighter than all binary operators but ^
} // namespace

std::optional<std::uint32_t> Parser::find(const std::vector<std::string>& names, std::string_view name) {
    for (std::size_t i = names.size(); i-- > 0;)
        if (names[i] == name) return static_cast<std::uint32_t>(i);
    return std::nullopt;
}

Expected<Parser::Target> Parser::variable(const std::string& name) {
    if (const auto local = find(code().locals, name)) return Target{Target::Type::local, *local, 0};
    for (std::size_t i = 0; i + 1 < functions_.size(); ++i)
        if (find(functions_[i].locals, name))
            return fail(fmt::format("%{} for a local of an outer function", name), fmt::format("'{}'", name));
    return Target{Target::Type::global, code().text_constant(name), 0};
}

// %name: number of the upvalue.
Expected<std::uint32_t> Parser::upvalue(const std::string& name) {
    if (functions_.size() == 1) return fail("upvalues only inside functions", fmt::format("'%{}'", name));
    if (const auto known = find(code().upvalues, name)) return *known;
    const Emitter& outer = functions_[functions_.size() - 2];
    if (!find(outer.locals, name))
        for (std::size_t i = 0; i + 2 < functions_.size(); ++i)
            if (find(functions_[i].locals, name))
                return fail("a global or a local of the function directly outside",
                            fmt::format("'%{}'", name));
    if (code().upvalues.size() == most_upvalues)
        return fail(fmt::format("at most {} upvalues", most_upvalues), "more");
    code().upvalues.push_back(name);
    return static_cast<std::uint32_t>(code().upvalues.size() - 1);
}

void Parser::load(const Target& target) {
    switch (target.type) {
    case Target::Type::local: code().emit(Act::local, target.number); break;
    case Target::Type::global: code().emit(Act::get_global, target.number); break;
    case Target::Type::field: code().emit(Act::field, target.number); break;
    case Target::Type::index: code().emit(Act::get); break;
    case Target::Type::value:
    case Target::Type::call: break;
    }
}

// Stores the value on top; tables and indices of targets further left stay below.
void Parser::store(const Target& target) {
    if (target.type == Target::Type::local) {
        code().emit(Act::set_local, target.number);
    } else if (target.type == Target::Type::global) {
        code().emit(Act::set_global, target.number);
    } else {
        const std::uint32_t between = code().depth() - 1 - (target.depth + 2);
        if (between == 0)
            code().emit(Act::put);
        else
            code().emit(Act::put_deep, between);
    }
}

Expected<Parser::Target> Parser::first_name() {
    const bool captured = token_.is('%');
    if (captured) RK_CHECK(advance());
    RK_TRY(const std::string name, take_name());
    if (!captured) return variable(name);
    RK_TRY(const std::uint32_t number, upvalue(name));
    code().emit(Act::upvalue, number);
    return Target{};
}

// NAME or %NAME and what follows it. With `as_target` a last variable isn't read yet.
Expected<Parser::Target> Parser::prefix(bool as_target) {
    RK_CHECK(deeper());
    RK_TRY(Target target, first_name());
    for (;;) {
        if (token_.is('.')) {
            load(target);
            RK_CHECK(advance());
            RK_TRY(const std::string name, take_name());
            target = {Target::Type::field, code().text_constant(name), code().depth() - 1};
        } else if (token_.is('[')) {
            load(target);
            const Target indexed = index_target();
            RK_CHECK(advance());
            RK_CHECK(expression());
            RK_CHECK(take(']'));
            target = indexed;
        } else if (token_.is(':')) {
            load(target);
            RK_CHECK(advance());
            RK_TRY(const std::string name, take_name());
            code().emit(Act::self, code().text_constant(name));
            RK_CHECK(arguments(1));
            target = {Target::Type::call, 0, 0};
        } else if (token_.is('(') || token_.is('{') || token_.word == Word::text) {
            load(target);
            RK_CHECK(arguments(0));
            target = {Target::Type::call, 0, 0};
        } else {
            break;
        }
    }
    --depth_;
    if (as_target && target.type == Target::Type::field) { // its name lies on the stack like any index
        code().emit(Act::constant, target.number);
        target.type = Target::Type::index;
    } else if (!as_target) {
        load(target);
        if (target.type != Target::Type::call) target.type = Target::Type::value;
    }
    return target;
}

Expected<void> Parser::arguments(std::uint32_t before) {
    std::uint32_t count = before;
    if (token_.word == Word::text) {
        code().emit(Act::constant, code().text_constant(token_.text));
        RK_CHECK(advance());
        ++count;
    } else if (token_.is('{')) {
        RK_CHECK(table());
        ++count;
    } else {
        RK_CHECK(take('('));
        if (!token_.is(')')) {
            RK_TRY(const List list, expressions());
            count += list.count;
        }
        RK_CHECK(take(')'));
    }
    code().emit(Act::call, 1, count);
    return {};
}

Expected<Parser::List> Parser::expressions() {
    List list;
    do {
        if (list.count != 0) RK_CHECK(advance());
        RK_TRY(list.ends_in_call, expression());
        ++list.count;
    } while (token_.is(','));
    return list;
}

// Makes a list of values `wanted` long.
void Parser::adjust(const List& list, std::uint32_t wanted) {
    if (list.ends_in_call && wanted > list.count - 1) {
        if (wanted != list.count) code().set_results(wanted - list.count + 1);
    } else if (wanted > list.count) {
        code().emit(Act::nil, wanted - list.count);
    } else if (wanted < list.count) {
        code().emit(Act::pop, list.count - wanted);
    }
}

bool Parser::operator_of(int level, Act& act) const {
    const auto is = [&](bool yes, Act which) {
        if (yes) act = which;
        return yes;
    };
    switch (level) {
    case 0: return is(token_.word == Word::and_, Act::and_jump) || is(token_.word == Word::or_, Act::or_jump);
    case 1:
        return is(token_.is('<'), Act::lt) || is(token_.is('>'), Act::gt) ||
               is(token_.word == Word::less_equal, Act::le) ||
               is(token_.word == Word::greater_equal, Act::ge) || is(token_.word == Word::differs, Act::ne) ||
               is(token_.word == Word::equal, Act::eq);
    case 2: return is(token_.word == Word::join, Act::cat);
    case 3: return is(token_.is('+'), Act::add) || is(token_.is('-'), Act::sub);
    default: return is(token_.is('*'), Act::mul) || is(token_.is('/'), Act::div);
    }
}

Expected<bool> Parser::binary(int level) {
    if (level == unary_level) return unary();
    RK_TRY(bool call, binary(level + 1));
    Act act = Act::eq;
    while (operator_of(level, act)) {
        RK_CHECK(advance());
        call = false;
        if (level == 0) {
            code().set_depth(code().depth() - 1);
            const std::size_t start = code().size();
            RK_CHECK(binary(1));
            const Piece right = code().cut(start);
            code().jump(act, right.size());
            code().append(right);
            code().set_depth(code().depth() + 1);
        } else {
            RK_CHECK(binary(level + 1));
            code().emit(act);
        }
    }
    return call;
}

Expected<bool> Parser::unary() {
    if (!token_.is('-') && token_.word != Word::not_) return power();
    RK_CHECK(deeper());
    const Act act = token_.is('-') ? Act::neg : Act::not_;
    RK_CHECK(advance());
    RK_CHECK(unary());
    code().emit(act);
    --depth_;
    return false;
}

Expected<bool> Parser::power() {
    RK_TRY(const bool call, simple());
    if (!token_.is('^')) return call;
    RK_CHECK(deeper());
    RK_CHECK(advance());
    RK_CHECK(unary()); // to the right: a^b^c is a^(b^c), and -c may follow
    code().emit(Act::pow);
    --depth_;
    return false;
}

Expected<bool> Parser::simple() {
    switch (token_.word) {
    case Word::nil: code().emit(Act::nil, 1); break;
    case Word::number: number(token_.number); break;
    case Word::text: code().emit(Act::constant, code().text_constant(token_.text)); break;
    case Word::name: return value_of_prefix();
    case Word::function: {
        const std::uint32_t line = token_.line;
        RK_CHECK(advance());
        RK_CHECK(function_body(false, line));
        return false;
    }
    default:
        if (token_.is('%')) return value_of_prefix();
        if (token_.is('{')) {
            RK_CHECK(table());
            return false;
        }
        if (!token_.is('(')) return expected("an expression");
        RK_CHECK(deeper());
        RK_CHECK(advance());
        RK_CHECK(expression());
        --depth_;
        RK_CHECK(take(')'));
        return false;
    }
    RK_CHECK(advance());
    return false;
}

Expected<bool> Parser::value_of_prefix() {
    RK_TRY(const Target target, prefix(false));
    return target.type == Target::Type::call;
}

void Parser::number(float value) {
    if (value >= 0 && value <= 65534 && std::trunc(value) == value)
        code().emit(Act::number, static_cast<std::uint32_t>(value));
    else
        code().emit(Act::constant, code().number_constant(value));
}

// { positional list ; keyed list } in either order.
Expected<void> Parser::table() {
    RK_CHECK(deeper());
    const std::size_t start = code().size();
    const std::uint32_t line = token_.line;
    RK_CHECK(take('{'));
    code().set_depth(code().depth() + 1);
    RK_TRY(std::uint32_t fields, table_part());
    if (token_.is(';')) {
        RK_CHECK(advance());
        RK_TRY(const std::uint32_t more, table_part());
        fields += more;
    }
    if (!token_.is('}')) return expected(token_.line == line ? "'}'" : fmt::format("'}}' for line {}", line));
    code().insert_new_table(start, std::min<std::uint32_t>(fields, 65535));
    --depth_;
    return advance();
}

Expected<std::uint32_t> Parser::table_part() {
    if (token_.is('}') || token_.is(';')) return 0;
    if (token_.is('[')) return keyed();
    if (token_.word == Word::name) {
        RK_TRY(const Token* next, look_ahead());
        if (next->is('=')) return keyed();
    }
    std::uint32_t count = 0;
    for (;;) {
        RK_CHECK(expression());
        ++count;
        if (count % fields_per_list == 0)
            code().emit(Act::list, count / fields_per_list - 1, fields_per_list);
        if (!token_.is(',')) break;
        RK_CHECK(advance());
        if (token_.is('}') || token_.is(';')) break;
    }
    if (count % fields_per_list != 0)
        code().emit(Act::list, count / fields_per_list, count % fields_per_list);
    return count;
}

Expected<std::uint32_t> Parser::keyed() {
    std::uint32_t count = 0;
    for (;;) {
        if (token_.is('[')) {
            RK_CHECK(advance());
            RK_CHECK(expression());
            RK_CHECK(take(']'));
        } else {
            RK_TRY(const std::string name, take_name());
            code().emit(Act::constant, code().text_constant(name));
        }
        RK_CHECK(take('='));
        RK_CHECK(expression());
        ++count;
        if (count % fields_per_map == 0) code().emit(Act::map, fields_per_map);
        if (!token_.is(',')) break;
        RK_CHECK(advance());
        if (token_.is('}') || token_.is(';')) break;
    }
    if (count % fields_per_map != 0) code().emit(Act::map, count % fields_per_map);
    return count;
}

} // namespace rekindle::lua
