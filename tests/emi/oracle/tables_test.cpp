// Every ground-truth table of the stage, within its tolerance.
#include <gtest/gtest.h>

#include "base/files.h"
#include "emi/oracle/check.h"
#include "support/shared.h"
#include "support/temporary.h"

namespace rekindle::emi::oracle {
namespace {

std::filesystem::path folder() { return test::shared_dir().value_or("") / "oracle/emi"; }

void holds(std::string_view table, std::uint64_t cases, std::uint64_t least_values) {
    const auto report = check_table(folder(), table);
    ASSERT_TRUE(report) << report.error().line();
    EXPECT_EQ(report->differences, 0u) << report->first;
    EXPECT_EQ(report->cases, cases);
    EXPECT_GE(report->values, least_values);
    std::printf("%s: %llu values, worst %.3f of the tolerance, %llu explained\n", report->table.c_str(),
                static_cast<unsigned long long>(report->values), report->worst,
                static_cast<unsigned long long>(report->explained));
}

} // namespace

TEST(EmiOracle, AnglesQuaternionsAndAttachingAreTheMeasuredOnes) {
    RK_NEEDS_SHARED();
    holds("math", 594, 10000);
}
TEST(EmiOracle, BlendedPosesAreTheMeasuredOnes) {
    RK_NEEDS_SHARED();
    holds("anim_blend", 60, 500000);
}
TEST(EmiOracle, ChoresDriveTheirAnimationsAsMeasured) {
    RK_NEEDS_SHARED();
    holds("chores", 16, 50000);
}
TEST(EmiOracle, HeadsTurnAsMeasured) {
    RK_NEEDS_SHARED();
    holds("head_look", 14, 10000);
}
TEST(EmiOracle, SkinnedVerticesAreTheMeasuredOnes) {
    RK_NEEDS_SHARED();
    holds("skinning", 10, 1000);
}
TEST(EmiOracle, VerticesAreLitAsMeasured) {
    RK_NEEDS_SHARED();
    holds("lighting", 400, 10000);
}
TEST(EmiOracle, ShadingIsComputedWhenTheModeAsksForIt) {
    RK_NEEDS_SHARED();
    holds("light_modes", 20, 1000);
}
TEST(EmiOracle, SectorsPathsAndWalksAreTheMeasuredOnes) {
    RK_NEEDS_SHARED();
    holds("sectors", 2955, 20000);
}
TEST(EmiOracle, CamerasProjectAsMeasured) {
    RK_NEEDS_SHARED();
    holds("camera", 450, 3000);
}
TEST(EmiOracle, EveryDeviationOccurs) {
    RK_NEEDS_SHARED();
    const auto reports = check_oracle(folder());
    ASSERT_TRUE(reports) << reports.error().line();
    std::uint64_t used = 0;
    for (const TableReport& report : *reports) used |= report.used;
    EXPECT_EQ(used, (std::uint64_t{1} << deviations().size()) - 1);
}

// The check can fail: one changed digit is a difference, a damaged line and a missing folder are errors.
TEST(EmiOracle, AChangedNumberIsADifferenceAndADamagedLineAnError) {
    const test::TemporaryFolder scratch;
    const std::string head =
        R"({"id":"a","in":{"op":"slerp","a":[0,0,0,1],"b":[0,0,0,1],"t":0.5},"out":{"r":[0,0,0,)";
    const auto check = [&](const std::string& text) {
        EXPECT_TRUE(write_file(scratch.path() / "math.jsonl", text));
        return check_table(scratch.path(), "math");
    };
    EXPECT_FALSE(check_oracle(scratch.path()));
    EXPECT_EQ(check(head + "1],\"dot\":1}}").value().differences, 0u);
    const auto changed = check(head + "0.9],\"dot\":1}}");
    ASSERT_TRUE(changed);
    EXPECT_EQ(changed->differences, 1u);
    EXPECT_EQ(changed->first, "math a slerp [0]: 1, measured 0.899999976");
    EXPECT_FALSE(check(head));
    EXPECT_FALSE(check("{\"id\":\"a\",\"in\":{\"op\":\"slerp\"},\"out\":{}}"));
    EXPECT_FALSE(check_table(scratch.path(), "nothing"));
}

} // namespace rekindle::emi::oracle
