#include "emi/play/scene_game.h"

#include <fmt/format.h>

#include "base/files.h"

namespace rekindle::emi {
namespace {

constexpr std::uint32_t frame_ms = 16;

enum class SceneAction { console, inspector, save, load };
const host::Action actions_of_scenes[] = {
    {"console", "Script console", {"Ctrl+E"}, {}},
    {"inspector", "Inspector", {"F2"}, {}},
    {"save", "Quick save", {"Ctrl+S"}, {}},
    {"load", "Quick load", {"Ctrl+L"}, {}},
};
bool pressed(host::ActionMask mask, SceneAction action) {
    return (mask >> static_cast<unsigned>(action) & 1) != 0;
}

} // namespace

std::span<const host::Action> SceneGame::all_actions() { return actions_of_scenes; }

SceneGame::SceneGame(std::unique_ptr<emi::Game> game, SceneOptions options)
    : game_(std::move(game)), options_(std::move(options)), pictures_(game_->cast()),
      tools_({game_->stage(), game_->cast(), list_}), renderer_(640, 480, options_.threads),
      picture_(RgbaPicture::blank(640, 480)) {
    played_.milliseconds = options_.replay ? options_.replay->milliseconds : std::int32_t{frame_ms};
}
SceneGame::~SceneGame() = default;

Expected<std::unique_ptr<SceneGame>> SceneGame::open(std::unique_ptr<emi::Game> game, SceneOptions options) {
    return std::unique_ptr<SceneGame>(new SceneGame(std::move(game), std::move(options)));
}

host::Screen SceneGame::screen() const {
    return {.width = 640, .height = 480, .shape_width = 4, .shape_height = 3, .pointer = true};
}

host::StepRate SceneGame::rate() const {
    return host::step_every(static_cast<std::uint32_t>(std::max(played_.milliseconds, 1)));
}

void SceneGame::raw_input(const host::RawInput& input) {
    using Kind = host::RawInput::Kind;
    if (input.kind == Kind::pointer) {
        if (input.pointer.inside())
            input_.push_back({.kind = InputEvent::Kind::mouse,
                              .x = static_cast<float>(input.pointer.x),
                              .y = static_cast<float>(input.pointer.y)});
        return;
    }
    const ControlCode code = control_of(input);
    if (code == no_control) return;
    if (input.kind == Kind::axis)
        input_.push_back({.kind = InputEvent::Kind::axis, .code = code, .x = input.value});
    else
        input_.push_back({.kind = input.kind == Kind::down ? InputEvent::Kind::down : InputEvent::Kind::up,
                          .code = code,
                          .letter = input.letter});
}

std::span<const host::Event> SceneGame::step(const host::HostInput& input) {
    events_.clear();
    act(input.pressed);
    for (const std::string& line : tools_.take_lines()) (void)game_->run_line(line);
    std::vector<InputEvent> given = std::exchange(input_, {});
    if (options_.replay) {
        given = options_.replay->of(played_.frames);
        if (played_.frames >= options_.replay->frames) finished_ = "the replay is over";
    }
    played_.note(played_.frames++, given);
    game_->begin_frame(given);
    if (game_->draws()) {
        pictures_.make(list_, game_->stage(), {.fast = game_->options().fast_light});
        painted_ = false;
    }
    for (const GameEvent& event : game_->end_frame(played_.milliseconds)) tell(event);
    if (game_->finished()) finished_ = "the game has ended";
    return events_;
}

void SceneGame::act(host::ActionMask mask) {
    if (pressed(mask, SceneAction::console)) tools_.toggle_console();
    if (pressed(mask, SceneAction::inspector)) tools_.toggle_inspector();
    if (pressed(mask, SceneAction::save)) save();
    if (pressed(mask, SceneAction::load)) load();
}

host::Frame SceneGame::frame() const {
    if (!std::exchange(painted_, true)) {
        const auto steps = tools_.peel_step() < 0 ? std::vector<PeelStep>{} : peel(list_);
        const auto step = static_cast<std::size_t>(tools_.peel_step());
        renderer_.draw(step < steps.size() ? steps[step].list : list_);
        picture_ = renderer_.picture();
    }
    return {.rgba = &picture_};
}

void SceneGame::note(std::string text) {
    tools_.print(text);
    events_.push_back({host::EventKind::note, std::move(text)});
}

void SceneGame::tell(const GameEvent& event) {
    using Kind = GameEvent::Kind;
    switch (event.kind) {
    case Kind::log:
    case Kind::report: note(event.text); break;
    case Kind::sound:
    case Kind::voice:
        events_.push_back({host::EventKind::sound,
                           fmt::format("{} {}", event.kind == Kind::sound ? "sound" : "voice", event.text)});
        break;
    case Kind::music:
        events_.push_back({host::EventKind::sound, fmt::format("music {}", event.number)});
        break;
    case Kind::movie:
        events_.push_back({host::EventKind::cutscene, fmt::format("movie {}", event.text)});
        break;
    case Kind::saved: note(fmt::format("saved {}", event.text)); break;
    case Kind::loaded: note(fmt::format("loaded {}", event.text)); break;
    case Kind::stop_sound:
    case Kind::stop_voice:
    case Kind::pause_sounds:
    case Kind::resume_sounds:
    case Kind::preference:
    case Kind::exit: break;
    }
}

void SceneGame::save() {
    if (options_.quick_save.empty()) return note("games can't be saved here");
    const auto bytes = game_->save();
    const auto written = bytes ? write_file(options_.quick_save, *bytes) : tl::unexpected(bytes.error());
    note(written ? fmt::format("saved {}", options_.quick_save.string()) : written.error().line());
}

void SceneGame::load() {
    if (options_.quick_save.empty()) return note("games can't be loaded here");
    const auto bytes = read_file(options_.quick_save);
    const auto restored =
        bytes ? game_->restore(*bytes, options_.quick_save.string()) : tl::unexpected(bytes.error());
    note(restored ? std::string("loaded the quick save") : restored.error().line());
}

} // namespace rekindle::emi
