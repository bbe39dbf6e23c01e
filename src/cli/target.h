#pragma once
// What a path on the command line names: a folder of game data, a file, or an entry of an archive or folder
// ("DEMO_UK.ABA:LEVEL1.PGE").

#include <filesystem>
#include <variant>

#include "cli/game_files.h"
#include "flashback/data/data_set.h"

namespace rekindle::cli {

// A folder that is no known release: missing_data. A name that is not there: missing_data.
Expected<std::variant<flashback::DataSet, GameFile>> open_target(const std::string& path);

// A file of a data set.
Expected<GameFile> open_file(const flashback::DataSet& data, std::string_view name);

} // namespace rekindle::cli
