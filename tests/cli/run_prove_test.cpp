#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/zstd.h"
#include "cli/run.h"
#include "support/shared.h"
#include "support/temporary.h"

namespace rekindle::test {
namespace {

std::string demo() { return flashback_demo().string(); }
std::filesystem::path scenarios() { return *shared_dir() / "oracle/flashback/scenarios"; }

std::string oracle_trace(const std::string& name) {
    const auto bytes = zstd_decompress(must_read(scenarios() / (name + ".trace.zst")), name);
    return bytes ? std::string(bytes->begin(), bytes->end()) : std::string();
}

} // namespace

TEST(RunCommand, WritesTheOraclesTraceOfAScript) {
    RK_NEEDS_SHARED();
    const Ran ran =
        rekindle({"run", demo(), "--input", (scenarios() / "level3_left.input").string(), "--trace", "-"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, oracle_trace("level3_left"));
}

TEST(RunCommand, WritesTheOraclesTraceOfARecordingPacked) {
    RK_NEEDS_SHARED();
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "out.trace.zst").string();
    const Ran ran = rekindle({"run", demo(), "--demo", "demo51", "--trace", file, "--json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const auto bytes = zstd_decompress(must_read(file), file);
    ASSERT_TRUE(bytes);
    EXPECT_EQ(std::string(bytes->begin(), bytes->end()), oracle_trace("level5_demo51"));
    const auto json = nlohmann::json::parse(ran.out);
    EXPECT_EQ(json["ticks"], 2048);
    EXPECT_EQ(json["end"], "demo-end");
    EXPECT_EQ(json["score"], 100);
}

TEST(RunCommand, OptionsOverrideTheScript) {
    RK_NEEDS_SHARED();
    const Ran ran = rekindle({"run", demo(), "--input", (scenarios() / "level1_idle.input").string(),
                              "--level", "5", "--skill", "2", "--seed", "9", "--ticks", "3", "--start", "0",
                              "96", "214", "--trace", "-"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(ran.out.starts_with("fbtrace 1\nH scenario level1_idle\nH level 5\nH skill 2\nH seed 9\n"
                                    "H start 0 96 214\n"));
    EXPECT_TRUE(ran.out.ends_with("E 3 ticks\n"));
}

TEST(RunCommand, NeedsOneInput) {
    RK_NEEDS_SHARED();
    EXPECT_EQ(rekindle({"run", demo()}).code, 2);
    EXPECT_EQ(rekindle({"run", demo(), "--demo", "demo9"}).code, 2);
    EXPECT_EQ(rekindle({"run", demo(), "--input", "/nowhere.input"}).code, 4);
}

TEST(ProveCommand, PrintsALineATableAndAnswersZeroWithoutADifference) {
    RK_NEEDS_SHARED();
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path() / "scenarios");
    for (const char* name : {"level1_idle.input", "level1_idle.trace.zst"})
        std::filesystem::copy_file(scenarios() / name, folder.path() / "scenarios" / name);
    const Ran ran = rekindle({"prove", "oracle", folder.path().string(), demo()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(ran.out.ends_with("400 ticks    0 differences\n1 tables, 400 cases, 0 differences\n"))
        << ran.out;
}

TEST(ProveCommand, ShowsTheFirstDifferenceAndAnswersOne) {
    RK_NEEDS_SHARED();
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path() / "scenarios");
    std::filesystem::copy_file(scenarios() / "level1_idle.input",
                               folder.path() / "scenarios/level1_idle.input");
    std::string trace = oracle_trace("level1_idle");
    trace.replace(trace.find("\ne 0 frame=4\n"), 13, "\ne 0 frame=9\n");
    ASSERT_TRUE(write_file(folder.path() / "scenarios/level1_idle.trace", trace));
    const Ran text = rekindle({"prove", "oracle", folder.path().string(), demo()});
    EXPECT_EQ(text.code, 1);
    EXPECT_NE(text.out.find("    T 4\n    expected e 0 frame=9\n    found    e 0 frame=4\n"),
              std::string::npos)
        << text.out;
    EXPECT_TRUE(is_one_line(text.err)) << text.err;
    const Ran json = rekindle({"prove", "oracle", folder.path().string(), demo(), "--json"});
    EXPECT_EQ(json.code, 1);
    EXPECT_EQ(nlohmann::json::parse(json.out)["differences"], 1);
}

TEST(ProveCommand, AnswersFourWhereThereIsNothingAndTwoForAWrongCall) {
    const TemporaryFolder folder;
    EXPECT_EQ(rekindle({"prove", "oracle", folder.path().string()}).code, 4);
    EXPECT_EQ(rekindle({"prove", "horoscope", folder.path().string()}).code, 2);
}

} // namespace rekindle::test
