#pragma once
// Checks of the oracle's scenarios: plays the input script (or the recording that the trace names) and
// compares the trace tick by tick, character by character.

#include "flashback/oracle/levels.h"
#include "flashback/oracle/report.h"
#include "flashback/oracle/run.h"

namespace rekindle::flashback::oracle {

// What a recorded scenario plays: the script, unless the trace's header names a recording.
Expected<RunSetup> setup_of_scenario(std::string_view name, ByteView input, std::string_view trace,
                                     const DataSet& data);

// A case is a tick. `trace` is unpacked. Without pictures the lines that hold their sums are not compared.
Expected<TableReport> check_scenario(const std::string& name, ByteView input, std::string_view trace,
                                     Levels& levels, Pictures* pictures);

} // namespace rekindle::flashback::oracle
