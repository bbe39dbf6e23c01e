// rekindle identify: which release a folder holds, in which language, which levels are complete, and what is
// missing or damaged, with the cure.

#include <algorithm>
#include <map>
#include <set>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/emi_files.h"
#include "cli/target.h"
#include "flashback/data/levels.h"
#include "flashback/data/load_level.h"
#include "flashback/picture/level_pictures.h"

namespace rekindle::cli {
namespace {

using flashback::DataSet;
using nlohmann::ordered_json;

struct Options {
    std::string folder;
    bool json = false;
};

struct Found {
    std::vector<std::string> missing; // file names
    std::vector<Error> damaged;
    bool complete() const { return missing.empty() && damaged.empty(); }
};

struct LevelFound {
    int index;
    bool expected; // part of this release
    Found found;
};

struct Report {
    Found shared; // what every level needs
    std::vector<LevelFound> levels;
    Found other; // everything else that is there
    std::vector<std::pair<std::string, std::string>>
        without; // optional files that are missing, and the effect
};

// Reads every file once; files that nobody asks for count as others.
class Inspector {
  public:
    explicit Inspector(const DataSet& data) : data_(data) {}

    void need(Found& found, const std::string& name) {
        asked_.insert(name);
        if (!data_.has(name))
            found.missing.push_back(name);
        else if (const Error* error = error_of(name))
            found.damaged.push_back(*error);
    }
    Found rest() {
        for (const std::string& archive : data_.archives()) asked_.insert(archive); // open already
        Found found;
        for (const std::string& name : data_.names())
            if (!asked_.contains(name))
                if (const Error* error = error_of(name)) found.damaged.push_back(*error);
        return found;
    }

  private:
    const Error* error_of(const std::string& name) {
        const auto [at, first] = errors_.try_emplace(name);
        if (first) at->second = read(name);
        return at->second ? &*at->second : nullptr;
    }
    std::optional<Error> read(const std::string& name) const {
        const auto file = open_file(data_, name);
        if (!file) return file.error();
        const FileKind* kind = kind_of(name, file->bytes.size());
        if (kind == nullptr || kind->read == nullptr) return std::nullopt;
        const auto sheet = kind->read(*file);
        // A missing partner is counted where it is asked for.
        if (sheet || sheet.error().kind == ErrorKind::missing_data) return std::nullopt;
        return sheet.error();
    }

