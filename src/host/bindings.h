#pragma once
// Keys, mouse buttons and controller inputs → actions. Built once from a list of actions and the settings;
// the window looks up every key and button in it.

#include "host/settings.h"

namespace rekindle::host {

// A key with the modifiers it needs, as SDL_Keycode; "Left Shift" alone is a key. A mouse button is the key
// -SDL_BUTTON.
struct KeyBinding {
    std::int32_t key = 0;
    bool ctrl = false, alt = false;
    ActionMask actions = 0;
};
// A button (side 0) or one side of an axis (-1, +1) of an SDL game controller.
struct PadBinding {
    int input = 0;
    int side = 0;
    ActionMask actions = 0;
};

class Bindings {
  public:
    // The settings of `section` replace the defaults of the actions they name. An unknown action, key or
    // controller input is an error that names the line.
    static Expected<Bindings> make(std::span<const Action> actions, std::string_view section,
                                   const Settings& settings);

    // Bindings with modifiers go before those without.
    ActionMask key(std::int32_t key, bool ctrl, bool alt) const;
    ActionMask button(int button) const { return pad(button, 0); }
    ActionMask axis(int axis, int side) const { return pad(axis, side); }

  private:
    ActionMask pad(int input, int side) const;
    std::vector<KeyBinding> keys_;
    std::vector<PadBinding> pads_;
};

// One axis as two switches: on beyond the dead zone, off again a little inside it.
class AxisSwitch {
  public:
    explicit AxisSwitch(int dead_zone_percent = 40);
    // value -32768…32767; answers the side that is on now: -1, 0, +1.
    int move(int value);
    int side() const { return side_; }

  private:
    int on_, off_;
    int side_ = 0;
};

} // namespace rekindle::host
