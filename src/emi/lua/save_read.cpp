#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "emi/lua/save.h"
#include "emi/lua/save_common.h"
#include "emi/lua/translate.h"
#include "emi/lua/verify.h"

namespace rekindle::lua {

using saved::format_version;
using saved::le;
using saved::stack_end;

namespace {
constexpr std::uint64_t most_collect_at = std::uint64_t{2} << 30;
} // namespace

class StateReader {
  public:
    StateReader(ByteView bytes, std::string_view file, const std::vector<std::string>& natives)
        : in_(bytes, file), natives_(natives) {}

    Expected<State> run() {
        in_.expect(in_.text(4) == "RKLS", "\"RKLS\" (a script state)", 0);
        const std::uint32_t format = u32(), translation = u32();
        in_.expect(format == format_version, "format version 1", format);
        in_.expect(translation == translation_version, "register code of version 1", translation);
        native_names();
        if (in_.ok()) strings();
        if (in_.ok()) proto_bodies();
        if (in_.ok()) tables();
        if (in_.ok()) closures();
        if (in_.ok()) globals();
        if (in_.ok()) RK_CHECK(translate_all());
        if (in_.ok()) tasks();
        if (in_.ok()) rest();
        if (in_.ok()) in_.expect_end();
        if (in_.ok()) check_references();
        if (!in_.ok()) return in_.unexpected();
        return std::move(state_);
    }

  private:
    std::uint32_t u32() { return in_.u32(le); }
    std::uint64_t u64() {
        const std::uint64_t low = u32();
        return low | std::uint64_t{u32()} << 32;
    }
    bool flag() {
        const std::uint8_t byte = in_.u8();
        in_.expect(byte <= 1, "0 or 1", byte);
        return byte == 1;
    }
    std::string text() {
        const std::uint32_t size = u32();
        return std::string(in_.text(size));
    }
    // A count of things that take at least `least` bytes each.
    std::uint32_t count(std::size_t least) {
        const std::uint32_t n = u32();
        return in_.expect(std::uint64_t{n} * least <= in_.remaining(), "a count the file can hold", n) ? n
                                                                                                       : 0;
    }
    // References are checked at the end, when everything is there.
    Value value() {
        Value v{static_cast<Kind>(u32()), u32()};
        const bool known = v.kind <= Kind::task || v.is_userdata();
        in_.expect(known, "a kind of value", static_cast<std::uint32_t>(v.kind));
        if (v.is_nil()) in_.expect(v.bits == 0, "nil", v.bits);
        if (v.kind == Kind::native) {
            if (!in_.expect(v.bits < map_.size(), "a host function", v.bits)) return {};
            if (map_[v.bits] < 0) {
                in_.fail("host functions that this program has", fmt::format("'{}'", names_[v.bits]));
                return {};
            }
            v.bits = static_cast<std::uint32_t>(map_[v.bits]);
        }
        seen_.push_back(v);
        return v;
    }
    std::vector<Value> values() {
        const std::uint32_t n = count(8);
        std::vector<Value> list;
        for (std::uint32_t i = 0; i < n && in_.ok(); ++i) list.push_back(value());
        return list;
    }
    // The free places of a pool: exactly those that aren't in use.
    template <typename T, typename Used>
    void free_list(Pool<T>& pool, Used used) {
        const std::uint32_t n = count(4);
        std::vector<bool> is_free(pool.items.size(), false);
        for (std::uint32_t i = 0; i < n && in_.ok(); ++i) {
            const std::uint32_t place = u32();
            if (!in_.expect(place < pool.items.size() && !is_free[place] && !used(pool.items[place]),
                            "a free place", place))
                return;
            is_free[place] = true;
            pool.free.push_back(place);
        }
        for (std::size_t i = 0; i < pool.items.size() && in_.ok(); ++i)
            in_.expect(is_free[i] || used(pool.items[i]), "every free place in the list of free places", i);
    }

