#pragma once
// What `rekindle play` gives the host: a game of one of the engines, with the input that is played instead of
// the player's. One opener an engine (play_flashback.cpp, play_scene.cpp).

#include <filesystem>
#include <memory>
#include <optional>

#include "demo/embedded.h"
#include "host/input_source.h"
#include "host/settings.h"

namespace rekindle::cli {

struct PlayOptions {
    std::string data, game, demo, skill, aspect, input, record, pictures;
    std::optional<int> level;
    int scale = 0;
    std::optional<std::uint32_t> seed;
    std::uint64_t ticks = 0, every = 30;
    bool list = false, headless = false, fullscreen = false, code_line = false, verbose = false,
         write_settings = false;
};

class Playable {
  public:
    virtual ~Playable() = default;
    virtual host::Game& game() = 0;
    virtual host::SectionActions section() const = 0; // of the settings
    // Instead of keys and controllers; nullptr: the player's, and headless nothing.
    virtual host::InputSource* input() { return nullptr; }
    // Gets what the game was given; nullptr: the game notes it itself.
    virtual host::Recording* recording() { return nullptr; }
    // What was played, as the text that --input takes.
    virtual std::string record() const = 0;
    virtual std::uint64_t headless_steps() const { return 300; }
};

// Without a window (`headless`) random starts are fixed, nothing of the player's is saved or loaded, and a
// recording of the data plays where there is one.
Expected<std::unique_ptr<Playable>> open_flashback(const PlayOptions& options,
                                                   const demo::EmbeddedGame* embedded, bool headless);
host::SectionActions flashback_section();
Expected<std::unique_ptr<Playable>> open_scene(const PlayOptions& options,
                                               const demo::EmbeddedScene* embedded, bool headless);
host::SectionActions scene_section();

} // namespace rekindle::cli
