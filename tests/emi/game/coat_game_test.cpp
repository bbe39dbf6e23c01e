// Coat, played: sessions of the emi engine (emi-engine R1-R5, R102, R109; emi-formats §19.1) on real scripts.
#include "base/files.h"
#include "support/coat_player.h"
#include "support/shared.h"

namespace rekindle::test {
namespace {

// From the beginning to "The End".
void win(CoatPlayer& player) {
    player.wait(60);
    player.click_on("tartan", 1.3f);
    ASSERT_TRUE(player.hurry_until([&] { return player.global("met") == 1 && player.idle(); }, 2500));
    ASSERT_TRUE(player.light("lamp_a"));
    ASSERT_TRUE(player.light("lamp_b"));
    ASSERT_TRUE(player.climb());
    ASSERT_TRUE(player.light("lamp_c"));
    player.click_on("lantern", -0.2f);
    ASSERT_TRUE(player.hurry_until([&] { return player.global("has_lantern") == 1 && player.idle(); }, 1500));
    ASSERT_TRUE(player.down());
    player.click_on("tartan", 1.3f);
    ASSERT_TRUE(player.hurry_until([&] { return player.global("coat_won") == 1; }, 2500));
    player.wait(150);
}

std::vector<std::string> shown_texts(const emi::Stage& stage) {
    std::vector<std::string> texts;
    for (const emi::Text& text : stage.texts) texts.push_back(text.text);
    return texts;
}

} // namespace

TEST(CoatGame, BootsWithoutAReport) {
    CoatPlayer player;
    player.wait(120);
    EXPECT_EQ(player.reports, std::vector<std::string>{});
    EXPECT_TRUE(player.game->reports().empty());
    EXPECT_EQ(player.game->stage().set, "emporium.set");
    EXPECT_TRUE(player.game->draws());
}

TEST(CoatGame, CandlesBurnAlthoughNothingThatCannotWalkWearsAShadow) {
    CoatPlayer player;
    player.wait(10);
    int candles = 0;
    for (const emi::Actor& actor : player.game->stage().actors) {
        if (actor.name != "candle") continue;
        ++candles;
        ASSERT_EQ(actor.costumes.size(), 1u);
        EXPECT_TRUE(actor.costumes[0].state.any_playing());
    }
    EXPECT_EQ(candles, 5);
    EXPECT_EQ(actor_named(player.game->stage(), "pim").costumes.size(), 2u); // the shadow too
}

TEST(CoatGame, KeysWalk) {
    CoatPlayer player;
    player.wait(30);
    const glm::vec3 before = player.place("pim");
    player.key("KEY_LEFT", 60);
    EXPECT_LT(player.place("pim").x, before.x - 0.3f);
    EXPECT_FLOAT_EQ(player.place("pim").y, 0);
}

TEST(CoatGame, AClickWalksUpTheStairsAndTheOtherSetupIsShown) {
    CoatPlayer player;
    player.wait(30);
    EXPECT_EQ(player.game->stage().current()->setup, 0u);
    ASSERT_TRUE(player.up_the_stairs());
    player.wait(2);
    EXPECT_NEAR(player.place("pim").y, 1.4f, 0.01f);
    EXPECT_EQ(player.game->stage().current()->setup, 1u);
}

TEST(CoatGame, WhoListensLooksAtWhoSpeaks) {
    CoatPlayer player;
    player.wait(30);
    player.click_on("tartan", 1.3f);
    ASSERT_TRUE(player.until([&] { return player.global("met") == 1; }, 1500));
    player.wait(30);
    const auto texts = shown_texts(player.game->stage());
    EXPECT_TRUE(std::any_of(texts.begin(), texts.end(), [](const std::string& text) {
        return text.find("Welcome to Tartan's Emporium") != std::string::npos;
    })) << texts.size();
    EXPECT_TRUE(actor_named(player.game->stage(), "pim").looking);
}

TEST(CoatGame, IsWonInTwoMinutesAndTheReplayIsTheSameGame) {
    CoatPlayer player;
    win(player);
    if (HasFatalFailure()) return;
    EXPECT_LT(player.played.frames * 16, 120'000u);
    EXPECT_EQ(player.reports, std::vector<std::string>{});

    const auto replay = emi::read_replay(emi::write_replay(player.played), "replay");
    ASSERT_TRUE(replay) << replay.error().line();
    const auto again = coat_game();
    for (std::uint32_t i = 0; i < replay->frames; ++i) again->step(replay->milliseconds, replay->of(i));
    EXPECT_EQ(again->hash(), player.game->hash());
    EXPECT_FLOAT_EQ(again->machine().global("coat_won").number(), 1);
}

TEST(CoatGame, TheCheckedInReplayWins) {
    const auto bytes = read_file(source_dir() / "demo/emi/coat/win.replay");
    ASSERT_TRUE(bytes) << bytes.error().line();
    const auto replay = emi::read_replay(std::string(bytes->begin(), bytes->end()), "win.replay");
    ASSERT_TRUE(replay) << replay.error().line();
    EXPECT_LT(replay->frames * static_cast<std::uint32_t>(replay->milliseconds), 120'000u);
    const auto game = coat_game();
    for (std::uint32_t i = 0; i < replay->frames; ++i) game->step(replay->milliseconds, replay->of(i));
    EXPECT_FLOAT_EQ(game->machine().global("coat_won").number(), 1);
    EXPECT_TRUE(game->reports().empty());
}

// R109: at moments all over the game, a new session goes on as the old one.
TEST(CoatGame, ARestoredGameGoesOnAsTheUninterruptedOne) {
    CoatPlayer player;
    win(player);
    if (HasFatalFailure()) return;
    const emi::Replay& replay = player.played;
    const auto game = coat_game();
    std::unique_ptr<emi::Game> other;
    std::uint32_t other_ends = 0;
    for (std::uint32_t i = 0; i < replay.frames; ++i) {
        if (i % 613 == 200) {
            const auto saved = game->save();
            ASSERT_TRUE(saved) << saved.error().line();
            other = coat_game();
            const auto restored = other->restore(*saved, "save");
            ASSERT_TRUE(restored) << restored.error().line();
            ASSERT_EQ(other->hash(), game->hash()) << "frame " << i;
            other_ends = i + 300;
        }
        game->step(replay.milliseconds, replay.of(i));
        if (other != nullptr && i < other_ends) {
            other->step(replay.milliseconds, replay.of(i));
            ASSERT_EQ(other->hash(), game->hash()) << "frame " << i;
        }
    }
}

TEST(CoatGame, AMomentCanBePutBack) {
    CoatPlayer player;
    player.wait(100);
    const emi::Moment moment = player.game->moment();
    const std::uint64_t hash = player.game->hash();
    player.key("KEY_RIGHT", 50);
    const std::uint64_t later = player.game->hash();
    player.game->go_to(moment);
    EXPECT_EQ(player.game->hash(), hash);
    player.key("KEY_RIGHT", 50);
    EXPECT_EQ(player.game->hash(), later);
}

TEST(CoatGame, DamagedSavesAreRefusedAndChangeNothing) {
    const auto game = coat_game();
    for (int i = 0; i < 50; ++i) game->step(16);
    const auto saved = game->save();
    ASSERT_TRUE(saved) << saved.error().line();
    const std::uint64_t hash = game->hash();
    for (std::size_t size = 0; size < saved->size(); size += 1 + saved->size() / 97) {
        EXPECT_FALSE(game->restore(ByteView(*saved).first(size), "cut")) << size;
        ASSERT_EQ(game->hash(), hash);
    }
    for (std::size_t at = 0; at < saved->size(); at += 1 + saved->size() / 211) {
        Bytes flipped = *saved;
        flipped[at] ^= static_cast<std::uint8_t>(1u << at % 8);
        if (!game->restore(flipped, "flipped")) {
            ASSERT_EQ(game->hash(), hash) << at;
        }
        ASSERT_TRUE(game->restore(*saved, "save"));
    }
}

TEST(CoatGame, AnotherGamesSaveIsRefused) {
    auto files = coat_files();
    Bytes& script = files.at("_system.lua"); // another edition: its chunk twice
    const Bytes once = script;
    script.insert(script.end(), once.begin(), once.end());
    auto other = emi::Game::open(emi::files_of(std::move(files), "other"));
    ASSERT_TRUE(other) << other.error().line();
    const auto saved = coat_game()->save();
    ASSERT_TRUE(saved);
    EXPECT_FALSE((*other)->restore(*saved, "save"));
}

} // namespace rekindle::test
