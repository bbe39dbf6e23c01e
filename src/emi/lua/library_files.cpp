// Reading and writing. Files are whole in the state (an open file is part of a saved game); the host only
// loads and stores them. Names are without folders. spec/emi-formats.md §3.6 "I/O".
#include <algorithm>

#include "emi/lua/library.h"
#include "emi/lua/pattern.h"

namespace rekindle::lua {
namespace {

constexpr std::size_t most_files = 64;
constexpr std::size_t most_bytes = std::size_t{16} << 20;

enum Console : std::uint32_t { console_in = 1000, console_out, console_error };

std::string base_name(std::string_view path) {
    const std::size_t slash = path.find_last_of("\\/");
    return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

Value handle(std::uint32_t file) { return Value::userdata(file, tag_userdata); }

// Puts an open file into a free place; answers its number + 1, 0 when there are too many.
std::uint32_t add_file(State& state, OpenFile file) {
    for (std::uint32_t i = 0; i < state.files.size(); ++i)
        if (state.files[i].mode == OpenFile::Mode::closed) {
            state.files[i] = std::move(file);
            return i + 1;
        }
    if (state.files.size() >= most_files) return 0;
    state.files.push_back(std::move(file));
    return static_cast<std::uint32_t>(state.files.size());
}

void close(Call& call, std::uint32_t number) {
    if (number == 0 || number > call.state().files.size()) return;
    OpenFile& file = call.state().files[number - 1];
    const bool appends = file.mode == OpenFile::Mode::append;
    if (appends || file.mode == OpenFile::Mode::write)
        if (!call.host().write_file(file.name, as_bytes(file.text), appends))
            call.machine().report(Report::Kind::warning, "file '" + file.name + "' could not be written");
    file = {};
}

void use_input(Call& call, std::uint32_t number) {
    call.state().input = number;
    call.machine().set_global("_INPUT", handle(number == 0 ? console_in : number));
}
void use_output(Call& call, std::uint32_t number) {
    call.state().output = number;
    call.machine().set_global("_OUTPUT", handle(number == 0 ? console_out : number));
}

Outcome failed(Call& call, std::string_view message) {
    call.push(Value{});
    return call.value(message);
}

Outcome readfrom(Call& call) {
    if (call.count() == 0) {
        close(call, call.state().input);
        use_input(call, 0);
        return call.value(handle(console_in));
    }
    std::uint32_t number = call[0].is_userdata() ? call[0].bits : 0;
    if (number == 0) {
        std::string name;
        if (!call.text(0, name)) return call.bad_argument(0, "a file name");
        const auto bytes = call.host().read_file(base_name(name));
        if (!bytes) return failed(call, "no such file");
        if (bytes->size() > most_bytes) return failed(call, "file too long");
        number = add_file(call.state(), {.name = base_name(name),
                                         .text = std::string(bytes->begin(), bytes->end()),
                                         .at = 0,
                                         .mode = OpenFile::Mode::read});
        if (number == 0) return failed(call, "too many open files");
    }
    use_input(call, number == console_in || number > call.state().files.size() ? 0 : number);
    return call.value(handle(number));
}

Outcome open_output(Call& call, OpenFile::Mode mode) {
    if (call.count() == 0) {
        close(call, call.state().output);
        use_output(call, 0);
        return call.value(handle(console_out));
    }
    std::uint32_t number = call[0].is_userdata() ? call[0].bits : 0;
    if (number == 0) {
        std::string name;
        if (!call.text(0, name)) return call.bad_argument(0, "a file name");
        number = add_file(call.state(), {.name = base_name(name), .text = {}, .at = 0, .mode = mode});
        if (number == 0) return failed(call, "too many open files");
    }
    use_output(call, number >= console_in || number > call.state().files.size() ? 0 : number);
    return call.value(handle(number));
}
Outcome writeto(Call& call) { return open_output(call, OpenFile::Mode::write); }
Outcome appendto(Call& call) { return open_output(call, OpenFile::Mode::append); }

// Without a pattern a line; with one what it matches where the file is read. nil at the end.
Outcome read(Call& call) {
    State& state = call.state();
    OpenFile console;
    OpenFile* file = &console;
    if (state.input != 0 && state.input <= state.files.size()) {
        file = &state.files[state.input - 1];
    } else {
        if (!call.host().read_line(console.text)) return call.value(Value{});
    }
    const std::string_view rest = std::string_view(file->text).substr(std::min(file->at, file->text.size()));
    std::string pattern;
    if (!call.text(0, pattern)) {
        if (rest.empty() && file != &console) return call.value(Value{});
        const std::size_t end = rest.find('\n');
        file->at += end == std::string_view::npos ? rest.size() : end + 1;
        std::string_view line = rest.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        return call.value(line);
    }
    Pattern matcher(rest, pattern);
    const std::size_t end = matcher.match(0);
    if (!matcher.problem().empty())
        return call.error("bad pattern of 'read': expected " + std::string(matcher.problem()));
    if (end == Pattern::none || (end == 0 && rest.empty())) return call.value(Value{});
    const std::string text(rest.substr(0, end));
    file->at += end;
    return call.value(std::string_view(text));
}

Outcome write(Call& call) {
    State& state = call.state();
    std::string text, part;
    for (std::uint32_t i = 0; i < call.count(); ++i) {
        if (!call.text(i, part)) return call.bad_argument(i, "a text");
        text += part;
    }
    if (state.output == 0 || state.output > state.files.size()) {
        call.host().print(text);
    } else {
        OpenFile& file = state.files[state.output - 1];
        if (file.text.size() + text.size() > most_bytes) return call.error("file too long");
        file.text += text;
    }
    return call.truth(true);
}

Outcome date(Call& call) { return call.value(std::string_view(call.host().date())); }

} // namespace

void open_files(Machine& machine) {
    constexpr std::pair<const char*, Native> functions[] = {{"readfrom", readfrom}, {"writeto", writeto},
                                                            {"appendto", appendto}, {"read", read},
                                                            {"write", write},       {"date", date}};
    for (const auto& [name, native] : functions) machine.add(name, native);
    constexpr std::pair<const char*, std::uint32_t> handles[] = {{"_INPUT", console_in},
                                                                 {"_OUTPUT", console_out},
                                                                 {"_STDIN", console_in},
                                                                 {"_STDOUT", console_out},
                                                                 {"_STDERR", console_error}};
    for (const auto& [name, number] : handles) machine.set_global(name, handle(number));
}

} // namespace rekindle::lua
