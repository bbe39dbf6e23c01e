#pragma once
// The player's settings: a TOML file (docs/commands/play.md) that is only read. A missing file means the
// defaults; a mistake in it is one line: file:line, expected, found.

#include <filesystem>

#include "host/layout.h"

namespace rekindle::host {

// One line "action = names" of a table [SECTION.keys] or [SECTION.pad].
struct InputSetting {
    std::string section; // "host", or a game's
    bool pad = false;
    std::string action;
    std::vector<std::string> names;
    int line = 0;
};

struct Settings {
    std::string file; // named in errors
    int scale = 0;    // of the window; 0: what fits the display
    Aspect aspect = Aspect::integer;
    bool fullscreen = false;
    bool vsync = true;
    int fast_forward = 8; // times faster
    int dead_zone = 40;   // of a stick, in percent
    std::vector<InputSetting> inputs;
};

std::filesystem::path settings_path();
Expected<Settings> read_settings(const std::filesystem::path& path);
Expected<Settings> parse_settings(std::string_view text, std::string_view file);

// Actions of the host itself, in the order of HostAction.
enum class HostAction { pause, step, fast_forward, fullscreen, aspect, screenshot, quit };
std::span<const Action> host_actions();

struct SectionActions {
    std::string_view section;
    std::span<const Action> actions;
};
// A settings file with every default written out.
std::string default_settings_text(std::span<const SectionActions> sections);

} // namespace rekindle::host
