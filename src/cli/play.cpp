// rekindle play: a game in a window; without a display, 300 ticks of a recorded input as pictures.

#include <ctime>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/files.h"
#include "cli/command.h"
#include "cli/emi_files.h"
#include "cli/playable.h"
#include "host/headless.h"
#include "host/window.h"

namespace rekindle::cli {
namespace {

namespace fs = std::filesystem;

Expected<void> write_settings() {
    const fs::path path = host::settings_path();
    std::error_code ignored;
    if (fs::exists(path, ignored))
        return tl::unexpected(Error{.kind = ErrorKind::usage,
                                    .file = path.string(),
                                    .offset = 0,
                                    .expected = "no settings yet",
                                    .found = "a file",
                                    .cure = "Move it away first: your settings are never overwritten"});
    const host::SectionActions sections[] = {
        {"host", host::host_actions()}, flashback_section(), scene_section()};
    RK_CHECK(write_file(path, host::default_settings_text(sections)));
    print(fmt::format("wrote {}\n", path.string()));
    return {};
}

Expected<host::Settings> settings_of(const PlayOptions& options) {
    RK_TRY(host::Settings settings, host::read_settings(host::settings_path()));
    if (options.scale > 0) settings.scale = options.scale;
    if (options.fullscreen) settings.fullscreen = true;
    if (!options.aspect.empty())
        settings.aspect = options.aspect == "4:3" ? host::Aspect::original : host::Aspect::integer;
    return settings;
}

// Of our own games the named one, or the first where nothing is named; else the engine that knows the data.
Expected<std::unique_ptr<Playable>> open_playable(const PlayOptions& options, bool headless) {
    if (!options.data.empty() && !options.game.empty())
        return usage_error("a folder with data or an embedded game, not both", options.game);
    if (!options.data.empty())
        return is_emi(options.data) ? open_scene(options, nullptr, headless)
                                    : open_flashback(options, nullptr, headless);
    const demo::EmbeddedGame* first = &demo::embedded_games().front();
    if (options.game.empty()) return open_flashback(options, first, headless);
    if (const demo::EmbeddedGame* game = demo::find_embedded(options.game); game != nullptr)
        return open_flashback(options, game, headless);
    if (const demo::EmbeddedScene* scene = demo::find_embedded_scene(options.game); scene != nullptr)
        return open_scene(options, scene, headless);
    return usage_error("an embedded game; --list shows them", options.game);
}

void list_games() {
    for (const demo::EmbeddedGame& game : demo::embedded_games())
        print(fmt::format("{}: {}. {}\n", game.name, game.title, game.description));
    for (const demo::EmbeddedScene& scene : demo::embedded_scenes())
        print(fmt::format("{}: {}. {}\n", scene.name, scene.title, scene.description));
}

// A line that is seen at once.
void say(const std::string& line) {
    print(line + "\n");
    std::fflush(stdout);
}

void tell(const PlayOptions& options, const host::Event& event) {
    if (event.kind != host::EventKind::sound || options.verbose) say(event.text);
}

fs::path picture_folder(const PlayOptions& options) {
    if (!options.pictures.empty()) return options.pictures;
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    char stamp[32];
    std::strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &local);
    const fs::path pictures = xdg_state_dir() / "pictures";
    fs::path folder = pictures / stamp;
    std::error_code ignored;
    for (int n = 2; fs::exists(folder, ignored); ++n) folder = pictures / fmt::format("{}-{}", stamp, n);
    return folder; // never one that an earlier run wrote into
}

// Nothing is pressed.
class NoInput final : public host::InputSource {
  public:
    host::HostInput next() override { return {}; }
};

Expected<void> play_headless(const PlayOptions& options, Playable& playable) {
    NoInput nothing;
    const host::HeadlessOptions run{
        .steps = options.ticks != 0 ? options.ticks : playable.headless_steps(),
        .every = options.every,
        .folder = picture_folder(options),
        .on_event = [&options](const host::Event& event) { tell(options, event); },
        .record = options.record.empty() ? nullptr : playable.recording()};
    host::InputSource& input = playable.input() != nullptr ? *playable.input() : nothing;
    RK_TRY(const host::HeadlessReport report, host::run_headless(playable.game(), input, run));
    print(fmt::format("{} steps{}, {} pictures in {}\n", report.steps,
                      report.finished.empty() ? "" : fmt::format(" ({})", report.finished),
                      report.pictures.size(), run.folder.string()));
    if (!report.sheet.empty()) print(fmt::format("contact sheet: {}\n", report.sheet.string()));
    return {};
}

Expected<void> play_in_window(const PlayOptions& options, Playable& playable) {
    RK_TRY(const host::Settings settings, settings_of(options));
    const host::WindowOptions window{
        .section = std::string(playable.section().section),
        .input = playable.input(),
        .record = options.record.empty() ? nullptr : playable.recording(),
        .screenshots = xdg_state_dir() / "screenshots",
        .on_event = [&options](const host::Event& event) { tell(options, event); },
        .say = say,
        .steps = options.ticks};
    RK_CHECK(host::run_in_window(playable.game(), settings, window));
    if (!playable.game().finished().empty()) print(fmt::format("{}\n", playable.game().finished()));
    return {};
}

Expected<void> write_record(const PlayOptions& options, const Playable& playable) {
    if (options.record.empty()) return {};
    return write_file(options.record, playable.record());
}

Expected<void> play(const PlayOptions& options) {
    if (options.write_settings) return write_settings();
    if (options.list) {
        list_games();
        return {};
    }
    if (!options.headless && host::has_display()) {
        RK_TRY(const auto playable, open_playable(options, false));
        const auto played = play_in_window(options, *playable);
        if (played) return write_record(options, *playable);
        if (played.error().file != host::no_display) return played;
    }
    if (!options.headless) print("no display can be opened: pictures instead of a window\n");
    RK_TRY(const auto playable, open_playable(options, true));
    RK_CHECK(play_headless(options, *playable));
    return write_record(options, *playable);
}

} // namespace

