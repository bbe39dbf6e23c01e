#include "emi/data/text_lines.h"

namespace rekindle::emi {

namespace {
constexpr std::string_view separators = " \t,:";
}

std::vector<TextLine> clean_lines(std::string_view text, std::size_t start) {
    std::vector<TextLine> lines;
    for (std::size_t at = start; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        if (end == std::string_view::npos) break;
        std::string_view line = text.substr(at, end - at);
        line = line.substr(0, line.find('#'));
        line = line.substr(0, line.find_last_not_of(" \t\r") + 1); // npos + 1 is 0
        if (!line.empty()) {
            TextLine clean{std::string(line), at};
            for (char& c : clean.text)
                if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
            lines.push_back(std::move(clean));
        }
        at = end + 1;
    }
    return lines;
}

std::vector<std::string> text_fields(std::string_view line) {
    std::vector<std::string> fields;
    for (std::size_t at = 0; (at = line.find_first_not_of(separators, at)) != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(separators, at), line.size());
        fields.emplace_back(line.substr(at, end - at));
        at = end;
    }
    return fields;
}

std::string first_field(std::string_view line) {
    const auto fields = text_fields(line);
    return fields.empty() ? std::string() : fields.front();
}

} // namespace rekindle::emi
