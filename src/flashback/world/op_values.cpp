#include "flashback/world/families.h"
#include "flashback/world/start.h"

namespace rekindle::flashback::op {

int is_dead(Turn& turn, I16, I16) {
    if (turn.me().life > 0) return 0;
    if (turn.definition().kind == 10) turn.world.score += 100; // on every evaluation: Q22
    return 1;
}

int counter_set(Turn& turn, I16 a, I16) {
    turn.me().counter = a;
    return 1;
}

int counter_dec_is(Turn& turn, I16 a, I16) {
    turn.me().counter = wrap16(turn.me().counter - 1);
    return turn.me().counter == a;
}

int counter_from_p(Turn& turn, I16 a, I16) {
    turn.me().counter = parameter(turn, a);
    return 1;
}

int life_set(Turn& turn, I16 a, I16) {
    turn.me().life = a;
    return 1;
}

int life_add(Turn& turn, I16 a, I16) {
    turn.me().life = wrap16(turn.me().life + a);
    return 1;
}

int give_life_p0(Turn& turn, I16 a, I16) {
    if (turn.exists(a)) turn.entity(a).life = parameter(turn, 0);
    return 1;
}

int life_from_minus1(Turn& turn, I16 a, I16) {
    if (turn.exists(a)) turn.me().life = wrap16(turn.entity(a).life - 1);
    return 1;
}

namespace {
int change_life_of_p(Turn& turn, I16 a, int sign) {
    const int who = parameter(turn, a) & 0xFF;
    if (turn.exists(who))
        turn.entity(who).life = wrap16(turn.entity(who).life + sign * parameter(turn, a + 1));
    return 1;
}
} // namespace

int life_of_p_add(Turn& turn, I16 a, I16) { return change_life_of_p(turn, a, 1); }
int life_of_p_sub(Turn& turn, I16 a, I16) { return change_life_of_p(turn, a, -1); }

int gunvar_set(Turn& turn, I16 a, I16) {
    turn.world.gun_var = static_cast<std::uint16_t>(a);
    return 1;
}

int gunvar_is(Turn& turn, I16 a, I16) { return turn.world.gun_var == a; }

int chance_1_of(Turn& turn, I16 a, I16) {
    const auto n = static_cast<std::uint16_t>(a);
    return n != 0 && next_random(turn.world) % n == 0;
}

int arg_is_minus1(Turn&, I16 a, I16) { return a == -1; }
int nop(Turn&, I16, I16) { return 1; }

int give_self_to(Turn& turn, I16 a, I16) {
    if (turn.exists(a)) give(turn.world, a, turn.self);
    turn.me().room = room_carried;
    return 1;
}

namespace {
std::uint8_t item_id(const Turn& turn, int item) {
    return turn.level.entities[static_cast<std::size_t>(item)].item_id;
}
} // namespace

int current_item_is(Turn& turn, I16 a, I16) {
    const std::uint8_t item = turn.entity(conrad).inv_head;
    return item != no_link && item_id(turn, item) == a;
}

int has_item(Turn& turn, I16 a, I16) {
    std::uint8_t item = turn.entity(conrad).inv_head;
    for (std::size_t steps = 0; item != no_link && steps < most_entities; ++steps) {
        if (item_id(turn, item) == a) return 1;
        item = turn.entity(item).inv_next;
    }
    return 0;
}

int board_sender(Turn& turn, I16 a, I16) {
    const Message* message = find_message(turn, a);
    if (message == nullptr) return 0;
    give(turn.world, message->sender, turn.self);
    return 1;
}

int leave_owner_on(Turn& turn, I16 a, I16) {
    if (find_message(turn, a) == nullptr) return 0;
    detach(turn.world, turn.self);
    return 1;
}

int board_kind_here(Turn& turn, I16 a, I16) {
    const std::int16_t it = first_sharing(turn.world, turn.level, turn.self, static_cast<std::uint16_t>(a));
    if (it < 0) return 0;
    give(turn.world, it, turn.self);
    return 1;
}

int death_timer(Turn& turn, I16 a, I16) {
    if (turn.world.death_timer == 0) turn.world.death_timer = static_cast<std::uint16_t>(a);
    return 1;
}

int death_scene(Turn& turn, I16 a, I16) {
    if (turn.world.death_timer == 0) {
        turn.world.death_timer = static_cast<std::uint16_t>(parameter(turn, 3) + 1);
        turn.world.death_scene = static_cast<std::uint16_t>(a);
    }
    return 1;
}

int play_scene(Turn& turn, I16 a, I16) {
    if (turn.world.death_timer == 0) turn.world.scene = static_cast<std::uint16_t>(a);
    return 1;
}

int save_snapshot(Turn& turn, I16, I16) {
    turn.world.saved_note = 1;
    take_snapshot(turn.world);
    turn.world.have_save = 1;
    turn.events.push_back({Event::Kind::save});
    return 1;
}

int show_text(Turn& turn, I16 a, I16) {
    turn.world.story = static_cast<std::uint16_t>(a);
    return 1;
}

namespace {
int request_sound(Turn& turn, std::uint16_t request) {
    play_sound(turn, request & 0xFF, request >> 8);
    return 1;
}
} // namespace

int play_sound_a(Turn& turn, I16 a, I16) { return request_sound(turn, static_cast<std::uint16_t>(a)); }
int play_sound_p(Turn& turn, I16 a, I16) {
    return request_sound(turn, static_cast<std::uint16_t>(parameter(turn, a)));
}

int change_level(Turn& turn, I16 a, I16) {
    turn.world.level = static_cast<std::uint8_t>(a - 1);
    turn.events.push_back({Event::Kind::level_exit, turn.world.level});
    return turn.world.level; // false for level 0
}

int shake(Turn& turn, I16, I16) {
    turn.world.shake = next_random(turn.world) & 7;
    return 1;
}

} // namespace rekindle::flashback::op
