#include "flashback/oracle/direct_tables.h"

#include <array>
#include <charconv>

#include <fmt/format.h>

#include "base/files.h"
#include "flashback/data/opcodes.h"
#include "flashback/oracle/ask.h"
#include "flashback/oracle/run.h"

namespace rekindle::flashback::oracle {

namespace {

tl::unexpected<Error> damaged(const DirectTable& table, std::size_t offset, std::string expected,
                              std::string found) {
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = table.name,
                                .offset = offset,
                                .expected = std::move(expected),
                                .found = std::move(found),
                                .cure = {}});
}

// Plays to the tick that the table is about.
Expected<Run> reach(const DirectTable& table, Levels& levels) {
    RunSetup setup;
    if (table.demo.empty()) {
        setup.script.level = table.level;
        setup.scenario = table.place;
    } else {
        RK_TRY(setup, setup_of_demo(levels.data(), table.demo));
    }
    RK_TRY(Run run, Run::start(std::move(setup), [&levels](int index) { return levels.get(index); }));
    for (std::uint32_t t = 0; t < table.tick; ++t) {
        RK_TRY(const bool played, run.tick());
        if (!played)
            return damaged(table, 0, fmt::format("a recording of {} ticks", table.tick),
                           fmt::format("{}", t));
    }
    return run;
}

std::string question_text(int self, std::uint8_t op, std::int16_t a, std::int16_t b) {
    const std::string_view name = op < opcode_count ? opcodes[op].name : "unknown";
    return fmt::format("entity {} asks 0x{:02X} {} with A = {}, B = {}", self, op, name, a, b);
}

// --- grid -----------------------------------------------------------------------------------------------

constexpr std::size_t grid_answers = 64 * 2 * 5 * 18 * 5 * 5;

Expected<TableReport> check_grid(const DirectTable& table, ByteView bytes, const Run& run) {
    TableReport report{.table = table.name, .unit = "answers"};
    if (bytes.size() != grid_answers)
        return damaged(table, 0, fmt::format("{} bytes", grid_answers), fmt::format("{}", bytes.size()));
    World world = run.world();
    Events events;
    Turn turn(world, run.level(), events, conrad);
    std::size_t at = 0;
    for (int room = 0; room < 64; ++room)
        for (int facing = 0; facing < 2; ++facing)
            for (int gy = -2; gy <= 6; gy += 2)
                for (int gx = -1; gx <= 16; ++gx) {
                    turn.me().room = static_cast<std::uint8_t>(room);
                    turn.facing = facing != 0;
                    turn.gx = static_cast<std::int16_t>(gx);
                    turn.gy = static_cast<std::int16_t>(gy);
                    for (int dy = -2; dy <= 2; ++dy)
                        for (int dx = -2; dx <= 2; ++dx, ++at) {
                            const int expected = static_cast<std::int8_t>(bytes[at]);
                            const int found = probe(turn, dy, dx);
                            if (found == expected) continue;
                            report.differ([&] {
                                return fmt::format(
                                    "room {}, facing {}, gy {}, gx {}, dy {}, dx {}: expected {}, found {}",
                                    room, facing, gy, gx, dy, dx, expected, found);
                            });
                        }
                }
    report.cases = grid_answers;
    return report;
}

// --- zorder ---------------------------------------------------------------------------------------------

// The header of a zorder table and where its parts begin.
struct Zorder {
    std::vector<std::uint16_t> rooms;
    struct Question {
        std::uint16_t op, b;
    };
    std::vector<Question> questions;
    std::size_t entities = 0, arguments = 0;
};

bool sends(std::uint16_t op) { return op == 0x46 || op == 0x47 || op == 0x49 || op == 0x7E; }

Expected<Zorder> read_zorder(Reader& in, std::size_t entity_count) {
    constexpr auto little = Endian::little;
    in.expect(in.u32(little) == 0x4F5A4246, "\"FBZO\"", 0);
    in.expect(in.u16(little) == 1, "version 1", 0);
    in.skip(4); // level, tick
    Zorder table;
    const std::size_t rooms = in.u16(little);
    table.entities = in.u16(little);
    table.arguments = in.u16(little);
    const std::size_t questions = in.u16(little);
    in.expect(table.entities == entity_count, fmt::format("{} entities", entity_count), table.entities);
    for (std::size_t i = 0; i < rooms && in.ok(); ++i) {
        table.rooms.push_back(in.u16(little));
        in.expect(table.rooms.back() < 256, "a room below 256", table.rooms.back());
    }
    for (std::size_t i = 0; i < questions && in.ok(); ++i) {
        const std::uint16_t op = in.u16(little);
        in.expect(op < 256 && has_routine(static_cast<std::uint8_t>(op)), "an opcode with a routine", op);
        table.questions.push_back({op, in.u16(little)});
    }
    if (!in) return in.unexpected();
    return table;
}

