#pragma once
// A moment of a game that can be gone back to: kept in memory for rewinding, written as a saved game. Only
// between ticks, never inside a dialog or a menu.

#include <deque>

#include "base/error.h"
#include "flashback/data/palette_slots.h"
#include "flashback/session/session.h"

namespace rekindle::flashback {

struct Moment {
    Session session;
    PaletteLatches latches; // of the picture
    bool operator==(const Moment&) const = default;
};

// A saved game: "RKFS", version, hash of the level's data, then the moment; one zstd frame.
Bytes write_save(const Moment& moment, const Level& level);
// The level that a save belongs to, so that it can be loaded.
Expected<int> level_of_save(ByteView bytes, std::string_view file);
// Refused: another version, other level data, damage.
Expected<Moment> read_save(ByteView bytes, std::string_view file, const Level& level);

// Whether every index in the world points to something, as the tick takes for granted. `what` gets the first
// that doesn't.
bool sound(const World& world, const Level& level, std::string& what);

// The last moments, oldest dropped.
class Rewind {
  public:
    explicit Rewind(std::size_t most) : most_(most) {}
    void keep(const Moment& moment) {
        if (moments_.size() == most_) moments_.pop_front();
        moments_.push_back(moment);
    }
    // The newest, taken out; nothing if there is none.
    std::optional<Moment> back() {
        if (moments_.empty()) return std::nullopt;
        Moment moment = moments_.back();
        moments_.pop_back();
        return moment;
    }
    std::size_t size() const { return moments_.size(); }

  private:
    std::size_t most_;
    std::deque<Moment> moments_;
};

} // namespace rekindle::flashback
