#include "emi/lua/lexer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace rekindle::lua {
namespace {

constexpr std::array<std::pair<std::string_view, Word>, 16> reserved{{{"and", Word::and_},
                                                                      {"do", Word::do_},
                                                                      {"else", Word::else_},
                                                                      {"elseif", Word::elseif},
                                                                      {"end", Word::end},
                                                                      {"function", Word::function},
                                                                      {"if", Word::if_},
                                                                      {"local", Word::local},
                                                                      {"nil", Word::nil},
                                                                      {"not", Word::not_},
                                                                      {"or", Word::or_},
                                                                      {"repeat", Word::repeat},
                                                                      {"return", Word::return_},
                                                                      {"then", Word::then},
                                                                      {"until", Word::until},
                                                                      {"while", Word::while_}}};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trim(std::string_view text) {
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    return text;
}

} // namespace

std::string Token::describe() const {
    switch (word) {
    case Word::end_of_text: return "the end of the text";
    case Word::name: return fmt::format("'{}'", text);
    case Word::number: return "a number";
    case Word::text: return "a text";
    case Word::equal: return "'=='";
    case Word::differs: return "'~='";
    case Word::less_equal: return "'<='";
    case Word::greater_equal: return "'>='";
    case Word::join: return "'..'";
    case Word::dots: return "'...'";
    case Word::sign: return fmt::format("'{}'", sign);
    default:
        for (const auto& [known, which] : reserved)
            if (which == word) return fmt::format("'{}'", known);
        return "?";
    }
}

Lexer::Lexer(std::string_view source, std::string_view name,
             const std::function<bool(std::string_view)>& defined)
    : source_(source), name_(name), defined_(defined) {
    if (peek() == '#') take_line();
}

tl::unexpected<Error> Lexer::fail(std::string expected, std::string found) const {
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = name_,
                                .offset = 0,
                                .expected = std::move(expected),
                                .found = std::move(found),
                                .cure = {},
                                .text_line = static_cast<int>(line_)});
}

std::string_view Lexer::take_line() {
    const std::size_t start = at_;
    while (!at_end() && source_[at_] != '\n') ++at_;
    const std::string_view line = source_.substr(start, at_ - start);
    if (!at_end()) ++at_, ++line_;
    line_start_ = true;
    return trim(line);
}

Expected<void> Lexer::skip_blanks() {
    while (!at_end()) {
        const char c = peek();
        if (c == '\n') {
            ++line_;
            ++at_;
            line_start_ = true;
        } else if (line_start_ && c == '$') {
            RK_CHECK(pragma());
        } else if (c == '-' && peek(1) == '-') {
            while (!at_end() && peek() != '\n') ++at_;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            ++at_;
        } else {
            break;
        }
    }
    line_start_ = false;
    return {};
}

Expected<void> Lexer::pragma() {
    const std::string_view line = take_line().substr(1);
    const std::size_t space = line.find_first_of(" \t");
    const std::string_view word = line.substr(0, space);
    const std::string_view condition =
        space == std::string_view::npos ? std::string_view{} : trim(line.substr(space));
    if (word == "debug" || word == "nodebug") {
        debug_ = word == "debug";
    } else if (word == "if" || word == "ifnot") {
        bool holds = condition == "1";
        if (condition != "1" && condition != "nil") {
            if (condition.empty() || !is_letter(condition[0]))
                return fail("1, nil or a name after $if", std::string(condition));
            holds = defined_ && defined_(condition);
        }
        ++open_conditions_;
        if (holds == (word == "ifnot")) RK_CHECK(skip_branch(true));
    } else if (word == "else") {
        if (open_conditions_ == 0) return fail("$if before $else", "none");
        RK_CHECK(skip_branch(false));
    } else if (word == "end") {
        if (open_conditions_ == 0) return fail("$if before $end", "none");
        --open_conditions_;
    } else if (word == "endinput") {
        at_ = source_.size();
        open_conditions_ = 0;
    } else {
        return fail("a known $ line", fmt::format("${}", word));
    }
    return {};
}

// Skips to the $else (if wanted) or $end of the innermost condition.
Expected<void> Lexer::skip_branch(bool stop_at_else) {
    std::uint32_t depth = 0;
    while (!at_end()) {
        const std::string_view line = take_line();
        if (line.starts_with("$if")) ++depth;
        if (line.starts_with("$else") && depth == 0 && stop_at_else) return {};
        if (line == "$end" || line.starts_with("$end ")) {
            if (depth == 0) {
                --open_conditions_;
                return {};
            }
            --depth;
        }
    }
    return fail("$end", "the end of the text");
}