void add_play(CLI::App& app, Call& call) {
    auto options = std::make_shared<PlayOptions>();
    CLI::App& command =
        add_command(app, call, "play", "Play a game in a window, or as pictures without one",
                    "rekindle play\n"
                    "rekindle play ../shared/data/flashback-demo\n"
                    "rekindle play ../shared/data/flashback-demo --level 2 --skill expert --fullscreen\n"
                    "rekindle play ../shared/data/flashback-demo --demo demo3\n"
                    "rekindle play ../shared/data/flashback-demo --headless --ticks 600 --png pictures\n"
                    "rekindle play --game coat\n"
                    "rekindle play --write-settings",
                    [options] { return play(*options); });
    command.add_option("DATA", options->data,
                       "Folder with the data of Flashback or Escape from Monkey Island; without it an "
                       "embedded game is played");
    command.add_option("--game", options->game, "Play an embedded game (the first one of the list)");
    command.add_flag("--list", options->list, "List the embedded games");
    command.add_option("--level", options->level, "Level index, 0 to 6")->check(CLI::Range(0, 6));
    command.add_option("--skill", options->skill, "easy, normal or expert")
        ->check(CLI::IsMember({"easy", "normal", "expert"}));
    command.add_option("--seed", options->seed, "Start of the random generator (else the time; headless: 0)");
    command.add_option("--demo", options->demo, "Play a recording of the data: demo1, demo51, demo3");
    command.add_option("--input", options->input, "Play a recorded input (docs/commands/play.md)");
    command.add_option("--record", options->record, "Write the input that was played");
    command.add_flag("--headless", options->headless, "No window: run and write pictures");
    command.add_option("--ticks", options->ticks, "Stop after so many steps (headless: 300)");
    command.add_option("--png", options->pictures, "Folder for the pictures");
    command.add_option("--every", options->every, "A picture after every so many steps");
    command.add_option("--scale", options->scale, "Of the window, 1 to 16")->check(CLI::Range(1, 16));
    command.add_option("--aspect", options->aspect, "integer (whole-number scale) or 4:3")
        ->check(CLI::IsMember({"integer", "4:3"}));
    command.add_flag("--fullscreen", options->fullscreen, "Full screen");
    command.add_flag("--code-line", options->code_line, "Show the level's password at its start");
    command.add_flag("--verbose", options->verbose, "Tell sounds too");
    command.add_flag("--write-settings", options->write_settings, "Write a settings file with every default");
}

} // namespace rekindle::cli
