// The slow ways: tag methods, coercions, errors. spec/emi-formats.md §3.3, §3.4.
#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "emi/lua/machine.h"

namespace rekindle::lua {
namespace {} // namespace

namespace {
constexpr std::size_t number_room = 32; // bytes that any number fits in

char* write_number(char* out, float number) {
    if (std::fabs(double{number}) <= 2147483645.0 && std::trunc(number) == number)
        return std::to_chars(out, out + number_room, static_cast<std::int64_t>(number)).ptr;
    if (!std::isnan(number))
        return std::to_chars(out, out + number_room, double{number}, std::chars_format::general, 6).ptr;
    const std::string_view text = std::signbit(number) ? "-nan" : "nan";
    return std::copy(text.begin(), text.end(), out);
}
} // namespace

std::string number_text(float number) {
    char buffer[number_room];
    return {buffer, write_number(buffer, number)};
}

bool text_number(std::string_view text, double& out) {
    const auto blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    bool negative = false;
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        negative = text.front() == '-';
        text.remove_prefix(1);
    }
    auto format = std::chars_format::general;
    if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        format = std::chars_format::hex;
        text.remove_prefix(2);
    }
    if (text.empty() || text.front() == '-' || text.front() == '+') return false;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out, format);
    if (end != text.data() + text.size()) return false;
    if (error == std::errc::result_out_of_range)
        out = HUGE_VAL; // from_chars doesn't say which way: huge is the rule
    else if (error != std::errc{})
        return false;
    if (negative) out = -out;
    return true;
}

std::string_view type_name(Value value) {
    switch (value.kind) {
    case Kind::nil: return "nil";
    case Kind::number: return "number";
    case Kind::string: return "string";
    case Kind::table: return "table";
    case Kind::function:
    case Kind::closure:
    case Kind::native: return "function";
    case Kind::task: return "task";
    default: return "userdata";
    }
}

bool Machine::call_method(Value method, std::initializer_list<Value> arguments) {
    const std::uint32_t at = thread_.top;
    if (!ensure_stack(at + 1 + static_cast<std::uint32_t>(arguments.size()))) return false;
    thread_.stack[at] = method;
    std::copy(arguments.begin(), arguments.end(), thread_.stack.begin() + at + 1);
    thread_.top = at + 1 + static_cast<std::uint32_t>(arguments.size());
    if (call_at(at, static_cast<std::uint32_t>(arguments.size()), 1) != Outcome::ok) return false;
    result_ = thread_.stack[at];
    thread_.top = at;
    return true;
}

bool Machine::slow_get(Value object, Value key) {
    const std::int32_t tag = state_.tag_of(object);
    if (const Value method = state_.method(tag, Event::gettable); tag != tag_table && method.is_callable())
        return call_method(method, {object, key});
    if (!object.is_table())
        return error_out(key.is_string()
                             ? fmt::format("indexed expression not a table (a {} value, field '{}')",
                                           type_name(object), state_.text(key))
                             : fmt::format("indexed expression not a table (a {} value)", type_name(object)));
    if (key.is_nil()) return error_out("unexpected type to index table (nil)");
    result_ = state_.tables[object.bits].get(key);
    if (!result_.is_nil()) return true;
    if (const Value method = state_.method(tag, Event::index); method.is_callable())
        return call_method(method, {object, key});
    return true;
}

bool Machine::slow_set(Value object, Value key, Value value) {
    const std::int32_t tag = state_.tag_of(object);
    if (const Value method = state_.method(tag, Event::settable); tag != tag_table && method.is_callable())
        return call_method(method, {object, key, value});
    if (!object.is_table())
        return error_out(key.is_string()
                             ? fmt::format("indexed expression not a table (a {} value, field '{}')",
                                           type_name(object), state_.text(key))
                             : fmt::format("indexed expression not a table (a {} value)", type_name(object)));
    if (!Table::good_key(key))
        return error_out(fmt::format("unexpected type to index table ({})", type_name(key)));
    state_.table_set(object, key, value);
    note_allocation();
    return true;
}

