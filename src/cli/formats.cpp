// rekindle formats: every file format of both engines and what is proven of it.

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/formats_table.h"
#include "cli/sheet.h"

namespace rekindle::cli {
namespace {

struct Options {
    std::string engine;
    bool json = false;
};

Expected<void> formats(const Options& options) {
    Sheet sheet;
    sheet.title = "File formats";
    Table& table =
        sheet.table("formats", {"engine", "format", "files", "read", "written", "round_trip", "fuzzed"});
    for (const FormatRow& row : format_rows) {
        if (!options.engine.empty() && options.engine != row.engine) continue;
        table.row(
            {row.engine, row.name, row.files, true, row.writes, !row.round_trip.empty(), !row.fuzz.empty()});
    }
    print(shown(sheet, options.json));
    return {};
}

} // namespace

void add_formats(CLI::App& app, Call& call) {
    auto options = std::make_shared<Options>();
    CLI::App& command =
        add_command(app, call, "formats", "List every file format: read, written, same bytes again, fuzzed",
                    "rekindle formats\n"
                    "rekindle formats --engine emi --json",
                    [options] { return formats(*options); });
    command.add_option("--engine", options->engine, "Only this engine's")
        ->check(CLI::IsMember({"flashback", "emi"}));
    command.add_flag("--json", options->json, "Print JSON");
}

} // namespace rekindle::cli
