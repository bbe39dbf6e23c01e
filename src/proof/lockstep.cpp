#include "proof/lockstep.h"

#include <algorithm>
#include <deque>

#include <fmt/format.h>

namespace rekindle::proof {

namespace {

using Value = std::optional<std::int64_t>;

const Table* find_table(const State& state, std::string_view name) {
    const auto found =
        std::find_if(state.begin(), state.end(), [&](const Table& t) { return t.name == name; });
    return found == state.end() ? nullptr : &*found;
}

Value cell(const Table& table, std::size_t row, std::size_t column) {
    if (row >= table.rows.size() || column >= table.rows[row].size()) return std::nullopt;
    return table.rows[row][column];
}

std::string column_name(const Table& table, std::size_t column) {
    return table.columns.empty() ? fmt::format("place {}", column) : table.columns[column];
}

std::optional<std::size_t> column_of(const Table& table, std::string_view name) {
    const auto found = std::find(table.columns.begin(), table.columns.end(), name);
    if (found == table.columns.end()) return std::nullopt;
    return static_cast<std::size_t>(found - table.columns.begin());
}

std::string shown(Value value) { return value ? fmt::format("{}", *value) : "nothing"; }

// Pairs of columns that both have and that are compared.
std::vector<std::pair<std::size_t, std::size_t>> common_columns(const Table& a, const Table& b,
                                                                const LockstepOptions& options) {
    std::vector<std::pair<std::size_t, std::size_t>> columns;
    for (std::size_t i = 0; i < a.columns.size(); ++i) {
        const auto& ignored = options.ignored;
        if (std::find(ignored.begin(), ignored.end(), a.columns[i]) != ignored.end()) continue;
        if (const auto j = column_of(b, a.columns[i])) columns.emplace_back(i, *j);
    }
    return columns;
}

std::optional<Difference> compare(const Table& a, const Table& b, const LockstepOptions& options) {
    const auto differ = [&](std::size_t row, std::size_t column, Value x, Value y) {
        return Difference{0, a.name, column_name(a, column), row, column, x, y, {}};
    };
    const auto columns = common_columns(a, b, options);
    for (std::size_t row = 0; row < std::max(a.rows.size(), b.rows.size()); ++row) {
        for (const auto& [i, j] : columns) {
            const Value x = cell(a, row, i), y = cell(b, row, j);
            if (x != y) return differ(row, i, x, y);
        }
        if (!a.columns.empty()) continue;
        for (std::size_t place = 0; cell(a, row, place) || cell(b, row, place); ++place)
            if (const Value x = cell(a, row, place), y = cell(b, row, place); x != y)
                return differ(row, place, x, y);
    }
    return std::nullopt;
}

std::optional<Difference> compare(const State& a, const State& b, const LockstepOptions& options) {
    for (const Table& table : a)
        if (const Table* other = find_table(b, table.name))
            if (auto difference = compare(table, *other, options)) return difference;
    return std::nullopt;
}

// The cell of a difference in the states before it.
void add_history(Difference& difference, const std::deque<State>& states) {
    for (std::size_t i = 0; i < states.size(); ++i) {
        const Table* table = find_table(states[i], difference.table);
        if (table == nullptr) continue;
        difference.history.push_back(
            {difference.step - states.size() + i, cell(*table, difference.row, difference.place)});
    }
}

} // namespace

std::string Difference::text(std::string_view name_a, std::string_view name_b) const {
    std::string out = fmt::format("step {}, {} {}, {}: {} has {}, {} has {}", step, table, row, column,
                                  name_a, shown(a), name_b, shown(b));
    if (history.empty()) return out;
    out += "\nbefore:";
    for (const Moment& moment : history) out += fmt::format(" {}: {}", moment.step, shown(moment.value));
    return out;
}

Expected<std::optional<Difference>> lockstep(Subject& a, Subject& b, const Scenario& scenario,
                                             const LockstepOptions& options) {
    RK_CHECK(a.load(scenario.start));
    RK_CHECK(b.load(scenario.start));
    std::deque<State> before;
    for (std::size_t step = 0;; ++step) {
        if (auto difference = compare(a.rows(), b.rows(), options)) {
            difference->step = step;
            add_history(*difference, before);
            return difference;
        }
        if (step == scenario.inputs.size()) return std::optional<Difference>{};
        before.push_back(a.rows());
        if (before.size() > options.history) before.pop_front();
        RK_TRY(const bool a_runs, a.step(scenario.inputs[step]));
        RK_TRY(const bool b_runs, b.step(scenario.inputs[step]));
        if (a_runs != b_runs) return Difference{step + 1, "run", "goes on", 0, 0, a_runs, b_runs, {}};
        if (!a_runs) return std::optional<Difference>{};
    }
}

} // namespace rekindle::proof