// How many messages wait for whom, as the table writes it.
void append_receivers(Bytes& out, const World& world) {
    const std::size_t at = out.size();
    out.push_back(0);
    for (int i = 0; i < world.entity_count; ++i) {
        const std::size_t count = waiting_messages(world, i).size();
        if (count == 0) continue;
        ++out[at];
        out.push_back(static_cast<Byte>(i));
        out.push_back(static_cast<Byte>(count));
    }
}

// Answers millions of questions: what a sharing question can change is put back alone; the whole world is
// compared once a row.
class ZorderAsker {
  public:
    ZorderAsker(const Level& level, const World& base) : level_(level), base_(base), world_(base) {}

    bool ask(int self, std::uint8_t op, std::int16_t a, std::int16_t b, Bytes* receivers) {
        events_.clear();
        Turn turn(world_, level_, events_, self);
        const bool yes = flashback::ask(turn, op, a, b);
        if (receivers != nullptr) {
            if (world_.free_message == base_.free_message)
                receivers->push_back(0);
            else
                append_receivers(*receivers, world_);
        }
        if (world_.free_message != base_.free_message || world_.active != base_.active) {
            world_.entities = base_.entities;
            world_.active = base_.active;
            world_.messages = base_.messages;
            world_.message_head = base_.message_head;
            world_.free_message = base_.free_message;
        }
        world_.found_flag1 = base_.found_flag1;
        world_.found_flag2 = base_.found_flag2;
        return yes;
    }
    bool unchanged() const { return world_ == base_; }

  private:
    const Level& level_;
    World base_, world_;
    Events events_;
};

// The answers of a table, question after question.
class ZorderCheck {
  public:
    ZorderCheck(ByteView answers, ByteView receivers, TableReport& report)
        : answers_(answers), receivers_(receivers), report_(report) {}

    // All arguments of one entity's question.
    void check(ZorderAsker& asker, int room, int self, std::uint8_t op, std::int16_t b,
               std::size_t arguments) {
        for (std::size_t a = 0; a < arguments; ++a)
            check_one(asker, room, self, op, static_cast<std::int16_t>(a), b);
        if (!asker.unchanged())
            report_.differ([&] {
                return fmt::format("view room {}, entity {}, opcode 0x{:02X}: changed more than messages",
                                   room, self, op);
            });
    }
    std::size_t receivers_left() const { return receivers_.size(); }

  private:
    void check_one(ZorderAsker& asker, int room, int self, std::uint8_t op, std::int16_t a, std::int16_t b) {
        sent_.clear();
        const bool yes = asker.ask(self, op, a, b, sends(op) ? &sent_ : nullptr);
        const bool expected = answers_[report_.cases++] != 0;
        const std::size_t theirs = sends(op) && !receivers_.empty() ? 1u + 2u * receivers_[0] : 0u;
        const ByteView receivers = receivers_.first(std::min(theirs, receivers_.size()));
        receivers_ = receivers_.subspan(receivers.size());
        const bool same = std::equal(sent_.begin(), sent_.end(), receivers.begin(), receivers.end());
        if (yes == expected && same) return;
        report_.differ([&] {
            return fmt::format("view room {}, {}: expected {}, found {}{}", room,
                               question_text(self, op, a, b), expected, yes,
                               same ? "" : "; other receivers of messages");
        });
    }

    ByteView answers_, receivers_; // receivers_: those not compared yet
    TableReport& report_;
    Bytes sent_;
};

Expected<TableReport> check_zorder(const DirectTable& table, ByteView bytes, const Run& run) {
    TableReport report{.table = table.name, .unit = "answers"};
    Reader in(bytes, table.name);
    const std::size_t entities = run.world().entity_count;
    RK_TRY(const Zorder zorder, read_zorder(in, entities));
    const ByteView answers =
        in.bytes(zorder.rooms.size() * zorder.questions.size() * entities * zorder.arguments);
    const ByteView receivers = in.bytes(in.remaining());
    if (!in) return in.unexpected();
    ZorderCheck check(answers, receivers, report);
    for (const std::uint16_t room : zorder.rooms) {
        World world = run.world();
        look_from(world, run.level(), static_cast<std::uint8_t>(room));
        reset_messages(world);
        ZorderAsker asker(run.level(), world);
        for (const Zorder::Question& question : zorder.questions)
            for (std::size_t self = 0; self < entities; ++self)
                check.check(asker, room, static_cast<int>(self), static_cast<std::uint8_t>(question.op),
                            static_cast<std::int16_t>(question.b), zorder.arguments);
    }
    if (check.receivers_left() != 0)
        return damaged(table, bytes.size() - check.receivers_left(), "the end",
                       fmt::format("{} bytes more", check.receivers_left()));
    return report;
}

