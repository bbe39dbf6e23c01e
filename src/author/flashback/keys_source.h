#pragma once
// Recorded input as text: `COUNT KEY...` a line, COUNT samples with these keys: up down left right use gun
// take inventory, or - for none. Formats spec §18.

#include "author/source/source.h"
#include "flashback/data/recording.h"

namespace rekindle::author {

Expected<flashback::Recording> read_keys(const std::vector<SourceLine>& lines);

} // namespace rekindle::author
