#include "flashback/oracle/input_script.h"

#include <charconv>

#include <fmt/format.h>

namespace rekindle::flashback::oracle {

namespace {

constexpr std::int64_t most_ticks = 1'000'000;

std::string_view as_text(ByteView bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// One line of the script, word by word, with the first error.
class Line {
  public:
    Line(std::string_view text, std::string_view file, std::size_t offset, int number)
        : text_(text), file_(file), offset_(offset), number_(number) {}

    std::string_view word() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
        const std::size_t begin = at_;
        while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
        word_at_ = begin;
        return text_.substr(begin, at_ - begin);
    }
    bool more() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
        return at_ < text_.size();
    }
    // A whole number in a range; `what` names it in the error.
    Expected<std::int64_t> number(std::string_view what, std::int64_t low, std::int64_t high) {
        const std::string_view text = word();
        std::int64_t value = 0;
        const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (status != std::errc{} || end != text.data() + text.size() || value < low || value > high)
            return refused(fmt::format("{} of {} to {}", what, low, high), text);
        return value;
    }
    Expected<void> end() {
        if (more()) return refused("the end of the line", text_.substr(at_));
        return {};
    }
    tl::unexpected<Error> refused(std::string expected, std::string_view found) const {
        return tl::unexpected(
            Error{.kind = ErrorKind::bad_data,
                  .file = file_,
                  .offset = offset_ + word_at_,
                  .expected = fmt::format("{} in line {}", expected, number_),
                  .found = found.empty() ? "nothing" : fmt::format("\"{}\"", found.substr(0, 40)),
                  .cure = {}});
    }

  private:
    static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
    std::string_view text_;
    std::string file_;
    std::size_t offset_, at_ = 0, word_at_ = 0;
    int number_;
};

Expected<void> read_directive(Line& line, InputScript& script) {
    const std::string_view name = line.word();
    if (name == "level") {
        RK_TRY(script.level, line.number("a level index", 0, 6));
    } else if (name == "skill") {
        RK_TRY(script.skill, line.number("a skill", 0, 2));
    } else if (name == "seed") {
        RK_TRY(script.seed, line.number("a seed", 0, 0xFFFFFFFF));
    } else if (name == "ticks") {
        RK_TRY(script.ticks, line.number("a number of ticks", 0, most_ticks));
    } else if (name == "start") {
        ScriptStart start;
        RK_TRY(start.room, line.number("a room", -1, 254));
        RK_TRY(start.x, line.number("a position", -32768, 32767));
        RK_TRY(start.y, line.number("a position", -32768, 32767));
        script.start = start;
    } else {
        return line.refused("a directive (level, skill, seed, start, ticks)", name);
    }
    return line.end();
}

Expected<void> read_masks(Line& line, InputScript& script) {
    ScriptLine ticks;
    RK_TRY(ticks.count, line.number("a number of ticks", 1, most_ticks));
    RK_TRY(ticks.mask, line.number("a mask", 0, 255));
    while (line.more()) {
        RK_TRY(const std::int64_t mask, line.number("a mask", 0, 255));
        ticks.inventory.push_back(static_cast<std::uint8_t>(mask));
    }
    script.lines.push_back(std::move(ticks));
    return {};
}

} // namespace

std::uint32_t InputScript::length() const {
    if (ticks) return *ticks;
    std::uint64_t sum = 0;
    for (const ScriptLine& line : lines) sum += line.count;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, most_ticks));
}

Expected<InputScript> read_input_script(ByteView bytes, std::string_view file) {
    const std::string_view text = as_text(bytes);
    InputScript script;
    int number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view whole = text.substr(at, end - at);
        Line line(whole.substr(0, whole.find('#')), file, at, ++number);
        if (whole.starts_with("#") && script.lines.empty())
            script.comments.emplace_back(whole.substr(whole.starts_with("# ") ? 2 : 1));
        if (line.more()) {
            const bool directive = whole.starts_with("!");
            if (directive) {
                line.word();
                RK_CHECK(read_directive(line, script));
            } else {
                RK_CHECK(read_masks(line, script));
            }
        }
        at = end + 1;
    }
    return script;
}

std::string write_input_script(const InputScript& script) {
    std::string out;
    for (const std::string& comment : script.comments) out += fmt::format("# {}\n", comment);
    out += fmt::format("! level {}\n! skill {}\n! seed {}\n", script.level, script.skill, script.seed);
    if (script.start)
        out += fmt::format("! start {} {} {}\n", script.start->room, script.start->x, script.start->y);
    if (script.ticks) out += fmt::format("! ticks {}\n", *script.ticks);
    for (const ScriptLine& line : script.lines) {
        out += fmt::format("{} {}", line.count, line.mask);
        for (const std::uint8_t mask : line.inventory) out += fmt::format(" {}", mask);
        out += '\n';
    }
    return out;
}

} // namespace rekindle::flashback::oracle
