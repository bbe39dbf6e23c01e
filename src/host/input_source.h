#pragma once
// Where a game's input comes from: keys that are pressed while it runs (KeyLatch, fed by the window), or a
// recording. Whoever steps the game takes one HostInput from its source for each step.

#include <array>
#include <filesystem>

#include "host/game.h"

namespace rekindle::host {

class InputSource {
  public:
    virtual ~InputSource() = default;
    virtual HostInput next() = 0;
};

// Keys as they go down and up between samplings. Several keys may hold one action; a press shorter than a
// step is seen by exactly one sampling.
class KeyLatch final : public InputSource {
  public:
    void press(ActionMask actions);
    void release(ActionMask actions); // of what isn't down: ignored
    void release_all();               // a press not sampled yet still counts
    void point(Pointer pointer) { pointer_ = pointer; }
    HostInput next() override;

  private:
    std::array<std::uint8_t, 32> down_{}; // keys that hold the action now
    ActionMask pressed_ = 0;
    Pointer pointer_;
};

// What a game was given, step by step. As text: one line a stretch of equal steps, "COUNT action+action",
// with "!action" where the press falls into that step, "-" for nothing held, and "X,Y" behind it where the
// pointer is on the screen; # starts a comment.
struct Recording {
    struct Stretch {
        std::uint32_t count = 0;
        HostInput input;
        bool operator==(const Stretch&) const = default;
    };
    std::vector<Stretch> stretches;

    void add(const HostInput& input);
    std::uint64_t steps() const;
    bool operator==(const Recording&) const = default;
};
Expected<Recording> read_recording(std::string_view text, std::string_view file,
                                   std::span<const Action> actions);
std::string write_recording(const Recording& recording, std::span<const Action> actions);

// Plays a recording; afterwards nothing is held.
class RecordedInput final : public InputSource {
  public:
    explicit RecordedInput(Recording recording) : recording_(std::move(recording)) {}
    HostInput next() override;

  private:
    Recording recording_;
    std::size_t stretch_ = 0;
    std::uint32_t used_ = 0; // steps of that stretch
};

} // namespace rekindle::host
