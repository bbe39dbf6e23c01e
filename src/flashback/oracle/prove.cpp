#include "flashback/oracle/prove.h"

#include <map>

#include "base/files.h"
#include "base/zstd.h"
#include "flashback/oracle/check_frames.h"
#include "flashback/oracle/direct_tables.h"

namespace rekindle::flashback::oracle {

namespace {

using std::filesystem::path;

// The files of a sub-folder by their name without ".zst".
std::map<std::string, path> files_in(const path& folder) {
    std::map<std::string, path> files;
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored)) return files;
    for (const path& file : list_files(folder)) {
        const bool packed = file.extension() == ".zst";
        files[(packed ? file.stem() : file.filename()).string()] = file;
    }
    return files;
}

Expected<Bytes> read_unpacked(const path& file) {
    RK_TRY(Bytes bytes, read_file(file));
    if (file.extension() != ".zst") return bytes;
    return zstd_decompress(bytes, file.filename().string());
}

// What a scenario consists of.
struct ScenarioFiles {
    std::string name;
    path input, trace;
};
struct ScenarioBytes {
    Bytes input, trace;
    std::string_view text() const { return {reinterpret_cast<const char*>(trace.data()), trace.size()}; }
};

Expected<ScenarioBytes> read_scenario(const ScenarioFiles& files) {
    ScenarioBytes bytes;
    RK_TRY(bytes.input, read_file(files.input));
    RK_TRY(bytes.trace, read_unpacked(files.trace));
    return bytes;
}

Expected<ScenarioFiles> scenario_files(const std::map<std::string, path>& files, const path& folder,
                                       const std::string& name) {
    const auto input = files.find(name + ".input"), trace = files.find(name + ".trace");
    if (input == files.end())
        return missing((folder / (name + ".input")).string(), "the input script of a scenario");
    if (trace == files.end())
        return missing((folder / (name + ".trace.zst")).string(), "the trace of a scenario");
    return ScenarioFiles{name, input->second, trace->second};
}

tl::unexpected<Error> nameless(const path& file, std::string expected) {
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = file.string(),
                                .offset = 0,
                                .expected = std::move(expected),
                                .found = file.filename().string(),
                                .cure = {}});
}

Expected<std::vector<TableReport>> one(Expected<TableReport> report) {
    if (!report) return tl::unexpected(std::move(report).error());
    return std::vector<TableReport>{*std::move(report)};
}

Expected<std::vector<TableReport>> run_scenario(const ScenarioFiles& files, Levels& levels) {
    RK_TRY(const ScenarioBytes bytes, read_scenario(files));
    Pictures pictures(levels.data());
    return one(check_scenario(files.name, bytes.input, bytes.text(), levels, &pictures));
}

Expected<std::vector<TableReport>> run_direct(const DirectTable& table, const path& file, Levels& levels) {
    RK_TRY(const Bytes bytes, read_unpacked(file));
    return one(check_direct(table, bytes, levels));
}

struct FramePath {
    FrameFile frame;
    path file;
};

Expected<std::vector<TableReport>> run_frames(const ScenarioFiles& scenario,
                                              const std::vector<FramePath>& paths, Levels& levels) {
    RK_TRY(const ScenarioBytes bytes, read_scenario(scenario));
    std::vector<RecordedFrame> frames;
    for (const FramePath& p : paths) {
        RK_TRY(Bytes picture, read_unpacked(p.file));
        frames.push_back({p.frame, std::move(picture)});
    }
    Pictures pictures(levels.data());
    return check_frames(frames, bytes.input, bytes.text(), levels, pictures);
}

using Tasks = std::vector<ProofTask>;
using Files = std::map<std::string, path>;

Expected<void> add_scenarios(Tasks& tasks, const Files& scenarios, const path& folder) {
    for (const auto& entry : scenarios) {
        const std::string& file = entry.first;
        if (!file.ends_with(".trace") && !file.ends_with(".input")) continue;
        const std::string name = file.substr(0, file.size() - 6);
        if (file.ends_with(".input") && scenarios.contains(name + ".trace")) continue; // comes with its trace
        RK_TRY(ScenarioFiles files, scenario_files(scenarios, folder, name));
        tasks.push_back(
            {"scenarios/" + name, [files](Levels& levels) { return run_scenario(files, levels); }});
    }
    return {};
}

Expected<void> add_frames(Tasks& tasks, const Files& files, const Files& scenarios, const path& folder) {
    std::map<std::string, std::vector<FramePath>> frames; // by scenario: one run shows all of them
    for (const auto& [name, file] : files) {
        if (!name.ends_with(".raw")) continue;
        const auto frame = frame_file(name.substr(0, name.size() - 4));
        if (!frame) return nameless(file, "a name of the form SCENARIO_tTICK");
        frames[frame->scenario].push_back({*frame, file});
    }
    for (const auto& entry : frames) {
        RK_TRY(ScenarioFiles scenario, scenario_files(scenarios, folder, entry.first));
        tasks.push_back({"frames of " + entry.first, [scenario, paths = entry.second](Levels& levels) {
                             return run_frames(scenario, paths, levels);
                         }});
    }
    return {};
}

Expected<void> add_direct(Tasks& tasks, const Files& files) {
    for (const auto& entry : files) {
        if (!entry.first.ends_with(".txt") && !entry.first.ends_with(".bin")) continue;
        const auto table = direct_table(entry.first);
        if (!table)
            return nameless(entry.second, "a name of the form KIND_LEVEL_start or KIND_LEVEL_DEMO_tTICK");
        tasks.push_back({"direct/" + entry.first, [table = *table, file = entry.second](Levels& levels) {
                             return run_direct(table, file, levels);
                         }});
    }
    return {};
}

} // namespace

Expected<std::vector<ProofTask>> proof_tasks(const path& folder) {
    Tasks tasks;
    const path scenario_folder = folder / "scenarios";
    const Files scenarios = files_in(scenario_folder);
    RK_CHECK(add_scenarios(tasks, scenarios, scenario_folder));
    RK_CHECK(add_frames(tasks, files_in(folder / "frames"), scenarios, scenario_folder));
    RK_CHECK(add_direct(tasks, files_in(folder / "direct")));
    if (tasks.empty())
        return missing(folder.string(), "a folder with scenarios, frames or direct tables",
                       "Give the folder of the oracle, for example ../shared/oracle/flashback.");
    return tasks;
}

} // namespace rekindle::flashback::oracle
