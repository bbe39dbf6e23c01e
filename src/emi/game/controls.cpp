#include "emi/game/controls.h"

#include <algorithm>
#include <string>

namespace rekindle::emi {
namespace {

constexpr ControlCode first_virtual = 512;
constexpr ControlCode pad_one = first_virtual + 200, pad_two = pad_one + 60, mouse = pad_two + 60,
                      axes = mouse + 20;

// Names without KEY_, each with its code or, with none, the next virtual one.
struct Key {
    std::string_view name;
    char letter = 0;
};
constexpr Key keys[] = {
    {"ESCAPE"},
    {"MINUS", '-'},
    {"EQUALS", '='},
    {"BACK"},
    {"TAB"},
    {"LBRACKET", '['},
    {"RBRACKET", ']'},
    {"RETURN"},
    {"LCONTROL"},
    {"RCONTROL"},
    {"SEMICOLON", ';'},
    {"APOSTROPHE", '\''},
    {"GRAVE", '`'},
    {"TILDE", '~'},
    {"LSHIFT"},
    {"RSHIFT"},
    {"BACKSLASH", '\\'},
    {"COMMA", ','},
    {"PERIOD", '.'},
    {"SLASH", '/'},
    {"MULTIPLY"},
    {"LMENU"},
    {"RMENU"},
    {"ALT"},
    {"SPACE", ' '},
    {"CAPITAL"},
    {"NUMLOCK"},
    {"SCROLL"},
    {"NUMPAD0"},
    {"NUMPAD1"},
    {"NUMPAD2"},
    {"NUMPAD3"},
    {"NUMPAD4"},
    {"NUMPAD5"},
    {"NUMPAD6"},
    {"NUMPAD7"},
    {"NUMPAD8"},
    {"NUMPAD9"},
    {"SUBTRACT"},
    {"ADD"},
    {"DECIMAL"},
    {"DIVIDE"},
    {"NUMPADENTER"},
    {"NUMPADEQUALS"},
    {"NUMPADCOMMA"},
    {"AT", '@'},
    {"COLON", ':'},
    {"UNDERLINE", '_'},
    {"STOP"},
    {"SYSRQ"},
    {"HOME"},
    {"END"},
    {"UP"},
    {"DOWN"},
    {"LEFT"},
    {"RIGHT"},
    {"PRIOR"},
    {"NEXT"},
    {"INSERT"},
    {"DELETE"},
    {"LWIN"},
    {"RWIN"},
    {"APPS"},
    {"PAUSE"},
    {"CLEAR"},
    {"F1"},
    {"F2"},
    {"F3"},
    {"F4"},
    {"F5"},
    {"F6"},
    {"F7"},
    {"F8"},
    {"F9"},
    {"F10"},
    {"F11"},
    {"F12"},
    {"F13"},
    {"F14"},
    {"F15"},
};
constexpr std::pair<std::string_view, std::string_view> aliases[] = {
    {"EQUAL", "EQUALS"},          {"BACKSPACE", "BACK"},   {"LEFTBRACKET", "LBRACKET"},
    {"RIGHTBRACKET", "RBRACKET"}, {"CONTROL", "LCONTROL"}, {"QUOTE", "APOSTROPHE"},
    {"SHIFT", "LSHIFT"},          {"CAPSLOCK", "CAPITAL"}, {"NP0", "NUMPAD0"},
    {"NP1", "NUMPAD1"},           {"NP2", "NUMPAD2"},      {"NP3", "NUMPAD3"},
    {"NP4", "NUMPAD4"},           {"NP5", "NUMPAD5"},      {"NP6", "NUMPAD6"},
    {"NP7", "NUMPAD7"},           {"NP8", "NUMPAD8"},      {"NP9", "NUMPAD9"},
    {"NPENTER", "NUMPADENTER"},   {"PAGEUP", "PRIOR"},     {"PAGEDOWN", "NEXT"},
};
constexpr std::string_view hat[] = {"HLEFT", "HUP", "HRIGHT", "HDOWN"};
// The console's names of a pad's inputs: buttons 1 to 12, then the hat's places.
constexpr std::string_view console_buttons[] = {"X",  "CIRCLE", "SQUARE", "TRIANGLE",  "L1",       "R1", "L2",
                                                "R2", "SELECT", "START",  "LMUSHROOM", "RMUSHROOM"};
constexpr std::string_view console_hat[] = {"DPAD_L", "DPAD_U", "DPAD_R", "DPAD_D"};
constexpr std::string_view pad_axes[] = {"X", "Y", "Z", "R", "U", "V"};

class Table {
  public:
    Table() {
        ControlCode next = first_virtual;
        for (char digit = '0'; digit <= '9'; ++digit)
            add(std::string("KEY_") + digit, static_cast<ControlCode>(digit));
        for (char letter = 'A'; letter <= 'Z'; ++letter)
            add(std::string("KEY_") + letter, static_cast<ControlCode>(letter - 'A' + 'a'));
        for (const Key& key : keys)
            add("KEY_" + std::string(key.name),
                key.letter != 0 ? static_cast<ControlCode>(key.letter) : next++);
        for (const auto& [alias, name] : aliases)
            add("KEY_" + std::string(alias), code("KEY_" + std::string(name)));
        pad("1", pad_one, 20);
        pad("2", pad_two, 10);
        for (int i = 1; i <= 4; ++i)
            add("KEY_MOUSE_B" + std::to_string(i), mouse + static_cast<ControlCode>(i - 1));
        add("KEY_MOUSE_LONG", mouse + 4);
        add("KEY_MOUSE_PING", mouse + 5);
        ControlCode axis = axes;
        for (const std::string_view which : {"JOY1", "JOY2"})
            for (const std::string_view name : pad_axes)
                add("AXIS_" + std::string(which) + "_" + std::string(name), axis++);
        for (const std::string_view name : {"X", "Y", "Z"}) add("AXIS_MOUSE_" + std::string(name), axis++);
        for (std::size_t i = 0; i < texts_.size(); ++i) names_.push_back({texts_[i], codes_[i]});
    }
    std::span<const ControlName> names() const { return names_; }

