#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/demo_copy.h"
#include "cli/run.h"

namespace rekindle::test {
namespace {

using nlohmann::json;

std::vector<std::string> level_states(const json& report) {
    std::vector<std::string> states;
    for (const json& level : report.at("levels")) states.push_back(level.at("state"));
    return states;
}

} // namespace

TEST(Identify, FindsTheDemoComplete) {
    RK_NEEDS_SHARED();
    const Ran ran = rekindle({"identify", flashback_demo().string()});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(ran.out.substr(0, ran.out.find('\n')), "Flashback, DOS demo, English");
}

TEST(Identify, SaysItAllInJson) {
    RK_NEEDS_SHARED();
    const Ran ran = rekindle({"identify", "--json", flashback_demo().string()});
    EXPECT_EQ(ran.code, 0);
    const json report = json::parse(ran.out);
    EXPECT_EQ(report.at("release"), "dos-demo");
    EXPECT_EQ(report.at("language"), "English");
    EXPECT_EQ(report.at("shared").at("complete"), true);
    EXPECT_EQ(report.at("cure"), "");
    const std::string out = "not in this release";
    EXPECT_EQ(level_states(report),
              (std::vector<std::string>{"complete", out, "complete", out, out, "complete", out}));
}

TEST(Identify, NamesAMissingFileAndTheCure) {
    RK_NEEDS_SHARED();
    const DemoCopy demo;
    demo.remove("LEVEL3.LEV");
    const Ran ran = rekindle({"identify", "--json", demo.path()});
    EXPECT_EQ(ran.code, 4);
    EXPECT_TRUE(is_one_line(ran.err));
    EXPECT_NE(
        ran.err.find("LEVEL3.LEV: expected this file of the game, found nothing. Copy the missing files"),
        std::string::npos)
        << ran.err;
    const json report = json::parse(ran.out);
    EXPECT_EQ(level_states(report)[2], "incomplete");
    EXPECT_EQ(report.at("levels")[2].at("missing"), json::array({"LEVEL3.LEV"}));
    EXPECT_EQ(level_states(report)[0], "complete");
}

TEST(Identify, NamesAMonsterSetThatIsMissingForOneLevelOnly) {
    RK_NEEDS_SHARED();
    const DemoCopy demo;
    demo.remove("GLUE.SPR");
    const Ran ran = rekindle({"identify", "--json", demo.path()});
    EXPECT_EQ(ran.code, 4);
    const json report = json::parse(ran.out);
    EXPECT_EQ(level_states(report)[0], "complete");
    EXPECT_EQ(report.at("levels")[5].at("missing"), json::array({"GLUE.SPR"}));
}

TEST(Identify, NamesADamagedEntryWithItsOffset) {
    RK_NEEDS_SHARED();
    const DemoCopy demo;
    demo.change("DEMO_UK.ABA", 299264 + 100); // inside the stream of LEVEL1.PGE
    const Ran ran = rekindle({"identify", "--json", demo.path()});
    EXPECT_EQ(ran.code, 3);
    EXPECT_TRUE(is_one_line(ran.err));
    EXPECT_NE(ran.err.find("DEMO_UK.ABA:LEVEL1.PGE at 0x"), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find("Copy the damaged files again"), std::string::npos) << ran.err;
    const json report = json::parse(ran.out);
    EXPECT_EQ(level_states(report)[0], "damaged");
    EXPECT_EQ(report.at("levels")[0].at("damaged")[0].at("file"), "DEMO_UK.ABA:LEVEL1.PGE");
    EXPECT_EQ(level_states(report)[2], "complete");
}

TEST(Identify, SeesDamageInFilesThatNoLevelNeeds) {
    RK_NEEDS_SHARED();
    const DemoCopy demo;
    demo.change("DEMO_UK.ABA", 463112 + 100); // LOGOS.CMD
    const Ran ran = rekindle({"identify", "--json", demo.path()});
    EXPECT_EQ(ran.code, 3);
    const json report = json::parse(ran.out);
    EXPECT_EQ(level_states(report)[0], "complete");
    EXPECT_EQ(report.at("other").at("damaged")[0].at("file"), "DEMO_UK.ABA:LOGOS.CMD");
}

TEST(Identify, FollowsTheReferencesBetweenFiles) {
    RK_NEEDS_SHARED();
    const DemoCopy demo;
    demo.add("level1.rp", Bytes(74, 0xFF)); // banks that LEVEL1.MBK does not have
    const Ran ran = rekindle({"identify", "--json", demo.path()});
    EXPECT_EQ(ran.code, 3);
    EXPECT_NE(ran.err.find("level1.rp"), std::string::npos) << ran.err;
    const json report = json::parse(ran.out);
    EXPECT_EQ(level_states(report)[0], "damaged");
    EXPECT_EQ(level_states(report)[2], "complete");
}

TEST(Identify, AnswersFoldersWithoutDataWithOneLineAndExitCodeFour) {
    const TemporaryFolder empty;
    for (const std::string& folder : {empty.path().string(), empty.path().string() + "/nothing"}) {
        const Ran ran = rekindle({"identify", folder});
        EXPECT_EQ(ran.code, 4);
        EXPECT_EQ(ran.out, "");
        EXPECT_TRUE(is_one_line(ran.err)) << ran.err;
        EXPECT_NE(ran.err.find("Name the folder"), std::string::npos) << ran.err;
    }
}

TEST(Identify, RecognisesAReleaseItCantRead) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_file(folder.path() / "GLOBAL.PAQ", "x"));
    const Ran ran = rekindle({"identify", "--json", folder.path().string()});
    EXPECT_EQ(ran.code, 4);
    EXPECT_EQ(json::parse(ran.out).at("release"), "pc98");
    EXPECT_NE(ran.err.find("use a DOS release"), std::string::npos) << ran.err;
}

TEST(Identify, ExpectsAllSevenLevelsOfTheFloppyRelease) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_file(folder.path() / "LEVEL1.MAP", "x"));
    ASSERT_TRUE(write_file(folder.path() / "LEVEL2.MAP", "x"));
    const Ran ran = rekindle({"identify", "--json", folder.path().string()});
    EXPECT_EQ(ran.code, 3); // the two files are damaged
    const json report = json::parse(ran.out);
    EXPECT_EQ(report.at("demo"), false);
    EXPECT_EQ(level_states(report),
              (std::vector<std::string>{"damaged", "damaged", "incomplete", "incomplete", "incomplete",
                                        "incomplete", "incomplete"}));
    EXPECT_EQ(report.at("levels")[4].at("missing"),
              json::array({"LEVEL4.MBK", "LEVEL4.CT", "LEVEL4.PAL", "LEVEL4.RP", "LEVEL4.MAP", "LEVEL4_2.PGE",
                           "LEVEL4_2.OBJ", "LEVEL4_2.ANI", "LEVEL4_2.TBN"}));
}

} // namespace rekindle::test
