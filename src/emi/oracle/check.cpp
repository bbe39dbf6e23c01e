#include "emi/oracle/check.h"

#include "base/files.h"
#include "base/zstd.h"
#include "emi/oracle/values.h"

namespace rekindle::emi::oracle {
namespace {

struct Table {
    std::string_view name;
    LineCheck (*check)();
};
constexpr std::array tables{
    Table{"math", math_check},
    Table{"anim_blend", anim_blend_check},
    Table{"chores", chores_check},
    Table{"head_look", head_look_check},
    Table{"skinning", skinning_check},
    Table{"lighting", lighting_check},
    Table{"light_modes", light_modes_check},
    Table{"sectors", sectors_check},
    Table{"camera", camera_check},
};

constexpr auto names = [] {
    std::array<std::string_view, tables.size()> result;
    for (std::size_t i = 0; i < tables.size(); ++i) result[i] = tables[i].name;
    return result;
}();

std::filesystem::path file_of(const std::filesystem::path& folder, std::string_view table) {
    const std::filesystem::path plain = folder / (std::string(table) + ".jsonl");
    return std::filesystem::exists(plain) ? plain : std::filesystem::path(plain.string() + ".zst");
}

Expected<void> check_lines(std::string_view text, std::string_view file, const LineCheck& check,
                           TableReport& report) {
    Checker checker(report);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (end > at) {
            try {
                const json line = json::parse(text.substr(at, end - at));
                checker.begin(line.at("id"));
                check(line.at("in"), line.at("out"), checker);
            } catch (const std::exception& error) {
                return bad_data(file, at, "a line of the table", error.what());
            }
        }
        at = end + 1;
    }
    return {};
}

} // namespace

std::span<const std::string_view> table_names() { return names; }

bool is_oracle(const std::filesystem::path& folder) {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return std::filesystem::exists(file_of(folder, name)); });
}

Expected<TableReport> check_table(const std::filesystem::path& folder, std::string_view name) {
    const auto table =
        std::find_if(tables.begin(), tables.end(), [&](const Table& each) { return each.name == name; });
    if (table == tables.end()) return usage_error("a table of the oracle", std::string(name));
    const std::filesystem::path path = file_of(folder, name);
    RK_TRY(Bytes bytes, read_file(path));
    if (path.extension() == ".zst") {
        RK_TRY(bytes, zstd_decompress(bytes, path.string()));
    }
    TableReport report;
    report.table = name;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    RK_CHECK(check_lines(text, path.string(), table->check(), report));
    return report;
}

Expected<std::vector<TableReport>> check_oracle(const std::filesystem::path& folder) {
    if (!is_oracle(folder))
        return missing(folder.string(), "tables like anim_blend.jsonl.zst or lighting.jsonl");
    std::vector<TableReport> reports;
    for (const std::string_view name : names)
        if (std::filesystem::exists(file_of(folder, name))) {
            RK_TRY(TableReport report, check_table(folder, name));
            reports.push_back(std::move(report));
        }
    return reports;
}

} // namespace rekindle::emi::oracle
