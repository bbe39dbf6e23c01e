#pragma once
// Checks the stage against a folder of ground-truth tables (JSON lines, plain or zstd), table by table, each
// within its tolerance: what `rekindle prove oracle` and the tests run. Tolerances are ten times what a
// second computation in double precision differed by.

#include <filesystem>
#include <vector>

#include "base/error.h"
#include "emi/oracle/report.h"

namespace rekindle::emi::oracle {

// The tables that can be checked, in the order they are reported.
std::span<const std::string_view> table_names();
// A folder that holds at least one of them.
bool is_oracle(const std::filesystem::path& folder);
// An error: the file is missing or is not what it should be.
Expected<TableReport> check_table(const std::filesystem::path& folder, std::string_view table);
// Every table that the folder holds; missing_data where it has none.
Expected<std::vector<TableReport>> check_oracle(const std::filesystem::path& folder);

} // namespace rekindle::emi::oracle
