#pragma once
// The oracle's input script (oracle README "Input script"): directives, then lines "COUNT MASK [M1 M2 ...]".
// Read by `run` and `prove`, written by whoever records a play. Errors name file, byte offset and line.

#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace rekindle::flashback::oracle {

// `! start R X Y`: like a recording's start place; room -1 leaves Conrad where he is.
struct ScriptStart {
    int room = -1;
    std::int16_t x = 0, y = 0;
    bool operator==(const ScriptStart&) const = default;
};

struct ScriptLine {
    std::uint32_t count = 1;             // ticks, 1..1000000
    std::uint8_t mask = 0;               // key_* bits
    std::vector<std::uint8_t> inventory; // key states that an inventory opened here samples, one a picture
    bool operator==(const ScriptLine&) const = default;
};

struct InputScript {
    std::vector<std::string> comments; // leading lines, without "# "
    int level = 0;                     // index 0..6
    int skill = 1;                     // 0..2
    std::uint32_t seed = 0;            // start value of World::rng
    std::optional<ScriptStart> start;
    std::optional<std::uint32_t> ticks; // else as many as the lines have
    std::vector<ScriptLine> lines;
    bool operator==(const InputScript&) const = default;

    std::uint32_t length() const; // ticks of the run; where the lines run out, nothing is pressed
};

Expected<InputScript> read_input_script(ByteView bytes, std::string_view file);
// Comments inside the script are not kept.
std::string write_input_script(const InputScript& script);

} // namespace rekindle::flashback::oracle
