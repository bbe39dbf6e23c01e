// Every ground-truth table of the stage, within its tolerance.
#include <gtest/gtest.h>

#include "emi/oracle/check.h"
#include "support/shared.h"

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

TEST(EmiOracle, BlendedPosesAreTheMeasuredOnes) {
    RK_NEEDS_SHARED();
    holds("anim_blend", 60, 500000);
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

} // namespace rekindle::emi::oracle
