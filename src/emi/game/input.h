#pragma once
// What a player does, and recordings of it (emi-engine R102, R110). A replay is text, one event a line:
//   rekindle emi replay 1
//   milliseconds 16
//   12 down KEY_LEFT
//   40 up KEY_LEFT
//   41 axis AXIS_JOY1_X -0.75
//   60 mouse 320 240
//   61 down KEY_A a
//   90 quit
//   frames 600
// Frames count from 0; `down` may name the letter that was typed.

#include <optional>
#include <string>

#include "base/bytes.h"
#include "emi/game/controls.h"

namespace rekindle::emi {

struct InputEvent {
    enum class Kind : std::uint8_t { down, up, axis, mouse, quit, paint };
    Kind kind = Kind::down;
    ControlCode code = no_control; // of down, up and axis
    char letter = 0;               // that was typed; 0: none
    float x = 0, y = 0;            // an axis' value, -1..1, or the mouse's place in pixels of 640x480
    bool operator==(const InputEvent&) const = default;
};

struct Replay {
    struct At {
        std::uint32_t frame = 0;
        InputEvent event;
        bool operator==(const At&) const = default;
    };
    std::int32_t milliseconds = 16; // of each frame
    std::uint32_t frames = 0;       // to run
    std::vector<At> events;         // ascending frame
    bool operator==(const Replay&) const = default;

    // The events of a frame; frames are asked for one after the other.
    std::vector<InputEvent> of(std::uint32_t frame) const;
    // Notes what a frame got.
    void note(std::uint32_t frame, std::span<const InputEvent> input);
};
Expected<Replay> read_replay(std::string_view text, std::string_view file);
std::string write_replay(const Replay& replay);

} // namespace rekindle::emi
