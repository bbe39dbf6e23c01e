// The game on Lantern, which a stranger's clone has too.
#include "playing.h"
#include "support/lantern.h"

namespace rekindle::flashback {
using namespace playing;
using Mode = FlashbackGame::Mode;
namespace {

std::unique_ptr<FlashbackGame> open_lantern(GameOptions options = {}) {
    options.level = demo::find_embedded("lantern")->level;
    return open(test::lantern_data(), std::move(options));
}

} // namespace

TEST(LanternGame, ItsRecordingPlaysToItsEnd) {
    const auto game = open_lantern({.demo = std::string(demo::find_embedded("lantern")->recording)});
    hold(*game, 5000);
    EXPECT_EQ(game->finished(), "the recording is over");
}

TEST(LanternGame, ShowsTheCodeLineIn149PicturesWhereItIsAskedFor) { // engine §11.5
    const auto with = open_lantern({.code_line = true}), without = open_lantern();
    int shown = 0;
    for (int tick = 0; tick < 200; ++tick) {
        hold(*with, 1);
        hold(*without, 1);
        shown += picture(*with) != picture(*without);
    }
    EXPECT_EQ(shown, 149);
}

TEST(LanternGame, RewindingGoesBackTickByTickAndPlayGoesOnAsBefore) {
    const auto game = open_lantern();
    hold(*game, 40);
    const World at_40 = game->session().world;
    const std::uint32_t shown = picture(*game);
    hold(*game, 25, key_right);
    const World at_65 = game->session().world;
    ASSERT_NE(at_65.entities[conrad].x, at_40.entities[conrad].x);
    hold(*game, 25, action_bit(PlayerAction::rewind));
    EXPECT_EQ(game->session().world, at_40);
    EXPECT_EQ(picture(*game), shown);
    hold(*game, 25, key_right);
    EXPECT_EQ(game->session().world, at_65);
}

TEST(LanternGame, ASavedGameGoesOnInAnotherProgramRun) {
    const Folder folder;
    const auto game = open_lantern({.saves = folder.path});
    hold(*game, 60, key_right);
    tap(*game, PlayerAction::save);
    const World saved = game->session().world;
    hold(*game, 60, key_left);

    const auto other = open_lantern({.seed = 5, .saves = folder.path});
    hold(*other, 3);
    tap(*other, PlayerAction::load);
    EXPECT_EQ(other->session().world, saved);
    hold(*other, 60, key_left);
    EXPECT_EQ(other->session().world, game->session().world);
    EXPECT_EQ(picture(*other), picture(*game));
}

TEST(LanternGame, ADeathLeadsToTheContinueScreenAndBackToTheStart) {
    const Folder folder;
    const auto before = open_lantern();
    hold(*before, 60, key_right);
    const auto game = changed(test::lantern_data(), folder, *before, [](World& world) {
        world.death_timer = 1;
        world.score = 300;
    });
    hold(*game, 1);
    ASSERT_EQ(game->mode(), Mode::continue_screen);
    tap(*game, key_use);
    EXPECT_EQ(game->mode(), Mode::tick);
    EXPECT_EQ(game->session().world.entities[conrad].x, game->level().entities[conrad].x0);
    EXPECT_EQ(game->session().world.score, 300u);
}

TEST(LanternGame, EscapeOpensTheOptionsAndTheWorldStandsStill) {
    const auto game = open_lantern();
    hold(*game, 20);
    tap(*game, PlayerAction::menu);
    ASSERT_EQ(game->mode(), Mode::options);
    const World before = game->session().world;
    hold(*game, 10);
    EXPECT_EQ(game->session().world, before);
    tap(*game, PlayerAction::menu);
    EXPECT_EQ(game->mode(), Mode::tick);
    EXPECT_EQ(game->finished(), "");
}

} // namespace rekindle::flashback
