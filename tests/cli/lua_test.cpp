#include <filesystem>

#include <gtest/gtest.h>

#include "base/files.h"
#include "cli/run.h"

namespace rekindle::test {

TEST(LuaCommand, RunsCode) {
    const Ran ran = rekindle({"lua", "run", "-e", "print(2 ^ 10, sin(90))"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, "1024\t1\t\n");
}

TEST(LuaCommand, RunsFramesOfTasks) {
    const Ran ran = rekindle({"lua", "run", "--frames", "2", "-e",
                              "function f() while 1 do print('f') break_here() end end start_script(f)"});
    EXPECT_EQ(ran.out, "f\t\nf\t\n");
}

TEST(LuaCommand, CompilesAndListsAndRunsWhatItCompiled) {
    const auto folder = std::filesystem::temp_directory_path() / "rekindle-lua-test";
    const std::string source = (folder / "a.lua").string(), compiled = (folder / "out/a.lua").string();
    ASSERT_TRUE(write_file(source, "PI2 = PI * 2\nprint(PI2)\n"));
    ASSERT_EQ(rekindle({"lua", "compile", source, "-o", compiled}).code, 0);
    EXPECT_EQ(rekindle({"lua", "run", compiled}).out, "6.28319\t\n");
    const Ran listed = rekindle({"lua", "list", compiled});
    EXPECT_NE(listed.out.find("2  GGET1     \"PI\""), std::string::npos) << listed.out;
    EXPECT_EQ(listed.out, rekindle({"lua", "list", source}).out);
    std::filesystem::remove_all(folder);
}

TEST(LuaCommand, ErrorsNameTheLine) {
    const Ran broken = rekindle({"lua", "compile", "-e", "x = = 1", "-o", "-"});
    EXPECT_EQ(broken.code, 3);
    EXPECT_EQ(broken.err, "rekindle: -e:1: expected an expression, found '='\n");
    const Ran failing = rekindle({"lua", "run", "-e", "error('no')"});
    EXPECT_EQ(failing.code, 1);
    EXPECT_NE(failing.err.find("script error: -e:1: no\n"), std::string::npos) << failing.err;
    EXPECT_EQ(rekindle({"lua", "run", "-e", "nothing()"}).code, 0);
    EXPECT_EQ(rekindle({"lua", "run", "--strict", "-e", "nothing()"}).code, 1);
}

TEST(LuaCommand, WrongCallsAndMissingFiles) {
    EXPECT_EQ(rekindle({"lua"}).code, 2);
    EXPECT_EQ(rekindle({"lua", "run"}).code, 2);
    EXPECT_EQ(rekindle({"lua", "compile", "-e", "x = 1"}).code, 2);
    const Ran none = rekindle({"lua", "run", "no-such-file.lua"});
    EXPECT_EQ(none.code, 4);
    EXPECT_TRUE(is_one_line(none.err)) << none.err;
    for (const char* command : {"run", "compile", "list"}) {
        const Ran help = rekindle({"lua", command, "--help"});
        EXPECT_EQ(help.code, 0);
        EXPECT_NE(help.out.find(std::string("\n  rekindle lua ") + command), std::string::npos);
    }
}

} // namespace rekindle::test
