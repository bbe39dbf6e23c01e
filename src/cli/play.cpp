// rekindle play: a game in a window; without a display, 300 ticks of a recorded input as pictures.

#include <ctime>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/files.h"
#include "cli/command.h"
#include "demo/embedded.h"
#include "flashback/game.h"
#include "host/headless.h"
#include "host/window.h"

namespace rekindle::cli {
namespace {

namespace fs = std::filesystem;
using flashback::FlashbackGame;

constexpr std::string_view settings_section = "flashback"; // [flashback.keys], [flashback.pad]

struct Options {
    std::string data, game, demo, skill = "normal", aspect, input, record, pictures;
    std::optional<int> level;
    int scale = 0;
    std::optional<std::uint32_t> seed;
    std::uint64_t ticks = 0, every = 30;
    bool list = false, headless = false, fullscreen = false, code_line = false, verbose = false,
         write_settings = false;
};

const std::map<std::string, int> skills{{"easy", 0}, {"normal", 1}, {"expert", 2}};

// Walks about a little, for data without a recording of its own.
constexpr std::string_view stroll = "30 -\n60 right\n20 -\n45 left\n15 -\n30 right\n20 up\n40 -\n40 left\n";

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
    const host::SectionActions sections[] = {{"host", host::host_actions()},
                                             {settings_section, FlashbackGame::all_actions()}};
    RK_CHECK(write_file(path, host::default_settings_text(sections)));
    print(fmt::format("wrote {}\n", path.string()));
    return {};
}

Expected<host::Settings> settings_of(const Options& options) {
    RK_TRY(host::Settings settings, host::read_settings(host::settings_path()));
    if (options.scale > 0) settings.scale = options.scale;
    if (options.fullscreen) settings.fullscreen = true;
    if (!options.aspect.empty())
        settings.aspect = options.aspect == "4:3" ? host::Aspect::original : host::Aspect::integer;
    return settings;
}

// The game of ours that is to be played; nullptr: the user's data.
Expected<const demo::EmbeddedGame*> embedded_of(const Options& options) {
    if (options.game.empty()) return options.data.empty() ? &demo::embedded_games().front() : nullptr;
    if (!options.data.empty())
        return usage_error("a folder with data or an embedded game, not both", options.game);
    const demo::EmbeddedGame* game = demo::find_embedded(options.game);
    if (game == nullptr) return usage_error("an embedded game; --list shows them", options.game);
    return game;
}

void list_games() {
    for (const demo::EmbeddedGame& game : demo::embedded_games())
        print(fmt::format("{}: {}. {}\n", game.name, game.title, game.description));
    for (const demo::EmbeddedScene& scene : demo::embedded_scenes())
        print(fmt::format("{}: {}. {}\n", scene.name, scene.title, scene.description));
}

// Which recording shows something of a level without a player.
std::string demo_of_level(const flashback::DataSet& data, int level) {
    for (const flashback::DemoStart& start : flashback::demo_starts())
        if (start.level == level && data.has(start.file)) return std::string(start.file);
    return {};
}

Expected<std::unique_ptr<host::InputSource>> input_of(const Options& options, bool headless) {
    std::string text(headless ? stroll : ""), name = "stroll";
    if (!options.input.empty()) {
        RK_TRY(const Bytes bytes, read_file(options.input));
        text.assign(bytes.begin(), bytes.end());
        name = options.input;
    }
    RK_TRY(host::Recording recording, host::read_recording(text, name, FlashbackGame::all_actions()));
    return std::make_unique<host::RecordedInput>(std::move(recording));
}

// A line that is seen at once.
void say(const std::string& line) {
    print(line + "\n");
    std::fflush(stdout);
}

void tell(const Options& options, const host::Event& event) {
    if (event.kind != host::EventKind::sound || options.verbose) say(event.text);
}

fs::path picture_folder(const Options& options) {
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

Expected<void> play_headless(const Options& options, FlashbackGame& game, host::Recording* record) {
    RK_TRY(const auto input, input_of(options, true));
    const std::uint64_t steps = options.data.empty() ? 1000 : 300; // our own recordings are shown whole
    host::HeadlessOptions run{.steps = options.ticks != 0 ? options.ticks : steps,
                              .every = options.every,
                              .folder = picture_folder(options),
                              .on_event = [&options](const host::Event& event) { tell(options, event); },
                              .record = record};
    RK_TRY(const host::HeadlessReport report, host::run_headless(game, *input, run));
    print(fmt::format("{} steps{}, {} pictures in {}\n", report.steps,
                      report.finished.empty() ? "" : fmt::format(" ({})", report.finished),
                      report.pictures.size(), run.folder.string()));
    if (!report.sheet.empty()) print(fmt::format("contact sheet: {}\n", report.sheet.string()));
    return {};
}

Expected<void> play_in_window(const Options& options, FlashbackGame& game, host::Recording* record) {
    RK_TRY(const host::Settings settings, settings_of(options));
    RK_TRY(const auto input, input_of(options, false));
    const host::WindowOptions window{
        .section = std::string(settings_section),
        .input = options.input.empty() ? nullptr : input.get(),
        .record = record,
        .screenshots = xdg_state_dir() / "screenshots",
        .on_event = [&options](const host::Event& event) { tell(options, event); },
        .say = say,
        .steps = options.ticks};
    RK_CHECK(host::run_in_window(game, settings, window));
    if (!game.finished().empty()) print(fmt::format("{}\n", game.finished()));
    return {};
}

Expected<std::unique_ptr<FlashbackGame>> game_of(const Options& options, bool headless) {
    RK_TRY(const demo::EmbeddedGame* embedded, embedded_of(options));
    RK_TRY(flashback::DataSet data,
           embedded != nullptr ? embedded->open() : flashback::DataSet::open(options.data));
    const int level = options.level.value_or(embedded != nullptr ? embedded->level : 0);
    std::string demo = options.demo;
    if (headless && demo.empty() && options.input.empty()) demo = demo_of_level(data, level);
    const auto now = static_cast<std::uint32_t>(std::time(nullptr));
    // A recorded input neither saves over the player's games nor loads them.
    const bool saves = !headless && options.input.empty();
    const std::string_view shelf = embedded != nullptr ? embedded->name : flashback::info(data.release()).key;
    const fs::path shelves = saves ? xdg_state_dir() / "saves" / shelf : fs::path{};
    return FlashbackGame::open(std::move(data),
                               {.title = std::string(embedded != nullptr ? embedded->title : "Flashback"),
                                .own_levels = embedded != nullptr,
                                .level = level,
                                .skill = skills.at(options.skill),
                                .seed = options.seed.value_or(headless ? 0 : now),
                                .demo = demo,
                                .code_line = options.code_line,
                                .original_order = false,
                                .saves = shelves});
}

Expected<void> play(const Options& options) {
    if (options.write_settings) return write_settings();
    if (options.list) {
        list_games();
        return {};
    }
    host::Recording recording;
    host::Recording* record = options.record.empty() ? nullptr : &recording;
    bool headless = options.headless || !host::has_display();
    if (!headless) {
        RK_TRY(const auto game, game_of(options, false));
        auto played = play_in_window(options, *game, record);
        headless = !played && played.error().file == host::no_display;
        if (!played && !headless) return played;
    }
    if (headless) {
        if (!options.headless) print("no display can be opened: pictures instead of a window\n");
        RK_TRY(const auto game, game_of(options, true));
        RK_CHECK(play_headless(options, *game, record));
    }
    if (record != nullptr)
        RK_CHECK(write_file(options.record, host::write_recording(recording, FlashbackGame::all_actions())));
    return {};
}

} // namespace

void add_play(CLI::App& app, Call& call) {
    auto options = std::make_shared<Options>();
    CLI::App& command =
        add_command(app, call, "play", "Play a game in a window, or as pictures without one",
                    "rekindle play\n"
                    "rekindle play ../shared/data/flashback-demo\n"
                    "rekindle play ../shared/data/flashback-demo --level 2 --skill expert --fullscreen\n"
                    "rekindle play ../shared/data/flashback-demo --demo demo3\n"
                    "rekindle play ../shared/data/flashback-demo --headless --ticks 600 --png pictures\n"
                    "rekindle play --write-settings",
                    [options] { return play(*options); });
    command.add_option("DATA", options->data,
                       "Folder with the game's data; without it an embedded game is played");
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
