#include "emi/lua/pattern.h"

namespace rekindle::lua {
namespace {

constexpr int most_depth = 200;

bool in_class(unsigned char c, char letter) {
    const bool lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z', digit = c >= '0' && c <= '9';
    const auto holds = [&](char l) {
        switch (l) {
        case 'a': return lower || upper;
        case 'c': return c < 32 || c == 127;
        case 'd': return digit;
        case 'l': return lower;
        case 'p': return c > 32 && c < 127 && !lower && !upper && !digit;
        case 's': return c == ' ' || (c >= 9 && c <= 13);
        case 'u': return upper;
        default: return lower || upper || digit; // w
        }
    };
    constexpr std::string_view classes = "acdlpsuw";
    if (classes.find(letter) != std::string_view::npos) return holds(letter);
    const char small = static_cast<char>(letter - 'A' + 'a');
    if (letter >= 'A' && letter <= 'Z' && classes.find(small) != std::string_view::npos) return !holds(small);
    return c == static_cast<unsigned char>(letter);
}

} // namespace

bool is_plain_pattern(std::string_view pattern) {
    return pattern.find_first_of("^$*?.([%-") == std::string_view::npos;
}

// Behind the single-character item at p: c, %c, . or a set. none: it isn't whole.
std::size_t Pattern::item_end(std::size_t p) {
    const char c = pattern_[p++];
    if (c == '%') return p < pattern_.size() ? p + 1 : fail("a pattern that doesn't end with %");
    if (c != '[') return p;
    if (p < pattern_.size() && pattern_[p] == '^') ++p;
    do { // a ] right at the start is a member
        if (p >= pattern_.size()) return fail("']' of a set");
        if (pattern_[p] == '%') ++p;
        ++p;
    } while (p >= pattern_.size() || pattern_[p] != ']');
    return p + 1;
}

bool Pattern::set_matches(unsigned char c, std::size_t p, std::size_t end) const {
    ++p; // [
    bool sense = true;
    if (pattern_[p] == '^') sense = false, ++p;
    const std::size_t last = end - 1; // ]
    bool first = true;
    while (p < last || first) {
        first = false;
        if (pattern_[p] == '%' && p + 1 < end) {
            if (in_class(c, pattern_[p + 1])) return sense;
            p += 2;
        } else if (p + 2 < last && pattern_[p + 1] == '-') {
            if (c >= static_cast<unsigned char>(pattern_[p]) &&
                c <= static_cast<unsigned char>(pattern_[p + 2]))
                return sense;
            p += 3;
        } else {
            if (c == static_cast<unsigned char>(pattern_[p])) return sense;
            ++p;
        }
    }
    return !sense;
}

bool Pattern::item_matches(std::size_t s, std::size_t p, std::size_t end) const {
    if (s >= text_.size()) return false;
    const auto c = static_cast<unsigned char>(text_[s]);
    switch (pattern_[p]) {
    case '.': return true;
    case '%': return in_class(c, pattern_[p + 1]);
    case '[': return set_matches(c, p, end);
    default: return c == static_cast<unsigned char>(pattern_[p]);
    }
}

// %bxy: from x to the y that balances it.
std::size_t Pattern::balance(std::size_t s, std::size_t p) {
    if (p + 3 >= pattern_.size()) return fail("two characters after %b");
    const char open = pattern_[p + 2], close = pattern_[p + 3];
    if (s >= text_.size() || text_[s] != open) return none;
    int depth = 1;
    for (std::size_t at = s + 1; at < text_.size(); ++at) {
        ++steps;
        if (text_[at] == close) {
            if (--depth == 0) return at + 1;
        } else if (text_[at] == open) {
            ++depth;
        }
    }
    return none;
}

std::size_t Pattern::run(std::size_t s, std::size_t p, int depth) {
    if (depth > most_depth) return fail("a simpler pattern");
    while (p < pattern_.size()) {
        if (++steps > most_steps) return fail("a pattern that matches faster");
        const char c = pattern_[p];
        if (c == '(') {
            if (open_.size() == most_captures) return fail("at most 9 captures");
            open_.push_back({s, none});
            ++p;
            continue;
        }
        if (c == ')') {
            std::size_t n = open_.size();
            while (n > 0 && open_[n - 1].end != none) --n;
            if (n == 0) return fail("'(' before ')'");
            open_[n - 1].end = s;
            ++p;
            continue;
        }
        if (c == '%' && p + 1 < pattern_.size()) {
            const char d = pattern_[p + 1];
            if (d >= '1' && d <= '9') {
                const auto n = static_cast<std::size_t>(d - '1');
                if (n >= open_.size() || open_[n].end == none) return fail("a closed capture before %n");
                const std::string_view again = text_.substr(open_[n].start, open_[n].end - open_[n].start);
                if (text_.substr(s, again.size()) != again) return none;
                s += again.size();
                p += 2;
                continue;
            }
            if (d == 'b') {
                s = balance(s, p);
                if (s == none) return none;
                p += 4;
                continue;
            }
        }
        if (c == '$' && p + 1 == pattern_.size()) return s == text_.size() ? s : none;
        const std::size_t end = item_end(p);
        if (end == none) return none;
        const char suffix = end < pattern_.size() ? pattern_[end] : '\0';
        if (suffix == '?') {
            if (item_matches(s, p, end)) ++s;
            p = end + 1;
        } else if (suffix == '*') {
            while (item_matches(s, p, end)) ++s, ++steps;
            p = end + 1;
        } else if (suffix == '-') {
            for (;;) {
                const std::vector<Capture> kept = open_;
                const std::size_t match = run(s, end + 1, depth + 1);
                if (match != none || !problem_.empty()) return match;
                open_ = kept;
                if (!item_matches(s, p, end)) return none;
                ++s;
            }
        } else {
            if (!item_matches(s, p, end)) return none;
            ++s;
            p = end;
        }
    }
    return s;
}

std::size_t Pattern::match(std::size_t at) {
    open_.clear();
    closed_.clear();
    const std::size_t end = run(at, 0, 0);
    if (end == none) return none;
    for (const Capture& capture : open_) {
        if (capture.end == none) return fail("')' for every '('");
        closed_.push_back(text_.substr(capture.start, capture.end - capture.start));
    }
    return end;
}

} // namespace rekindle::lua
