#pragma once
// A level as a whole: what its files say of entities, states and records, joined. For inspect and unpack.

#include "cli/sheet.h"
#include "flashback/data/data_set.h"

namespace rekindle::cli {

// Level index 0...6. The level is checked as for playing: an error names the file.
Expected<Sheet> level_sheet(const flashback::DataSet& data, int index);

} // namespace rekindle::cli
