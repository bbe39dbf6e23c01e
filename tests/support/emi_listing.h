#pragma once
// The byte listings of the specification's smallest scene (emi-formats §19), taken out of its text.

#include <cctype>
#include <sstream>

#include <gtest/gtest.h>

#include "base/bytes.h"
#include "support/shared.h"

namespace rekindle::test {

// Hexadecimal bytes, perhaps repeated: "04 B1 × 65536", "zero × 112".
inline void add_listed(const std::string& text, Bytes& out) {
    const std::string times = "×";
    const std::size_t mark = text.find(times);
    Bytes unit;
    if (text.starts_with("zero"))
        unit = {0};
    else {
        std::istringstream words(text.substr(0, mark));
        for (std::string word; words >> word;)
            unit.push_back(static_cast<Byte>(std::stoul(word, nullptr, 16)));
    }
    const unsigned long count = mark == std::string::npos ? 1 : std::stoul(text.substr(mark + times.size()));
    for (unsigned long i = 0; i < count; ++i) out.insert(out.end(), unit.begin(), unit.end());
}

// The rows "    0000  hex" that follow the first line containing `title`.
inline Bytes emi_listing(const std::string& title) {
    const Bytes spec = must_read(*shared_dir() / "spec/emi-formats.md");
    std::istringstream lines(std::string(spec.begin(), spec.end()));
    Bytes out;
    bool found = false, started = false;
    for (std::string line; std::getline(lines, line);) {
        if (!found) {
            found = line.find(title) != std::string::npos && line.find(title) < 8;
            continue;
        }
        const bool row = line.size() > 10 && line.starts_with("    ") && std::isxdigit(line[4]) &&
                         std::isxdigit(line[7]) && line.substr(8, 2) == "  ";
        if (row)
            add_listed(line.substr(10), out);
        else if (line.starts_with("    then 4 ×")) // room.til: four more pictures
            for (int i = 0; i < 4; ++i) {
                add_listed("00 01 00 00 00 01 00 00", out);
                add_listed("04 B1 × 65536", out);
            }
        else if (started)
            break;
        started = started || row;
    }
    EXPECT_FALSE(out.empty()) << "no listing under " << title;
    return out;
}

} // namespace rekindle::test
