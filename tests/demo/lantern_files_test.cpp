// Lantern's files are what any reader of the DOS demo's layout takes, and always the same.
#include <gtest/gtest.h>

#include "author/flashback/project.h"
#include "base/files.h"
#include "flashback/data/archive.h"
#include "flashback/data/bank_map.h"
#include "flashback/data/font.h"
#include "flashback/data/icons.h"
#include "flashback/data/lev_rooms.h"
#include "flashback/data/objects.h"
#include "flashback/data/palettes.h"
#include "flashback/data/recording.h"
#include "flashback/data/sprites.h"
#include "flashback/data/text_table.h"
#include "flashback/data/tile_banks.h"
#include "flashback/picture/level_pictures.h"
#include "support/lantern.h"
#include "support/temporary.h"

namespace rekindle::test {
namespace {

using namespace flashback;

// Reading then writing gives the file again. `write` answers Bytes or Expected<Bytes>.
template <typename Read, typename Write>
void expect_round_trip(const DataSet& data, std::string_view name, Read read, Write write) {
    const auto bytes = data.read(name);
    ASSERT_TRUE(bytes) << name;
    const auto value = data.load(name, read);
    ASSERT_TRUE(value) << value.error().line();
    const Expected<Bytes> written = write(*value);
    ASSERT_TRUE(written) << written.error().line();
    EXPECT_EQ(*written, *bytes) << name;
}

} // namespace

TEST(LanternFiles, LieWhereTheDosDemoHasThem) {
    const std::map<std::string, Bytes> files = demo::find_embedded("lantern")->files();
    std::vector<std::string> loose;
    for (const auto& [name, bytes] : files) loose.push_back(name);
    EXPECT_EQ(loose, (std::vector<std::string>{"DEMO_UK.ABA", "LEVEL3.LEV", "PERSO.SPR"}));
    const auto archive = read_archive(files.at("DEMO_UK.ABA"), "DEMO_UK.ABA");
    ASSERT_TRUE(archive) << archive.error().line();
    for (const char* name :
         {"LEVEL3.PGE", "LEVEL3.OBJ", "LEVEL3.ANI", "LEVEL3.TBN", "LEVEL3.CT", "LEVEL3.PAL", "LEVEL3.MBK",
          "LEVEL3.RP", "LEVEL3.BNQ", "GLOBAL.SPC", "GLOBAL.ICN", "FB_TXT.FNT", "PERSO.OFF", "DEMO3.BIN"})
        EXPECT_NE(archive->find(name), nullptr) << name;
}

TEST(LanternFiles, LoadThroughTheStrictLoaders) {
    const DataSet data = lantern_data();
    const Level level = lantern_level();
    EXPECT_EQ(level.start_scene, no_scene);
    const auto pictures = load_level_pictures(data, level);
    ASSERT_TRUE(pictures) << pictures.error().line();
    for (const int room : {lantern::room::yard, lantern::room::tower})
        EXPECT_NE(pictures->room[static_cast<std::size_t>(room)], 0) << "room " << room;
}

TEST(LanternFiles, LoadFromAFolderToo) {
    const TemporaryFolder folder;
    for (const auto& [name, bytes] : demo::find_embedded("lantern")->files())
        ASSERT_TRUE(write_file(folder.path() / name, ByteView(bytes)));
    const auto data = DataSet::open(folder.path());
    ASSERT_TRUE(data) << data.error().line();
    EXPECT_EQ(data->release(), Release::dos_demo);
    EXPECT_TRUE(load_level(*data, 2));
}

TEST(LanternFiles, AreReadAndWrittenByteForByte) {
    const DataSet data = lantern_data();
    const auto mbk = [](ByteView b, std::string_view f) { return read_tile_banks(b, BankFile::mbk, f); };
    const auto bnq = [](ByteView b, std::string_view f) { return read_tile_banks(b, BankFile::bnq, f); };
    const auto texts = [](ByteView b, std::string_view f) { return read_text_table(b, f); };
    expect_round_trip(data, "DEMO_UK.ABA", read_archive,
                      [](const Archive& a) { return write_archive(a, "a"); });
    expect_round_trip(data, "LEVEL3.PGE", read_entities, write_entities);
    expect_round_trip(data, "LEVEL3.OBJ", read_records, write_records);
    expect_round_trip(data, "LEVEL3.ANI", read_animations, write_animations);
    expect_round_trip(data, "LEVEL3.CT", read_collision, write_collision);
    expect_round_trip(data, "LEVEL3.PAL", read_level_palettes, write_level_palettes);
    expect_round_trip(data, "LEVEL3.RP", read_bank_map, write_bank_map);
    expect_round_trip(data, "LEVEL3.LEV", read_lev_rooms, write_lev_rooms);
    expect_round_trip(data, "LEVEL3.MBK", mbk,
                      [](const TileBanks& b) { return write_tile_banks(b, BankFile::mbk); });
    expect_round_trip(data, "LEVEL3.BNQ", bnq,
                      [](const TileBanks& b) { return write_tile_banks(b, BankFile::bnq); });
    expect_round_trip(data, "LEVEL3.TBN", texts, [](const TextTable& t) { return write_text_table(t); });
    expect_round_trip(data, "GLOBAL.SPC", read_objects, write_objects);
    expect_round_trip(data, "GLOBAL.ICN", read_icons, write_icons);
    expect_round_trip(data, "FB_TXT.FNT", read_font, write_font);
    expect_round_trip(data, "DEMO3.BIN", read_recording, write_recording);

    const auto off = data.read("PERSO.OFF"), spr = data.read("PERSO.SPR");
    ASSERT_TRUE(off && spr);
    const auto sprites = read_sprites(*spr, "PERSO.SPR", *off, "PERSO.OFF");
    ASSERT_TRUE(sprites) << sprites.error().line();
    EXPECT_EQ(write_sprite_pictures(*sprites), *spr);
    EXPECT_EQ(write_sprite_offsets(*sprites), *off);
}

TEST(LanternFiles, AreTheSameInEveryBuild) {
    const auto game = author::build_game(REKINDLE_LANTERN_SOURCES);
    ASSERT_TRUE(game) << game.error().line();
    EXPECT_EQ(game->files, demo::find_embedded("lantern")->files());
}

TEST(LanternFiles, AnEmbeddedGameIsFoundInAnyCase) {
    ASSERT_FALSE(demo::embedded_games().empty());
    EXPECT_EQ(demo::find_embedded("LANTERN"), &demo::embedded_games()[0]);
    EXPECT_EQ(demo::find_embedded("lanter"), nullptr);
    EXPECT_EQ(demo::embedded_games()[0].title, "Lantern");
}

} // namespace rekindle::test
