#include "emi/lua/compile.h"

#include <cmath>

#include <fmt/format.h>

#include "emi/lua/emitter.h"
#include "emi/lua/lexer.h"

namespace rekindle::lua {
namespace {

constexpr std::size_t most_locals = 32, most_targets = 32, most_upvalues = 16, most_functions = 6;
constexpr int most_depth = 150; // of expressions and blocks inside each other
constexpr std::uint32_t fields_per_list = 64, fields_per_map = 32;

// A name or place that can be read, and assigned to if it is a variable.
struct Target {
    enum class Type : std::uint8_t { value, local, global, field, index, call } type = Type::value;
    std::uint32_t number = 0; // local, or constant of the name
    std::uint32_t depth = 0;  // where a table and index lie on the stack
};

class Parser {
  public:
    Parser(std::string_view source, std::string_view name,
           const std::function<bool(std::string_view)>& defined)
        : name_(name), lexer_(source, name, defined) {}

    Expected<Function> run() {
        RK_CHECK(advance());
        functions_.emplace_back(name_, 0);
        RK_CHECK(statements());
        if (token_.word != Word::end_of_text) return expected("a statement or the end of the text");
        Function main = code().finish(0, false);
        RK_CHECK(limits());
        return main;
    }

  private:
    Emitter& code() { return functions_.back(); }

    tl::unexpected<Error> expected(std::string what) const {
        return fail(std::move(what), token_.describe());
    }
    tl::unexpected<Error> fail(std::string what, std::string found) const {
        return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                    .file = name_,
                                    .offset = 0,
                                    .expected = std::move(what),
                                    .found = std::move(found),
                                    .cure = {},
                                    .text_line = static_cast<int>(token_.line)});
    }
    Expected<void> limits() const {
        for (const Emitter& function : functions_)
            if (function.failed()) return fail(function.problem(), "more");
        return {};
    }

    Expected<void> advance() {
        const std::uint32_t line = token_.line;
        if (ahead_) {
            token_ = *std::move(ahead_);
            ahead_.reset();
        } else {
            RK_TRY(token_, lexer_.next());
        }
        if (!functions_.empty()) code().set_line(line); // of what was taken
        return {};
    }
    Expected<const Token*> look_ahead() {
        if (!ahead_) {
            RK_TRY(ahead_, lexer_.next());
        }
        return &*ahead_;
    }
    Expected<void> take(char sign) {
        if (!token_.is(sign)) return expected(fmt::format("'{}'", sign));
        return advance();
    }
    Expected<void> take(Word word, std::string_view what, std::uint32_t opened) {
        if (token_.word != word)
            return expected(token_.line == opened ? std::string(what)
                                                  : fmt::format("{} for line {}", what, opened));
        return advance();
    }
    Expected<std::string> take_name() {
        if (token_.word != Word::name) return expected("a name");
        std::string name = token_.text;
        RK_CHECK(advance());
        return name;
    }

    // Statements.
    // ---------------------------------------------------------------------------------------------

