#include "cli/prove_emi.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "emi/oracle/check.h"

namespace rekindle::cli {
namespace {

using emi::oracle::Deviation;
using emi::oracle::TableReport;
using nlohmann::ordered_json;

std::vector<Deviation> used_deviations(const TableReport& report) {
    std::vector<Deviation> used;
    const auto all = emi::oracle::deviations();
    for (std::size_t i = 0; i < all.size(); ++i)
        if ((report.used >> i & 1) != 0) used.push_back(all[i]);
    return used;
}

std::string report_text(const TableReport& report) {
    std::string text =
        fmt::format("{:<12} {:>5} cases {:>8} values  worst {:>3.0f}% of the tolerance  {} differences",
                    report.table, report.cases, report.values, report.worst * 100, report.differences);
    if (report.explained != 0) text += fmt::format(", {} explained", report.explained);
    text += '\n';
    if (!report.first.empty()) text += fmt::format("    {}\n", report.first);
    for (const Deviation& each : used_deviations(report))
        text += fmt::format("    {} {}{}{}: {}\n", each.rule, each.line, each.line.empty() ? "" : " ",
                            each.quantity, each.reason);
    return text;
}

ordered_json report_json(const TableReport& report) {
    ordered_json json{{"table", report.table},
                      {"cases", report.cases},
                      {"values", report.values},
                      {"worst", report.worst},
                      {"differences", report.differences},
                      {"explained", report.explained}};
    if (!report.first.empty()) json["first"] = report.first;
    for (const Deviation& each : used_deviations(report))
        json["deviations"].push_back({{"line", each.line},
                                      {"quantity", each.quantity},
                                      {"rule", each.rule},
                                      {"bound", each.bound},
                                      {"reason", each.reason}});
    return json;
}

} // namespace

Expected<void> prove_emi(const std::filesystem::path& folder, bool json) {
    RK_TRY(const std::vector<TableReport> reports, emi::oracle::check_oracle(folder));
    std::uint64_t values = 0, differences = 0;
    ordered_json tables = ordered_json::array();
    for (const TableReport& report : reports) {
        values += report.values;
        differences += report.differences;
        if (json)
            tables.push_back(report_json(report));
        else
            print(report_text(report));
    }
    if (json)
        print_json({{"folder", folder.string()},
                    {"tables", std::move(tables)},
                    {"values", values},
                    {"differences", differences}});
    else
        print(fmt::format("{} tables, {} values, {} differences\n", reports.size(), values, differences));
    if (differences == 0) return {};
    return tl::unexpected(Error{.kind = ErrorKind::difference,
                                .file = folder.string(),
                                .expected = "no difference",
                                .found = fmt::format("{} of {} values", differences, values),
                                .cure = {}});
}

} // namespace rekindle::cli
