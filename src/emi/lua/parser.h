#pragma once
// Recursive descent over source text that emits stack code as it reads; compile() runs one for each text.
// Functions with a bool answer whether what was read is a call, whose number of results may still be changed.
// Errors: kind bad_data, file "NAME", the line, what was expected and found. spec/emi-formats.md §3.5.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emi/lua/emitter.h"
#include "emi/lua/lexer.h"

namespace rekindle::lua {

class Parser {
  public:
    Parser(std::string_view source, std::string_view name,
           const std::function<bool(std::string_view)>& defined)
        : name_(name), lexer_(source, name, defined) {}

    Expected<Function> run();

  private:
    static constexpr std::size_t most_locals = 32, most_targets = 32, most_upvalues = 16, most_functions = 6;
    static constexpr int most_depth = 150; // of expressions and blocks inside each other

    // A name or place that can be read, and assigned to if it is a variable.
    struct Target {
        enum class Type : std::uint8_t { value, local, global, field, index, call } type = Type::value;
        std::uint32_t number = 0; // local, or constant of the name
        std::uint32_t depth = 0;  // where a table and index lie on the stack
    };
    struct List {
        std::uint32_t count = 0;
        bool ends_in_call = false;
    };

    // compile.cpp: tokens and errors.
    Emitter& code() { return functions_.back(); }
    tl::unexpected<Error> expected(std::string what) const;
    tl::unexpected<Error> fail(std::string what, std::string found) const;
    Expected<void> limits() const;
    Expected<void> deeper(); // one more expression inside another; --depth_ afterwards
    Expected<void> advance();
    Expected<const Token*> look_ahead();
    Expected<void> take(char sign);
    Expected<void> take(Word word, std::string_view what, std::uint32_t opened);
    Expected<std::string> take_name();

    // parse_statements.cpp
    bool block_ends() const;
    Expected<void> statements();
    Expected<void> block();
    Expected<void> statement();
    Expected<void> return_statement();
    Expected<void> if_statement(std::uint32_t line);
    Expected<void> while_statement(std::uint32_t line);
    Expected<void> repeat_statement(std::uint32_t line);
    void jump_back(Act act, std::size_t over);
    Expected<void> local_statement();
    Expected<void> function_statement(std::uint32_t line);
    Expected<void> call_or_assignment();
    Expected<void> function_body(bool method, std::uint32_t line);
    Expected<bool> parameters(bool method);
    void capture(const std::vector<std::string>& names);

    // parse_expressions.cpp
    static std::optional<std::uint32_t> find(const std::vector<std::string>& names, std::string_view name);
    Expected<Target> variable(const std::string& name);
    Expected<std::uint32_t> upvalue(const std::string& name);
    Target index_target() { return {Target::Type::index, 0, code().depth() - 1}; }
    void load(const Target& target);
    void store(const Target& target);
    Expected<Target> prefix(bool as_target);
    Expected<Target> first_name();
    Expected<void> arguments(std::uint32_t before);
    Expected<List> expressions();
    void adjust(const List& list, std::uint32_t wanted);
    Expected<bool> expression() { return binary(0); }
    bool operator_of(int level, Act& act) const;
    Expected<bool> binary(int level);
    Expected<bool> unary();
    Expected<bool> power();
    Expected<bool> simple();
    Expected<bool> value_of_prefix();
    void number(float value);
    Expected<void> table();
    Expected<std::uint32_t> table_part();
    Expected<std::uint32_t> keyed();

    std::string name_;
    Lexer lexer_;
    Token token_;
    std::optional<Token> ahead_;
    std::vector<Emitter> functions_; // outermost first
    int depth_ = 0;
};

} // namespace rekindle::lua
