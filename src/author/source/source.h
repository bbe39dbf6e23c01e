#pragma once
// Text sources of a game: lines without comments, cut into words, with the place they came from for errors.
// Used by every reader of the authoring tools.

#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace rekindle::author {

struct SourceLine {
    std::string file; // as errors name it
    int number = 0;   // from 1
    std::string text; // without comment, line end and blanks around it
    std::vector<std::string> words;

    const std::string& word(std::size_t i) const; // empty behind the last
    // The text behind the first `count` words.
    std::string_view after(std::size_t count) const;
    tl::unexpected<Error> refuse(std::string expected, std::string found) const;
};

// Lines that hold something. '#' as the first character of a word begins a comment.
std::vector<SourceLine> source_lines(std::string_view text, std::string_view file);

// Decimal or 0x..., with sign, within the bounds.
Expected<int> parse_number(std::string_view word, const SourceLine& line, int least, int most);

std::string_view trimmed(std::string_view text);
std::vector<std::string> split(std::string_view text, char separator); // parts are trimmed
std::vector<std::string> words_of(std::string_view text);

} // namespace rekindle::author
