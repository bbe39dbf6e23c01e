#include "author/emi/words.h"

#include <charconv>

namespace rekindle::author {

Expected<double> parse_decimal(std::string_view word, const SourceLine& line) {
    double value = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (code != std::errc() || end != word.data() + word.size() || !std::isfinite(value))
        return line.refuse("a number", std::string(word));
    return value;
}

std::string Words::word(const char* expected) {
    if (next_ >= line_.words.size()) {
        refuse(expected, "");
        return {};
    }
    return line_.words[next_++];
}

double Words::number() {
    const std::string text = word("a number");
    if (error_) return 0;
    const auto value = parse_decimal(text, line_);
    if (!value) error_ = value.error();
    return value.value_or(0);
}

int Words::whole(int least, int most) {
    const std::string text = word("a number");
    if (error_) return least;
    const auto value = parse_number(text, line_, least, most);
    if (!value) error_ = value.error();
    return value.value_or(least);
}

bool Words::take(std::string_view word) {
    if (!more() || line_.words[next_] != word) return false;
    ++next_;
    return true;
}

void Words::refuse(std::string expected, std::string found) {
    if (!error_) error_ = line_.refuse(std::move(expected), std::move(found)).value();
}

Expected<void> Words::done() {
    if (more()) refuse("the end of the line", line_.words[next_]);
    if (error_) return tl::unexpected(*error_);
    return {};
}

} // namespace rekindle::author
