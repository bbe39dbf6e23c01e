// Lantern plays: what its text says the level does is what the engine does with the files.
#include <gtest/gtest.h>

#include "flashback/data/recording.h"
#include "flashback/session/session.h"
#include "support/lantern.h"

namespace rekindle::test {
namespace {

using namespace flashback;

constexpr StartPlace at(int room, int x, int y) {
    return {static_cast<std::uint8_t>(room), static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)};
}
constexpr int ground = 214, balcony = 142, top = 70;

} // namespace

TEST(Lantern, AStepOfTheWatchmanIsSixteenPixelsInTwelveTicks) {
    LanternRun run;
    run.hold(12, key_right);
    EXPECT_EQ(run.watchman().x, 32 + 16);
    run.hold(1);
    EXPECT_EQ(run.watchman().state, lantern::state::watchman_stand);
    EXPECT_EQ(run.watchman().y, ground);
}

TEST(Lantern, AStepOnceBegunGoesToItsEnd) {
    LanternRun run;
    run.hold(1, key_right);
    run.hold(20);
    EXPECT_EQ(run.watchman().x, 32 + 16);
}

TEST(Lantern, TheWatchmanTurnsBeforeHeWalksBack) {
    LanternRun run;
    ASSERT_TRUE(run.watchman().right());
    run.hold(8, key_left);
    EXPECT_FALSE(run.watchman().right());
    EXPECT_EQ(run.watchman().x, 32);
    run.hold(12, key_left);
    EXPECT_EQ(run.watchman().x, 16);
}

TEST(Lantern, TheEdgeOfTheWorldStopsHim) {
    LanternRun run(at(lantern::room::yard, 16, ground));
    run.hold(100, key_left);
    EXPECT_EQ(run.watchman().x, 0);
    EXPECT_EQ(run.watchman().room, lantern::room::yard);
}

TEST(Lantern, HeClimbsUpAtTheBalconyAndDownOnItsOtherSide) {
    LanternRun run(at(lantern::room::yard, 64, ground));
    run.hold(1, key_up);
    run.hold(40);
    EXPECT_EQ(run.watchman().x, 80);
    EXPECT_EQ(run.watchman().y, balcony);
    run.hold(200, key_right);
    EXPECT_EQ(run.watchman().x, 160) << "where the balcony ends he stops";
    run.hold(1, key_down);
    run.hold(50);
    EXPECT_EQ(run.watchman().x, 176);
    EXPECT_EQ(run.watchman().y, ground);
    EXPECT_FALSE(run.watchman().right()) << "he climbs down with his face to the wall";
}

TEST(Lantern, WhereThereIsNoEdgeUpDoesNothing) {
    LanternRun run(at(lantern::room::yard, 176, ground));
    run.hold(60, key_up);
    EXPECT_EQ(run.watchman().y, ground);
    EXPECT_EQ(run.watchman().state, lantern::state::watchman_stand);
}

TEST(Lantern, AClosedDoorIsAWall) {
    LanternRun run(at(lantern::room::yard, 208, ground));
    run.hold(200, key_right);
    EXPECT_EQ(run.watchman().x, 224);
    EXPECT_EQ(run.watchman().room, lantern::room::yard);
}

TEST(Lantern, TheLeverOpensTheDoorAndClosesItAgain) {
    LanternRun run(at(lantern::room::yard, 208, ground));
    EXPECT_EQ(run.cell(lantern::room::yard, 5, 15), 1);
    run.hold(1, key_use);
    run.hold(40);
    EXPECT_EQ(run.entity(lantern::entity::door_lever).state, lantern::state::lever_on);
    EXPECT_EQ(run.entity(lantern::entity::door).state, lantern::state::door_open);
    EXPECT_EQ(run.cell(lantern::room::yard, 5, 15), 0);
    run.hold(1, key_use);
    run.hold(40);
    EXPECT_EQ(run.entity(lantern::entity::door).state, lantern::state::door_closed);
    EXPECT_EQ(run.cell(lantern::room::yard, 5, 15), 1);
}

TEST(Lantern, ThroughTheOpenDoorHeComesIntoTheTower) {
    LanternRun run(at(lantern::room::yard, 208, ground));
    run.hold(1, key_use);
    run.hold(40);
    run.hold(37, key_right);
    EXPECT_EQ(run.watchman().room, lantern::room::tower);
    EXPECT_EQ(run.world.view_room, lantern::room::tower);
}

