#pragma once
// The functions behind the opcodes, one struct of static functions a family (engine spec §6.2 to §6.11).
// op_table.cpp puts them beside their numbers. Signature: answer(turn, A, B); only the low byte of an answer
// counts.

#include "flashback/world/turn.h"

namespace rekindle::flashback::op {

using I16 = std::int16_t;

// The parameter p[index] of SELF's definition. The level loader refuses indices outside 0..3.
inline I16 parameter(const Turn& turn, int index) {
    return index >= 0 && index < 4 ? turn.definition().p[static_cast<std::size_t>(index)] : I16{0};
}

// The first message numbered A that waits for SELF, or null.
inline const Message* find_message(const Turn& turn, I16 number) {
    const World& world = turn.world;
    for (std::int16_t m = world.message_head[static_cast<std::size_t>(turn.self)]; m >= 0;) {
        const Message& message = world.messages[static_cast<std::size_t>(m)];
        if (static_cast<std::uint16_t>(message.number) == number) return &message; // u16 against i16, widened
        m = message.next;
    }
    return nullptr;
}

// Where Conrad is from SELF, along one side of SELF's room.
inline bool conrad_is_in(const Turn& turn, Side side) {
    const int room = turn.world.entities[static_cast<std::size_t>(turn.self)].room;
    return room < room_count && turn.world.entities[conrad].room == neighbour(turn.world, side, room);
}

// op_looks.cpp (§5.6, §5.7)
int sees_kind(Turn& turn, I16 a, I16 b);
int sees_living(Turn& turn, I16 a, I16 b);
int sweep_tell_opposite(Turn& turn, I16 a, I16 b);
int sweep_tell_same(Turn& turn, I16 a, I16 b);
int sweep_tell_opposite_nowall(Turn& turn, I16 a, I16 b);
int sweep_tell_same_nowall(Turn& turn, I16 a, I16 b);
int sweep_count_opposite(Turn& turn, I16 a, I16 b);
int sweep_count_same(Turn& turn, I16 a, I16 b);
int shoot_p0(Turn& turn, I16 a, I16 b);
int shoot_p3(Turn& turn, I16 a, I16 b);
int hook_wall(Turn& turn, I16 a, I16 b);

// op_messages.cpp (§6.4)
int msg_hit(Turn& turn, I16 a, I16 b);
int tell_item_here(Turn& turn, I16 a, I16 b);
int tell_current_item(Turn& turn, I16 a, I16 b);
int tell_opposite_here(Turn& turn, I16 a, I16 b);
int tell_same_here(Turn& turn, I16 a, I16 b);
int tell_all_here(Turn& turn, I16 a, I16 b);
int tell_at_conrad_life_eq(Turn& turn, I16 a, I16 b);
int tell_at_conrad_life_le(Turn& turn, I16 a, I16 b);
int conrad_tells_not_p0(Turn& turn, I16 a, I16 b);
int answer_12(Turn& turn, I16 a, I16 b);
int tell_inventory(Turn& turn, I16 a, I16 b);
int tell_any_here(Turn& turn, I16 a, I16 b);

// op_sharing.cpp (§6.5)
int shares_kind_opposite(Turn& turn, I16 a, I16 b);
int shares_kind_same(Turn& turn, I16 a, I16 b);
int shares_no_kind(Turn& turn, I16 a, I16 b);
int shares_kind(Turn& turn, I16 a, I16 b);
int shares_tag_of_kind(Turn& turn, I16 a, I16 b);
int shares_tag(Turn& turn, I16 a, I16 b);
int shares_any(Turn& turn, I16 a, I16 b);
int conrad_shares_kind(Turn& turn, I16 a, I16 b);
int touch_icon_is(Turn& turn, I16 a, I16 b);
int no_loose_item_here(Turn& turn, I16 a, I16 b);

// op_positions.cpp (§6.7, §6.9)
int conrad_above(Turn& turn, I16 a, I16 b);
int conrad_below(Turn& turn, I16 a, I16 b);
int conrad_in_front(Turn& turn, I16 a, I16 b);
int conrad_behind(Turn& turn, I16 a, I16 b);
int in_view_room(Turn& turn, I16 a, I16 b);
int not_in_view_room(Turn& turn, I16 a, I16 b);
int go_to_entity(Turn& turn, I16 a, I16 b);
int go_to_sender(Turn& turn, I16 a, I16 b);
int move_y_with_load(Turn& turn, I16 a, I16 b);
int x_from_owner(Turn& turn, I16 a, I16 b);
int x_from_owner_mod(Turn& turn, I16 a, I16 b);
int snap_to_grid(Turn& turn, I16 a, I16 b);
int wake_p(Turn& turn, I16 a, I16 b);
int sleep_p(Turn& turn, I16 a, I16 b);
int sleep_if_far(Turn& turn, I16 a, I16 b);
int kill_item_of(Turn& turn, I16 a, I16 b);
int kill(Turn& turn, I16 a, I16 b);
int room_from_p(Turn& turn, I16 a, I16 b);
int teleport_p(Turn& turn, I16 a, I16 b);

// op_values.cpp (§6.8, §6.10, §6.11)
int is_dead(Turn& turn, I16 a, I16 b);
int counter_set(Turn& turn, I16 a, I16 b);
int counter_dec_is(Turn& turn, I16 a, I16 b);
int counter_from_p(Turn& turn, I16 a, I16 b);
int life_set(Turn& turn, I16 a, I16 b);
int life_add(Turn& turn, I16 a, I16 b);
int give_life_p0(Turn& turn, I16 a, I16 b);
int life_from_minus1(Turn& turn, I16 a, I16 b);
int life_of_p_add(Turn& turn, I16 a, I16 b);
int life_of_p_sub(Turn& turn, I16 a, I16 b);
int gunvar_set(Turn& turn, I16 a, I16 b);
int gunvar_is(Turn& turn, I16 a, I16 b);
int chance_1_of(Turn& turn, I16 a, I16 b);
int arg_is_minus1(Turn& turn, I16 a, I16 b);
int nop(Turn& turn, I16 a, I16 b);
int give_self_to(Turn& turn, I16 a, I16 b);
int current_item_is(Turn& turn, I16 a, I16 b);
int has_item(Turn& turn, I16 a, I16 b);
int board_sender(Turn& turn, I16 a, I16 b);
int leave_owner_on(Turn& turn, I16 a, I16 b);
int board_kind_here(Turn& turn, I16 a, I16 b);
int death_timer(Turn& turn, I16 a, I16 b);
int death_scene(Turn& turn, I16 a, I16 b);
int play_scene(Turn& turn, I16 a, I16 b);
int save_snapshot(Turn& turn, I16 a, I16 b);
int show_text(Turn& turn, I16 a, I16 b);
int play_sound_a(Turn& turn, I16 a, I16 b);
int play_sound_p(Turn& turn, I16 a, I16 b);
int change_level(Turn& turn, I16 a, I16 b);
int shake(Turn& turn, I16 a, I16 b);

} // namespace rekindle::flashback::op
