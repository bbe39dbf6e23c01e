#pragma once
// The inventory as a state machine (engine spec §8.3): open it, paint it, step() it with one sample of the
// keys, paint it again, until it closes. Nothing of the world changes while it is open; then chosen() becomes
// Conrad's current item. Called by the session's users; picture/panels.h paints it.

#include <array>
#include <optional>

#include "flashback/world/world.h"

namespace rekindle::flashback {

class InventoryScreen {
  public:
    static constexpr int columns = 4;
    static constexpr int most_items = 24;

    // Nothing where Conrad is dead or carries nothing. In the original's order "up" goes to the line before
    // instead of the line behind.
    static std::optional<InventoryScreen> open(const World& world, bool original_order = false);

    // One sample: key_* bits that count as newly pressed. Answers whether it stays open and must be painted
    // again.
    bool step(std::uint8_t keys);
    // Entity that was highlighted when the items were painted last (Q26).
    int chosen() const { return chosen_; }

    bool shows_score() const { return score_; } // score and skill instead of the items
    int line() const { return selected_ / columns; }
    int line_count() const { return (count_ + columns - 1) / columns; }
    int column() const { return selected_ % columns; }
    int selected() const { return items_[static_cast<std::size_t>(selected_)]; } // entity
    // The entity at a column of the current line, no_entity behind the last.
    int item(int column) const {
        const int k = columns * line() + column;
        return k < count_ ? items_[static_cast<std::size_t>(k)] : int{no_entity};
    }
    // Whether an arrow points to another line.
    bool arrow_up() const { return original_order_ ? line() > 0 : line() + 1 < line_count(); }
    bool arrow_down() const { return original_order_ ? line() + 1 < line_count() : line() > 0; }

    bool operator==(const InventoryScreen&) const = default;

  private:
    void go_to_line(int line);

    std::array<std::uint8_t, most_items> items_{};
    int count_ = 0;
    int selected_ = 0;
    std::uint8_t chosen_ = 0;
    bool score_ = false;
    bool original_order_ = false;
};

} // namespace rekindle::flashback
