#pragma once
// Where the specification's data and oracle numbers are: $REKINDLE_SHARED, else ../shared beside the
// checkout. A stranger's clone has neither; the tests that need them then skip loudly. In CI (CI=true) they
// fail instead.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace rekindle::test {

std::filesystem::path source_dir(); // of the checkout
std::optional<std::filesystem::path> shared_dir();
// The checkout that was built.
std::filesystem::path source_dir();
inline std::filesystem::path flashback_demo() { return shared_dir().value_or("") / "data/flashback-demo"; }

// Rows of a simple CSV file (double quotes allowed), header row first. Ends the test program if it can't be
// read.
std::vector<std::vector<std::string>> read_csv(const std::filesystem::path& path);
Bytes must_read(const std::filesystem::path& path);

} // namespace rekindle::test

// First line of every test that reads ../shared.
#define RK_NEEDS_SHARED()                                                                                    \
    do {                                                                                                     \
        if (!::rekindle::test::shared_dir()) {                                                               \
            if (std::getenv("CI") != nullptr) FAIL() << "no ../shared, although CI has it";                  \
            GTEST_SKIP() << "NEEDS ../shared or $REKINDLE_SHARED (specification data and oracle numbers)";   \
        }                                                                                                    \
    } while (false)
