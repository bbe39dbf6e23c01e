// Actors on the stage: emi-engine R4, R5, R8, R25-R52.
#include "emi/stage/save.h"
#include "support/emi_play.h"

namespace rekindle::emi {
namespace {

using test::chore;
using test::near;
using test::Play;

glm::vec3 at(const Play& play, ActorId id) {
    return world_position(play.stage, play.cast, *play.stage.find(id));
}
const ChoreState& state(const Play& play, ChoreId id) { return *chore_state(play.stage, id); }

// A place and angles, roll last.
void place(Play& play, ActorId id, glm::vec3 position, float yaw, float pitch = 0, float roll = 0) {
    play[id].motion.place = {position, pitch, yaw, roll};
}
bool same_turn(const glm::mat4& a, const glm::mat4& b) {
    for (int i = 0; i < 3; ++i)
        if (glm::distance(glm::vec3(a[i]), glm::vec3(b[i])) > 1e-4f) return false;
    return true;
}

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
    EXPECT_TRUE(actor.visible);
    EXPECT_EQ(actor.talk_color, 0xFFFFFFu);
}

// R97, R98: numbers that are kept and change nothing.
TEST(EmiActors, ScaleAndPuckFlagsAreKeptWithoutEffect) {
    Play play;
    play.enter("room.set");
    play.body();
    const ActorId id = play.person();
    follow_boxes(play[id].motion, true);
    const glm::mat4 place = final_matrix(play.stage, play.cast, play[id]);
    const auto puck = puck_vector_of(play.stage, play[id]);
    play[id].scale = 2;
    play[id].puck_oriented = true;
    play[id].puck_enabled = false;
    EXPECT_EQ(final_matrix(play.stage, play.cast, play[id]), place);
    EXPECT_EQ(puck_vector_of(play.stage, play[id]), puck);
    EXPECT_EQ(posed_model(play.cast, play[id].costumes[0], 0).bounds.high, glm::vec3(0.5f, 1, 0));
}

// ------------------------------------------------------------------------------------------- the update

// R4: dt 33 at half speed gives chores 16 ms; walking and turning get the whole time.
TEST(EmiUpdate, TheTimeScaleSlowsOnlyCostumes) {
    Play play;
    play.enter("room.set");
    play.body();
    const ActorId id = play.person();
    play[id].time_scale = 0.5f;
    play[id].motion.path = {{0, 0, 9}};
    play.update(33);
    play.update(33);
    EXPECT_EQ(play[id].costumes[0].state.chores[0].time, 16);
    EXPECT_NEAR(play[id].motion.place.position.z, 0.3f * 0.066f, 1e-6);
}

// Tasks come first, then actors by ascending id, whatever was drawn.
TEST(EmiUpdate, TasksComeFirstThenActorsByAscendingId) {
    Play play;
    play.enter("room.set");
    play.costume("a.cos", {chore("say", 1000, {{"!luacA", {{0, 1}}}})});
    play.costume("b.cos", {chore("say", 1000, {{"!luacB", {{0, 1}}}})});
    const ActorId first = load_actor(play.stage, "first"), second = load_actor(play.stage, "second");
    for (const ActorId id : {second, first}) put_in_set(play.stage, id, "room.set");
    play_actor_chore(play.run(), second, "say", "b.cos", false);
    play_actor_chore(play.run(), first, "say", "a.cos", false);
    set_order(play[first], -7);
    play.tasks = [&](std::int32_t dt) { play.log.push_back("tasks " + std::to_string(dt)); };
    play.update(20);
    EXPECT_EQ(play.log, (std::vector<std::string>{"tasks 20", "A", "B"}));
}

// R2: the update after a set was entered has dt 0, and pause mode always.
TEST(EmiUpdate, TimeStandsStillInPauseAndForOneUpdateAfterASetWasEntered) {
    Play play;
    Set next;
    next.setups = {test::setup("one")};
    play.add("next.set", next);
    play.enter("room.set");
    std::vector<std::int32_t> times;
    bool leave = true;
    play.tasks = [&](std::int32_t dt) {
        times.push_back(dt);
        if (std::exchange(leave, false)) enter_set(play.run(), "next.set");
    };
    play.update(20, 3);
    set_pause(play.stage, true);
    play.update(20);
    set_pause(play.stage, false);
    play.update(20);
    play.update(-5); // the clock went backwards: skipped
    EXPECT_EQ(times, (std::vector<std::int32_t>{20, 0, 20, 0, 20}));
    EXPECT_EQ(play.stage.updates, 5u);
}

// R5: a chore with 100 ms left stands still while the scene is frozen, and ends 100 ms after.
TEST(EmiUpdate, AFrozenSceneIsNotUpdatedButItsTasksRun) {
    Play play;
    play.enter("room.set");
    play.costume("x.cos", {chore("short", 0.1f)});
    const ActorId id = load_actor(play.stage, "x");
    put_in_set(play.stage, id, "room.set");
    const ChoreId short_one = play_actor_chore(play.run(), id, "short", "x.cos", false);
    play.update(0);
    set_frozen(play.stage, true);
    int frames = 0;
    play.tasks = [&](std::int32_t) { ++frames; };
    play.update(100, 10);
    EXPECT_EQ(frames, 10);
    EXPECT_TRUE(is_chore_playing(play.stage, short_one));
    set_frozen(play.stage, false);
    EXPECT_EQ(play.stage.mode, Mode::normal);
    play.update(100);
    EXPECT_TRUE(is_chore_playing(play.stage, short_one));
    play.update(1);
    EXPECT_FALSE(is_chore_playing(play.stage, short_one));
}

TEST(EmiUpdate, WhoIsActiveDependsOnTheMode) {
    Play play;
    play.enter("room.set");
    const ActorId here = load_actor(play.stage, "here"), over = load_actor(play.stage, "over"),
                  hidden = load_actor(play.stage, "hidden"), there = load_actor(play.stage, "there");
    put_in_set(play.stage, here, "room.set");
    put_in_set(play.stage, hidden, "room.set");
    put_in_set(play.stage, there, "Room.set"); // names compare exactly
    play[hidden].visible = false;
    play[over].overworld = true;
    using Ids = std::vector<ActorId>;
    EXPECT_EQ(active_actors(play.stage), (Ids{here, over, hidden}));
    set_frozen(play.stage, true);
    EXPECT_EQ(active_actors(play.stage), (Ids{here, over, hidden}));
    set_frozen(play.stage, false);
    set_overworld(play.stage, true);
    EXPECT_EQ(active_actors(play.stage), (Ids{over}));
    set_overworld(play.stage, false);
    EXPECT_EQ(play.stage.mode, Mode::normal);
    start_movie(play.stage, "intro");
    EXPECT_EQ(active_actors(play.stage), (Ids{over}));
    end_movie(play.stage);
    EXPECT_EQ(play.stage.mode, Mode::normal);
    set_pause(play.stage, true);
    EXPECT_EQ(active_actors(play.stage), (Ids{over}));
}

// R8: unbound while frozen it is still drawn, but scripts see it nowhere; the next bind ends both.
TEST(EmiActors, AFrozenOneStaysDrawnWhenItIsUnbound) {
    Play play;
    play.enter("x");
    const ActorId id = load_actor(play.stage, "frozen");
    put_in_set(play.stage, id, "x");
    play[id].frozen = true;
    put_in_set(play.stage, id, "");
    EXPECT_TRUE(is_active(play.stage, play[id]));
    EXPECT_FALSE(is_in_set(play[id], "x"));
    EXPECT_TRUE(visible_things(play.stage, play.cast, id).empty());
    put_in_set(play.stage, id, "y");
    EXPECT_FALSE(is_active(play.stage, play[id]));
    EXPECT_FALSE(play[id].frozen);
    EXPECT_TRUE(is_in_set(play[id], "y"));
}

// ------------------------------------------------------------------------------------- chores by handle

TEST(EmiHandles, PlayingAgainKeepsThePlaceInTheList) {
    Play play;
    play.costume("x.cos", {chore("a", 1000), chore("b", 1000)});
    const ActorId id = load_actor(play.stage, "x");
    const ChoreId a = play_actor_chore(play.run(), id, "a", "X.cos", false);
    const ChoreId b = play_actor_chore(play.run(), id, "b", "x.cos", false);
    EXPECT_EQ(play_actor_chore(play.run(), id, "a", "x.cos", false), a);
    EXPECT_EQ(playing_chores(play[id]), (std::vector<ChoreId>{a, b}));
    EXPECT_EQ(state(play, a).time, -1);
    EXPECT_EQ(play_actor_chore(play.run(), id, "A", "x.cos", false), 0u); // chores' case counts
    EXPECT_EQ(play_actor_chore(play.run(), id, "a", "missing.cos", false), 0u);
    EXPECT_EQ(play.cast.problems().size(), 1u);
}

TEST(EmiHandles, StoppingWithAShortFadeGoesOnPlaying) {
    Play play;
    play.costume("x.cos", {chore("a", 1000)});
    const ActorId id = load_actor(play.stage, "x");
    const ChoreId a = play_actor_chore(play.run(), id, "a", "x.cos", true);
    stop_chore(play.run(), a, 0.59f);
    EXPECT_TRUE(is_chore_playing(play.stage, a));
    stop_chore(play.run(), a, 0.6f);
    EXPECT_FALSE(is_chore_playing(play.stage, a));
    EXPECT_TRUE(find_chore(play.stage, a)); // still valid: the costume is there
    clear_costumes(play.run(), id);
    EXPECT_FALSE(find_chore(play.stage, a));
    EXPECT_FALSE(is_chore_playing(play.stage, a));
}

// R34: no chore is special.
TEST(EmiHandles, IsChorePlayingOnlyWhilePlayingAndNotPaused) {
    Play play;
    play.costume("dumbshadow.cos", {chore("wear_default", 1000), chore("other", 1000)});
    const ActorId id = load_actor(play.stage, "x");
    const ChoreId other = play_actor_chore(play.run(), id, "other", "dumbshadow.cos", false);
    const ChoreId wear = other - 1;
    EXPECT_FALSE(is_chore_playing(play.stage, wear));
    EXPECT_EQ(play_actor_chore(play.run(), id, "wear_default", "dumbshadow.cos", false), wear);
    EXPECT_TRUE(is_chore_playing(play.stage, wear));
    pause_chore(play.stage, wear, true);
    EXPECT_FALSE(is_chore_playing(play.stage, wear));
    EXPECT_FALSE(is_chore_playing(play.stage, 9999));
}

TEST(EmiHandles, ChoringFindsTheFirstThatIsNoMouth) {
    Play play;
    play.body({chore("mouth", 1000), chore("idle", 1000)});
    const ActorId id = play.person();
    stop_actor_chores(play.run(), id, false);
    EXPECT_TRUE(play[id].costumes.empty()); // none plays: taken off at once
    play_actor_chore(play.run(), id, "idle", "body.cos", true);
    set_mouth_chore(play.run(), id, 3, "mouth", "body.cos");
    play_actor_chore(play.run(), id, "mouth", "body.cos", false);
    EXPECT_EQ(choring(play[id], false), 2u);
    EXPECT_EQ(choring(play[id], true), std::nullopt);
    play_actor_chore(play.run(), id, "wear", "body.cos", false);
    stop_actor_chores(play.run(), id, true);
    EXPECT_EQ(play[id].costumes[0].state.playing.size(), 3u); // until the next update
    EXPECT_EQ(choring(play[id], false), 2u);
}

// R33, A fresh chore counts from 0: 100 ms ahead is at 100, and its keys up to there have fired.
TEST(EmiHandles, AdvancingStartsAStoppedOneAndCompletingEndsIt) {
    Play play;
    play.costume("x.cos", {chore("a", 0.2f,
                                 {{"!luacK0", {{0, 1}}},
                                  {"!luacK50", {{50, 1}}},
                                  {"!luacK100", {{100, 1}}},
                                  {"!luacK200", {{200, 1}}}})});
    const ActorId id = load_actor(play.stage, "x");
    ASSERT_TRUE(push_costume(play.run(), id, "x.cos"));
    const ChoreId a = play[id].costumes[0].first_chore;
    advance_chore(play.run(), a, 0.1f);
    EXPECT_EQ(state(play, a).time, 100);
    EXPECT_EQ(play.log, (std::vector<std::string>{"K0", "K50", "K100"}));
    complete_chore(play.run(), a);
    EXPECT_EQ(play.log.back(), "K200");
    EXPECT_FALSE(is_chore_playing(play.stage, a));
    fade_actor_chore(play.run(), id, "x.cos", 0, FadeMode::in, 100); // starts a stopped one
    EXPECT_TRUE(is_chore_playing(play.stage, a));
}

TEST(EmiHandles, AScriptTrackMayTakeTheCostumeOrTheActorAway) {
    for (const bool unload : {false, true}) {
        Play play;
        play.enter("room.set");
        play.costume("x.cos", {chore("a", 1000, {{"!luacgone", {{0, 1}}}, {"!luavdoor", {{0, 3}}}}),
                               chore("b", 1000)});
        const ActorId id = load_actor(play.stage, "x");
        put_in_set(play.stage, id, "room.set");
        play_actor_chore(play.run(), id, "a", "x.cos", false);
        play_actor_chore(play.run(), id, "b", "x.cos", false);
        play.script = [&](std::string_view) {
            if (unload)
                unload_actor(play.run(), id);
            else
                clear_costumes(play.run(), id);
            for (int i = 0; i < 40; ++i) load_actor(play.stage, "more"); // the list moves in memory
        };
        play.update(16);
        EXPECT_EQ(play.log,
                  (std::vector<std::string>{"gone", "door=3"})); // the keys of this update still fire
        EXPECT_EQ(play.stage.find(id) == nullptr, unload);
    }
}

// ------------------------------------------------------------------------------------------- the stack

TEST(EmiStack, ACostumeWithoutAPlayingChoreIsTakenOffAndItsSlotsAreEmptied) {
    Play play;
    play.enter("room.set");
    play.body();
    play.costume("hat.cos", {chore("wear", 1000)});
    const ActorId id = play.person();
    ASSERT_TRUE(push_costume(play.run(), id, "HAT.cos"));
    ASSERT_TRUE(push_costume(play.run(), id, "hat.cos")); // there already
    set_walk_chore(play.run(), id, "wear", "hat.cos");
    EXPECT_EQ(play[id].costumes.size(), 2u);
    EXPECT_TRUE(play[id].walk);
    play.update(16);
    EXPECT_EQ(play[id].costumes.size(), 1u);
    EXPECT_FALSE(play[id].walk);
    play_actor_chore(play.run(), id, "wear", "hat.cos", false);
    play.update(16, 3);
    EXPECT_EQ(play[id].costumes.size(), 2u);
    EXPECT_EQ(costume_name(play.cast, play[id]), "body.cos"); // the lowest that is worn
    ASSERT_TRUE(set_costume(play.run(), id, "hat.cos"));      // replaces the top
    EXPECT_EQ(play[id].costumes.size(), 2u);
    EXPECT_FALSE(set_costume(play.run(), id, "none.cos"));
    EXPECT_EQ(play[id].costumes.size(), 2u);
    pop_costume(play.run(), id);
    EXPECT_EQ(play[id].costumes.size(), 1u);
}

// R45: animations drive the skeleton of the chore worn last.
TEST(EmiStack, ADifferentWornChoreReplacesTheSkeleton) {
    Play play;
    play.add("a.mesh", test::triangle("a.mesh"));
    play.add("b.mesh", test::triangle("b.mesh"));
    play.add("s.skl", Skeleton{{test::joint("root")}, {}});
    play.add("t.skl", Skeleton{{test::joint("root"), test::joint("tail", "root", {0, 0, 1})}, {}});
    play.add("up.anim", test::moving("root", 1, {{0, {0, 5, 0}}}, 1));
    play.costume("x.cos", {chore("wear_a", 1000, {{"!mesha.mesh"}, {"!skels.skl"}}),
                           chore("wear_b", 1000, {{"!meshb.mesh"}, {"!skelt.skl"}}),
                           chore("up", 1000, {{"!animup.anim", {{0, 3}}}})});
    play.enter("room.set");
    const ActorId id = load_actor(play.stage, "x");
    put_in_set(play.stage, id, "room.set");
    play_actor_chore(play.run(), id, "wear_a", "x.cos", false);
    EXPECT_EQ(play[id].costumes[0].pose.size(), 1u);
    play_actor_chore(play.run(), id, "wear_b", "x.cos", false);
    EXPECT_EQ(play[id].costumes[0].pose.size(), 2u);
    play_actor_chore(play.run(), id, "up", "x.cos", true);
    play.update(16);
    EXPECT_TRUE(near(play[id].costumes[0].pose[1][3], {0, 5, 1}));
    EXPECT_EQ(drawn_components(play.cast, play[id]).size(), 2u);
    EXPECT_NEAR(posed_model(play.cast, play[id].costumes[0], 0).bounds.low.y, 0, 1e-6);
    EXPECT_NEAR(posed_model(play.cast, play[id].costumes[0], 1).bounds.low.y, 5, 1e-6);
}

// R43: each actor has its own active picture; names without case; numbers out of range change nothing.
TEST(EmiStack, ATextureTrackSwitchesThisActorsPictureOnly) {
    Play play;
    play.enter("room.set");
    Sprite sprite;
    sprite.name = "flame";
    sprite.texture = "Flame.sur";
    play.add("flame.spr", sprite);
    std::string list = "copyright\nversion\t1.0\n";
    std::vector<test::KeyPlan> keys;
    for (int i = 0; i < 12; ++i) {
        list += "tex:flame" + std::to_string(i) + ".tga\n";
        keys.push_back({std::floor(static_cast<float>(i) * 1000 / 12), static_cast<float>(i)});
    }
    list += "END_OF_SECTION\n";
    play.files["flame.sur"] = Bytes(list.begin(), list.end());
    play.costume("candle.cos", {chore("flame12fps", 1, {{"!sprtflame.spr"}, {"!texiFLAME.sur", keys}}),
                                chore("far", 1, {{"!texiflame.sur", {{0, 12}}}})});
    const ActorId a = load_actor(play.stage, "a"), b = load_actor(play.stage, "b");
    for (const ActorId id : {a, b}) {
        put_in_set(play.stage, id, "room.set");
        play_actor_chore(play.run(), id, "flame12fps", "candle.cos", true);
    }
    play[b].time_scale = 0;
    play.update(0);
    play.update(500);
    ASSERT_EQ(play[a].pictures.size(), 1u);
    EXPECT_EQ(play[a].pictures[0].shown, 6u);
    EXPECT_EQ(play[b].pictures[0].shown, 0u);
    play_actor_chore(play.run(), a, "far", "candle.cos", false);
    play.update(10);
    EXPECT_EQ(play[a].pictures[0].shown, 6u);
}

// R41: unknown components load, the others of the costume work; R42's fades are EmiChore's.
TEST(EmiStack, TracksWithoutAMeaningAreIgnored) {
    Play play;
    play.enter("room.set");
    play.costume("x.cos", {chore("a", 1000,
                                 {{"!shadx", {{0, 1}}}, {"!awgtx"}, {"!snd2x"}, {"!luavdoor", {{50, 3}}}})});
    const ActorId id = load_actor(play.stage, "x");
    put_in_set(play.stage, id, "room.set");
    ASSERT_NE(play_actor_chore(play.run(), id, "a", "x.cos", false), 0u);
    play.update(0);
    play.update(50);
    EXPECT_EQ(play.log, (std::vector<std::string>{"door=3"}));
}

// ----------------------------------------------------------------------------- chores actors start
// themselves

TEST(EmiOwnChores, TheRestChoreStartsAgainWhenNothingElseHappens) {
    Play play;
    play.enter("room.set");
    play.body({chore("rest", 1000), chore("rest2", 1000)});
    const ActorId id = play.person();
    ASSERT_TRUE(set_rest_chore(play.run(), id, "rest", ""));
    const ChoreId rest = play[id].costumes[0].first_chore + 1;
    EXPECT_TRUE(is_chore_playing(play.stage, rest));
    stop_chore(play.run(), rest);
    EXPECT_FALSE(is_chore_playing(play.stage, rest));
    play.update(16);
    EXPECT_TRUE(is_chore_playing(play.stage, rest));
    EXPECT_TRUE(state(play, rest).looping);
    ASSERT_TRUE(set_rest_chore(play.run(), id, "rest2", "body.cos"));
    EXPECT_FALSE(is_chore_playing(play.stage, rest)); // stops at once
    EXPECT_TRUE(is_chore_playing(play.stage, rest + 1));
    EXPECT_FALSE(set_rest_chore(play.run(), id, "none", ""));
    stop_actor_chores(play.run(), id, false);
    EXPECT_TRUE(play[id].costumes.empty());
    EXPECT_FALSE(play[id].rest);
}

// R39: the walk order ends in update n; the fade-out is issued in n+1.
TEST(EmiOwnChores, WalkingFadesInAndOutOverResting) {
    Play play;
    play.enter("room.set");
    play.add("low.anim", test::moving("root", 0, {{0, {0, 0, 0}}}, 10));
    play.add("high.anim", test::moving("root", 1, {{0, {10, 0, 0}}}, 10));
    play.body({chore("rest", 1000, {{"!animlow.anim", {{0, 3}}}}),
               chore("walk", 1000, {{"!animhigh.anim", {{0, 3}}}})});
    const ActorId id = play.person();
    set_rest_chore(play.run(), id, "rest", "");
    set_walk_chore(play.run(), id, "walk", "");
    const ChoreId walk = play[id].costumes[0].first_chore + 2;
    play.update(60, 2);
    // A way of three updates.
    ASSERT_TRUE(walk_actor_to(play.run(), id, {0, 0, 0.3f * 0.17f}));
    const auto share = [&] { return play[id].costumes[0].pose[0][3].x / 10; };
    const std::array<float, 6> shares{0.4f, 0.8f, 1, 0.6f, 0.2f, 0};
    for (std::size_t i = 0; i < shares.size(); ++i) {
        play.update(60);
        EXPECT_NEAR(share(), shares[i], 1e-5) << i;
        EXPECT_EQ(is_chore_playing(play.stage, walk), i < 5) << i;
    }
}

// R40: the right chore plays while yaw rises; without slots none does; walking forbids both.
TEST(EmiOwnChores, TurningPlaysTheChoreOfItsDirection) {
    Play play;
    play.enter("room.set");
    play.body({chore("left", 1000), chore("right", 1000)});
    const ActorId id = play.person();
    EXPECT_FALSE(set_turn_chores(play.run(), id, "left", "", "")); // both or neither
    ASSERT_TRUE(set_turn_chores(play.run(), id, "left", "right", ""));
    const ChoreId left = play[id].costumes[0].first_chore + 1, right = left + 1;
    turn_towards(play[id].motion, 15, 1); // two updates of 10 degrees
    play.update(100);
    EXPECT_TRUE(is_chore_playing(play.stage, right));
    EXPECT_FALSE(is_chore_playing(play.stage, left));
    EXPECT_EQ(state(play, right).fade.length, 500);
    play.update(100, 2);
    EXPECT_EQ(state(play, right).fade.mode, FadeMode::out);
    play.update(100, 2);
    EXPECT_FALSE(is_chore_playing(play.stage, right));
    turn_towards(play[id].motion, -90, 1);
    play.update(100);
    EXPECT_TRUE(is_chore_playing(play.stage, left));
    ASSERT_TRUE(set_turn_chores(play.run(), id, "", "", ""));
    play.update(100);
    EXPECT_FALSE(is_chore_playing(play.stage, left));
    EXPECT_FALSE(is_chore_playing(play.stage, right));
    ASSERT_TRUE(set_turn_chores(play.run(), id, "left", "right", ""));
    play[id].motion.path = {{0, 0, 50}};
    play.update(100, 3);
    EXPECT_FALSE(is_chore_playing(play.stage, left));
    EXPECT_FALSE(is_chore_playing(play.stage, right));
}

// ----------------------------------------------------------------------------------------------- attaching

TEST(EmiAttach, TheChildKeepsItsPlaceInTheWorld) {
    Play play;
    const ActorId parent = load_actor(play.stage, "parent"), child = load_actor(play.stage, "child");
    place(play, parent, {10, 0, 5}, 90);
    place(play, child, {12, 0, 5}, 30);
    ASSERT_TRUE(attach_actor(play.run(), child, parent, ""));
    EXPECT_TRUE(near(play[child].motion.place.position, {0, 0, 2}));
    EXPECT_NEAR(play[child].motion.place.yaw, -60, 1e-3);
    EXPECT_TRUE(near(at(play, child), {12, 0, 5}));
    play[parent].motion.place.yaw = 180;
    EXPECT_TRUE(near(at(play, child), {10, 0, 3}));
    detach_actor(play.run(), child);
    EXPECT_TRUE(near(play[child].motion.place.position, {10, 0, 3}));
    EXPECT_TRUE(same_turn(matrix_of(play[child].motion.place), matrix_of({{}, 0, 120, 0})));
}

TEST(EmiAttach, AJointCarriesTheChild) {
    Play play;
    play.enter("room.set");
    play.add("body.mesh", test::triangle("body.mesh"));
    play.add("body.skl",
             Skeleton{{test::joint("hand", "", {0, 2, 0}, {0.70710678f, 0, 0, 0.70710678f})}, {}}); // Rx 90
    play.costume("body.cos", {chore("wear", 1000, {{"!meshbody.mesh"}, {"!skelbody.skl"}})});
    const ActorId parent = play.person(), child = load_actor(play.stage, "child");
    place(play, parent, {10, 0, 5}, 90);
    for (const char* name : {"HAND", ""}) { // without case; empty: the first joint
        place(play, child, {12, 0, 5}, 30);
        ASSERT_TRUE(attach_actor(play.run(), child, parent, name));
        const Placement& local = play[child].motion.place;
        EXPECT_TRUE(near(local.position, {0, 2, 2}));
        EXPECT_TRUE(near({local.roll, local.yaw, local.pitch}, {60, 0, -90}, 0.01f));
        EXPECT_TRUE(near(at(play, child), {12, 0, 5}));
        EXPECT_TRUE(same_turn(final_matrix(play.stage, play.cast, play[child]), matrix_of({{}, 0, 30, 0})));
        detach_actor(play.run(), child);
    }
    ASSERT_TRUE(attach_actor(play.run(), child, parent, "nobody")); // as without a joint, with a warning
    EXPECT_TRUE(near(play[child].motion.place.position, {0, 0, 2}));
    EXPECT_EQ(play.log.size(), 1u);
}

// Over a grid of angles attaching and detaching leave place and turn as they were.
TEST(EmiAttach, EveryAngleIsKept) {
    Play play;
    const ActorId parent = load_actor(play.stage, "parent"), child = load_actor(play.stage, "child");
    for (const float yaw : {-170.0f, -40.0f, 0.0f, 75.0f})
        for (const float pitch : {-80.0f, 0.0f, 35.0f})
            for (const float roll : {-120.0f, 0.0f, 10.0f}) {
                place(play, parent, {1, 2, 3}, yaw, pitch, roll);
                place(play, child, {-4, 0.5f, 7}, roll, yaw / 3, pitch);
                const glm::mat4 before = final_matrix(play.stage, play.cast, play[child]);
                attach_actor(play.run(), child, parent, "");
                EXPECT_TRUE(same_turn(final_matrix(play.stage, play.cast, play[child]), before));
                EXPECT_TRUE(near(at(play, child), {-4, 0.5f, 7}));
                detach_actor(play.run(), child);
                EXPECT_TRUE(same_turn(final_matrix(play.stage, play.cast, play[child]), before));
                EXPECT_TRUE(near(at(play, child), {-4, 0.5f, 7}));
            }
}

TEST(EmiAttach, TheSortOrderComesFromTheParentUntilItIsSet) {
    Play play;
    const ActorId parent = load_actor(play.stage, "parent"), child = load_actor(play.stage, "child");
    set_order(play[parent], 12);
    set_order(play[child], 3);
    attach_actor(play.run(), child, parent, "");
    EXPECT_EQ(effective_order(play.stage, play[child]), 12);
    set_order(play[child], 5);
    EXPECT_EQ(effective_order(play.stage, play[child]), 5);
    set_order(play[parent], 7);
    detach_actor(play.run(), child);
    EXPECT_EQ(effective_order(play.stage, play[child]), 7); // even though it had its own
}

TEST(EmiAttach, CirclesAreRefusedAndADestroyedParentLetsGo) {
    Play play;
    play.enter("room.set");
    const ActorId a = load_actor(play.stage, "a"), b = load_actor(play.stage, "b"),
                  c = load_actor(play.stage, "c");
    place(play, a, {1, 0, 0}, 90);
    EXPECT_FALSE(attach_actor(play.run(), a, a, ""));
    ASSERT_TRUE(attach_actor(play.run(), b, a, ""));
    EXPECT_FALSE(attach_actor(play.run(), b, a, "other")); // to the same again: nothing
    play[b].motion.place = {{0, 0, 2}, 0, 0, 0};
    EXPECT_TRUE(near(at(play, b), {3, 0, 0})); // R49
    ASSERT_TRUE(attach_actor(play.run(), c, b, ""));
    EXPECT_FALSE(attach_actor(play.run(), a, c, ""));
    ASSERT_TRUE(attach_actor(play.run(), c, a, "")); // from one parent to another
    EXPECT_TRUE(near(at(play, c), {0, 0, 0}));
    unload_actor(play.run(), a);
    EXPECT_TRUE(near(play[b].motion.place.position, {3, 0, 0}));
    EXPECT_EQ(play[b].parent, 0u);
    EXPECT_EQ(play[c].parent, 0u);
    play.update(16, 10);
}

// -------------------------------------------------------------------------------------- puck vector, boxes

TEST(EmiPuck, IsNothingUntilTheActorFollowedBoxesOnce) {
    Play play;
    play.enter("room.set", {test::floor_sector("floor", 1, test::rectangle(0, 0, 4, 4))});
    const ActorId id = load_actor(play.stage, "x");
    place(play, id, {1, 0, 1}, 30);
    Motion& motion = play[id].motion;
    EXPECT_FALSE(puck_vector_of(play.stage, play[id]));
    follow_boxes(motion, false);
    EXPECT_FALSE(puck_vector_of(play.stage, play[id]));
    follow_boxes(motion, true);
    EXPECT_TRUE(near(*puck_vector_of(play.stage, play[id]), {0.5f, 0, 0.866025f}));
    follow_boxes(motion, false);
    EXPECT_TRUE(near(*puck_vector_of(play.stage, play[id]), {0.5f, 0, 0.866025f}));
    motion.place.position = {50, 0, 50};
    EXPECT_TRUE(near(*puck_vector_of(play.stage, play[id]), {0.5f, 0, 0.866025f}));
    const auto bytes = save_stage(play.stage, play.cast);
    EXPECT_TRUE(puck_vector_of(*restore_stage(bytes, "save", play.cast), play[id]));
}

TEST(EmiPuck, TurnsWithAllParents) {
    Play play;
    const ActorId parent = load_actor(play.stage, "parent"), child = load_actor(play.stage, "child");
    attach_actor(play.run(), child, parent, "");
    play[parent].motion.place.yaw = 40;
    play[child].motion.place.yaw = 50;
    follow_boxes(play[child].motion, true);
    EXPECT_TRUE(near(*puck_vector_of(play.stage, play[child]), {1, 0, 0}));
}

// R51: what the seed's scripts do for every actor put in a set. The control: with a puck vector that is never
// nil the flame is missing.
TEST(EmiPuck, OnlyPersonsGetTheShadowChoreAndCandlesTheirFlame) {
    for (const bool never_nil : {false, true}) {
        Play play;
        play.enter("room.set", {test::floor_sector("floor", 1, test::rectangle(-9, -9, 9, 9))});
        play.body();
        Sprite sprite;
        sprite.name = "flame";
        sprite.texture = "flame.tga";
        play.add("flame.spr", sprite);
        play.costume("dumbshadow.cos", {chore("wear_default", 1000)});
        play.costume("candle.cos", {chore("flame12fps", 1, {{"!sprtflame.spr"}})});
        const ActorId person = play.person(), candle = load_actor(play.stage, "candle");
        put_in_set(play.stage, candle, "room.set");
        ASSERT_TRUE(attach_actor(play.run(), candle, person, ""));
        put_at(play.run(), candle, {0, 3, 0}); // relative to the parent
        follow_boxes(play[person].motion, true);
        if (never_nil) follow_boxes(play[candle].motion, true);
        for (const ActorId id : {person, candle})
            if (puck_vector_of(play.stage, play[id]))
                play_actor_chore(play.run(), id, "wear_default", "dumbshadow.cos", false);
        if (!choring(play[candle], false))
            play_actor_chore(play.run(), candle, "flame12fps", "candle.cos", true);
        play.update(16, 3);
        EXPECT_EQ(play[person].costumes.size(), 2u);
        std::size_t sprites = 0;
        for (const Component& component : drawn_components(play.cast, play[candle]))
            sprites += component.is_sprite;
        EXPECT_EQ(sprites, never_nil ? 0u : 1u);
        EXPECT_EQ(costume_name(play.cast, play[person]), "body.cos");
    }
}

TEST(EmiBoxes, PuttingAConstrainedActorSnapsItAndEndsItsWalk) {
    Play play;
    play.enter("room.set", {test::floor_sector("floor", 1, test::rectangle(0, 0, 4, 4), {3, 7})});
    const ActorId id = play.stage.find(load_actor(play.stage, "x"))->id;
    put_in_set(play.stage, id, "room.set");
    put_at(play.run(), id, {6, 1, 2});
    EXPECT_TRUE(near(at(play, id), {6, 1, 2}));
    follow_boxes(play[id].motion, true);
    EXPECT_TRUE(near(at(play, id), {6, 1, 2})); // only the flag
    play.update(16);
    EXPECT_TRUE(near(at(play, id), {4, 0, 2}));
    EXPECT_EQ(effective_order(play.stage, play[id]), 3); // the sector's plane of setup 0
    play[id].motion.path = {{1, 0, 1}};
    put_at(play.run(), id, {6, 1, 2});
    EXPECT_TRUE(near(at(play, id), {4, 0, 2}));
    EXPECT_TRUE(play[id].motion.path.empty());
    follow_boxes(play[id].motion, false);
    play.update(16);
    EXPECT_EQ(effective_order(play.stage, play[id]), 0);
}

// --------------------------------------------------------------------------------------------------- heads

TEST(EmiHeads, ALimitOfTheWholeAngleIsHalfToEachSide) {
    Play play;
    play.body();
    const ActorId id = play.person();
    ASSERT_TRUE(set_head_limits(play[id], 120, 20, 40));
    EXPECT_EQ(play[id].costumes[0].head.limits, (HeadLimits{60, -40, 20}));
    EXPECT_FALSE(set_head(play[load_actor(play.stage, "naked")], "head", {}));
}

// R88: an actor that is followed moves from (1,1.6,1) to (-1,1.6,1): the wanted yaw goes from 45 to -45.
TEST(EmiHeads, FollowAnotherActorAndTurnBackToNeutral) {
    Play play;
    play.enter("room.set");
    play.body();
    const ActorId id = play.person(), other = load_actor(play.stage, "other");
    set_head(play[id], "head", {});
    play[other].motion.place.position = {1, 1.6f, 1};
    ASSERT_TRUE(look_at_actor(play.stage, play.cast, id, other, 2000));
    const auto yaw = [&] {
        const glm::vec3 ahead(-play[id].costumes[0].pose[1][1]);
        return std::atan2(ahead.x, ahead.z) * 180 / 3.14159265f;
    };
    play.update(100);
    EXPECT_NEAR(yaw(), 45, 0.01);
    play[other].motion.place.position = {-1, 1.6f, 1};
    play.update(100);
    EXPECT_NEAR(yaw(), -45, 0.01);
    EXPECT_TRUE(near(play[id].look_point, {-1, 1.6f, 1}));
    ASSERT_TRUE(look_at_nothing(play[id], 90));
    play.update(100);
    EXPECT_NEAR(yaw(), -36, 0.01); // 9 degrees on the way back
    look_at_nothing(play[id], 7);  // there already: the rate stays
    EXPECT_EQ(play[id].costumes[0].head.rate, 90);
    play.update(1000);
    EXPECT_NEAR(yaw(), 0, 0.01);
}

// A5: two actors of one height look at each other's heads, not feet.
TEST(EmiHeads, AimAtTheOthersHeadIfItHasOne) {
    Play play;
    play.enter("room.set");
    play.body();
    const ActorId a = play.person("a"), b = play.person("b");
    play[b].motion.place.position = {0, 0, 3};
    set_head(play[a], "head", {});
    set_head(play[b], "head", {});
    look_at_actor(play.stage, play.cast, a, b, 2000);
    play.update(100);
    EXPECT_TRUE(near(play[a].look_point, {0, 1.6f, 3}));
    EXPECT_TRUE(near(-play[a].costumes[0].pose[1][1], {0, 0, 1}));
}

} // namespace rekindle::emi