    const DataSet& data_;
    std::map<std::string, std::optional<Error>> errors_;
    std::set<std::string> asked_;
};

std::vector<std::string> level_files(const DataSet& data, int index) {
    const flashback::LevelNames& level = flashback::level_names[static_cast<std::size_t>(index)];
    std::vector<std::string> names;
    const auto add = [&names](std::string_view base, std::initializer_list<std::string_view> extensions) {
        for (const std::string_view extension : extensions)
            names.push_back(fmt::format("{}.{}", base, extension));
    };
    add(level.pictures, {"MBK", "CT", "PAL", "RP"});
    const bool tiles = !data.archives().empty() || data.release() == flashback::Release::dos_demo_french;
    if (data.has(fmt::format("{}.MAP", level.pictures)) || !tiles)
        add(level.pictures, {"MAP"});
    else {
        add(level.pictures, {"LEV", "BNQ"});
        if (index == 0) add(level.pictures, {"SGD"});
    }
    add(level.logic, {"PGE", "OBJ", "ANI"});
    names.push_back(flashback::level_text_file(data, index));
    return names;
}

// The picture sets of the monsters that the level has.
std::vector<std::string> monster_files(const flashback::Level& level) {
    std::set<std::string> names;
    for (const flashback::EntityDefinition& entity : level.entities)
        if (const auto set = flashback::monster_set(level.index, entity.node)) {
            const std::string base(flashback::monster_set_names[*set]);
            names.insert(base + ".SPR");
            names.insert(base + ".OFF");
        }
    return {names.begin(), names.end()};
}

// The references between the files are checked where all of them are sound.
LevelFound look_at_level(const DataSet& data, Inspector& files, const Found& shared, int index) {
    const flashback::LevelNames& names = flashback::level_names[static_cast<std::size_t>(index)];
    LevelFound level{.index = index, .expected = true, .found = {}};
    if (data.is_demo() && !data.has(fmt::format("{}.PGE", names.logic))) {
        level.expected = false;
        return level;
    }
    for (const std::string& name : level_files(data, index)) files.need(level.found, name);
    if (!level.found.complete()) return level;
    const auto loaded = flashback::load_level(data, index);
    if (!loaded) {
        level.found.damaged.push_back(loaded.error());
        return level;
    }
    for (const std::string& name : monster_files(*loaded)) files.need(level.found, name);
    if (!level.found.complete() || !shared.complete()) return level;
    if (const auto pictures = flashback::load_level_pictures(data, *loaded); !pictures)
        level.found.damaged.push_back(pictures.error());
    return level;
}

Report look_at(const DataSet& data) {
    Inspector files(data);
    Report report;
    if (info(data.release()).readable) {
        for (const char* name : {"FB_TXT.FNT", "GLOBAL.ICN", "GLOBAL.SPC", "PERSO.SPR", "PERSO.OFF"})
            files.need(report.shared, name);
        for (int index = 0; index < flashback::level_count; ++index)
            report.levels.push_back(look_at_level(data, files, report.shared, index));
        report.other = files.rest();
    }
    const std::string texts = fmt::format("{}CINE.TXT", language_prefix(data.language()));
    if (!data.has("GLOBAL.FIB")) report.without.emplace_back("GLOBAL.FIB", "no sounds");
    if (!data.has(texts)) report.without.emplace_back(texts, "no words in cutscenes");
    if (data.release() == flashback::Release::dos_demo && !data.has("FB.EXE"))
        report.without.emplace_back("FB.EXE", "dialogs in Rekindle's own words");
    return report;
}

std::string_view state_of(const LevelFound& level) {
    if (!level.expected) return "not in this release";
    if (!level.found.damaged.empty()) return "damaged";
    return level.found.missing.empty() ? "complete" : "incomplete";
}

std::string cure_of(const DataSet& data, const Report& report) {
    if (!info(data.release()).readable)
        return "This release is recognised, but its files can't be read: use a DOS release or the DOS demo";
    const auto any = [&](auto&& list) {
        return !list(report.shared).empty() || !list(report.other).empty() ||
               std::any_of(report.levels.begin(), report.levels.end(),
                           [&](const LevelFound& level) { return !list(level.found).empty(); });
    };
    if (any([](const Found& found) -> const auto& { return found.damaged; }))
        return "Copy the damaged files again from the original disks or archive";
    if (any([](const Found& found) -> const auto& { return found.missing; }))
        return "Copy the missing files from the original disks into " + data.folder().string();
    return {};
}

ordered_json found_json(const Found& found) {
    ordered_json damaged = ordered_json::array();
    for (const Error& error : found.damaged)
        damaged.push_back({{"file", error.file}, {"offset", error.offset}, {"error", error.line()}});
    return {{"complete", found.complete()}, {"missing", found.missing}, {"damaged", std::move(damaged)}};
}

ordered_json report_json(const DataSet& data, const Report& report) {
    const flashback::ReleaseInfo& release = info(data.release());
    ordered_json json{{"game", "flashback"},
                      {"release", release.key},
                      {"title", release.title},
                      {"language", language_name(data.language())},
                      {"folder", data.folder().string()},
                      {"demo", data.is_demo()},
                      {"readable", release.readable},
                      {"archives", data.archives()},
                      {"shared", found_json(report.shared)}};
    json["levels"] = ordered_json::array();
    for (const LevelFound& level : report.levels) {
        ordered_json row{{"level", level.index},
                         {"title", flashback::level_names[static_cast<std::size_t>(level.index)].title},
                         {"state", state_of(level)}};
        row.update(found_json(level.found));
        row["complete"] = level.expected && level.found.complete();
        json["levels"].push_back(std::move(row));
    }
    json["other"] = found_json(report.other);
    json["without"] = ordered_json::array();
    for (const auto& [name, effect] : report.without)
        json["without"].push_back({{"file", name}, {"effect", effect}});
    json["cure"] = cure_of(data, report);
    return json;
}

std::string found_text(const Found& found) {
    std::string text;
    if (!found.missing.empty()) text += fmt::format("      missing: {}\n", fmt::join(found.missing, " "));
    for (const Error& error : found.damaged) text += fmt::format("      damaged: {}\n", error.line());
    return text;
}

std::string report_text(const DataSet& data, const Report& report) {
    std::string text = fmt::format("Flashback, {}, {}\n  in {}\n", info(data.release()).title,
                                   language_name(data.language()), data.folder().string());
    for (const LevelFound& level : report.levels)
        text += fmt::format("  level {}  {:<28}  {}\n{}", level.index,
                            flashback::level_names[static_cast<std::size_t>(level.index)].title,
                            state_of(level), found_text(level.found));
    if (!report.levels.empty())
        text +=
            fmt::format("  files for all levels: {}\n{}",
                        report.shared.complete() ? "complete" : "not complete", found_text(report.shared));
    if (!report.other.complete()) text += "  other files:\n" + found_text(report.other);
    for (const auto& [name, effect] : report.without) text += fmt::format("  without {}: {}\n", name, effect);
    if (const std::string cure = cure_of(data, report); !cure.empty()) text += cure + ".\n";
    return text;
}

// The first damage or lack decides the exit code.
Expected<void> verdict(const DataSet& data, const Report& report) {
    std::vector<const Found*> all{&report.shared, &report.other};
    bool playable = false;
    for (const LevelFound& level : report.levels) {
        all.push_back(&level.found);
        playable = playable || (level.expected && level.found.complete());
    }
    for (const Found* found : all)
        if (!found->damaged.empty()) {
            Error error = found->damaged.front();
            if (error.cure.empty()) error.cure = cure_of(data, report);
            return tl::unexpected(std::move(error));
        }
    for (const Found* found : all)
        if (!found->missing.empty())
            return missing((data.folder() / found->missing.front()).string(), "this file of the game",
                           cure_of(data, report));
    if (!playable)
        return missing(data.folder().string(), "a level that can be played", cure_of(data, report));
    return {};
}

Expected<void> identify(const Options& options) {
    if (is_emi(options.folder)) {
        RK_TRY(const Sheet sheet, emi_identity(options.folder));
        print(shown(sheet, options.json));
        return {};
    }
    RK_TRY(const DataSet data, DataSet::open(options.folder));
    const Report report = look_at(data);
    if (options.json)
        print_json(report_json(data, report));
    else
        print(report_text(data, report));
    return verdict(data, report);
}

} // namespace

void add_identify(CLI::App& app, Call& call) {
    auto options = std::make_shared<Options>();
    CLI::App& command =
        add_command(app, call, "identify", "Say which release a folder holds, and what is missing or damaged",
                    "rekindle identify ~/games/flashback\n"
                    "rekindle identify ../shared/data/flashback-demo --json",
                    [options] { return identify(*options); });
    command
        .add_option("PATH", options->folder, "Folder with a game's data; of EMI also a file or ARCHIVE:ENTRY")
        ->required();
    command.add_flag("--json", options->json, "Print JSON");
}

} // namespace rekindle::cli
