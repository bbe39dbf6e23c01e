// rekindle lua: runs, compiles and lists scripts of the emi engine's Lua 3.1 dialect.

#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/files.h"
#include "cli/command.h"
#include "emi/lua/bytecode.h"
#include "emi/lua/compile.h"
#include "emi/lua/list.h"
#include "emi/lua/script_api.h"

namespace rekindle::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
    std::string file, text, output;
    std::uint32_t frames = 0, milliseconds = 16;
    double steps = 20'000'000;
    bool strict = false, api = false, stuck = false;
};

// Scripts at the command line: print to standard output, reports to standard error, files in the script's folder.
class Console : public lua::Host {
  public:
    explicit Console(fs::path folder) : folder_(std::move(folder)) {}

    void print(std::string_view text) override { cli::print(text); }
    void report(const lua::Report& report) override {
        std::fflush(stdout);
        std::fputs((report.line() + "\n").c_str(), stderr);
        if (report.kind != lua::Report::Kind::error) return;
        for (const std::string& call : report.calls) std::fputs(("  in " + call + "\n").c_str(), stderr);
    }
    Expected<Bytes> read_script(std::string_view name) override { return read_named(name); }
    Expected<Bytes> read_file(std::string_view name) override { return read_named(name); }
    bool write_file(std::string_view name, ByteView bytes, bool append) override {
        Bytes all;
        if (append)
            if (auto before = read_named(name)) all = *std::move(before);
        all.insert(all.end(), bytes.begin(), bytes.end());
        return write_file_at(folder_ / fs::path(name), all);
    }
    bool read_line(std::string& line) override { return static_cast<bool>(std::getline(std::cin, line)); }
    std::string date() override {
        const std::time_t now = std::time(nullptr);
        std::tm parts{};
        localtime_r(&now, &parts);
        char text[64];
        return {text, std::strftime(text, sizeof text, "%d.%m.%Y %H:%M.%S", &parts)};
    }
    void exit() override { exited = true; }

    bool exited = false;

  private:
    Expected<Bytes> read_named(std::string_view name) {
        const fs::path path(name);
        const auto found = find_file(folder_ / path.parent_path(), path.filename().string());
        if (!found) return missing(std::string(name), "a file in " + folder_.string());
        return rekindle::read_file(*found);
    }
    static bool write_file_at(const fs::path& path, const Bytes& bytes) {
        return rekindle::write_file(path, ByteView(bytes)).has_value();
    }
    fs::path folder_;
};

bool is_stdin(const std::string& file) { return file == "-"; }

Expected<Bytes> load(const Options& options) {
    if (!options.text.empty()) return Bytes(options.text.begin(), options.text.end());
    if (is_stdin(options.file)) {
        const std::string text(std::istreambuf_iterator<char>(std::cin), {});
        return Bytes(text.begin(), text.end());
    }
    return rekindle::read_file(options.file);
}
std::string name_of(const Options& options) {
    if (!options.text.empty()) return "-e";
    return is_stdin(options.file) ? "stdin" : fs::path(options.file).filename().string();
}

Expected<void> check_input(const Options& options) {
    if (options.file.empty() == options.text.empty()) return usage_error("a FILE or -e CODE", options.file.empty() ? "none" : "both");
    return {};
}

