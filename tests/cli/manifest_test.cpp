#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/manifest.h"
#include "cli/sheet.h"
#include "support/damage.h"

namespace rekindle::cli {
namespace {

Manifest some_manifest() {
    return {
        .archives =
            {{"A.ABA",
              {{.name = "X.BIN",
                .after_name = std::string("\0\x80", 2),
                .is_new = false,
                .size = 5,
                .crc32 = 0xFEDCBA98,
                .packed = true},
               {.name = "NEW", .after_name = {}, .is_new = true, .size = 0, .crc32 = 0, .packed = false}}}},
        .loose = {{.name = "PERSO.SPR",
                   .after_name = {},
                   .is_new = false,
                   .size = 0,
                   .crc32 = 0,
                   .packed = false}}};
}

} // namespace

TEST(Manifest, ReadsWhatItWrote) {
    const std::string text = write_manifest(some_manifest());
    const auto manifest = read_manifest(as_bytes(text), "manifest.json");
    ASSERT_TRUE(manifest) << manifest.error().line();
    EXPECT_EQ(*manifest, some_manifest());
}

TEST(Manifest, AnswersDamageWithAnErrorOrAManifest) {
    const std::string text = write_manifest(some_manifest());
    const auto load = [](const Bytes& bytes) {
        const auto manifest = read_manifest(bytes, "manifest.json");
        EXPECT_TRUE(manifest || manifest.error().file == "manifest.json");
    };
    test::for_each_truncation(as_bytes(text), load);
    test::for_each_bit_flip(as_bytes(text), load);
}

TEST(Sheet, GivesTextJsonAndCsvOfTheSameCells) {
    Sheet sheet;
    sheet.title = "T";
    sheet.fact("count", 2);
    Table& table = sheet.table("things", {"thing", "name", "seen"});
    table.row({7, "a,b", true});
    table.row({123, "say \"x\"", {}});
    EXPECT_EQ(sheet_text(sheet), "T\n"
                                 "  count: 2\n"
                                 "\n"
                                 "things (2)\n"
                                 "  thing  name     seen\n"
                                 "      7  a,b      yes\n"
                                 "    123  say \"x\"\n");
    EXPECT_EQ(
        sheet_json(sheet).dump(),
        R"({"title":"T","count":2,"things":[{"thing":7,"name":"a,b","seen":true},{"thing":123,"name":"say \"x\"","seen":null}]})");
    EXPECT_EQ(table_csv(table), "thing,name,seen\n7,\"a,b\",yes\n123,\"say \"\"x\"\"\",\n");
}

TEST(Sheet, ShowsTextsOfTheGamesCharacterSet) {
    EXPECT_EQ(printable("A b\n\x81\\"), "A b\\n\\x81\\x5c");
    EXPECT_EQ(hex(0x1f, 4), "0x001f");
}

} // namespace rekindle::cli