    void native_names() {
        const std::uint32_t n = count(4);
        for (std::uint32_t i = 0; i < n && in_.ok(); ++i) {
            names_.push_back(text());
            const auto it = std::find(natives_.begin(), natives_.end(), names_.back());
            map_.push_back(it == natives_.end() ? -1 : it - natives_.begin());
        }
    }
    void strings() {
        const std::uint32_t n = count(1);
        state_.strings.items.resize(n);
        std::unordered_map<std::string_view, std::uint32_t> known;
        for (std::uint32_t i = 0; i < n && in_.ok(); ++i) {
            Text& item = state_.strings.items[i];
            item.alive = flag();
            if (!item.alive) continue;
            item.text = text();
            in_.expect(known.emplace(item.text, i).second, "each text once; again text", i);
            ++state_.text_count;
        }
        free_list(state_.strings, [](const Text& t) { return t.alive; });
        if (in_.ok()) state_.relink_texts();
    }
    void proto_bodies() {
        const std::uint32_t n = count(1);
        state_.protos.items.resize(n);
        bodies_.resize(n);
        for (std::uint32_t i = 0; i < n && in_.ok(); ++i) {
            Body& body = bodies_[i];
            body.present = flag();
            if (!body.present) continue;
            body.unit = u32();
            read_plain(body.function);
            for (const Constant& constant : body.function.constants)
                if (constant.type == Constant::Type::function) {
                    body.functions.push_back(u32());
                    seen_.push_back(Value::object(Kind::function, body.functions.back()));
                }
            const std::uint32_t marks = count(8);
            for (std::uint32_t m = 0; m < marks && in_.ok(); ++m) {
                const std::uint32_t offset = u32();
                body.function.lines.push_back({offset, u32()});
            }
        }
        // Which places are in use is known from the bodies: the code follows when the texts and globals are
        // there.
        for (std::uint32_t i = 0; i < n; ++i)
            if (bodies_[i].present) state_.protos.items[i].code = std::make_shared<const Code>();
        free_list(state_.protos, [](const Proto& p) { return p.code != nullptr; });
    }
    void read_plain(Function& function) {
        function.line = in_.u16(le);
        const bool named = flag();
        std::string source = text();
        if (named) function.source = std::move(source);
        const ByteView code = in_.bytes(u32());
        function.code.assign(code.begin(), code.end());
        const std::uint32_t constants = count(1);
        if (!in_.expect(constants <= 65535, "at most 65535 constants", constants)) return;
        for (std::uint32_t i = 0; i < constants && in_.ok(); ++i) {
            Constant constant;
            const std::uint8_t type = in_.u8();
            if (!in_.expect(type <= 2, "a type of constant", type)) return;
            constant.type = static_cast<Constant::Type>(type);
            if (constant.type == Constant::Type::number) constant.number = in_.f32(le);
            if (constant.type == Constant::Type::string) constant.text = text();
            function.constants.push_back(std::move(constant));
        }
        const std::uint32_t locals = count(7);
        for (std::uint32_t i = 0; i < locals && in_.ok(); ++i) {
            LocalRecord record{.line = in_.u16(le), .name = {}};
            const bool has_name = flag();
            std::string name = text();
            if (has_name) record.name = std::move(name);
            function.locals.push_back(std::move(record));
        }
    }
    Expected<void> translate_all() {
        for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
            Body& body = bodies_[i];
            if (!body.present) continue;
            std::vector<Value> constants;
            std::size_t functions = 0;
            for (const Constant& constant : body.function.constants) {
                if (constant.type == Constant::Type::number) constants.push_back(Value::of(constant.number));
                if (constant.type == Constant::Type::string)
                    constants.push_back(state_.text(std::string_view(constant.text)));
                if (constant.type == Constant::Type::function)
                    constants.push_back(Value::object(Kind::function, body.functions[functions++]));
            }
            RK_TRY(Code code, translate(body.function, in_.file(), std::move(constants), state_));
            code.unit = body.unit;
            state_.protos.items[i].code = std::make_shared<const Code>(std::move(code));
        }
        return {};
    }
    void tables() {
        const std::uint32_t n = count(1);
        state_.tables.items.resize(n);
        for (std::uint32_t i = 0; i < n && in_.ok(); ++i) {
            Table& table = state_.tables.items[i];
            table.alive = flag();
            if (table.alive) read_table(table);
        }
        free_list(state_.tables, [](const Table& t) { return t.alive; });
    }
    void read_table(Table& table) {
        table.tag = static_cast<std::int32_t>(u32());
        tags_.push_back(table.tag);
        table.finalised = flag();
        table.run_start_ = u32();
        const std::uint32_t run = u32();
        const std::uint32_t n = count(16);
        if (!in_.expect(std::uint64_t{table.run_start_} + run <= n, "a run inside the table", run)) return;
        for (std::uint32_t e = 0; e < n && in_.ok(); ++e) {
            const Value key = value();
            table.entries_.push_back({key, value()});
            const bool in_run = e >= table.run_start_ && e < table.run_start_ + run;
            if (in_run)
                in_.expect(key.same(Value::of(static_cast<float>(e - table.run_start_ + 1))),
                           "the run's keys in order", e);
            else
                in_.expect(Table::good_key(key) || table.entries_.back().value.is_nil(), "a key", e);
        }
        table.set_run(run);
        if (in_.ok()) table.rebuild(false);
    }
    void closures() {
        const std::uint32_t n = count(1);
        state_.closures.items.resize(n);
        for (std::uint32_t i = 0; i < n && in_.ok(); ++i) {
            Closure& closure = state_.closures.items[i];
            closure.alive = flag();
            if (!closure.alive) continue;
            closure.proto = u32();
            seen_.push_back(Value::object(Kind::function, closure.proto));
            closure.upvalues = values();
        }
        free_list(state_.closures, [](const Closure& c) { return c.alive; });
    }
    void globals() {
        const std::uint32_t n = count(12);
        for (std::uint32_t i = 0; i < n && in_.ok(); ++i) {
            const std::uint32_t name = u32();
            const bool fits = name < state_.strings.items.size() && state_.strings[name].alive &&
                              state_.strings[name].global == 0;
            if (!in_.expect(fits, "the text of a global's name", name)) return;
            state_.globals.push_back({.name = name, .assigned = false, .value = value()});
            state_.strings[name].global = i + 1;
        }
        const std::uint32_t assigned = count(4);
        for (std::uint32_t i = 0; i < assigned && in_.ok(); ++i) {
            const std::uint32_t slot = u32();
            if (!in_.expect(slot < n && !state_.globals[slot].assigned, "a global, each once", slot)) return;
            state_.globals[slot].assigned = true;
            state_.global_order.push_back(slot);
        }
        const std::uint32_t tags = count(8 * event_count);
        if (!in_.expect(tags >= 8 && tags <= 10'000, "8 to 10000 tags", tags)) return;
        state_.tags.resize(tags);
        for (TagInfo& tag : state_.tags)
            for (Value& method : tag.methods) method = value();
        for (const std::int32_t tag : tags_)
            in_.expect(tag == tag_table || (tag <= first_own_tag && tag > -static_cast<std::int64_t>(tags)),
                       "a table's tag", static_cast<std::uint32_t>(tag));
        state_.error_method = value();
        state_.note_global_methods();
    }
    void tasks() {
        const std::uint32_t n = count(4);
        state_.tasks.resize(n);
        std::uint32_t living = 0;
        for (std::uint32_t i = 0; i < n && in_.ok(); ++i) {
            state_.tasks[i].number = u32();
            if (state_.tasks[i].number == 0) continue;
            ++living;
            read_task(state_.tasks[i]);
        }
        const std::uint32_t order = count(4);
        std::vector<bool> listed(n, false);
        in_.expect(order == living, "every living task in the list", order);
        for (std::uint32_t i = 0; i < order && in_.ok(); ++i) {
            const std::uint32_t place = u32();
            if (!in_.expect(place < n && state_.tasks[place].number != 0 && !listed[place],
                            "a task, each once", place))
                return;
            listed[place] = true;
            state_.task_order.push_back(place);
        }
        std::vector<std::uint32_t> numbers;
        for (const std::uint32_t place : state_.task_order) numbers.push_back(state_.tasks[place].number);
        std::sort(numbers.begin(), numbers.end());
        const auto twice = std::adjacent_find(numbers.begin(), numbers.end());
        in_.expect(twice == numbers.end(), "each task number once", twice == numbers.end() ? 0 : *twice);
    }
    void read_task(Task& task) {
        task.function = value();
        task.started = flag();
        task.paused = flag();
        task.ran = flag();
        task.blocked = u32();
        task.sleep = static_cast<std::int64_t>(u64());
        in_.expect(task.sleep > -(std::int64_t{1} << 50) && task.sleep < (std::int64_t{1} << 50),
                   "a time to sleep", 0);
        const std::uint32_t frames = count(17);
        for (std::uint32_t i = 0; i < frames && in_.ok(); ++i) read_frame(task.thread);
        task.thread.stack = values();
        Wait& wait = task.wait;
        for (std::uint32_t* n :
             {&wait.native, &wait.asked, &wait.frames, &wait.last_native, &wait.proto, &wait.pc, &wait.depth})
            *n = u32();
        for (std::uint32_t* native : {&wait.native, &wait.last_native}) {
            if (*native == 0) continue;
            if (!in_.expect(*native <= map_.size() && map_[*native - 1] >= 0, "a host function", *native))
                return;
            *native = static_cast<std::uint32_t>(map_[*native - 1] + 1);
        }
        wait.argument = value();
        wait.last_argument = value();
        if (in_.ok()) check_stack(task);
    }
    // A suspended function stands behind a call, and the one it called begins where that call says.
    void read_frame(Thread& thread) {
        Frame frame{.proto = u32(),
                    .closure = u32(),
                    .pc = u32(),
                    .base = u32(),
                    .open = 0,
                    .results = in_.u8(),
                    .entry = thread.frames.empty()};
        if (!in_.expect(frame.proto < bodies_.size() && bodies_[frame.proto].present, "a function",
                        frame.proto))
            return;
        const Code& code = *state_.protos[frame.proto].code;
        std::uint32_t base = 1;
        std::uint8_t results = 0;
        if (!thread.frames.empty()) {
            const Frame& below = thread.frames.back();
            const Instr call = state_.protos[below.proto].code->instructions[below.pc - 1];
            base = below.base + call.a + 1;
            results = static_cast<std::uint8_t>(call.c);
        }
        in_.expect(frame.pc >= 1 && frame.pc < code.instructions.size() &&
                       code.instructions[frame.pc - 1].op == Op::call,
                   "a place behind a call", frame.pc);
        in_.expect(frame.base == base, fmt::format("a frame at {}", base), frame.base);
        in_.expect(frame.results == results, "the results its caller wants", frame.results);
        if (frame.closure == 0) {
            in_.expect(code.upvalues == 0, "a function without upvalues", code.upvalues);
        } else {
            const std::uint32_t index = frame.closure - 1;
            const bool fits = index < state_.closures.items.size() && state_.closures[index].alive &&
                              state_.closures[index].proto == frame.proto &&
                              state_.closures[index].upvalues.size() >= code.upvalues;
            in_.expect(fits, "the closure of the function", index);
        }
        if (in_.ok()) thread.frames.push_back(frame);
    }
    void check_stack(const Task& task) {
        const Thread& thread = task.thread;
        if (!thread.frames.empty()) {
            in_.expect(task.started, "a task that was started", 0);
            in_.expect(thread.stack.size() == stack_end(state_, thread),
                       "a stack up to the end of the last function", thread.stack.size());
        } else if (!task.started) {
            const bool fits = !thread.stack.empty() && (thread.stack[0].kind == Kind::function ||
                                                        thread.stack[0].kind == Kind::native);
            in_.expect(fits, "the function of a new task", 0);
        }
    }
    void rest() {
        state_.next_task = u32();
        state_.next_unit = u32();
        state_.random = u64();
        state_.frames = u32();
        state_.collect_time = u32();
        state_.allocated = u64();
        state_.collect_at = u64();
        in_.expect(state_.allocated <= most_collect_at && state_.collect_at <= most_collect_at,
                   "less than 2 GiB of objects", 0);
        const std::uint32_t files = count(17);
        for (std::uint32_t i = 0; i < files && in_.ok(); ++i) {
            OpenFile file{.name = text(), .text = text(), .at = u64(), .mode = OpenFile::Mode::closed};
            const std::uint8_t mode = in_.u8();
            in_.expect(file.at <= file.text.size() && mode <= 3, "an open file", mode);
            file.mode = static_cast<OpenFile::Mode>(mode);
            state_.files.push_back(std::move(file));
        }
        state_.input = u32();
        state_.output = u32();
    }
    void check_references() {
        for (const Value v : seen_) {
            bool fits = true;
            if (v.kind == Kind::string)
                fits = v.bits < state_.strings.items.size() && state_.strings[v.bits].alive;
            if (v.kind == Kind::table)
                fits = v.bits < state_.tables.items.size() && state_.tables[v.bits].alive;
            if (v.kind == Kind::closure)
                fits = v.bits < state_.closures.items.size() && state_.closures[v.bits].alive;
            if (v.kind == Kind::function) fits = v.bits < bodies_.size() && bodies_[v.bits].present;
            if (!fits)
                return in_.fail("references to living objects",
                                fmt::format("{} {}", static_cast<std::uint32_t>(v.kind), v.bits));
        }
    }

    struct Body {
        bool present = false;
        std::uint32_t unit = 0;
        Function function;
        std::vector<std::uint32_t> functions;
    };
    Reader in_;
    const std::vector<std::string>& natives_;
    State state_;
    std::vector<std::string> names_;
    std::vector<std::ptrdiff_t> map_; // host function of the file → ours, -1: none
    std::vector<Body> bodies_;
    std::vector<Value> seen_;
    std::vector<std::int32_t> tags_;
};

Expected<State> restore_state(ByteView bytes, std::string_view file,
                              const std::vector<std::string>& natives) {
    return StateReader(bytes, file, natives).run();
}

} // namespace rekindle::lua
