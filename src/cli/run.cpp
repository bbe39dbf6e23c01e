// rekindle run: plays an input script or a recording without a window and writes what happened as a trace.

#include <algorithm>
#include <cstdlib>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/zstd.h"
#include "cli/command.h"
#include "flashback/oracle/levels.h"
#include "flashback/oracle/run.h"

namespace rekindle::cli {
namespace {

using flashback::DataSet;
using namespace flashback::oracle;

struct Options {
    std::string data, input, demo, trace;
    std::optional<int> level, skill;
    std::optional<std::uint32_t> seed, ticks;
    std::vector<int> start; // R X Y
    bool json = false;
};

Expected<RunSetup> setup_of_options(const Options& options, const DataSet& data) {
    RunSetup setup;
    if (!options.demo.empty()) {
        RK_TRY(setup, setup_of_demo(data, options.demo));
    } else {
        RK_TRY(const Bytes bytes, read_file(options.input));
        RK_TRY(InputScript script, read_input_script(bytes, options.input));
        setup = setup_of(std::move(script), std::filesystem::path(options.input).stem().string());
    }
    InputScript& script = setup.script;
    if (options.level) script.level = *options.level;
    if (options.skill) script.skill = *options.skill;
    if (options.seed) script.seed = *options.seed;
    if (options.ticks) script.ticks = options.ticks;
    if (!options.start.empty())
        script.start = ScriptStart{options.start[0], static_cast<std::int16_t>(options.start[1]),
                                   static_cast<std::int16_t>(options.start[2])};
    return setup;
}

// Plays to the end; the trace, if one is wanted.
Expected<std::string> play(Run& run, bool traced) {
    std::string trace;
    if (traced) {
        RK_CHECK(write_trace(run, [&trace](std::string_view text) { trace += text; }));
        return trace;
    }
    while (!run.over()) RK_CHECK(run.tick());
    return trace;
}

Expected<void> write_out(const std::string& path, const std::string& trace) {
    if (path == "-") {
        print(trace);
        return {};
    }
    if (path.ends_with(".zst")) return write_file(path, zstd_compress(as_bytes(trace)));
    return write_file(path, trace);
}

void tell(const Options& options, const Run& run) {
    const flashback::World& world = run.world();
    if (options.json) {
        nlohmann::ordered_json json{{"scenario", run.setup().scenario},
                                    {"ticks", run.ticks()},
                                    {"end", run.end_reason()},
                                    {"level", world.level},
                                    {"score", world.score},
                                    {"room", world.entities[0].room},
                                    {"life", world.entities[0].life}};
        if (!options.trace.empty()) json["trace"] = options.trace;
        print_json(json);
        return;
    }
    print(fmt::format("{}: {} ticks, {}; level {}, room {}, life {}, score {}\n", run.setup().scenario,
                      run.ticks(), run.end_reason(), world.level, world.entities[0].room,
                      world.entities[0].life, world.score));
}

Expected<void> run_command(const Options& options) {
    if (options.input.empty() == options.demo.empty())
        return usage_error("--input FILE or --demo NAME", options.input.empty() ? "neither" : "both");
    RK_TRY(const DataSet data, DataSet::open(options.data));
    RK_TRY(RunSetup setup, setup_of_options(options, data));
    Levels levels(data);
    std::optional<Pictures> pictures;
    if (!options.trace.empty()) pictures.emplace(data);
    RK_TRY(Run run, Run::start(
                        std::move(setup), [&levels](int index) { return levels.get(index); },
                        pictures ? &*pictures : nullptr));
    RK_TRY(const std::string trace, play(run, !options.trace.empty()));
    if (!options.trace.empty()) RK_CHECK(write_out(options.trace, trace));
    if (options.trace != "-") tell(options, run);
    return {};
}

} // namespace

void add_run(CLI::App& app, Call& call) {
    auto options = std::make_shared<Options>();
    CLI::App& command =
        add_command(app, call, "run", "Play an input script or a recording without a window; write a trace",
                    "rekindle run ../shared/data/flashback-demo --demo demo1 --trace demo1.trace.zst\n"
                    "rekindle run ../shared/data/flashback-demo --input walk.input --ticks 300 --trace -\n"
                    "rekindle run ../shared/data/flashback-demo --input walk.input --skill 2 --seed 7 --json",
                    [options] { return run_command(*options); });
    command.add_option("DATA", options->data, "Folder with the game's data")->required();
    command.add_option("--input", options->input, "Input script: directives, then lines COUNT MASK");
    command.add_option("--demo", options->demo, "A recording of the data: demo1, demo51, demo3");
    command.add_option("--trace", options->trace, "Write the trace here; .zst: packed; -: standard output");
    command.add_option("--level", options->level, "Level index instead of the script's")
        ->check(CLI::Range(0, 6));
    command.add_option("--skill", options->skill, "0 easy, 1 normal, 2 expert")->check(CLI::Range(0, 2));
    command.add_option("--seed", options->seed, "Start of the random generator");
    command.add_option("--ticks", options->ticks, "Length of the run")->check(CLI::Range(0u, 1000000u));
    command.add_option("--start", options->start, "Room (-1: stay), x and y where Conrad begins")
        ->expected(3)
        ->check(CLI::Range(-32768, 32767));
    command.add_flag("--json", options->json, "Print JSON");
}

} // namespace rekindle::cli
