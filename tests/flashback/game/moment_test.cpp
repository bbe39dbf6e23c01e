#include <gtest/gtest.h>

#include <random>

#include "base/zstd.h"
#include "flashback/data/load_level.h"
#include "flashback/moment.h"
#include "support/damage.h"
#include "support/flashback_demo.h"

namespace rekindle::flashback {
namespace {

const Level& level() {
    static const Level level = load_level(test::demo_data(), 0).value();
    return level;
}

Moment played(int ticks) {
    Moment moment;
    moment.session.start = StartPlace{.room = 0x33, .x = 0x60, .y = 0x46};
    Events events;
    begin_session(moment.session, level(), events);
    for (int i = 0; i < ticks; ++i)
        run_tick(moment.session, level(), i % 40 < 20 ? key_right : key_left, events);
    moment.latches = {3, 4};
    return moment;
}

} // namespace

TEST(SavedGame, ReadsWhatItWrites) {
    RK_NEEDS_SHARED();
    Moment moment = played(200);
    take_snapshot(moment.session.world);
    moment.session.world.have_save = 1;
    const Bytes bytes = write_save(moment, level());
    EXPECT_EQ(level_of_save(bytes, "s").value(), 0);
    EXPECT_EQ(read_save(bytes, "s", level()).value(), moment);
    EXPECT_EQ(write_save(read_save(bytes, "s", level()).value(), level()), bytes);
    EXPECT_LT(bytes.size(), 16384u);
}

TEST(SavedGame, OfOtherDataIsRefused) {
    RK_NEEDS_SHARED();
    const Bytes bytes = write_save(played(5), level());
    Level other = level();
    other.hash ^= 1;
    const auto moment = read_save(bytes, "s", other);
    ASSERT_FALSE(moment);
    EXPECT_EQ(moment.error().expected, "a game of these data files");
}

TEST(SavedGame, DamagedIsAnErrorAndNoCrash) {
    RK_NEEDS_SHARED();
    const Moment moment = played(100);
    const Bytes good = write_save(moment, level());
    const Bytes plain = zstd_decompress(good, "s").value();
    // Some bits of a zstd frame's head don't change what it holds.
    const auto load = [&](const Bytes& bytes) {
        const auto loaded = read_save(bytes, "s", level());
        EXPECT_TRUE(!loaded || *loaded == moment);
    };
    test::for_each_truncation(good, load);
    test::for_each_bit_flip(good, load);
    // Inside, behind zstd: the check sum.
    test::for_each_truncation(plain, [&](const Bytes& bytes) { load(zstd_compress(bytes, 1)); });
}

// A save whose check sum is right but whose world makes no sense: refused, or it can be played.
TEST(SavedGame, AnyWorldThatIsAcceptedCanBePlayed) {
    RK_NEEDS_SHARED();
    std::mt19937 random(
        7 + static_cast<unsigned>(testing::UnitTest::GetInstance()->random_seed())); // --gtest_shuffle
    const Moment good = played(100);
    int accepted = 0, refused = 0;
    for (int round = 0; round < 1500; ++round) {
        Moment bad = good;
        auto* bytes = reinterpret_cast<Byte*>(&bad.session.world);
        for (int i = 0; i < 3; ++i) bytes[random() % sizeof(World)] = static_cast<Byte>(random());
        const auto moment = read_save(write_save(bad, level()), "s", level());
        if (!moment) {
            ++refused;
            continue;
        }
        ++accepted;
        Session session = moment->session;
        Events events;
        for (int tick = 0; tick < 25; ++tick) {
            const Next next = run_tick(session, level(), tick % 8 < 4 ? key_right : key_use, events);
            if (next == Next::level_exit || next == Next::game_end) break;
            if (next == Next::dialog) close_dialog(session);
            if (next == Next::continue_screen) continue_game(session, level(), events);
            events.clear();
        }
    }
    EXPECT_GT(accepted, 100);
    EXPECT_GT(refused, 100);
}

TEST(SavedGame, AnEntityInAStateWithoutAnimationIsNamed) {
    RK_NEEDS_SHARED();
    Moment moment = played(10);
    moment.session.world.entities[conrad].state = 0xFFFF;
    const auto loaded = read_save(write_save(moment, level()), "s", level());
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().found, "entity 0 of state 65535");
}

TEST(Rewind, KeepsTheNewestAndDropsTheOldest) {
    Rewind rewind(3);
    for (std::uint32_t i = 1; i <= 5; ++i) {
        Moment moment;
        moment.session.world.score = i;
        rewind.keep(moment);
    }
    EXPECT_EQ(rewind.size(), 3u);
    for (const std::uint32_t score : {5u, 4u, 3u}) EXPECT_EQ(rewind.back()->session.world.score, score);
    EXPECT_FALSE(rewind.back().has_value());
}

} // namespace rekindle::flashback
