// String tables and lip files.
#include <gtest/gtest.h>

#include "base/code_page.h"
#include "emi/data/lip.h"
#include "emi/data/text_table.h"
#include "support/damage.h"
#include "support/emi_listing.h"

namespace rekindle::emi {
namespace {

TextTable plain_table(std::string_view text) {
    TextTable table;
    table.cipher = TextCipher::plain;
    table.text = text;
    return table;
}

} // namespace

TEST(TextTable, DeciphersTheListedOne) {
    RK_NEEDS_SHARED();
    const Bytes bytes = test::emi_listing("#### script.tab");
    ASSERT_EQ(bytes.size(), 26u);
    const auto table = read_text_table(bytes, "script.tab");
    ASSERT_TRUE(table) << table.error().line();
    EXPECT_EQ(table->text, "tst001\tHello, world.\r\n");
    EXPECT_EQ(text_entries(*table), (std::vector<TextEntry>{{"tst001", "Hello, world."}}));
    EXPECT_EQ(write_text_table(*table), bytes);
    EXPECT_EQ(write_text_table(make_text_table(text_entries(*table))), bytes);
}

TEST(TextTable, TheFirstKeysAreTheSpecifications) {
    TextTable table;
    table.text = std::string(8, '\0');
    const Bytes bytes = write_text_table(table);
    EXPECT_EQ(bytes, (Bytes{'R', 'C', 'N', 'E', 0x01, 0x73, 0xA4, 0x3B, 0x32, 0xFE, 0x58, 0x06}));
}

TEST(TextTable, LosesTheCharacterBeforeTheLineEnd) {
    EXPECT_EQ(text_entries(plain_table("a\tone\r\nb\ttwo\nc\tthree")),
              (std::vector<TextEntry>{{"a", "one"}, {"b", "tw"}, {"c", "thre"}}));
    EXPECT_EQ(text_entries(plain_table("a\t\r\nb\t\n")), (std::vector<TextEntry>{{"a", ""}, {"b", ""}}));
}

TEST(TextTable, ABlankLineSwallowsTheNext) {
    EXPECT_EQ(text_entries(plain_table("a\tone\r\n\r\nb\ttwo\r\nc\tthree\r\n")),
              (std::vector<TextEntry>{{"a", "one"}, {"c", "three"}}));
}

TEST(TextTable, LinesWithoutTabContinueAndControlZIsIgnored) {
    EXPECT_EQ(text_entries(plain_table("lost\r\na\tone \r\ntwo\r\n\x1A\r\nb\tthree\r\n")),
              (std::vector<TextEntry>{{"a", "one two"}, {"b", "three"}}));
}

TEST(TextTable, OnlyAsksForAMarkWhereThereIsOne) {
    const Bytes demo{'1', '2', '3', '4', 'a', '\t', 'b', '\r', '\n'};
    EXPECT_EQ(read_text_table(demo, "script.tab").error().line(),
              "script.tab at 0x0 (0): expected \"RCNE\" or \"DOEL\", found 31 32 33 34");
    const auto table = read_text_table(demo, "script.tab", true);
    ASSERT_TRUE(table);
    EXPECT_EQ(text_entries(*table), (std::vector<TextEntry>{{"a", "b"}}));
    EXPECT_EQ(write_text_table(*table), demo);
}

TEST(TextTable, TranslatesByKeyWithoutCase) {
    const Translations texts(plain_table("Tst001\tHello\r\ntst001\tBonjour\r\n"));
    EXPECT_EQ(texts.translate("/TST001/Hello, world."), "Bonjour"); // the later entry counts
    EXPECT_EQ(texts.translate("/none/Text / with slash"), "Text / with slash");
    EXPECT_EQ(texts.translate("plain"), "plain");
    EXPECT_EQ(texts.translate("/only one slash"), "/only one slash");
    EXPECT_EQ(texts.with_key("/tst001/Hello"), "/tst001/Bonjour");
    EXPECT_EQ(texts.with_key("plain"), "//plain");
}

TEST(TextTable, DamageIsReadAndWrittenBackUnchanged) {
    Bytes good = write_text_table(make_text_table(std::vector<TextEntry>{{"a", "one"}, {"b", "two"}}));
    const auto load = [](const Bytes& bytes) {
        const auto table = read_text_table(bytes, "x");
        if (!table) return;
        EXPECT_EQ(write_text_table(*table), bytes);
        (void)text_entries(*table);
    };
    test::for_each_truncation(good, load);
    test::for_each_bit_flip(good, load);
}

TEST(CodePage, EveryByteOfEveryPageComesBack) {
    std::string all;
    for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
    for (const CodePage page : {CodePage::windows_1252, CodePage::windows_1250, CodePage::windows_1251,
                                CodePage::windows_1253, CodePage::windows_1254}) {
        const auto back = from_utf8(to_utf8(all, page), "x", page);
        ASSERT_TRUE(back) << back.error().line();
        EXPECT_EQ(*back, all);
        EXPECT_EQ(code_page(code_page_name(page)), page);
    }
}

TEST(CodePage, KnowsTheCharactersOfItsLanguages) {
    EXPECT_EQ(to_utf8("\xE9\x80\x99"), "é€™");
    EXPECT_EQ(to_utf8("\xB3\xF3\x9C", CodePage::windows_1250), "łóś");
    EXPECT_EQ(to_utf8("\xCF\xF0\xE8", CodePage::windows_1251), "При");
    EXPECT_EQ(from_utf8("a\xCE\xB1", "x").error().line(),
              "x at 0x1 (1): expected text in characters of windows-1252, found U+03B1");
    EXPECT_FALSE(from_utf8("\xFF", "x"));
    EXPECT_FALSE(from_utf8("\xC3", "x"));
    EXPECT_EQ(code_page("1251"), CodePage::windows_1251);
    EXPECT_EQ(code_page("437"), std::nullopt);
}

TEST(Lip, ReadsTheListedOne) {
    RK_NEEDS_SHARED();
    const Bytes bytes = test::emi_listing("`tst001.lip`: mouth closed");
    const auto lip = read_lip(bytes, "tst001.lip");
    ASSERT_TRUE(lip) << lip.error().line();
    EXPECT_EQ(lip->records, (std::vector<LipRecord>{{0, 0x5F}, {6, 0x61}}));
    EXPECT_EQ(lip_at(*lip, 95)->phoneme, 0x5F);
    EXPECT_EQ(lip_at(*lip, 96)->phoneme, 0x61); // open from 96 ms
    EXPECT_EQ(mouth_of_phoneme(0x5F), 0);
    EXPECT_EQ(mouth_of_phoneme(0x61), 1);
    EXPECT_EQ(mouth_of_phoneme(0x77), 9);
    EXPECT_EQ(mouth_of_phoneme(0x1234), std::nullopt);
    EXPECT_EQ(*write_lip(*lip), bytes);
}

TEST(Lip, KeepsALooseByteAndRefusesOtherFiles) {
    Notes notes;
    const auto lip = read_lip(Bytes{'L', 'I', 'P', '!', 0, 0, 0, 0, 1, 0, 0x61, 0, 9}, "x", &notes);
    ASSERT_TRUE(lip);
    EXPECT_EQ(lip->tail, Bytes{9});
    EXPECT_EQ(notes.size(), 1u);
    EXPECT_EQ(lip_at(*lip, 15), std::nullopt);
    EXPECT_EQ(read_lip(Bytes{'L', 'I', 'P', '?', 0, 0, 0, 0}, "x.lip").error().line(),
              "x.lip at 0x0 (0): expected \"LIP!\", found 4c 49 50 3f");
    test::for_each_truncation(*write_lip(*lip), [](const Bytes& bytes) { (void)read_lip(bytes, "x"); });
}

} // namespace rekindle::emi
