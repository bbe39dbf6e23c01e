// rekindle render: pictures out of the game's own drawing, without a window: a room, chosen ticks of a played
// input, or a set, as PNG files.

#include <algorithm>
#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/files.h"
#include "cli/command.h"
#include "cli/lighting_lab.h"
#include "cli/render_scene.h"
#include "demo/embedded.h"
#include "flashback/oracle/levels.h"
#include "flashback/oracle/run.h"
#include "flashback/picture/frame.h"
#include "flashback/world/start.h"

namespace rekindle::cli {
namespace {

namespace fs = std::filesystem;
using namespace flashback;

struct Options {
    std::string data, game, demo, input, out;
    std::optional<int> level, room;
    std::vector<std::uint32_t> ticks;
    int scale = 1;
    bool empty = false, lighting_lab = false;
    std::string set, script;
    std::optional<int> setup;
    std::uint32_t frames = 1, every = 0;
    bool boot = false, peel = false;
    bool is_scene() const { return !set.empty() || boot; }
};

Expected<DataSet> data_of(const Options& options) {
    if (options.data.empty() == options.game.empty())
        return usage_error("a folder with data or --game NAME", options.game.empty() ? "neither" : "both");
    if (options.game.empty()) return DataSet::open(options.data);
    const demo::EmbeddedGame* game = demo::find_embedded(options.game);
    if (game == nullptr)
        return usage_error("an embedded game; rekindle play --list shows them", options.game);
    return game->open();
}

Expected<void> write_picture(const fs::path& path, const IndexedPicture& picture, const Palette& palette,
                             int scale) {
    RK_TRY(const Bytes png,
           scale == 1 ? encode_png(picture, palette) : encode_png(enlarge(to_rgba(picture, palette), scale)));
    RK_CHECK(write_file(path, png));
    print(fmt::format("{}\n", path.string()));
    return {};
}

// A room as it is at level start; with `empty` without anything in it.
Expected<void> render_room(const Options& options, const DataSet& data) {
    const int index = options.level.value_or(0), room = *options.room;
    RK_TRY(const Level level, load_level(data, index));
    if (!level.has_picture[static_cast<std::size_t>(room)])
        return usage_error("a room with a picture; rekindle inspect --level shows them",
                           fmt::format("room {}", room));
    RK_TRY(LevelPictures loaded, load_level_pictures(data, level));
    const auto pictures = std::make_shared<const LevelPictures>(std::move(loaded));
    World world;
    start_level(world, level, 1, StartKind::new_game);
    world.view_room = world.background = static_cast<std::uint8_t>(room);
    DrawList list;
    make_draw_list(list, world, level, Hud{}, *pictures);
    if (options.empty) list.sprites.clear();
    list.icons.clear();
    list.texts.clear();
    Frame frame(pictures);
    frame.draw(list);
    return write_picture(options.out, frame.picture(), frame.palette(), options.scale);
}

// One file a tick: OUT itself where one tick is asked for, else files in the folder OUT.
Expected<void> render_ticks(const Options& options, const DataSet& data) {
    oracle::RunSetup setup;
    if (!options.input.empty()) {
        RK_TRY(const Bytes bytes, read_file(options.input));
        RK_TRY(oracle::InputScript script, oracle::read_input_script(bytes, options.input));
        setup = oracle::setup_of(std::move(script), fs::path(options.input).stem().string());
    } else {
        RK_TRY(setup, oracle::setup_of_demo(data, options.demo));
    }
    std::vector<std::uint32_t> wanted = options.ticks;
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());

