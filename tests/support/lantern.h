#pragma once
// Lantern, the embedded game of our own, as data for tests: a stranger's clone has it too. Programs that use
// this link rk_demo, and rk_flashback_world for LanternRun. What the numbers mean: demo/flashback/lantern,
// and demo::lantern:: in the made lantern_names.h.

#include <gtest/gtest.h>

#include "demo/embedded.h"
#include "flashback/data/load_level.h"
#include "flashback/world/start.h"
#include "flashback/world/tick.h"
#include "lantern_names.h"

namespace rekindle::test {

namespace lantern = demo::lantern;

inline flashback::DataSet lantern_data() {
    auto data = demo::find_embedded("lantern")->open();
    EXPECT_TRUE(data) << data.error().line();
    return data ? *std::move(data) : flashback::DataSet();
}

inline flashback::Level lantern_level() {
    auto level = flashback::load_level(lantern_data(), demo::find_embedded("lantern")->level);
    EXPECT_TRUE(level) << level.error().line();
    return level ? *std::move(level) : flashback::Level();
}

// The level from its start, or with the watchman put somewhere, after its first tick: from now on he looks at
// the keys.
class LanternRun {
  public:
    explicit LanternRun(std::optional<flashback::StartPlace> place = std::nullopt) : level(lantern_level()) {
        flashback::start_level(world, level, 1, flashback::StartKind::new_game, place);
        hold(1);
    }

    // Ticks with the same keys held; the last tick.
    flashback::Tick hold(int ticks, std::uint8_t keys = 0) {
        flashback::Tick last;
        for (int i = 0; i < ticks; ++i) last = flashback::step(world, level, keys, events);
        return last;
    }
    const flashback::Entity& entity(int number) const {
        return world.entities[static_cast<std::size_t>(number)];
    }
    const flashback::Entity& watchman() const { return entity(lantern::entity::watchman); }
    std::int8_t cell(int room, int row, int column) const {
        return world.collision[static_cast<std::size_t>(flashback::grid_at(room, row, column))];
    }

    flashback::Level level;
    flashback::World world;
    flashback::Events events;
};

} // namespace rekindle::test
