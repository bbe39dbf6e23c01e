// Opcodes and answers that none of the oracle's scenarios reaches (oracle coverage.csv), worked out by hand
// from engine spec §6. Positions: x 128 is column 8; y 70, 142, 214 are floors 0, 1, 2 and grid rows 0, 2, 4.
#include "small_level.h"

namespace rekindle::flashback {
namespace {

using test::SmallLevel;
using test::Stage;

TEST(KeyOpcodes, RunAndFreeAheadIsTrueWithTheRunKeyAndNoFloorThere) { // 0x34
    SmallLevel small;
    const int e = small.add({.x0 = 128, .y0 = 142});
    small.solid(1, 4, 6); // two rows down, two columns ahead of a figure that faces left
    Stage stage(small);
    stage.world.keys = key_run | key_left;
    EXPECT_TRUE(stage.ask(e, 0x34, 1));
    EXPECT_FALSE(stage.ask(e, 0x34, 2)) << "the cell is solid";
    stage.world.keys = key_run | key_gun;
    EXPECT_FALSE(stage.ask(e, 0x34, 1)) << "another key";
    stage.world.keys = key_left;
    EXPECT_FALSE(stage.ask(e, 0x34, 1)) << "no run key";
    stage.world.keys = key_run;
    EXPECT_TRUE(stage.ask(e, 0x34, 1)) << "a direction is not needed";
}

TEST(GridOpcodes, FreeBehindLooksOneRowAtTheFigure) { // 0x16
    SmallLevel small;
    const int left = small.add({.x0 = 128, .y0 = 142});
    const int right = small.add({.x0 = 128, .y0 = 142, .right = true});
    small.solid(1, 2, 9);
    Stage stage(small);
    EXPECT_FALSE(stage.ask(left, 0x16, 1));
    EXPECT_TRUE(stage.ask(left, 0x16, -1));
    EXPECT_TRUE(stage.ask(right, 0x16, 1));
    EXPECT_FALSE(stage.ask(right, 0x16, -1));
}

TEST(GridOpcodes, FreeAFloorDownLooksFourRowsDown) { // 0x75
    SmallLevel small;
    const int e = small.add({.x0 = 128, .y0 = 70});
    small.solid(1, 4, 7);
    Stage stage(small);
    EXPECT_FALSE(stage.ask(e, 0x75, 1));
    EXPECT_TRUE(stage.ask(e, 0x75, 0));
}

TEST(SharingOpcodes, NoKindIsTheOppositeOfKindAndDeadMonstersDoNotCount) { // 0x2D
    SmallLevel small;
    const int e = small.add({.kind = 5});
    small.add({.kind = 3});
    const int monster = small.add({.kind = 10, .life0 = 0});
    Stage stage(small);
    EXPECT_FALSE(stage.ask(e, 0x2D, 3));
    EXPECT_FALSE(stage.ask(e, 0x2D, 5)) << "itself counts";
    EXPECT_TRUE(stage.ask(e, 0x2D, 7));
    EXPECT_FALSE(stage.ask(e, 0x2D, 10)) << "life 0 still counts";
    stage.entity(monster).life = -1;
    EXPECT_TRUE(stage.ask(e, 0x2D, 10));
}

TEST(ValueOpcodes, NopIsTrue) { // 0x2E
    Stage stage{SmallLevel()};
    const World before = stage.world;
    EXPECT_TRUE(stage.ask(conrad, 0x2E, 7));
    EXPECT_EQ(stage.world, before);
}

TEST(ValueOpcodes, ArgIsMinus1) { // 0x5B
    Stage stage{SmallLevel()};
    EXPECT_TRUE(stage.ask(conrad, 0x5B, -1));
    EXPECT_FALSE(stage.ask(conrad, 0x5B, 1));
    EXPECT_FALSE(stage.ask(conrad, 0x5B, 0));
}

TEST(MessageOpcodes, HasFromComparesNumberAndSender) { // 0x38...0x3B
    SmallLevel small;
    small.add({});
    small.add({});
    const int e = small.add({.p = {2, 1, 2, 7}});
    Stage stage(small);
    stage.send(2, e, 30);
    EXPECT_TRUE(stage.ask(e, 0x38, 30));
    EXPECT_FALSE(stage.ask(e, 0x39, 30)) << "entity 1 sent nothing";
    EXPECT_TRUE(stage.ask(e, 0x3A, 30));
    EXPECT_FALSE(stage.ask(e, 0x3B, 30));
    EXPECT_FALSE(stage.ask(e, 0x38, 31)) << "another number";
    stage.send(1, e, 31);
    EXPECT_TRUE(stage.ask(e, 0x39, 31));
    EXPECT_FALSE(stage.ask(e, 0x38, 31)) << "number and sender of different messages";
}

TEST(LifeCycleOpcodes, WakeAndSleepTakeTheEntityFromAParameter) { // 0x41, 0x42
    SmallLevel small;
    const int other = small.add({.awake0 = 0});
    const int e = small.add({.p = {1, -1, 0, 0}});
    Stage stage(small);
    ASSERT_FALSE(stage.world.is_active(other));
    EXPECT_TRUE(stage.ask(e, 0x41, 1)) << "p[1] is -1: nobody";
    EXPECT_TRUE(stage.ask(e, 0x41, 4)) << "no such parameter";
    EXPECT_FALSE(stage.world.is_active(other));
    EXPECT_TRUE(stage.ask(e, 0x41, 0));
    EXPECT_TRUE(stage.world.is_active(other));
    EXPECT_TRUE(stage.entity(other).awake());
    EXPECT_TRUE(stage.ask(e, 0x42, 4));
    EXPECT_TRUE(stage.world.is_active(other));
    EXPECT_TRUE(stage.ask(e, 0x42, 0));
    EXPECT_FALSE(stage.world.is_active(other));
    EXPECT_FALSE(stage.entity(other).awake());
}

TEST(MessageOpcodes, TellAtConradComparesTheLives) { // 0x48, 0x6C
    SmallLevel small;
    const int item = small.add({.x0 = 16, .y0 = 70, .kind = 3}); // on Conrad's cell
    const int e = small.add({.p = {3, 0, 0, 0}});
    Stage stage(small);
    stage.entity(item).life = 4;
    stage.entity(e).life = 4;
    EXPECT_TRUE(stage.ask(e, 0x48, 20));
    EXPECT_EQ(stage.messages(item), "2:20");
    EXPECT_TRUE(stage.ask(e, 0x6C, 21));
    EXPECT_EQ(stage.messages(item), "2:21 2:20");
    stage.entity(e).life = 5;
    EXPECT_FALSE(stage.ask(e, 0x48, 22)) << "not equal";
    EXPECT_TRUE(stage.ask(e, 0x6C, 23)) << "4 <= 5";
    stage.entity(e).life = 3;
    EXPECT_FALSE(stage.ask(e, 0x6C, 24));
    EXPECT_EQ(stage.messages(item), "2:23 2:21 2:20");
}

TEST(MessageOpcodes, ConradTellsTheFirstOnHisCellsThatIsNotP0) { // 0x49
    SmallLevel small;
    const int item = small.add({.x0 = 16, .y0 = 70, .kind = 3});
    const int e = small.add({.p = {0, 0, 0, 0}});
    const int f = small.add({.p = {9, 0, 0, 0}});
    Stage stage(small);
    EXPECT_TRUE(stage.ask(e, 0x49, 40)) << "Conrad is on top, but excepted";
    EXPECT_EQ(stage.messages(item), "0:40");
    EXPECT_TRUE(stage.ask(f, 0x49, 41)) << "on top is Conrad himself";
    EXPECT_EQ(stage.messages(conrad), "0:41");
    EXPECT_EQ(stage.messages(item), "0:40");
}

TEST(LifeCycleOpcodes, KillItemTakesItOutOfTheInventory) { // 0x4A
    SmallLevel small;
    const int a = small.add({}), b = small.add({}), c = small.add({});
    Stage stage(small);
    for (const int item : {a, b, c}) give(stage.world, conrad, item);
    EXPECT_TRUE(stage.ask(b, 0x4A, conrad));
    EXPECT_EQ(stage.entity(b).room, room_destroyed);
    EXPECT_FALSE(stage.world.is_active(b));
    EXPECT_EQ(stage.entity(b).owner, no_link);
    EXPECT_EQ(stage.entity(conrad).inv_head, a);
    EXPECT_EQ(stage.entity(a).inv_next, c);
    EXPECT_EQ(stage.entity(c).inv_next, no_link);
    EXPECT_TRUE(stage.ask(a, 0x4A, c)) << "not in that list: killed all the same";
    EXPECT_EQ(stage.entity(conrad).inv_head, a);
    EXPECT_EQ(stage.entity(a).room, room_destroyed);
}

// A shooter in column 8 that faces left, with a range of three columns.
struct Sweep : testing::Test {
    SmallLevel small;
    int shooter = small.add({.x0 = 128, .y0 = 142, .p = {3, 0, 0, 0}});
    int near = small.add({.x0 = 96, .y0 = 142, .kind = 10, .right = true}); // column 6, faces the shooter
    int back = small.add({.x0 = 96, .y0 = 142, .kind = 10});                // column 6, turns its back
    int far = small.add({.x0 = 64, .y0 = 142, .kind = 10, .right = true});  // column 4, out of range
};

TEST_F(Sweep, ThatTellsAnswersFalseAlways) { // 0x52, 0x53
    Stage stage(small);
    EXPECT_FALSE(stage.ask(shooter, 0x52, 50, 10));
    EXPECT_EQ(stage.messages(near), "1:50");
    EXPECT_EQ(stage.messages(back), "");
    EXPECT_FALSE(stage.ask(shooter, 0x53, 51, 10));
    EXPECT_EQ(stage.messages(near), "1:50");
    EXPECT_EQ(stage.messages(back), "1:51");
    EXPECT_EQ(stage.messages(far), "");
    EXPECT_FALSE(stage.ask(shooter, 0x52, 52, 5)) << "another kind";
    EXPECT_EQ(stage.messages(near), "1:50");
}

TEST_F(Sweep, StopsAtAWallUnlessItIgnoresWalls) { // 0x52, 0x5D, 0x5E
    small.solid(1, 3, 7);                         // one row below the grid position, between them
    Stage stage(small);
    EXPECT_FALSE(stage.ask(shooter, 0x52, 50, 10));
    EXPECT_FALSE(stage.ask(shooter, 0x53, 50, 10));
    EXPECT_EQ(stage.messages(near) + stage.messages(back), "");
    EXPECT_FALSE(stage.ask(shooter, 0x5D, 60, 10));
    EXPECT_EQ(stage.messages(near), "1:60");
    EXPECT_FALSE(stage.ask(shooter, 0x5E, 61, 10));
    EXPECT_EQ(stage.messages(back), "1:61");
}

TEST_F(Sweep, WithARangeBelowZeroGoesBackward) {
    small.definition(shooter).p[0] = -3;
    const int behind = small.add({.x0 = 160, .y0 = 142, .kind = 10, .right = true});
    Stage stage(small);
    EXPECT_FALSE(stage.ask(shooter, 0x52, 50, 10));
    EXPECT_EQ(stage.messages(behind), "1:50");
    EXPECT_EQ(stage.messages(near), "");
}

TEST_F(Sweep, LeavesOutThoseWhoWouldReactByThemselves) { // and 0x6F is no reaction (§5.7)
    small.definition(near).node = 2;
    Record asks{.state = 1, .next = 1, .op1 = 0x22, .arg1 = 50};
    small.records(2, {asks});
    EXPECT_FALSE(Stage(small).ask(shooter, 0x62, 50, 10)) << "0x22 with that number reacts";
    EXPECT_TRUE(Stage(small).ask(shooter, 0x62, 51, 10));
    asks.op1 = 0x6F;
    small.records(2, {asks});
    EXPECT_TRUE(Stage(small).ask(shooter, 0x62, 50, 10)) << "0x6F does not";
    asks.op1 = 0;
    asks.op2 = 0x6B;
    asks.arg2 = 0;
    small.records(2, {asks});
    EXPECT_FALSE(Stage(small).ask(shooter, 0x62, 1, 10)) << "0x6B with 0: messages 1 and 2";
    EXPECT_FALSE(Stage(small).ask(shooter, 0x62, 2, 10));
    EXPECT_TRUE(Stage(small).ask(shooter, 0x62, 3, 10));
    asks.arg2 = 1;
    small.records(2, {asks});
    EXPECT_FALSE(Stage(small).ask(shooter, 0x62, 4, 10)) << "with 1: messages 3 and 4";
    EXPECT_TRUE(Stage(small).ask(shooter, 0x62, 2, 10));
}

TEST(ValueOpcodes, LifeIsSetAddedToAndChangedByParameters) { // 0x55, 0x56, 0x65, 0x66
    SmallLevel small;
    const int bank = small.add({.life0 = 100});
    const int e = small.add({.p = {0, 1, 30, 0}});
    Stage stage(small);
    EXPECT_TRUE(stage.ask(e, 0x55, 12));
    EXPECT_EQ(stage.entity(e).life, 12);
    EXPECT_TRUE(stage.ask(e, 0x56, -20));
    EXPECT_EQ(stage.entity(e).life, -8);
    EXPECT_TRUE(stage.ask(e, 0x65, 1)) << "entity p[1] gets p[2]";
    EXPECT_EQ(stage.entity(bank).life, 130);
    EXPECT_TRUE(stage.ask(e, 0x66, 1));
    EXPECT_TRUE(stage.ask(e, 0x66, 1));
    EXPECT_EQ(stage.entity(bank).life, 70);
    stage.entity(e).life = 32767;
    EXPECT_TRUE(stage.ask(e, 0x56, 1));
    EXPECT_EQ(stage.entity(e).life, -32768) << "16 bits";
}

TEST(WorldOpcodes, DeathSceneStartsTheTimerWithP3PlusOneUnlessItRuns) { // 0x5C
    SmallLevel small;
    const int e = small.add({.p = {0, 0, 0, 40}});
    Stage stage(small);
    EXPECT_TRUE(stage.ask(e, 0x5C, 17));
    EXPECT_EQ(stage.world.death_timer, 41);
    EXPECT_EQ(stage.world.death_scene, 17);
    EXPECT_TRUE(stage.ask(e, 0x5C, 18));
    EXPECT_EQ(stage.world.death_scene, 17);
}

TEST(WorldOpcodes, ATimerOfNTicksLetsNMinusOneRun) { // §3.3
    SmallLevel small;
    const int e = small.add({.p = {0, 0, 0, 2}});
    Stage stage(small);
    stage.ask(e, 0x5C, 17);
    EXPECT_EQ(stage.tick().end, TickEnd::drawn);
    EXPECT_EQ(stage.tick().end, TickEnd::drawn);
    stage.events.clear();
    EXPECT_EQ(stage.tick().end, TickEnd::died);
    EXPECT_EQ(stage.events, (Events{{Event::Kind::scene, 17}}));
}

TEST(MessageOpcodes, TellInventoryTellsEveryItemInTheListsOrder) { // 0x70
    SmallLevel small;
    const int e = small.add({});
    const int a = small.add({.awake0 = 0, .wake = 1}), b = small.add({});
    Stage stage(small);
    give(stage.world, e, a);
    give(stage.world, e, b);
    EXPECT_TRUE(stage.ask(e, 0x70, 33));
    EXPECT_EQ(stage.messages(a), "1:33") << "woken by it";
    EXPECT_EQ(stage.messages(b), "1:33");
    EXPECT_EQ(stage.messages(e), "");
}

TEST(MessageOpcodes, TellAnyHerePrefersKinds3Then5Then9AndAnswersFalse) { // 0x7C
    SmallLevel small;
    const int e = small.add({});
    const int other = small.add({.kind = 7}), nine = small.add({.kind = 9}), five = small.add({.kind = 5}),
              three = small.add({.kind = 3});
    Stage stage(small);
    int number = 10;
    for (const int expected : {three, five, nine, other}) {
        EXPECT_FALSE(stage.ask(e, 0x7C, static_cast<std::int16_t>(number)));
        EXPECT_EQ(stage.messages(expected), "1:" + std::to_string(number++));
        stage.entity(expected).x = 16;
        stage.look();
    }
    EXPECT_FALSE(stage.ask(e, 0x7C, 50)) << "nobody is left";
}

TEST(WorldOpcodes, ShowTextAsksForADialog) { // 0x7B
    Stage stage{SmallLevel()};
    ASSERT_EQ(stage.world.story, no_story);
    EXPECT_TRUE(stage.ask(conrad, 0x7B, 12));
    EXPECT_EQ(stage.world.story, 12);
}

TEST(PositionOpcodes, XFromTheOwner) { // 0x80, 0x81
    SmallLevel small;
    const int lift = small.add({.x0 = 300}), e = small.add({.x0 = 10});
    Stage stage(small);
    EXPECT_TRUE(stage.ask(e, 0x80, 0));
    EXPECT_TRUE(stage.ask(e, 0x81, 0));
    EXPECT_EQ(stage.entity(e).x, 10) << "it has no owner";
    give(stage.world, lift, e);
    EXPECT_TRUE(stage.ask(e, 0x81, 0));
    EXPECT_EQ(stage.entity(e).x, 44) << "d = 300 mod 256 = 44; 44 >= 10, so 34 is added";
    stage.entity(e).x = 50;
    EXPECT_TRUE(stage.ask(e, 0x81, 0));
    EXPECT_EQ(stage.entity(e).x, 94) << "44 < 50: all of it is added";
    stage.entity(lift).x = -300;
    stage.entity(e).x = 50;
    EXPECT_TRUE(stage.ask(e, 0x81, 0));
    EXPECT_EQ(stage.entity(e).x, 6) << "the remainder has the sign of the dividend: -44";
    EXPECT_TRUE(stage.ask(e, 0x80, 0));
    EXPECT_EQ(stage.entity(e).x, -300);
}

TEST(LifeCycleOpcodes, TeleportMovesToAnotherEntityAndTakesItsStateWhereTheyShareANode) { // 0x82
    SmallLevel small;
    small.records(2, {Record{.state = 1, .next = 1}, Record{.state = 3, .next = 3}});
    const int moved = small.add({.x0 = 16, .y0 = 70, .node = 2});
    const int target = small.add({.x0 = 200, .y0 = 214, .node = 2, .room0 = 2, .right = true, .state0 = 3});
    const int other = small.add({.x0 = 100, .y0 = 142, .room0 = 64});
    const int e =
        small.add({.p = {static_cast<std::int16_t>(moved), static_cast<std::int16_t>(target), 0, 0}});
    const int f =
        small.add({.p = {static_cast<std::int16_t>(moved), static_cast<std::int16_t>(other), 0, 0}});
    Stage stage(small);
    EXPECT_TRUE(stage.ask(f, 0x82, 0));
    EXPECT_EQ(stage.entity(moved).x, 16) << "the target is parked in room 64: nothing happens";
    EXPECT_TRUE(stage.ask(e, 0x82, 0));
    const Entity& m = stage.entity(moved);
    EXPECT_EQ(m.x, 200);
    EXPECT_EQ(m.y, 214);
    EXPECT_EQ(m.room, 2);
    EXPECT_TRUE(m.right());
    EXPECT_EQ(m.state, 3);
    EXPECT_EQ(m.first, 1);
    EXPECT_EQ(m.frame, 0);
    EXPECT_EQ(m.sprite, 3) << "its first picture is shown";
    EXPECT_EQ(stage.room(2), (std::vector<std::int16_t>{static_cast<std::int16_t>(moved),
                                                        static_cast<std::int16_t>(target)}))
        << "at the front of the new room's list";
    EXPECT_EQ(stage.world.view_room, 1) << "it is not Conrad";
}

TEST(LifeCycleOpcodes, TeleportOfConradChangesTheViewAtOnce) { // 0x82
    SmallLevel small;
    const int target = small.add({.x0 = 200, .y0 = 214, .node = 1, .room0 = 2, .right = true});
    const int e = small.add({.p = {0, 0, static_cast<std::int16_t>(target), 0}});
    Stage stage(small);
    EXPECT_TRUE(stage.ask(e, 0x82, 1)) << "p[1] = Conrad to p[2]";
    EXPECT_EQ(stage.entity(conrad).x, 200);
    EXPECT_FALSE(stage.entity(conrad).right()) << "another node: facing and state stay";
    EXPECT_EQ(stage.world.view_room, 2);
    EXPECT_EQ(stage.world.background, 2);
    EXPECT_EQ(stage.world.redraw, 0);
}

TEST(WorldOpcodes, ChangeLevelAnswersWithTheNewNumber) { // 0x84: false for level 0
    Stage stage{SmallLevel(5)};
    EXPECT_TRUE(stage.ask(conrad, 0x84, 3));
    EXPECT_EQ(stage.world.level, 2);
    EXPECT_FALSE(stage.ask(conrad, 0x84, 1));
    EXPECT_EQ(stage.world.level, 0);
    EXPECT_EQ(stage.events, (Events{{Event::Kind::level_exit, 2}, {Event::Kind::level_exit, 0}}));
}

TEST(WorldOpcodes, ShakeTakesThreeBitsOfTheGenerator) { // 0x85, §9
    Stage stage{SmallLevel()};
    stage.world.rng = 0;
    EXPECT_TRUE(stage.ask(conrad, 0x85, 0));
    EXPECT_EQ(stage.world.rng, 0x1D872B41u);
    EXPECT_EQ(stage.world.shake, 1);
    EXPECT_TRUE(stage.ask(conrad, 0x85, 0));
    EXPECT_EQ(stage.world.rng, 0x26897DC3u);
    EXPECT_EQ(stage.world.shake, 3);
    EXPECT_EQ(stage.tick().shake, 3) << "used up by the tick's picture";
    EXPECT_EQ(stage.world.shake, 0);
}

// 0x69 in the middle of a turn: the entity is saved with its old state, and with what op1 did.
TEST(WorldOpcodes, SaveSnapshotSavesTheMiddleOfTheTurn) {
    SmallLevel small;
    small.link(1, Side::right, 2);
    Record saves{.state = 1, .dx = 5, .next = 2, .op2 = 0x69, .op1 = 0x3E, .arg1 = 77};
    small.records(2, {saves, Record{.state = 2, .next = 2}});
    const int e = small.add({.x0 = 100, .node = 2});
    Stage stage(small);
    stage.world.score = 300;
    stage.world.gun_var = 4;
    stage.world.rng = 99;
    stage.tick();
    stage.tick(); // the animation of one frame has run out
    EXPECT_EQ(stage.events, (Events{{Event::Kind::save}}));
    EXPECT_EQ(stage.world.have_save, 1);
    EXPECT_EQ(stage.world.saved_note, 0) << "the note needs the saving device's icon (§11.5)";
    EXPECT_EQ(stage.entity(e).state, 2);
    EXPECT_EQ(stage.entity(e).x, 105);
    // Much happens, then death.
    stage.entity(e).life = -4;
    stage.world.score = 900;
    stage.world.gun_var = 1;
    stage.world.view_room = 2;
    stage.world.blink = 9;
    stage.world.death_timer = 3;
    stage.world.collision[links_size + 5] = 1;
    put_to_sleep(stage.world, e);
    stage.send(e, conrad, 40);
    restore_snapshot(stage.world, stage.level);
    EXPECT_EQ(stage.entity(e).state, 1);
    EXPECT_EQ(stage.entity(e).x, 100);
    EXPECT_EQ(stage.entity(e).counter, 77) << "op1 had acted";
    EXPECT_EQ(stage.entity(e).life, 1);
    EXPECT_TRUE(stage.world.is_active(e));
    EXPECT_EQ(stage.world.score, 300u);
    EXPECT_EQ(stage.world.gun_var, 4);
    EXPECT_EQ(stage.world.collision[links_size + 5], 0);
    EXPECT_EQ(stage.world.view_room, 1) << "Conrad's start room (Q1)";
    EXPECT_EQ(stage.world.redraw, 1);
    EXPECT_EQ(stage.world.blink, 0);
    EXPECT_EQ(stage.world.death_timer, 0);
    EXPECT_EQ(stage.messages(conrad), "");
    EXPECT_EQ(stage.world.have_save, 1) << "it can be used again";
    EXPECT_EQ(stage.world.rng, 99u) << "not part of a snapshot";
}

} // namespace
} // namespace rekindle::flashback
