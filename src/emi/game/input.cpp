#include "emi/game/input.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace rekindle::emi {
namespace {

constexpr std::string_view head = "rekindle emi replay 1";
constexpr std::uint32_t most_frames = 10'000'000;

std::string_view next_word(std::string_view& line) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == std::string_view::npos) return line = {};
    line.remove_prefix(begin);
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(end);
    return word;
}

std::optional<std::uint32_t> whole_number(std::string_view word, std::uint32_t most) {
    std::uint32_t number = 0;
    const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (failed != std::errc() || end != word.data() + word.size() || number > most) return std::nullopt;
    return number;
}
// Up to six digits behind the point, exact for what write_replay makes.
std::optional<float> number(std::string_view word) {
    float value = 0;
    const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (failed != std::errc() || end != word.data() + word.size() || !(value >= -10000 && value <= 10000))
        return std::nullopt;
    return value;
}

tl::unexpected<Error> bad_line(std::string_view file, int line, std::string expected,
                               std::string_view found) {
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = std::string(file),
                                .offset = 0,
                                .expected = std::move(expected),
                                .found = fmt::format("\"{}\"", found.substr(0, 80)),
                                .cure = {},
                                .text_line = line});
}

// What follows the frame's number.
std::optional<InputEvent> read_event(std::string_view rest) {
    using Kind = InputEvent::Kind;
    InputEvent event;
    const std::string_view kind = next_word(rest);
    const auto named = [&] { return event.code = control_named(next_word(rest)); };
    if (kind == "down" || kind == "up") {
        event.kind = kind == "down" ? Kind::down : Kind::up;
        if (named() == no_control) return std::nullopt;
        const std::string_view letter = next_word(rest);
        if (letter.size() > 1 && letter != "space") return std::nullopt;
        if (!letter.empty()) event.letter = letter == "space" ? ' ' : letter[0];
    } else if (kind == "axis") {
        event.kind = Kind::axis;
        if (!is_axis(named())) return std::nullopt;
        const auto value = number(next_word(rest));
        if (!value) return std::nullopt;
        event.x = *value;
    } else if (kind == "mouse") {
        event.kind = Kind::mouse;
        const auto x = number(next_word(rest)), y = number(next_word(rest));
        if (!x || !y) return std::nullopt;
        event.x = *x, event.y = *y;
    } else if (kind == "quit" || kind == "paint") {
        event.kind = kind == "quit" ? Kind::quit : Kind::paint;
    } else {
        return std::nullopt;
    }
    return next_word(rest).empty() ? std::optional(event) : std::nullopt;
}

std::string event_text(const InputEvent& event) {
    using Kind = InputEvent::Kind;
    switch (event.kind) {
    case Kind::down:
    case Kind::up: {
        std::string text =
            fmt::format("{} {}", event.kind == Kind::down ? "down" : "up", name_of_control(event.code));
        if (event.letter != 0) text += event.letter == ' ' ? " space" : std::string(" ") + event.letter;
        return text;
    }
    case Kind::axis: return fmt::format("axis {} {}", name_of_control(event.code), event.x);
    case Kind::mouse: return fmt::format("mouse {} {}", event.x, event.y);
    case Kind::quit: return "quit";
    case Kind::paint: break;
    }
    return "paint";
}

} // namespace

std::vector<InputEvent> Replay::of(std::uint32_t frame) const {
    std::vector<InputEvent> input;
    auto at = std::lower_bound(events.begin(), events.end(), frame,
                               [](const At& each, std::uint32_t wanted) { return each.frame < wanted; });
    for (; at != events.end() && at->frame == frame; ++at) input.push_back(at->event);
    return input;
}

void Replay::note(std::uint32_t frame, std::span<const InputEvent> input) {
    for (const InputEvent& event : input) events.push_back({frame, event});
    frames = std::max(frames, frame + 1);
}

Expected<Replay> read_replay(std::string_view text, std::string_view file) {
    Replay replay;
    int line_number = 0;
    bool ended = false;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        ++line_number;
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line_number == 1) {
            if (line != head) return bad_line(file, 1, "the line \"" + std::string(head) + "\"", line);
            continue;
        }
        if (line.empty() || line.starts_with('#')) continue;
        std::string_view rest = line;
        const std::string_view first = next_word(rest);
        const bool is_milliseconds = first == "milliseconds", is_frames = first == "frames";
        if (is_milliseconds || is_frames) {
            const auto value = whole_number(next_word(rest), is_frames ? most_frames : 1000);
            if (!value || !next_word(rest).empty()) return bad_line(file, line_number, "a number", line);
            if (is_frames) {
                replay.frames = *value;
                ended = true;
            } else {
                replay.milliseconds = static_cast<std::int32_t>(*value);
            }
            continue;
        }
        const auto frame = whole_number(first, most_frames);
        if (!frame || (!replay.events.empty() && *frame < replay.events.back().frame))
            return bad_line(file, line_number, "a frame not before the line above", line);
        const auto event = read_event(rest);
        if (!event)
            return bad_line(file, line_number, "down, up, axis, mouse, quit or paint with a control's name",
                            line);
        replay.events.push_back({*frame, *event});
    }
    if (line_number == 0) return bad_line(file, 1, "the line \"" + std::string(head) + "\"", "");
    if (!ended && !replay.events.empty()) replay.frames = replay.events.back().frame + 1;
    return replay;
}

std::string write_replay(const Replay& replay) {
    std::string text = fmt::format("{}\nmilliseconds {}\n", head, replay.milliseconds);
    for (const Replay::At& at : replay.events) text += fmt::format("{} {}\n", at.frame, event_text(at.event));
    return text + fmt::format("frames {}\n", replay.frames);
}

} // namespace rekindle::emi
