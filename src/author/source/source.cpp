#include "author/source/source.h"

#include <charconv>

#include <fmt/format.h>

namespace rekindle::author {
namespace {

constexpr std::string_view blanks = " \t\r";

std::vector<std::string_view> physical_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        at = end + 1;
    }
    return lines;
}

std::string_view without_comment(std::string_view text) {
    for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1))
        if (at == 0 || blanks.find(text[at - 1]) != std::string_view::npos) return text.substr(0, at);
    return text;
}

} // namespace

const std::string& SourceLine::word(std::size_t i) const {
    static const std::string none;
    return i < words.size() ? words[i] : none;
}

std::string_view SourceLine::after(std::size_t count) const {
    std::string_view rest = text;
    for (std::size_t i = 0; i < count && i < words.size(); ++i) rest = trimmed(rest.substr(words[i].size()));
    return rest;
}

tl::unexpected<Error> SourceLine::refuse(std::string expected, std::string found) const {
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = file,
                                .offset = 0,
                                .expected = std::move(expected),
                                .found = found.empty() ? "nothing" : std::move(found),
                                .cure = {},
                                .text_line = number});
}

std::vector<SourceLine> source_lines(std::string_view text, std::string_view file) {
    std::vector<SourceLine> lines;
    int number = 0;
    for (const std::string_view whole : physical_lines(text)) {
        ++number;
        const std::string_view line = trimmed(without_comment(whole));
        if (line.empty()) continue;
        lines.push_back({std::string(file), number, std::string(line), words_of(line)});
    }
    return lines;
}

Expected<int> parse_number(std::string_view word, const SourceLine& line, int least, int most) {
    std::string_view digits = word;
    const bool negative = digits.starts_with('-');
    if (negative || digits.starts_with('+')) digits.remove_prefix(1);
    const bool hex = digits.starts_with("0x");
    if (hex) digits.remove_prefix(2);
    int value = 0;
    const auto [end, code] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, hex ? 16 : 10);
    if (negative) value = -value;
    if (code != std::errc() || end != digits.data() + digits.size() || value < least || value > most)
        return line.refuse(fmt::format("a number of {} to {}", least, most), std::string(word));
    return value;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        parts.emplace_back(trimmed(text.substr(0, at)));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    while (!(text = trimmed(text)).empty()) {
        const std::size_t end = std::min(text.find_first_of(blanks), text.size());
        words.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return words;
}

} // namespace rekindle::author
