#include "flashback/game.h"

#include <fmt/format.h>

#include "base/files.h"

namespace rekindle::flashback {

namespace {

constexpr std::size_t rewind_ticks = 20 * 30;
constexpr int quick_slot = 0;
constexpr host::StepRate tick_rate{30, 1};
constexpr host::StepRate loop_rate = host::step_every(80);    // §3.6, §8.3, options
constexpr host::StepRate screen_rate = host::step_every(100); // continue screen, final score

const std::array<host::Action, 12> action_table{{
    {"up", "Up: climb, jump", {"Up"}, {"dpup", "lefty-"}},
    {"down", "Down: crouch, climb down", {"Down"}, {"dpdown", "lefty+"}},
    {"left", "Left", {"Left"}, {"dpleft", "leftx-"}},
    {"right", "Right", {"Right"}, {"dpright", "leftx+"}},
    {"use", "Use the current item or what Conrad stands at; choose", {"Return"}, {"a"}},
    {"gun", "Draw the gun, fire", {"Space"}, {"x"}},
    {"run", "Run, pick up", {"Left Shift", "Right Shift"}, {"b", "rightshoulder"}},
    {"inventory", "Inventory; next page of a dialog", {"Backspace", "Tab"}, {"y"}},
    {"menu", "Options: resume, abort, load, save", {"Escape"}, {"start"}},
    {"rewind", "Rewind while held", {"F3"}, {"lefttrigger+"}},
    {"save", "Quick save", {"F5"}, {}},
    {"load", "Quick load", {"F9"}, {}},
}};

std::string told(const Event& event) {
    switch (event.kind) {
    case Event::Kind::scene: return fmt::format("cutscene 0x{:02X} (not shown)", event.a);
    case Event::Kind::sound: return fmt::format("sound {} at 1/{} (not heard)", event.a, 1 << (2 * event.b));
    case Event::Kind::save: return "the game is saved at this place";
    case Event::Kind::level_exit: return fmt::format("the way to level {}", event.a);
    case Event::Kind::level: return fmt::format("level {} begins", event.a);
    case Event::Kind::music: return fmt::format("music {} (not heard)", event.a);
    case Event::Kind::continued: return event.a != 0 ? "continued" : "given up";
    case Event::Kind::load: return "back at the saved place";
    }
    return {};
}

host::EventKind kind_of(const Event& event) {
    switch (event.kind) {
    case Event::Kind::scene: return host::EventKind::cutscene;
    case Event::Kind::sound:
    case Event::Kind::music: return host::EventKind::sound;
    default: return host::EventKind::note;
    }
}

bool pressed(const host::HostInput& input, PlayerAction action) {
    return (input.pressed & action_bit(action)) != 0;
}

} // namespace

std::span<const host::Action> FlashbackGame::all_actions() { return action_table; }

FlashbackGame::FlashbackGame(Library library, GameOptions options)
    : library_(std::move(library)), options_(std::move(options)), past_(rewind_ticks),
      picture_(IndexedPicture::blank(screen_width, screen_height)) {}

Expected<std::unique_ptr<FlashbackGame>> FlashbackGame::open(DataSet data, GameOptions options) {
    std::unique_ptr<FlashbackGame> game(new FlashbackGame(Library(std::move(data)), std::move(options)));
    RK_CHECK(game->start());
    return game;
}

Expected<void> FlashbackGame::start() {
    session_.skill = static_cast<std::uint8_t>(options_.skill);
    session_.world.rng = options_.seed;
    if (!options_.demo.empty()) {
        const DemoStart* start = find_demo(options_.demo);
        if (start == nullptr) return usage_error("a recording: demo1, demo51 or demo3", options_.demo);
        RK_TRY(Recording recording, library_.data().load(start->file, read_recording));
        demo_ = Demo{*start, std::move(recording.samples)};
        options_.level = start->level;
        session_.skill = demo_skill;
        session_.world.rng = 0;
        session_.start =
            start->room ? StartPlace{static_cast<std::uint8_t>(*start->room),
                                     static_cast<std::int16_t>(start->x), static_cast<std::int16_t>(start->y)}
                        : StartPlace{};
    }
    RK_TRY(loaded_, library_.level(options_.level));
    frame_.emplace(loaded_->pictures);
    begin_session(session_, loaded_->level, world_events_);
    level_started();
    return {};
}

void FlashbackGame::level_started() {
    if (demo_) demo_->used = demo_->start.first_sample;
}

std::string FlashbackGame::title() const {
    if (options_.own_levels) return options_.title;
    return fmt::format("{} · {}", options_.title,
                       level_names[static_cast<std::size_t>(loaded_->level.index)].title);
}

host::Screen FlashbackGame::screen() const { return {screen_width, screen_height, 4, 3}; }

host::StepRate FlashbackGame::rate() const {
    switch (mode_) {
    case Mode::tick: return tick_rate;
    case Mode::dialog:
    case Mode::inventory:
    case Mode::options: return loop_rate;
    case Mode::continue_screen:
    case Mode::final_score: return screen_rate;
    }
    return tick_rate;
}

host::Frame FlashbackGame::frame() const {
    return {.indexed = &picture_, .palette = &palette_, .rgba = nullptr, .shake = shake_};
}

std::span<const host::Event> FlashbackGame::step(const host::HostInput& input) {
    events_.clear();
    tell(); // of the start
    if (!demo_ && (input.held & action_bit(PlayerAction::rewind)) != 0) {
        keys_.sample(input);
        rewind();
        return events_;
    }
    sample(input);
    shake_ = 0;
    switch (mode_) {
    case Mode::tick: tick(); break;
    case Mode::dialog: show_dialog(); break;
    case Mode::inventory: inventory_pass(); break;
    case Mode::continue_screen: continue_pass(); break;
    case Mode::options: options_pass(); break;
    case Mode::final_score:
        if (demo_ || (keys_.mask() & key_use) != 0) finished_ = "the game is won";
        break;
    }
    if (demo_ && demo_->over() && mode_ == Mode::tick && finished_.empty())
        finished_ = "the recording is over";
    if (mode_ == Mode::tick && finished_.empty() && pressed(input, PlayerAction::save)) save(quick_slot);
    if (finished_.empty() && pressed(input, PlayerAction::load)) load(quick_slot);
    tell();
    return events_;
}

// A recording gives one byte to every sampling but those of continue screen and final score (§10). Where it
// ends inside a loop, the loop is left.
void FlashbackGame::sample(const host::HostInput& input) {
    if (!demo_) {
        keys_.sample(input);
        return;
    }
    if (pressed(input, PlayerAction::menu)) finished_ = "the recording was left";
    if (mode_ == Mode::continue_screen || mode_ == Mode::final_score) return;
    keys_.sample(demo_->over() ? key_inventory : demo_->samples[demo_->used]);
    if (mode_ != Mode::tick && !demo_->over()) ++demo_->used; // a tick says itself whether it sampled
}

void FlashbackGame::tick() {
    if (!finished_.empty()) return;
    if (!demo_) past_.keep(moment());
    if (session_.world.scene != no_scene && !demo_) keys_.scene();
    const Next next = run_tick(session_, loaded_->level, keys_.mask(), world_events_);
    const TickEnd end = session_.tick.end;
    if (demo_ && end != TickEnd::died && end != TickEnd::game_over) ++demo_->used;
    if (end == TickEnd::drawn) {
        // Counted by the picture (§11.5), so that it stands still where the line is off.
        if (options_.code_line && session_.world.code_timer != 0) --session_.world.code_timer;
        draw();
        shake_ = session_.tick.shake;
    }
    switch (next) {
    case Next::tick:
        if (end == TickEnd::drawn) finish_tick();
        break;
    case Next::dialog: open_dialog(); break;
    case Next::inventory: open_inventory(); break;
    case Next::continue_screen: open_continue(); break;
    case Next::level_exit: leave_level(); break;
    case Next::game_end: open_final_score(); break;
    }
}

// Steps 15 and 16 where no inventory opened.
void FlashbackGame::finish_tick() {
    if (keys_.inventory()) {
        keys_.use_up(key_inventory);
    } else if (keys_.menu()) {
        keys_.use_up_menu();
        open_options();
    }
}

void FlashbackGame::leave_level() {
    const auto next = library_.level(exit_to(session_, loaded_->level));
    if (!next) {
        finished_ = fmt::format("the level is done; the next one can't be played: {}", next.error().line());
        return;
    }
    loaded_ = *next;
    frame_->use(loaded_->pictures);
    enter_level(session_, loaded_->level, world_events_);
    level_started();
}

void FlashbackGame::draw() {
    frame_->draw(session_.world, loaded_->level, session_.tick.hud, {.code_line = options_.code_line});
    std::copy(frame_->pixels().begin(), frame_->pixels().end(), picture_.pixels.begin());
    palette_ = frame_->palette();
}

void FlashbackGame::tell() {
    for (const Event& event : world_events_) events_.push_back({kind_of(event), told(event)});
    world_events_.clear();
}

// Rewinding: one tick back a step, as long as there are moments.

void FlashbackGame::rewind() {
    keys_.use_up(0xFF);
    if (const auto moment = past_.back()) go_to(*moment);
}

void FlashbackGame::go_to(const Moment& moment) {
    session_ = moment.session;
    // Its level was loaded before, or the caller has loaded it.
    if (const auto level = library_.level(session_.world.level); level && *level != loaded_) {
        loaded_ = *level;
        frame_->use(loaded_->pictures);
    }
    frame_->set_latches(moment.latches);
    mode_ = Mode::tick;
    inventory_.reset();
    shake_ = 0;
    draw();
}

// Saved games.

std::filesystem::path FlashbackGame::slot_path(int slot) const {
    return options_.saves / (slot == quick_slot ? "quick.rks" : fmt::format("slot_{:02}.rks", slot));
}

void FlashbackGame::save(int slot) {
    if (demo_ || options_.saves.empty()) {
        note("not saved: this is a recording");
        return;
    }
    const auto written = write_file(slot_path(slot), write_save(moment(), loaded_->level));
    note(written ? fmt::format("saved: {}", slot_path(slot).string())
                 : fmt::format("not saved: {}", written.error().line()));
}

void FlashbackGame::load(int slot) {
    const auto loaded = demo_ || options_.saves.empty()
                            ? usage_error("a game of the player's own", "a recording")
                            : try_load(slot);
    note(loaded ? fmt::format("loaded: {}", slot_path(slot).string())
                : fmt::format("not loaded: {}", loaded.error().line()));
}

Expected<void> FlashbackGame::try_load(int slot) {
    const std::string name = slot_path(slot).string();
    RK_TRY(const Bytes bytes, read_file(slot_path(slot)));
    RK_TRY(const int index, level_of_save(bytes, name));
    RK_TRY(const LoadedLevel* level, library_.level(index));
    RK_TRY(const Moment moment, read_save(bytes, name, level->level));
    past_.keep(this->moment()); // a load can be taken back
    go_to(moment);
    return {};
}

} // namespace rekindle::flashback
