#include "flashback/oracle/input_script.h"

#include "flashback/oracle/oracle_files.h"
#include "support/damage.h"

namespace rekindle::flashback::oracle {
namespace {

Expected<InputScript> read(std::string_view text) { return read_input_script(as_bytes(text), "x.input"); }

TEST(InputScript, HoldsDirectivesAndCountedMasks) {
    const auto script = read("# walk\n! level 2\n! skill 0\n! seed 4294967295\n! start -1 0 0\n! ticks 30\n"
                             "10 8\n1 128 8 0 16 # an inventory\n");
    ASSERT_TRUE(script) << script.error().line();
    EXPECT_EQ(script->comments, std::vector<std::string>{"walk"});
    EXPECT_EQ(script->level, 2);
    EXPECT_EQ(script->skill, 0);
    EXPECT_EQ(script->seed, 0xFFFFFFFFu);
    EXPECT_EQ(script->start, (ScriptStart{-1, 0, 0}));
    EXPECT_EQ(script->length(), 30u);
    EXPECT_EQ(script->lines, (std::vector<ScriptLine>{{10, 8, {}}, {1, 128, {8, 0, 16}}}));
}

TEST(InputScript, IsAsLongAsItsLinesWhereItNamesNoTicks) { EXPECT_EQ(read("3 1\n4 2\n")->length(), 7u); }

TEST(InputScript, ErrorsNameTheLineAndTheWord) {
    EXPECT_EQ(read("! level 0\n10 8\n5 256\n").error().line(),
              "x.input at 0x11 (17): expected a mask of 0 to 255 in line 3, found \"256\"");
    EXPECT_EQ(read("! level 7\n").error().line(),
              "x.input at 0x8 (8): expected a level index of 0 to 6 in line 1, found \"7\"");
    EXPECT_EQ(read("0 1\n").error().line(),
              "x.input at 0x0 (0): expected a number of ticks of 1 to 1000000 in line 1, found \"0\"");
    EXPECT_EQ(read("! colour 3\n").error().line(), "x.input at 0x2 (2): expected a directive (level, skill, "
                                                   "seed, start, ticks) in line 1, found \"colour\"");
    EXPECT_EQ(read("12\n").error().line(),
              "x.input at 0x2 (2): expected a mask of 0 to 255 in line 1, found nothing");
    EXPECT_EQ(read("! skill 1 2\n").error().line(),
              "x.input at 0x8 (8): expected the end of the line in line 1, found \"2\"");
}

TEST(InputScript, OfEveryScenarioIsWrittenAsItWasRead) {
    RK_NEEDS_SHARED();
    for (const std::string& name : oracle_names("scenarios", ".input")) {
        const Bytes bytes = test::must_read(oracle_dir() / "scenarios" / (name + ".input"));
        const auto script = read_input_script(bytes, name);
        ASSERT_TRUE(script) << script.error().line();
        EXPECT_EQ(write_input_script(*script), text_of(bytes)) << name;
    }
}

TEST(InputScript, ThatIsDamagedIsAnErrorOrAnotherScript) {
    const std::string_view text = "# c\n! level 5\n! seed 112\n! start 0 96 214\n7 65\n1 128 8 0 16\n";
    const auto load = [](const Bytes& bytes) {
        const auto script = read_input_script(bytes, "x");
        if (!script) return;
        EXPECT_EQ(read(write_input_script(*script)).value().lines, script->lines);
    };
    test::for_each_truncation(as_bytes(text), load);
    test::for_each_bit_flip(as_bytes(text), load);
}

} // namespace
} // namespace rekindle::flashback::oracle