  private:
    void add(std::string name, ControlCode code) {
        texts_.push_back(std::move(name));
        codes_.push_back(code);
    }
    ControlCode code(std::string_view name) const {
        return codes_[static_cast<std::size_t>(std::find(texts_.begin(), texts_.end(), name) -
                                               texts_.begin())];
    }
    // 20 places for buttons, then the hat, then what the console has besides.
    void pad(const std::string& number, ControlCode first, int buttons) {
        const std::string stem = "KEY_JOY" + number + "_";
        for (int i = 1; i <= buttons; ++i)
            add(stem + "B" + std::to_string(i), first + static_cast<ControlCode>(i - 1));
        for (ControlCode i = 0; i < 4; ++i) add(stem + std::string(hat[i]), first + 20 + i);
        for (ControlCode i = 0; i < std::size(console_buttons); ++i)
            add(stem + std::string(console_buttons[i]), first + i);
        for (ControlCode i = 0; i < 4; ++i) add(stem + std::string(console_hat[i]), first + 20 + i);
    }
    std::vector<std::string> texts_;
    std::vector<ControlCode> codes_;
    std::vector<ControlName> names_;
};

const Table& table() {
    static const Table all;
    return all;
}

template <typename List>
auto place_of(List& values, ControlCode code) {
    return std::lower_bound(
        values.begin(), values.end(), code,
        [](const Controls::Value& value, ControlCode wanted) { return value.code < wanted; });
}

} // namespace

std::span<const ControlName> control_names() { return table().names(); }

ControlCode control_named(std::string_view name) {
    for (const ControlName& each : control_names())
        if (each.name == name) return each.code;
    return no_control;
}

std::string_view name_of_control(ControlCode code) {
    for (const ControlName& each : control_names())
        if (each.code == code) return each.name;
    return {};
}

bool is_axis(ControlCode code) { return code >= axes; }

bool Controls::is_enabled(ControlCode code) const {
    return std::binary_search(enabled.begin(), enabled.end(), code);
}

void Controls::enable(ControlCode code, bool on) {
    const auto at = std::lower_bound(enabled.begin(), enabled.end(), code);
    const bool known = at != enabled.end() && *at == code;
    if (on && !known) enabled.insert(at, code);
    if (!on && known) enabled.erase(at);
}

float Controls::value(ControlCode code) const {
    const auto at = place_of(values, code);
    return at != values.end() && at->code == code ? at->value : 0;
}

void Controls::set(ControlCode code, float value) {
    const auto at = place_of(values, code);
    const bool known = at != values.end() && at->code == code;
    if (value == 0) {
        if (known) values.erase(at);
    } else if (known) {
        at->value = value;
    } else {
        values.insert(at, {code, value});
    }
}

void Controls::flush() {
    std::erase_if(values, [](const Value& value) { return !is_axis(value.code); });
}

float stick_value(float value) { return value > 0.5f ? 1.0f : value < -0.5f ? -1.0f : 0.0f; }

} // namespace rekindle::emi
