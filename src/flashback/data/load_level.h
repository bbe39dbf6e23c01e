#pragma once
// From a user's files to a checked Level: names the files of a level index, reads them, joins them (formats
// §4).

#include "flashback/data/data_set.h"
#include "flashback/data/level.h"

namespace rekindle::flashback {

// The file of a level's item texts: the language's own where it is there, else TBN.
std::string level_text_file(const DataSet& data, int index);

// Level index 0..6.
Expected<Level> load_level(const DataSet& data, int index);

} // namespace rekindle::flashback
