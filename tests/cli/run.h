#pragma once
// Runs the built `rekindle` with arguments and keeps what it printed.

#include <string>
#include <vector>

namespace rekindle::test {

struct Ran {
    int code = -1; // exit code; -1 after a signal
    std::string out, err;
};
// Without a shell; standard input is empty.
Ran rekindle(std::vector<std::string> arguments);

// Text that ends with its only line feed.
inline bool is_one_line(const std::string& text) {
    return !text.empty() && text.find('\n') == text.size() - 1;
}

} // namespace rekindle::test
