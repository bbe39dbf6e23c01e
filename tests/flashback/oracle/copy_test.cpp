// State is a value: a copy of a world, made at any tick, goes on exactly like the world.
#include <random>

#include "flashback/oracle/check_scenario.h"
#include "flashback/oracle/oracle_files.h"

namespace rekindle::flashback::oracle {
namespace {

class Copies : public testing::TestWithParam<std::string> {};

TEST_P(Copies, OfARunMadeAtAnyTickContinueIdentically) {
    RK_NEEDS_SHARED();
    const Bytes trace = unpacked(oracle_dir() / "scenarios" / (GetParam() + ".trace.zst"));
    const Bytes input = test::must_read(oracle_dir() / "scenarios" / (GetParam() + ".input"));
    const auto setup = setup_of_scenario(GetParam(), input, text_of(trace), demo_levels().data());
    ASSERT_TRUE(setup) << setup.error().line();
    auto run = oracle::Run::start(*setup, [](int index) { return demo_levels().get(index); });
    ASSERT_TRUE(run) << run.error().line();
    std::vector<std::uint64_t> hashes;
    std::vector<oracle::Run> copies;
    std::mt19937 random(7);
    while (!run->over()) {
        if (random() % 200 == 0) copies.push_back(*run);
        ASSERT_TRUE(run->tick());
        hashes.push_back(hash_world(run->world()));
    }
    ASSERT_FALSE(copies.empty());
    for (oracle::Run& copy : copies)
        for (int i = 0; i < 150 && !copy.over(); ++i) {
            ASSERT_TRUE(copy.tick());
            ASSERT_EQ(hash_world(copy.world()), hashes[copy.ticks() - 1]) << "tick " << copy.ticks();
        }
}

INSTANTIATE_TEST_SUITE_P(Oracle, Copies,
                         testing::Values("level1_demo1", "level3_branch3", "level5_branch2", "level1_left"),
                         name_of);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Copies);

} // namespace
} // namespace rekindle::flashback::oracle
