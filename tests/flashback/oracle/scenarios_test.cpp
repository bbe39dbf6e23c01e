// Every scenario of the oracle, tick for tick: the trace is the oracle's, byte for byte.
#include "flashback/oracle/check_scenario.h"
#include "flashback/oracle/oracle_files.h"
#include "flashback/oracle/subjects.h"

namespace rekindle::flashback::oracle {
namespace {

class Scenario : public testing::TestWithParam<std::string> {
  protected:
    std::filesystem::path file(std::string_view ending) const {
        return oracle_dir() / "scenarios" / (GetParam() + std::string(ending));
    }
};

TEST_P(Scenario, HasTheOraclesTrace) {
    RK_NEEDS_SHARED();
    const Bytes trace = unpacked(file(".trace.zst"));
    Pictures pictures(demo_levels().data());
    const auto report =
        check_scenario(GetParam(), test::must_read(file(".input")), text_of(trace), demo_levels(), &pictures);
    ASSERT_TRUE(report) << report.error().line();
    EXPECT_EQ(report->differences, 0u) << report->first;
    EXPECT_GE(report->cases, 400u);
}

TEST_P(Scenario, ReplayedFromItsScriptIsInLockstepWithTheRecordedTrace) {
    RK_NEEDS_SHARED();
    const Bytes trace = unpacked(file(".trace.zst"));
    const auto script = read_input_script(test::must_read(file(".input")), GetParam());
    ASSERT_TRUE(script) << script.error().line();
    WorldSubject world([](int index) { return demo_levels().get(index); });
    TraceSubject oracle(text_of(trace), GetParam());
    // A recording's position is not part of a script.
    const auto difference =
        proof::lockstep(world, oracle, scenario_of(*script, GetParam()), {.ignored = {"inputPos"}});
    ASSERT_TRUE(difference) << difference.error().line();
    EXPECT_FALSE(*difference) << (*difference)->text(world.name(), oracle.name());
}

INSTANTIATE_TEST_SUITE_P(Oracle, Scenario, testing::ValuesIn(oracle_names("scenarios", ".input")), name_of);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Scenario);

// What a check is worth: it sees one wrong digit anywhere.
TEST(ScenarioCheck, NamesTheTickTheLineAndTheCellOfADifference) {
    RK_NEEDS_SHARED();
    const std::string name = "level1_idle";
    const Bytes trace = unpacked(oracle_dir() / "scenarios" / (name + ".trace.zst"));
    const Bytes input = test::must_read(oracle_dir() / "scenarios" / (name + ".input"));
    std::string text(text_of(trace));
    const std::string line = "\ne 0 frame=4\n";
    const std::size_t at = text.find(line);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, line.size(), "\ne 0 frame=9\n");
    const auto report = check_scenario(name, input, text, demo_levels(), nullptr);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->differences, 1u);
    EXPECT_EQ(report->first, "T 4\nexpected e 0 frame=9\nfound    e 0 frame=4\n"
                             "step 4, entity 0, frame: this engine has 4, the oracle has 9\n"
                             "before: 0: 0 1: 1 2: 2 3: 3");
}

TEST(ScenarioCheck, NoticesATraceThatEndsEarly) {
    RK_NEEDS_SHARED();
    const std::string name = "level1_idle";
    const Bytes trace = unpacked(oracle_dir() / "scenarios" / (name + ".trace.zst"));
    const Bytes input = test::must_read(oracle_dir() / "scenarios" / (name + ".input"));
    const std::string_view text = text_of(trace);
    const auto report =
        check_scenario(name, input, text.substr(0, text.find("T 400")), demo_levels(), nullptr);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->differences, 2u); // the last tick and the end
}

} // namespace
} // namespace rekindle::flashback::oracle
