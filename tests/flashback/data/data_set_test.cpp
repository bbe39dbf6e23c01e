#include <gtest/gtest.h>

#include "base/files.h"
#include "base/hash.h"
#include "flashback/data/data_set.h"
#include "support/shared.h"
#include "support/temporary.h"

namespace rekindle::flashback {
namespace {

Bytes text(std::string_view text) { return {text.begin(), text.end()}; }

Bytes archive_with(std::string_view name, std::string_view contents) {
    Archive archive;
    archive.entries = {make_entry(name, text(contents))};
    return *write_archive(archive, "x");
}

Release release_of(std::initializer_list<std::string_view> names) {
    const test::TemporaryFolder folder;
    for (const std::string_view name : names) EXPECT_TRUE(write_file(folder.path() / name, "x"));
    const auto data = DataSet::open(folder.path());
    EXPECT_TRUE(data) << data.error().line();
    return data->release();
}

Language language_of(std::string_view name) {
    const test::TemporaryFolder folder;
    EXPECT_TRUE(write_file(folder.path() / "LEVEL1.MAP", "x"));
    EXPECT_TRUE(write_file(folder.path() / name, "x"));
    return DataSet::open(folder.path())->language();
}

} // namespace

TEST(DataSet, KnowsEveryReleaseByItsMarker) {
    EXPECT_EQ(release_of({"INTRO.SEQ", "LEVEL1.MAP"}), Release::dos_cd);
    EXPECT_EQ(release_of({"menu1ssi.map", "level1.map"}), Release::dos_ssi);
    EXPECT_EQ(release_of({"LEVEL1.MAP", "LEVEL1.BNQ"}), Release::dos_floppy);
    EXPECT_EQ(release_of({"LEVEL1.BNQ", "LEVEL1.LEV"}), Release::dos_demo_french);
    EXPECT_EQ(release_of({"PRESENT.LEV", "LEVEL1.LEV"}), Release::mega_drive);
    EXPECT_EQ(release_of({"level1.lev", "DEMO.LEV"}), Release::amiga);
    EXPECT_EQ(release_of({"demo.lev"}), Release::amiga_demo);
    EXPECT_EQ(release_of({"flashback.rsrc"}), Release::macintosh);
    EXPECT_EQ(release_of({"FLASHBACK.BIN"}), Release::macintosh);
    EXPECT_EQ(release_of({"GLOBAL.PAQ"}), Release::pc98);
}

TEST(DataSet, TakesTheLanguageFromTheLooseTexts) {
    EXPECT_EQ(language_of("ENGCINE.TXT"), Language::english);
    EXPECT_EQ(language_of("fr_cine.txt"), Language::french);
    EXPECT_EQ(language_of("GERCINE.TXT"), Language::german);
    EXPECT_EQ(language_of("SPACINE.TXT"), Language::spanish);
    EXPECT_EQ(language_of("ITACINE.TXT"), Language::italian);
    EXPECT_EQ(language_of("FRCINE.TXT"), Language::french);
    EXPECT_EQ(language_of("OTHER.TXT"), Language::english);
}

TEST(DataSet, ReadsAnArchiveAndPrefersLooseFiles) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(
        write_file(folder.path() / "Demo_UK.aba", ByteView(archive_with("A.BIN", "from the archive"))));
    {
        const auto data = DataSet::open(folder.path());
        ASSERT_TRUE(data) << data.error().line();
        EXPECT_EQ(*data->read("a.bin"), text("from the archive"));
        EXPECT_EQ(data->described("a.bin"), "DEMO_UK.ABA:A.BIN");
        EXPECT_EQ(data->names(), (std::vector<std::string>{"A.BIN", "DEMO_UK.ABA"}));
        EXPECT_EQ(data->archives(), std::vector<std::string>{"DEMO_UK.ABA"});
        EXPECT_TRUE(data->is_demo());
    }
    ASSERT_TRUE(write_file(folder.path() / "a.Bin", "loose"));
    const auto data = DataSet::open(folder.path());
    EXPECT_EQ(*data->read("A.BIN"), text("loose"));
    EXPECT_EQ(data->described("A.BIN"), (folder.path() / "a.Bin").string());
}