bool Machine::slow_get_global(std::uint32_t slot) {
    result_ = state_.globals[slot].value;
    const Value method = state_.method(state_.tag_of(result_), Event::getglobal);
    if (!method.is_callable()) return true;
    return call_method(method, {Value::object(Kind::string, state_.globals[slot].name), result_});
}

bool Machine::slow_set_global(std::uint32_t slot, Value value) {
    const Value old = state_.globals[slot].value;
    const Value method = state_.method(state_.tag_of(old), Event::setglobal);
    if (method.is_callable())
        return call_method(method, {Value::object(Kind::string, state_.globals[slot].name), old, value});
    state_.assign_global(slot, value);
    return true;
}

namespace {
bool coerce(const State& state, Value value, double& out) {
    if (value.is_number()) out = double{value.number()};
    return value.is_number() || (value.is_string() && text_number(state.text(value), out));
}
Value binary_method(const State& state, Event event, Value x, Value y) {
    for (const std::int32_t tag : {state.tag_of(x), state.tag_of(y), tag_userdata})
        if (const Value method = state.method(tag, event); method.is_callable()) return method;
    return {};
}
} // namespace

bool Machine::slow_arithmetic(Event event, Value x, Value y) {
    double a = 0, b = 0;
    const bool plain = coerce(state_, x, a) && (event == Event::unm || coerce(state_, y, b));
    if (plain && event != Event::pow) {
        const auto f = static_cast<float>(a), g = static_cast<float>(b);
        switch (event) {
        case Event::add: result_ = Value::of(f + g); break;
        case Event::sub: result_ = Value::of(f - g); break;
        case Event::mul: result_ = Value::of(f * g); break;
        case Event::div: result_ = Value::of(f / g); break;
        default: result_ = Value::of(-f); break;
        }
        return true;
    }
    if (plain) x = Value::of(static_cast<float>(a)), y = Value::of(static_cast<float>(b));
    const Value method = binary_method(state_, event, x, y);
    const std::string_view name = event_names[static_cast<std::size_t>(event)];
    if (!method.is_nil()) return call_method(method, {x, y, state_.text(name)});
    return error_out(event == Event::unm ? fmt::format("arithmetic ({}) on a {} value", name, type_name(x))
                                         : fmt::format("arithmetic ({}) on a {} and a {} value", name,
                                                       type_name(x), type_name(y)));
}

bool Machine::slow_compare(Event event, Value x, Value y) {
    const auto answer = [&](bool less, bool greater) {
        switch (event) {
        case Event::lt: return less;
        case Event::le: return !greater;
        case Event::gt: return greater;
        default: return !less;
        }
    };
    if (x.is_number() &&
        y.is_number()) { // only from sort-like library code: the interpreter compares numbers itself
        result_ = Value::truth(answer(x.number() < y.number(), x.number() > y.number()));
        return true;
    }
    if (x.is_string() && y.is_string()) {
        const int order = state_.text(x).compare(state_.text(y));
        result_ = Value::truth(answer(order<0, order> 0));
        return true;
    }
    const Value method = binary_method(state_, event, x, y);
    const std::string_view name = event_names[static_cast<std::size_t>(event)];
    if (!method.is_nil()) return call_method(method, {x, y, state_.text(name)});
    return error_out(fmt::format("comparison ({}) of a {} and a {} value", name, type_name(x), type_name(y)));
}

