#include "flashback/session/session.h"

#include "flashback/world/turn.h"

namespace rekindle::flashback {

namespace {

constexpr std::uint16_t scene_continue = 0x48, scene_score = 0x49, scene_aborted = 0x41;
constexpr std::uint16_t sound_inventory = 66;

void music(const Level& level, Events& events) {
    events.push_back({Event::Kind::music, level_names[static_cast<std::size_t>(level.index)].music});
}

} // namespace

void begin_session(Session& session, const Level& level, Events& events) {
    start_level(session.world, level, session.skill, StartKind::new_game, session.start);
    session.tick = Tick{};
    music(level, events);
}

Next run_tick(Session& session, const Level& level, std::uint8_t input, Events& events) {
    World& world = session.world;
    session.tick = step(world, level, input, events);
    switch (session.tick.end) {
    case TickEnd::drawn: break;
    case TickEnd::died: events.push_back({Event::Kind::scene, scene_continue}); return Next::continue_screen;
    case TickEnd::level_exit: return Next::level_exit;
    case TickEnd::taxi: return Next::tick;
    case TickEnd::game_over: events.push_back({Event::Kind::scene, scene_score}); return Next::game_end;
    }
    if (world.story != no_story) return Next::dialog; // which uses the inventory key up
    if ((input & key_inventory) == 0 || !InventoryScreen::open(world)) return Next::tick;
    events.push_back({Event::Kind::sound, sound_inventory});
    return Next::inventory;
}

void close_dialog(Session& session) { session.world.story = no_story; }

void close_inventory(Session& session, int item, Events& events) {
    make_current(session.world, item);
    events.push_back({Event::Kind::sound, sound_inventory});
}

void continue_game(Session& session, const Level& level, Events& events) {
    events.push_back({Event::Kind::continued, 1});
    if (session.world.have_save != 0) {
        restore_snapshot(session.world, level);
        session.skill = session.world.skill;
        events.push_back({Event::Kind::load});
        return;
    }
    start_level(session.world, level, session.skill, StartKind::continued, session.start);
    music(level, events);
}

void abort_game(Events& events) {
    events.push_back({Event::Kind::continued, 0});
    events.push_back({Event::Kind::scene, scene_aborted});
}

int exit_to(const Session& session, const Level& left) {
    return left.restarts_at_exit ? left.index : session.world.level;
}

void enter_level(Session& session, const Level& entered, Events& events) {
    start_level(session.world, entered, session.skill, StartKind::level_change, session.start);
    events.push_back({Event::Kind::level, static_cast<std::uint16_t>(entered.index)});
    music(entered, events);
}

} // namespace rekindle::flashback
