// rekindle prove oracle: checks the engine against recorded ground truth, table by table.

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/prove_emi.h"
#include "emi/oracle/check.h"
#include "flashback/oracle/prove.h"

namespace rekindle::cli {
namespace {

namespace fs = std::filesystem;
using flashback::oracle::TableReport;
using nlohmann::ordered_json;

struct Options {
    std::string what, folder, data;
    bool json = false;
};

std::string report_text(const TableReport& report) {
    std::string text = fmt::format("{:<44} {:>9} {:<8} {} differences", report.table, report.cases,
                                   report.unit, report.differences);
    if (report.undefined != 0) text += fmt::format(", {} undefined", report.undefined);
    text += '\n';
    for (std::size_t at = 0; at < report.first.size();) {
        const std::size_t end = std::min(report.first.find('\n', at), report.first.size());
        text += fmt::format("    {}\n", report.first.substr(at, end - at));
        at = end + 1;
    }
    return text;
}

ordered_json report_json(const TableReport& report) {
    ordered_json json{{"table", report.table},
                      {"unit", report.unit},
                      {"cases", report.cases},
                      {"differences", report.differences},
                      {"undefined", report.undefined}};
    if (!report.first.empty()) json["first"] = report.first;
    return json;
}

struct Totals {
    std::uint64_t tables = 0, cases = 0, differences = 0, differing = 0;
    void add(const TableReport& report) {
        ++tables;
        cases += report.cases;
        differences += report.differences;
        differing += report.differences != 0;
    }
};

Expected<void> verdict(const Options& options, const Totals& totals) {
    if (totals.differences == 0) return {};
    return tl::unexpected(Error{
        .kind = ErrorKind::difference,
        .file = options.folder,
        .expected = "no difference",
        .found = fmt::format("{} in {} of {} tables", totals.differences, totals.differing, totals.tables),
        .cure = {}});
}

Expected<void> prove(const Options& options) {
    const fs::path folder = options.folder;
    if (emi::oracle::is_oracle(folder)) return prove_emi(folder, options.json);
    const fs::path data_folder = options.data.empty()
                                     ? (fs::absolute(folder) / "../../data/flashback-demo").lexically_normal()
                                     : fs::path(options.data);
    RK_TRY(const auto tasks, flashback::oracle::proof_tasks(folder));
    RK_TRY(const auto data, flashback::DataSet::open(data_folder));
    flashback::oracle::Levels levels(data);
    Progress progress("proving", tasks.size());
    Totals totals;
    ordered_json tables = ordered_json::array();
    for (const auto& task : tasks) {
        progress.step(task.name);
        RK_TRY(const auto reports, task.check(levels));
        for (const TableReport& report : reports) {
            totals.add(report);
            if (options.json)
                tables.push_back(report_json(report));
            else
                print(report_text(report));
        }
    }
    if (options.json)
        print_json({{"folder", options.folder},
                    {"tables", std::move(tables)},
                    {"cases", totals.cases},
                    {"differences", totals.differences}});
    else
        print(fmt::format("{} tables, {} cases, {} differences\n", totals.tables, totals.cases,
                          totals.differences));
    return verdict(options, totals);
}

} // namespace

void add_prove(CLI::App& app, Call& call) {
    auto options = std::make_shared<Options>();
    CLI::App& command = add_command(app, call, "prove", "Check the engine against recorded ground truth",
                                    "rekindle prove oracle ../shared/oracle/flashback\n"
                                    "rekindle prove oracle ../shared/oracle/emi\n"
                                    "rekindle prove oracle my-traces ~/games/flashback --json",
                                    [options] { return prove(*options); });
    command.add_option("WHAT", options->what, "oracle: scenarios, frames and direct tables")
        ->required()
        ->check(CLI::IsMember({"oracle"}));
    command.add_option("DIR", options->folder, "Folder laid out like oracle/flashback or oracle/emi")->required();
    command.add_option("DATA", options->data, "The game's data (else DIR/../../data/flashback-demo)");
    command.add_flag("--json", options->json, "Print JSON");
}

} // namespace rekindle::cli