// r[first] .. … joined from the left; texts and numbers in one go, else pair by pair through the "concat"
// event.
bool Machine::slow_concat(std::uint32_t first, std::uint32_t count) {
    const auto plain = [](Value value) { return value.is_string() || value.is_number(); };
    std::size_t size = 0;
    bool all_plain = true;
    for (std::uint32_t n = 0; n < count; ++n) {
        const Value value = thread_.stack[first + n];
        size += value.is_string() ? state_.text(value).size() : number_room;
        all_plain = all_plain && plain(value);
    }
    if (size > limits_.text) return error_out("text too long");
    if (state_.allocated > limits_.memory + state_.collect_at) return error_out("out of script memory");
    const auto join = [&](auto&& append) {
        for (std::uint32_t n = 0; n < count; ++n) append(thread_.stack[first + n]);
    };
    if (all_plain && size <= 256) {
        char buffer[256];
        char* end = buffer;
        join([&](Value value) {
            if (!value.is_string())
                end = write_number(end, value.number());
            else
                end = std::copy_n(state_.text(value).data(), state_.text(value).size(), end);
        });
        result_ = state_.text(std::string_view(buffer, static_cast<std::size_t>(end - buffer)));
        return true;
    }
    if (all_plain) {
        std::string joined;
        joined.reserve(size);
        join([&](Value value) {
            if (value.is_string())
                joined += state_.text(value);
            else
                joined += number_text(value.number());
        });
        result_ = state_.text(std::move(joined));
        return true;
    }
    return concat_pairs(first, count);
}

bool Machine::concat_pairs(std::uint32_t first, std::uint32_t count) {
    const auto plain = [](Value value) { return value.is_string() || value.is_number(); };
    const auto text_of = [&](Value value) {
        return value.is_string() ? std::string(state_.text(value)) : number_text(value.number());
    };
    result_ = thread_.stack[first];
    for (std::uint32_t n = 1; n < count; ++n) {
        const Value left = result_, right = thread_.stack[first + n];
        if (plain(left) && plain(right)) {
            result_ = state_.text(text_of(left) + text_of(right));
            continue;
        }
        const Value method = binary_method(state_, Event::concat, left, right);
        if (method.is_nil())
            return error_out(
                fmt::format("joining (..) a {} and a {} value", type_name(left), type_name(right)));
        if (!call_method(method, {left, right, state_.text("concat")})) return false;
    }
    return true;
}

bool Machine::raw_list(Value table, std::uint32_t first, std::uint32_t count, std::uint32_t block) {
    if (!table.is_table()) return error_out("list for something that isn't a table");
    for (std::uint32_t n = 0; n < count; ++n)
        state_.table_set(table, Value::of(static_cast<float>(64 * block + n + 1)), thread_.stack[first + n]);
    note_allocation();
    return true;
}

bool Machine::raw_map(Value table, std::uint32_t first, std::uint32_t pairs) {
    if (!table.is_table()) return error_out("fields for something that isn't a table");
    for (std::uint32_t n = pairs; n-- > 0;) {
        const Value key = thread_.stack[first + 2 * n];
        if (!Table::good_key(key))
            return error_out(fmt::format("unexpected type to index table ({})", type_name(key)));
        state_.table_set(table, key, thread_.stack[first + 2 * n + 1]);
    }
    note_allocation();
    return true;
}

bool Machine::make_closure(std::uint32_t first, std::uint32_t count) {
    const Value function = thread_.stack[first + count];
    if (function.kind != Kind::function)
        return error_out("closure of something that isn't a script function");
    result_ = state_.new_closure(function.bits, &thread_.stack[first], count);
    return true;
}

// Notes the error and lets the error method see it, while the stack is still as it was.
Outcome Machine::fail(std::string message) {
    const std::string where = place();
    error_ = where.empty() ? std::move(message) : where + ": " + message;
    if (in_handler_) return Outcome::error;
    const bool budget = exhausted_;
    exhausted_ = false;
    if (quiet_ && !budget) return Outcome::error;
    if (budget || state_.error_method.is_nil()) {
        report(budget ? Report::Kind::budget : Report::Kind::error, error_);
        return Outcome::error;
    }
    in_handler_ = true;
    const std::string kept = error_;
    if (call_method(state_.error_method, {state_.text(error_)})) error_ = kept;
    in_handler_ = false;
    return Outcome::error;
}

} // namespace rekindle::lua
