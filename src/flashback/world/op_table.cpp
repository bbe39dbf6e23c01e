// The opcodes' functions beside their names. The regular ones (keys, single grid probes, messages by
// parameter) are one template each, instantiated here.
#include "flashback/data/opcodes.h"
#include "flashback/world/families.h"

namespace rekindle::flashback {

namespace {

using op::I16;

// --- keys (§6.2): equality of the whole mask
// ---------------------------------------------------------------------------
enum class Key { up, down, forward, backward };

std::uint8_t key_bit(const Turn& turn, Key key) {
    switch (key) {
    case Key::up: return key_up;
    case Key::down: return key_down;
    case Key::forward: return turn.facing ? key_right : key_left;
    case Key::backward: return turn.facing ? key_left : key_right;
    }
    return 0;
}

// A is 0, 1 or 2, checked at load; a question put from outside with another number names no key.
std::uint8_t modifier(I16 a) {
    constexpr std::uint8_t mask[] = {key_run, key_use, key_gun};
    return a >= 0 && a <= 2 ? mask[a] : std::uint8_t{0};
}

template <Key key>
int keys(Turn& turn, I16, I16) {
    return turn.world.keys == key_bit(turn, key);
}
template <Key key>
int keys_with_modifier(Turn& turn, I16 a, I16) {
    return turn.world.keys == (modifier(a) | key_bit(turn, key));
}
int keys_idle(Turn& turn, I16, I16) { return turn.world.keys == 0; }
int keys_anydir_mod(Turn& turn, I16 a, I16) {
    return turn.world.keys == (modifier(a) | (turn.world.keys & key_directions));
}
int keys_run_and_free_ahead(Turn& turn, I16 a, I16) {
    return turn.world.keys == (key_run | (turn.world.keys & key_directions)) && probe(turn, 2, -a) == 0;
}
int keys_mod_only(Turn& turn, I16 a, I16) { return turn.world.keys == modifier(a); }

// --- grid (§6.3): a cell `row` rows down and `sign`*A columns along (-1 ahead, +1 behind)
// --------------------------------
template <int row, int sign>
int grid_get(Turn& turn, I16 a, I16) {
    return probe(turn, row, sign * a);
}
template <int row, int sign>
int grid_free(Turn& turn, I16 a, I16) {
    return probe(turn, row, sign * a) == 0;
}

// P(row, column + dc) solid and the next cell free, and nothing over it.
template <int row, int next>
int edge(Turn& turn, I16 a, I16) {
    return probe(turn, row, a) != 0 && probe(turn, row, a + next) == 0 && probe(turn, row - 1, a) == 0;
}
int edge_r2_prevsolid(Turn& turn, I16 a, I16) {
    return probe(turn, 2, a - 1) != 0 && probe(turn, 2, a) == 0 && probe(turn, 1, a - 1) == 0;
}
int wall_prev_hole_here(Turn& turn, I16 a, I16) {
    return probe(turn, 1, a - 1) != 0 && probe(turn, 2, a) == 0;
}
int wall_prev_free_here(Turn& turn, I16 a, I16) {
    return probe(turn, 1, a - 1) != 0 && probe(turn, 1, a) == 0;
}
int free_prev_wall_here(Turn& turn, I16 a, I16) {
    return probe(turn, 1, a - 1) == 0 && probe(turn, 1, a) != 0;
}
int field_ahead(Turn& turn, I16 a, I16) { return (probe(turn, 1, -a) & 2) != 0; }
int free_ahead_floor_further(Turn& turn, I16 a, I16) {
    return probe(turn, 1, -a) == 0 && probe(turn, 2, -(a + 1)) != 0;
}

// --- messages by parameter (§6.4)
// -----------------------------------------------------------------------------------------
int msg_has(Turn& turn, I16 a, I16) { return op::find_message(turn, a) != nullptr; }

template <int parameter>
int msg_has_from(Turn& turn, I16 a, I16) {
    const World& world = turn.world;
    const auto sender = static_cast<std::uint16_t>(op::parameter(turn, parameter));
    for (std::int16_t m = world.message_head[static_cast<std::size_t>(turn.self)]; m >= 0;) {
        const Message& message = world.messages[static_cast<std::size_t>(m)];
        if (message.number == a && message.sender == sender) return 1;
        m = message.next;
    }
    return 0;
}

template <int parameter>
int msg_send(Turn& turn, I16 a, I16) {
    send(turn.world, turn.level, turn.self, op::parameter(turn, parameter) & 0xFF, a);
    return 1;
}

// --- doors (§5.8)
// -----------------------------------------------------------------------------------------------------------
template <std::int8_t value>
int cells_set(Turn& turn, I16 a, I16) {
    set_cells(turn, a, value);
    return 1;
}
int cells_restore(Turn& turn, I16 a, I16) {
    restore_cells(turn, a);
    return 1;
}

constexpr std::array<OpcodeFunction, 256> make_table() {
    std::array<OpcodeFunction, 256> t{};
    t[0x01] = keys<Key::up>;
    t[0x02] = keys<Key::backward>;
    t[0x03] = keys<Key::down>;
    t[0x04] = keys<Key::forward>;
    t[0x05] = keys_with_modifier<Key::up>;
    t[0x06] = keys_with_modifier<Key::backward>;
    t[0x07] = keys_with_modifier<Key::down>;
    t[0x08] = keys_with_modifier<Key::forward>;
    t[0x09] = keys_idle;
    t[0x0A] = keys_anydir_mod;
    t[0x0B] = grid_get<0, -1>;
    t[0x0C] = grid_get<0, 0>;
    t[0x0D] = grid_get<0, 1>;
    t[0x0E] = grid_get<1, -1>;
    t[0x0F] = grid_get<1, 0>;
    t[0x10] = grid_get<1, 1>;
    t[0x11] = grid_get<2, -1>;
    t[0x12] = grid_get<2, 0>;
    t[0x13] = grid_get<2, 1>;
    t[0x14] = grid_free<0, -1>;
    t[0x15] = grid_free<0, 0>;
    t[0x16] = grid_free<0, 1>;
    t[0x17] = grid_free<1, -1>;
    t[0x18] = grid_free<1, 0>;
    t[0x19] = grid_free<1, 1>;
    t[0x1A] = grid_free<2, -1>;
    t[0x1B] = grid_free<2, 0>;
    t[0x1C] = grid_free<2, 1>;
    t[0x1D] = edge<0, 1>;
    t[0x1E] = edge<2, 1>;
    t[0x1F] = edge<0, -1>;
    t[0x20] = edge<2, -1>;
    t[0x21] = edge_r2_prevsolid;
    t[0x22] = msg_has;
    t[0x23] = msg_send<0>;
    t[0x24] = msg_send<1>;
    t[0x25] = msg_send<2>;
    t[0x26] = msg_send<3>;
    t[0x27] = op::is_dead;
    t[0x28] = wall_prev_hole_here;
    t[0x29] = wall_prev_free_here;
    t[0x2A] = free_prev_wall_here;
    t[0x2B] = op::shares_kind_opposite;
    t[0x2C] = op::shares_kind_same;
    t[0x2D] = op::shares_no_kind;
    t[0x2E] = op::nop;
    t[0x2F] = op::tell_item_here;
    t[0x30] = op::give_self_to;
    t[0x31] = op::go_to_entity;
    t[0x32] = op::current_item_is;
    t[0x33] = op::tell_current_item;
    t[0x34] = keys_run_and_free_ahead;
    t[0x35] = keys_mod_only;
    t[0x36] = cells_set<1>;
    t[0x37] = cells_set<0>;
    t[0x38] = msg_has_from<0>;
    t[0x39] = msg_has_from<1>;
    t[0x3A] = msg_has_from<2>;
    t[0x3B] = msg_has_from<3>;
    t[0x3C] = op::shares_tag_of_kind;
    t[0x3D] = op::shares_tag;
    t[0x3E] = op::counter_set;
    t[0x3F] = op::counter_dec_is;
    t[0x40] = op::sees_kind;
    t[0x41] = op::wake_p;
    t[0x42] = op::sleep_p;
    t[0x43] = op::sleep_if_far;
    t[0x44] = op::counter_from_p;
    t[0x45] = op::shares_any;
    t[0x46] = op::tell_opposite_here;
    t[0x47] = op::tell_same_here;
    t[0x48] = op::tell_at_conrad_life_eq;
    t[0x49] = op::conrad_tells_not_p0;
    t[0x4A] = op::kill_item_of;
    t[0x4B] = op::kill;
    t[0x4C] = op::in_view_room;
    t[0x4D] = op::not_in_view_room;
    t[0x4E] = op::move_y_with_load;
    t[0x4F] = op::death_timer;
    t[0x50] = op::shares_kind;
    t[0x52] = op::sweep_tell_opposite;
    t[0x53] = op::sweep_tell_same;
    t[0x54] = op::conrad_shares_kind;
    t[0x55] = op::life_set;
    t[0x56] = op::life_add;
    t[0x57] = op::room_from_p;
    t[0x58] = op::give_life_p0;
    t[0x59] = op::life_from_minus1;
    t[0x5A] = op::play_scene;
    t[0x5B] = op::arg_is_minus1;
    t[0x5C] = op::death_scene;
    t[0x5D] = op::sweep_tell_opposite_nowall;
    t[0x5E] = op::sweep_tell_same_nowall;
    t[0x5F] = op::hook_wall;
    t[0x60] = op::go_to_sender;
    t[0x61] = op::chance_1_of;
    t[0x62] = op::sweep_count_opposite;
    t[0x63] = op::sweep_count_same;
    t[0x64] = op::shoot_p0;
    t[0x65] = op::life_of_p_add;
    t[0x66] = op::life_of_p_sub;
    t[0x67] = field_ahead;
    t[0x68] = cells_set<2>;
    t[0x69] = op::save_snapshot;
    t[0x6A] = op::sees_living;
    t[0x6B] = op::msg_hit;
    t[0x6C] = op::tell_at_conrad_life_le;
    t[0x6D] = op::touch_icon_is;
    t[0x6E] = op::board_sender;
    t[0x6F] = op::answer_12;
    t[0x70] = op::tell_inventory;
    t[0x71] = op::leave_owner_on;
    t[0x72] = cells_restore;
    t[0x73] = op::board_kind_here;
    t[0x74] = grid_get<4, -1>;
    t[0x75] = grid_free<4, -1>;
    t[0x76] = op::conrad_above;
    t[0x77] = op::conrad_below;
    t[0x78] = op::conrad_in_front;
    t[0x79] = op::conrad_behind;
    t[0x7A] = free_ahead_floor_further;
    t[0x7B] = op::show_text;
    t[0x7C] = op::tell_any_here;
    t[0x7D] = op::play_sound_a;
    t[0x7E] = op::tell_all_here;
    t[0x7F] = op::no_loose_item_here;
    t[0x80] = op::x_from_owner;
    t[0x81] = op::x_from_owner_mod;
    t[0x82] = op::teleport_p;
    t[0x83] = op::has_item;
    t[0x84] = op::change_level;
    t[0x85] = op::shake;
    t[0x86] = op::shoot_p3;
    t[0x87] = op::play_sound_p;
    t[0x88] = op::snap_to_grid;
    t[0x8A] = op::gunvar_set;
    t[0x8B] = op::gunvar_is;
    return t;
}

constexpr bool table_is_complete() {
    constexpr auto table = make_table();
    for (std::size_t i = 0; i < table.size(); ++i)
        if ((table[i] != nullptr) != has_routine(static_cast<std::uint8_t>(i))) return false;
    return true;
}
static_assert(table_is_complete(), "every opcode with a routine has its function, and no other");

} // namespace

constinit const std::array<OpcodeFunction, 256> opcode_functions = make_table();

} // namespace rekindle::flashback
