// Which animation has how much of a joint: the examples of emi-engine R69-R71.
#include "emi/stage/shares.h"

#include <gtest/gtest.h>

#include "support/emi_poses.h"

namespace rekindle::emi {

using test::about;
using test::Posed;

namespace {

std::vector<JointShares> shares_of(const Posed& posed, const std::vector<float>& fades) {
    CostumeResource::Wear wear;
    const Rig rig = make_rig(posed.skeleton);
    for (const Animation& animation : posed.animations)
        wear.clips.push_back(make_clip(animation, posed.skeleton, rig));
    std::vector<AnimationState> states(fades.size());
    for (std::size_t i = 0; i < fades.size(); ++i) {
        states[i].active = true;
        states[i].time = 0;
        states[i].fade.value = fades[i];
    }
    return rotation_shares(wear, rig.joints(), states);
}

} // namespace

TEST(EmiShares, ThreePrioritiesTakeTheirWeightFromTheTopAndLeaveTheRest) {
    Posed posed({"joint"});
    for (std::uint32_t i = 0; i < 3; ++i) posed.rotation(i, "joint", i, {{0, about('z', 10)}});
    const JointShares whole = shares_of(posed, {1, 0.6f, 0.5f})[0];
    ASSERT_EQ(whole.shares.size(), 3u);
    EXPECT_EQ(whole.shares[0].animation, 2u);
    EXPECT_EQ(whole.shares[0].priority, 2);
    EXPECT_FLOAT_EQ(whole.shares[0].share, 0.5f);
    EXPECT_FLOAT_EQ(whole.shares[1].share, 0.3f);
    EXPECT_FLOAT_EQ(whole.shares[2].share, 0.2f);
    EXPECT_EQ(whole.bind, 0);
    const JointShares half = shares_of(posed, {0.5f, 0.6f, 0.5f})[0];
    EXPECT_FLOAT_EQ(half.shares[2].share, 0.1f);
    EXPECT_FLOAT_EQ(half.bind, 0.1f);
}

TEST(EmiShares, WithinALayerWeightsOverOneAreShared) {
    Posed posed({"joint"});
    for (std::uint32_t i = 0; i < 2; ++i) posed.rotation(i, "joint", 3, {{0, about('z', 10)}});
    posed.rotation(2, "joint", 1, {{0, about('z', 10)}});
    const JointShares over = shares_of(posed, {0.8f, 0.8f, 1})[0];
    ASSERT_EQ(over.shares.size(), 2u);
    EXPECT_FLOAT_EQ(over.shares[0].share, 0.5f);
    EXPECT_FLOAT_EQ(over.shares[1].share, 0.5f);
    const JointShares under = shares_of(posed, {0.3f, 0.4f, 1})[0];
    ASSERT_EQ(under.shares.size(), 3u);
    EXPECT_FLOAT_EQ(under.shares[2].share, 0.3f);
}

TEST(EmiShares, AnIdleAnimationWinsTheArmItOutranks) {
    Posed posed({"left", "right", "leg"});
    posed.rotation(0, "left", 1, {{0, about('z', 40)}});
    posed.rotation(0, "right", 3, {{0, about('z', 40)}});
    for (const char* arm : {"left", "right"}) posed.rotation(1, arm, 2, {{0, about('z', 10)}});
    const auto all = shares_of(posed, {1, 1});
    ASSERT_EQ(all[0].shares.size(), 1u);
    EXPECT_EQ(all[0].shares[0].animation, 1u);
    ASSERT_EQ(all[1].shares.size(), 1u);
    EXPECT_EQ(all[1].shares[0].animation, 0u);
    EXPECT_TRUE(all[2].shares.empty());
    EXPECT_EQ(all[2].bind, 1);
}

} // namespace rekindle::emi
