#include "flashback/oracle/check_scenario.h"

#include <fmt/format.h>

#include "flashback/oracle/subjects.h"

namespace rekindle::flashback::oracle {

namespace {

std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

// A trace as its header and the blocks that begin with T or E.
std::vector<std::string_view> blocks_of(std::string_view trace) {
    std::vector<std::string_view> blocks;
    std::size_t begin = 0;
    for (std::size_t at = trace.find('\n'); at != std::string_view::npos; at = trace.find('\n', at + 1)) {
        const std::string_view next = trace.substr(at + 1, 2);
        if (!next.empty() && next != "T " && next != "E ") continue;
        blocks.push_back(trace.substr(begin, at + 1 - begin));
        begin = at + 1;
    }
    if (begin < trace.size()) blocks.push_back(trace.substr(begin));
    return blocks;
}

bool holds_picture(std::string_view line) {
    return line.starts_with("f ") || line.starts_with("x inventory ") || line.starts_with("x dialog ");
}

std::string without_pictures(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        if (!holds_picture(line)) out += fmt::format("{}\n", line);
    }
    return out;
}

// The first line that differs, with the line that says which tick it is.
std::string first_line(std::string_view expected, std::string_view found) {
    const std::string_view title = expected.substr(0, expected.find('\n'));
    while (!expected.empty() || !found.empty()) {
        const std::string_view theirs = take_line(expected), ours = take_line(found);
        if (theirs != ours) return fmt::format("{}\nexpected {}\nfound    {}", title, theirs, ours);
    }
    return std::string(title);
}

// Compares the blocks of a run with those of the oracle.
class Comparison {
  public:
    Comparison(TableReport& report, std::string_view trace, bool pictures)
        : report_(report), blocks_(blocks_of(trace)), pictures_(pictures) {}

    void next(std::string_view found) {
        const std::string_view block = at_ < blocks_.size() ? blocks_[at_] : std::string_view("");
        ++at_;
        const std::string stripped = pictures_ ? std::string() : without_pictures(block);
        const std::string_view expected = pictures_ ? block : std::string_view(stripped);
        if (expected != found) report_.differ([&] { return first_line(expected, found); });
    }
    void end() {
        if (at_ < blocks_.size()) report_.differ([&] { return first_line(blocks_[at_], ""); });
    }

  private:
    TableReport& report_;
    std::vector<std::string_view> blocks_;
    std::size_t at_ = 0;
    bool pictures_;
};

// Which cell it was, and what it held before: lockstep with the recorded trace.
std::string cell_of_difference(const InputScript& script, const std::string& name, std::string_view trace,
                               Levels& levels) {
    WorldSubject world([&levels](int index) { return levels.get(index); });
    TraceSubject oracle(trace, name);
    const auto difference =
        proof::lockstep(world, oracle, scenario_of(script, name), {.ignored = {"inputPos"}});
    if (!difference || !*difference) return {};
    return "\n" + (*difference)->text(world.name(), oracle.name());
}

} // namespace

Expected<RunSetup> setup_of_scenario(std::string_view name, ByteView input, std::string_view trace,
                                     const DataSet& data) {
    for (std::string_view header = trace.substr(0, trace.find("\nT ")); !header.empty();) {
        std::string_view line = take_line(header);
        if (!line.starts_with("H demo ")) continue;
        line.remove_prefix(7);
        RK_TRY(RunSetup setup, setup_of_demo(data, line.substr(0, line.find(' '))));
        setup.scenario = std::string(name);
        return setup;
    }
    RK_TRY(InputScript script, read_input_script(input, fmt::format("{}.input", name)));
    return setup_of(std::move(script), std::string(name));
}

Expected<TableReport> check_scenario(const std::string& name, ByteView input, std::string_view trace,
                                     Levels& levels, Pictures* pictures) {
    TableReport report{.table = name, .unit = "ticks"};
    RK_TRY(RunSetup setup, setup_of_scenario(name, input, trace, levels.data()));
    RK_TRY(Run run, Run::start(
                        std::move(setup), [&levels](int index) { return levels.get(index); }, pictures));
    Comparison comparison(report, trace, pictures != nullptr);
    TraceWriter writer;
    const auto compare = [&] {
        comparison.next(writer.text());
        writer.clear();
    };
    writer.header(header_of(run.setup()), run.level());
    compare();
    writer.block(0, run.world(), run.inputs(), run.notes());
    compare();
    while (!run.over()) {
        RK_CHECK(run.tick());
        writer.block(run.ticks(), run.world(), run.inputs(), run.notes());
        compare();
    }
    writer.end(run.ticks(), run.end_reason());
    compare();
    comparison.end();
    report.cases = run.ticks();
    if (report.differences != 0)
        if (const auto script = read_input_script(input, name))
            report.first += cell_of_difference(*script, name, trace, levels);
    return report;
}

} // namespace rekindle::flashback::oracle
