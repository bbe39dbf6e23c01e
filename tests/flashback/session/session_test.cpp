// The steps of the game loop round the tick (engine spec §2.1, §3.1, §3.5), worked out by hand.
#include "flashback/session/session.h"

#include "flashback/world/small_level.h"

namespace rekindle::flashback {
namespace {

using test::SmallLevel;
using Kind = Event::Kind;

// A level whose entity 1 carries out an action once in its second tick.
struct Play {
    Level level;
    Session session;
    Events events;

    explicit Play(std::uint8_t action, std::int16_t argument = 0, int index = 0, bool exit_restarts = false) {
        SmallLevel small(index);
        small.records(2, {Record{.state = 1, .next = 2, .op3 = action, .arg3 = argument},
                          Record{.state = 2, .next = 2}});
        small.add({.node = 2, .p = {0, 0, 0, 0}});
        if (exit_restarts) small.exit_restarts();
        level = small.level();
        begin_session(session, level, events);
    }
    World& world() { return session.world; }
    Next tick(std::uint8_t input = 0) {
        events.clear();
        return run_tick(session, level, input, events);
    }
    Next second_tick(std::uint8_t input = 0) {
        EXPECT_EQ(tick(), Next::tick);
        return tick(input);
    }
};

TEST(Session, BeginsWithTheLevelsMusic) {
    Play play(0x2E);
    EXPECT_EQ(play.events, (Events{{Kind::music, 3}}));
    EXPECT_EQ(play.second_tick(), Next::tick);
}

TEST(Session, ADeathLeadsToTheContinueScreenAndContinuingKeepsTheScore) {
    Play play(0x4F, 1); // death timer 1: the next tick dies
    EXPECT_EQ(play.second_tick(), Next::tick);
    play.world().score = 700;
    play.world().gun_var = 3;
    EXPECT_EQ(play.tick(), Next::continue_screen);
    EXPECT_EQ(play.events, (Events{{Kind::scene, 0x48}}));
    play.events.clear();
    continue_game(play.session, play.level, play.events);
    EXPECT_EQ(play.events, (Events{{Kind::continued, 1}, {Kind::music, 3}}));
    EXPECT_EQ(play.world().score, 700u);
    EXPECT_EQ(play.world().gun_var, 0);
    EXPECT_EQ(play.world().entities[1].state, 1);
    EXPECT_EQ(play.second_tick(), Next::tick) << "the level runs from its start";
}

TEST(Session, WithASnapshotContinuingGoesOnFromIt) {
    Play play(0x69);
    EXPECT_EQ(play.second_tick(), Next::tick);
    play.world().score = 700;
    play.world().entities[conrad].x = 99;
    play.world().death_timer = 1;
    EXPECT_EQ(play.tick(), Next::continue_screen);
    play.events.clear();
    continue_game(play.session, play.level, play.events);
    EXPECT_EQ(play.events, (Events{{Kind::continued, 1}, {Kind::load}}));
    EXPECT_EQ(play.world().score, 0u) << "as it was saved";
    EXPECT_EQ(play.world().entities[conrad].x, 16);
    EXPECT_EQ(play.world().have_save, 1);
}

TEST(Session, AbortingEndsWithTheSceneOfTheEnd) {
    Events events;
    abort_game(events);
    EXPECT_EQ(events, (Events{{Kind::continued, 0}, {Kind::scene, 0x41}}));
}

TEST(Session, ALevelExitNamesTheNextLevelAndDemosStartTheSameOneAgain) {
    Play full(0x84, 3); // level 3 - 1
    EXPECT_EQ(full.second_tick(), Next::level_exit);
    EXPECT_EQ(full.events, (Events{{Kind::level_exit, 2}}));
    EXPECT_EQ(exit_to(full.session, full.level), 2);
    Play demo(0x84, 3, 0, true);
    demo.world().score = 500;
    EXPECT_EQ(demo.second_tick(), Next::level_exit);
    EXPECT_EQ(exit_to(demo.session, demo.level), 0);
    demo.world().blink = 7;
    demo.world().gun_var = 5;
    demo.events.clear();
    enter_level(demo.session, demo.level, demo.events);
    EXPECT_EQ(demo.events, (Events{{Kind::level, 0}, {Kind::music, 3}}));
    EXPECT_EQ(demo.world().level, 0);
    EXPECT_EQ(demo.world().score, 500u) << "kept (§1.6)";
    EXPECT_EQ(demo.world().blink, 7) << "kept";
    EXPECT_EQ(demo.world().gun_var, 0);
}

TEST(Session, ADialogUsesTheInventoryKeyUp) {
    Play play(0x7B, 12);
    give(play.world(), conrad, 1);
    EXPECT_EQ(play.second_tick(key_inventory), Next::dialog);
    EXPECT_EQ(play.world().story, 12);
    close_dialog(play.session);
    EXPECT_EQ(play.world().story, no_story);
    EXPECT_EQ(play.tick(), Next::tick);
}

TEST(Session, TheInventoryOpensOnlyWithSomethingInIt) {
    Play play(0x2E);
    EXPECT_EQ(play.tick(key_inventory), Next::tick) << "nothing is carried";
    give(play.world(), conrad, 1);
    EXPECT_EQ(play.tick(key_inventory), Next::inventory);
    EXPECT_EQ(play.events, (Events{{Kind::sound, 66, 0}}));
    play.events.clear();
    close_inventory(play.session, 1, play.events);
    EXPECT_EQ(play.events, (Events{{Kind::sound, 66, 0}}));
    play.world().entities[conrad].life = 0;
    EXPECT_EQ(play.tick(key_inventory), Next::tick) << "Conrad is dead";
}

TEST(Session, TheEndOfTheGameIsAScene) {
    Play play(0x5A, 0x3D);
    EXPECT_EQ(play.second_tick(), Next::tick);
    EXPECT_EQ(play.tick(), Next::game_end);
    EXPECT_EQ(play.events, (Events{{Kind::scene, 0x3D}, {Kind::scene, 0x49}}));
    EXPECT_EQ(play.world().scene, 0x3D) << "it stays";
}

TEST(Session, AStartPlaceCountsAgainWheneverTheLevelStarts) {
    Play play(0x2E);
    play.session.start = StartPlace{2, 100, 142};
    for (int i = 0; i < 2; ++i) {
        continue_game(play.session, play.level, play.events);
        EXPECT_EQ(play.world().entities[conrad].room, 2);
        EXPECT_EQ(play.world().entities[conrad].x, 100);
        EXPECT_EQ(play.world().view_room, 1) << "the room of the definition (Q1)";
        EXPECT_EQ(play.tick(), Next::tick);
        EXPECT_EQ(play.world().view_room, 2) << "corrected at the end of the first tick";
    }
}

} // namespace
} // namespace rekindle::flashback
