// Steps, walks, turning, collisions, sight: emi-engine R57-R65.
#include "emi/stage/collisions.h"
#include "support/emi_play.h"

namespace rekindle::emi {
namespace {

using test::floor_sector;
using test::near;
using test::Play;
using test::rectangle;

// An actor that follows boxes, at a place, in the set of the play.
ActorId walker(Play& play, glm::vec3 position, float yaw, float rate, bool constrained = true) {
    const ActorId id = load_actor(play.stage, "walker");
    put_in_set(play.stage, id, play.stage.set);
    follow_boxes(play[id].motion, constrained);
    play[id].motion.place.position = position;
    set_angles(play[id].motion, 0, yaw, 0);
    play[id].motion.walk_rate = rate;
    return id;
}
glm::vec3 step(Play& play, ActorId id, std::int32_t ms) {
    play.stage.frame_time = ms;
    const glm::vec3 before = play[id].motion.place.position;
    walk_forward(play.run(), id);
    return play[id].motion.place.position - before;
}

// An actor with a body whose sphere or box is known; the triangle's centre is (0,0,0).
ActorId body_at(Play& play, glm::vec3 position, CollisionMode mode, float scale = 1) {
    const ActorId id = play.person();
    play[id].motion.place.position = position;
    play[id].collision = mode;
    play[id].collision_scale = scale;
    return id;
}

} // namespace

TEST(EmiWalking, RatesOfScriptsCountInOtherUnits) {
    Play play;
    Actor& actor = play[load_actor(play.stage, "x")];
    set_walk_rate(actor, 0.5f);
    EXPECT_FLOAT_EQ(actor.motion.walk_rate, 1.64f);
    EXPECT_NEAR(walk_rate(actor), 0.5f, 1e-5);
    set_turn_rate(actor, 1);
    EXPECT_EQ(actor.motion.turn_rate, 100);
}

TEST(EmiWalking, AStepIsLimitedToAFifthOfTheRate) {
    Play play;
    play.enter("room.set", {floor_sector("floor", 1, rectangle(-9, -9, 9, 9))});
    const ActorId id = walker(play, {0, 0, 0}, 30, 2);
    EXPECT_TRUE(near(step(play, id, 500), glm::vec3(0.2f, 0, 0.34641f)));
    EXPECT_TRUE(near(step(play, id, 100), glm::vec3(0.1f, 0, 0.173205f)));
    EXPECT_TRUE(is_moving(play[id]));
    play[id].motion.walk_rate = -2; // backwards
    EXPECT_TRUE(near(step(play, id, 100), glm::vec3(-0.1f, 0, -0.173205f)));
    play[id].walked = play[id].walked_before = false;
    play[id].motion.walk_rate = 0; // still counts as walking
    EXPECT_TRUE(near(step(play, id, 100), glm::vec3(0)));
    EXPECT_TRUE(is_moving(play[id]));
}

TEST(EmiWalking, AFreeStepGoesWhereYawAndPitchPoint) {
    Play play;
    const ActorId id = walker(play, {0, 0, 0}, 30, 1, false);
    play[id].motion.place.pitch = 60;
    EXPECT_TRUE(near(step(play, id, 100), glm::vec3(0.025f, 0.0866025f, 0.0433013f)));
}

// Slope with normal (0,-0.8,0.6), move yaw 30: direction (0.5, 0.519615, 0.692820). S7: a floor wound the
// other way gives the same.
TEST(EmiWalking, AStepFollowsTheSlopeHoweverTheFloorIsWound) {
    for (const bool turned : {false, true}) {
        Play play;
        std::vector<Vec3> slope{{-9, -7.5f, -10}, {9, -7.5f, -10}, {9, 7.5f, 10}, {-9, 7.5f, 10}};
        if (turned) std::reverse(slope.begin(), slope.end());
        play.enter("room.set", {floor_sector("slope", 1, slope)});
        const ActorId id = walker(play, {0, 0, 0}, 30, 2);
        EXPECT_TRUE(near(step(play, id, 100) / 0.2f, {0.5f, 0.519615f, 0.692820f}));
    }
}

TEST(EmiWalking, AStepCrossesIntoTheNextSector) {
    Play play;
    play.enter("room.set",
               {floor_sector("a", 1, rectangle(0, 0, 2, 2)), floor_sector("b", 2, rectangle(2, 0, 4, 2))});
    const ActorId id = walker(play, {1.9f, 0, 1}, 90, 4);
    EXPECT_TRUE(near(step(play, id, 100), {0.4f, 0, 0}, 1e-3f));
}

TEST(EmiWalking, AWallTurnsTheActorAlongItUnlessItMeetsItTooStraight) {
    Play play;
    play.enter("room.set", {floor_sector("floor", 1, rectangle(0, 0, 4, 4))});
    ActorId id = walker(play, {3.9f, 0, 2.9f}, 45, 10);
    step(play, id, 100); // the border at (4,0,3), 45 degrees with the edge: move yaw -1
    EXPECT_NEAR(play[id].motion.move_yaw, -1, 1e-3);
    EXPECT_TRUE(play[id].motion.turning);
    EXPECT_EQ(play[id].motion.turn_factor, 5);
    EXPECT_NEAR(play[id].motion.place.position.z, 3 + (1 - 0.141421f) * std::cos(1 * 3.14159f / 180), 1e-3);
    id = walker(play, {1, 0, 0.001f}, 135, 1);
    step(play, id, 100);
    EXPECT_NEAR(play[id].motion.move_yaw, 89, 1e-3);
    id = walker(play, {4, 0, 2}, 85, 1);
    EXPECT_TRUE(near(step(play, id, 100), {0, 0, 0}, 1e-3f)); // 85 > 80
    EXPECT_EQ(play[id].motion.move_yaw, 85);
    play[id].reflection = 90;
    step(play, id, 100);
    EXPECT_NEAR(play[id].motion.move_yaw, -1, 1e-3);
}

TEST(EmiWalking, ACornerDoesNotHoldTheProgramUp) {
    Play play;
    play.enter("room.set", {floor_sector("floor", 1, rectangle(0, 0, 4, 4))});
    const ActorId id = walker(play, {4, 0, 4}, 45, 100);
    for (int i = 0; i < 20; ++i) step(play, id, 200);
    EXPECT_TRUE(contains(current_sectors(play.stage)[0], play[id].motion.place.position));
}

// R61: camera yaw 30: right → 120; right and ahead → 75; ahead → 30.
TEST(EmiWalking, AStepMayBeRelativeToTheCamera) {
    Play play;
    play.enter("room.set");
    set_camera_angles(*current_camera(play.stage), {0, 30, 0});
    const ActorId id = walker(play, {0, 0, 0}, 0, 1, false);
    play.stage.frame_time = 100;
    for (const auto& [right, ahead, yaw] : {std::array{1.0f, 0.0f, 120.0f}, {1, 1, 75}, {0, 1, 30}}) {
        walk_vector(play.run(), id, right, ahead);
        EXPECT_NEAR(play[id].motion.move_yaw, yaw, 1e-3);
        EXPECT_TRUE(play[id].motion.turning);
        EXPECT_EQ(play[id].motion.turn_factor, 5);
    }
    const double yaw = 75 * 3.14159265 / 180;
    play[id].motion.place.position = {};
    walk_vector(play.run(), id, 1, 1);
    EXPECT_TRUE(near(play[id].motion.place.position, glm::vec3(0.1 * std::sin(yaw), 0, 0.1 * std::cos(yaw))));
}

TEST(EmiWalking, AnOrderEndsInEnteringAnotherSetAndInStoppingByHand) {
    Play play;
    play.enter("a.set");
    const ActorId id = walker(play, {0, 0, 0}, 0, 1, false);
    ASSERT_TRUE(walk_actor_to(play.run(), id, {0, 0, 5}));
    EXPECT_FALSE(walk_actor_to(play.run(), id, play[id].motion.place.position)); // there already
    ASSERT_TRUE(walk_actor_to(play.run(), id, {0, 0, 5}));
    play.enter("b.set");
    EXPECT_TRUE(play[id].motion.path.empty());
    ASSERT_TRUE(walk_actor_to(play.run(), id, {5, 0, 5}));
    put_in_set(play.stage, id, "b.set");
    play.update(16);
    EXPECT_TRUE(is_moving(play[id]));
    EXPECT_TRUE(is_turning(play[id]));
    EXPECT_FALSE(is_resting(play[id]));
    stop_moving(play.run(), id);
    EXPECT_TRUE(play[id].motion.path.empty());
    EXPECT_FALSE(play[id].motion.turning);
}

// R60: 0.25 long at 1 a second: 0.1, 0.2, 0.25; it still moves after update 3, no longer after 4.
TEST(EmiWalking, MovingIsAskedForWithTheLastUpdate) {
    Play play;
    play.enter("room.set");
    const ActorId id = walker(play, {0, 0, 0}, 0, 1, false);
    ASSERT_TRUE(walk_actor_to(play.run(), id, {0, 0, 0.25f}));
    for (const auto& [z, moving] : {std::pair(0.1f, true), {0.2f, true}, {0.25f, true}, {0.25f, false}}) {
        play.update(100);
        EXPECT_NEAR(play[id].motion.place.position.z, z, 1e-6);
        EXPECT_EQ(is_moving(play[id]), moving);
    }
}

TEST(EmiWalking, NoWayIsToldOnceAndIsNoOrder) {
    Play play;
    play.enter("room.set",
               {floor_sector("a", 1, rectangle(0, 0, 2, 2)), floor_sector("b", 2, rectangle(5, 0, 7, 2))});
    const ActorId id = walker(play, {1, 0, 1}, 0, 1);
    EXPECT_FALSE(walk_actor_to(play.run(), id, {6, 0, 1}));
    EXPECT_EQ(play.log.size(), 1u);
    play.enter("empty.set"); // S4: without a floor
    EXPECT_FALSE(walk_actor_to(play.run(), id, {6, 0, 1}));
}

// S6: the way keeps its distance from the other's circle.
TEST(EmiWalking, AnotherActorIsWalkedAround) {
    Play play;
    play.body();
    play.enter("room.set", {floor_sector("floor", 1, rectangle(-9, -9, 9, 9))});
    const ActorId other = body_at(play, {0.1f, 0, 0}, CollisionMode::sphere);
    const ActorId id = body_at(play, {0, 0, -5}, CollisionMode::sphere);
    follow_boxes(play[id].motion, true);
    ASSERT_TRUE(walk_actor_to(play.run(), id, {0, 0, 5}, other));
    play[id].motion.walk_rate = 1;
    float nearest = 100;
    for (int i = 0; i < 200 && !play[id].motion.path.empty(); ++i) {
        play.update(100);
        nearest = std::min(nearest,
                           glm::distance(play[id].motion.place.position, play[other].motion.place.position));
    }
    EXPECT_TRUE(near(play[id].motion.place.position, {0, 0, 5}));
    EXPECT_GE(nearest, 1.6f - 1e-4f); // two radii of 0.8
}

// -------------------------------------------------------------------------------------------------- turning

TEST(EmiTurning, SetAnglesTurnAtOnceOrQuickly) {
    Play play;
    play.enter("room.set");
    const ActorId id = walker(play, {0, 0, 0}, 0, 1, false);
    set_rotation(play[id], 5, 10, 15, false);
    EXPECT_EQ(play[id].motion.place, (Placement{{0, 0, 0}, 5, 10, 15}));
    set_rotation(play[id], 5, 110, 15, true);
    play.update(100); // 100 a second, five times
    EXPECT_NEAR(play[id].motion.place.yaw, 60, 1e-3);
    play.stage.frame_time = 100;
    turn_actor(play.stage, id, 1); // left: yaw falls
    EXPECT_NEAR(play[id].motion.move_yaw, 100, 1e-3);
    point_actor_at(play[id], {3, 0, 0});
    EXPECT_NEAR(play[id].motion.place.yaw, 90, 1e-3);
    EXPECT_FALSE(play[id].motion.turning);
}

// R63: 20, 40, 60, 80, 90 answer yes, the sixth call no.
TEST(EmiTurning, TurningToAPointAnswersUntilNothingWasLeft) {
    Play play;
    const ActorId id = walker(play, {0, 0, 0}, 0, 1, false);
    play[id].motion.turn_rate = 200;
    play.stage.frame_time = 100;
    for (const float yaw : {20.0f, 40.0f, 60.0f, 80.0f, 90.0f}) {
        EXPECT_TRUE(turn_actor_to(play.stage, id, {5, 0, 0}));
        EXPECT_NEAR(play[id].motion.place.yaw, yaw, 1e-3);
        EXPECT_TRUE(is_turning(play[id]));
    }
    EXPECT_FALSE(turn_actor_to(play.stage, id, {5, 0, 0}));
    EXPECT_FALSE(is_turning(play[id]));
}

TEST(EmiTurning, AnglesBetweenActorsAreSeenFromAbove) {
    Play play;
    const ActorId a = walker(play, {0, 0, 0}, 0, 1, false), b = walker(play, {1, 9, 1}, 0, 1, false);
    EXPECT_NEAR(angle_between(play.stage, play.cast, play[a], play[b]), 45, 1e-3);
    EXPECT_NEAR(yaw_to_point(play[a], {1, 0, 1}), 45, 1e-3);
    EXPECT_EQ(yaw_to_point(play[a], {0, 5, 0}), 0);
}

TEST(EmiSight, ThingsWithinTheAngleAreVisible) {
    Play play;
    play.enter("room.set");
    const ActorId a = walker(play, {0, 0, 0}, 0, 1, false), b = walker(play, {1, 0, 1}, 0, 1, false),
                  c = walker(play, {1, 0, -1}, 0, 1, false);
    EXPECT_EQ(visible_things(play.stage, play.cast, a), (std::vector<ActorId>{a, b}));
    play[a].view_angle = 80;
    EXPECT_EQ(visible_things(play.stage, play.cast, a), (std::vector<ActorId>{a}));
    put_in_set(play.stage, a, "");
    EXPECT_TRUE(visible_things(play.stage, play.cast, a).empty());
    EXPECT_NE(c, b);
}

// ----------------------------------------------------------------------------------------------- collisions

// R64: centres (0,1,0) r 0.8 and (0,1,3) r 1.2, move (0,0,2) → (0,0,1). The hook is told for both sides.
TEST(EmiCollisions, SpheresKeepTheirDistance) {
    Play play;
    play.enter("room.set");
    play.body();
    const ActorId a = body_at(play, {0, 1, 0}, CollisionMode::off),
                  b = body_at(play, {0, 1, 3}, CollisionMode::sphere, 1.5f);
    EXPECT_TRUE(near(free_move(play.run(), a, {0, 0, 2}), {0, 0, 1}));
    EXPECT_EQ(play.log, (std::vector<std::string>{"hit 1 2", "hit 2 1"}));
    play[b].collision = CollisionMode::off;
    EXPECT_TRUE(near(free_move(play.run(), a, {0, 0, 2}), {0, 0, 2}));
    play[b].collision = CollisionMode::sphere;
    clear_costumes(play.run(), b); // without a costume it is not in the way
    EXPECT_TRUE(near(free_move(play.run(), a, {0, 0, 2}), {0, 0, 2}));
    // Being put somewhere tells hits but is not pushed; with mode off not even that.
    play_actor_chore(play.run(), b, "wear", "body.cos", false);
    play.log.clear();
    put_at(play.run(), a, {0, 1, 2.5f});
    EXPECT_TRUE(play.log.empty());
    play[a].collision = CollisionMode::sphere;
    put_at(play.run(), a, {0, 1, 2.6f});
    EXPECT_EQ(play.log.size(), 2u);
    EXPECT_TRUE(near(play[a].motion.place.position, {0, 1, 2.6f}));
}

// A7: boxes lie in x-z. The triangle's box is 1 wide and flat; turned by 90 degrees it reaches along z.
TEST(EmiCollisions, ASphereIsPushedOutOfABox) {
    Play play;
    play.enter("room.set");
    play.body();
    const ActorId a = body_at(play, {0, 0, -3}, CollisionMode::sphere),
                  b = body_at(play, {0, 0, 0}, CollisionMode::box);
    EXPECT_TRUE(near(free_move(play.run(), a, {0, 0, 2.5f}), {0, 0, 2.2f})); // stays 0.8 before it
    play[b].motion.place.yaw = 90;
    EXPECT_TRUE(near(free_move(play.run(), a, {0, 0, 2}), {0, 0, 1.7f})); // half a unit earlier
    // At a corner it slides: the nearest point is (0.5, 0).
    play[b].motion.place.yaw = 0;
    play[a].motion.place.position = {0.9f, 0, -3};
    const glm::vec3 moved = play[a].motion.place.position + free_move(play.run(), a, {0, 0, 2.8f});
    EXPECT_NEAR(glm::distance(glm::vec2(moved.x, moved.z), glm::vec2(0.5f, 0)), 0.8f, 1e-5);
    // The other way round the box is the mover.
    play[a].motion.place.position = {0, 0, -3};
    EXPECT_TRUE(near(free_move(play.run(), b, {0, 0, -2.5f}), {0, 0, -2.2f}));
}

TEST(EmiCollisions, BoxesArePushedAlongTheSmallerOverlap) {
    Play play;
    play.enter("room.set");
    play.body();
    const ActorId a = body_at(play, {-2, 0, 0}, CollisionMode::box),
                  b = body_at(play, {0, 0, 0}, CollisionMode::box);
    play[a].motion.place.yaw = play[b].motion.place.yaw = 0;
    EXPECT_TRUE(near(free_move(play.run(), a, {0.5f, 0, 0}), {0.5f, 0, 0}));
    play[b].motion.place.yaw = 90; // along z now, flat in x
    EXPECT_TRUE(near(free_move(play.run(), a, {1.7f, 0, 0}), {1.5f, 0, 0}));
}

// A step into another actor is cut short; scripts hear of it in the middle of the step.
TEST(EmiCollisions, AStepEndsAtTheOtherActor) {
    Play play;
    play.enter("room.set", {floor_sector("floor", 1, rectangle(-9, -9, 9, 9))});
    play.body();
    const ActorId a = body_at(play, {0, 0, 0}, CollisionMode::off);
    body_at(play, {0, 0, 1.7f}, CollisionMode::sphere);
    follow_boxes(play[a].motion, true);
    play[a].motion.walk_rate = 2;
    EXPECT_TRUE(near(step(play, a, 100), {0, 0, 0.1f}));
    EXPECT_EQ(play.log.size(), 2u);
}

} // namespace rekindle::emi
