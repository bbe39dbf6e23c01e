#pragma once
// A game in a window: the loop that samples keys, steps the game when steps are due and paints when something
// changed. Sleeps in between; never runs ahead, never catches up more than a few steps.

#include <filesystem>
#include <functional>

#include "host/input_source.h"
#include "host/settings.h"

namespace rekindle::host {

struct WindowOptions {
    std::string section;               // of the settings that has the game's keys: "flashback"
    InputSource* input = nullptr;      // instead of keys and controllers
    Recording* record = nullptr;       // gets what the game was given
    std::filesystem::path screenshots; // folder
    std::function<void(const Event&)> on_event;
    std::function<void(const std::string&)> say; // a line for the player: a screenshot's name
    std::uint64_t steps = 0; // ends after so many steps; 0: when the player or the game ends it
};

// Answers when the window was closed or the game is over. Where no window can be opened, the error is
// missing_data and its file is `no_display`.
inline constexpr std::string_view no_display = "display";
Expected<void> run_in_window(Game& game, const Settings& settings, const WindowOptions& options);

// Whether the environment names a display (DISPLAY, WAYLAND_DISPLAY, or SDL_VIDEODRIVER).
bool has_display();

} // namespace rekindle::host
