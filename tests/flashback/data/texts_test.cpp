#include <gtest/gtest.h>

#include "flashback/data/dialog_texts.h"
#include "flashback/data/text_table.h"
#include "flashback/data/words.h"
#include "support/damage.h"
#include "support/flashback_demo.h"
#include "support/shared.h"

namespace rekindle::flashback {
namespace {

TEST(TextTable, TheDemoTablesRoundTrip) {
    RK_NEEDS_SHARED();
    struct File {
        const char* name;
        std::size_t texts, number;
        const char* text;
    };
    for (const File& file : {File{"LEVEL1.TBN", 23, 10, "SWITCH"}, File{"LEVEL3.TBN", 8, 4, "FORCE FIELD"},
                             File{"LEVEL5_1.TBN", 17, 8, "MECHANICAL MOUSE"}}) {
        const Bytes bytes = test::demo_file(file.name);
        std::size_t end = 0;
        const auto texts = read_text_table(bytes, file.name, Endian::little, &end);
        ASSERT_TRUE(texts) << texts.error().line();
        EXPECT_EQ(texts->size(), file.texts);
        EXPECT_EQ(texts->at(0), "");
        EXPECT_EQ(texts->at(file.number), file.text);
        EXPECT_EQ(end, bytes.size());
        EXPECT_EQ(write_text_table(*texts).value(), bytes);
    }
}

TEST(TextTable, FaultsAreRefusedWithTheirOffset) {
    const Bytes good{4, 0, 5, 0, 0, 'H', 'I', 0};
    EXPECT_EQ(read_text_table(good, "T.TBN").value(), (TextTable{"", "HI"}));
    EXPECT_EQ(write_text_table(TextTable{"", "HI"}).value(), good);
    EXPECT_EQ(write_text_table(TextTable{"", "HI"}, Endian::big).value(),
              (Bytes{0, 4, 0, 5, 0, 'H', 'I', 0}));
    struct Case {
        const char* what;
        std::size_t at;
        Byte value;
        std::size_t offset;
    };
    for (const Case& c :
         {Case{"odd table", 0, 5, 0}, Case{"empty table", 0, 0, 0}, Case{"offset in the table", 2, 3, 2},
          Case{"offset at the end", 2, 8, 2}, Case{"not terminated", 7, '!', 5}}) {
        Bytes bad = good;
        bad[c.at] = c.value;
        const auto texts = read_text_table(bad, "T.TBN");
        ASSERT_FALSE(texts) << c.what;
        EXPECT_EQ(texts.error().offset, c.offset) << c.what;
    }
    EXPECT_FALSE(write_text_table(TextTable{}));
    EXPECT_FALSE(write_text_table(TextTable{std::string("A\0B", 3)}));
    EXPECT_FALSE(write_text_table(TextTable{std::string(70000, 'A'), "B"}));
    test::for_each_truncation(good, [](const Bytes& cut) { EXPECT_FALSE(read_text_table(cut, "T")); });
    test::for_each_bit_flip(good, [](const Bytes& bad) { (void)read_text_table(bad, "T"); });
}

TEST(TextTable, OverlappingTextsCantGrowASmallFileIntoLargeMemory) {
    Writer out;
    for (int i = 0; i < 2000; ++i) out.u16(4000, Endian::little);
    out.fill(3000, 'A');
    out.u8(0);
    EXPECT_FALSE(read_text_table(out.view(), "T.TBN"));
}

// text, segments_en, segment_colours_hex, max_lines of the specification's list.
void expect_structure(const DialogTexts& texts, bool lines_too) {
    const auto rows = test::read_csv(*test::shared_dir() / "spec/flashback-tables/story-texts.csv");
    ASSERT_EQ(rows.size(), 46u);
    ASSERT_EQ(texts.size(), 45u);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto& row = rows[i + 1];
        std::string colors;
        std::size_t most = 0;
        for (const DialogSegment& segment : texts[i]) {
            if (!colors.empty()) colors += ' ';
            colors += !segment.color                ? "--"
                      : segment.color->text == 0xEB ? "EB"
                      : segment.color->text == 0xE9 ? "E9"
                                                    : "?";
            most = std::max(most, segment.lines.size());
            for (const std::string& line : segment.lines)
                EXPECT_LE(line.size(), lines_too ? 16u : 22u) << line;
        }
        EXPECT_EQ(colors, row[2]) << i;
        if (lines_too) {
            EXPECT_EQ(std::to_string(most), row[3]) << i;
        }
        EXPECT_LE(most, 4u) << i;
    }
}

TEST(Dialogs, TheDemoProgramHoldsTheEnglishOnes) {
    RK_NEEDS_SHARED();
    const Bytes program = test::demo_file("FB.EXE");
    const auto texts = read_dialog_texts_of_program(program, "FB.EXE");
    ASSERT_TRUE(texts) << texts.error().line();
    expect_structure(*texts, true);
    std::size_t end = 0;
    const ByteView table = ByteView(program).subspan(dialog_table_in_program);
    ASSERT_TRUE(read_dialog_texts(table, "FB.EXE", &end));
    EXPECT_EQ(end, 3446u);
    EXPECT_EQ(write_dialog_texts(*texts).value(), Bytes(table.begin(), table.begin() + 3446));
}

TEST(Dialogs, OurOwnWordingHasTheSameSegmentsAndColours) {
    RK_NEEDS_SHARED();
    expect_structure(own_dialog_texts(), false);
}

TEST(Dialogs, OurOwnWordingRoundTrips) {
    const DialogTexts texts = own_dialog_texts();
    const Bytes bytes = write_dialog_texts(texts).value();
    EXPECT_EQ(read_dialog_texts(bytes, "own").value(), texts);
    EXPECT_EQ(write_dialog_texts(read_dialog_texts(bytes, "own").value()).value(), bytes);
    EXPECT_EQ(texts[2][1].color, (DialogColor{dialog_color_conrad, 0xEA}));
    EXPECT_EQ(texts[2][7].color, std::nullopt);
    EXPECT_EQ(texts[0][0].lines, (std::vector<std::string>{"NO POWER.", "THE FUSE IS BURNT."}));
    test::for_each_truncation(bytes, [](const Bytes& cut) { EXPECT_FALSE(read_dialog_texts(cut, "T")); });
    test::for_each_bit_flip(bytes, [](const Bytes& bad) { (void)read_dialog_texts(bad, "T"); });
}

TEST(Dialogs, AnotherProgramIsRefusedWithItsOffset) {
    EXPECT_FALSE(read_dialog_texts_of_program(Bytes(1000), "FB.EXE"));
    const auto zeroes = read_dialog_texts_of_program(Bytes(130000), "FB.EXE");
    ASSERT_FALSE(zeroes);
    EXPECT_EQ(zeroes.error().offset, dialog_table_in_program);
}

TEST(Words, LieAtTheirNumbers) {
    EXPECT_EQ(static_cast<int>(Word::demo), 22);
    EXPECT_EQ(english(Word::completed), "COMPLETED");
    EXPECT_EQ(english_words[5], "LEVEL");
    EXPECT_EQ(english_words[12], "EASY");
    EXPECT_EQ(english(Word::resume_game), english_words[17]);
    EXPECT_EQ(english(Word::slot), english_words[21]);
    EXPECT_EQ(passwords[1][0], "BANTHA");
    EXPECT_EQ(passwords[2][6], "NO WAY");
    for (const auto& skill : passwords) EXPECT_EQ(skill[7], "BELUGA");
}

} // namespace
} // namespace rekindle::flashback
