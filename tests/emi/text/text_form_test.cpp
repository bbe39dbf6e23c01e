#include "emi/text/text_form.h"

#include <gtest/gtest.h>

#include "base/deflate.h"
#include "emi/data/lip.h"
#include "emi/data/set.h"
#include "emi/data/text_table.h"
#include "emi/text/json_fields.h"
#include "support/emi_listing.h"
#include "support/emi_oracle.h"

namespace rekindle::emi {
namespace {

Expected<Bytes> packed(const std::string& name, const std::vector<NamedBytes>& files) {
    return from_text_form(name, [&files](const std::string& wanted) -> Expected<Bytes> {
        for (const NamedBytes& file : files)
            if (file.name == wanted) return file.bytes;
        return missing(wanted, "a file");
    });
}

std::string text_of(const NamedBytes& file) { return {file.bytes.begin(), file.bytes.end()}; }

void replace(NamedBytes& file, const std::string& from, const std::string& to) {
    std::string text = text_of(file);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    file.bytes.assign(text.begin(), text.end());
}

} // namespace

TEST(TextForm, EveryOracleFileComesBackFromIt) {
    RK_NEEDS_SHARED();
    int seen = 0;
    for (const auto& [name, bytes] : test::emi_oracle_files()) {
        const auto kind = file_kind(name, bytes);
        ASSERT_TRUE(kind) << name;
        if (!has_text_form(*kind)) continue;
        const auto files = text_form(bytes, name);
        ASSERT_TRUE(files) << files.error().line();
        const auto back = packed(name, *files);
        ASSERT_TRUE(back) << back.error().line();
        EXPECT_TRUE(*back == bytes) << name;
        EXPECT_FALSE(files->back().name.ends_with(".original")) << name; // the readable form alone is enough
        ++seen;
    }
    EXPECT_EQ(seen, 522); // 514 compiled files, four tile pictures, four textures
}

TEST(TextForm, TheListedFilesComeBackToo) {
    RK_NEEDS_SHARED();
    const std::vector<std::pair<std::string, std::string>> listings{
        {"room.setb", "#### room.setb"},
        {"box.cosb", "#### box.cosb"},
        {"spark.sprb", "#### spark.sprb"},
        {"room.til", "#### room.til"},
        {"box.tga", "#### box.tga"},
        {"script.tab", "#### script.tab"},
        {"tst001.lip", "`tst001.lip`: mouth closed"},
        {"box.meshb", "#### box.meshb"},
        {"box.sklb", "#### box.sklb"},
        {"wave.animb", "#### wave.animb"}};
    for (const auto& [name, title] : listings) {
        const Bytes bytes = test::emi_listing(title);
        const auto files = text_form(bytes, name);
        ASSERT_TRUE(files) << files.error().line();
        EXPECT_TRUE(packed(name, *files).value_or(Bytes{}) == bytes) << name;
    }
}

TEST(TextForm, ASetReadsWell) {
    RK_NEEDS_SHARED();
    const auto files = text_form(test::emi_listing("#### room.setb"), "room.setb");
    ASSERT_TRUE(files);
    const std::string text = text_of(files->front());
    EXPECT_EQ(files->front().name, "room.setb.json");
    for (const char* line : {"\"format\": \"set\"", "\"name\": \"front\"", "\"position\": [0.0, 1.0, -6.0]",
                             "\"fov\": 45.0", "\"color\": [255, 240, 200]", "\"sort_planes\": [5]"})
        EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
}

TEST(TextForm, EditsArrive) {
    RK_NEEDS_SHARED();
    auto files = text_form(test::emi_listing("#### room.setb"), "room.setb");
    ASSERT_TRUE(files);
    replace(files->front(), "\"fov\": 45.0", "\"fov\": 60");
    const auto bytes = packed("room.setb", *files);
    ASSERT_TRUE(bytes) << bytes.error().line();
    EXPECT_EQ(read_set(*bytes, "room.setb")->setups[0].fov, 60);
}

TEST(TextForm, MistakesAreNamedWithTheirPlace) {
    RK_NEEDS_SHARED();
    const auto error_with = [](const std::string& from, const std::string& to) {
        auto files = text_form(test::emi_listing("#### room.setb"), "room.setb");
        replace(files->front(), from, to);
        const auto bytes = packed("room.setb", *files);
        return bytes ? std::string("accepted") : bytes.error().line();
    };
    EXPECT_EQ(error_with("\"fov\": 45.0", "\"fov\": \"wide\""),
              "room.setb.json: setups[0].fov: expected a number, found string");
    EXPECT_EQ(error_with("\"fov\"", "\"view\""),
              "room.setb.json: setups[0].fov: expected this member, found none");
    EXPECT_EQ(error_with("\"fov\": 45.0", "\"fov\": 45.0, \"extra\": 1"),
              "room.setb.json: setups[0]: expected no member that the format doesn't have, found extra");
    EXPECT_EQ(error_with("\"visible\": 1", "\"visible\": 256"),
              "room.setb.json: sectors[0].visible: expected a number that the field can hold, found 256");
    EXPECT_EQ(error_with("[255, 240, 200]", "[255, 240]"),
              "room.setb.json: lights[1].color: expected 3 numbers, found array");
}

TEST(TextForm, AnotherGzipIsKeptUntilSomethingIsEdited) {
    RK_NEEDS_SHARED();
    const Bytes plain = test::emi_listing("#### room.til");
    Bytes stored = gzip(plain);
    auto files = text_form(stored, "room.til");
    ASSERT_TRUE(files) << files.error().line();
    EXPECT_EQ(files->size(), 6u); // JSON and five pictures: our own gzip is made again
    EXPECT_TRUE(packed("room.til", *files).value_or(Bytes{}) == stored);
    stored[4] = 77; // a time stamp
    files = text_form(stored, "room.til");
    ASSERT_TRUE(files) << files.error().line();
    EXPECT_EQ(files->back().name, "room.til.original");
    EXPECT_TRUE(packed("room.til", *files).value_or(Bytes{}) == stored);
    replace(files->front(), "\"header_32\": 1", "\"header_32\": 2");
    const auto edited = packed("room.til", *files);
    ASSERT_TRUE(edited);
    EXPECT_NE(*edited, stored);
}

TEST(TextForm, PaddingAndTailsSurvive) {
    RK_NEEDS_SHARED();
    Bytes bytes = test::emi_listing("#### room.setb");
    bytes[10] = 0xCD; // behind the NUL of the first setup's name
    bytes.insert(bytes.end(), {1, 2, 3});
    const auto files = text_form(bytes, "room.setb");
    ASSERT_TRUE(files);
    EXPECT_TRUE(packed("room.setb", *files).value_or(Bytes{}) == bytes);
}

TEST(TextForm, StringTablesSpeakTheirCodePage) {
    const Bytes bytes = write_text_table(make_text_table(std::vector<TextEntry>{{"a", "\xCF\xF0\xE8"}}));
    const auto files = text_form(bytes, "script.tab", CodePage::windows_1251);
    ASSERT_TRUE(files) << files.error().line();
    EXPECT_NE(text_of(files->front()).find("При"), std::string::npos);
    EXPECT_EQ(packed("script.tab", *files).value_or(Bytes{}), bytes);
}

} // namespace rekindle::emi
