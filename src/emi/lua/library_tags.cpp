// Tags, their methods and fallbacks. spec/emi-formats.md §3.4.
#include <algorithm>

#include <fmt/format.h>

#include "emi/lua/library.h"

namespace rekindle::lua {
namespace {

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
    if (!call[2].is_callable() && !call[2].is_nil()) return call.bad_argument(2, "a function or nil");
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
    if (!call[1].is_callable()) return call.bad_argument(1, "a function");
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
    if (!call[0].is_callable() && !call[0].is_nil()) return call.bad_argument(0, "a function or nil");
    call.push(call.state().error_method);
    call.state().error_method = call[0];
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

} // namespace

void open_fallbacks(Machine& machine) {
    machine.add("(concat)", concat_fallback);
    State& state = machine.state();
    const Value concat = machine.global("(concat)");
    state.globals[state.global_slot("(concat)")].value = {};
    for (std::int32_t tag = 0; tag >= tag_nil; --tag)
        if (allowed(tag, Event::concat)) set_method(state, tag, Event::concat, concat);
    set_method(state, tag_number, Event::pow, machine.global("math_pow"));
}

void open_tags(Machine& machine) {
    constexpr std::pair<const char*, Native> functions[] = {
        {"copytagmethods", copytagmethods}, {"gettagmethod", gettagmethod},     {"newtag", newtag},
        {"setfallback", setfallback},       {"seterrormethod", seterrormethod}, {"settag", settag},
        {"settagmethod", settagmethod},
    };
    for (const auto& [name, native] : functions) machine.add(name, native);
}

} // namespace rekindle::lua
