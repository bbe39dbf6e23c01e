// Names of the host's keys, buttons and axes → names of `system.controls`.
#include <algorithm>
#include <utility>

#include "emi/play/scene_game.h"

namespace rekindle::emi {
namespace {

using Name = std::pair<std::string_view, std::string_view>;

// Keys that aren't called alike.
constexpr Name keys[] = {
    {"Escape", "ESCAPE"},
    {"-", "MINUS"},
    {"=", "EQUALS"},
    {"Backspace", "BACK"},
    {"Tab", "TAB"},
    {"[", "LBRACKET"},
    {"]", "RBRACKET"},
    {"Return", "RETURN"},
    {"Left Ctrl", "LCONTROL"},
    {"Right Ctrl", "RCONTROL"},
    {";", "SEMICOLON"},
    {"'", "APOSTROPHE"},
    {"`", "GRAVE"},
    {"Left Shift", "LSHIFT"},
    {"Right Shift", "RSHIFT"},
    {"\\", "BACKSLASH"},
    {",", "COMMA"},
    {".", "PERIOD"},
    {"/", "SLASH"},
    {"Left Alt", "LMENU"},
    {"Right Alt", "RMENU"},
    {"Space", "SPACE"},
    {"CapsLock", "CAPITAL"},
    {"Numlock", "NUMLOCK"},
    {"ScrollLock", "SCROLL"},
    {"Keypad 0", "NUMPAD0"},
    {"Keypad 1", "NUMPAD1"},
    {"Keypad 2", "NUMPAD2"},
    {"Keypad 3", "NUMPAD3"},
    {"Keypad 4", "NUMPAD4"},
    {"Keypad 5", "NUMPAD5"},
    {"Keypad 6", "NUMPAD6"},
    {"Keypad 7", "NUMPAD7"},
    {"Keypad 8", "NUMPAD8"},
    {"Keypad 9", "NUMPAD9"},
    {"Keypad -", "SUBTRACT"},
    {"Keypad +", "ADD"},
    {"Keypad .", "DECIMAL"},
    {"Keypad /", "DIVIDE"},
    {"Keypad *", "MULTIPLY"},
    {"Keypad Enter", "NUMPADENTER"},
    {"Keypad =", "NUMPADEQUALS"},
    {"Keypad ,", "NUMPADCOMMA"},
    {"SysReq", "SYSRQ"},
    {"Home", "HOME"},
    {"End", "END"},
    {"Up", "UP"},
    {"Down", "DOWN"},
    {"Left", "LEFT"},
    {"Right", "RIGHT"},
    {"PageUp", "PRIOR"},
    {"PageDown", "NEXT"},
    {"Insert", "INSERT"},
    {"Delete", "DELETE"},
    {"Left GUI", "LWIN"},
    {"Right GUI", "RWIN"},
    {"Application", "APPS"},
    {"Pause", "PAUSE"},
    {"Clear", "CLEAR"},
    {"Mouse Left", "MOUSE_B1"},
    {"Mouse Right", "MOUSE_B2"},
    {"Mouse Middle", "MOUSE_B3"},
};
constexpr Name pad[] = {
    {"a", "JOY1_B1"},
    {"b", "JOY1_B2"},
    {"x", "JOY1_B3"},
    {"y", "JOY1_B4"},
    {"leftshoulder", "JOY1_B5"},
    {"rightshoulder", "JOY1_B6"},
    {"back", "JOY1_B9"},
    {"start", "JOY1_B10"},
    {"leftstick", "JOY1_B11"},
    {"rightstick", "JOY1_B12"},
    {"dpleft", "JOY1_HLEFT"},
    {"dpup", "JOY1_HUP"},
    {"dpright", "JOY1_HRIGHT"},
    {"dpdown", "JOY1_HDOWN"},
};
constexpr Name axes[] = {{"leftx", "JOY1_X"},       {"lefty", "JOY1_Y"},  {"righttrigger", "JOY1_Z"},
                         {"lefttrigger", "JOY1_R"}, {"rightx", "JOY1_U"}, {"righty", "JOY1_V"}};

} // namespace

ControlCode control_of(const host::RawInput& input) {
    const bool axis = input.kind == host::RawInput::Kind::axis;
    const std::span<const Name> names = axis        ? std::span<const Name>(axes)
                                        : input.pad ? std::span<const Name>(pad)
                                                    : std::span<const Name>(keys);
    const auto found =
        std::find_if(names.begin(), names.end(), [&](const Name& name) { return name.first == input.name; });
    const std::string_view name = found != names.end() ? found->second : std::string_view(input.name);
    return control_named((axis ? "AXIS_" : "KEY_") + std::string(name));
}

} // namespace rekindle::emi
