#include "emi/game/game.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/hash.h"
#include "emi/game/functions.h"
#include "emi/game/save.h"
#include "emi/lua/script_api.h"
#include "emi/stage/drawing.h"
#include "emi/stage/scenery.h"
#include "emi/stage/screen.h"
#include "emi/stage/walking.h"

namespace rekindle::emi {
namespace {

constexpr std::uint64_t stuck_every = 300, stuck_after = 900; // frames

bool is_typed(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ';
}

} // namespace

// What the machine and the stage ask of the game.
class Game::Scripts final : public lua::Host, public StageHooks {
  public:
    explicit Scripts(Game& game) : game_(game) {}
    Game& game() { return game_; }

    void print(std::string_view text) override { game_.log(std::string(text)); }
    void report(const lua::Report& report) override {
        game_.tell({.kind = GameEvent::Kind::report, .text = report.line()});
    }
    Expected<Bytes> read_script(std::string_view name) override { return game_.resources_.read(name); }
    Expected<Bytes> read_file(std::string_view name) override {
        if (auto stored = game_.store_->read(name)) return stored;
        return game_.resources_.read(name);
    }
    bool write_file(std::string_view name, ByteView bytes, bool append) override {
        if (!append) return game_.store_->write(name, bytes);
        Bytes all = game_.store_->read(name).value_or(Bytes());
        all.insert(all.end(), bytes.begin(), bytes.end());
        return game_.store_->write(name, all);
    }
    std::string describe(lua::Value value) override {
        if (value.userdata_tag() != lua::object_tag("ACTR")) return {};
        const Actor* actor = game_.stage_.find(value.bits);
        return fmt::format("(actor{}:{})", value.bits, actor == nullptr ? "gone" : actor->name);
    }
    std::string date() override { return game_.options_.date; }
    void exit() override { game_.exit(); }
    bool may_change(std::string_view function, lua::Value argument) override {
        if (function != "IsActorMoving" || argument.userdata_tag() != lua::object_tag("ACTR")) return true;
        const Actor* actor = game_.stage_.find(argument.bits);
        return actor == nullptr || !is_moving(*actor) ||
               (is_active(game_.stage_, *actor) && actor->motion.walk_rate != 0);
    }

    void run_tasks(std::int32_t dt) override {
        game_.machine_.frame(static_cast<std::uint32_t>(dt),
                             static_cast<std::uint32_t>(game_.extras_.movie_time));
    }
    void set_global(std::string_view name, std::int32_t value) override {
        game_.machine_.set_global(name, lua::Value::of(static_cast<float>(value)));
    }
    void run_script(std::string_view text) override { (void)game_.machine_.run_text(text, "chore"); }
    void setup_changed(std::uint32_t from, std::uint32_t to) override {
        hook("camChangeHandler",
             {lua::Value::of(static_cast<float>(from)), lua::Value::of(static_cast<float>(to))});
    }
    void collided(ActorId a, ActorId b) override {
        const std::int32_t tag = lua::object_tag("ACTR");
        hook("collisionHandler", {lua::Value::userdata(a, tag), lua::Value::userdata(b, tag)});
    }
    void warn(std::string_view text) override {
        game_.machine_.report(lua::Report::Kind::warning, std::string(text));
    }

    void hook(std::string_view name, std::initializer_list<lua::Value> arguments) {
        (void)game_.machine_.call_handler(name, {arguments.begin(), arguments.size()});
    }

