#include <gtest/gtest.h>

#include <set>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "cli/run.h"
#include "support/shared.h"
#include "support/temporary.h"

namespace rekindle::test {
namespace {

using nlohmann::json;

json inspected(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"inspect", "--json"});
    const Ran ran = rekindle(std::move(arguments));
    EXPECT_EQ(ran.code, 0) << ran.err;
    return json::parse(ran.out, nullptr, false);
}

std::string demo() { return flashback_demo().string(); }

} // namespace

TEST(Inspect, PrintsTheOpcodeTable) {
    const json opcodes = inspected({"--opcodes"}).at("opcodes");
    ASSERT_EQ(opcodes.size(), 140u);
    EXPECT_EQ(opcodes[0x04].at("name"), "keys_forward");
    EXPECT_EQ(opcodes[0x8B].at("number"), "0x8b");
    const Ran text = rekindle({"inspect", "--opcodes"});
    EXPECT_NE(text.out.find("0x04    keys_forward "), std::string::npos);
}

TEST(Inspect, ListsAnArchive) {
    RK_NEEDS_SHARED();
    const json archive = inspected({demo() + "/DEMO_UK.ABA"});
    EXPECT_EQ(archive.at("kind"), "archive");
    ASSERT_EQ(archive.at("entries").size(), 133u);
    const json first{{"entry", 0},    {"name", "CHUTE3.PRF"}, {"kind", "music"},      {"offset", 3994},
                     {"packed", 252}, {"size", 753},          {"crc32", "0x1df054a7"}};
    EXPECT_EQ(archive.at("entries")[0], first);
}

TEST(Inspect, PrintsAnEntryByArchiveAndByFolder) {
    RK_NEEDS_SHARED();
    for (const std::string& path : {demo() + "/DEMO_UK.ABA:LEVEL1.PGE", demo() + ":level1.pge"}) {
        const json entities = inspected({path}).at("entities");
        ASSERT_EQ(entities.size(), 107u) << path;
        // Formats A.1: state 99, x 32, y 70, node 1, life 5, p 1 0 0 2, kind 1, room 27, awake 1, flags 2,
        // cells 1.
        EXPECT_EQ(entities[0],
                  (json{{"entity", 0},  {"kind", 1}, {"node", 1},   {"state0", 99},    {"room0", 27},
                        {"x0", 32},     {"y0", 70},  {"mirror", 0}, {"skill", 0},      {"life0", 5},
                        {"p0", 1},      {"p1", 0},   {"p2", 0},     {"p3", 2},         {"cells", 1},
                        {"awake0", 1},  {"wake", 0}, {"iflags", 2}, {"touch_icon", 0}, {"icon", 0},
                        {"item_id", 0}, {"text", 0}, {"pad", 0}}));
    }
}

TEST(Inspect, NamesTheOpcodesOfRecords) {
    RK_NEEDS_SHARED();
    const json records = inspected({demo() + ":LEVEL1.OBJ"});
    EXPECT_EQ(records.at("lists").size(), 50u);
    ASSERT_EQ(records.at("records").size(), 1838u);
    const json record = records.at("records")[35]; // formats A.1: forward, then 0x29(0), next state 231
    EXPECT_EQ(record.at("op1"), "keys_forward");
    EXPECT_EQ(record.at("next"), 231);
    EXPECT_EQ(records.at("records")[10].at("op1"), nullptr);
}

TEST(Inspect, CountsWhatTheSpecificationCounts) {
    RK_NEEDS_SHARED();
    const json animations = inspected({demo() + ":LEVEL3.ANI"});
    EXPECT_EQ(animations.at("states").size(), 1165u);
    EXPECT_EQ(animations.at("animations").size(), 389u);
    EXPECT_EQ(animations.at("frames").size(), 3479u);
    const json objects = inspected({demo() + ":GLOBAL.SPC"});
    EXPECT_EQ(objects.at("entries").size(), 1137u);
    EXPECT_EQ(objects.at("pictures").size(), 1063u);
    EXPECT_EQ(inspected({demo() + "/PERSO.SPR"}).at("sprites").size(), 682u);
    EXPECT_EQ(inspected({demo() + "/DEMO_UK.ABA:GLUE.OFF"}).at("sprites").size(), 185u);
    EXPECT_EQ(inspected({demo() + "/LEVEL5.LEV"}).at("rooms").size(), 64u);
    EXPECT_EQ(inspected({demo() + ":LEVEL5_1.TBN"}).at("texts").size(), 17u);
    EXPECT_EQ(inspected({demo() + ":LEVEL1.PAL"}).at("palettes").size(), 6u * 16u);
    EXPECT_EQ(inspected({demo() + ":LEVEL3.MBK"}).at("banks").size(), 42u);
    EXPECT_EQ(inspected({demo() + "/LEVEL1.SGD"}).at("shapes").size(), 166u);
    EXPECT_EQ(inspected({demo() + ":GLOBAL.ICN"}).at("icons"), 79);
    EXPECT_EQ(inspected({demo() + ":DEMO1.BIN"}).at("samples"), 2048);
}

