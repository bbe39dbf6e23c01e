#include <gtest/gtest.h>

#include "flashback/keys.h"

namespace rekindle::flashback {
namespace {

host::HostInput held(host::ActionMask mask) { return {.held = mask, .pressed = 0}; }
host::HostInput tapped(host::ActionMask mask) { return {.held = mask, .pressed = mask}; }

} // namespace

TEST(Keys, FollowWhatIsHeld) {
    Keys keys;
    keys.sample(held(key_right | key_run));
    EXPECT_EQ(keys.mask(), key_right | key_run);
    keys.sample(held(key_run));
    EXPECT_EQ(keys.mask(), key_run);
    keys.sample(held(0));
    EXPECT_EQ(keys.mask(), 0);
}

TEST(Keys, AUsedUpKeyCountsAgainOnlyWhenItGoesDownAgain) {
    Keys keys;
    keys.sample(held(key_right));
    keys.use_up(key_right);
    keys.sample(held(key_right));
    EXPECT_EQ(keys.mask(), 0);
    keys.sample(tapped(key_right)); // up and down again between two samplings
    EXPECT_EQ(keys.mask(), key_right);
    keys.use_up(key_right);
    keys.sample(held(0));
    keys.sample(held(key_right));
    EXPECT_EQ(keys.mask(), key_right);
}

TEST(Keys, TheInventoryKeyStaysUntilItIsUsedUp) {
    Keys keys;
    keys.sample(tapped(key_inventory));
    keys.sample(held(0));
    EXPECT_TRUE(keys.inventory());
    keys.use_up(key_inventory);
    keys.sample(held(0));
    EXPECT_FALSE(keys.inventory());
}

TEST(Keys, TheMenuKeyStaysUntilItIsUsedUp) {
    Keys keys;
    keys.sample(tapped(action_bit(PlayerAction::menu)));
    keys.sample(held(0));
    EXPECT_TRUE(keys.menu());
    keys.use_up_menu();
    EXPECT_FALSE(keys.menu());
    EXPECT_EQ(keys.mask(), 0);
}

TEST(Keys, AHeldKeyCountsAsReleasedOverACutscene) {
    Keys keys;
    keys.sample(held(key_left | key_gun));
    keys.sample(tapped(key_inventory | key_left | key_gun));
    keys.scene();
    EXPECT_EQ(keys.mask(), key_inventory);
    keys.sample(held(key_left | key_gun));
    EXPECT_EQ(keys.mask(), key_inventory);
}

TEST(Keys, ARecordingSaysEverythingAnew) {
    Keys keys;
    keys.sample(std::uint8_t{key_inventory | key_up});
    keys.sample(std::uint8_t{key_use});
    EXPECT_EQ(keys.mask(), key_use);
    EXPECT_FALSE(keys.inventory());
}

} // namespace rekindle::flashback