  private:
    Game& game_;
};

Game::Game(std::unique_ptr<DataFiles> files, GameOptions options, std::unique_ptr<Store> store)
    : resources_(std::move(files)), options_(std::move(options)),
      store_(store ? std::move(store) : memory_store()), scripts_(std::make_unique<Scripts>(*this)),
      machine_(*scripts_, options_.limits) {}
Game::~Game() = default;

Game& game_of(lua::Host& host) { return static_cast<Game::Scripts&>(host).game(); }

Expected<std::unique_ptr<Game>> Game::open(std::unique_ptr<DataFiles> files, GameOptions options,
                                           std::unique_ptr<Store> store) {
    std::unique_ptr<Game> game(new Game(std::move(files), std::move(options), std::move(store)));
    RK_CHECK(game->boot());
    return game;
}

Expected<std::unique_ptr<Game>> Game::open_folder(const std::filesystem::path& folder, GameOptions options,
                                                  std::unique_ptr<Store> store) {
    RK_TRY(GameFiles files, GameFiles::open(folder));
    return open(files_of(std::move(files), folder.string()), std::move(options), std::move(store));
}

Expected<void> Game::boot() {
    for (std::string& line : resources_.open_tables()) log(std::move(line));
    (void)lua::add_script_api(machine_, function_bindings());
    lua::State& state = machine_.state();
    const lua::Value system = machine_.global("system");
    const lua::Value controls = state.tables[system.bits].get(state.text("controls"));
    for (const ControlName& each : control_names())
        state.table_set(controls, state.text(each.name), lua::Value::of(static_cast<float>(each.code)));
    state.table_set(controls, state.text("joy_selected"), lua::Value::of(0.0f));

    const auto script = resources_.read("_system.lua");
    if (!script)
        return missing(resources_.files().title() + ": _system.lua", "the script that a game begins with",
                       "A game's data are archives (art*.m4b, patch.m4b ...) or loose files in one folder.");
    (void)machine_.run_file(*script, "_system.lua");
    for (const auto& [name, control] :
         {std::pair{"JOYSTICK_X_LEFT", "KEY_JOY1_HLEFT"}, std::pair{"JOYSTICK_X_RIGHT", "KEY_JOY1_HRIGHT"},
          std::pair{"JOYSTICK_Y_UP", "KEY_JOY1_HUP"}, std::pair{"JOYSTICK_Y_DOWN", "KEY_JOY1_HDOWN"}})
        machine_.set_global(name, lua::Value::of(static_cast<float>(control_named(control))));
    const lua::Value start = machine_.global("BOOT");
    if (!start.is_callable())
        return bad_data("_system.lua", 0, "a function BOOT after it has run",
                        machine_.reports().empty() ? "none" : machine_.reports().front().line());
    const lua::Value nothing[2];
    (void)machine_.call(start, nothing);
    take_stage_events();
    return {};
}

StageRun Game::run() { return {stage_, resources_.cast(), *scripts_}; }

std::span<const GameEvent> Game::step(std::int32_t milliseconds, std::span<const InputEvent> input) {
    begin_frame(input);
    return end_frame(milliseconds);
}

bool Game::draws() const {
    return stage_.mode == Mode::normal || stage_.mode == Mode::frozen || stage_.mode == Mode::overworld;
}

void Game::begin_frame(std::span<const InputEvent> input) {
    if (frames() > 0) events_.clear(); // those of booting are told with the first frame's
    carry_out_load();
    carry_out_save();
    release_ended(audio_);
    for (const InputEvent& event : input) take_input(event);
    skip_movie();
    if (!draws() || stage_.current() == nullptr) return;
    if (note_picture(stage_))
        scripts_->hook("postCamChangeHandler", {lua::Value::of(static_cast<float>(stage_.shown_setup))});
    light_actors(stage_, resources_.cast(), options_.fast_light);
}

std::span<const GameEvent> Game::end_frame(std::int32_t milliseconds) {
    const std::int32_t ms = std::clamp(milliseconds, -1, 60'000);
    if (draws()) drop_brief();
    update(run(), ms);
    take_stage_events();
    if (ms > 0) {
        advance_audio(audio_, resources_, ms);
        extras_.clock += static_cast<std::uint64_t>(ms);
    }
    take_up_music(audio_, resources_);
    if (frames() % stuck_every == 0) report_stuck();
    return events_;
}

// ---------------------------------------------------------------------------------------------------- input

void Game::take_input(const InputEvent& event) {
    using Kind = InputEvent::Kind;
    if (stage_.mode == Mode::movie) {
        static const ControlCode escape = control_named("KEY_ESCAPE");
        if (event.kind == Kind::down && event.code == escape) end_movie(stage_);
        return;
    }
    switch (event.kind) {
    case Kind::down:
    case Kind::up: press(event); break;
    case Kind::axis: move_axis(event.code, options_.analogue_sticks ? event.x : stick_value(event.x)); break;
    case Kind::mouse: {
        static const ControlCode x = control_named("AXIS_MOUSE_X"), y = control_named("AXIS_MOUSE_Y");
        move_axis(x, event.x);
        move_axis(y, event.y);
        break;
    }
    case Kind::quit: {
        const lua::Value system = machine_.global("system");
        lua::State& state = machine_.state();
        const bool handled =
            system.is_table() && state.tables[system.bits].get(state.text("exitHandler")).is_true();
        if (handled)
            scripts_->hook("exitHandler", {});
        else
            exit();
        break;
    }
    case Kind::paint: scripts_->hook("userPaintHandler", {}); break;
    }
}

void Game::press(const InputEvent& event) {
    const bool down = event.kind == InputEvent::Kind::down;
    if (down == (controls_.value(event.code) != 0)) return;
    static const ControlCode pause = control_named("KEY_PAUSE");
    if (down && event.code == pause) scripts_->hook("pauseHandler", {});
    if (down && is_typed(event.letter)) {
        const lua::Value letter = machine_.state().text(std::string_view(&event.letter, 1));
        scripts_->hook("characterHandler", {letter});
    }
    controls_.set(event.code, down ? 1 : 0);
    if (controls_.is_enabled(event.code))
        scripts_->hook("buttonHandler",
                       {lua::Value::of(static_cast<float>(event.code)), lua::Value::truth(down),
                        lua::Value::of(down ? 1.0f : 0.0f), lua::Value::of(0.0f)});
}

void Game::move_axis(ControlCode code, float value) {
    const float change = value - controls_.value(code);
    controls_.set(code, value);
    if ((change > 0.1f || change < -0.1f) && controls_.is_enabled(code))
        scripts_->hook("axisHandler", {lua::Value::of(static_cast<float>(code)), lua::Value::of(value)});
}

// ------------------------------------------------------------------------------------------ between frames

void Game::carry_out_load() {
    if (extras_.wanted_load.empty()) return;
    const std::string name = std::exchange(extras_.wanted_load, {});
    const auto bytes = store_->read(name);
    if (const auto done = bytes ? restore(*bytes, name) : Expected<void>(tl::unexpected(bytes.error()));
        !done) {
        scripts_->warn(done.error().line());
        return;
    }
    tell({.kind = GameEvent::Kind::loaded, .text = name});
    stage_.short_frames = 1;
    const lua::Value music = machine_.global("music_state");
    if (!music.is_table()) return;
    lua::State& state = machine_.state();
    if (state.tables[music.bits].get(state.text("paused")).is_nil()) return;
    state.table_set(music, state.text("paused"), {});
    const lua::Value pause = state.tables[music.bits].get(state.text("pause"));
    (void)machine_.call(pause, std::span(&music, 1));
}

void Game::carry_out_save() {
    if (extras_.wanted_save.empty()) return;
    const std::string name = std::exchange(extras_.wanted_save, {});
    submitted_.emplace();
    scripts_->hook("saveGameCallback", {});
    const std::vector<std::string> texts = *std::exchange(submitted_, {});
    stage_.short_frames = 1;
    const auto bytes = save_game(*this, texts);
    if (!bytes)
        scripts_->warn(bytes.error().line());
    else if (!store_->write(name, *bytes))
        scripts_->warn(fmt::format("the game could not be saved as '{}'", name));
    else
        tell({.kind = GameEvent::Kind::saved, .text = name});
}

// Movies can't be shown: their scripts only wait until they are over.
void Game::skip_movie() {
    if (stage_.movie.name.empty()) return;
    tell({.kind = GameEvent::Kind::movie, .text = stage_.movie.name});
    log(fmt::format("movie '{}' is passed over", stage_.movie.name));
    end_movie(stage_);
    extras_.movie_time = 0;
}

void Game::drop_brief() {
    for (const TextId text : extras_.brief_texts) kill_text(stage_, text);
    for (const PrimitiveId primitive : extras_.brief_primitives) kill_primitive(stage_, primitive);
    extras_.brief_texts.clear();
    extras_.brief_primitives.clear();
}

void Game::take_stage_events() {
    for (const StageEvent& event : std::exchange(stage_.events, {})) {
        switch (event.kind) {
        case StageEvent::Kind::start_voice:
            tell({.kind = GameEvent::Kind::voice, .text = event.name, .number = event.actor});
            break;
        case StageEvent::Kind::stop_voice:
            tell({.kind = GameEvent::Kind::stop_voice, .text = event.name, .number = event.actor});
            break;
        case StageEvent::Kind::stop_sounds:
            for (const Sound& sound : audio_.sounds)
                if (sound.playing)
                    tell({.kind = GameEvent::Kind::stop_sound, .text = sound.name, .number = sound.id});
            audio_.stop_effects();
            break;
        case StageEvent::Kind::pause_sounds:
            audio_.paused = true;
            tell({.kind = GameEvent::Kind::pause_sounds});
            break;
        case StageEvent::Kind::resume_sounds:
            audio_.paused = false;
            tell({.kind = GameEvent::Kind::resume_sounds});
            break;
        case StageEvent::Kind::place_sounds: break; // mix_of is asked for in every frame
        }
    }
}

void Game::report_stuck() {
    for (const lua::Stuck& stuck : machine_.stuck(static_cast<std::uint32_t>(stuck_after)))
        machine_.report(lua::Report::Kind::warning,
                        fmt::format("task {} at {} {}", stuck.task, stuck.place, stuck.reason));
}

bool Game::run_line(std::string_view text) { return machine_.run_text(text, "console") == lua::Outcome::ok; }

// --------------------------------------------------------------------------------------------------- state

Moment Game::moment() const { return {stage_, audio_, controls_, extras_, machine_.state()}; }

void Game::go_to(Moment moment) {
    stage_ = std::move(moment.stage);
    audio_ = std::move(moment.audio);
    controls_ = std::move(moment.controls);
    extras_ = std::move(moment.extras);
    machine_.set_state(std::move(moment.scripts));
}

Expected<Bytes> Game::save() const { return save_game(*this, {}); }
Expected<void> Game::restore(ByteView bytes, std::string_view file) { return load_game(*this, bytes, file); }
std::uint64_t Game::hash() const { return hash_game(*this); }

// ------------------------------------------------------------------------------------ for script functions

bool Game::submit(std::vector<std::string> texts) {
    if (!submitted_) return false;
    *submitted_ = std::move(texts);
    return true;
}

void Game::exit() {
    finished_ = true;
    tell({.kind = GameEvent::Kind::exit});
}

std::string Game::translated(std::string_view text) const {
    if (extras_.translation_mode == 2) return std::string(text);
    if (extras_.translation_mode == 1) {
        const std::size_t end = text.starts_with('/') ? text.find('/', 1) : std::string_view::npos;
        return std::string(end == std::string_view::npos ? text : text.substr(end + 1));
    }
    return resources_.translations().translate(text);
}

std::uint32_t Game::font_id(std::string_view file) {
    if (!resources_.cast().font(file)) return 0;
    const std::string name = normal_name(file);
    std::vector<std::string>& fonts = extras_.fonts;
    auto at = std::find(fonts.begin(), fonts.end(), name);
    if (at == fonts.end()) at = fonts.insert(at, name);
    return static_cast<std::uint32_t>(at - fonts.begin()) + 1;
}

Ref<FontResource> Game::font(std::uint32_t id) {
    return id == 0 || id > extras_.fonts.size() ? Ref<FontResource>()
                                                : resources_.cast().font(extras_.fonts[id - 1]);
}

} // namespace rekindle::emi