TEST(Inspect, ShowsEveryKindOfFile) {
    RK_NEEDS_SHARED();
    const json files = inspected({demo()}).at("files");
    ASSERT_EQ(files.size(), 144u);
    std::set<std::string> kinds;
    for (const json& file : files) {
        if (!kinds.insert(file.at("kind")).second) continue;
        const Ran ran = rekindle({"inspect", demo() + ":" + file.at("name").get<std::string>()});
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_NE(ran.out.find("kind: " + file.at("kind").get<std::string>()), std::string::npos) << file;
    }
    EXPECT_GE(kinds.size(), 20u);
}

TEST(Inspect, ShowsALevel) {
    RK_NEEDS_SHARED();
    const json level = inspected({demo(), "--level", "0"});
    EXPECT_EQ(level.at("entities").size(), 107u);
    EXPECT_EQ(level.at("states").size(), 1161u);
    EXPECT_EQ(level.at("records").size(), 1838u);
    const auto room = std::find_if(level.at("rooms").begin(), level.at("rooms").end(),
                                   [](const json& row) { return row.at("room") == 27; });
    ASSERT_NE(room, level.at("rooms").end());
    // Links as in formats A.1; Conrad, entity 0, starts here.
    EXPECT_EQ(room->at("up"), 19);
    EXPECT_EQ(room->at("down"), 35);
    EXPECT_EQ(room->at("right"), 28);
    EXPECT_EQ(room->at("left"), 26);
    EXPECT_EQ(room->at("picture"), true);
    EXPECT_EQ(room->at("entities").get<std::string>().substr(0, 2), "0 ");
}

TEST(Inspect, PrintsOneTable) {
    RK_NEEDS_SHARED();
    const json level = inspected({demo(), "--level", "2", "--table", "rooms"});
    EXPECT_TRUE(level.contains("rooms"));
    EXPECT_FALSE(level.contains("entities"));
    const Ran wrong = rekindle({"inspect", demo(), "--table", "doors"});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_EQ(wrong.err, "rekindle: expected a table of files, found doors\n");
}

TEST(Inspect, AnswersBadInputWithOneLine) {
    RK_NEEDS_SHARED();
    const TemporaryFolder folder;
    const std::string here = folder.path().string();
    ASSERT_TRUE(write_file(folder.path() / "BAD.ABA", "not an archive"));
    ASSERT_TRUE(write_file(folder.path() / "BAD.PGE", "x"));
    ASSERT_TRUE(write_file(folder.path() / "BAD.SPR", "x"));
    const std::vector<std::pair<std::vector<std::string>, int>> cases{
        {{}, 2},
        {{here + "/nothing"}, 4},
        {{here}, 4},
        {{here + "/BAD.ABA"}, 3},
        {{here + "/BAD.ABA:A"}, 3},
        {{here + "/BAD.PGE"}, 3},
        {{here + "/BAD.PGE", "--level", "1"}, 2},
        {{here + "/BAD.SPR"}, 4}, // without BAD.OFF
        {{demo() + "/DEMO_UK.ABA:NOTHING"}, 4},
        {{demo() + ":NOTHING"}, 4},
        {{demo(), "--level", "1"}, 4},
        {{demo(), "--level", "7"}, 2},
    };
    for (auto [arguments, code] : cases) {
        arguments.insert(arguments.begin(), "inspect");
        const Ran ran = rekindle(arguments);
        EXPECT_EQ(ran.code, code) << arguments.back() << ": " << ran.err;
        EXPECT_EQ(ran.out, "");
        EXPECT_TRUE(is_one_line(ran.err)) << ran.err;
    }
}

} // namespace rekindle::test
