#include "flashback/oracle/subjects.h"

#include <charconv>

#include <fmt/format.h>

#include "flashback/oracle/ask.h"

namespace rekindle::flashback::oracle {

namespace {

enum TableIndex : std::size_t { world_table, entity_table, room_table, message_table };

template <std::size_t Size>
std::vector<std::string> names_of(const std::array<Field, Size>& fields) {
    std::vector<std::string> names;
    for (const Field& field : fields) names.emplace_back(field.name);
    return names;
}

proof::State empty_state() {
    return {{"world", names_of(world_fields), {{}}},
            {"entity", names_of(entity_fields), {}},
            {"room", {}, std::vector<std::vector<std::int64_t>>(256)},
            {"messages", {}, {}}};
}

} // namespace

proof::Scenario scenario_of(const InputScript& script, std::string name) {
    proof::Scenario scenario{std::move(name), {script.level, script.seed, {{"skill", script.skill}}}, {}};
    if (script.start) {
        scenario.start.more["start room"] = script.start->room;
        scenario.start.more["start x"] = script.start->x;
        scenario.start.more["start y"] = script.start->y;
    }
    for (const ScriptLine& line : script.lines)
        scenario.inputs.insert(scenario.inputs.end(), line.count, {line.mask, line.inventory});
    scenario.inputs.resize(script.length());
    return scenario;
}

Expected<void> WorldSubject::load(const proof::Start& start) {
    InputScript script;
    script.level = start.level;
    script.seed = start.seed;
    script.ticks = 1'000'000; // whoever steps decides when it ends
    const auto more = [&start](std::string_view name, std::int64_t otherwise) {
        const auto found = start.more.find(name);
        return found == start.more.end() ? otherwise : found->second;
    };
    script.skill = static_cast<int>(more("skill", 1));
    if (start.more.contains("start room"))
        script.start = ScriptStart{static_cast<int>(more("start room", -1)),
                                   static_cast<std::int16_t>(more("start x", 0)),
                                   static_cast<std::int16_t>(more("start y", 0))};
    RK_TRY(Run run, Run::start(setup_of(std::move(script), "lockstep"), load_level_));
    run_.emplace(std::move(run));
    describe();
    return {};
}

Expected<bool> WorldSubject::step(const proof::Input& input) {
    RK_TRY(const bool played, run_->tick_with({1, static_cast<std::uint8_t>(input.keys), input.inside}));
    describe();
    return played;
}

void WorldSubject::describe() {
    const World& world = run_->world();
    if (state_.empty()) state_ = empty_state();
    state_[entity_table].rows.resize(world.entity_count);
    state_[message_table].rows.resize(world.entity_count);
    const WorldValues values = world_values(world, run_->inputs());
    state_[world_table].rows[0].assign(values.begin(), values.end());
    for (std::size_t i = 0; i < world.entity_count; ++i) {
        const EntityValues entity = entity_values(world, static_cast<int>(i));
        state_[entity_table].rows[i].assign(entity.begin(), entity.end());
        state_[message_table].rows[i].clear();
        for (const WaitingMessage& m : waiting_messages(world, static_cast<int>(i)))
            state_[message_table].rows[i].push_back(std::int64_t{m.sender} * 65536 + m.number);
    }
    for (std::size_t room = 0; room < 256; ++room) {
        const std::vector<std::int16_t> list = room_list(world, static_cast<std::uint8_t>(room));
        state_[room_table].rows[room].assign(list.begin(), list.end());
    }
}

Expected<bool> WorldSubject::ask(const proof::Question& question) {
    if (question.who < 0 || question.who >= run_->world().entity_count || question.number < 0 ||
        question.number > 255 || opcode_functions[static_cast<std::size_t>(question.number)] == nullptr)
        return usage_error("an entity and an opcode of the level",
                           fmt::format("{}, {}", question.who, question.number));
    Asker asker(run_->level(), run_->world());
    return asker.ask(question.who, static_cast<std::uint8_t>(question.number),
                     static_cast<std::int16_t>(question.a), static_cast<std::int16_t>(question.b), nullptr);
}

// --- recorded traces ------------------------------------------------------------------------------------

namespace {

// Whole numbers; hex where the field is printed so.
Expected<std::int64_t> parse(std::string_view text, int base) {
    std::int64_t value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (text.empty() || status != std::errc{} || end != text.data() + text.size())
        return usage_error("a number", std::string(text));
    return value;
}

std::string_view next_word(std::string_view& line) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    return word;
}

template <std::size_t Size>
bool set_fields(std::string_view line, const std::array<Field, Size>& fields,
                std::vector<std::int64_t>& row) {
    row.resize(Size);
    while (!line.empty()) {
        const std::string_view word = next_word(line);
        const std::size_t equals = word.find('=');
        if (equals == std::string_view::npos) return false;
        std::size_t i = 0;
        while (i < Size && fields[i].name != word.substr(0, equals)) ++i;
        if (i == Size) return false;
        const auto value = parse(word.substr(equals + 1), fields[i].hex ? 16 : 10);
        if (!value) return false;
        row[i] = *value;
    }
    return true;
}

// "N rest": the row of that number, made where it does not exist yet.
std::vector<std::int64_t>* row_of(std::string_view& line, proof::Table& table) {
    const auto number = parse(next_word(line), 10);
    if (!number || *number < 0 || *number > 255) return nullptr;
    const auto at = static_cast<std::size_t>(*number);
    if (at >= table.rows.size()) table.rows.resize(at + 1);
    return &table.rows[at];
}

bool set_list(std::string_view line, std::vector<std::int64_t>& row) {
    row.clear();
    while (!line.empty()) {
        const std::string_view word = next_word(line);
        const std::size_t colon = word.find(':');
        const auto first = parse(word.substr(0, colon), 10);
        if (!first) return false;
        std::int64_t value = *first;
        if (colon != std::string_view::npos) {
            const auto number = parse(word.substr(colon + 1), 10);
            if (!number) return false;
            value = value * 65536 + *number;
        }
        row.push_back(value);
    }
    return true;
}

} // namespace

