#include "flashback/world/inventory_screen.h"

#include <gtest/gtest.h>

namespace rekindle::flashback {
namespace {

// Conrad carries entities 10, 11, 12, ...
World world_with(int items) {
    World world;
    world.entity_count = 60;
    world.entities[conrad].life = 3;
    std::uint8_t* link = &world.entities[conrad].inv_head;
    for (int i = 0; i < items; ++i) {
        *link = static_cast<std::uint8_t>(10 + i);
        link = &world.entities[*link].inv_next;
    }
    return world;
}

InventoryScreen opened(int items, bool original_order = false) {
    return InventoryScreen::open(world_with(items), original_order).value();
}

TEST(InventoryScreen, OpensOnlyWhileConradLivesAndCarriesSomething) {
    EXPECT_FALSE(InventoryScreen::open(world_with(0)));
    World world = world_with(1);
    EXPECT_TRUE(InventoryScreen::open(world));
    world.entities[conrad].life = 0;
    EXPECT_FALSE(InventoryScreen::open(world));
    world.entities[conrad].life = -1;
    EXPECT_FALSE(InventoryScreen::open(world));
}

TEST(InventoryScreen, TheFirstItemIsHighlightedWhenItOpens) {
    InventoryScreen screen = opened(3);
    EXPECT_EQ(screen.selected(), 10);
    EXPECT_FALSE(screen.step(key_inventory));
    EXPECT_EQ(screen.chosen(), 10);
}

TEST(InventoryScreen, UpGoesToTheNextLinesFirstItemAndDownBack) {
    InventoryScreen screen = opened(10);
    EXPECT_TRUE(screen.arrow_up());
    EXPECT_FALSE(screen.arrow_down());
    screen.step(key_right);
    screen.step(key_up);
    EXPECT_EQ(screen.line(), 1);
    EXPECT_EQ(screen.selected(), 14);
    EXPECT_TRUE(screen.arrow_up());
    EXPECT_TRUE(screen.arrow_down());
    screen.step(key_up);
    EXPECT_EQ(screen.selected(), 18);
    EXPECT_FALSE(screen.arrow_up());
    EXPECT_EQ(screen.item(1), 19);
    EXPECT_EQ(screen.item(2), no_entity) << "ten items: the third line has two";
    screen.step(key_up);
    EXPECT_EQ(screen.selected(), 18) << "no fourth line";
    screen.step(key_down);
    EXPECT_EQ(screen.selected(), 14);
}

TEST(InventoryScreen, TheOriginalsOrderSwapsUpAndDown) {
    InventoryScreen screen = opened(5, true);
    EXPECT_FALSE(screen.arrow_up());
    EXPECT_TRUE(screen.arrow_down());
    screen.step(key_up);
    EXPECT_EQ(screen.line(), 0);
    screen.step(key_down);
    EXPECT_EQ(screen.selected(), 14);
    EXPECT_TRUE(screen.arrow_up());
    EXPECT_FALSE(screen.arrow_down());
}

TEST(InventoryScreen, LeftAndRightStayInTheLine) {
    InventoryScreen screen = opened(6);
    screen.step(key_left);
    EXPECT_EQ(screen.selected(), 10);
    for (int i = 0; i < 5; ++i) screen.step(key_right);
    EXPECT_EQ(screen.selected(), 13) << "the fourth of the line is the last to the right";
    screen.step(key_up);
    screen.step(key_left);
    EXPECT_EQ(screen.selected(), 14) << "not back into the line before";
    screen.step(key_right);
    screen.step(key_right);
    EXPECT_EQ(screen.selected(), 15) << "the last item";
}

TEST(InventoryScreen, OneSampleIsWorkedOffUpDownLeftRight) {
    InventoryScreen screen = opened(7);
    screen.step(key_up | key_right);
    EXPECT_EQ(screen.selected(), 15) << "next line, then one to the right";
    screen.step(key_up | key_down);
    EXPECT_EQ(screen.selected(), 10) << "there is no third line, then back";
    screen.step(key_left | key_right);
    EXPECT_EQ(screen.selected(), 11);
}

TEST(InventoryScreen, ADirectionTogetherWithTheClosingKeyDoesNotCount) { // Q26
    InventoryScreen screen = opened(4);
    screen.step(key_right);
    EXPECT_FALSE(screen.step(key_right | key_inventory));
    EXPECT_EQ(screen.selected(), 12);
    EXPECT_EQ(screen.chosen(), 11);
}

TEST(InventoryScreen, WhatIsSelectedUnderTheScoreViewDoesNotCountUntilTheItemsArePaintedAgain) { // Q26
    InventoryScreen screen = opened(4);
    EXPECT_TRUE(screen.step(key_use));
    EXPECT_TRUE(screen.shows_score());
    screen.step(key_right);
    EXPECT_EQ(screen.chosen(), 10);
    InventoryScreen other = screen;
    EXPECT_FALSE(screen.step(key_inventory));
    EXPECT_EQ(screen.chosen(), 10);
    EXPECT_TRUE(other.step(key_use));
    EXPECT_FALSE(other.shows_score());
    EXPECT_EQ(other.chosen(), 11);
}

TEST(InventoryScreen, At24ItemsItEnds) {
    InventoryScreen screen = opened(30);
    EXPECT_EQ(screen.line_count(), 6);
    for (int i = 0; i < 9; ++i) screen.step(key_up);
    for (int i = 0; i < 9; ++i) screen.step(key_right);
    EXPECT_EQ(screen.selected(), 33);
}

} // namespace
} // namespace rekindle::flashback
