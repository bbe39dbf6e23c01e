#pragma once
// A game under a test's hands: keys held and tapped, pictures as check values, and worlds of the test's
// choice.

#include <gtest/gtest.h>

#include <unistd.h>

#include "base/files.h"
#include "base/hash.h"
#include "flashback/game.h"

namespace rekindle::flashback::playing {

struct Folder {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("rekindle-game-" + std::to_string(getpid()));
    ~Folder() { std::filesystem::remove_all(path); }
};

inline std::unique_ptr<FlashbackGame> open(DataSet data, GameOptions options) {
    auto game = FlashbackGame::open(std::move(data), std::move(options));
    EXPECT_TRUE(game) << game.error().line();
    return std::move(game).value_or(nullptr);
}

inline std::uint32_t picture(const FlashbackGame& game) { return crc32(game.frame().indexed->pixels); }
inline std::uint32_t palette(const FlashbackGame& game) {
    Bytes bytes;
    for (const Color color : *game.frame().palette) bytes.insert(bytes.end(), {color.r, color.g, color.b});
    return crc32(bytes);
}

inline void hold(FlashbackGame& game, int steps, host::ActionMask mask = 0) {
    for (int i = 0; i < steps && game.finished().empty(); ++i)
        game.step({.held = mask, .pressed = i == 0 ? mask : 0});
}
inline void tap(FlashbackGame& game, host::ActionMask mask) { game.step({.held = mask, .pressed = mask}); }
inline void tap(FlashbackGame& game, PlayerAction action) { tap(game, action_bit(action)); }

// Another game of the same data in a state of the test's choice, by way of a saved game in the folder.
template <typename Change>
std::unique_ptr<FlashbackGame> changed(DataSet data, const Folder& folder, const FlashbackGame& from,
                                       Change&& change) {
    Moment moment = from.moment();
    change(moment.session.world);
    EXPECT_TRUE(write_file(folder.path / "quick.rks", write_save(moment, from.level())));
    auto game = open(std::move(data), {.level = from.level().index, .saves = folder.path});
    hold(*game, 1);
    tap(*game, PlayerAction::load);
    EXPECT_EQ(game->session().world, moment.session.world);
    return game;
}

} // namespace rekindle::flashback::playing
