#pragma once
// rekindle prove oracle, for a folder laid out like oracle/emi.

#include <filesystem>

#include "base/error.h"

namespace rekindle::cli {

// Prints a line a table, or JSON. A difference beyond a table's tolerance that the deviation table does not
// explain: ErrorKind::difference.
Expected<void> prove_emi(const std::filesystem::path& folder, bool json);

} // namespace rekindle::cli
