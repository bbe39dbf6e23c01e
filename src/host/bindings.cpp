#include "host/bindings.h"

#include <SDL.h>
#include <fmt/format.h>

namespace rekindle::host {

namespace {

bool read_key(std::string_view name, KeyBinding& key) {
    for (bool more = true; more;) {
        more = false;
        for (const auto& [prefix, flag] : {std::pair{"Ctrl+", &key.ctrl}, std::pair{"Alt+", &key.alt}})
            if (name.starts_with(prefix) && name.size() > std::string_view(prefix).size()) {
                *flag = more = true;
                name.remove_prefix(std::string_view(prefix).size());
            }
    }
    for (const auto& [mouse, button] :
         {std::pair{"Mouse Left", SDL_BUTTON_LEFT}, std::pair{"Mouse Middle", SDL_BUTTON_MIDDLE},
          std::pair{"Mouse Right", SDL_BUTTON_RIGHT}})
        if (name == mouse) {
            key.key = -button;
            return true;
        }
    key.key = SDL_GetKeyFromName(std::string(name).c_str());
    return key.key != SDLK_UNKNOWN;
}

bool read_pad(std::string_view name, PadBinding& pad) {
    if (name.ends_with('-') || name.ends_with('+')) {
        pad.side = name.back() == '-' ? -1 : 1;
        pad.input = SDL_GameControllerGetAxisFromString(std::string(name.substr(0, name.size() - 1)).c_str());
        return pad.input != SDL_CONTROLLER_AXIS_INVALID;
    }
    pad.input = SDL_GameControllerGetButtonFromString(std::string(name).c_str());
    return pad.input != SDL_CONTROLLER_BUTTON_INVALID;
}

tl::unexpected<Error> refuse(const Settings& settings, const InputSetting& setting, std::string expected,
                             std::string_view found) {
    return tl::unexpected(Error{.kind = ErrorKind::usage,
                                .file = fmt::format("{}:{}", settings.file, setting.line),
                                .offset = 0,
                                .expected = std::move(expected),
                                .found = fmt::format("'{}'", found),
                                .cure = {}});
}

Expected<void> check_actions(std::span<const Action> actions, std::string_view section,
                             const Settings& settings) {
    std::string names;
    for (const Action& action : actions) names += fmt::format("{}{}", names.empty() ? "" : ", ", action.name);
    for (const InputSetting& setting : settings.inputs) {
        bool known = setting.section != section;
        for (const Action& action : actions) known = known || action.name == setting.action;
        if (!known)
            return refuse(settings, setting, fmt::format("one of {} in [{}]", names, section),
                          setting.action);
    }
    return {};
}

} // namespace

Expected<Bindings> Bindings::make(std::span<const Action> actions, std::string_view section,
                                  const Settings& settings) {
    RK_CHECK(check_actions(actions, section, settings));
    Bindings bindings;
    for (std::size_t bit = 0; bit < actions.size(); ++bit)
        for (const bool pad : {false, true}) {
            const Action& action = actions[bit];
            InputSetting setting{.section = {}, .pad = pad, .action = {}, .names = {}, .line = 0};
            const std::vector<std::string_view>& defaults = pad ? action.pad : action.keys;
            setting.names.assign(defaults.begin(), defaults.end());
            for (const InputSetting& chosen : settings.inputs)
                if (chosen.section == section && chosen.pad == pad && chosen.action == action.name)
                    setting = chosen;
            for (const std::string& name : setting.names) {
                const ActionMask mask = ActionMask{1} << bit;
                KeyBinding key_binding{.key = 0, .ctrl = false, .alt = false, .actions = mask};
                PadBinding pad_binding{.input = 0, .side = 0, .actions = mask};
                if (!pad && read_key(name, key_binding))
                    bindings.keys_.push_back(key_binding);
                else if (pad && read_pad(name, pad_binding))
                    bindings.pads_.push_back(pad_binding);
                else
                    return refuse(settings, setting,
                                  pad ? "an SDL controller name such as \"a\", \"dpup\", \"leftx-\""
                                      : "an SDL key name such as \"Left\", \"Space\", \"Left Shift\"",
                                  name);
            }
        }
    return bindings;
}

ActionMask Bindings::key(std::int32_t key, bool ctrl, bool alt) const {
    ActionMask exact = 0, plain = 0;
    for (const KeyBinding& binding : keys_) {
        if (binding.key != key) continue;
        if (!binding.ctrl && !binding.alt)
            plain |= binding.actions;
        else if (binding.ctrl == ctrl && binding.alt == alt)
            exact |= binding.actions;
    }
    return exact != 0 ? exact : plain;
}

ActionMask Bindings::pad(int input, int side) const {
    ActionMask actions = 0;
    for (const PadBinding& binding : pads_)
        if (binding.input == input && binding.side == side) actions |= binding.actions;
    return actions;
}

AxisSwitch::AxisSwitch(int dead_zone_percent)
    : on_(32767 * dead_zone_percent / 100), off_(32767 * dead_zone_percent * 4 / 500) {}

int AxisSwitch::move(int value) {
    if (value > on_)
        side_ = 1;
    else if (value < -on_)
        side_ = -1;
    else if (side_ * value < off_)
        side_ = 0;
    return side_;
}

} // namespace rekindle::host
