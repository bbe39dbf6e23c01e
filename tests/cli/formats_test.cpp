#include "cli/formats_table.h"

#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "emi/data/fields.h"
#include "emi/data/file_kind.h"

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
            EXPECT_NE(text_of(source_dir() / "tests/fuzz" / (std::string(row.fuzz) + ".cpp"))
                          .find("#include \"" + std::string(row.header) + "\""),
                      std::string::npos)
                << row.fuzz << " does not call this reader";
        }
        if (row.round_trip.empty()) continue;
        const std::string test(row.round_trip);
        const std::size_t blank = test.find(' '), dot = test.rfind('.');
        ASSERT_TRUE(blank != std::string::npos && dot > blank) << test;
        const std::string source = text_of(source_dir() / "tests" / test.substr(0, blank));
        const std::string header =
            "(" + test.substr(blank + 1, dot - blank - 1) + ", " + test.substr(dot + 1);
        const std::size_t at = source.find(header);
        ASSERT_NE(at, std::string::npos) << header;
        EXPECT_TRUE(source[at + header.size()] == ')' || source[at + header.size()] == ',') << header;
    }
}

// Every header of the data folders that declares a reader has a row, every reader is fuzzed, and every kind
// of file that identify knows is listed.
TEST(Formats, LeaveNoReaderOut) {
    const auto listed = [](const std::string& header) {
        return std::any_of(cli::format_rows.begin(), cli::format_rows.end(),
                           [&](const cli::FormatRow& row) { return row.header == header; });
    };
    const std::set<std::string> parts{"flashback/data/room.h", // of rooms
                                      "emi/data/fields.h"};    // what the readers are made of
    for (const std::string folder : {"flashback/data", "emi/data"})
        for (const auto& path : list_files(source_dir() / "src" / folder)) {
            const std::string header = folder + "/" + path.filename().string(), text = text_of(path);
            if (path.extension() != ".h" || parts.contains(header)) continue;
            const std::size_t reader = text.find(" read_");
            if (reader != std::string::npos && text.find("(ByteView", reader) != std::string::npos) {
                EXPECT_TRUE(listed(header)) << header;
            }
        }
    for (const cli::FormatRow& row : cli::format_rows) EXPECT_FALSE(row.fuzz.empty()) << row.name;
    for (const emi::FileKindInfo& kind : emi::file_kinds())
        for (std::string_view rest = kind.extensions; !rest.empty();) {
            const std::string extension(rest.substr(0, rest.find(' ')));
            rest.remove_prefix(std::min(rest.size(), extension.size() + 1));
            EXPECT_TRUE(std::any_of(cli::format_rows.begin(), cli::format_rows.end(),
                                    [&](const cli::FormatRow& row) {
                                        return row.engine == "emi" && emi::normal_name(row.files).find(
                                                                          extension) != std::string::npos;
                                    }))
                << extension;
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
