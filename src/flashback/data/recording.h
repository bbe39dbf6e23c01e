#pragma once
// Recorded input, DEMO*.BIN: one byte a sampling of the input, no header (formats §18), and the table of the
// three recordings that the menu's DEMO plays.

#include <array>
#include <optional>
#include <string_view>

#include "base/bytes.h"

namespace rekindle::flashback {

// Bits of a sample.
namespace recorded {
inline constexpr Byte up = 0x01, down = 0x02, left = 0x04, right = 0x08;
inline constexpr Byte use = 0x10, gun = 0x20, run = 0x40, inventory = 0x80;
} // namespace recorded

struct Recording {
    Bytes samples; // one is taken each time the game samples its input
    bool operator==(const Recording&) const = default;
};

// Every byte is legal; an empty file or one of more than 64 KiB is not a recording.
Expected<Recording> read_recording(ByteView bytes, std::string_view file);
Bytes write_recording(const Recording& recording);

// What the game is set to before a recording is played: skill 1, random seed 0 and these.
struct DemoStart {
    std::string_view file;
    int level;               // index 0...6
    std::optional<int> room; // replaces Conrad's start, with x and y; else it stays
    int x, y;
    std::size_t first_sample; // samples before it are skipped
};
inline constexpr int demo_skill = 1;
// In the order in which the menu plays them.
const std::array<DemoStart, 3>& demo_starts();
// By file name, in any case, with or without ".BIN".
const DemoStart* find_demo(std::string_view name);

} // namespace rekindle::flashback
