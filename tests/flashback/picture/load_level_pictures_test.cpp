// The door of the picture: what is refused when a level's pictures are loaded.
#include <gtest/gtest.h>

#include "flashback/data/objects.h"
#include "flashback/data/tile_banks.h"
#include "flashback/picture/levels_for_tests.h"
#include "support/shared.h"

namespace rekindle::flashback {
namespace {

using Files = std::map<std::string, Bytes>;

// What level index 2 is drawn from.
const Files& good_files() {
    static const Files files = [] {
        Files result;
        for (const char* name :
             {"LEVEL3.LEV", "LEVEL3.BNQ", "LEVEL3.PAL", "LEVEL3.MBK", "LEVEL3.RP", "LEVEL3.TBN", "GLOBAL.SPC",
              "GLOBAL.ICN", "FB_TXT.FNT", "PERSO.SPR", "PERSO.OFF", "REPLICAN.SPR", "REPLICAN.OFF"})
            result[name] = test::demo_file(name);
        return result;
    }();
    return files;
}

Expected<LevelPictures> load(const Files& files, const Level& level = test::test_level(2).level) {
    return load_level_pictures(DataSet::from_files(files, Release::dos_floppy).value(), level);
}

TEST(LevelPictures, AMissingMonsterSetIsNoError) {
    RK_NEEDS_SHARED();
    Files files = good_files();
    const auto whole = load(files);
    ASSERT_TRUE(whole) << whole.error().line();
    EXPECT_NE(whole->character_drawing(0x387), LevelPictures::no_drawing);
    files.erase("REPLICAN.SPR");
    const auto without = load(files);
    ASSERT_TRUE(without) << without.error().line();
    EXPECT_EQ(without->character_drawing(0x387), LevelPictures::no_drawing);
    EXPECT_NE(without->character_drawing(0), LevelPictures::no_drawing);
}

TEST(LevelPictures, WithoutAProgramTheDialogsAreOurs) {
    RK_NEEDS_SHARED();
    Files files = good_files();
    EXPECT_TRUE(load(files)->own_dialogs);
    EXPECT_EQ(load(files)->dialogs, own_dialog_texts());
    files["FB.EXE"] = Bytes(200000, 0x90); // of another release
    EXPECT_TRUE(load(files)->own_dialogs);
    files["FB.EXE"] = test::demo_file("FB.EXE");
    EXPECT_FALSE(load(files)->own_dialogs);
}

TEST(LevelPictures, EveryOtherFileIsNeeded) {
    RK_NEEDS_SHARED();
    for (const auto& [name, bytes] : good_files()) {
        if (name.starts_with("REPLICAN.SPR")) continue;
        Files files = good_files();
        files.erase(name);
        const auto pictures = load(files);
        ASSERT_FALSE(pictures) << name;
        EXPECT_EQ(pictures.error().kind, ErrorKind::missing_data) << name;
        EXPECT_NE(pictures.error().file.find(name), std::string::npos) << pictures.error().line();
    }
}

TEST(LevelPictures, AnObjectOfTheAnimationsMustLieInItsBank) {
    RK_NEEDS_SHARED();
    Files files = good_files();
    TileBanks banks = read_tile_banks(files["LEVEL3.MBK"], BankFile::mbk, "LEVEL3.MBK").value();
    for (TileBank& bank : banks.banks)
        if (!bank.tiles.empty()) bank.tiles.resize(tile_bytes);
    files["LEVEL3.MBK"] = write_tile_banks(banks, BankFile::mbk).value();
    const auto pictures = load(files);
    ASSERT_FALSE(pictures);
    EXPECT_EQ(pictures.error().file, "LEVEL3.MBK");
    EXPECT_EQ(pictures.error().kind, ErrorKind::bad_data);
}

TEST(LevelPictures, PicturesThatDoNotExistAreRefused) {
    RK_NEEDS_SHARED();
    const Level& good = test::test_level(2).level;
    for (const bool object : {false, true}) {
        Level level = good;
        for (std::size_t state = 0;; ++state) {
            StateAnimation& animation = level.states[state];
            if (animation.count == 0 || animation.as_object != object) continue;
            level.frames[animation.first_frame].picture = 0x8000 | (object ? 1137 : 1287);
            break;
        }
        const auto pictures = load(good_files(), level);
        ASSERT_FALSE(pictures);
        EXPECT_EQ(pictures.error().file, "LEVEL3.ANI");
    }
    Level level = good;
    level.entities[7].icon = 79;
    EXPECT_FALSE(load(good_files(), level));
    level.entities[7].icon = 78;
    level.entities[7].touch_icon = 79; // icon 78
    EXPECT_TRUE(load(good_files(), level));
    level.entities[7].touch_icon = 80;
    EXPECT_FALSE(load(good_files(), level));
}

TEST(LevelPictures, DamagedFilesAreRefusedOrLoaded) {
    RK_NEEDS_SHARED();
    for (const auto& [name, bytes] : good_files()) {
        Files files = good_files();
        files[name].resize(bytes.size() / 2);
        EXPECT_FALSE(load(files)) << name << " cut to " << files[name].size();
        files[name] = bytes;
        files[name][bytes.size() / 3] ^= 0x41;
        (void)load(files);
    }
}

} // namespace
} // namespace rekindle::flashback