    bool block_ends() const {
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
    Expected<void> statements() {
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

    Expected<void> block() {
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

    Expected<void> statement() {
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

    Expected<void> return_statement() {
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

    Expected<void> if_statement(std::uint32_t line) {
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
    Expected<void> while_statement(std::uint32_t line) {
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

    Expected<void> repeat_statement(std::uint32_t line) {
        const std::size_t start = code().size();
        RK_CHECK(block());
        RK_CHECK(take(Word::until, "'until'", line));
        RK_CHECK(expression());
        jump_back(Act::jump_false_back, code().size() - start);
        return {};
    }

    void jump_back(Act act, std::size_t over) { code().jump(act, over + 2 <= 255 ? over + 2 : over + 3); }

    Expected<void> local_statement() {
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

    Expected<void> function_statement(std::uint32_t line) {
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

    Expected<void> call_or_assignment() {
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

    // Variables.
    // ----------------------------------------------------------------------------------------------

    static std::optional<std::uint32_t> find(const std::vector<std::string>& names, std::string_view name) {
        for (std::size_t i = names.size(); i-- > 0;)
            if (names[i] == name) return static_cast<std::uint32_t>(i);
        return std::nullopt;
    }

    Expected<Target> variable(const std::string& name) {
        if (const auto local = find(code().locals, name)) return Target{Target::Type::local, *local, 0};
        for (std::size_t i = 0; i + 1 < functions_.size(); ++i)
            if (find(functions_[i].locals, name))
                return fail(fmt::format("%{} for a local of an outer function", name),
                            fmt::format("'{}'", name));
        return Target{Target::Type::global, code().text_constant(name), 0};
    }

    // %name: number of the upvalue.
    Expected<std::uint32_t> upvalue(const std::string& name) {
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

    Target index_target() { return {Target::Type::index, 0, code().depth() - 1}; }

    void load(const Target& target) {
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
    void store(const Target& target) {
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

    // NAME or %NAME and what follows it. With `as_target` a last variable isn't read yet.
    Expected<Target> prefix(bool as_target) {
        if (++depth_ > most_depth) return fail("a simpler expression", "too many parts inside each other");
        Target target;
        if (token_.is('%')) {
            RK_CHECK(advance());
            RK_TRY(const std::string name, take_name());
            RK_TRY(const std::uint32_t number, upvalue(name));
            code().emit(Act::upvalue, number);
        } else {
            RK_TRY(const std::string name, take_name());
            RK_TRY(target, variable(name));
        }
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

    Expected<void> arguments(std::uint32_t before) {
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

    // Expressions.
    // --------------------------------------------------------------------------------------------

    struct List {
        std::uint32_t count = 0;
        bool ends_in_call = false;
    };

    Expected<List> expressions() {
        List list;
        do {
            if (list.count != 0) RK_CHECK(advance());
            RK_TRY(list.ends_in_call, expression());
            ++list.count;
        } while (token_.is(','));
        return list;
    }

    // Makes a list of values `wanted` long.
    void adjust(const List& list, std::uint32_t wanted) {
        if (list.ends_in_call && wanted > list.count - 1) {
            if (wanted != list.count) code().set_results(wanted - list.count + 1);
        } else if (wanted > list.count) {
            code().emit(Act::nil, wanted - list.count);
        } else if (wanted < list.count) {
            code().emit(Act::pop, list.count - wanted);
        }
    }

    // Operators by precedence; answers whether the whole is a call, whose number of results may still be
    // changed.
    Expected<bool> expression() { return binary(0); }

    static constexpr int unary_level = 5;

    bool operator_of(int level, Act& act) const {
        const auto is = [&](bool yes, Act which) {
            if (yes) act = which;
            return yes;
        };
        switch (level) {
        case 0:
            return is(token_.word == Word::and_, Act::and_jump) || is(token_.word == Word::or_, Act::or_jump);
        case 1:
            return is(token_.is('<'), Act::lt) || is(token_.is('>'), Act::gt) ||
                   is(token_.word == Word::less_equal, Act::le) ||
                   is(token_.word == Word::greater_equal, Act::ge) ||
                   is(token_.word == Word::differs, Act::ne) || is(token_.word == Word::equal, Act::eq);
        case 2: return is(token_.word == Word::join, Act::cat);
        case 3: return is(token_.is('+'), Act::add) || is(token_.is('-'), Act::sub);
        default: return is(token_.is('*'), Act::mul) || is(token_.is('/'), Act::div);
        }
    }

    Expected<bool> binary(int level) {
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

    Expected<bool> unary() {
        if (!token_.is('-') && token_.word != Word::not_) return power();
        if (++depth_ > most_depth) return fail("a simpler expression", "too many parts inside each other");
        const Act act = token_.is('-') ? Act::neg : Act::not_;
        RK_CHECK(advance());
        RK_CHECK(unary());
        code().emit(act);
        --depth_;
        return false;
    }

    Expected<bool> power() {
        RK_TRY(const bool call, simple());
        if (!token_.is('^')) return call;
        if (++depth_ > most_depth) return fail("a simpler expression", "too many parts inside each other");
        RK_CHECK(advance());
        RK_CHECK(unary()); // to the right: a^b^c is a^(b^c), and -c may follow
        code().emit(Act::pow);
        --depth_;
        return false;
    }

    Expected<bool> simple() {
        switch (token_.word) {
        case Word::nil: code().emit(Act::nil, 1); break;
        case Word::number: number(token_.number); break;
        case Word::text: code().emit(Act::constant, code().text_constant(token_.text)); break;
        case Word::name: return is_call(prefix(false));
        case Word::function: {
            const std::uint32_t line = token_.line;
            RK_CHECK(advance());
            RK_CHECK(function_body(false, line));
            return false;
        }
        default:
            if (token_.is('%')) return is_call(prefix(false));
            if (token_.is('{')) {
                RK_CHECK(table());
                return false;
            }
            if (!token_.is('(')) return expected("an expression");
            if (++depth_ > most_depth)
                return fail("a simpler expression", "too many parts inside each other");
            RK_CHECK(advance());
            RK_CHECK(expression());
            --depth_;
            RK_CHECK(take(')'));
            return false;
        }
        RK_CHECK(advance());
        return false;
    }

    static Expected<bool> is_call(const Expected<Target>& target) {
        if (!target) return tl::unexpected(target.error());
        return target->type == Target::Type::call;
    }

    void number(float value) {
        if (value >= 0 && value <= 65534 && std::trunc(value) == value)
            code().emit(Act::number, static_cast<std::uint32_t>(value));
        else
            code().emit(Act::constant, code().number_constant(value));
    }

    // { positional list ; keyed list } in either order.
    Expected<void> table() {
        if (++depth_ > most_depth) return fail("a simpler expression", "too many parts inside each other");
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
        if (!token_.is('}'))
            return expected(token_.line == line ? "'}'" : fmt::format("'}}' for line {}", line));
        code().insert_new_table(start, std::min<std::uint32_t>(fields, 65535));
        --depth_;
        return advance();
    }

    Expected<std::uint32_t> table_part() {
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

    Expected<std::uint32_t> keyed() {
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

    // From the parameters to `end`; leaves the function on the stack.
    Expected<void> function_body(bool method, std::uint32_t line) {
        if (functions_.size() > most_functions)
            return fail(fmt::format("at most {} functions inside each other", most_functions), "more");
        const std::uint32_t constant = code().function_constant();
        functions_.emplace_back(name_, line);
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
        const auto parameters = static_cast<std::uint32_t>(code().locals.size());
        if (variadic) code().locals.emplace_back("arg");
        if (code().locals.size() > most_locals)
            return fail(fmt::format("at most {} locals at a time", most_locals), "more");
        RK_CHECK(take(')'));
        code().set_depth(static_cast<std::uint32_t>(code().locals.size()));
        RK_CHECK(statements());
        RK_CHECK(take(Word::end, "'end'", line));
        RK_CHECK(limits());
        Function function = code().finish(parameters, variadic);
        const std::vector<std::string> captured = code().upvalues;
        functions_.pop_back();
        code().set_line(token_.line);
        for (const std::string& name : captured) {
            const auto local = find(code().locals, name);
            if (local)
                code().emit(Act::local, *local);
            else
                code().emit(Act::get_global, code().text_constant(name));
        }
        code().emit(Act::constant, constant);
        if (!captured.empty()) code().emit(Act::closure, static_cast<std::uint32_t>(captured.size()));
        code().fill_constant(constant, std::move(function));
        return {};
    }

    std::string name_;
    Lexer lexer_;
    Token token_;
    std::optional<Token> ahead_;
    std::vector<Emitter> functions_; // outermost first
    int depth_ = 0;
};

} // namespace

Expected<Function> compile(std::string_view source, std::string_view name,
                           const std::function<bool(std::string_view)>& defined) {
    return Parser(source, name, defined).run();
}

} // namespace rekindle::lua
