#include "proof/lockstep.h"

#include <gtest/gtest.h>

namespace rekindle::proof {
namespace {

// Counts its keys; from step `wrong` on its second entity counts double. Ends after `length` steps.
class Counter final : public Subject {
  public:
    Counter(std::size_t wrong, std::size_t length) : wrong_(wrong), length_(length) {}
    std::string name() const override { return "counter"; }
    Expected<void> load(const Start& start) override {
        steps_ = 0;
        state_ = {{"entity", {"x", "own"}, {{start.level, 7}, {0, static_cast<std::int64_t>(wrong_)}}},
                  {"list", {}, {{}}}};
        return {};
    }
    Expected<bool> step(const Input& input) override {
        if (steps_ == length_) return false;
        ++steps_;
        state_[0].rows[1][0] += input.keys * (steps_ >= wrong_ ? 2 : 1);
        if (input.keys == 5) state_[1].rows[0].push_back(5);
        return true;
    }
    const State& rows() const override { return state_; }
    Expected<bool> ask(const Question&) override { return true; }

  private:
    std::size_t wrong_, length_, steps_ = 0;
    State state_;
};

Scenario five_steps() {
    Scenario scenario;
    for (std::uint32_t keys = 1; keys <= 5; ++keys) scenario.inputs.push_back({keys, {}});
    return scenario;
}
const Scenario scenario = five_steps();
const LockstepOptions options{.ignored = {"own"}, .history = 2};

TEST(Lockstep, OfEqualsFindsNothing) {
    Counter a(99, 99), b(98, 99);
    const auto difference = lockstep(a, b, scenario, options);
    ASSERT_TRUE(difference);
    EXPECT_FALSE(*difference);
}

TEST(Lockstep, NamesTheFirstDifferingCellWithItsHistory) {
    Counter a(99, 99), b(4, 99);
    const auto difference = lockstep(a, b, scenario, options);
    ASSERT_TRUE(difference && *difference);
    EXPECT_EQ((*difference)->text("A", "B"), "step 4, entity 1, x: A has 10, B has 14\nbefore: 2: 3 3: 6");
}

TEST(Lockstep, ComparesListsToTheirEnds) {
    Counter a(99, 99), b(99, 99);
    ASSERT_TRUE(a.load({}));
    Scenario longer = scenario;
    longer.inputs.back().keys = 5;
    struct Short final : Subject { // forgets its list
        Counter counter{99, 99};
        State state;
        std::string name() const override { return "short"; }
        Expected<void> load(const Start& start) override {
            RK_CHECK(counter.load(start));
            return keep();
        }
        Expected<bool> step(const Input& input) override {
            RK_TRY(const bool runs, counter.step(input));
            RK_CHECK(keep());
            return runs;
        }
        Expected<void> keep() {
            state = counter.rows();
            state[1].rows[0].clear();
            return {};
        }
        const State& rows() const override { return state; }
        Expected<bool> ask(const Question& question) override { return counter.ask(question); }
    } c;
    const auto difference = lockstep(a, c, longer, options);
    ASSERT_TRUE(difference && *difference);
    EXPECT_EQ((*difference)->text("A", "C"),
              "step 5, list 0, place 0: A has 5, C has nothing\nbefore: 3: nothing 4: nothing");
}

TEST(Lockstep, NoticesThatOneIsOverBeforeTheOther) {
    Counter a(99, 99), b(99, 3);
    const auto difference = lockstep(a, b, scenario, options);
    ASSERT_TRUE(difference && *difference);
    EXPECT_EQ((*difference)->step, 4u);
    EXPECT_EQ((*difference)->table, "run");
}

} // namespace
} // namespace rekindle::proof
