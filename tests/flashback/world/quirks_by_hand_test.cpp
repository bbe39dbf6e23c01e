// Quirks and rules that the oracle can't tell from their opposite (engine spec §16), worked out by hand.
#include "small_level.h"

namespace rekindle::flashback {
namespace {

using test::SmallLevel;
using test::Stage;

TEST(Quirks, Q2TheGridPositionStaysWhereTheTurnBegan) {
    SmallLevel small;
    const int far = small.add({.x0 = 32, .y0 = 142});
    // op1 0x31 moves SELF to `far`, op2 0x0F asks whether the cell here is solid.
    small.records(
        2, {Record{.state = 1, .next = 2, .op2 = 0x0F, .op1 = 0x31, .arg1 = static_cast<std::int16_t>(far)},
            Record{.state = 2, .next = 2}});
    const int e = small.add({.x0 = 128, .y0 = 142, .node = 2});
    small.solid(1, 3, 8); // at the old place; the new one is free
    Stage stage(small);
    stage.tick();
    stage.tick();
    EXPECT_EQ(stage.entity(e).x, 32);
    EXPECT_EQ(stage.entity(e).state, 2);
}

TEST(Quirks, Q3TheFilteredOutKeepTheFlagsOfTheLevelBefore) {
    SmallLevel small;
    small.records(2, {Record{.state = 0, .next = 0}, Record{.state = 1, .next = 1}});
    const int e = small.add({.node = 2, .awake0 = 0, .right = true, .skill = 2, .wake = 1});
    const Level level = small.level();
    World world;
    start_level(world, level, 0, StartKind::new_game);
    EXPECT_EQ(world.entities[static_cast<std::size_t>(e)].flags, 0) << "a fresh program has zeros";
    EXPECT_EQ(world.entities[static_cast<std::size_t>(e)].first, 0);
    start_level(world, level, 2, StartKind::new_game);
    const std::uint8_t flags = world.entities[static_cast<std::size_t>(e)].flags;
    EXPECT_EQ(flags, faces_right | drawn_mirrored);
    EXPECT_EQ(world.entities[static_cast<std::size_t>(e)].first, 1);
    start_level(world, level, 0, StartKind::new_game);
    EXPECT_EQ(world.entities[static_cast<std::size_t>(e)].flags, flags) << "not written at a lower skill";
    EXPECT_EQ(world.entities[static_cast<std::size_t>(e)].first, 1);
    const auto list = oracle::room_list(world, 1);
    EXPECT_EQ(std::find(list.begin(), list.end(), e), list.end()) << "in no list";
    EXPECT_FALSE(world.is_active(e));
    send(world, level, conrad, e, 9);
    EXPECT_TRUE(world.is_active(e)) << "but a message wakes it";
}

TEST(Quirks, Q7ARoomChangedByAFailingRecordLeavesTheEntityInTheOldList) {
    SmallLevel small;
    // op1 0x57 sets the room to p[0], op2 0x5B is false.
    small.records(2, {Record{.state = 1, .next = 1, .op2 = 0x5B, .op1 = 0x57}});
    const int e = small.add({.node = 2, .p = {2, 0, 0, 0}});
    Stage stage(small);
    for (int i = 0; i < 4; ++i) stage.tick();
    EXPECT_EQ(stage.entity(e).room, 2);
    EXPECT_EQ(stage.room(1), (std::vector<std::int16_t>{static_cast<std::int16_t>(e), 0}));
    EXPECT_TRUE(stage.room(2).empty());
}

TEST(Quirks, Q20TheHookProbesForwardThoughItStepsBackward) {
    SmallLevel small;
    const int forward = small.add({.x0 = 128, .y0 = 142, .p = {3, 0, 0, 0}});
    const int backward = small.add({.x0 = 128, .y0 = 142, .p = {-3, 0, 0, 0}});
    const int right = small.add({.x0 = 128, .y0 = 142, .p = {-3, 0, 0, 0}, .right = true});
    small.solid(1, 3, 6);
    small.solid(1, 3, 9);
    Stage stage(small);
    EXPECT_TRUE(stage.ask(forward, 0x5F, 0));
    EXPECT_EQ(stage.entity(forward).x, 96) << "column 6";
    EXPECT_TRUE(stage.ask(backward, 0x5F, 0));
    EXPECT_EQ(stage.entity(backward).x, 160) << "found two columns ahead, but moved two back: column 10";
    EXPECT_TRUE(stage.ask(right, 0x5F, 0));
    EXPECT_EQ(stage.entity(right).x, 112) << "found in column 9, moved to 7";
}

TEST(Quirks, Q21BehindCountsTheSamePlaceOnlyForThoseWhoFaceLeft) {
    SmallLevel small;
    const int left = small.add({.x0 = 16, .y0 = 70}); // where Conrad is
    const int right = small.add({.x0 = 16, .y0 = 70, .right = true});
    Stage stage(small);
    EXPECT_TRUE(stage.ask(left, 0x79, 0));
    EXPECT_FALSE(stage.ask(right, 0x79, 0));
    EXPECT_FALSE(stage.ask(left, 0x78, 0));
    EXPECT_FALSE(stage.ask(right, 0x78, 0));
    EXPECT_FALSE(stage.ask(left, 0x79, 2)) << "with a distance the same place is not behind";
    EXPECT_FALSE(stage.ask(right, 0x79, 2));
}

// A wide thing stands on Conrad's column with its second cell; its first is one to the left.
TEST(Quirks, Q23TheSecondTouchQueryStartsFromTheLastOneLookedAt) {
    SmallLevel small;
    small.definition(conrad).x0 = 128;
    small.definition(conrad).y0 = 142;
    const int door = small.add({.x0 = 112, .y0 = 142, .kind = 5, .touch_icon = 3});
    small.add({.x0 = 112, .y0 = 142, .kind = 7, .cells = 2});
    Stage stage(small);
    const Tick tick = stage.tick();
    EXPECT_EQ(tick.hud.touched, door) << "not on Conrad's cell, but on the first of the wide thing";
    EXPECT_EQ(tick.hud.touched_icon, 2);
}

TEST(Quirks, Q25AWiderDoorRestoresWhatEarlierLevelsLeftInTheBuffer) {
    SmallLevel small;
    const int wide = small.add({.x0 = 32, .y0 = 142, .cells = 4});
    const int narrow = small.add({.x0 = 128, .y0 = 142, .cells = 1});
    const int wide_here = small.add({.x0 = 128, .y0 = 142, .cells = 3});
    for (int column = 2; column < 6; ++column) small.solid(1, 3, column, 2);
    small.solid(1, 3, 8, 1);
    Stage stage(small);
    stage.ask(wide, 0x37, 1); // save number 0 keeps 2 2 2 2
    start_level(stage.world, stage.level, 1, StartKind::continued);
    stage.ask(narrow, 0x36, 1);    // number 0 again: only its first byte is written, 1
    stage.ask(wide_here, 0x68, 1); // the same place, wider: the buffer is not filled up
    const auto cell = [&stage](int column) {
        return int{stage.world.collision[static_cast<std::size_t>(grid_at(1, 3, column))]};
    };
    EXPECT_EQ(stage.world.doors.count, 1);
    EXPECT_EQ(cell(8), 2);
    EXPECT_EQ(cell(10), 2);
    stage.ask(narrow, 0x72, 1);
    EXPECT_EQ(cell(8), 1) << "saved";
    EXPECT_EQ(cell(9), 2) << "left over from the level before";
    EXPECT_EQ(cell(10), 2);
    EXPECT_EQ(cell(11), 0) << "beyond the door";
}

TEST(Cells, ContactWakesOnlyTheOneDirectlyBelow) {
    SmallLevel small;
    const int below = small.add({.awake0 = 0, .wake = 2});
    const int middle = small.add({.awake0 = 0});
    const int top = small.add({.awake0 = 0});
    Stage stage(small);
    stage.world.view_room = 7; // nobody is there: a clean table
    for (const int i : {conrad, below, middle, top}) put_to_sleep(stage.world, i);
    stage.look();
    register_cells(stage.world, stage.level, below);
    EXPECT_FALSE(stage.world.is_active(below)) << "alone on its cell";
    register_cells(stage.world, stage.level, middle);
    EXPECT_TRUE(stage.world.is_active(below));
    EXPECT_FALSE(stage.world.is_active(middle)) << "it does not wake by contact";
    put_to_sleep(stage.world, below);
    register_cells(stage.world, stage.level, top);
    EXPECT_FALSE(stage.world.is_active(below)) << "two below";
}

TEST(Cells, ARejectedCellUsesUpASlot) {
    SmallLevel small;
    small.definition(conrad).cells = 0;
    const int edge = small.add({.x0 = 250, .y0 = 142});             // column 16: no cell (Q8)
    const int wide = small.add({.x0 = 224, .y0 = 142, .cells = 3}); // columns 14, 15, and one in no room
    Stage stage(small);
    EXPECT_EQ(stage.world.slots_used, 4) << "three of the wide one, the last rejected, and one of the other";
    EXPECT_EQ(stage.world.cell_count, 2);
    EXPECT_EQ(stage.entity(edge).cell, no_link);
    EXPECT_NE(stage.entity(wide).cell, no_link);
}

TEST(Quirks, Q8AndQ9ColumnsEndAt247AndTheTopEightRowsAreFloor0) {
    SmallLevel small;
    Stage stage(small);
    Entity e;
    e.room = 1;
    e.x = 247;
    e.y = 7;
    EXPECT_EQ(cell_key(stage.world, e, 0), 64 + 15);
    e.x = 248;
    EXPECT_EQ(cell_key(stage.world, e, 0), -1);
    e.x = 255;
    EXPECT_EQ(cell_key(stage.world, e, 0), -1);
    e.x = 0;
    e.y = 79;
    EXPECT_EQ(cell_key(stage.world, e, 0), 64);
    e.y = 80;
    EXPECT_EQ(cell_key(stage.world, e, 0), 64 + 16);
}

TEST(Levels, Level3EndsTheTickBeforeTheTaxiSceneWithoutAPicture) {
    const auto run = [](int index) {
        SmallLevel small(index);
        small.records(
            2, {Record{.state = 1, .next = 2, .op3 = 0x5A, .arg3 = 50}, Record{.state = 2, .next = 2}});
        small.add({.node = 2});
        Stage stage(small);
        stage.world.blink = 5;
        EXPECT_EQ(stage.tick().end, TickEnd::drawn);
        const TickEnd end = stage.tick().end;
        EXPECT_EQ(stage.world.scene, 50);
        EXPECT_EQ(stage.world.blink, end == TickEnd::taxi ? 4 : 3) << "counts drawn ticks only";
        stage.events.clear();
        EXPECT_EQ(stage.tick().end, TickEnd::drawn);
        EXPECT_EQ(stage.events, (Events{{Event::Kind::scene, 50}})) << "played by the next tick";
        return end;
    };
    EXPECT_EQ(run(3), TickEnd::taxi);
    EXPECT_EQ(run(2), TickEnd::drawn);
}

// Entity 79 of the last level goes to the sender of message 5; standing on Conrad's cell it hits him.
TEST(Levels, Level6ItsMachineHitsConradOnItsCell) {
    const auto hit = [](int index, std::uint8_t view, std::uint8_t op2, int machine) {
        SmallLevel small(index);
        small.definition(conrad).room0 = view;
        small.definition(conrad).node = 3;
        small.records(3, {Record{.state = 1, .next = 1}});
        small.records(2, {Record{.state = 1, .next = 2, .op2 = op2, .op1 = 0x60, .arg1 = 5, .arg2 = -1},
                          Record{.state = 2, .next = 2}});
        while (small.add({.room0 = 7}) < 79) {
        }
        small.definition(machine).node = 2;
        small.definition(machine).room0 = view;
        small.definition(machine).state0 = 1;
        Stage stage(small);
        stage.tick();
        stage.send(conrad, machine, 5);
        stage.tick();
        EXPECT_EQ(stage.entity(machine).x, 16) << "it went to Conrad";
        return stage.messages(conrad);
    };
    EXPECT_EQ(hit(6, 50, 0, 79), "79:4");
    EXPECT_EQ(hit(6, 51, 0, 79), "79:4");
    EXPECT_EQ(hit(6, 52, 0, 79), "") << "another room";
    EXPECT_EQ(hit(5, 50, 0, 79), "") << "another level";
    EXPECT_EQ(hit(6, 50, 0x5B, 79), "") << "another record (its second question is true)";
    EXPECT_EQ(hit(6, 50, 0, 78), "") << "another entity";
}

} // namespace
} // namespace rekindle::flashback
