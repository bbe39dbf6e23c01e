#include <gtest/gtest.h>

#include <cstdlib>

#include "base/hash.h"
#include "flashback/data/archive.h"
#include "flashback/data/packer.h"
#include "support/damage.h"
#include "support/shared.h"

namespace rekindle::flashback {
namespace {

Bytes text(std::string_view text) { return {text.begin(), text.end()}; }

// Two entries behind 4 + 2 × 30 bytes of directory. The first packs to a literal and copies of 256 and 43:
// 13 + 23 + 23 bits, two words beside the check word and the size.
Archive small_archive() {
    Archive archive;
    archive.entries = {make_entry("AB.TXT", Bytes(300, 'a')), make_entry("C", text("short"))};
    archive.entries[0].after_name = "GARB\x01";
    return archive;
}

Bytes small_bytes() { return *write_archive(small_archive(), "x.aba"); }

// The error of an archive whose byte `at` has become `value`.
std::string error_with(std::size_t at, Byte value) {
    Bytes bytes = small_bytes();
    bytes.at(at) = value;
    const auto archive = read_archive(bytes, "x.aba");
    return archive ? "no error" : archive.error().line();
}

constexpr std::size_t first = 4, second = 34;

} // namespace

TEST(Archive, WritesDirectoryThenData) {
    const Bytes bytes = small_bytes();
    const Bytes head{0,    2,    0,    30, // two entries of 30 bytes
                     'A',  'B',  '.',  'T', 'X', 'T', 0, 'G', 'A', 'R', 'B', 1, 0, 0, // name and garbage
                     0,    0,    0,    64,                                            // where the data begin
                     0,    0,    0,    16,                                            // packed size
                     0,    0,    1,    44,                                            // 300 unpacked
                     0x44, 0x2E, 0x4D, 0x2E};
    ASSERT_GE(bytes.size(), head.size());
    EXPECT_EQ(Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(head.size())), head);
    EXPECT_EQ(Bytes(bytes.end() - 5, bytes.end()), text("short"));
}

TEST(Archive, ReadsWhatItWrote) {
    const auto archive = read_archive(small_bytes(), "x.aba");
    ASSERT_TRUE(archive) << archive.error().line();
    EXPECT_EQ(archive->entries[0].after_name, std::string("GARB\x01\0\0", 7));
    EXPECT_EQ(*write_archive(*archive, "x.aba"), small_bytes());
    EXPECT_EQ(*unpack_entry(*archive->find("ab.txt"), "x.aba"), Bytes(300, 'a'));
    EXPECT_EQ(*unpack_entry(*archive->find("c"), "x.aba"), text("short"));
    EXPECT_EQ(archive->find("D"), nullptr);
}

TEST(Archive, StoresWhatPackingWouldNotShorten) {
    EXPECT_FALSE(make_entry("A", text("short")).is_packed());
    EXPECT_FALSE(make_entry("A", {}).is_packed());
    EXPECT_TRUE(make_entry("A", Bytes(300, 'a')).is_packed());
}

TEST(Archive, RefusesADirectoryThatIsNone) {
    EXPECT_EQ(error_with(1, 0), "x.aba at 0x0 (0): expected at least one entry, found 0");
    EXPECT_EQ(error_with(3, 31), "x.aba at 0x2 (2): expected directory entries of 30 bytes, found 31");
    EXPECT_EQ(error_with(0, 1),
              "x.aba at 0x0 (0): expected a directory that ends within the archive's 85 bytes, found 258");
}

TEST(Archive, RefusesBadNames) {
    EXPECT_EQ(error_with(first, 0), "x.aba at 0x4 (4): expected a file name, found \"\"");
    EXPECT_EQ(error_with(first + 1, '/'), "x.aba at 0x4 (4): expected a file name, found \"A/.TXT\"");
    Bytes bytes = small_bytes();
    std::fill_n(bytes.begin() + second, 14, 'C');
    const auto endless = read_archive(bytes, "x.aba");
    ASSERT_FALSE(endless);
    EXPECT_EQ(endless.error().expected, "a name that ends within 14 bytes");

    Archive twice = small_archive();
    twice.entries[1].name = "ab.txt";
    EXPECT_FALSE(write_archive(twice, "x.aba"));
    bytes = small_bytes();
    std::copy_n("ab.txt", 7, bytes.begin() + second);
    const auto repeated = read_archive(bytes, "x.aba");
    ASSERT_FALSE(repeated);
    EXPECT_EQ(repeated.error().line(), "x.aba at 0x22 (34): expected every name once, found a second ab.txt");
}

TEST(Archive, RefusesDataThatDontFollowEachOther) {
    EXPECT_EQ(error_with(first + 17, 65),
              "x.aba at 0x12 (18): expected AB.TXT to begin where the data before it end, at 64, found 65");
    EXPECT_EQ(error_with(second + 17, 85),
              "x.aba at 0x30 (48): expected C to begin where the data before it end, at 80, found 85");
    EXPECT_EQ(error_with(second + 21, 6),
              "x.aba at 0x34 (52): expected a packed size of C that ends inside the archive, found 6");
    EXPECT_EQ(
        error_with(second + 21, 4),
        "x.aba at 0x54 (84): expected the end of the archive behind its last entry, found 1 more bytes");
}

