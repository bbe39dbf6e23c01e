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
    if (!call[1].is_callable()) return call.bad_argument(1, "a function");
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
    if (!call[0].is_callable()) return call.bad_argument(0, "a function");
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
                                                            {"dostring", dostring},
                                                            {"dofile", dofile},
                                                            {"error", error},
                                                            {"foreach", foreach},
                                                            {"foreachvar", foreachvar},
                                                            {"getglobal", getglobal},
                                                            {"next", next},
                                                            {"nextvar", nextvar},
                                                            {"print", print},
                                                            {"rawgetglobal", rawgetglobal},
                                                            {"rawgettable", rawgettable},
                                                            {"rawsetglobal", rawsetglobal},
                                                            {"rawsettable", rawsettable},
                                                            {"setglobal", setglobal},
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
    open_tags(machine);
    open_strings(machine);
    open_maths(machine);
    open_files(machine);
    open_tasks(machine);
    open_fallbacks(machine);
    open_system(machine);
}

} // namespace rekindle::lua
