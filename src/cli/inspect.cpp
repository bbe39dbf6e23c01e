// rekindle inspect: any file or archive entry, a level, or the opcode table as text or JSON.

#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "cli/command.h"
#include "cli/emi_files.h"
#include "cli/level_sheet.h"
#include "cli/target.h"
#include "flashback/data/opcodes.h"

namespace rekindle::cli {
namespace {

using flashback::DataSet;

struct Options {
    std::string path;
    std::optional<int> level;
    bool opcodes = false;
    std::string table;
    bool json = false;
};

Sheet opcode_sheet() {
    Sheet sheet;
    sheet.title = "Opcodes of the record language";
    Table& table = sheet.table("opcodes", {"number", "name", "family", "arguments", "answers", "changes"});
    for (const flashback::Opcode& op : flashback::opcodes)
        table.row({hex(op.number, 2), op.name, flashback::family_name(op.family), op.arguments, op.answers,
                   op.changes});
    return sheet;
}

Expected<Sheet> folder_sheet(const DataSet& data) {
    Sheet sheet;
    sheet.title = data.folder().string();
    sheet.fact("release", flashback::info(data.release()).title);
    sheet.fact("language", flashback::language_name(data.language()));
    Table& table = sheet.table("files", {"name", "kind", "size", "crc32", "from"});
    for (const std::string& name : data.names()) {
        RK_TRY(const Bytes bytes, data.read(name));
        const FileKind* kind = kind_of(name, bytes.size());
        table.row({name, kind_key(kind), bytes.size(), hex(crc32(bytes), 8), data.described(name)});
    }
    return sheet;
}

Expected<Sheet> chosen_sheet(const Options& options) {
    if (options.opcodes) return opcode_sheet();
    if (options.path.empty()) return usage_error("a path, or --opcodes", "neither");
    RK_TRY(const auto target, open_target(options.path));
    if (const auto* data = std::get_if<DataSet>(&target))
        return options.level ? level_sheet(*data, *options.level) : folder_sheet(*data);
    if (options.level) return usage_error("a folder with --level", options.path);
    return read_sheet(std::get<GameFile>(target));
}

Expected<void> inspect(const Options& options) {
    if (!options.opcodes && is_emi(options.path)) {
        if (options.level || !options.table.empty())
            return usage_error("no --level and --table with EMI's data", options.path);
        RK_TRY(const std::string text, inspect_emi(options.path, options.json));
        print(text);
        return {};
    }
    RK_TRY(Sheet sheet, chosen_sheet(options));
    if (!options.table.empty()) {
        std::string names;
        for (const Table& table : sheet.tables)
            names += fmt::format("{}{}", names.empty() ? "" : ", ", table.name);
        std::erase_if(sheet.tables, [&](const Table& table) { return table.name != options.table; });
        if (sheet.tables.empty())
            return usage_error(names.empty() ? "no --table: there is none" : "a table of " + names,
                               options.table);
        sheet.facts.clear();
    }
    print(shown(sheet, options.json));
    return {};
}

} // namespace

void add_inspect(CLI::App& app, Call& call) {
    auto options = std::make_shared<Options>();
    CLI::App& command =
        add_command(app, call, "inspect", "Print a file, an archive entry or a level as text or JSON",
                    "rekindle inspect DEMO_UK.ABA\n"
                    "rekindle inspect DEMO_UK.ABA:LEVEL1.PGE --json\n"
                    "rekindle inspect ~/games/flashback --level 0 --table entities\n"
                    "rekindle inspect art001.m4b:room.setb\n"
                    "rekindle inspect --opcodes",
                    [options] { return inspect(*options); });
    command.add_option("PATH", options->path, "Folder, file, or archive:ENTRY or folder:FILE");
    command.add_option("--level", options->level, "Show this level of the folder: index 0 to 6")
        ->check(CLI::Range(0, 6));
    command.add_flag("--opcodes", options->opcodes, "Print the opcodes of the record language");
    command.add_option("--table", options->table, "Print only this table");
    command.add_flag("--json", options->json, "Print JSON");
}

} // namespace rekindle::cli
