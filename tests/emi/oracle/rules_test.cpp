// docs/emi-rules.md says which test shows which rule: every test it names must exist.
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "support/shared.h"

namespace rekindle::emi {
namespace {

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::set<std::string> tests_in(const std::filesystem::path& folder) {
    std::set<std::string> names;
    static const std::regex test(R"(TEST(?:_P)?\((\w+),\s*(\w+)\))");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".cpp") continue;
        const std::string text = text_of(entry.path());
        for (std::sregex_iterator at(text.begin(), text.end(), test), end; at != end; ++at)
            names.insert((*at)[1].str() + "." + (*at)[2].str());
    }
    return names;
}

} // namespace

TEST(EmiRules, EveryRuleHasOneRowAndTestsThatExist) {
    const std::set<std::string> tests = tests_in(test::source_dir() / "tests/emi");
    std::istringstream page(text_of(test::source_dir() / "docs/emi-rules.md"));
    static const std::regex row(R"(\| R(\d+) \| [^|]+ \| ([^|]+) \|)");
    std::set<int> rules;
    for (std::string line; std::getline(page, line);) {
        std::smatch match;
        if (!std::regex_match(line, match, row)) {
            EXPECT_FALSE(line.starts_with("| R")) << line;
            continue;
        }
        const int rule = std::stoi(match[1]);
        EXPECT_TRUE(rule >= 1 && rule <= 110) << line;
        EXPECT_TRUE(rules.insert(rule).second) << "R" << rule << " stands twice";
        std::istringstream names(match[2]);
        for (std::string name; std::getline(names >> std::ws, name, ',');)
            EXPECT_TRUE(tests.contains(name)) << "R" << rule << ": no test " << name;
    }
    // What the game's script interface and sounds show is still to come.
    for (const int open : {99, 100, 101, 102, 108, 110}) rules.insert(open);
    for (int rule = 1; rule <= 110; ++rule) EXPECT_TRUE(rules.contains(rule)) << "no row for R" << rule;
}

} // namespace rekindle::emi