Expected<lua::Function> compile_named(const Bytes& bytes, const std::string& name) {
    return lua::compile({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, name);
}

Expected<void> run(const Options& options) {
    RK_CHECK(check_input(options));
    RK_TRY(const Bytes script, load(options));
    Console console(options.file.empty() || is_stdin(options.file) ? fs::path(".") : fs::path(options.file).parent_path());
    lua::Machine machine(console, {.steps = static_cast<std::int64_t>(options.steps)});
    if (options.api) (void)lua::add_script_api(machine, {});
    (void)machine.run_file(script, name_of(options));
    for (std::uint32_t frame = 0; frame < options.frames && !console.exited; ++frame) machine.frame(options.milliseconds);
    if (options.stuck)
        for (const lua::Stuck& stuck : machine.stuck(std::min<std::uint32_t>(900, options.frames / 2)))
            print(fmt::format("stuck: task {} ({}) {}\n", stuck.task, stuck.place, stuck.reason));
    std::size_t errors = 0;
    for (const lua::Report& report : machine.reports())
        if (options.strict || report.kind == lua::Report::Kind::error || report.kind == lua::Report::Kind::budget) ++errors;
    if (errors == 0) return {};
    return tl::unexpected(Error{.kind = ErrorKind::difference,
                                .file = name_of(options),
                                .offset = 0,
                                .expected = "a script without errors",
                                .found = fmt::format("{} (reported above)", errors),
                                .cure = {},
                                    .text_line = 0});
}

Expected<void> compile(const Options& options) {
    RK_CHECK(check_input(options));
    RK_TRY(const Bytes source, load(options));
    if (lua::is_bytecode(source)) return usage_error("source text", "a compiled script; rekindle lua list shows it");
    RK_TRY(lua::Function function, compile_named(source, name_of(options)));
    const Bytes bytes = lua::write_chunks({lua::Chunk{.main = std::move(function)}});
    if (options.output != "-") return write_file(options.output, ByteView(bytes));
    print({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return {};
}

Expected<void> list(const Options& options) {
    RK_CHECK(check_input(options));
    RK_TRY(const Bytes bytes, load(options));
    if (!lua::is_bytecode(bytes)) {
        RK_TRY(const lua::Function function, compile_named(bytes, name_of(options)));
        print(lua::list(function));
        return {};
    }
    RK_TRY(const std::vector<lua::Chunk> chunks, lua::read_chunks(bytes, name_of(options)));
    for (std::size_t i = 0; i < chunks.size(); ++i) print((i == 0 ? "" : "\n") + lua::list(chunks[i].main));
    return {};
}

void add_input(CLI::App& command, Options& options) {
    command.add_option("FILE", options.file, "script, source or compiled; - for standard input");
    command.add_option("-e,--execute", options.text, "source given here instead of a file");
}

} // namespace

void add_lua(CLI::App& app, Call& call) {
    const auto options = std::make_shared<Options>();
    CLI::App& group = add_command(app, call, "lua", "Runs, compiles and lists scripts of the emi engine's Lua dialect",
                                  "rekindle lua run -e 'print(2^10)'\nrekindle lua list _system.lua",
                                  [] { return usage_error("run, compile or list", "nothing"); });
    group.require_subcommand(1);
    group.callback(nullptr); // the chosen one below it works

    CLI::App& run_command =
        add_command(group, call, "run", "Runs a script and then frames of its tasks",
                    "rekindle lua run -e 'print(sin(30))'\nrekindle lua run boot.lua --frames 600 --stuck", [options] { return run(*options); });
    add_input(run_command, *options);
    run_command.add_option("--frames", options->frames, "frames of tasks to run afterwards")->check(CLI::Range(0, 10'000'000));
    run_command.add_option("--ms", options->milliseconds, "milliseconds of a frame")->check(CLI::Range(0, 10'000));
    run_command.add_option("--steps", options->steps, "steps a script may run without giving up control")
        ->check(CLI::Range(1.0, 1e15));
    run_command.add_flag("--api", options->api, "register the engine's functions; they do nothing and are reported");
    run_command.add_flag("--strict", options->strict, "every report is an error, calls of nil and missing functions too");
    run_command.add_flag("--stuck", options->stuck, "at the end name tasks that wait for what can no longer happen");

    CLI::App& compile_command =
        add_command(group, call, "compile", "Compiles source text to the bytecode of the game",
                    "rekindle lua compile _system.lua -o out/_system.lua\nrekindle lua compile -e 'x = 1' -o x.lua",
                    [options] { return compile(*options); });
    add_input(compile_command, *options);
    compile_command.add_option("-o,--output", options->output, "file to write; - for standard output")->required();

    CLI::App& list_command = add_command(group, call, "list", "Lists the bytecode of a script, compiled or source",
                                         "rekindle lua list _system.lua\nrekindle lua list -e 'print(1 .. 2)'",
                                         [options] { return list(*options); });
    add_input(list_command, *options);
}

} // namespace rekindle::cli
