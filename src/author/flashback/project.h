#pragma once
// A folder of text and drawings -> the files of a game in the DOS demo's layout: an archive and the loose
// files beside it (formats §1, §4). game.txt in the folder names the others. Called by the build of the
// embedded games.

#include <filesystem>

#include "author/flashback/logic.h"

namespace rekindle::author {

struct BuiltGame {
    std::string title, description;
    int level = 0;
    std::string recording; // file name, empty: none
    std::map<std::string, Bytes> files;
    Logic logic; // for the names
};

// Errors name file and line of the source.
Expected<BuiltGame> build_game(const std::filesystem::path& folder);

} // namespace rekindle::author
