#include "emi/lua/machine.h"

#include <algorithm>

#include <fmt/format.h>

#include "emi/lua/compile.h"
#include "emi/lua/library.h"
#include "emi/lua/opcodes.h"
#include "emi/lua/save.h"
#include "emi/lua/translate.h"

namespace rekindle::lua {

std::string_view name_of(Report::Kind kind) {
    switch (kind) {
    case Report::Kind::error: return "script error";
    case Report::Kind::not_callable: return "not callable";
    case Report::Kind::wrong_argument: return "wrong argument";
    case Report::Kind::missing: return "missing function";
    case Report::Kind::warning: return "warning";
    case Report::Kind::budget: return "stopped";
    }
    return {};
}

std::string Report::line() const {
    std::string text = fmt::format("{}: {}", name_of(kind), message);
    if (!place.empty() && message.find(place) == std::string::npos) text += fmt::format(" ({})", place);
    if (task != 0) text += fmt::format(" [task {}]", task);
    return text;
}

Machine::Machine(Host& host, Limits limits) : host_(host), limits_(limits) { open_library(*this); }

void Machine::add(std::string_view name, Native native, const Signature* signature) {
    const auto index = static_cast<std::uint32_t>(natives_.size());
    natives_.push_back(
        {.name = std::string(name),
         .function = native,
         .signature = signature,
         .parameters = signature != nullptr ? parse_parameters(signature->types) : std::vector<Parameter>{}});
    if (name == "math_pow") pow_native_ = index;
    set_global(name, Value::object(Kind::native, index));
}

std::optional<std::uint32_t> Machine::find_native(std::string_view name) const {
    for (std::uint32_t i = 0; i < natives_.size(); ++i)
        if (natives_[i].name == name) return i;
    return std::nullopt;
}

void Machine::set_state(State state) {
    if (!running_) state_ = std::move(state);
}

namespace {
tl::unexpected<Error> not_between_frames() {
    return usage_error("a machine between frames", "one that runs");
}
} // namespace

Expected<Bytes> Machine::save() const {
    if (running_) return not_between_frames();
    std::vector<std::string> names;
    for (const NativeRow& row : natives_) names.push_back(row.name);
    return save_state(state_, names);
}

Expected<void> Machine::restore(ByteView bytes, std::string_view file) {
    if (running_) return not_between_frames();
    std::vector<std::string> names;
    for (const NativeRow& row : natives_) names.push_back(row.name);
    RK_TRY(state_, restore_state(bytes, file, names));
    state_.collect_at = std::min(state_.collect_at, std::max<std::uint64_t>(limits_.memory, 8u << 20));
    return {};
}

Outcome Machine::call(Value function, std::span<const Value> arguments, std::span<Value> results) {
    const bool outermost = !running_;
    if (outermost) {
        running_ = true;
        steps_ = limits_.steps;
        stash_ = 0;
        thread_ = {};
    }
    const std::uint32_t at = thread_.top;
    Outcome outcome = Outcome::error;
    if (ensure_stack(at + 1 + static_cast<std::uint32_t>(arguments.size()))) {
        thread_.stack[at] = function;
        std::copy(arguments.begin(), arguments.end(), thread_.stack.begin() + at + 1);
        thread_.top = at + 1 + static_cast<std::uint32_t>(arguments.size());
        const auto wanted = static_cast<std::uint8_t>(std::min<std::size_t>(results.size(), 200));
        outcome = call_at(at, static_cast<std::uint32_t>(arguments.size()), wanted);
        if (outcome == Outcome::ok)
            for (std::size_t i = 0; i < results.size(); ++i)
                results[i] = i < wanted ? thread_.stack[at + i] : Value{};
    }
    thread_.top = at;
    if (outermost) {
        thread_ = {};
        running_ = false;
    }
    return outcome;
}

Outcome Machine::call_handler(std::string_view name, std::span<const Value> arguments) {
    const Value system = global("system");
    if (!system.is_table()) return Outcome::ok;
    const Value key = state_.text(name);
    const Value handler = state_.tables[system.bits].get(key);
    if (handler.is_nil()) return Outcome::ok;
    if (!handler.is_table()) return call(handler, arguments);
    std::vector<Value> with_table{handler};
    with_table.insert(with_table.end(), arguments.begin(), arguments.end());
    return call(state_.tables[handler.bits].get(key), with_table);
}

Outcome Machine::run_file(ByteView file, std::string_view name) {
    const auto chunks = load_script(file, name, *this);
    if (!chunks) {
        error_ = chunks.error().line();
        report(Report::Kind::error, error_);
        return Outcome::error;
    }
    const std::size_t kept = roots_.size();
    for (const std::uint32_t proto : *chunks) roots_.push_back(Value::object(Kind::function, proto));
    Outcome outcome = Outcome::ok;
    for (const std::uint32_t proto : *chunks)
        if (outcome == Outcome::ok) outcome = call(Value::object(Kind::function, proto), {});
    roots_.resize(kept);
    return outcome;
}

void Machine::report(Report::Kind kind, std::string message) {
    std::string where = place();
    std::string key = fmt::format("{}\n{}\n{}", static_cast<int>(kind), where, message);
    const auto [it, fresh] = report_index_.try_emplace(std::move(key), reports_.size());
    if (!fresh) {
        ++reports_[it->second].count;
        return;
    }
    reports_.push_back({.kind = kind,
                        .message = std::move(message),
                        .place = std::move(where),
                        .task = current_task(),
                        .count = 1,
                        .calls = call_stack()});
    host_.report(reports_.back());
}

std::string Machine::place_of_frame(const Frame& frame) const {
    const Code& code = *state_.protos[frame.proto].code;
    const std::uint32_t line = code.line(frame.pc == 0 ? 0 : frame.pc - 1);
    if (line != 0) return fmt::format("{}:{}", code.source, line);
    return code.function.line == 0 ? code.source
                                   : fmt::format("{}: function of line {}", code.source, code.function.line);
}

std::string Machine::place() const {
    return thread_.frames.empty() ? "" : place_of_frame(thread_.frames.back());
}

std::vector<std::string> Machine::call_stack() const {
    constexpr std::size_t most = 20;
    std::vector<std::string> calls;
    for (auto frame = thread_.frames.rbegin(); frame != thread_.frames.rend() && calls.size() < most;
         ++frame) {
        const Code& code = *state_.protos[frame->proto].code;
        const Value function = frame->closure != 0 ? Value::object(Kind::closure, frame->closure - 1)
                                                   : Value::object(Kind::function, frame->proto);
        calls.push_back(fmt::format("{} ({})",
                                    code.function.line == 0 ? "main chunk" : describe_function(function),
                                    place_of_frame(*frame)));
    }
    return calls;
}

std::string Machine::describe_function(Value function) const {
    for (const std::uint32_t slot : state_.global_order)
        if (state_.globals[slot].value.same(function)) return state_.strings[state_.globals[slot].name].text;
    if (function.kind == Kind::native) return natives_[function.bits].name;
    if (!function.is_script_function()) return std::string(type_name(function));
    const std::uint32_t proto =
        function.kind == Kind::function ? function.bits : state_.closures[function.bits].proto;
    return fmt::format("function of line {}", state_.protos[proto].code->function.line);
}

bool Machine::check_arguments(Call& call, const NativeRow& row) {
    std::uint32_t at = 0;
    for (const Parameter& parameter : row.parameters) {
        do {
            const Value value = call[at];
            const bool given = at < call.count();
            if (!given && (parameter.optional || parameter.repeated)) return true;
            bool fits =
                parameter.any || (parameter.nil && value.is_nil()) || (parameter.optional && value.is_nil());
            if (double number = 0; parameter.number)
                fits = fits || value.is_number() ||
                       (value.is_string() && text_number(state_.text(value), number));
            fits = fits || (parameter.text && (value.is_string() || value.is_number()));
            fits = fits || (parameter.table && value.is_table());
            fits = fits || (parameter.function && (value.is_script_function() || value.kind == Kind::native));
            fits = fits || (parameter.task && value.kind == Kind::task);
            fits = fits ||
                   (parameter.object != 0 && value.is_userdata() && value.userdata_tag() == parameter.object);
            if (!fits) {
                (void)call.refuse(at, row.signature->arguments);
                return false;
            }
            ++at;
        } while (parameter.repeated && at < call.count());
    }
    return true;
}

Outcome Machine::missing_native(Call& call) {
    report(Report::Kind::missing, fmt::format("'{}' isn't there yet", call.name()));
    return Outcome::ok;
}

bool Call::number(std::uint32_t index, double& out) const {
    const Value value = (*this)[index];
    if (value.is_number()) out = double{value.number()};
    return value.is_number() || (value.is_string() && text_number(machine_.state_.text(value), out));
}

bool Call::text(std::uint32_t index, std::string& out) const {
    const Value value = (*this)[index];
    if (value.is_string())
        out = machine_.state_.text(value);
    else if (value.is_number())
        out = number_text(value.number());
    else
        return false;
    return true;
}

void Call::push(Value value) {
    if (!machine_.ensure_stack(machine_.thread_.top + 1)) return;
    machine_.thread_.stack[machine_.thread_.top++] = value;
}

void Call::push(std::string_view text) { push(machine_.state_.text(text)); }

Outcome Call::value(std::string_view text) { return value(machine_.state_.text(text)); }

Outcome Call::bad_argument(std::uint32_t index, std::string_view expected) {
    return error(fmt::format("bad argument {} of '{}': expected {}, found {}", index + 1, name(), expected,
                             index < count_ ? type_name((*this)[index]) : "nothing"));
}

Outcome Call::refuse(std::uint32_t index, std::string_view expected) {
    machine_.report(Report::Kind::wrong_argument,
                    fmt::format("argument {} of '{}': expected {}, found {}", index + 1, name(), expected,
                                index < count_ ? type_name((*this)[index]) : "nothing"));
    return Outcome::ok;
}

Outcome Call::call(std::uint32_t mark, std::uint8_t results) {
    if (machine_.thread_.top <= mark) return Outcome::error; // the pushes failed: the stack is full
    return machine_.call_at(mark, machine_.thread_.top - mark - 1, results);
}

Outcome Machine::call_guarded(Call& call, std::uint32_t mark, bool own_method, Value method) {
    if (!own_method) return call.call(mark, all_results);
    const Value kept_method = state_.error_method;
    const bool kept_quiet = quiet_;
    roots_.push_back(kept_method);
    quiet_ = method.is_nil();
    state_.error_method = method;
    const Outcome outcome = call.call(mark, all_results);
    state_.error_method = kept_method;
    quiet_ = kept_quiet;
    roots_.pop_back();
    return outcome;
}

Outcome Call::run_script(ByteView file, std::string_view name, bool& loaded) {
    const auto chunks = load_script(file, name, machine_);
    loaded = chunks.has_value();
    if (!loaded) {
        machine_.report(Report::Kind::error, chunks.error().line());
        return Outcome::ok;
    }
    const std::uint32_t start = mark();
    for (const std::uint32_t proto : *chunks) push(Value::object(Kind::function, proto)); // keeps them alive
    const std::uint32_t end = mark();
    for (std::uint32_t i = start; i < end; ++i) {
        release(end);
        push(at(i));
        if (const Outcome outcome = call(end, all_results); outcome != Outcome::ok) return outcome;
    }
    if (start == end) return Outcome::ok;
    const std::uint32_t count = mark() - end; // the last chunk's results move down
    for (std::uint32_t i = 0; i < count; ++i) machine_.thread_.stack[start + i] = at(end + i);
    release(start + count);
    return Outcome::ok;
}

} // namespace rekindle::lua