TEST(DataSet, JoinsTheThreeArchivesOfTheMagazineEdition) {
    const auto data = DataSet::from_files({{"glob1_fb.aba", archive_with("A", "1")},
                                           {"GLOB2_FB.ABA", archive_with("B", "2")},
                                           {"GLOB_FR.ABA", archive_with("C", "3")}},
                                          Release::dos_magazine);
    ASSERT_TRUE(data) << data.error().line();
    EXPECT_EQ(*data->read("a"), text("1"));
    EXPECT_EQ(*data->read("b"), text("2"));
    EXPECT_EQ(*data->read("c"), text("3"));
    EXPECT_EQ(data->language(), Language::french);
    EXPECT_FALSE(data->is_demo());
}

TEST(DataSet, LooksIntoSubFoldersButNotIntoAnotherRelease) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(write_file(folder.path() / "cd/INTRO.SEQ", "x"));
    ASSERT_TRUE(write_file(folder.path() / "cd/data/LEVEL1.MAP.TXT", "below"));
    ASSERT_TRUE(write_file(folder.path() / "disk2/A.BIN", "beside"));
    ASSERT_TRUE(write_file(folder.path() / "cd/zz/LEVEL1.MAP", "another release"));
    const auto data = DataSet::open(folder.path());
    ASSERT_TRUE(data) << data.error().line();
    EXPECT_EQ(data->release(), Release::dos_cd);
    EXPECT_EQ(data->folder(), folder.path() / "cd");
    EXPECT_FALSE(data->has("A.BIN"));
    EXPECT_TRUE(data->has("LEVEL1.MAP.TXT"));
    EXPECT_FALSE(data->has("LEVEL1.MAP"));
}

TEST(DataSet, IsADemoWithoutTheSecondLevel) {
    EXPECT_TRUE(DataSet::from_files({{"LEVEL1.MAP", {}}}, Release::dos_floppy)->is_demo());
    EXPECT_FALSE(DataSet::from_files({{"level2.map", {}}}, Release::dos_floppy)->is_demo());
    EXPECT_FALSE(DataSet::from_files({{"LEVEL1.LEV", {}}}, Release::amiga)->is_demo());
    EXPECT_TRUE(DataSet::from_files({{"DEMO.LEV", {}}}, Release::amiga_demo)->is_demo());
}

TEST(DataSet, SaysWhatIsMissingAndTheCure) {
    const auto nowhere = DataSet::open("/nonexistent/folder");
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().kind, ErrorKind::missing_data);
    const test::TemporaryFolder empty;
    const auto nothing = DataSet::open(empty.path());
    ASSERT_FALSE(nothing);
    EXPECT_EQ(nothing.error().line(),
              empty.path().string() +
                  ": expected the data files of a known release, found nothing. Name the folder "
                  "that has the game's data files, for example the DOS demo's with DEMO_UK.ABA");
    const auto file = DataSet::from_files({}, Release::dos_floppy)->read("LEVEL1.PGE");
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().kind, ErrorKind::missing_data);
    EXPECT_EQ(file.error().cure, "Copy LEVEL1.PGE from the game's disks or archive");
}

TEST(DataSet, NamesTheDamagedArchive) {
    const auto data = DataSet::from_files({{"DEMO_UK.ABA", text("xx")}}, Release::dos_demo);
    ASSERT_FALSE(data);
    EXPECT_EQ(data.error().file, "DEMO_UK.ABA");
    EXPECT_EQ(data.error().kind, ErrorKind::bad_data);
}

TEST(DataSet, OpensTheDemo) {
    RK_NEEDS_SHARED();
    const auto data = DataSet::open(test::flashback_demo());
    ASSERT_TRUE(data) << data.error().line();
    EXPECT_EQ(data->release(), Release::dos_demo);
    EXPECT_EQ(data->language(), Language::english);
    EXPECT_TRUE(data->is_demo());
    EXPECT_EQ(data->names().size(), 133u + 11u);
    EXPECT_EQ(crc32(*data->read("level1.pge")), 0x0472d63bu);
    EXPECT_EQ(data->read("level1.lev")->size(), 35360u);
}

} // namespace rekindle::flashback
