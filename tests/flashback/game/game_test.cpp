// The game on the real demo, against the oracle's pictures and the specification's check values.
#include <fmt/format.h>

#include "base/zstd.h"
#include "playing.h"
#include "support/flashback_demo.h"

namespace rekindle::flashback {
using namespace playing;
namespace {

using Mode = FlashbackGame::Mode;

std::unique_ptr<FlashbackGame> open(GameOptions options = {}) {
    return playing::open(test::demo_data(), std::move(options));
}
template <typename Change>
std::unique_ptr<FlashbackGame> changed(const Folder& folder, const FlashbackGame& from, Change&& change) {
    return playing::changed(test::demo_data(), folder, from, std::forward<Change>(change));
}

// Pictures of a tick as the trace tells them: that of the tick, or those of the inventory that opened on it.
struct TickPictures {
    std::vector<std::uint32_t> pictures;
    std::uint32_t palette = 0;
};
std::vector<TickPictures> pictures_of_trace(std::string_view scenario) {
    const auto path =
        *test::shared_dir() / "oracle/flashback/scenarios" / fmt::format("{}.trace.zst", scenario);
    const Bytes bytes = zstd_decompress(test::must_read(path), "trace").value();
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    std::vector<TickPictures> ticks;
    std::uint32_t drawn = 0;
    const auto hex = [](std::string_view word) {
        return static_cast<std::uint32_t>(std::stoul(std::string(word), nullptr, 16));
    };
    for (std::size_t end; !text.empty(); text.remove_prefix(end + 1)) {
        end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        if (line.starts_with("T ")) ticks.emplace_back();
        if (line.starts_with("x inventory"))
            ticks.back().pictures.push_back(hex(line.substr(line.size() - 8)));
        if (!line.starts_with("f ")) continue;
        drawn = hex(line.substr(2, 8));
        ticks.back().palette = hex(line.substr(11, 8));
        if (ticks.back().pictures.empty()) ticks.back().pictures.push_back(drawn);
    }
    ticks.erase(ticks.begin()); // T 0
    return ticks;
}

} // namespace

class Recordings : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Recordings, ShowEveryPictureOfTheOriginal) {
    RK_NEEDS_SHARED();
    const auto [demo, scenario] = GetParam();
    const auto ticks = pictures_of_trace(scenario);
    const auto game = open({.demo = demo});
    std::size_t number = 0;
    for (const TickPictures& tick : ticks) {
        ++number;
        std::vector<std::uint32_t> shown;
        do {
            ASSERT_EQ(game->finished(), "") << "in tick " << number;
            game->step({});
            if (shown.empty() || shown.back() != picture(*game)) shown.push_back(picture(*game));
        } while (game->mode() != Mode::tick && game->finished().empty());
        if (tick.pictures.empty()) continue; // nothing was drawn
        ASSERT_EQ(shown, tick.pictures) << "tick " << number;
        ASSERT_EQ(palette(*game), tick.palette) << "tick " << number;
    }
    EXPECT_EQ(game->finished(), "the recording is over");
}

INSTANTIATE_TEST_SUITE_P(Demo, Recordings,
                         ::testing::Values(std::pair{"demo1", "level1_demo1"},
                                           std::pair{"demo3", "level3_demo3"},
                                           std::pair{"demo51", "level5_demo51"}),
                         [](const auto& info) { return std::string(info.param.first); });

TEST(Game, AsksForAStepOfEachLoopsOwnLength) {
    RK_NEEDS_SHARED();
    const Folder folder;
    const auto game = open();
    EXPECT_EQ(game->rate(), (host::StepRate{30, 1}));
    hold(*game, 40);
    tap(*game, PlayerAction::inventory);
    EXPECT_EQ(game->mode(), Mode::inventory);
    EXPECT_EQ(game->rate(), host::step_every(80));
    const auto dead = changed(folder, *game, [](World& world) { world.death_timer = 1; });
    hold(*dead, 1);
    EXPECT_EQ(dead->mode(), Mode::continue_screen);
    EXPECT_EQ(dead->rate(), host::step_every(100));
}

