#pragma once
// OBJ files: the record lists that are the entities' scripts (formats §6, engine §1.3). 230 nodes name lists;
// several nodes may share one. Called by the level loader, inspect and the authoring tools.

#include <array>
#include <vector>

#include "base/bytes.h"

namespace rekindle::flashback {

inline constexpr std::size_t node_count = 230;

struct Record {
    std::uint16_t state = 0;      // the state the record belongs to
    std::int8_t dx = 0, dy = 0;   // moved on success, dx against the facing (art faces left)
    std::uint16_t next = 0;       // the new state
    std::uint8_t op2 = 0;         // second question: stored before the first
    std::uint8_t op1 = 0;         // first question
    std::uint8_t effects = 0;     // 0 turn, 1 life - 1, 2 life + 1, 3 life = -1, 4-7 score
    std::uint8_t op3 = 0;         // action
    std::uint16_t next_first = 0; // first record of `next` in the same list
    std::int16_t arg1 = 0, arg2 = 0, arg3 = 0;
    bool operator==(const Record&) const = default;
};

struct RecordFile {
    std::array<std::uint16_t, node_count> list_of_node{}; // index into lists, never decreasing
    std::vector<std::vector<Record>> lists;
    bool operator==(const RecordFile&) const = default;
};

// Refuses what formats §6 lists, including opcodes without a routine (U2: node, record and opcode are named)
// and arguments that would look outside a table.
Expected<RecordFile> read_records(ByteView bytes, std::string_view file);
Bytes write_records(const RecordFile& file);

} // namespace rekindle::flashback
