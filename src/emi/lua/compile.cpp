#include "emi/lua/compile.h"

#include <fmt/format.h>

#include "emi/lua/parser.h"

namespace rekindle::lua {

Expected<Function> Parser::run() {
    RK_CHECK(advance());
    functions_.emplace_back(name_, 0);
    RK_CHECK(statements());
    if (token_.word != Word::end_of_text) return expected("a statement or the end of the text");
    Function main = code().finish(0, false);
    RK_CHECK(limits());
    return main;
}

tl::unexpected<Error> Parser::expected(std::string what) const {
    return fail(std::move(what), token_.describe());
}

tl::unexpected<Error> Parser::fail(std::string what, std::string found) const {
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = name_,
                                .offset = 0,
                                .expected = std::move(what),
                                .found = std::move(found),
                                .cure = {},
                                .text_line = static_cast<int>(token_.line)});
}

Expected<void> Parser::limits() const {
    for (const Emitter& function : functions_)
        if (function.failed()) return fail(function.problem(), "more");
    return {};
}

Expected<void> Parser::deeper() {
    if (++depth_ > most_depth) return fail("a simpler expression", "too many parts inside each other");
    return {};
}

Expected<void> Parser::advance() {
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

Expected<const Token*> Parser::look_ahead() {
    if (!ahead_) {
        RK_TRY(ahead_, lexer_.next());
    }
    return &*ahead_;
}

Expected<void> Parser::take(char sign) {
    if (!token_.is(sign)) return expected(fmt::format("'{}'", sign));
    return advance();
}

Expected<void> Parser::take(Word word, std::string_view what, std::uint32_t opened) {
    if (token_.word != word)
        return expected(token_.line == opened ? std::string(what)
                                              : fmt::format("{} for line {}", what, opened));
    return advance();
}

Expected<std::string> Parser::take_name() {
    if (token_.word != Word::name) return expected("a name");
    std::string name = token_.text;
    RK_CHECK(advance());
    return name;
}

Expected<Function> compile(std::string_view source, std::string_view name,
                           const std::function<bool(std::string_view)>& defined) {
    return Parser(source, name, defined).run();
}

} // namespace rekindle::lua