TEST(Archive, RefusesOtherTagsAndGiantEntries) {
    EXPECT_EQ(error_with(first + 29, 0),
              "x.aba at 0x1e (30): expected the tag D.M. (0x442e4d2e), found 0x442e4d00");
    EXPECT_EQ(error_with(first + 22, 2),
              "x.aba at 0x1a (26): expected an unpacked size of at most 16 MiB, found 33554732");
}

TEST(Archive, RefusesAnEntryOfAnotherSizeThanItsDirectorySays) {
    Archive archive = small_archive();
    archive.entries[0].size = 301;
    const auto bytes = unpack_entry(archive.entries[0], "x.aba");
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().line(), "x.aba:AB.TXT at 0xc (12): expected an unpacked size of 301, found 300");
}

TEST(Archive, RefusesToWriteWhatItWouldNotRead) {
    EXPECT_FALSE(write_archive(Archive{}, "x.aba"));
    Archive archive = small_archive();
    archive.entries[0].after_name = "12345678";
    EXPECT_FALSE(write_archive(archive, "x.aba"));
    archive = small_archive();
    archive.entries[0].name = "../A";
    EXPECT_FALSE(write_archive(archive, "x.aba"));
}

TEST(Archive, AnswersDamageWithAnErrorOrAnArchive) {
    const auto load = [](const Bytes& bytes) {
        const auto archive = read_archive(bytes, "x.aba");
        if (!archive) return;
        for (const ArchiveEntry& entry : archive->entries) (void)unpack_entry(entry, "x.aba");
        EXPECT_EQ(*write_archive(*archive, "x.aba"), bytes);
    };
    test::for_each_truncation(small_bytes(),
                              [](const Bytes& bytes) { EXPECT_FALSE(read_archive(bytes, "x.aba")); });
    test::for_each_bit_flip(small_bytes(), load);
}

TEST(Archive, HasEveryEntryOfTheDemoWithItsCheckValue) {
    RK_NEEDS_SHARED();
    const Bytes bytes = test::must_read(test::flashback_demo() / "DEMO_UK.ABA");
    const auto archive = read_archive(bytes, "DEMO_UK.ABA");
    ASSERT_TRUE(archive) << archive.error().line();
    const auto rows = test::read_csv(*test::shared_dir() / "spec/flashback-tables/check-archive.csv");
    ASSERT_EQ(archive->entries.size(), 133u);
    ASSERT_EQ(rows.size(), 134u);
    std::size_t offset = 0xF9A, stored = 0;
    for (std::size_t i = 0; i < archive->entries.size(); ++i) {
        const ArchiveEntry& entry = archive->entries[i];
        const std::vector<std::string>& row = rows[i + 1];
        EXPECT_EQ(entry.name, row[0]);
        EXPECT_EQ(offset, std::stoul(row[1])) << row[0];
        EXPECT_EQ(entry.packed.size(), std::stoul(row[2])) << row[0];
        EXPECT_EQ(entry.size, std::stoul(row[3])) << row[0];
        const auto contents = unpack_entry(entry, "DEMO_UK.ABA");
        ASSERT_TRUE(contents) << contents.error().line();
        EXPECT_EQ(crc32(*contents), std::stoul(row[4], nullptr, 16)) << row[0];
        offset += entry.packed.size();
        if (!entry.is_packed()) ++stored;
    }
    EXPECT_EQ(stored, 10u);
    EXPECT_EQ(*write_archive(*archive, "DEMO_UK.ABA"), bytes);
}

TEST(Archive, PacksTheDemoNoLongerThanTheOriginalPacker) {
    RK_NEEDS_SHARED();
    const Bytes bytes = test::must_read(test::flashback_demo() / "DEMO_UK.ABA");
    const auto archive = read_archive(bytes, "DEMO_UK.ABA");
    ASSERT_TRUE(archive);
    for (const ArchiveEntry& entry : archive->entries) {
        const Bytes contents = *unpack_entry(entry, "x");
        const ArchiveEntry again = make_entry(entry.name, contents);
        EXPECT_LE(again.packed.size(), entry.packed.size()) << entry.name;
        const auto unpacked = unpack_entry(again, "x");
        ASSERT_TRUE(unpacked) << unpacked.error().line();
        EXPECT_EQ(*unpacked, contents) << entry.name;
    }
}

TEST(Archive, UnpacksTheCollisionFilesThatAreStreamsThemselves) {
    RK_NEEDS_SHARED();
    const auto archive = read_archive(test::must_read(test::flashback_demo() / "DEMO_UK.ABA"), "DEMO_UK.ABA");
    const std::pair<const char*, std::uint32_t> cases[]{
        {"LEVEL1.CT", 0x37412726}, {"LEVEL3.CT", 0xe885423d}, {"LEVEL5.CT", 0xeab6eb43}};
    for (auto [name, crc] : cases) {
        const ArchiveEntry* entry = archive->find(name);
        ASSERT_NE(entry, nullptr);
        const auto grid = unpack(entry->packed, UnpackedSize::exactly(7424), name);
        ASSERT_TRUE(grid) << grid.error().line();
        EXPECT_EQ(crc32(*grid), crc) << name;
    }
}

} // namespace rekindle::flashback
