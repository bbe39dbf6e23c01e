#include "flashback/oracle/ask.h"

#include <cstring>

#include "flashback/oracle/trace.h"

namespace rekindle::flashback::oracle {

void look_from(World& world, const Level& level, std::uint8_t room) {
    world.view_room = room;
    wake_pass(world, level);
    look_around(world);
    for (int i = 0; i < world.entity_count; ++i) {
        Entity& e = world.entities[static_cast<std::size_t>(i)];
        if (e.room != room && !world.is_active(i)) e.cell = no_link;
    }
}

bool Asker::ask(int self, std::uint8_t op, std::int16_t a, std::int16_t b, std::string* changes) {
    events_.clear();
    Turn turn(world_, level_, events_, self);
    const bool yes = flashback::ask(turn, op, a, b);
    if (changes != nullptr) changes->clear();
    if (std::memcmp(&world_, &base_, sizeof base_) == 0) return yes; // World has no padding
    if (changes != nullptr) {
        if (!values_) values_ = world_values(base_, {});
        *changes = oracle::changes(base_, *values_, world_);
    }
    world_ = base_;
    return yes;
}

} // namespace rekindle::flashback::oracle
