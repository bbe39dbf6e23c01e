#pragma once
// rekindle render of a scene in the emi engine's formats: pictures of a set, drawn by the engine itself.

#include <optional>
#include <string>

#include "base/error.h"

namespace rekindle::cli {

struct SceneRender {
    std::string data, game;   // a folder, or an embedded scene
    std::string set;          // as scripts name it; empty: where the game's own scripts lead
    std::optional<int> setup; // of the set; nothing: as it is
    std::string script;       // a file of script, run once the set was entered; empty: none
    std::string out;          // a new folder
    std::uint32_t frames = 1; // that pass, 16 ms each
    std::uint32_t every = 0;  // a picture after so many frames too; 0: the last alone
    bool boot = false;        // the game's own scripts run first
    bool peel = false;        // how the last picture is put together
};

// Prints the pictures' names, and what scripts print or do wrong.
Expected<void> render_scene(const SceneRender& options);

} // namespace rekindle::cli
