// A stage as bytes: emi-engine R109.
#include "support/damage.h"
#include "support/emi_scene.h"

namespace rekindle::emi {
namespace {

using namespace test;

} // namespace

TEST(EmiSave, ARestoredStageGoesOnAsTheUninterruptedOne) {
    for (const std::uint64_t seed : {11u, 23u, 37u, 59u, 71u, 83u}) {
        Play play;
        begin(play);
        Random random{seed * 0x9E3779B97F4A7C15u};
        const std::uint32_t moment = random.below(200);
        for (std::uint32_t i = 0; i < moment; ++i) frame(play, random);
        const Bytes bytes = save_stage(play.stage, play.cast);

        Play other; // a new process: its cast is filled in another order
        furnish(other);
        other.cast.costume("candle.cos");
        auto restored = restore_stage(bytes, "save", other.cast);
        ASSERT_TRUE(restored) << restored.error().line();
        other.stage = std::move(*restored);
        EXPECT_EQ(save_stage(other.stage, other.cast), bytes);

        Random again = random;
        for (int i = 0; i < 300; ++i) {
            frame(play, random);
            frame(other, again);
            ASSERT_EQ(hash_of(play.stage, play.cast), hash_of(other.stage, other.cast))
                << seed << " frame " << i;
        }
    }
}

// The same cast: every field is equal, not only the saved ones.
TEST(EmiSave, NothingIsForgotten) {
    Play play;
    begin(play);
    Random random{12345};
    for (int i = 0; i < 250; ++i) {
        frame(play, random);
        if (i % 25 != 0) continue;
        const auto restored = restore_stage(save_stage(play.stage, play.cast), "save", play.cast);
        ASSERT_TRUE(restored) << restored.error().line();
        EXPECT_TRUE(*restored == play.stage) << i;
    }
}

// R4, R9, A9: what is drawn never changes what happens: only the kept shading differs.
TEST(EmiSave, DrawingChangesNothingButKeptShading) {
    Play drawn, dark;
    begin(drawn);
    begin(dark);
    Random random{99}, again{99};
    for (int i = 0; i < 200; ++i) {
        frame(drawn, random);
        dark.tasks = [&](std::int32_t) {
            for (std::uint32_t n = again.below(4); n > 0; --n) act(dark, again);
        };
        dark.update(static_cast<std::int32_t>(10 + again.below(30)));
        dark.stage.events.clear();
    }
    Stage bare = drawn.stage;
    bare.shown_set = dark.stage.shown_set;
    bare.shown_setup = dark.stage.shown_setup;
    for (Actor& actor : bare.actors)
        for (WornCostume& worn : actor.costumes)
            for (ModelState& model : worn.models) model.shading.clear();
    EXPECT_EQ(hash_of(bare, drawn.cast), hash_of(dark.stage, dark.cast));
}

TEST(EmiSave, AMissingFileIsNamed) {
    Play play;
    begin(play);
    const Bytes bytes = save_stage(play.stage, play.cast);
    Play other;
    furnish(other);
    other.files.erase("body.cosb");
    const auto restored = restore_stage(bytes, "save", other.cast);
    ASSERT_FALSE(restored);
    EXPECT_NE(restored.error().line().find("body.cos"), std::string::npos) << restored.error().line();
    // A costume that has changed since no longer fits.
    Play changed;
    furnish(changed);
    changed.body({chore("idle", 1)});
    EXPECT_FALSE(restore_stage(bytes, "save", changed.cast));
}

// Damaged bytes are refused, or are a stage that can be gone on with.
TEST(EmiSave, DamageIsNoticedOrHarmless) {
    Play play;
    begin(play);
    Random random{777};
    for (int i = 0; i < 40; ++i) frame(play, random);
    const Bytes good = save_stage(play.stage, play.cast);
    Play other;
    furnish(other);
    rekindle::test::for_each_truncation(
        good, [&](const Bytes& bytes) { EXPECT_FALSE(restore_stage(bytes, "save", other.cast)); });
    std::size_t accepted = 0;
    rekindle::test::for_each_bit_flip(good, [&](const Bytes& bytes) {
        auto restored = restore_stage(bytes, "save", other.cast);
        if (!restored || ++accepted % 8 != 0) return;
        other.stage = std::move(*restored);
        light_actors(other.stage, other.cast);
        other.update(16, 3);
    });
    EXPECT_GT(accepted, 100u);
}

} // namespace rekindle::emi
