#include "flashback/world/families.h"

namespace rekindle::flashback::op {

namespace {

std::uint8_t low(I16 a) { return static_cast<std::uint8_t>(a); }
std::uint8_t tag_of(Turn& turn, int who) { return turn.level.states[turn.entity(who).state].tag; }

// SELF itself counts if its own kind is asked for.
int shares_facing(Turn& turn, I16 a, bool opposite) {
    return walk_sharers(turn.world, turn.self, [&](int who) {
        return turn.kind_of(who) == low(a) && (turn.entity(who).right() != turn.me().right()) == opposite;
    });
}

} // namespace

int shares_kind_opposite(Turn& turn, I16 a, I16) { return shares_facing(turn, a, true); }
int shares_kind_same(Turn& turn, I16 a, I16) { return shares_facing(turn, a, false); }

int shares_kind(Turn& turn, I16 a, I16) {
    return walk_sharers(turn.world, turn.self, [&](int who) {
        return turn.kind_of(who) == low(a) && (low(a) != 10 || turn.entity(who).life >= 0);
    });
}

int shares_no_kind(Turn& turn, I16 a, I16 b) { return shares_kind(turn, a, b) ^ 1; }

int shares_tag_of_kind(Turn& turn, I16 a, I16 b) {
    return walk_sharers(turn.world, turn.self,
                        [&](int who) { return turn.kind_of(who) == low(b) && tag_of(turn, who) == low(a); });
}

int shares_tag(Turn& turn, I16 a, I16) {
    return walk_sharers(turn.world, turn.self,
                        [&](int who) { return who != turn.self && tag_of(turn, who) == low(a); });
}

int shares_any(Turn& turn, I16, I16) {
    return walk_sharers(turn.world, turn.self, [&](int who) { return who != turn.self; });
}

int conrad_shares_kind(Turn& turn, I16 a, I16) {
    return first_sharing(turn.world, turn.level, conrad, static_cast<std::uint16_t>(a)) >= 0;
}

int touch_icon_is(Turn& turn, I16 a, I16) {
    return touched_icon(turn.world, turn.level, turn.self, 3, 0xFF, 0xFF).icon == a;
}

int no_loose_item_here(Turn& turn, I16, I16) {
    // Like walk_sharers, but a pile is finished before the next is entered, and without SELF it ends (U6).
    const World& world = turn.world;
    std::uint16_t cell = turn.me().cell;
    for (int steps = 0; cell != no_link && steps < 256; ++steps) {
        std::uint16_t next = no_link;
        for (std::uint16_t slot = world.cells[cell]; slot != no_slot; slot = world.slots[slot].under) {
            const Slot& s = world.slots[slot];
            if (s.who == turn.self)
                next = s.next & 0xFF;
            else if (turn.kind_of(s.who) == 3 && turn.entity(s.who).owner != turn.self)
                return 0;
        }
        cell = next;
    }
    return 1;
}

} // namespace rekindle::flashback::op
