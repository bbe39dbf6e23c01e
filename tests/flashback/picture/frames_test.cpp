// Every picture of the oracle, drawn from the recorded states: independent of our tick.
#include <gtest/gtest.h>

#include <functional>

#include "base/hash.h"
#include "base/zstd.h"
#include "flashback/data/levels.h"
#include "flashback/picture/frame.h"
#include "flashback/picture/levels_for_tests.h"
#include "flashback/picture/trace_replay.h"
#include "flashback/world/turn.h"
#include "support/shared.h"

namespace rekindle::flashback {
namespace {

// The tick's HUD (§11.3, §11.5) worked out from the state before and after it.
Hud hud_of(const test::ReplayedTick& tick, const Level& level) {
    Hud hud;
    const World& world = *tick.world;
    // Counted down after drawing; 0 both before and after stays 0.
    hud.blink = world.blink != 0 ? static_cast<std::uint8_t>(world.blink + 1) : tick.before->blink == 1;
    hud.monster_node = tick.before->monster_node;
    hud.monster_set = tick.before->monster_set;
    Touched found = touched_icon(world, level, conrad, 3, 0xFF, 0xFF);
    if (found.icon == 0) found = touched_icon(world, level, found.last, 0xFF, 5, 9);
    if (static_cast<std::int8_t>(found.icon) > 0) {
        hud.touched = found.last;
        hud.touched_icon = static_cast<std::uint8_t>(found.icon - 1);
        hud.saved = hud.touched_icon == 2 && world.saved_note != 0;
    }
    return hud;
}

bool opened_inventory(const test::ReplayedTick& tick) {
    return std::any_of(tick.events.begin(), tick.events.end(),
                       [](const std::string& event) { return event.starts_with("inventory"); });
}

std::uint32_t crc_of(const Palette& palette) {
    Bytes bytes;
    for (const Color& color : palette) bytes.insert(bytes.end(), {color.r, color.g, color.b});
    return crc32(bytes);
}

class Scenario : public testing::TestWithParam<std::string> {};

TEST_P(Scenario, IsDrawnWithoutADifferentPixel) {
    RK_NEEDS_SHARED();
    test::Trace trace(GetParam());
    const test::TestLevel& level = test::test_level(trace.header().level);
    Frame frame(level.pictures);
    int drawn = 0, wrong = 0, cells_wrong = 0, palettes_wrong = 0, first = -1;
    trace.replay(level.level, [&](const test::ReplayedTick& tick) {
        if (!tick.drawn) return;
        ++drawn;
        cells_wrong += test::cells_crc(*tick.world) != tick.cells_crc;
        World world = *tick.world;
        // The inventory of the same tick comes after drawing and may put another item first.
        if (opened_inventory(tick)) world.entities[conrad].inv_head = tick.before->entities[conrad].inv_head;
        frame.draw(world, level.level, hud_of(tick, level.level));
        const bool different = crc32(frame.pixels()) != tick.picture_crc;
        if (different && first < 0) first = tick.number;
        wrong += different;
        palettes_wrong += crc_of(frame.palette()) != tick.palette_crc;
    });
    EXPECT_GT(drawn, 100);
    EXPECT_EQ(cells_wrong, 0) << "the helper's cells";
    EXPECT_EQ(wrong, 0) << "of " << drawn << " pictures, first at tick " << first;
    EXPECT_EQ(palettes_wrong, 0) << "of " << drawn << " palettes";
}

// Draws one tick of a scenario with a change.
std::uint32_t crc_of_tick(const std::string& scenario, int number, const std::function<void(Hud&)>& change,
                          DrawOptions options = {}) {
    test::Trace trace(scenario);
    const test::TestLevel& level = test::test_level(trace.header().level);
    Frame frame(level.pictures);
    std::uint32_t crc = 0;
    trace.replay(level.level, [&](const test::ReplayedTick& tick) {
        if (!tick.drawn || tick.number > number) return;
        Hud hud = hud_of(tick, level.level);
        change(hud);
        frame.draw(*tick.world, level.level, hud, options);
        crc = crc32(frame.pixels());
    });
    return crc;
}

TEST(Hud, HasItsCheckValues) {
    RK_NEEDS_SHARED();
    const auto nothing = [](Hud&) {};
    EXPECT_EQ(crc_of_tick("level1_demo1", 495, nothing), 0xbbcd9eccu);
    EXPECT_EQ(crc_of_tick("level1_demo1", 495, [](Hud& hud) { hud.saved = hud.touched != no_entity; }),
              0xcccc3587u);
    EXPECT_EQ(crc_of_tick("level1_idle", 5, nothing), 0xbe6a5629u);
    EXPECT_EQ(crc_of_tick("level1_idle", 5, nothing, {.code_line = true}), 0x2c6884f7u);
}

std::vector<std::string> scenarios() {
    return test::shared_dir() ? test::all_scenarios() : std::vector<std::string>{"none"};
}
INSTANTIATE_TEST_SUITE_P(Oracle, Scenario, testing::ValuesIn(scenarios()),
                         [](const auto& info) { return info.param; });

} // namespace
} // namespace rekindle::flashback
