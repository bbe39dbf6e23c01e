#include "flashback/world/families.h"

namespace rekindle::flashback::op {

namespace {

void tell(Turn& turn, int from, int to, I16 number) { send(turn.world, turn.level, from, to, number); }

// 0x46, 0x47: tells those on SELF's cells whose facing is (un)like SELF's. Conrad stops at the first.
int tell_facing(Turn& turn, I16 number, bool opposite, std::uint16_t& found) {
    found = 0;
    walk_sharers(turn.world, turn.self, [&](int who) {
        if (who == turn.self || (turn.entity(who).right() != turn.me().right()) != opposite) return false;
        found = 1;
        tell(turn, turn.self, who, number);
        return turn.self == conrad;
    });
    return found;
}

// 0x48, 0x6C: somebody of kind p[0] on Conrad's cell, if its life compares with SELF's.
template <typename Compare>
int tell_at_conrad(Turn& turn, I16 number, Compare compare) {
    const std::int16_t it =
        first_sharing(turn.world, turn.level, conrad, static_cast<std::uint16_t>(parameter(turn, 0)));
    if (it < 0 || !compare(turn.entity(it).life, turn.me().life)) return 0;
    tell(turn, turn.self, it, number);
    return 1;
}

} // namespace

int msg_hit(Turn& turn, I16 a, I16) {
    return a == 0 ? find_message(turn, 1) != nullptr || find_message(turn, 2) != nullptr
                  : find_message(turn, 3) != nullptr || find_message(turn, 4) != nullptr;
}

int tell_item_here(Turn& turn, I16 a, I16) {
    const std::int16_t it = first_sharing(turn.world, turn.level, turn.self, 3);
    if (it < 0) return 0;
    tell(turn, turn.self, it, a);
    return 1;
}

int tell_current_item(Turn& turn, I16 a, I16) {
    if (turn.me().inv_head != no_link) tell(turn, turn.self, turn.me().inv_head, a);
    return 1;
}

int tell_opposite_here(Turn& turn, I16 a, I16) { return tell_facing(turn, a, true, turn.world.found_flag1); }
int tell_same_here(Turn& turn, I16 a, I16) { return tell_facing(turn, a, false, turn.world.found_flag2); }

int tell_all_here(Turn& turn, I16 a, I16) {
    turn.world.found_flag1 = 0;
    walk_sharers(turn.world, turn.self, [&](int who) {
        if (who != turn.self) {
            tell(turn, turn.self, who, a);
            turn.world.found_flag1 = 0xFFFF;
        }
        return false;
    });
    return turn.world.found_flag1;
}

int tell_at_conrad_life_eq(Turn& turn, I16 a, I16) {
    return tell_at_conrad(turn, a, [](int its, int mine) { return its == mine; });
}
int tell_at_conrad_life_le(Turn& turn, I16 a, I16) {
    return tell_at_conrad(turn, a, [](int its, int mine) { return its <= mine; });
}

int conrad_tells_not_p0(Turn& turn, I16 a, I16) {
    const int except = parameter(turn, 0) & 0xFF;
    return walk_sharers(turn.world, conrad, [&](int who) {
        if (who == except) return false;
        tell(turn, conrad, who, static_cast<I16>(a & 0xFF));
        return true;
    });
}

int answer_12(Turn& turn, I16 a, I16) {
    const Message* message = find_message(turn, a);
    if (message == nullptr) return 0;
    tell(turn, turn.self, message->sender, 12);
    return 1;
}

int tell_inventory(Turn& turn, I16 a, I16) {
    std::uint8_t item = turn.me().inv_head;
    for (std::size_t steps = 0; item != no_link && steps < most_entities; ++steps) {
        tell(turn, turn.self, item, a);
        item = turn.entity(item).inv_next;
    }
    return 1;
}

int tell_any_here(Turn& turn, I16 a, I16) { // false always: Q19
    for (const std::uint16_t kind : {std::uint16_t{3}, std::uint16_t{5}, std::uint16_t{9}, any_kind}) {
        const std::int16_t it = first_sharing(turn.world, turn.level, turn.self, kind);
        if (it < 0) continue;
        tell(turn, turn.self, it, a);
        break;
    }
    return 0;
}

} // namespace rekindle::flashback::op
