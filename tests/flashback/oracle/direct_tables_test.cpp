// The oracle's tables of direct questions, answer by answer.
#include "flashback/oracle/direct_tables.h"
#include "flashback/oracle/oracle_files.h"

namespace rekindle::flashback::oracle {
namespace {

class DirectQuestions : public testing::TestWithParam<std::string> {};

TEST_P(DirectQuestions, AreAnsweredAsByTheOracle) {
    RK_NEEDS_SHARED();
    const auto table = direct_table(GetParam());
    ASSERT_TRUE(table);
    const auto report =
        check_direct(*table, unpacked(oracle_dir() / "direct" / (GetParam() + ".zst")), demo_levels());
    ASSERT_TRUE(report) << report.error().line();
    EXPECT_EQ(report->differences, 0u) << report->first;
    EXPECT_GT(report->cases, 200u);
    RecordProperty("undefined", static_cast<int>(report->undefined));
}

INSTANTIATE_TEST_SUITE_P(Oracle, DirectQuestions, testing::ValuesIn(oracle_names("direct", ".zst")), name_of);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(DirectQuestions);

TEST(DirectCheck, KnowsATableByItsName) {
    const auto ask = direct_table("ask_level3_demo3_t300.txt");
    ASSERT_TRUE(ask);
    EXPECT_EQ(ask->kind, DirectKind::ask);
    EXPECT_EQ(ask->level, 2);
    EXPECT_EQ(ask->demo, "demo3");
    EXPECT_EQ(ask->tick, 300u);
    const auto grid = direct_table("grid_level5_start.bin");
    ASSERT_TRUE(grid);
    EXPECT_EQ(grid->level, 5);
    EXPECT_TRUE(grid->demo.empty());
    EXPECT_FALSE(direct_table("notes.txt"));
    EXPECT_FALSE(direct_table("ask_level3_demo3_tx.txt"));
}

// One wrong answer in each kind of table is found, and named.
struct Forgery {
    const char* file;
    const char* right; // text tables; empty: the byte at `at` is changed
    const char* wrong;
    std::size_t at;
    const char* found;
};

TEST(DirectCheck, FindsOneWrongAnswerAndNamesTheQuestion) {
    RK_NEEDS_SHARED();
    const Forgery forgeries[] = {
        {"ask_level1_start.txt", "q 0 9 0 0 1\n", "q 0 9 0 0 0\n", 0,
         "view room 19, entity 0 asks 0x09 keys_idle with A = 0, B = 0\nexpected false | \nfound    true | "},
        {"synth_level1_start.txt", " | m 0 46:5\n", " | m 1 46:5\n", 0,
         "view room 19, entity 46 asks 0x23 msg_send_p0 with A = 5, B = 0\n"
         "expected true | m 1 46:5\nfound    true | m 0 46:5"},
        {"state_level1_start.txt", "r 26 1\n", "r 26 2\n", 0, "line 223\nexpected r 26 2\nfound    r 26 1"},
        {"grid_level1_start.bin", "", "", 0,
         "room 0, facing 0, gy -2, gx -1, dy -2, dx -2: expected 77, found 0"},
        {"zorder_level1_start.bin", "", "", 144,
         "view room 19, entity 0 asks 0x2B shares_kind_opposite with A = 0, B = 0: expected true, found "
         "false"},
    };
    for (const Forgery& forgery : forgeries) {
        Bytes bytes = unpacked(oracle_dir() / "direct" / (std::string(forgery.file) + ".zst"));
        std::string text(text_of(bytes));
        if (*forgery.right != '\0') {
            const std::size_t at = text.find(forgery.right);
            ASSERT_NE(at, std::string::npos) << forgery.file;
            text.replace(at, std::string(forgery.right).size(), forgery.wrong);
            bytes.assign(text.begin(), text.end());
        } else {
            bytes[forgery.at] = 77;
        }
        const auto report = check_direct(*direct_table(forgery.file), bytes, demo_levels());
        ASSERT_TRUE(report) << report.error().line();
        EXPECT_EQ(report->differences, 1u) << forgery.file;
        EXPECT_EQ(report->first, forgery.found);
    }
}

} // namespace
} // namespace rekindle::flashback::oracle
