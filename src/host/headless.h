#pragma once
// A game without a window: steps as fast as it can with the input of a source, and writes pictures. Called by
// `play --headless`, by `play` where there is no display, and by tests.

#include <filesystem>
#include <functional>

#include "host/input_source.h"

namespace rekindle::host {

struct HeadlessOptions {
    std::uint64_t steps = 300;
    std::uint64_t every = 30;     // a picture after every so many steps, and after the last one
    std::filesystem::path folder; // tick_000030.png …, sheet.png; empty: no pictures
    std::function<void(const Event&)> on_event;
    Recording* record = nullptr; // gets what the game was given
};

struct HeadlessReport {
    std::uint64_t steps = 0;
    std::string finished;           // the game's reason, empty if the steps were used up
    std::uint32_t last_picture = 0; // CRC-32 of the last frame's pixels
    std::vector<std::filesystem::path> pictures;
    std::filesystem::path sheet;
};

// At most 40 pictures, evenly chosen, are on the sheet.
Expected<HeadlessReport> run_headless(Game& game, InputSource& source, const HeadlessOptions& options);

} // namespace rekindle::host
