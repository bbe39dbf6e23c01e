#pragma once
// Checks of the oracle's tables of direct questions (oracle README "Direct questions"). Each takes the
// unpacked table and compares it answer by answer; the situation is named by the file:
// ask_level1_demo1_t400.txt.

#include "flashback/oracle/levels.h"
#include "flashback/oracle/report.h"
#include "flashback/world/world.h"

namespace rekindle::flashback::oracle {

enum class DirectKind { grid, zorder, state, ask, synth };

// What a table's file name says.
struct DirectTable {
    DirectKind kind;
    std::string name;  // "ask_level1_demo1_t400.txt"
    std::string place; // "level1_demo1_t400" or "level1_start"
    int level = 0;     // index
    std::string demo;  // empty: the start of the level
    std::uint32_t tick = 0;
};
// Nothing where the name is not one of a table.
std::optional<DirectTable> direct_table(std::string_view file_name);

// An error: the table is damaged, or the situation can't be reached with the data.
Expected<TableReport> check_direct(const DirectTable& table, ByteView bytes, Levels& levels);

} // namespace rekindle::flashback::oracle
