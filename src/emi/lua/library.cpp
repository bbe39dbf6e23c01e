// The base functions. spec/emi-formats.md §3.4, §3.6.
#include "emi/lua/library.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "emi/lua/compile.h"
#include "emi/lua/opcodes.h"
#include "emi/lua/translate.h"
#include "emi/lua/verify.h"

namespace rekindle::lua {
namespace {

bool callable(Value value) { return value.is_script_function() || value.kind == Kind::native; }

std::string value_text(Call& call, Value value) {
    switch (value.kind) {
    case Kind::nil: return "nil";
    case Kind::number: return number_text(value.number());
    case Kind::string: return std::string(call.state().text(value));
    case Kind::table: return fmt::format("table: {:08X}", value.bits);
    case Kind::function: return fmt::format("function: {:08X}", value.bits);
    case Kind::closure: return fmt::format("function: {:08X}", value.bits | 0x8000'0000u);
    case Kind::native: return fmt::format("function: {}", call.machine().native_name(value.bits));
    case Kind::task: return fmt::format("task: {}", value.bits);
    default: return fmt::format("userdata: {:08X}", value.bits);
    }
}

Outcome assert_(Call& call) {
    if (call[0].is_true()) return call.ok();
    std::string message;
    return call.error(call.text(1, message) ? "assertion failed: " + message : "assertion failed");
}

Outcome error(Call& call) {
    std::string message;
    if (!call.text(0, message)) message = "error";
    return call.error(std::move(message));
}

Outcome print(Call& call) {
    std::string line;
    for (std::uint32_t i = 0; i < call.count(); ++i) line += value_text(call, call[i]) + '\t';
    call.host().print(line + '\n');
    return call.ok();
}

Outcome tostring(Call& call) { return call.value(std::string_view(value_text(call, call[0]))); }

Outcome tonumber(Call& call) {
    double base = 10, value = 0;
    if (!call.optional_number(1, base) || !(base >= 2 && base <= 36))
        return call.bad_argument(1, "a base from 2 to 36");
    if (base == 10)
        return call.number(0, value) ? call.value(static_cast<float>(value)) : call.value(Value{});
    std::string text;
    if (!call.text(0, text)) return call.bad_argument(0, "a text");
    const std::size_t first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
    if (first == std::string::npos) return call.value(Value{});
    for (std::size_t i = first; i <= last; ++i) {
        const char c = text[i];
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'z' ? c - 'a' + 10
                          : c >= 'A' && c <= 'Z' ? c - 'A' + 10
                                                 : 99;
        if (digit >= base) return call.value(Value{});
        value = value * base + digit;
    }
    return call.value(static_cast<float>(value));
}

// Name and tag; engine objects have names of their own.
Outcome type(Call& call) {
    if (call.count() == 0) return call.bad_argument(0, "a value");
    const std::int32_t tag = call.state().tag_of(call[0]);
    std::string_view name = type_name(call[0]);
    if (call[0].is_userdata()) {
        if (tag == object_tag("ACTR")) name = "actor";
        if (tag == object_tag("COST")) name = "costume";
        if (tag == object_tag("SET ")) name = "set";
        if (tag == object_tag("KEYF")) name = "keyframe";
    }
    call.push(name);
    return call.value(static_cast<float>(tag));
}

Outcome tag(Call& call) { return call.value(static_cast<float>(call.state().tag_of(call[0]))); }

Outcome newtag(Call& call) {
    State& state = call.state();
    constexpr std::size_t most_tags = 10'000;
    if (state.tags.size() >= most_tags) return call.error("too many tags");
    state.tags.emplace_back();
    return call.value(-static_cast<float>(state.tags.size() - 1));
}

bool known_tag(Call& call, std::uint32_t index, std::int32_t& tag) {
    double number = 0;
    if (!call.number(index, number) || !(number > -1e9 && number < 2e9)) return false;
    tag = static_cast<std::int32_t>(number);
    return tag > -static_cast<std::int32_t>(call.state().tags.size());
}

Outcome settag(Call& call) {
    std::int32_t tag = 0;
    if (!call[0].is_table()) return call.bad_argument(0, "a table");
    if (!known_tag(call, 1, tag) || (tag > first_own_tag && tag != tag_table))
        return call.bad_argument(1, "a tag made by newtag");
    call.state().tables[call[0].bits].tag = tag;
    return call.value(call[0]);
}

// Which events a tag may have a method for (§3.4).
bool allowed(std::int32_t tag, Event event) {
    const auto in = [&](std::initializer_list<Event> events) {
        return std::find(events.begin(), events.end(), event) != events.end();
    };
    const bool arithmetic = event >= Event::add && event <= Event::concat;
    if (tag >= 0) return !in({Event::index, Event::getglobal, Event::setglobal, Event::gc});
    switch (tag) {
    case tag_number: return in({Event::gettable, Event::settable, Event::pow, Event::function});
    case tag_string: return in({Event::gettable, Event::settable, Event::function});
    case tag_table: return arithmetic || in({Event::index, Event::gc, Event::function});
    case tag_function:
    case tag_native: return arithmetic || in({Event::gettable, Event::settable, Event::setglobal});
    default: return true;
    }
}

void set_method(State& state, std::int32_t tag, Event event, Value method) {
    state.tags[static_cast<std::size_t>(tag > 0 ? 0 : -tag)].methods[static_cast<std::size_t>(event)] =
        method;
    state.note_global_methods();
}

bool event_argument(Call& call, std::uint32_t index, Event& event) {
    std::string name;
    if (!call.text(index, name)) return false;
    const auto it = std::find(event_names.begin(), event_names.end(), name);
    event = static_cast<Event>(it - event_names.begin());
    return it != event_names.end();
}

Outcome settagmethod(Call& call) {
    std::int32_t tag = 0;
    Event event = Event::add;
    if (!known_tag(call, 0, tag)) return call.bad_argument(0, "a tag");
    if (!event_argument(call, 1, event)) return call.bad_argument(1, "the name of an event");
    if (!callable(call[2]) && !call[2].is_nil()) return call.bad_argument(2, "a function or nil");
    if (!allowed(tag, event))
        return call.error(fmt::format("the event '{}' can't be set for tag {}",
                                      event_names[static_cast<std::size_t>(event)], tag));
    call.push(call.state().method(tag, event));
    set_method(call.state(), tag, event, call[2]);
    return call.ok();
}

Outcome gettagmethod(Call& call) {
    std::int32_t tag = 0;
    Event event = Event::add;
    if (!known_tag(call, 0, tag)) return call.bad_argument(0, "a tag");
    if (!event_argument(call, 1, event)) return call.bad_argument(1, "the name of an event");
    return call.value(allowed(tag, event) ? call.state().method(tag, event) : Value{});
}

Outcome copytagmethods(Call& call) {
    std::int32_t to = 0, from = 0;
    if (!known_tag(call, 0, to)) return call.bad_argument(0, "a tag");
    if (!known_tag(call, 1, from)) return call.bad_argument(1, "a tag");
    for (std::size_t i = 0; i < event_count; ++i) {
        const auto event = static_cast<Event>(i);
        if (allowed(to, event)) set_method(call.state(), to, event, call.state().method(from, event));
    }
    return call.value(static_cast<float>(to));
}

// The methods of Lua 2.5: one function for all types.
Outcome setfallback(Call& call) {
    std::string name;
    if (!call.text(0, name)) return call.bad_argument(0, "the name of a fallback");
    if (!callable(call[1])) return call.bad_argument(1, "a function");
    State& state = call.state();
    if (name == "error") {
        call.push(state.error_method);
        state.error_method = call[1];
        return call.ok();
    }
    std::vector<Event> events;
    if (name == "arith")
        events = {Event::add, Event::sub, Event::mul, Event::div, Event::unm, Event::pow};
    else if (name == "order")
        events = {Event::lt, Event::le, Event::gt, Event::ge};
    else {
        Event event = Event::add;
        if (!event_argument(call, 0, event)) return call.bad_argument(0, "the name of a fallback");
        events = {event};
    }
    call.push(state.method(tag_nil, events[0]));
    for (const Event event : events)
        for (std::size_t i = 0; i < state.tags.size(); ++i)
            if (const auto tag = -static_cast<std::int32_t>(i);
                allowed(tag, event) && !(event == Event::pow && tag == tag_number))
                set_method(state, tag, event, call[1]);
    return call.ok();
}

Outcome seterrormethod(Call& call) {
    if (!callable(call[0]) && !call[0].is_nil()) return call.bad_argument(0, "a function or nil");
    call.push(call.state().error_method);
    call.state().error_method = call[0];
    return call.ok();
}

bool global_argument(Call& call, std::uint32_t& slot) {
    if (!call[0].is_string()) return false;
    slot = call.state().global_slot(call[0].bits);
    return true;
}

Outcome rawgetglobal(Call& call) {
    std::uint32_t slot = 0;
    if (!global_argument(call, slot)) return call.bad_argument(0, "a name");
    return call.value(call.state().globals[slot].value);
}
Outcome rawsetglobal(Call& call) {
    std::uint32_t slot = 0;
    if (!global_argument(call, slot)) return call.bad_argument(0, "a name");
    call.state().assign_global(slot, call[1]);
    return call.ok();
}
Outcome getglobal(Call& call) {
    std::uint32_t slot = 0;
    if (!global_argument(call, slot)) return call.bad_argument(0, "a name");
    Value value;
    if (!call.machine().get_global_with_methods(slot, value)) return Outcome::error;
    return call.value(value);
}
Outcome setglobal(Call& call) {
    std::uint32_t slot = 0;
    if (!global_argument(call, slot)) return call.bad_argument(0, "a name");
    return call.machine().set_global_with_methods(slot, call[1]) ? call.ok() : Outcome::error;
}

Outcome rawgettable(Call& call) {
    if (!call[0].is_table()) return call.bad_argument(0, "a table");
    if (call[1].is_nil()) return call.bad_argument(1, "a key");
    return call.value(call.state().tables[call[0].bits].get(call[1]));
}
Outcome rawsettable(Call& call) {
    if (!call[0].is_table()) return call.bad_argument(0, "a table");
    if (!Table::good_key(call[1])) return call.bad_argument(1, "a key");
    call.state().table_set(call[0], call[1], call[2]);
    return call.ok();
}

Outcome next(Call& call) {
    if (!call[0].is_table()) return call.bad_argument(0, "a table");
    const Table& table = call.state().tables[call[0].bits];
    std::size_t at = 0;
    if (call[1].is_true()) {
        at = table.find(call[1]);
        if (at == Table::none) return call.error("key not found by next");
        ++at;
    }
    while (at < table.entries().size() && table.entries()[at].value.is_nil()) ++at;
    if (at == table.entries().size()) return call.value(Value{});
    const Table::Entry entry = table.entries()[at];
    call.push(entry.key);
    return call.value(entry.value);
}

Outcome foreach (Call& call) {
    if (!call[0].is_table()) return call.bad_argument(0, "a table");
    if (!callable(call[1])) return call.bad_argument(1, "a function");
    for (std::size_t at = 0; at < call.state().tables[call[0].bits].entries().size(); ++at) {
        const Table::Entry entry = call.state().tables[call[0].bits].entries()[at];
        if (entry.value.is_nil()) continue;
        const std::uint32_t mark = call.mark();
        call.push(call[1]);
        call.push(entry.key);
        call.push(entry.value);
        if (const Outcome outcome = call.call(mark, 1); outcome != Outcome::ok) return outcome;
        if (call.at(mark).is_true()) return call.ok(); // the result lies where results belong
        call.release(mark);
    }
    return call.value(Value{});
}

// Globals are shown in reverse order of their first assignment.
Outcome nextvar(Call& call) {
    const State& state = call.state();
    std::size_t at = state.global_order.size();
    if (call[0].is_true()) {
        std::uint32_t slot = 0;
        if (!global_argument(call, slot)) return call.bad_argument(0, "a name or nil");
        while (at > 0 && state.global_order[at - 1] != slot) --at;
        if (at == 0) return call.error("name not found by nextvar");
        --at;
    }
    while (at > 0 && state.globals[state.global_order[at - 1]].value.is_nil()) --at;
    if (at == 0) return call.value(Value{});
    const Global global = state.globals[state.global_order[at - 1]];
    call.push(Value::object(Kind::string, global.name));
    return call.value(global.value);
}

Outcome foreachvar(Call& call) {
    if (!callable(call[0])) return call.bad_argument(0, "a function");
    for (std::size_t at = call.state().global_order.size(); at-- > 0;) {
        const Global global = call.state().globals[call.state().global_order[at]];
        if (global.value.is_nil()) continue;
        const std::uint32_t mark = call.mark();
        call.push(call[0]);
        call.push(Value::object(Kind::string, global.name));
        call.push(global.value);
        if (const Outcome outcome = call.call(mark, 1); outcome != Outcome::ok) return outcome;
        if (call.at(mark).is_true()) return call.ok();
        call.release(mark);
    }
    return call.value(Value{});
}

// call(f, arguments [, mode [, error method]])
Outcome call_(Call& call) {
    if (!call[1].is_table()) return call.bad_argument(1, "a table of arguments");
    std::string mode;
    if (call[2].is_true() && !call.text(2, mode)) return call.bad_argument(2, "a mode");
    State& state = call.state();
    const Value n = state.tables[call[1].bits].get(state.text("n"));
    constexpr std::uint32_t most = 200'000;
    std::uint32_t count =
        n.is_number() && n.number() >= 0 ? static_cast<std::uint32_t>(std::min(n.number(), 1e9F)) : most + 1;
    const bool counted = count != most + 1;
    if (counted && count > most) return call.error("too many arguments");
    const std::uint32_t mark = call.mark();
    call.push(call[0]);
    for (std::uint32_t i = 1; i <= count; ++i) {
        const Value value = state.tables[call[1].bits].get_number(static_cast<float>(i));
        if (!counted && value.is_nil()) break;
        call.push(value);
    }
    const bool own_method = call.count() > 3;
    const Outcome outcome = call.machine().call_guarded(call, mark, own_method, call[3]);
    if (outcome == Outcome::error) {
        call.release(mark);
        if (mode.find('x') == std::string::npos) return outcome;
        return call.value(Value{});
    }
    if (mode.find('p') == std::string::npos) return outcome;
    const std::uint32_t results = call.mark() - mark;
    const Value packed = state.new_table();
    for (std::uint32_t i = 0; i < results; ++i)
        state.table_set(packed, Value::of(static_cast<float>(i + 1)), call.at(mark + i));
    state.table_set(packed, state.text("n"), Value::of(static_cast<float>(results)));
    call.release(mark);
    return call.value(packed);
}

// Results of a script run by dostring or dofile: one user data if there were none, nil after an error.
Outcome run_script(Call& call, ByteView file, std::string_view name) {
    const std::uint32_t mark = call.mark();
    bool loaded = false;
    const Outcome outcome = call.run_script(file, name, loaded);
    if (!loaded || outcome == Outcome::error) {
        call.release(mark);
        return call.value(Value{});
    }
    if (call.mark() == mark) return call.value(Value::userdata(0, tag_userdata));
    return Outcome::ok;
}

Outcome dostring(Call& call) {
    std::string text, name;
    if (!call.text(0, text)) return call.bad_argument(0, "a text");
    if (!call.text(1, name)) name = "dostring";
    return run_script(call, as_bytes(text), name);
}

Outcome dofile(Call& call) {
    std::string name;
    if (!call.text(0, name)) return call.bad_argument(0, "a file name");
    const auto file = call.host().read_script(name);
    if (!file) {
        call.machine().report(Report::Kind::error, file.error().line());
        return call.value(Value{});
    }
    return run_script(call, *file, name);
}

Outcome collectgarbage(Call& call) {
    const std::uint64_t before = call.state().allocated;
    call.machine().collect();
    const std::uint64_t after = call.state().allocated;
    return call.value(static_cast<float>(before > after ? before - after : 0));
}

Outcome print_stack(Call& call) {
    std::string text;
    if (call.text(0, text)) text += '\n';
    for (const std::string& line : call.machine().call_stack()) text += line + '\n';
    call.host().print(text);
    return call.ok();
}

Outcome function_name(Call& call) {
    return call.value(std::string_view(call.machine().describe_function(call[0])));
}

Outcome exit(Call& call) {
    call.host().exit();
    return call.ok();
}

// The engine's answer to joining what can't be joined (§3.4): nil and engine objects have a text.
Outcome concat_fallback(Call& call) {
    std::string joined;
    for (std::uint32_t i = 0; i < 2; ++i) {
        std::string part;
        if (call[i].is_nil())
            part = "(nil)";
        else if (call[i].is_userdata())
            part = call.host().describe(call[i]);
        else if (!call.text(i, part))
            part.clear();
        if (part.empty() && !call[i].is_string())
            return call.error(
                fmt::format("joining (..) a {} and a {} value", type_name(call[0]), type_name(call[1])));
        joined += part;
    }
    return call.value(std::string_view(joined));
}

void open_fallbacks(Machine& machine) {
    machine.add("(concat)", concat_fallback);
    State& state = machine.state();
    const Value concat = machine.global("(concat)");
    state.globals[state.global_slot("(concat)")].value = {};
    for (std::int32_t tag = 0; tag >= tag_nil; --tag)
        if (allowed(tag, Event::concat)) set_method(state, tag, Event::concat, concat);
    set_method(state, tag_number, Event::pow, machine.global("math_pow"));
}

void open_system(Machine& machine) {
    State& state = machine.state();
    const Value system = state.new_table();
    for (const char* name : {"frameTime", "movieTime"})
        state.table_set(system, state.text(name), Value::of(0.0F));
    state.table_set(system, state.text("controls"), state.new_table());
    machine.add("(nothing)", [](Call& call) { return call.ok(); });
    const Value nothing = machine.global("(nothing)");
    state.globals[state.global_slot("(nothing)")].value = {};
    for (const char* name : {"camChangeHandler", "axisHandler", "buttonHandler"})
        state.table_set(system, state.text(name), nothing);
    machine.set_global("system", system);
    constexpr std::pair<const char*, float> constants[] = {
        {"NONE", 0}, {"WALK", 0x1000}, {"CAMERA", 0x2000}, {"SPECIAL", 0x4000}, {"HOT", 0x8000}};
    for (const auto& [name, value] : constants) machine.set_global(name, Value::of(value));
}

} // namespace

Expected<std::vector<std::uint32_t>> load_script(ByteView file, std::string_view name, Machine& machine) {
    std::vector<std::uint32_t> protos;
    if (is_bytecode(file)) {
        RK_TRY(const std::vector<Chunk> chunks, read_chunks(file, name));
        for (const Chunk& chunk : chunks) {
            RK_TRY(const std::uint32_t proto, load_function(machine.state(), chunk.main, name));
            protos.push_back(proto);
        }
        return protos;
    }
    if (file.empty()) return protos;
    const std::string_view source(reinterpret_cast<const char*>(file.data()), file.size());
    RK_TRY(const Function main,
           compile(source, name, [&](std::string_view global) { return machine.global(global).is_true(); }));
    RK_TRY(const std::uint32_t proto, load_function(machine.state(), main, name));
    protos.push_back(proto);
    return protos;
}

void open_base(Machine& machine) {
    constexpr std::pair<const char*, Native> functions[] = {{"assert", assert_},
                                                            {"call", call_},
                                                            {"collectgarbage", collectgarbage},
                                                            {"copytagmethods", copytagmethods},
                                                            {"dostring", dostring},
                                                            {"dofile", dofile},
                                                            {"error", error},
                                                            {"foreach", foreach},
                                                            {"foreachvar", foreachvar},
                                                            {"getglobal", getglobal},
                                                            {"gettagmethod", gettagmethod},
                                                            {"newtag", newtag},
                                                            {"next", next},
                                                            {"nextvar", nextvar},
                                                            {"print", print},
                                                            {"rawgetglobal", rawgetglobal},
                                                            {"rawgettable", rawgettable},
                                                            {"rawsetglobal", rawsetglobal},
                                                            {"rawsettable", rawsettable},
                                                            {"setfallback", setfallback},
                                                            {"seterrormethod", seterrormethod},
                                                            {"setglobal", setglobal},
                                                            {"settag", settag},
                                                            {"settagmethod", settagmethod},
                                                            {"tag", tag},
                                                            {"tonumber", tonumber},
                                                            {"tostring", tostring},
                                                            {"type", type},
                                                            {"print_stack", print_stack},
                                                            {"FunctionName", function_name},
                                                            {"exit", exit}};
    for (const auto& [name, native] : functions) machine.add(name, native);
    machine.set_global("_VERSION", machine.state().text("Lua 3.1 (alpha)"));
}

void open_library(Machine& machine) {
    open_base(machine);
    open_strings(machine);
    open_maths(machine);
    open_files(machine);
    open_tasks(machine);
    open_fallbacks(machine);
    open_system(machine);
}

} // namespace rekindle::lua
