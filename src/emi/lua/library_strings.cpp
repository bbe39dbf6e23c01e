// Texts. spec/emi-formats.md §3.6.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include "emi/lua/library.h"
#include "emi/lua/pattern.h"

namespace rekindle::lua {
namespace {

Outcome strlen_(Call& call) {
    std::string text;
    if (!call.text(0, text)) return call.bad_argument(0, "a text");
    return call.value(static_cast<float>(text.size()));
}

// Position from the start (1…) or, negative, from the end; anything else stays outside the text.
double position(double given, std::size_t size) {
    return given >= 0 ? given : static_cast<double>(size) + given + 1;
}

Outcome strsub(Call& call) {
    std::string text;
    double from = 0, to = -1;
    if (!call.text(0, text)) return call.bad_argument(0, "a text");
    if (!call.number(1, from)) return call.bad_argument(1, "a number");
    if (!call.optional_number(2, to)) return call.bad_argument(2, "a number");
    const double first = std::max(1.0, std::trunc(position(from, text.size())));
    const double last = std::min(static_cast<double>(text.size()), std::trunc(position(to, text.size())));
    if (!(first <= last)) return call.value(std::string_view{});
    return call.value(std::string_view(text).substr(static_cast<std::size_t>(first) - 1,
                                                    static_cast<std::size_t>(last - first) + 1));
}

template <typename Change>
Outcome changed(Call& call, Change change) {
    std::string text;
    if (!call.text(0, text)) return call.bad_argument(0, "a text");
    for (char& c : text) c = change(c);
    return call.value(std::string_view(text));
}
Outcome strlower(Call& call) {
    return changed(call, [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
}
Outcome strupper(Call& call) {
    return changed(call, [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
}

Outcome strrep(Call& call) {
    std::string text;
    double count = 0;
    if (!call.text(0, text)) return call.bad_argument(0, "a text");
    if (!call.number(1, count)) return call.bad_argument(1, "a number");
    if (text.empty() || !(count >= 1)) return call.value(std::string_view{});
    if (count * static_cast<double>(text.size()) > static_cast<double>(call.machine().limits().text))
        return call.error("text too long");
    std::string result;
    result.reserve(text.size() * static_cast<std::size_t>(count));
    for (auto n = static_cast<std::size_t>(count); n > 0; --n) result += text;
    if (!call.machine().charge(static_cast<std::int64_t>(result.size() / 64))) return Outcome::error;
    return call.value(std::string_view(result));
}

Outcome pattern_problem(Call& call, const Pattern& pattern) {
    return call.error(fmt::format("bad pattern of '{}': expected {}", call.name(), pattern.problem()));
}

Outcome strfind(Call& call) {
    std::string text, pattern;
    double from = 1;
    if (!call.text(0, text)) return call.bad_argument(0, "a text");
    if (!call.text(1, pattern)) return call.bad_argument(1, "a pattern");
    if (!call.optional_number(2, from)) return call.bad_argument(2, "a number");
    const double start = std::max(1.0, std::trunc(position(from, text.size()))) - 1;
    if (!(start <= static_cast<double>(text.size()))) return call.value(Value{});
    auto at = static_cast<std::size_t>(start);
    if (call.count() > 3 || is_plain_pattern(pattern)) {
        at = text.find(pattern, at);
        if (at == std::string::npos) return call.value(Value{});
        call.push(static_cast<float>(at + 1));
        return call.value(static_cast<float>(at + pattern.size()));
    }
    const bool anchored = pattern[0] == '^';
    Pattern matcher(text, std::string_view(pattern).substr(anchored ? 1 : 0));
    for (; at <= text.size(); ++at) {
        const std::size_t end = matcher.match(at);
        if (!matcher.problem().empty()) return pattern_problem(call, matcher);
        if (end != Pattern::none) {
            if (!call.machine().charge(matcher.steps / 4)) return Outcome::error;
            call.push(static_cast<float>(at + 1));
            call.push(static_cast<float>(end));
            for (const std::string_view capture : matcher.captures()) call.push(capture);
            return call.ok();
        }
        if (anchored) break;
    }
    if (!call.machine().charge(matcher.steps / 4)) return Outcome::error;
    return call.value(Value{});
}

// What a match is replaced by. False after an error.
bool replacement(Call& call, const Pattern& matcher, std::string_view whole, std::string& out) {
    const auto capture = [&](std::size_t n) {
        return n < matcher.captures().size() ? matcher.captures()[n] : std::string_view{};
    };
    if (call[2].is_string() || call[2].is_number()) {
        std::string form;
        (void)call.text(2, form);
        for (std::size_t i = 0; i < form.size(); ++i) {
            if (form[i] != '%' || i + 1 == form.size())
                out += form[i];
            else if (const char c = form[++i]; c >= '1' && c <= '9')
                out += capture(static_cast<std::size_t>(c - '1'));
            else if (c == '0')
                out += whole;
            else
                out += c;
        }
        return true;
    }
    const std::uint32_t mark = call.mark();
    call.push(call[2]);
    if (matcher.captures().empty()) call.push(whole);
    for (const std::string_view text : matcher.captures()) call.push(text);
    if (call.call(mark, 1) != Outcome::ok) return false;
    const Value result = call.at(mark);
    if (result.is_string()) out += call.state().text(result);
    if (result.is_number()) out += number_text(result.number());
    call.release(mark);
    return true;
}

Outcome gsub(Call& call) {
    std::string text, pattern;
    if (!call.text(0, text)) return call.bad_argument(0, "a text");
    if (!call.text(1, pattern)) return call.bad_argument(1, "a pattern");
    const Value by = call[2];
    if (!by.is_string() && !by.is_number() && !by.is_script_function() && by.kind != Kind::native)
        return call.bad_argument(2, "a text or a function");
    double most = static_cast<double>(text.size()) + 1;
    if (!call.optional_number(3, most)) return call.bad_argument(3, "a number");
    const bool anchored = !pattern.empty() && pattern[0] == '^';
    Pattern matcher(text, std::string_view(pattern).substr(anchored ? 1 : 0));
    std::string result;
    std::size_t at = 0;
    double count = 0;
    while (count < most) {
        const std::size_t end = matcher.match(at);
        if (!matcher.problem().empty()) return pattern_problem(call, matcher);
        if (end != Pattern::none) {
            ++count;
            if (!replacement(call, matcher, std::string_view(text).substr(at, end - at), result))
                return Outcome::error;
            if (result.size() > call.machine().limits().text) return call.error("text too long");
        }
        if (end != Pattern::none && end > at)
            at = end;
        else if (at < text.size())
            result += text[at++];
        else
            break;
        if (anchored) break;
    }
    if (!call.machine().charge(matcher.steps / 4)) return Outcome::error;
    if (at < text.size()) result += std::string_view(text).substr(at);
    call.push(std::string_view(result));
    return call.value(static_cast<float>(count));
}

// One conversion of format: %[n$][flags][width][.precision]letter.
struct Conversion {
    std::uint32_t argument = 0; // 0: the next one
    std::string flags;          // flags, width and precision as printf takes them
    char letter = 0;
};

bool read_conversion(std::string_view form, std::size_t& at, Conversion& out) {
    const auto digit = [&](std::size_t i) { return i < form.size() && form[i] >= '0' && form[i] <= '9'; };
    std::size_t i = at;
    std::uint32_t n = 0;
    while (digit(i) && i - at < 3) n = n * 10 + static_cast<std::uint32_t>(form[i++] - '0');
    if (i > at && i < form.size() && form[i] == '$') {
        out.argument = n;
        at = i + 1;
    }
    const auto take_number = [&] {
        for (int digits = 0; digit(at); ++digits, ++at) {
            if (digits == 2) return false;
            out.flags += form[at];
        }
        return true;
    };
    while (at < form.size() && std::string_view("-+ #0").find(form[at]) != std::string_view::npos) {
        if (out.flags.size() == 5) return false;
        out.flags += form[at++];
    }
    if (!take_number()) return false;
    if (at < form.size() && form[at] == '.') {
        out.flags += form[at++];
        if (!take_number()) return false;
    }
    if (at >= form.size()) return false;
    out.letter = form[at++];
    return true;
}

template <typename T>
void print_into(std::string& out, const std::string& form, T value) {
    std::array<char, 512> buffer{};
    const int size = std::snprintf(buffer.data(), buffer.size(), form.c_str(), value);
    if (size > 0)
        out.append(buffer.data(), std::min<std::size_t>(static_cast<std::size_t>(size), buffer.size() - 1));
}

void quote(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\' || c == '\n') out += '\\';
        out += c;
    }
    out += '"';
}

std::int64_t whole(double value) {
    constexpr double limit = 9.2e18;
    return std::isnan(value) ? 0 : static_cast<std::int64_t>(std::clamp(value, -limit, limit));
}

Outcome format(Call& call) {
    std::string form, result;
    if (!call.text(0, form)) return call.bad_argument(0, "a text");
    std::uint32_t next = 1;
    for (std::size_t at = 0; at < form.size();) {
        const char c = form[at++];
        if (c != '%') {
            result += c;
            continue;
        }
        if (at < form.size() && form[at] == '%') {
            result += form[at++];
            continue;
        }
        Conversion conversion;
        if (!read_conversion(form, at, conversion))
            return call.error("bad format: a conversion that isn't whole or too wide");
        const std::uint32_t argument = conversion.argument != 0 ? conversion.argument : next;
        next = argument + 1;
        double number = 0;
        std::string text;
        switch (conversion.letter) {
        case 'd':
        case 'i':
            if (!call.number(argument, number)) return call.bad_argument(argument, "a number");
            print_into(result, "%" + conversion.flags + "lld", static_cast<long long>(whole(number)));
            break;
        case 'c':
        case 'o':
        case 'u':
        case 'x':
        case 'X':
            if (!call.number(argument, number)) return call.bad_argument(argument, "a number");
            if (conversion.letter == 'c') {
                if (const char letter = static_cast<char>(whole(number)); letter != 0) result += letter;
            } else {
                print_into(result, "%" + conversion.flags + "l" + conversion.letter,
                           static_cast<unsigned long>(static_cast<std::uint32_t>(whole(number))));
            }
            break;
        case 'e':
        case 'E':
        case 'f':
        case 'g':
        case 'G':
            if (!call.number(argument, number)) return call.bad_argument(argument, "a number");
            print_into(result, "%" + conversion.flags + conversion.letter, number);
            break;
        case 'q':
            if (!call.text(argument, text)) return call.bad_argument(argument, "a text");
            quote(result, text);
            break;
        case 's':
            if (!call.text(argument, text)) return call.bad_argument(argument, "a text");
            if (conversion.flags.empty() || text.size() > 99)
                result += text;
            else
                print_into(result, "%" + conversion.flags + "s", text.c_str());
            break;
        default: return call.error(fmt::format("bad format: %{}", conversion.letter));
        }
        if (result.size() > call.machine().limits().text) return call.error("text too long");
    }
    return call.value(std::string_view(result));
}

} // namespace

void open_strings(Machine& machine) {
    constexpr std::pair<const char*, Native> functions[] = {
        {"strlen", strlen_}, {"strsub", strsub}, {"strlower", strlower}, {"strupper", strupper},
        {"strrep", strrep},  {"format", format}, {"strfind", strfind},   {"gsub", gsub}};
    for (const auto& [name, native] : functions) machine.add(name, native);
}

} // namespace rekindle::lua
