#pragma once
// The games that are built into the program, so that there is something to play on a fresh machine. Their
// sources are in demo/; the build compiles them to the files of the original games. Called by play, by tests
// and benches.

#include <span>
#include <string_view>

#include "flashback/data/data_set.h"

namespace rekindle::demo {

struct EmbeddedGame {
    std::string_view name; // for --game
    std::string_view title;
    std::string_view description; // one line
    int level = 0;                // where it begins, 0...6
    std::string_view recording;   // file name of the input that shows it, for find_demo()
    std::size_t source = 0;       // which of the made sources

    // Its files as the loaders take them. Fails only if the build was wrong.
    Expected<flashback::DataSet> open() const;
    // The loose files and the archive, by upper-case name.
    std::map<std::string, Bytes> files() const;
};

// The first one is what `play` alone starts.
std::span<const EmbeddedGame> embedded_games();
// In any case; nullptr: no such game.
const EmbeddedGame* find_embedded(std::string_view name);

// A scene in EMI's formats: the files of a game folder.
struct EmbeddedScene {
    std::string_view name, title, description;
    std::size_t source = 0;
    // "art001.m4b": the archive that holds them all.
    std::map<std::string, Bytes> files() const;
    // The files in the archive, opened (uncompressed), by name. Fails only if the build was wrong.
    Expected<std::map<std::string, Bytes>> open() const;
};
std::span<const EmbeddedScene> embedded_scenes();
const EmbeddedScene* find_embedded_scene(std::string_view name); // in any case; nullptr: none

} // namespace rekindle::demo
