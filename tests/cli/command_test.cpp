#include <gtest/gtest.h>

#include "cli/run.h"

namespace rekindle::test {

TEST(CommandLine, PrintsItsVersionAndHelp) {
    EXPECT_EQ(rekindle({"--version"}).out.substr(0, 9), "rekindle ");
    EXPECT_EQ(rekindle({"--help"}).code, 0);
    EXPECT_NE(rekindle({"--help"}).out.find("identify"), std::string::npos);
}

TEST(CommandLine, EveryCommandShowsTwoExamples) {
    const std::string help = rekindle({"--help"}).out;
    std::size_t at = help.find("Subcommands:");
    ASSERT_NE(at, std::string::npos);
    int commands = 0;
    while ((at = help.find("\n  ", at)) != std::string::npos) {
        at += 3;
        if (help[at] == ' ') continue;
        const std::string name = help.substr(at, help.find(' ', at) - at);
        const Ran ran = rekindle({name, "--help"});
        EXPECT_EQ(ran.code, 0) << name;
        const std::size_t first = ran.out.find("\n  rekindle " + name);
        ASSERT_NE(first, std::string::npos) << ran.out;
        EXPECT_NE(ran.out.find("\n  rekindle " + name, first + 1), std::string::npos) << name;
        ++commands;
    }
    EXPECT_GE(commands, 1);
}

TEST(CommandLine, AnswersWrongCallsWithOneLineAndExitCodeTwo) {
    const std::vector<std::vector<std::string>> calls{
        {},           {"nonsense"},           {"--nonsense"},
        {"identify"}, {"identify", "a", "b"}, {"identify", ".", "--nonsense"}};
    for (const auto& call : calls) {
        const Ran ran = rekindle(call);
        EXPECT_EQ(ran.code, 2) << ran.err;
        EXPECT_EQ(ran.out, "");
        EXPECT_TRUE(is_one_line(ran.err)) << ran.err;
        EXPECT_NE(ran.err.find("--help"), std::string::npos) << ran.err;
    }
}

} // namespace rekindle::test