Expected<Token> Lexer::quoted(char quote) {
    Token token{.word = Word::text, .sign = 0, .line = line_, .text = {}, .number = 0};
    ++at_;
    while (peek() != quote || at_end()) {
        if (at_end() || peek() == '\n')
            return fail("the end of a text", at_end() ? "the end of the file" : "the end of the line");
        char c = source_[at_++];
        if (c == '\\') {
            if (at_end()) return fail("the end of a text", "the end of the file");
            c = source_[at_++];
            if (c == 'n')
                c = '\n';
            else if (c == 't')
                c = '\t';
            else if (c == 'r')
                c = '\r';
            else if (c == '\n')
                ++line_;
        }
        if (c == 0) return fail("a text without zero inside", "zero");
        token.text += c;
    }
    ++at_;
    return token;
}

Expected<Token> Lexer::bracketed() {
    Token token{.word = Word::text, .sign = 0, .line = line_, .text = {}, .number = 0};
    at_ += 2;
    std::uint32_t depth = 1;
    while (!at_end()) {
        const char c = source_[at_++];
        if (c == '\n') ++line_;
        if (c == 0) return fail("a text without zero inside", "zero");
        if (c == '[' && peek() == '[') {
            ++depth;
            token.text += "[[";
            ++at_;
        } else if (c == ']' && peek() == ']') {
            ++at_;
            if (--depth == 0) return token;
            token.text += "]]";
        } else {
            token.text += c;
        }
    }
    return fail("]]", "the end of the text");
}

Expected<Token> Lexer::number() {
    const std::size_t start = at_;
    while (is_digit(peek())) ++at_;
    if (peek() == '.') {
        ++at_;
        if (peek() == '.') return fail("a number", "two dots in it; write a blank before ..");
        while (is_digit(peek())) ++at_;
    }
    if (peek() == 'e' || peek() == 'E') {
        ++at_;
        if (peek() == '+' || peek() == '-') ++at_;
        if (!is_digit(peek())) return fail("digits of an exponent", "none");
        while (is_digit(peek())) ++at_;
    }
    double value = 0;
    const auto [end, error] = std::from_chars(source_.data() + start, source_.data() + at_, value);
    if (error != std::errc{} || !std::isfinite(static_cast<float>(value)))
        return fail("a number that single floats can hold", std::string(source_.substr(start, at_ - start)));
    return Token{
        .word = Word::number, .sign = 0, .line = line_, .text = {}, .number = static_cast<float>(value)};
}

Expected<Token> Lexer::next() {
    RK_CHECK(skip_blanks());
    Token token;
    token.line = line_;
    if (at_end()) {
        if (open_conditions_ != 0) return fail("$end", "the end of the text");
        return token;
    }
    const char c = peek();
    if (is_letter(c)) {
        const std::size_t start = at_;
        while (is_letter(peek()) || is_digit(peek())) ++at_;
        token.text = source_.substr(start, at_ - start);
        token.word = Word::name;
        for (const auto& [text, word] : reserved)
            if (text == token.text) token.word = word;
        return token;
    }
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    if (c == '"' || c == '\'') return quoted(c);
    if (c == '[' && peek(1) == '[') return bracketed();
    const auto take = [&](std::size_t size, Word word) {
        at_ += size;
        token.word = word;
        return token;
    };
    if (peek(1) == '=') {
        if (c == '=') return take(2, Word::equal);
        if (c == '~') return take(2, Word::differs);
        if (c == '<') return take(2, Word::less_equal);
        if (c == '>') return take(2, Word::greater_equal);
    }
    if (c == '.' && peek(1) == '.') return peek(2) == '.' ? take(3, Word::dots) : take(2, Word::join);
    if (std::string_view("+-*/^%()[]{};,.=<>:").find(c) == std::string_view::npos)
        return fail("a word of the language",
                    c > ' ' && c < 127 ? fmt::format("'{}'", c)
                                       : fmt::format("byte 0x{:02x}", static_cast<unsigned char>(c)));
    token.sign = c;
    return take(1, Word::sign);
}

} // namespace rekindle::lua
