#pragma once
// Checks a whole folder laid out like the oracle's: scenarios/NAME.input with NAME.trace(.zst), direct tables
// and frames, whichever are there. `rekindle prove oracle` and the tests call the same code.

#include <filesystem>
#include <functional>
#include <vector>

#include "flashback/oracle/levels.h"
#include "flashback/oracle/report.h"

namespace rekindle::flashback::oracle {

// One table of the folder: reports come in the order of the list.
struct ProofTask {
    std::string name; // "scenarios/level1_idle", "direct/ask_level1_start.txt", "frames of level1_demo1"
    std::function<Expected<std::vector<TableReport>>(Levels& levels)> check;
};

// What there is to check, sorted. Nothing at all: missing_data; a file whose name says nothing: bad_data.
Expected<std::vector<ProofTask>> proof_tasks(const std::filesystem::path& folder);

} // namespace rekindle::flashback::oracle