// --- state ----------------------------------------------------------------------------------------------

Expected<TableReport> check_state(const DirectTable& table, std::string_view text, const Run& run) {
    TableReport report{.table = table.name, .unit = "lines"};
    TraceWriter trace;
    TraceHeader header = header_of(run.setup());
    header.seed = run.world().rng;
    trace.header(header, run.level());
    Inputs inputs = run.inputs();
    inputs.input = -1;
    trace.block(table.tick, run.world(), inputs, {});
    std::string_view ours = trace.text();
    while (!text.empty() || !ours.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size()),
                          our_end = std::min(ours.find('\n'), ours.size());
        const std::string_view expected = text.substr(0, end), found = ours.substr(0, our_end);
        ++report.cases;
        if (expected != found)
            report.differ([&] {
                return fmt::format("line {}\nexpected {}\nfound    {}", report.cases, expected, found);
            });
        text.remove_prefix(std::min(end + 1, text.size()));
        ours.remove_prefix(std::min(our_end + 1, ours.size()));
    }
    return report;
}

// --- ask, synth -----------------------------------------------------------------------------------------

// "q e op A B yes", "k e op A B mask yes": the numbers of a line, and what it changed.
struct AskLine {
    char kind = 0;
    std::array<int, 6> numbers{};
    std::size_t count = 0;
    std::string_view changes;
    bool undefined = false;
};

AskLine parse_ask_line(std::string_view line) {
    AskLine result;
    const std::size_t bar = line.find(" | ");
    if (bar != std::string_view::npos) {
        result.changes = line.substr(bar + 3);
        result.undefined = result.changes == "undefined";
        line = line.substr(0, bar);
    }
    result.kind = line.empty() ? '\0' : line[0];
    const char* at = line.data() + std::min<std::size_t>(2, line.size());
    const char* const end = line.data() + line.size();
    while (at < end && result.count < result.numbers.size()) {
        const auto [next, status] = std::from_chars(at, end, result.numbers[result.count]);
        if (status != std::errc{}) return {};
        ++result.count;
        at = next < end ? next + 1 : end;
    }
    return at == end ? result : AskLine{};
}

// "A\nB\n" as the tables have it: "A | B".
std::string joined(std::string_view lines) {
    std::string out;
    while (!lines.empty()) {
        const std::size_t end = lines.find('\n');
        if (!out.empty()) out += " | ";
        out += lines.substr(0, end);
        lines.remove_prefix(end + 1);
    }
    return out;
}

// The six messages that a synth question finds waiting.
void send_six(World& world, const Level& level, int self) {
    const EntityDefinition& d = level.entities[static_cast<std::size_t>(self)];
    const auto from_p = [&](std::size_t i) {
        return d.p[i] >= 0 && d.p[i] < world.entity_count ? int{d.p[i]} : 0;
    };
    reset_messages(world);
    send(world, level, from_p(0), self, 1);
    send(world, level, from_p(1), self, 3);
    send(world, level, from_p(0), self, 5);
    send(world, level, from_p(2), self, 7);
    send(world, level, from_p(3), self, 5);
    send(world, level, (self + 1) % world.entity_count, self, 8);
}

// Works through an ask or synth table line by line.
class AskTable {
  public:
    AskTable(const DirectTable& table, const Run& run)
        : table_(table), start_(run.world()), level_(run.level()), asker_(level_, start_) {
        report_.table = table.name;
        report_.unit = "answers";
    }

