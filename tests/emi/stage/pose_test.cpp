// Posing: emi-engine R66 and R69-R73, on skeletons made here.
#include "emi/stage/pose_jobs.h"

#include <random>

#include <gtest/gtest.h>

#include "emi/stage/math.h"
#include "support/emi_poses.h"

namespace rekindle::emi {

using test::about;
using test::degrees_about_z;
using test::JointPose;
using test::Posed;

TEST(EmiPose, KeysAreInterpolatedBetweenTheFirstNotBeforeAndItsPredecessor) {
    Posed posed({"joint"});
    posed.rotation(0, "joint", 0, {{0, about('z', 0)}, {400, about('z', 90)}});
    posed.translation(0, "joint", 0, {{100, {0, 0, 0}}, {300, {4, 0, 0}}});
    const auto at = [&](float time) { return posed.at(time).pose(0); };
    EXPECT_NEAR(degrees_about_z(at(0).rotation), 0, 1e-4);
    EXPECT_NEAR(degrees_about_z(at(100).rotation), 22.5, 1e-3);
    EXPECT_NEAR(degrees_about_z(at(900).rotation), 90, 1e-3);
    EXPECT_NEAR(at(50).translation.x, 0, 1e-6);
    EXPECT_NEAR(at(150).translation.x, 1, 1e-6);
    EXPECT_NEAR(at(20).translation.x, 0, 1e-6); // back in time
}

TEST(EmiPose, PriorityBelongsToTheTrackSoGuybrushWavesOnlyWithHisRightArm) {
    Posed posed({"left", "right"});
    posed.rotation(0, "LEFT", 1, {{0, about('z', 40)}}); // names compare without case
    posed.rotation(0, "right", 3, {{0, about('z', 40)}});
    for (const char* arm : {"left", "right"}) posed.rotation(1, arm, 2, {{0, about('z', 10)}});
    posed.weights = {1, 1};
    EXPECT_NEAR(degrees_about_z(posed.at(0).pose(0).rotation), 10, 1e-3);
    EXPECT_NEAR(degrees_about_z(posed.at(0).pose(1).rotation), 40, 1e-3);
    posed.weights = {0.6f, 1};
    EXPECT_NEAR(degrees_about_z(posed.at(0).pose(0).rotation), 10, 1e-3);
    EXPECT_NEAR(degrees_about_z(posed.at(0).pose(1).rotation), 28, 1e-3);
}

TEST(EmiPose, WeightsOfALayerAreDividedOnlyAboveOne) {
    Posed posed({"joint"});
    for (std::size_t i = 0; i < 2; ++i)
        posed.rotation(i, "joint", 4, {{0, about('z', i == 0 ? 10.0f : 30.0f)}});
    posed.rotation(2, "joint", 1, {{0, about('z', -50)}});
    posed.weights = {0.8f, 0.8f, 1};
    EXPECT_NEAR(degrees_about_z(posed.at(0).pose(0).rotation), 20, 1e-3);
    posed.weights = {0.3f, 0.4f, 1};
    EXPECT_NEAR(degrees_about_z(posed.at(0).pose(0).rotation), 0, 0.01);
}

TEST(EmiPose, HigherLayersTakeTheirShareFirstAndTheBindPoseKeepsTheRest) {
    for (const float bind : {0.0f, 5.0f}) {
        Posed posed({"joint"}, about('z', bind), {bind, 0, 0});
        for (std::size_t i = 0; i < 3; ++i) {
            const float value = std::array{10.0f, 20.0f, 40.0f}[i];
            posed.rotation(i, "joint", static_cast<std::uint32_t>(i * 2), {{0, about('z', value)}});
            posed.translation(i, "joint", static_cast<std::uint32_t>(i * 2), {{0, {value, 0, 0}}});
        }
        posed.weights = {1, 0.6f, 0.5f};
        EXPECT_NEAR(degrees_about_z(posed.at(0).pose(0).rotation), 28, 0.01);
        EXPECT_NEAR(posed.at(0).pose(0).translation.x, 28, 1e-4);
        posed.weights = {0.5f, 0.6f, 0.5f};
        EXPECT_NEAR(degrees_about_z(posed.at(0).pose(0).rotation), bind == 0 ? 27 : 27.5, 0.01);
        EXPECT_NEAR(posed.at(0).pose(0).translation.x, bind == 0 ? 27 : 27.5, 1e-4);
    }
}

// A weight of 2 leaves a rest of -1; the next layer's must not turn that into a share for those below. The
// other joint still has a rest, so the layers go on.
TEST(EmiPose, TwoOverfullLayersLeaveNothingBelow) {
    Posed posed({"arm", "leg"});
    for (const std::uint32_t priority : {5u, 3u, 1u})
        for (std::size_t twice = 0; twice < 2; ++twice) {
            const std::size_t animation = priority - 1 + twice;
            posed.translation(animation, "arm", priority, {{0, {static_cast<float>(priority), 0, 0}}});
            posed.translation(animation, "leg", 0, {{0, {1, 0, 0}}});
        }
    EXPECT_EQ(posed.at(0).pose(0).translation.x, 5);
    EXPECT_EQ(posed.pose(1).translation.x, 1);
}

TEST(EmiPose, ACrossFadeGoesEvenlyFromStandingToWalking) {
    Posed posed({"joint"});
    posed.rotation(0, "joint", 2, {{0, about('z', 0)}});
    posed.translation(0, "joint", 2, {{0, {0, 0, 0}}});
    posed.rotation(1, "joint", 2, {{0, about('z', 40)}});
    posed.translation(1, "joint", 2, {{0, {8, 0, 0}}});
    for (const float share : {0.0f, 0.25f, 0.5f, 0.75f, 1.0f}) {
        posed.weights = {1 - share, share};
        EXPECT_NEAR(degrees_about_z(posed.at(0).pose(0).rotation), 40 * share, 0.01);
        EXPECT_NEAR(posed.at(0).pose(0).translation.x, 8 * share, 1e-5);
    }
}

TEST(EmiPose, TheOrderOfStartingNeverMattersUnlessItIsAskedFor) {
    Posed posed({"joint"});
    posed.rotation(0, "joint", 0, {{0, about('x', 90)}});
    posed.rotation(1, "joint", 0, {{0, about('y', 90)}});
    posed.weights = {0.5f, 0.5f};
    const JointPose canonical = posed.at(0).pose(0);
    EXPECT_NEAR(canonical.rotation.x, 0.353553, 1e-5);
    EXPECT_NEAR(canonical.rotation.y, 0.353553, 1e-5);
    EXPECT_NEAR(canonical.rotation.z, 0.146447, 1e-5);
    EXPECT_NEAR(canonical.rotation.w, 0.853553, 1e-5);
    posed.order = {0, 1};
    EXPECT_EQ(posed.at(0).pose(0), canonical);
    posed.order = {1, 0};
    EXPECT_NEAR(posed.at(0).pose(0).rotation.z, -0.146447, 1e-5);
}

TEST(EmiPose, AnAnimationThatHasNotStartedContributesNothing) {
    Posed posed({"joint"});
    posed.rotation(0, "joint", 0, {{0, about('z', 40)}});
    posed.rotation(1, "joint", 0, {{0, about('z', 80)}});
    posed.weights = {1, 1};
    posed.started = {true, false};
    EXPECT_NEAR(degrees_about_z(posed.at(0).pose(0).rotation), 40, 1e-3);
    posed.unstarted_weigh = true; // as the measured engine
    EXPECT_NEAR(degrees_about_z(posed.at(0).pose(0).rotation), 20, 1e-3);
}

TEST(EmiPose, MatricesMultiplyDownTheChainAndJointsWithoutTracksKeepTheirBindPose) {
    Posed posed({"parent", "child", "other"});
    posed.skeleton.joints[1].parent.text = "PARENT";
    posed.skeleton.joints[2].translation = {7, 0, 0};
    posed.rotation(0, "parent", 0, {{0, about('z', 90)}});
    posed.translation(0, "parent", 0, {{0, {0, 1, 0}}});
    posed.translation(0, "child", 0, {{0, {2, 0, 0}}});
    posed.translation(0, "nobody", 0, {{0, {9, 9, 9}}});
    const auto matrices = posed.at(0).matrices();
    EXPECT_LE(glm::length(glm::vec3(matrices[1][3]) - glm::vec3(0, 3, 0)), 1e-5f);
    EXPECT_LE(glm::length(glm::vec3(matrices[2][3]) - glm::vec3(7, 0, 0)), 1e-6f);
}

TEST(EmiPose, JobsRefuseArraysThatDoNotFit) {
    Posed posed({"joint"});
    posed.rotation(0, "joint", 0, {{0, about('z', 40)}});
    posed.weights = {1};
    posed.at(0);
    std::vector<Quat4> none;
    std::vector<Vec3x4> no_translations;
    EXPECT_FALSE((SampleJob{.clip = &posed.clips[0],
                            .cursor = &posed.cursors[0],
                            .rotations = none,
                            .translations = no_translations}
                      .run()));
    EXPECT_FALSE(SampleJob{}.run());
    EXPECT_FALSE((BlendJob{.rig = &posed.rig, .rotations = none, .translations = no_translations}.run()));
    EXPECT_FALSE(MatrixJob{}.run());
    const std::vector<std::uint32_t> beyond{1};
    posed.order = beyond;
    EXPECT_FALSE(posed.blend());
}

// The lane code against true values, and four lanes against one.
TEST(EmiPose, SlerpIsWithinAMillionthAndHasTheSameBitsInEveryLane) {
    std::mt19937 random(7);
    const auto number = [&] { return static_cast<float>(random() >> 8) / 16777216.0f * 2 - 1; };
    double worst = 0;
    for (int round = 0; round < 20000; ++round) {
        std::array<glm::quat, 4> a, b;
        Quat4 a4{}, b4{};
        Float4 t{};
        for (std::size_t i = 0; i < 4; ++i) {
            a[i] = glm::normalize(glm::quat(number(), number(), number(), number()));
            b[i] = glm::normalize(glm::quat(number(), number(), number(), number()));
            if (round % 3 == 0) // close ones, sometimes on the other side
                b[i] = glm::normalize(a[i] * (round % 2 ? 1.0f : -1.0f) + b[i] * 0.001f);
            set_lane(a4, i, a[i]);
            set_lane(b4, i, b[i]);
            t[i] = round % 7 == 0 ? 1.0f : round % 7 == 1 ? 0.0f : std::abs(number());
        }
        const Quat4 result = slerp(a4, b4, t);
        for (std::size_t i = 0; i < 4; ++i) {
            const glm::quat exact = slerp(a[i], b[i], t[i]), found = lane(result, i);
            for (int c = 0; c < 4; ++c)
                worst = std::max(worst, std::abs(double{exact[c]} - double{found[c]}));
            const LaneQuat<float> one = slerp(LaneQuat<float>{a[i].x, a[i].y, a[i].z, a[i].w},
                                              LaneQuat<float>{b[i].x, b[i].y, b[i].z, b[i].w}, t[i]);
            ASSERT_EQ(glm::quat(one.w, one.x, one.y, one.z), found);
            if (t[i] == 0) {
                ASSERT_EQ(found, a[i]);
            }
        }
    }
    EXPECT_LE(worst, 1e-6);
}

} // namespace rekindle::emi
