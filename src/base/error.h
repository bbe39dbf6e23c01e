#pragma once
// What went wrong, where, and what would help. Every loader of the product answers with Expected<T>;
// the command line prints Error::line() and exits with exit_code(kind).

#include <cstddef>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace rekindle {

// Exit codes of the command line; 0 is fine.
enum class ErrorKind {
    difference = 1,   // a check ran and found one
    usage = 2,        // the call itself was wrong
    bad_data = 3,     // a file is not what it should be
    missing_data = 4, // a file is not there
};

struct Error {
    ErrorKind kind = ErrorKind::bad_data;
    std::string
        file; // name as the user would recognise it; may name an archive entry: "DEMO_UK.ABA:LEVEL1.PGE"
    std::size_t offset =
        0; // byte in that file (unpacked entry); meaningless where kind is usage or missing_data
    std::string expected;
    std::string found;
    std::string cure;  // one sentence, optional
    int text_line = 0; // of a text file, from 1: stands in the place of the offset

    // "FILE at 0x12 (18): expected X, found Y. CURE" in one line; text files: "FILE:12: expected ...".
    std::string line() const;
};

template <typename T>
using Expected = tl::expected<T, Error>;

using tl::unexpected;

// Shorthands for errors that do not come from a Reader.
tl::unexpected<Error> bad_data(std::string_view file, std::size_t offset, std::string expected,
                               std::string found);
tl::unexpected<Error> missing(std::string file, std::string expected, std::string cure = {});
tl::unexpected<Error> usage_error(std::string expected, std::string found);

int exit_code(ErrorKind kind);

} // namespace rekindle

// Returns the error of an Expected from the enclosing function, else assigns its value.
// The one macro of the house: loaders are exception-free and would otherwise triple in length.
#define RK_CONCAT_INNER(a, b) a##b
#define RK_CONCAT(a, b) RK_CONCAT_INNER(a, b)
#define RK_TRY_NAMED(tmp, target, expression)                                                                \
    auto tmp = (expression);                                                                                 \
    if (!tmp) return tl::unexpected(std::move(tmp).error());                                                 \
    target = *std::move(tmp)
#define RK_TRY(target, expression) RK_TRY_NAMED(RK_CONCAT(rk_try_, __LINE__), target, expression)
#define RK_CHECK(expression)                                                                                 \
    do {                                                                                                     \
        if (auto rk_check = (expression); !rk_check) return tl::unexpected(std::move(rk_check).error());     \
    } while (false)