    oracle::Levels levels(data);
    oracle::Pictures pictures(data);
    RK_TRY(oracle::Run run,
           oracle::Run::start(
               std::move(setup), [&levels](int index) { return levels.get(index); }, &pictures));
    Progress progress("playing", wanted.back());
    for (const std::uint32_t tick : wanted) {
        while (run.ticks() < tick && !run.over()) {
            RK_CHECK(run.tick());
            progress.step(fmt::format("tick {}", run.ticks()));
        }
        if (run.ticks() < tick)
            return usage_error(fmt::format("a tick of 1 to {}", run.ticks()), fmt::format("{}", tick));
        const fs::path path = wanted.size() == 1
                                  ? fs::path(options.out)
                                  : fs::path(options.out) / fmt::format("tick_{:05}.png", tick);
        RK_CHECK(write_picture(path, pictures.picture(), pictures.colors(), options.scale));
    }
    return {};
}

Expected<void> run_command(const Options& options) {
    const bool plays = !options.demo.empty() || !options.input.empty();
    const int subjects = (plays ? 1 : 0) + (options.room ? 1 : 0) + (options.is_scene() ? 1 : 0) +
                         (options.lighting_lab ? 1 : 0);
    if (subjects != 1)
        return usage_error("one of --room N, --demo NAME or --input FILE, --set NAME or --boot, "
                           "--lighting-lab",
                           subjects == 0 ? "none" : "several");
    if (options.lighting_lab) return render_lighting_lab(options.out);
    if (options.is_scene()) {
        if (options.data.empty() == options.game.empty())
            return usage_error("a folder with data or --game NAME",
                               options.game.empty() ? "neither" : "both");
        return render_scene({.data = options.data,
                             .game = options.game,
                             .set = options.set,
                             .setup = options.setup,
                             .script = options.script,
                             .out = options.out,
                             .frames = options.frames,
                             .every = options.every,
                             .boot = options.boot,
                             .peel = options.peel});
    }
    if (plays && options.demo.empty() == options.input.empty())
        return usage_error("--demo NAME or --input FILE", "both");
    if (plays && options.ticks.empty()) return usage_error("--tick N", "nothing");
    RK_TRY(const DataSet data, data_of(options));
    return plays ? render_ticks(options, data) : render_room(options, data);
}

} // namespace

void add_render(CLI::App& app, Call& call) {
    auto options = std::make_shared<Options>();
    CLI::App& command = add_command(
        app, call, "render", "Draw a room, a set, or moments of a played game, as PNG files",
        "rekindle render ../shared/data/flashback-demo --level 0 --room 27 -o room.png\n"
        "rekindle render ../shared/data/flashback-demo --demo demo1 --tick 400 --scale 3 -o tick.png\n"
        "rekindle render --game lantern --demo demo3 --tick 60 120 180 -o pictures\n"
        "rekindle render --game coat --boot --frames 300 --peel -o pictures\n"
        "rekindle render DATA --set melee.set --setup 2 -o pictures\n"
        "rekindle render --lighting-lab -o light.png",
        [options] { return run_command(*options); });
    command.add_option("DATA", options->data, "Folder with the game's data");
    command.add_option("--game", options->game, "A game that is built in, instead of DATA");
    command.add_option("--level", options->level, "Level index of --room; 0 without it")
        ->check(CLI::Range(0, 6));
    command.add_option("--room", options->room, "Room as it is at level start")->check(CLI::Range(0, 63));
    command.add_flag("--empty", options->empty, "The room alone, without what is in it");
    command.add_option("--demo", options->demo, "A recording of the data: demo1, demo51, demo3");
    command.add_option("--input", options->input, "Input script: directives, then lines COUNT MASK");
    command.add_option("--tick", options->ticks, "Ticks to draw, the first is 1")
        ->check(CLI::Range(1u, 1000000u));
    command.add_option("--set", options->set, "A set of the emi engine; alone, unless --boot");
    command.add_flag("--boot", options->boot, "Run the game's own scripts (emi engine)");
    command.add_option("--setup", options->setup, "Camera setup of the set")->check(CLI::Range(0, 255));
    command.add_option("--script", options->script, "A script file to run once the set is entered");
    command.add_option("--frames", options->frames, "Frames of 16 ms that pass; the last one is drawn")
        ->check(CLI::Range(1u, 1000000u));
    command.add_option("--every", options->every, "Draw after every so many frames too")
        ->check(CLI::Range(1u, 1000000u));
    command.add_flag("--peel", options->peel, "Draw step by step how the last picture is put together");
    command.add_flag(
        "--lighting-lab", options->lighting_lab,
        "One figure under each of the emi engine's light modes, from five angles; needs no data");
    command.add_option("--scale", options->scale, "Enlarge by a whole number")->check(CLI::Range(1, 16));
    command.add_option("-o,--output", options->out, "PNG file; a folder for several ticks and for scenes")
        ->required();
}

} // namespace rekindle::cli
