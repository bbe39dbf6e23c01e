#pragma once
// The line rules of the text files .sur, .jmm and .imt (emi-formats §15.5).

#include <string>
#include <string_view>
#include <vector>

namespace rekindle::emi {

struct TextLine {
    std::string text; // lower case, without comment and trailing blanks; never empty
    std::size_t offset = 0;
};

// The lines from `start` on. A last line without LF is ignored.
std::vector<TextLine> clean_lines(std::string_view text, std::size_t start = 0);
// Fields end at blank, TAB, comma or colon.
std::vector<std::string> text_fields(std::string_view line);
std::string first_field(std::string_view line);

} // namespace rekindle::emi
