#include "flashback/world/families.h"

namespace rekindle::flashback::op {

namespace {

int conrad_floor(const Turn& turn) { return (turn.world.entities[conrad].y - 8) / 72; }
int own_floor(Turn& turn) { return turn.me().y / 72; }
bool same_room(Turn& turn) { return turn.me().room == turn.entity(conrad).room; }

// Distance to Conrad, positive where he is ahead.
int ahead(Turn& turn) {
    const int d = turn.entity(conrad).x - turn.me().x;
    return wrap16(turn.facing ? d : -d);
}

Side ahead_side(const Turn& turn, bool forward) { return turn.facing == forward ? Side::right : Side::left; }

void copy_facing(Entity& to,
                 const Entity& from) { // cleared first, so that copying from oneself clears it: Q24
    to.flags &= static_cast<std::uint8_t>(~faces_right);
    to.flags |= from.flags & faces_right;
}

void copy_place(Entity& to, const Entity& from) {
    to.x = from.x;
    to.y = from.y;
    to.room = from.room;
}

} // namespace

int conrad_above(Turn& turn, I16, I16) {
    return same_room(turn) ? conrad_floor(turn) < own_floor(turn) : conrad_is_in(turn, Side::up);
}

int conrad_below(Turn& turn, I16, I16) {
    return same_room(turn) ? conrad_floor(turn) > own_floor(turn) : conrad_is_in(turn, Side::down);
}

int conrad_in_front(Turn& turn, I16 a, I16) {
    if (own_floor(turn) != conrad_floor(turn)) return 0;
    if (!same_room(turn)) return a == 0 && conrad_is_in(turn, ahead_side(turn, true));
    if (a == 0)
        return turn.facing ? turn.me().x < turn.entity(conrad).x : turn.me().x > turn.entity(conrad).x;
    const int d = ahead(turn);
    return d > 0 && d < 16 * a;
}

int conrad_behind(Turn& turn, I16 a, I16) {
    if (own_floor(turn) != conrad_floor(turn)) return 0;
    if (!same_room(turn)) return a == 0 && conrad_is_in(turn, ahead_side(turn, false));
    if (a == 0) // not symmetric: Q21
        return turn.facing ? turn.me().x > turn.entity(conrad).x : turn.me().x <= turn.entity(conrad).x;
    const int d = wrap16(-ahead(turn));
    return d > 0 && d < 16 * a;
}

int in_view_room(Turn& turn, I16, I16) { return turn.me().room == turn.world.view_room; }
int not_in_view_room(Turn& turn, I16, I16) { return turn.me().room != turn.world.view_room; }

int go_to_entity(Turn& turn, I16 a, I16) {
    if (!turn.exists(a)) return 1; // U5
    copy_place(turn.me(), turn.entity(a));
    copy_facing(turn.me(), turn.entity(a));
    detach(turn.world, turn.self);
    return 1;
}

int go_to_sender(Turn& turn, I16 a, I16 b) {
    const Message* message = find_message(turn, a);
    return message != nullptr ? go_to_entity(turn, static_cast<I16>(message->sender), b) : 0;
}

int move_y_with_load(Turn& turn, I16 a, I16) {
    turn.me().y = wrap16(turn.me().y + a);
    std::uint8_t item = turn.me().inv_head;
    for (std::size_t steps = 0; item != no_link && steps < most_entities; ++steps) {
        turn.entity(item).y = wrap16(turn.entity(item).y + a);
        item = turn.entity(item).inv_next;
    }
    return 1;
}

int x_from_owner(Turn& turn, I16, I16) {
    if (turn.me().owner != no_link) turn.me().x = turn.entity(turn.me().owner).x;
    return 1;
}

int x_from_owner_mod(Turn& turn, I16, I16) {
    Entity& self = turn.me();
    if (self.owner == no_link) return 1;
    int d = turn.entity(self.owner).x % 256;
    if (d >= self.x) d -= self.x;
    self.x = wrap16(self.x + d);
    return 1;
}

int snap_to_grid(Turn& turn, I16, I16) {
    Entity& self = turn.me();
    self.x = static_cast<I16>(self.x & 0xFFF0);
    if (self.y != 70 && self.y != 142 && self.y != 214) self.y = wrap16((self.y / 72 + 1) * 72 - 2);
    return 1;
}

int wake_p(Turn& turn, I16 a, I16) {
    const I16 who = a <= 3 ? parameter(turn, a) : I16{-1};
    if (turn.exists(who)) wake(turn.world, who);
    return 1;
}

int sleep_p(Turn& turn, I16 a, I16) {
    const I16 who = a <= 3 ? parameter(turn, a) : I16{-1};
    if (turn.exists(who)) put_to_sleep(turn.world, who);
    return 1;
}

int sleep_if_far(Turn& turn, I16, I16) {
    const World& world = turn.world;
    const int room = turn.me().room;
    const auto is_near = [&] {
        if (room >= room_count) return false;
        if (room == world.view_room) return true;
        for (const Side side : {Side::up, Side::down, Side::right, Side::left})
            if (neighbour(world, side, world.view_room) == room) return true;
        return false;
    };
    const bool sleeps =
        (turn.definition().wake & wake_in_view) == 0 || ((world.view_room & 0x80) == 0 && !is_near());
    if (sleeps) {
        put_to_sleep(turn.world, turn.self);
        turn.me().cell = no_link;
    }
    turn.sound_on = false;
    return 1;
}

int kill_item_of(Turn& turn, I16 a, I16) {
    turn.me().room = room_destroyed;
    put_to_sleep(turn.world, turn.self);
    if (turn.exists(a)) unlink_from(turn.world, a, turn.self);
    return 1;
}

int kill(Turn& turn, I16, I16) {
    turn.me().room = room_destroyed;
    put_to_sleep(turn.world, turn.self);
    if (turn.definition().kind == 10) turn.world.score += 200;
    return 1;
}

int room_from_p(Turn& turn, I16 a, I16) {
    turn.me().room = static_cast<std::uint8_t>(parameter(turn, a));
    if (turn.definition().kind == 1) turn.world.redraw = 1;
    show_first_frame(turn.world, turn.level, turn.self);
    return 1;
}

int teleport_p(Turn& turn, I16 a, I16) {
    const I16 moved = parameter(turn, a), target = parameter(turn, a + 1);
    if (!turn.exists(moved) || !turn.exists(target)) return 1; // U5
    World& world = turn.world;
    Entity& m = turn.entity(moved);
    const Entity& t = turn.entity(target);
    if (t.room >= room_count) return 1;
    const std::uint8_t old = m.room;
    copy_place(m, t);
    relist(world, moved, old);
    const EntityDefinition& definition = turn.level.entities[static_cast<std::size_t>(moved)];
    if (definition.node == turn.level.entities[static_cast<std::size_t>(target)].node) {
        copy_facing(m, t);
        m.state = t.state;
        m.frame = 0;
        m.first = first_record(turn.level, moved, m.state);
    }
    if (definition.kind == 1 && world.view_room != m.room) {
        world.view_room = m.room;
        if (turn.level.has_picture[m.room]) world.background = m.room;
    }
    show_first_frame(world, turn.level, moved);
    return 1;
}

} // namespace rekindle::flashback::op