TEST(Lantern, TheDoorSleepsUntilItIsTold) {
    LanternRun run(at(lantern::room::yard, 208, ground));
    run.hold(5);
    EXPECT_FALSE(run.entity(lantern::entity::door).awake());
    EXPECT_FALSE(run.world.is_active(lantern::entity::door));
    run.hold(1, key_use);
    run.hold(12);
    EXPECT_TRUE(run.entity(lantern::entity::door).awake());
    run.hold(40);
    EXPECT_FALSE(run.entity(lantern::entity::door).awake()) << "open, it sleeps again";
}

TEST(Lantern, WhatIsInAnotherRoomAwakesWhenItIsSeen) {
    LanternRun run(at(lantern::room::yard, 208, ground));
    run.hold(5);
    EXPECT_FALSE(run.entity(lantern::entity::tower_mine).awake());
    EXPECT_TRUE(run.entity(lantern::entity::yard_mine).awake());
    LanternRun inside(at(lantern::room::tower, 16, ground));
    inside.hold(5);
    EXPECT_TRUE(inside.entity(lantern::entity::tower_mine).awake());
}

TEST(Lantern, TheLiftCarriesTheWatchmanUpAndDown) {
    LanternRun run(at(lantern::room::tower, 64, ground));
    run.hold(3);
    run.hold(1, key_up);
    run.hold(20);
    EXPECT_EQ(run.watchman().owner, lantern::entity::lift);
    EXPECT_EQ(run.watchman().y, run.entity(lantern::entity::lift).y);
    EXPECT_LT(run.watchman().y, ground);
    run.hold(80);
    EXPECT_EQ(run.entity(lantern::entity::lift).y, top);
    EXPECT_EQ(run.watchman().y, top);
    EXPECT_EQ(run.watchman().owner, no_link);
    EXPECT_EQ(run.cell(lantern::room::tower, 2, 4), 1) << "it can be stood on";
    EXPECT_EQ(run.cell(lantern::room::tower, 2, 5), 1);
    run.hold(1, key_down);
    run.hold(100);
    EXPECT_EQ(run.watchman().y, ground);
    EXPECT_EQ(run.cell(lantern::room::tower, 2, 4), 0);
    EXPECT_EQ(run.cell(lantern::room::tower, 2, 5), 0);
}

TEST(Lantern, ALeverCallsTheLift) {
    LanternRun run(at(lantern::room::tower, 112, ground));
    run.hold(3);
    run.hold(1, key_use);
    run.hold(100);
    EXPECT_EQ(run.entity(lantern::entity::lift).y, top);
    run.hold(1, key_use);
    run.hold(100);
    EXPECT_EQ(run.entity(lantern::entity::lift).y, ground);
    EXPECT_EQ(run.watchman().y, ground) << "who did not board stays";
}

TEST(Lantern, TheMineKillsAndTheGameGoesOnFromTheStart) {
    const Level level = lantern_level();
    Session session;
    Events events;
    begin_session(session, level, events);
    const Entity& watchman = session.world.entities[0];
    Next next = Next::tick;
    int ticks = 0;
    for (; ticks < 300 && next == Next::tick; ++ticks) next = run_tick(session, level, key_right, events);
    EXPECT_EQ(next, Next::continue_screen);
    EXPECT_EQ(watchman.life, -1);
    EXPECT_EQ(session.world.entities[lantern::entity::yard_mine].room, room_destroyed);
    // Six steps to the mine's column, then a blast of 16 ticks and a second of 30.
    EXPECT_LT(ticks, 6 * 12 + 16 + 30 + 5);
    continue_game(session, level, events);
    run_tick(session, level, 0, events);
    EXPECT_EQ(watchman.life, 4);
    EXPECT_EQ(watchman.x, 32);
    EXPECT_EQ(watchman.state, lantern::state::watchman_stand);
    EXPECT_EQ(session.world.entities[lantern::entity::yard_mine].room, lantern::room::yard);
}

TEST(Lantern, AboveTheMineHeIsSafe) {
    LanternRun run(at(lantern::room::yard, 128, balcony));
    run.hold(100);
    EXPECT_EQ(run.watchman().life, 4);
    EXPECT_EQ(run.entity(lantern::entity::yard_mine).room, lantern::room::yard);
}

