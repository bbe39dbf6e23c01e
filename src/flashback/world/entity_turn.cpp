// The turn of one entity (engine spec §4): the script is asked only when the animation has run out or a
// message cuts it short; then one frame is shown.
#include "flashback/world/turn.h"

namespace rekindle::flashback {

namespace {

const AnimationFrame& frame_of(const Level& level, const StateAnimation& animation, int frame) {
    return level.frames[animation.first_frame + static_cast<std::size_t>(frame)];
}

// The records of the entity's current state, from `first` to where the state changes or the list ends (U1).
struct Run {
    const Record* begin;
    const Record* end; // of the list
    std::uint16_t state;
    bool at(const Record* r) const { return r != end && r->state == state; }
};

Run run_of(const Level& level, const Entity& e, int entity) {
    const RecordList list = list_of(level, entity);
    const Record* records = level.records.data() + list.first;
    return {records + e.first, records + list.count, e.state};
}

// Does this question end an animation when message `number` is waiting? (§4.2)
bool cuts_short(std::uint8_t op, std::int16_t argument, std::int16_t number) {
    const int n = static_cast<std::uint16_t>(number);
    return notices(op, argument, n) || (op == op_answer_12 && n == argument);
}

bool any_message_cuts(const World& world, const Record& r, std::int16_t head) {
    for (std::int16_t m = head; m >= 0; m = world.messages[static_cast<std::size_t>(m)].next) {
        const std::int16_t number = world.messages[static_cast<std::size_t>(m)].number;
        if (cuts_short(r.op2, r.arg2, number) || cuts_short(r.op1, r.arg1, number)) return true;
    }
    return false;
}

void set_grid_position(Turn& turn) {
    const Entity& e = turn.me();
    turn.gy = static_cast<std::int16_t>((e.y / 36) & ~1);
    turn.gx = static_cast<std::int16_t>(floor16(e.x));
}

// skipAhead (§4.2): keeps the whole shift of the frames that are skipped.
void skip_ahead(Turn& turn) {
    World& world = turn.world;
    Entity& e = turn.me();
    const std::int16_t head = world.message_head[static_cast<std::size_t>(turn.self)];
    const Run run = run_of(turn.level, e, turn.self);
    const Record* r = run.begin;
    while (run.at(r) && !any_message_cuts(world, *r, head)) ++r;
    if (!run.at(r)) return;
    const StateAnimation& animation = turn.level.states[e.state];
    for (int k = e.frame; k < animation.count; ++k) {
        const AnimationFrame& frame = frame_of(turn.level, animation, k);
        if (frame.picture == empty_frame) continue;
        e.x = wrap16(turn.facing ? e.x - frame.dx : e.x + frame.dx);
        e.y = wrap16(e.y + frame.dy);
    }
    e.frame = animation.count;
    set_grid_position(turn);
}

// stepFrame (§4.3), and on to the next frame.
inline void step_frame(Entity& e, const StateAnimation& animation, const AnimationFrame* frames) {
    const unsigned at = e.frame > animation.count ? 0u : e.frame;
    e.frame = static_cast<std::uint8_t>(at + 1);
    if (at >= animation.count) return; // can't be: every state that is reached has frames
    const AnimationFrame frame = frames[animation.first_frame + at];
    if (frame.picture == empty_frame) return;
    const unsigned flags = e.flags;
    e.x = wrap16((flags & faces_right) != 0 ? e.x - frame.dx : e.x + frame.dx);
    e.y = wrap16(e.y + frame.dy);
    e.sprite = frame.picture & 0x7FFF;
    // Bit 15 of the picture against the facing gives the mirror flag, one bit above the facing.
    static_assert(drawn_mirrored == faces_right << 1 && drawn_as_object == 0x08);
    e.flags = static_cast<std::uint8_t>((flags & ~(drawn_mirrored | drawn_as_object)) |
                                        ((frame.picture >> 15) ^ (flags & faces_right)) << 1 |
                                        static_cast<unsigned>(animation.as_object) << 3);
}

// vulnerableNow (§4.4).
bool vulnerable_now(const Level& level, const Entity& e, int entity) {
    const Run run = run_of(level, e, entity);
    for (const Record* r = run.begin; run.at(r); ++r) {
        if (r->op2 == op_msg_hit || (r->op2 == op_msg_has && r->arg2 <= 4)) return true;
        if (r->op1 == op_msg_hit || (r->op1 == op_msg_has && r->arg1 <= 4)) return true;
    }
    return false;
}

void apply_effects(Turn& turn, std::uint8_t effects) {
    World& world = turn.world;
    Entity& e = turn.me();
    const std::uint8_t kind = turn.definition().kind;
    world.score += score_table[effects >> 4];
    if ((effects & 0x01) != 0) e.flags ^= faces_right;
    if ((effects & 0x02) != 0) {
        e.life = wrap16(e.life - 1);
        if (kind == 1)
            world.hit_pending = 1;
        else if (kind == 10)
            world.score += 100;
    }
    if ((effects & 0x04) != 0) e.life = wrap16(e.life + 1);
    if ((effects & 0x08) != 0) e.life = -1;
}

// tryRecord (§4.4). The effects of a first question stay even if the second fails.
bool try_record(Turn& turn, const Record& r) {
    if (r.op1 != 0 && !ask(turn, r.op1, r.arg1, 0)) return false;
    if (r.op2 != 0 && !ask(turn, r.op2, r.arg2, r.arg1)) return false;
    if (r.op3 != 0) (void)ask(turn, r.op3, r.arg3, 0);
    Entity& e = turn.me();
    e.state = r.next;
    e.first = r.next_first;
    e.frame = 0;
    if (r.effects != 0) apply_effects(turn, r.effects);
    e.x = wrap16(e.right() ? e.x - r.dx : e.x + r.dx);
    e.y = wrap16(e.y + r.dy);
    if (turn.world.hit_pending != 0 && turn.definition().kind == 1 &&
        vulnerable_now(turn.level, e, turn.self)) {
        turn.world.blink = 60;
        turn.world.hit_pending = 0;
    }
    return true;
}

// The last level's machine and Conrad on one cell (§4.1).
void check_last_level(Turn& turn, const Record& r) {
    constexpr int machine = 79;
    World& world = turn.world;
    if (world.level != 6 || (world.view_room != 50 && world.view_room != 51) || turn.self != machine) return;
    if (r.op1 != 0x60 || r.op2 != 0 || r.op3 != 0) return;
    if (cell_key(world, turn.entity(machine), 0) == cell_key(world, turn.entity(conrad), 0))
        send(world, turn.level, machine, conrad, 4);
}

// playStateSound (§4.5): loud in the view room, a quarter in its neighbours.
void play_state_sound(Turn& turn) {
    const World& world = turn.world;
    const Entity& e = turn.me();
    const std::uint8_t sound = turn.level.states[e.state].sound;
    if (sound == 0 || !e.awake() || !turn.sound_on) return;
    if (e.room == world.view_room) {
        play_sound(turn, sound - 1u, 0);
        return;
    }
    for (const Side side : {Side::up, Side::down, Side::right, Side::left})
        if (neighbour(world, side, world.view_room) == e.room) {
            play_sound(turn, sound - 1u, 1);
            return;
        }
}

void wake_list(World& world, const Level& level, int room, int from_y, bool monsters) {
    for (std::int16_t i = world.room_head[static_cast<std::size_t>(room)]; i >= 0;) {
        const Entity& e = world.entities[static_cast<std::size_t>(i)];
        const EntityDefinition& definition = level.entities[static_cast<std::size_t>(i)];
        if ((monsters || definition.kind != 10) && e.y >= from_y && (definition.wake & wake_in_view) != 0)
            wake(world, i);
        i = e.room_next;
    }
}

// Conrad has come into another room (§4.7 item 3).
void change_view(Turn& turn, int room) {
    World& world = turn.world;
    world.view_room = static_cast<std::uint8_t>(room);
    look_around(world);
    world.redraw = 1;
    if (world.view_room >= room_count) return;
    constexpr int everything = -32768;
    wake_list(world, turn.level, world.view_room, everything, true);
    const int above = neighbour(world, Side::up, world.view_room);
    if (above >= 0 && above < room_count) wake_list(world, turn.level, above, 48, false);
    const int below = neighbour(world, Side::down, world.view_room);
    if (below >= 0 && below < room_count) wake_list(world, turn.level, below, 176, false); // Q6
}

// crossEdge (§4.7).
void cross_edge(Turn& turn) {
    World& world = turn.world;
    Entity& e = turn.me();
    const bool inside = e.x > -10 && e.x < 256 && e.y >= 0 && e.y < 216;
    if (inside && e.room == turn.room_at_start) return;
    Side side = Side::left;
    if (e.x <= -10) {
        e.x = wrap16(e.x + 256);
    } else if (e.x >= 256) {
        e.x = wrap16(e.x - 256);
        side = Side::right;
    } else if (e.y < 0) {
        e.y = wrap16(e.y + 216);
        side = Side::up;
    } else if (e.y >= 216) {
        e.y = wrap16(e.y - 216);
        side = Side::down;
    }
    if (!inside) {
        int room = static_cast<std::int8_t>(e.room);
        if (room >= 0) {
            room = neighbour(world, side, room);
            e.room = static_cast<std::uint8_t>(room);
        }
        if (turn.definition().kind == 1) change_view(turn, room);
    }
    relist(world, turn.self, turn.room_at_start);
}

// The records, top-down, once the animation has run out. False: none fits and the turn ends.
bool choose_record(Turn& turn) {
    const Entity& e = turn.me();
    const Run run = run_of(turn.level, e, turn.self);
    for (const Record* r = run.begin; r != run.end && r->state == e.state; ++r) {
        if (!try_record(turn, *r)) continue;
        check_last_level(turn, *r);
        play_state_sound(turn);
        cross_edge(turn);
        return true;
    }
    return false;
}

// A turn with messages waiting or an animation that has run out. False: it shows no frame.
[[gnu::noinline]] bool decide(World& world, const Level& level, Events& events, int self) {
    Turn turn(world, level, events, self);
    const Entity& e = turn.me();
    const std::int16_t& head = world.message_head[static_cast<std::size_t>(self)];
    if (head >= 0) skip_ahead(turn);
    const bool shows = level.states[e.state].count > e.frame || choose_record(turn);
    if (head >= 0) clear_messages(world, self);
    return shows;
}

} // namespace

Turn::Turn(World& world_, const Level& level_, Events& events_, int self_)
    : world(world_), level(level_), events(events_), self(self_),
      me_(world_.entities[static_cast<std::size_t>(self_)]) {
    facing = me().right();
    room_at_start = me().room;
    set_grid_position(*this);
}

RecordList list_of(const Level& level, int entity) {
    return level.list_of_entity[static_cast<std::size_t>(entity)];
}

std::uint16_t first_record(const Level& level, int entity, std::uint16_t state) {
    const RecordList list = list_of(level, entity);
    for (std::uint32_t i = 0; i < list.count; ++i)
        if (level.records[list.first + i].state == state) return static_cast<std::uint16_t>(i);
    return 0;
}

void play_sound(Turn& turn, std::uint16_t sound, std::uint16_t volume_class) {
    turn.events.push_back({Event::Kind::sound, sound, volume_class});
}

void show_first_frame(World& world, const Level& level, int entity) {
    Entity& e = world.entities[static_cast<std::size_t>(entity)];
    const StateAnimation& animation = level.states[e.state];
    e.frame = 0;
    const AnimationFrame& frame = frame_of(level, animation, 0);
    if (frame.picture == empty_frame) return;
    e.flags &= static_cast<std::uint8_t>(~(drawn_mirrored | drawn_as_object));
    if (e.right()) e.flags |= drawn_mirrored; // from bit 15 of the frame count, which is never set: Q5
    if (animation.as_object) e.flags |= drawn_as_object;
    e.sprite = frame.picture & 0x7FFF;
}

void relist(World& world, int entity, std::uint8_t old_room) {
    Entity& e = world.entities[static_cast<std::size_t>(entity)];
    if (old_room == e.room) return;
    std::int16_t* link = &world.room_head[old_room];
    while (*link >= 0 && *link != entity) link = &world.entities[static_cast<std::size_t>(*link)].room_next;
    if (*link < 0) return; // Q7
    *link = e.room_next;
    e.room_next = world.room_head[e.room];
    world.room_head[e.room] = static_cast<std::int16_t>(entity);
}

void take_turns(World& world, const Level& level, Events& events) {
    const StateAnimation* const states = level.states.data();
    const AnimationFrame* const frames = level.frames.data();
    // Whoever is woken on the way has its turn, too, if its number has not been passed.
    for (std::size_t word = 0; word < world.active.size(); ++word)
        for (std::uint64_t todo = world.active[word]; todo != 0;) {
            const int bit = __builtin_ctzll(todo);
            const std::size_t self = 64 * word + static_cast<std::size_t>(bit);
            Entity& e = world.entities[self];
            // Most turns only show the next frame.
            const bool waits = world.message_head[self] < 0 && states[e.state].count > e.frame;
            if (waits || decide(world, level, events, static_cast<int>(self)))
                step_frame(e, states[e.state], frames);
            todo = world.active[word] & after(bit);
        }
}

} // namespace rekindle::flashback
