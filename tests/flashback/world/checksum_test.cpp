// Engine spec §14.3: check sums of the whole world after chosen ticks of the demo's recordings.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "base/hash.h"
#include "flashback/data/load_level.h"
#include "flashback/data/recording.h"
#include "flashback/world/start.h"
#include "flashback/world/tick.h"
#include "support/shared.h"

namespace rekindle::flashback {
namespace {

// The byte string of §14.3.
std::uint32_t checksum(const World& w) {
    std::string text =
        fmt::format("{} {} {} {} {} {} {} {} {} {} {} {}\n", w.view_room, w.level, w.score, w.rng, w.blink,
                    w.death_timer, w.death_scene, w.scene, w.story, w.gun_var, w.doors.count, w.cell_count);
    for (int i = 0; i < w.entity_count; ++i) {
        const Entity& e = w.entities[static_cast<std::size_t>(i)];
        text += fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", i, e.state, e.x, e.y,
                            e.frame, e.room, e.life, e.counter, e.cell, e.inv_next, e.inv_head, e.owner,
                            e.sprite, e.flags, e.first, e.room_next, w.is_active(i) ? 1 : 0);
        for (auto m = w.message_head[static_cast<std::size_t>(i)]; m >= 0;
             m = w.messages[static_cast<std::size_t>(m)].next)
            text += fmt::format(" m{},{}", w.messages[static_cast<std::size_t>(m)].sender,
                                w.messages[static_cast<std::size_t>(m)].number);
        text += '\n';
    }
    Bytes bytes(text.begin(), text.end());
    for (std::size_t i = links_size; i < collision_size; ++i)
        bytes.push_back(static_cast<Byte>(w.collision[i]));
    return crc32(bytes);
}

} // namespace

TEST(World, HasTheSpecifiedCheckSumsWhenNothingIsPressed) {
    RK_NEEDS_SHARED();
    const auto data = DataSet::open(test::flashback_demo());
    ASSERT_TRUE(data);
    const auto level = load_level(*data, 0);
    ASSERT_TRUE(level) << level.error().line();
    World world;
    Events events;
    start_level(world, *level, 1, StartKind::new_game);
    const std::map<int, std::uint32_t> expected = {
        {0, 0xBEF1D944},  {1, 0x607CC261},   {2, 0x6D584DD1},   {3, 0xB5706D60},   {10, 0x336187B4},
        {50, 0x136DEC44}, {100, 0x7B17C3A2}, {200, 0x1528FC5D}, {500, 0x25757F91}, {1000, 0x140E3AE0}};
    for (int t = 0; t <= 1000; ++t) {
        step(world, *level, 0, events);
        if (const auto at = expected.find(t); at != expected.end()) {
            EXPECT_EQ(checksum(world), at->second) << "tick " << t;
        }
    }
}

} // namespace rekindle::flashback