TEST(Lantern, WhatIsTakenLandsInTheInventory) {
    LanternRun run(at(lantern::room::yard, 128, balcony));
    run.hold(3);
    EXPECT_EQ(run.watchman().inv_head, no_link);
    run.hold(1, key_run);
    run.hold(30);
    EXPECT_EQ(run.watchman().inv_head, lantern::entity::tinderbox);
    EXPECT_EQ(run.entity(lantern::entity::tinderbox).room, room_carried);
    EXPECT_EQ(run.entity(lantern::entity::tinderbox).owner, lantern::entity::watchman);
    EXPECT_EQ(run.world.score, 500u);
    const auto inventory = InventoryScreen::open(run.world);
    ASSERT_TRUE(inventory);
    EXPECT_EQ(inventory->selected(), lantern::entity::tinderbox);
}

TEST(Lantern, OnlyOilAndTinderTogetherLightTheLamp) {
    constexpr std::uint8_t oil = lantern::entity::oil, tinderbox = lantern::entity::tinderbox;
    for (const std::vector<std::uint8_t>& items :
         {std::vector<std::uint8_t>{}, {oil}, {tinderbox}, {oil, tinderbox}}) {
        LanternRun run(at(lantern::room::tower, 160, top));
        for (std::size_t i = 0; i < items.size(); ++i) {
            Entity& item = run.world.entities[items[i]];
            item.owner = lantern::entity::watchman;
            (i == 0 ? run.world.entities[0].inv_head : run.world.entities[items[i - 1]].inv_next) = items[i];
        }
        run.hold(1, key_use);
        run.hold(60);
        EXPECT_EQ(run.entity(lantern::entity::lamp).state == lantern::state::lamp_burning, items.size() == 2)
            << items.size() << " items";
        EXPECT_EQ(run.watchman().state, lantern::state::watchman_stand);
    }
}

TEST(Lantern, TheParapetKeepsHimFromClimbingToTheOilFromBelow) {
    LanternRun run(at(lantern::room::tower, 144, ground));
    run.hold(60, key_up);
    EXPECT_EQ(run.watchman().y, ground);
}

TEST(Lantern, ItsRecordingLightsTheLampAndThenTheLevelBeginsAgain) {
    const DataSet data = lantern_data();
    const Level level = lantern_level();
    const demo::EmbeddedGame& game = *demo::find_embedded("lantern");
    const DemoStart* start = find_demo(game.recording);
    ASSERT_NE(start, nullptr);
    EXPECT_EQ(start->level, game.level);
    const auto recording = data.load(game.recording, read_recording);
    ASSERT_TRUE(recording);

    Session session;
    session.start = StartPlace{};
    Events events;
    begin_session(session, level, events);
    bool opened = false;
    const Bytes& samples = recording->samples;
    for (std::size_t i = start->first_sample; i < samples.size(); ++i) {
        const Next next = run_tick(session, level, samples[i], events);
        if (next == Next::inventory) {
            opened = true;
            while (++i < samples.size() && (samples[i] & recorded::inventory) == 0) {
            }
            close_inventory(session, session.world.entities[0].inv_head, events);
        } else {
            ASSERT_EQ(next, Next::tick) << "sample " << i;
        }
    }
    EXPECT_TRUE(opened);
    EXPECT_EQ(session.world.score, 6000u);
    EXPECT_EQ(session.world.entities[lantern::entity::lamp].state, lantern::state::lamp_burning);
    EXPECT_EQ(session.world.view_room, lantern::room::tower);

    Next next = Next::tick;
    for (int i = 0; i < 200 && next == Next::tick; ++i) next = run_tick(session, level, 0, events);
    ASSERT_EQ(next, Next::level_exit);
    EXPECT_EQ(exit_to(session, level), level.index);
}

TEST(Lantern, AnyKeysAtAllLeadToNoPlaceOutsideItsTwoRooms) {
    LanternRun run;
    std::uint32_t seed = 1;
    for (int i = 0; i < 20000; ++i) {
        seed = seed * 1664525 + 1013904223;
        const Tick tick =
            run.hold(1 + static_cast<int>(seed >> 28), static_cast<std::uint8_t>(seed >> 20 & 0x7F));
        if (tick.end == TickEnd::died || tick.end == TickEnd::level_exit)
            start_level(run.world, run.level, 1, StartKind::continued);
        const int room = run.watchman().room;
        ASSERT_TRUE(room == lantern::room::yard || room == lantern::room::tower) << "after " << i;
    }
}

} // namespace rekindle::test
