#pragma once
// Words of script source for the compiler, with the `$` lines worked in. spec/emi-formats.md §3.5 "Lexis".

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace rekindle::lua {

enum class Word : std::uint8_t {
    end_of_text,
    name,
    number,
    text,
    and_,
    do_,
    else_,
    elseif,
    end,
    function,
    if_,
    local,
    nil,
    not_,
    or_,
    repeat,
    return_,
    then,
    until,
    while_,
    equal,         // ==
    differs,       // ~=
    less_equal,    // <=
    greater_equal, // >=
    join,          // ..
    dots,          // ...
    sign,          // any other sign: Token::sign
};

struct Token {
    Word word = Word::end_of_text;
    char sign = 0;
    std::uint32_t line = 1;
    std::string text; // of names and texts
    float number = 0;

    bool is(char c) const { return word == Word::sign && sign == c; }
    std::string describe() const;
};

class Lexer {
  public:
    Lexer(std::string_view source, std::string_view name,
          const std::function<bool(std::string_view)>& defined);

    Expected<Token> next();
    bool debug() const { return debug_; } // after $debug

  private:
    tl::unexpected<Error> fail(std::string expected, std::string found) const;
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
    }
    bool at_end() const { return at_ >= source_.size(); }
    Expected<void> skip_blanks();
    Expected<void> pragma();
    Expected<void> skip_branch(bool stop_at_else);
    std::string_view take_line();
    Expected<Token> quoted(char quote);
    Expected<Token> bracketed();
    Expected<Token> number();

    std::string_view source_;
    std::string name_;
    const std::function<bool(std::string_view)>& defined_;
    std::size_t at_ = 0;
    std::uint32_t line_ = 1;
    bool line_start_ = true, debug_ = false;
    std::uint32_t open_conditions_ = 0;
};

} // namespace rekindle::lua
