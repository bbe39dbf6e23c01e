#pragma once
// The keys as the game's loops see them: what is held, less what a loop has used up (engine spec §8.3, §10).
// Fed once a sampling, by a player's actions or by a byte of a recording.

#include "flashback/world/world.h"
#include "host/game.h"

namespace rekindle::flashback {

// Order of the game's actions; the first eight are the bits of the input mask.
enum class PlayerAction { up, down, left, right, use, gun, run, inventory, menu, rewind, save, load };
constexpr host::ActionMask action_bit(PlayerAction action) {
    return host::ActionMask{1} << static_cast<unsigned>(action);
}

class Keys {
  public:
    // A key that a loop has used up counts again when it goes down again; inventory and menu key stay until
    // they are used up, however short the press.
    void sample(const host::HostInput& input) {
        const host::ActionMask pressed = input.pressed | (input.held & ~held_before_);
        held_before_ = input.held;
        const auto fresh = static_cast<std::uint8_t>(pressed & 0xFF);
        const auto follow = static_cast<std::uint8_t>(input.held | key_inventory);
        mask_ = static_cast<std::uint8_t>((mask_ | fresh) & follow);
        if ((pressed & action_bit(PlayerAction::menu)) != 0) menu_ = true;
    }
    // A recording says everything anew with every byte.
    void sample(std::uint8_t recorded) { mask_ = recorded; }

    std::uint8_t mask() const { return mask_; }
    bool inventory() const { return (mask_ & key_inventory) != 0; }
    bool menu() const { return menu_; }
    void use_up(std::uint8_t keys) { mask_ = static_cast<std::uint8_t>(mask_ & ~keys); }
    void use_up_menu() { menu_ = false; }
    // A cutscene begins (§3.4).
    void scene() { use_up(key_directions | key_use | key_gun | key_run); }

  private:
    std::uint8_t mask_ = 0;
    bool menu_ = false;
    host::ActionMask held_before_ = 0;
};

} // namespace rekindle::flashback