TEST(Game, TheWorldStandsStillWhileTheInventoryIsOpen) {
    RK_NEEDS_SHARED();
    const auto game = open();
    hold(*game, 40);
    tap(*game, PlayerAction::inventory);
    const World before = game->session().world;
    const std::uint8_t first = before.entities[conrad].inv_head;
    hold(*game, 10, key_right); // a held key moves once
    EXPECT_EQ(game->mode(), Mode::inventory);
    EXPECT_EQ(game->session().world, before);
    tap(*game, PlayerAction::inventory);
    EXPECT_EQ(game->mode(), Mode::tick);
    EXPECT_EQ(game->session().world.entities[conrad].inv_head, before.entities[first].inv_next);
    hold(*game, 1);
    EXPECT_EQ(game->mode(), Mode::tick) << "the closing key opened it again";
}

// Check values of engine spec §11.8 on the picture of level1_idle, tick 5.
TEST(Game, OptionsOpenOnTheTicksPictureAndGoRound) {
    RK_NEEDS_SHARED();
    const auto game = open();
    hold(*game, 4);
    tap(*game, PlayerAction::menu);
    ASSERT_EQ(game->mode(), Mode::options);
    EXPECT_EQ(picture(*game), 0xf33036aau);
    tap(*game, key_down);
    EXPECT_EQ(picture(*game), 0xb012d779u);
    tap(*game, key_down | key_right);
    EXPECT_EQ(picture(*game), 0x2ce6dce1u);
    hold(*game, 5, key_left); // once: slot 1; the slot doesn't go below it
    tap(*game, key_left);
    tap(*game, key_up);
    EXPECT_EQ(picture(*game), 0xb012d779u);
    tap(*game, key_up);
    const World before = game->session().world;
    tap(*game, PlayerAction::menu);
    EXPECT_EQ(game->mode(), Mode::tick);
    EXPECT_EQ(game->finished(), "");
    EXPECT_EQ(game->session().world, before);
}

TEST(Game, OptionsLeftWithAbortHighlightedEndTheGameEvenByEscape) {
    RK_NEEDS_SHARED();
    for (const host::ActionMask how : {host::ActionMask{key_use}, action_bit(PlayerAction::menu)}) {
        const auto game = open();
        hold(*game, 4);
        tap(*game, PlayerAction::menu);
        tap(*game, key_down);
        tap(*game, how);
        EXPECT_EQ(game->finished(), "given up");
    }
}

// Check values of engine spec §11.7: text 2 with icon 6 on the same picture.
TEST(Game, ADialogTurnsItsPagesWithTheInventoryKey) {
    RK_NEEDS_SHARED();
    const Folder folder;
    const auto before = open();
    hold(*before, 4);
    const auto game = changed(folder, *before, [](World& world) {
        world.story = 2;
        world.story_icon = 6;
    });
    hold(*game, 1);
    ASSERT_EQ(game->mode(), Mode::dialog);
    EXPECT_EQ(game->rate(), host::step_every(80));
    const World talking = game->session().world;
    for (const std::uint32_t page : {0x84de3069u, 0xf624c85bu, 0xf81cf7ceu, 0x03ba599cu, 0x876aab96u,
                                     0x55e31bb4u, 0xa58ffed5u, 0xdb0ee821u}) {
        EXPECT_EQ(picture(*game), page);
        hold(*game, 3);
        EXPECT_EQ(picture(*game), page) << "turned by itself";
        tap(*game, PlayerAction::inventory);
    }
    EXPECT_EQ(game->mode(), Mode::tick);
    EXPECT_EQ(game->session().world.story, no_story);
    EXPECT_EQ(game->session().world.entities, talking.entities);
    hold(*game, 1);
    EXPECT_EQ(game->mode(), Mode::tick) << "the last page's key opened the inventory";
}

TEST(Game, AnInventoryKeyThatIsDownLeavesTheFirstPageAtOnce) {
    RK_NEEDS_SHARED();
    const Folder folder;
    const auto before = open();
    hold(*before, 4);
    const auto game = changed(folder, *before, [](World& world) {
        world.story = 2;
        world.story_icon = 6;
    });
    tap(*game, PlayerAction::inventory);
    EXPECT_EQ(picture(*game), 0xf624c85bu);
}