    Expected<TableReport> check(std::string_view text) {
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            RK_CHECK(check_line(text.substr(at, end - at), at));
            at = end + 1;
        }
        return report_;
    }

  private:
    Expected<void> check_line(std::string_view line, std::size_t offset) {
        if (line.starts_with("H ") || line.starts_with("fbask ")) return {};
        const AskLine parsed = parse_ask_line(line);
        const bool keys = parsed.kind == 'k';
        const std::string_view kinds = "qask";
        if (parsed.kind == 'V' && parsed.count == 1) {
            enter(parsed.numbers[0]);
            return {};
        }
        const int self = parsed.numbers[0], op = parsed.numbers[1];
        if (parsed.kind == 0 || kinds.find(parsed.kind) == std::string_view::npos ||
            parsed.count != (keys ? 6u : 5u) || self < 0 || self >= start_.entity_count || op < 0 ||
            op > 255 || !has_routine(static_cast<std::uint8_t>(op)))
            return damaged(table_, offset, "a question", fmt::format("\"{}\"", line.substr(0, 60)));
        ++report_.cases;
        if (parsed.undefined) {
            ++report_.undefined;
            return {};
        }
        if (parsed.kind == 's' && self != self_) {
            self_ = self;
            asker_.prepare([&](World& world) {
                world = seen_;
                send_six(world, level_, self);
            });
        }
        asker_.press(keys ? static_cast<std::uint8_t>(parsed.numbers[4]) : start_.keys);
        const auto a = static_cast<std::int16_t>(parsed.numbers[2]),
                   b = static_cast<std::int16_t>(parsed.numbers[3]);
        const bool yes = asker_.ask(self, static_cast<std::uint8_t>(op), a, b, &changes_);
        const bool expected = parsed.numbers[keys ? 5 : 4] != 0;
        if (yes == expected && changes_.empty() && parsed.changes.empty()) return {};
        const std::string changes = joined(changes_);
        if (yes != expected || changes != parsed.changes)
            report_.differ([&] {
                return fmt::format("view room {}, {}\nexpected {} | {}\nfound    {} | {}", room_,
                                   question_text(self, static_cast<std::uint8_t>(op), a, b), expected,
                                   parsed.changes, yes, changes);
            });
        return {};
    }

    void enter(int room) {
        room_ = room;
        self_ = -1;
        seen_ = start_;
        look_from(seen_, level_, static_cast<std::uint8_t>(room));
        asker_.prepare([this](World& world) { world = seen_; });
    }

    const DirectTable& table_;
    World start_, seen_;
    const Level& level_;
    Asker asker_;
    TableReport report_;
    std::string changes_;
    int room_ = -1, self_ = -1; // self_: whose six messages wait
};

// --- names ----------------------------------------------------------------------------------------------

struct KindName {
    std::string_view name;
    DirectKind kind;
};
constexpr std::array<KindName, 5> kind_names = {{{"grid", DirectKind::grid},
                                                 {"zorder", DirectKind::zorder},
                                                 {"state", DirectKind::state},
                                                 {"ask", DirectKind::ask},
                                                 {"synth", DirectKind::synth}}};

} // namespace

std::optional<DirectTable> direct_table(std::string_view file_name) {
    const std::size_t first = file_name.find('_'), dot = file_name.rfind('.');
    if (first == std::string_view::npos || dot == std::string_view::npos || dot < first) return std::nullopt;
    DirectTable table;
    table.name = std::string(file_name);
    table.place = std::string(file_name.substr(first + 1, dot - first - 1));
    bool known = false;
    for (const KindName& kind : kind_names)
        if (kind.name == file_name.substr(0, first)) {
            table.kind = kind.kind;
            known = true;
        }
    const std::string_view place = table.place;
    const std::size_t level_end = place.find('_');
    if (!known || level_end == std::string_view::npos) return std::nullopt;
    for (int index = level_count - 1; index >= 0; --index)
        if (same_name(level_names[static_cast<std::size_t>(index)].pictures, place.substr(0, level_end)))
            table.level = index;
    const std::string_view moment = place.substr(level_end + 1);
    if (moment == "start") return table;
    const std::size_t tick = moment.find("_t");
    if (tick == std::string_view::npos) return std::nullopt;
    table.demo = std::string(moment.substr(0, tick));
    const std::string_view digits = moment.substr(tick + 2);
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), table.tick);
    if (status != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    return table;
}

Expected<TableReport> check_direct(const DirectTable& table, ByteView bytes, Levels& levels) {
    RK_TRY(const Run run, reach(table, levels));
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    switch (table.kind) {
    case DirectKind::grid: return check_grid(table, bytes, run);
    case DirectKind::zorder: return check_zorder(table, bytes, run);
    case DirectKind::state: return check_state(table, text, run);
    case DirectKind::ask:
    case DirectKind::synth: return AskTable(table, run).check(text);
    }
    return damaged(table, 0, "a known table", table.name);
}

} // namespace rekindle::flashback::oracle
