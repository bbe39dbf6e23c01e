#pragma once
// Direct questions to the engine, as the oracle's tables hold them (oracle README "Direct questions"): a
// situation is a world at some tick, seen from some room; a question is answered on a copy that is put back.

#include <optional>

#include "flashback/oracle/fields.h"
#include "flashback/world/turn.h"

namespace rekindle::flashback::oracle {

// The world seen from a room: wake pass and line of sight as at the start of a tick there; an entity that the
// pass did not register stands on no cell.
void look_from(World& world, const Level& level, std::uint8_t room);

// Answers questions about one situation. Not copyable: the answers are compared with the base in place.
class Asker {
  public:
    Asker(const Level& level, const World& base) : level_(level), base_(base), world_(base) {}
    Asker(const Asker&) = delete;
    Asker& operator=(const Asker&) = delete;

    const World& base() const { return base_; }
    // The situation itself, to be changed: the next question starts from it.
    template <typename Change>
    void prepare(Change&& change) {
        change(base_);
        world_ = base_;
        values_.reset();
    }
    // The pressed keys of the next questions.
    void press(std::uint8_t keys) {
        if (base_.keys == keys) return;
        base_.keys = world_.keys = keys;
        values_.reset();
    }

    // SELF's turn is prepared as in a tick. `changes` (not null) gets the trace lines of what it changed.
    bool ask(int self, std::uint8_t op, std::int16_t a, std::int16_t b, std::string* changes);

  private:
    const Level& level_;
    World base_, world_;
    Events events_;
    std::optional<WorldValues> values_; // of base_
};

} // namespace rekindle::flashback::oracle
