// rekindle: the command line. Exit codes: 0 fine, 1 a check found a difference, 2 usage, 3 bad data, 4
// missing data.

#include <cstdio>
#include <exception>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"

namespace rekindle::cli {
namespace {

int report(const Error& error) {
    std::fputs(fmt::format("rekindle: {}\n", error.line()).c_str(), stderr);
    return exit_code(error.kind);
}

// Help and version to stdout; anything else is one line that ends with where to read more.
int report(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
    const auto chosen = app.get_subcommands();
    std::string why = error.what();
    for (char& c : why)
        if (c == '\n') c = ' ';
    std::fputs(fmt::format("rekindle: {}. See rekindle {}--help\n", why,
                           chosen.empty() ? "" : chosen.front()->get_name() + " ")
                   .c_str(),
               stderr);
    return exit_code(ErrorKind::usage);
}

int run(int argc, char** argv) {
    CLI::App app{"Plays, inspects, authors, ports and proves two classic data-driven adventure engines.",
                 "rekindle"};
    app.set_version_flag("--version", "rekindle " REKINDLE_VERSION);
    app.require_subcommand(1);
    app.footer("\nrekindle COMMAND --help explains a command with examples.");
    Call call;
    add_play(app, call);
    add_identify(app, call);
    add_inspect(app, call);
    add_unpack(app, call);
    add_pack(app, call);
    add_render(app, call);
    add_compare(app, call);
    add_run(app, call);
    add_prove(app, call);
    add_lua(app, call);
    add_formats(app, call);

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return report(app, error);
    }
    const Expected<void> result = call.work();
    if (std::fflush(stdout) != 0) {
        std::fputs("rekindle: standard output can't be written\n", stderr);
        return exit_code(ErrorKind::usage);
    }
    return result ? 0 : report(result.error());
}

} // namespace
} // namespace rekindle::cli

int main(int argc, char** argv) {
    try {
        return rekindle::cli::run(argc, argv);
    } catch (const std::exception& error) {
        std::fputs(fmt::format("rekindle: {}\n", error.what()).c_str(), stderr);
        return rekindle::exit_code(rekindle::ErrorKind::bad_data);
    }
}
