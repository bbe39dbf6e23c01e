#pragma once
// Small levels written as structs, for tests worked out by hand from the engine specification. Rooms 0...7
// stand alone (link() joins them) and are empty (solid() fills cells); states 0...15 last one tick each, have
// their number as picture and tag; node n has its own list of records, by default one that stays in state 1
// for ever.

#include <gtest/gtest.h>

#include "flashback/oracle/fields.h"
#include "flashback/world/start.h"
#include "flashback/world/tick.h"
#include "flashback/world/turn.h"

namespace rekindle::flashback::test {

inline constexpr int small_nodes = 8, small_states = 16;

class SmallLevel {
  public:
    explicit SmallLevel(int index = 0) {
        parts_.index = index;
        parts_.entities.file = "PGE";
        parts_.records.file = "OBJ";
        for (int i = 0; i < links_size; ++i) parts_.collision[static_cast<std::size_t>(i)] = -1;
        parts_.has_picture.fill(true);
        parts_.records.value.lists.assign(small_nodes, {Record{.state = 1, .next = 1}});
        for (std::size_t node = 0; node < node_count; ++node)
            parts_.records.value.list_of_node[node] =
                static_cast<std::uint16_t>(std::min<std::size_t>(node, small_nodes - 1));
        for (std::uint16_t state = 0; state < small_states; ++state) {
            parts_.animations.value.animation_of_state.push_back(state);
            parts_.animations.value.animations.push_back(Animation{.sound = 0,
                                                                   .tag = static_cast<std::uint8_t>(state),
                                                                   .as_object = 0,
                                                                   .frames = {{state, 0, 0}}});
        }
        add({.x0 = 16, .y0 = 70, .kind = 1, .room0 = 1});
    }

    // Awake from the start, of every skill, in state 1 with one cell and one life unless it says otherwise.
    struct Who {
        std::int16_t x0 = 128, y0 = 142;
        std::uint16_t node = 0;
        std::array<std::int16_t, 4> p{};
        std::uint8_t kind = 4;
        std::uint8_t room0 = 1;
        std::uint8_t awake0 = 1;
        bool right = false;
        std::uint8_t skill = 0;
        std::uint8_t wake = 0;
        std::uint8_t cells = 1;
        std::uint8_t touch_icon = 0;
        std::uint16_t state0 = 1;
        std::uint16_t life0 = 1;
    };
    // Its number. Conrad, entity 0, is there already.
    int add(const Who& who) {
        EntityDefinition d;
        d.state0 = who.state0;
        d.x0 = who.x0;
        d.y0 = who.y0;
        d.node = who.node;
        d.life0 = who.life0;
        d.p = who.p;
        d.kind = who.kind;
        d.room0 = who.room0;
        d.awake0 = who.awake0;
        d.mirror = who.right ? 1 : 0;
        d.skill = who.skill;
        d.wake = who.wake;
        d.cells = who.cells;
        d.touch_icon = who.touch_icon;
        parts_.entities.value.push_back(d);
        return static_cast<int>(parts_.entities.value.size()) - 1;
    }
    EntityDefinition& definition(int entity) {
        return parts_.entities.value[static_cast<std::size_t>(entity)];
    }
    void records(std::size_t node, std::vector<Record> list) {
        parts_.records.value.lists[node] = std::move(list);
    }
    Animation& animation(std::size_t state) { return parts_.animations.value.animations[state]; }
    void link(int room, Side side, int neighbour) {
        parts_.collision[static_cast<std::size_t>(static_cast<int>(side) + room)] =
            static_cast<std::int8_t>(neighbour);
    }
    void solid(int room, int row, int column, std::int8_t value = 1) {
        parts_.collision[static_cast<std::size_t>(grid_at(room, row, column))] = value;
    }
    void exit_restarts() { parts_.restarts_at_exit = true; }

    Level level() const {
        const auto level = make_level(parts_);
        if (!level) ADD_FAILURE() << level.error().line();
        return level.value_or(Level{});
    }

  private:
    LevelParts parts_;
};

// A level that has started, and what is asked of it.
struct Stage {
    Level level;
    World world;
    Events events;

    explicit Stage(const SmallLevel& small, std::uint8_t skill = 1) : level(small.level()) {
        start_level(world, level, skill, StartKind::new_game);
        world.redraw = 0;
        look();
    }
    // Cells and line of sight, as at the start of a tick.
    void look() {
        wake_pass(world, level);
        look_around(world);
    }
    bool ask(int self, std::uint8_t op, std::int16_t a, std::int16_t b = 0) {
        Turn turn(world, level, events, self);
        return flashback::ask(turn, op, a, b);
    }
    Tick tick(std::uint8_t input = 0) { return step(world, level, input, events); }
    Entity& entity(int i) { return world.entities[static_cast<std::size_t>(i)]; }
    void send(int from, int to, std::int16_t number) { flashback::send(world, level, from, to, number); }
    // "sender:number" of the waiting messages, from the head.
    std::string messages(int i) const {
        std::string text;
        for (const oracle::WaitingMessage& m : oracle::waiting_messages(world, i))
            text += (text.empty() ? "" : " ") + std::to_string(m.sender) + ":" + std::to_string(m.number);
        return text;
    }
    std::vector<std::int16_t> room(std::uint8_t r) const { return oracle::room_list(world, r); }
};

} // namespace rekindle::flashback::test