tl::unexpected<Error> TraceSubject::damaged(std::string_view line) const {
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = file_,
                                .offset = line_at_,
                                .expected = "a line of a trace",
                                .found = fmt::format("\"{}\"", line.substr(0, 60)),
                                .cure = {}});
}

Expected<void> TraceSubject::load(const proof::Start&) {
    state_ = empty_state();
    at_ = text_.find("\nT 0\n");
    over_ = at_ == std::string_view::npos;
    if (over_) return damaged(text_.substr(0, 20));
    at_ += 5;
    RK_CHECK(read_block());
    state_[message_table].rows.resize(state_[entity_table].rows.size());
    return {};
}

Expected<bool> TraceSubject::step(const proof::Input&) {
    if (over_) return false;
    RK_CHECK(read_block());
    return true;
}

Expected<void> TraceSubject::read_block() {
    while (at_ < text_.size()) {
        line_at_ = at_;
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        const std::string_view line = text_.substr(at_, end - at_);
        at_ = end + 1;
        if (line.starts_with("T ")) break;
        RK_CHECK(read_line(line));
        if (line.starts_with("E ")) over_ = true;
    }
    if (at_ >= text_.size()) over_ = true;
    return {};
}

Expected<void> TraceSubject::read_line(std::string_view line) {
    const std::string_view whole = line;
    const std::string_view kind = next_word(line);
    bool good = kind == "x" || kind == "f" || kind == "E";
    if (kind == "g") {
        good = set_fields(line, world_fields, state_[world_table].rows[0]);
    } else if (kind == "e") {
        auto* row = row_of(line, state_[entity_table]);
        good = row != nullptr && set_fields(line, entity_fields, *row);
    } else if (kind == "r" || kind == "m") {
        auto* row = row_of(line, state_[kind == "r" ? room_table : message_table]);
        good = row != nullptr && set_list(line, *row);
    }
    if (!good) return damaged(whole);
    return {};
}

Expected<bool> TraceSubject::ask(const proof::Question&) {
    return usage_error("a subject that can be asked", "a recorded trace");
}

} // namespace rekindle::flashback::oracle
