// Actors on the stage: emi-engine R4, R5, R8, R25-R40, R46-R52.
#include "support/emi_play.h"

namespace rekindle::emi {
namespace {

using test::chore;
using test::near;
using test::Play;

} // namespace

TEST(EmiActors, AFreshOneIsAsTheRuleSays) {
    Play play;
    const Actor& actor = play[load_actor(play.stage, "x")];
    EXPECT_EQ(actor.motion.place.position, glm::vec3(0));
    EXPECT_EQ(actor.motion.walk_rate, 0.3f);
    EXPECT_EQ(actor.motion.turn_rate, 100);
    EXPECT_EQ(actor.reflection, 80);
    EXPECT_EQ(actor.light_mode, LightMode::fast_dynamic);
    EXPECT_EQ(effective_order(play.stage, actor), 0);
    EXPECT_EQ(puck_vector_of(play.stage, actor), std::nullopt);
    EXPECT_EQ(effective_alpha(actor), 1);
}

TEST(EmiActors, ACostumeWithoutAPlayingChoreIsTakenOffAndItsSlotsAreEmptied) {
    Play play;
    play.enter("room.set");
    play.body();
    play.costume("hat.cos", {chore("wear", 1000)});
    const ActorId id = play.person();
    ASSERT_TRUE(push_costume(play.run(), id, "HAT.cos"));
    set_walk_chore(play.run(), id, "wear", "hat.cos");
    EXPECT_EQ(play[id].costumes.size(), 2u);
    EXPECT_TRUE(play[id].walk);
    play.update(16);
    EXPECT_EQ(play[id].costumes.size(), 1u);
    EXPECT_FALSE(play[id].walk);
    play_actor_chore(play.run(), id, "wear", "hat.cos", false);
    play.update(16);
    EXPECT_EQ(play[id].costumes.size(), 2u);
    EXPECT_EQ(costume_name(play.cast, play[id]), "body.cos");
}

} // namespace rekindle::emi