// Check values of engine spec §11.8, with the tick's picture in place of scene 0x48.
TEST(Game, TheContinueScreenCountsDownAndContinuesFromTheStartOfTheLevel) {
    RK_NEEDS_SHARED();
    const Folder folder;
    const auto before = open();
    hold(*before, 5);
    ASSERT_EQ(picture(*before), 0xbe6a5629u);
    const auto game = changed(folder, *before, [](World& world) { world.death_timer = 1; });
    hold(*game, 1);
    ASSERT_EQ(game->mode(), Mode::continue_screen);
    EXPECT_EQ(picture(*game), 0x69110c45u);
    EXPECT_EQ((*game->frame().palette)[pulsing_color], (Color{255, 0, 0}));
    hold(*game, 4);
    EXPECT_EQ((*game->frame().palette)[pulsing_color], (Color{255, 32, 32})); // 0 8 16 24 32
    tap(*game, key_down);
    hold(*game, 1); // remaining 94: the picture shows the choice of the pass before
    tap(*game, key_up);
    hold(*game, 100 - 7 - 5);
    EXPECT_EQ(picture(*game), 0x812313d8u);
    tap(*game, key_use);
    EXPECT_EQ(game->mode(), Mode::tick);
    EXPECT_EQ(game->finished(), "");
    const World& world = game->session().world;
    EXPECT_EQ(world.entities[conrad].state, before->level().entities[conrad].state0);
    EXPECT_EQ(world.death_timer, 0);
}

TEST(Game, TheContinueScreenGivesUpWhenItsTimeIsOver) {
    RK_NEEDS_SHARED();
    const Folder folder;
    const auto before = open();
    hold(*before, 5);
    const auto game = changed(folder, *before, [](World& world) { world.death_timer = 1; });
    hold(*game, 1 + 100);
    EXPECT_EQ(game->finished(), "") << "pass 101 of 101";
    hold(*game, 1);
    EXPECT_EQ(game->finished(), "the time to continue was over");
}

TEST(Game, TheContinueScreenGivesUpOnAbort) {
    RK_NEEDS_SHARED();
    const Folder folder;
    const auto before = open();
    hold(*before, 5);
    const auto game = changed(folder, *before, [](World& world) { world.death_timer = 1; });
    hold(*game, 1 + 4);
    tap(*game, key_down); // pass with 95 remaining, still shown with CONTINUE
    hold(*game, 100 - 5 - 5);
    EXPECT_EQ(picture(*game), 0xd40144c3u);
    tap(*game, key_use);
    EXPECT_EQ(game->finished(), "given up");
}

TEST(Game, AfterADeathTheInLevelSaveIsPreferredAndTheScoreComesFromIt) {
    RK_NEEDS_SHARED();
    const Folder folder;
    const auto before = open();
    hold(*before, 60);
    const auto game = changed(folder, *before, [](World& world) {
        world.score = 500;
        take_snapshot(world);
        world.have_save = 1;
        world.score = 700;
        world.entities[conrad].x = 100;
        world.death_timer = 1;
    });
    hold(*game, 1);
    tap(*game, key_use);
    EXPECT_EQ(game->mode(), Mode::tick);
    EXPECT_EQ(game->session().world.score, 500u);
    EXPECT_EQ(game->session().world.entities[conrad].x, before->session().world.entities[conrad].x);
    EXPECT_EQ(game->session().world.have_save, 1);
}

TEST(Game, TheEndShowsTheFinalScoreUntilTheUseKey) {
    RK_NEEDS_SHARED();
    const Folder folder;
    const auto before = open();
    hold(*before, 5);
    const auto game = changed(folder, *before, [](World& world) { world.scene = 0x3D; });
    hold(*game, 1);
    ASSERT_EQ(game->mode(), Mode::final_score);
    EXPECT_EQ(picture(*game), 0x5d94b550u);
    hold(*game, 20);
    EXPECT_EQ(game->finished(), "");
    tap(*game, key_use);
    EXPECT_EQ(game->finished(), "the game is won");
}

TEST(Game, RewindingGoesBackTickByTickAndPlayGoesOnAsBefore) {
    RK_NEEDS_SHARED();
    const auto game = open();
    hold(*game, 40);
    const World at_40 = game->session().world;
    const std::uint32_t shown = picture(*game);
    hold(*game, 25, key_right);
    const World at_65 = game->session().world;
    hold(*game, 25, action_bit(PlayerAction::rewind));
    EXPECT_EQ(game->session().world, at_40);
    EXPECT_EQ(picture(*game), shown);
    hold(*game, 25, key_right);
    EXPECT_EQ(game->session().world, at_65);
    hold(*game, 1000, action_bit(PlayerAction::rewind)); // as far as it goes
    EXPECT_EQ(game->finished(), "");
}

