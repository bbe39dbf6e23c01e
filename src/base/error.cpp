#include "base/error.h"

#include <fmt/format.h>

namespace rekindle {

std::string Error::line() const {
    std::string text;
    switch (kind) {
    case ErrorKind::missing_data: text = fmt::format("{}: expected {}, found nothing", file, expected); break;
    case ErrorKind::usage:
    case ErrorKind::difference:
        text = file.empty() ? fmt::format("expected {}, found {}", expected, found)
                            : fmt::format("{}: expected {}, found {}", file, expected, found);
        break;
    case ErrorKind::bad_data:
        if (text_line > 0) {
            text = fmt::format("{}:{}: expected {}, found {}", file, text_line, expected, found);
            break;
        }
        text = fmt::format("{} at 0x{:x} ({}): expected {}, found {}", file, offset, offset, expected, found);
        break;
    }
    if (!cure.empty()) text += fmt::format(". {}", cure);
    return text;
}

tl::unexpected<Error> bad_data(std::string_view file, std::size_t offset, std::string expected,
                               std::string found) {
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = std::string(file),
                                .offset = offset,
                                .expected = std::move(expected),
                                .found = std::move(found),
                                .cure = {}});
}

tl::unexpected<Error> missing(std::string file, std::string expected, std::string cure) {
    return tl::unexpected(Error{.kind = ErrorKind::missing_data,
                                .file = std::move(file),
                                .expected = std::move(expected),
                                .found = "nothing",
                                .cure = std::move(cure)});
}

tl::unexpected<Error> usage_error(std::string expected, std::string found) {
    return tl::unexpected(Error{.kind = ErrorKind::usage,
                                .file = {},
                                .expected = std::move(expected),
                                .found = std::move(found),
                                .cure = {}});
}

int exit_code(ErrorKind kind) { return static_cast<int>(kind); }

} // namespace rekindle
