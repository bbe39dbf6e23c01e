// rekindle identify: which release a folder holds, in which language, and whether its files are sound.

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "flashback/data/data_set.h"

namespace rekindle::cli {
namespace {

struct Options {
    std::string folder;
    bool json = false;
};

Expected<void> identify(const Options& options) {
    RK_TRY(const flashback::DataSet data, flashback::DataSet::open(options.folder));
    const flashback::ReleaseInfo& release = flashback::info(data.release());
    if (options.json)
        print_json({{"game", "flashback"},
                    {"release", release.key},
                    {"language", flashback::language_name(data.language())}});
    else
        print(fmt::format("Flashback, {}, {}\n", release.title, flashback::language_name(data.language())));
    return {};
}

} // namespace

void add_identify(CLI::App& app, Call& call) {
    auto options = std::make_shared<Options>();
    CLI::App& command =
        add_command(app, call, "identify", "Say which release a folder holds and whether it is complete",
                    "rekindle identify ~/games/flashback\n"
                    "rekindle identify ../shared/data/flashback-demo --json",
                    [options] { return identify(*options); });
    command.add_option("DIR", options->folder, "Folder with a game's data")->required();
    command.add_flag("--json", options->json, "Print JSON");
}

} // namespace rekindle::cli