TEST(Game, RewindingUndoesADeath) {
    RK_NEEDS_SHARED();
    const Folder folder;
    const auto before = open();
    hold(*before, 40);
    const auto game = changed(folder, *before, [](World& world) { world.death_timer = 3; });
    const World alive = game->session().world;
    hold(*game, 3 + 5);
    ASSERT_EQ(game->mode(), Mode::continue_screen);
    hold(*game, 3, action_bit(PlayerAction::rewind));
    EXPECT_EQ(game->mode(), Mode::tick);
    EXPECT_EQ(game->session().world, alive);
}

TEST(Game, ASavedGameGoesOnInAnotherProgramRunAsIfNothingHadHappened) {
    RK_NEEDS_SHARED();
    const Folder folder;
    const auto game = open({.level = 2, .seed = 77, .saves = folder.path});
    hold(*game, 50);
    hold(*game, 30, key_right);
    tap(*game, PlayerAction::save);
    const World saved = game->session().world;
    hold(*game, 60, key_left | key_run);
    const World later = game->session().world;

    const auto other = open({.level = 0, .seed = 1, .saves = folder.path});
    hold(*other, 3);
    tap(*other, PlayerAction::load); // another level than the one that runs
    EXPECT_EQ(other->session().world, saved);
    EXPECT_EQ(other->level().index, 2);
    hold(*other, 60, key_left | key_run);
    EXPECT_EQ(other->session().world, later);
    EXPECT_EQ(picture(*other), picture(*game));
    EXPECT_EQ(palette(*other), palette(*game));
}

TEST(Game, TheOptionsPanelSavesIntoItsSlots) {
    RK_NEEDS_SHARED();
    const Folder folder;
    const auto game = open({.saves = folder.path});
    hold(*game, 50);
    tap(*game, PlayerAction::menu);
    tap(*game, key_up | key_right);
    tap(*game, key_use);
    EXPECT_TRUE(std::filesystem::exists(folder.path / "slot_02.rks"));
    const World saved = game->session().world;
    hold(*game, 30, key_right);
    tap(*game, PlayerAction::menu);
    tap(*game, key_down);
    tap(*game, key_down | key_right);
    tap(*game, key_use);
    EXPECT_EQ(game->session().world, saved);
}

TEST(Game, ALoadThatFailsChangesNothing) {
    RK_NEEDS_SHARED();
    const Folder folder;
    const auto game = open({.saves = folder.path});
    hold(*game, 10);
    ASSERT_TRUE(write_file(folder.path / "quick.rks", "not a saved game"));
    const auto events =
        game->step({.held = action_bit(PlayerAction::load), .pressed = action_bit(PlayerAction::load)});
    ASSERT_FALSE(events.empty());
    EXPECT_TRUE(events.back().text.starts_with("not loaded: ")) << events.back().text;
    EXPECT_EQ(game->finished(), "");
}

TEST(Game, ARecordingIsNotSavedNorRewoundAndIsLeftByTheMenuKey) {
    RK_NEEDS_SHARED();
    const Folder folder;
    const auto game = open({.demo = "demo1", .saves = folder.path});
    hold(*game, 30);
    hold(*game, 3, action_bit(PlayerAction::rewind) | action_bit(PlayerAction::save));
    EXPECT_FALSE(std::filesystem::exists(folder.path));
    const auto untouched = open({.demo = "demo1"});
    hold(*untouched, 33);
    EXPECT_EQ(game->session().world, untouched->session().world);
    tap(*game, PlayerAction::menu);
    EXPECT_EQ(game->finished(), "the recording was left");
}

TEST(Game, NamesWhatIsMissing) {
    RK_NEEDS_SHARED();
    const auto level = FlashbackGame::open(test::demo_data(), {.level = 3});
    ASSERT_FALSE(level);
    EXPECT_EQ(exit_code(level.error().kind), 4);
    const auto demo = FlashbackGame::open(test::demo_data(), {.demo = "demo9"});
    ASSERT_FALSE(demo);
    EXPECT_EQ(exit_code(demo.error().kind), 2);
}

} // namespace rekindle::flashback
