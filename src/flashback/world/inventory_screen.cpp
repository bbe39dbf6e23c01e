#include "flashback/world/inventory_screen.h"

namespace rekindle::flashback {

std::optional<InventoryScreen> InventoryScreen::open(const World& world, bool original_order) {
    const Entity& owner = world.entities[conrad];
    if (owner.life <= 0 || owner.inv_head == no_link) return std::nullopt;
    InventoryScreen screen;
    screen.original_order_ = original_order;
    for (std::uint8_t item = owner.inv_head; item != no_link && screen.count_ < most_items;
         item = world.entities[item].inv_next)
        screen.items_[static_cast<std::size_t>(screen.count_++)] = item;
    screen.chosen_ = owner.inv_head;
    return screen;
}

bool InventoryScreen::step(std::uint8_t keys) {
    const int later = original_order_ ? -1 : 1;
    if ((keys & key_up) != 0) go_to_line(line() + later);
    if ((keys & key_down) != 0) go_to_line(line() - later);
    if ((keys & key_left) != 0 && column() > 0) --selected_;
    if ((keys & key_right) != 0 && column() < columns - 1 && selected_ + 1 < count_) ++selected_;
    if ((keys & key_use) != 0) score_ = !score_;
    if ((keys & key_inventory) != 0) return false;
    if (!score_) chosen_ = static_cast<std::uint8_t>(selected());
    return true;
}

void InventoryScreen::go_to_line(int line) {
    if (line >= 0 && line < line_count()) selected_ = columns * line;
}

} // namespace rekindle::flashback
