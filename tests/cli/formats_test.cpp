#include "cli/formats_table.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/run.h"
#include "support/shared.h"

namespace rekindle::test {
namespace {

std::string text_of(const std::filesystem::path& path) {
    const Bytes bytes = must_read(path);
    return {bytes.begin(), bytes.end()};
}

} // namespace

TEST(Formats, EveryMarkHasItsHeaderTestAndFuzzTarget) {
    const std::string targets = text_of(source_dir() / "tests/CMakeLists.txt");
    for (const cli::FormatRow& row : cli::format_rows) {
        SCOPED_TRACE(std::string(row.engine) + " " + std::string(row.name));
        EXPECT_TRUE(std::filesystem::exists(source_dir() / "src" / row.header)) << row.header;
        if (!row.fuzz.empty()) {
            EXPECT_TRUE(
                std::filesystem::exists(source_dir() / "tests/fuzz" / (std::string(row.fuzz) + ".cpp")));
            EXPECT_NE(targets.find("rekindle_fuzz(" + std::string(row.fuzz) + " "), std::string::npos)
                << row.fuzz;
        }
        if (row.round_trip.empty()) continue;
        const std::string test(row.round_trip);
        const std::size_t blank = test.find(' '), dot = test.rfind('.');
        ASSERT_TRUE(blank != std::string::npos && dot > blank) << test;
        const std::string source = text_of(source_dir() / "tests" / test.substr(0, blank));
        const std::string header =
            test.substr(blank + 1, dot - blank - 1) + ", " + test.substr(dot + 1) + ")";
        EXPECT_NE(source.find("(" + header), std::string::npos) << header;
    }
}

TEST(Formats, AreListedWithTheirMarks) {
    const Ran text = rekindle({"formats"});
    EXPECT_EQ(text.code, 0) << text.err;
    EXPECT_NE(text.out.find("*.setb"), std::string::npos);
    const Ran emi = rekindle({"formats", "--engine", "emi", "--json"});
    ASSERT_EQ(emi.code, 0) << emi.err;
    const auto json = nlohmann::json::parse(emi.out);
    std::size_t rows = 0;
    for (const cli::FormatRow& row : cli::format_rows) rows += row.engine == "emi" ? 1 : 0;
    EXPECT_EQ(json["formats"].size(), rows);
    EXPECT_EQ(json["formats"][0]["round_trip"], true);
}

} // namespace rekindle::test
