// The sources themselves: a type of one name is defined in one header. Two of them in one namespace are no
// error for compiler or linker, and crash where both meet in a program.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>

#include "support/shared.h"

namespace rekindle::test {

TEST(Sources, DefineNoTypeTwice) {
    const std::regex opens(R"(^(?:inline )?namespace ([\w:]+) \{.*)"), closes(R"(^\} // namespace.*)"),
        defines(R"(^(?:struct|class|enum class|union) (\w+)(?: final)?(?: :.*)? ?\{.*)");
    std::map<std::string, std::string> first; // file by full name
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_dir() / "src")) {
        const std::filesystem::path& path = entry.path();
        if (path.extension() != ".h") continue;
        std::ifstream file(path);
        std::vector<std::string> spaces;
        std::smatch found;
        for (std::string line; std::getline(file, line);) {
            if (std::regex_match(line, found, opens)) spaces.push_back(found[1]);
            if (std::regex_match(line, closes) && !spaces.empty()) spaces.pop_back();
            if (!std::regex_match(line, found, defines)) continue;
            std::string name;
            for (const std::string& space : spaces) name += space + "::";
            const auto [at, fresh] = first.emplace(name + found[1].str(), path.string());
            EXPECT_TRUE(fresh) << at->first << " in " << at->second << " and " << path.string();
        }
    }
    EXPECT_GT(first.size(), 300u);
}

} // namespace rekindle::test
