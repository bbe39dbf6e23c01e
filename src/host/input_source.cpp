#include "host/input_source.h"

#include <charconv>

#include <fmt/format.h>

namespace rekindle::host {

void KeyLatch::press(ActionMask actions) {
    for (std::size_t bit = 0; bit < down_.size(); ++bit)
        if ((actions >> bit & 1) != 0 && down_[bit] < 255) ++down_[bit];
    pressed_ |= actions;
}

void KeyLatch::release(ActionMask actions) {
    for (std::size_t bit = 0; bit < down_.size(); ++bit)
        if ((actions >> bit & 1) != 0 && down_[bit] > 0) --down_[bit];
}

void KeyLatch::release_all() { down_.fill(0); }

HostInput KeyLatch::next() {
    HostInput input{.held = pressed_, .pressed = pressed_, .pointer = pointer_};
    for (std::size_t bit = 0; bit < down_.size(); ++bit)
        if (down_[bit] > 0) input.held |= ActionMask{1} << bit;
    pressed_ = 0;
    return input;
}

void Recording::add(const HostInput& input) {
    if (!stretches.empty() && stretches.back().input == input && stretches.back().count < 0xFFFFFFFF)
        ++stretches.back().count;
    else
        stretches.push_back({1, input});
}

std::uint64_t Recording::steps() const {
    std::uint64_t steps = 0;
    for (const Stretch& stretch : stretches) steps += stretch.count;
    return steps;
}

HostInput RecordedInput::next() {
    while (stretch_ < recording_.stretches.size()) {
        const Recording::Stretch& stretch = recording_.stretches[stretch_];
        if (used_ < stretch.count) {
            ++used_;
            return stretch.input;
        }
        ++stretch_;
        used_ = 0;
    }
    return {};
}

namespace {

std::string_view take_word(std::string_view& line) {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return line = {};
    const std::size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    line.remove_prefix(end);
    return word;
}

std::string names_of(std::span<const Action> actions) {
    std::string names;
    for (const Action& action : actions) names += fmt::format("{}{}", names.empty() ? "" : ", ", action.name);
    return names;
}

// "right+!use": the answer's `found` is empty unless a name is unknown.
bool read_input(std::string_view text, std::span<const Action> actions, HostInput& input,
                std::string& unknown) {
    if (text == "-") return true;
    while (!text.empty()) {
        const std::size_t plus = std::min(text.find('+'), text.size());
        std::string_view name = text.substr(0, plus);
        text.remove_prefix(std::min(plus + 1, text.size()));
        const bool pressed = name.starts_with('!');
        if (pressed) name.remove_prefix(1);
        std::size_t bit = 0;
        while (bit < actions.size() && actions[bit].name != name) ++bit;
        if (bit == actions.size()) {
            unknown = name;
            return false;
        }
        input.held |= ActionMask{1} << bit;
        if (pressed) input.pressed |= ActionMask{1} << bit;
    }
    return true;
}

// "320,200", both from 0 to 32767.
bool read_pointer(std::string_view text, Pointer& pointer) {
    const auto number = [&text](std::int16_t& value, std::string_view behind) {
        const auto [last, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (code != std::errc{} || value < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(last - text.data()));
        if (!text.starts_with(behind)) return false;
        text.remove_prefix(behind.size());
        return true;
    };
    return number(pointer.x, ",") && number(pointer.y, "") && text.empty();
}

} // namespace

Expected<Recording> read_recording(std::string_view text, std::string_view file,
                                   std::span<const Action> actions) {
    Recording recording;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        line = line.substr(0, line.find('#'));
        const std::string_view count = take_word(line), held = take_word(line), pointer = take_word(line),
                               rest = take_word(line);
        if (count.empty()) continue;
        const auto refuse = [&](std::string expected, std::string_view found) {
            return tl::unexpected(Error{.kind = ErrorKind::usage,
                                        .file = fmt::format("{}:{}", file, number),
                                        .offset = 0,
                                        .expected = std::move(expected),
                                        .found = fmt::format("'{}'", found),
                                        .cure = {}});
        };
        Recording::Stretch stretch;
        const auto [last, code] = std::from_chars(count.data(), count.data() + count.size(), stretch.count);
        if (code != std::errc{} || last != count.data() + count.size() || stretch.count == 0)
            return refuse("a number of steps", count);
        std::string unknown;
        if (held.empty() || !read_input(held, actions, stretch.input, unknown))
            return refuse(fmt::format("- or one of {}", names_of(actions)), unknown);
        if (!pointer.empty() && !read_pointer(pointer, stretch.input.pointer))
            return refuse("the end of the line, or where the pointer is: X,Y", pointer);
        if (!rest.empty()) return refuse("the end of the line", rest);
        recording.stretches.push_back(stretch);
    }
    return recording;
}

std::string write_recording(const Recording& recording, std::span<const Action> actions) {
    std::string text = "# steps, then what is held (! where it goes down), then where the pointer is\n";
    for (const Recording::Stretch& stretch : recording.stretches) {
        std::string held;
        for (std::size_t bit = 0; bit < actions.size(); ++bit)
            if ((stretch.input.held >> bit & 1) != 0)
                held += fmt::format("{}{}{}", held.empty() ? "" : "+",
                                    (stretch.input.pressed >> bit & 1) != 0 ? "!" : "", actions[bit].name);
        const Pointer pointer = stretch.input.pointer;
        text += fmt::format("{} {}{}\n", stretch.count, held.empty() ? "-" : held,
                            pointer.inside() ? fmt::format(" {},{}", pointer.x, pointer.y) : "");
    }
    return text;
}

} // namespace rekindle::host
