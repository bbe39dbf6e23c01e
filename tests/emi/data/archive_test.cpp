#include "emi/data/archive.h"

#include <gtest/gtest.h>

#include "base/deflate.h"
#include "base/files.h"
#include "base/hash.h"
#include "emi/data/game_files.h"
#include "emi/data/patch.h"
#include "emi/data/stored.h"
#include "support/damage.h"
#include "support/emi_listing.h"
#include "support/emi_oracle.h"

namespace rekindle::emi {
namespace {

namespace fs = std::filesystem;

std::vector<ByteView> all_contents(ByteView bytes, const Archive& archive) {
    std::vector<ByteView> contents;
    for (const ArchiveEntry& entry : archive.entries) contents.push_back(contents_of(bytes, entry));
    return contents;
}

Bytes bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

Bytes archive_of(std::vector<std::pair<std::string, std::string>> files) {
    std::vector<NamedFile> named;
    for (const auto& [name, text] : files) named.push_back({name, as_bytes(text)});
    return make_archive(named).value();
}

// A folder of its own for a test, gone afterwards.
struct Folder {
    Folder() {
        std::string name = (fs::temp_directory_path() / "rekindle-emi-XXXXXX").string();
        path = mkdtemp(name.data());
    }
    ~Folder() { fs::remove_all(path); }
    void add(const std::string& name, const Bytes& bytes) const {
        ASSERT_TRUE(write_file(path / name, ByteView(bytes)));
    }
    fs::path path;
};

std::string text_of(const GameFiles& files, std::string_view name) {
    const auto bytes = files.read(name);
    return bytes ? std::string(bytes->begin(), bytes->end()) : "missing";
}

} // namespace

TEST(Archive, HoldsTheMembersThatTheOracleLists) {
    RK_NEEDS_SHARED();
    const Bytes& bytes = test::emi_oracle_file("t_f_sample.m4b");
    const auto archive = read_archive(bytes, "t_f_sample.m4b");
    ASSERT_TRUE(archive) << archive.error().line();
    for (const nlohmann::json& line : test::emi_oracle_lines("files.jsonl")) {
        if (line["in"]["op"] != "lab") continue;
        ASSERT_EQ(archive->entries.size(), line["out"]["members"].size());
        for (const nlohmann::json& member : line["out"]["members"]) {
            const auto entry = find_entry(*archive, member["name"].get<std::string>());
            ASSERT_TRUE(entry) << member["name"];
            const ByteView contents = contents_of(bytes, archive->entries[*entry]);
            EXPECT_EQ(contents.size(), member["size"].get<std::size_t>());
            EXPECT_EQ(crc32(contents), member["crc32"].get<std::uint32_t>());
            EXPECT_EQ(normal_name(archive->entries[*entry].name), member["name"]);
        }
    }
}

TEST(Archive, IsWrittenAgainByteForByte) {
    RK_NEEDS_SHARED();
    for (const Bytes& bytes :
         {test::emi_oracle_file("t_f_sample.m4b"), test::emi_listing("19.3 A two-file archive")}) {
        const auto archive = read_archive(bytes, "x");
        ASSERT_TRUE(archive) << archive.error().line();
        const auto written = write_archive(*archive, all_contents(bytes, *archive));
        ASSERT_TRUE(written) << written.error().line();
        EXPECT_TRUE(*written == bytes);
    }
}

TEST(Archive, TheListedTwoFilesMakeTheListedArchive) {
    RK_NEEDS_SHARED();
    const Bytes lip = test::emi_listing("`tst001.lip`: mouth closed"),
                tga = test::emi_listing("#### box.tga");
    const auto made = make_archive({{"tst001.lip", lip}, {"box.tga", tga}});
    ASSERT_TRUE(made);
    EXPECT_TRUE(*made == test::emi_listing("19.3 A two-file archive"));
}

TEST(Archive, KeepsGapsCaseOrderAndSharedData) {
    // Two names for one piece of data, a gap before it and one behind, names last.
    Writer out;
    out.text("LABN");
    out.u32(0x20000, Endian::little); // an unusual version
    out.u32(2, Endian::little);
    out.u32(5, Endian::little);
    out.u32(64 + 0x13D0F, Endian::little);
    for (const std::uint32_t name : {2u, 0u}) {
        out.u32(name, Endian::little);
        out.u32(56, Endian::little);
        out.u32(4, Endian::little);
        out.u32(name, Endian::little); // unused, not zero
    }
    out.text("gap1data");
    out.text("gap2");
    out.bytes(Bytes{'A' ^ 0x96, 0, '\\' ^ 0x96, 'b' ^ 0x96, 0});
    out.text("end");
    const Bytes bytes = out.take();
    Notes notes;
    const auto archive = read_archive(bytes, "x", &notes);
    ASSERT_TRUE(archive) << archive.error().line();
    EXPECT_EQ(archive->entries[0].name, "\\b");
    EXPECT_EQ(archive->entries[1].name, "A");
    EXPECT_EQ(find_entry(*archive, "/B"), 0u);
    ASSERT_EQ(archive->gaps.size(), 3u);
    EXPECT_EQ(archive->gaps[1].bytes, bytes_of("gap2"));
    EXPECT_EQ(notes.size(), 3u); // version, unused, overlap
    const auto written = write_archive(*archive, all_contents(bytes, *archive));
    ASSERT_TRUE(written);
    EXPECT_TRUE(*written == bytes);
}

TEST(Archive, LaysItselfOutAnewWhenAFileGrows) {
    const Bytes bytes = archive_of({{"b", "two"}, {"A", "one"}});
    const auto archive = read_archive(bytes, "x");
    ASSERT_TRUE(archive);
    const Bytes longer = bytes_of("longer than before");
    const auto written =
        write_archive(*archive, std::vector<ByteView>{longer, contents_of(bytes, archive->entries[1])});
    ASSERT_TRUE(written);
    const auto again = read_archive(*written, "y");
    ASSERT_TRUE(again) << again.error().line();
    EXPECT_TRUE(std::ranges::equal(contents_of(*written, again->entries[0]), longer));
    EXPECT_TRUE(std::ranges::equal(contents_of(*written, again->entries[1]), bytes_of("two")));
    EXPECT_TRUE(again->gaps.empty());
}

TEST(Archive, TheLastOfEqualNamesCounts) {
    Bytes bytes = archive_of({{"aa", "first"}, {"ab", "second"}});
    const auto archive = read_archive(bytes, "x");
    ASSERT_TRUE(archive);
    bytes[archive->names_position + 4] = 'A' ^ 0x96; // "ab" → "aA"
    const auto changed = read_archive(bytes, "x");
    ASSERT_TRUE(changed);
    EXPECT_EQ(find_entry(*changed, "AA"), 1u);
}

TEST(Archive, ThePredecessorsVariantHasPlainNamesBehindTheEntries) {
    Writer out;
    out.text("LABN");
    for (const std::uint32_t word : {0x10000u, 1u, 2u, 0u, 34u, 3u, 0u}) out.u32(word, Endian::little);
    out.text(std::string_view("x\0abc", 5));
    const Bytes bytes = out.take();
    const auto archive = read_archive(bytes, "x");
    ASSERT_TRUE(archive) << archive.error().line();
    EXPECT_EQ(archive->variant, ArchiveVariant::grim);
    EXPECT_EQ(archive->entries[0].name, "x");
    EXPECT_TRUE(std::ranges::equal(contents_of(bytes, archive->entries[0]), bytes_of("abc")));
    const auto written = write_archive(*archive, all_contents(bytes, *archive));
    ASSERT_TRUE(written);
    EXPECT_TRUE(*written == bytes);
}

TEST(Archive, RefusesWhatLiesOutsideTheFile) {
    const Bytes good = archive_of({{"name", "data"}});
    const auto error_with = [&](std::size_t at, Byte value) {
        Bytes bad = good;
        bad[at] = value;
        const auto archive = read_archive(bad, "bad.m4b");
        return archive ? std::string("accepted") : archive.error().line();
    };
    EXPECT_EQ(error_with(0, 'l'), "bad.m4b at 0x0 (0): expected \"LABN\", found 6c 41 42 4e");
    EXPECT_NE(error_with(8, 100).find("entries that fit"), std::string::npos);
    EXPECT_NE(error_with(12, 100).find("a name table within"), std::string::npos);
    EXPECT_NE(error_with(20, 100).find("an offset within the name table"), std::string::npos);
    EXPECT_NE(error_with(28, 5).find("data within the archive"), std::string::npos);
    EXPECT_NE(error_with(40, 'x').find("a name that ends"), std::string::npos);
    EXPECT_NE(error_with(36, 0).find("at least one character"), std::string::npos);
}

TEST(Archive, DamageIsRefusedOrWrittenBackUnchanged) {
    RK_NEEDS_SHARED();
    const auto load = [](const Bytes& bytes) {
        const auto archive = read_archive(bytes, "x");
        if (!archive) return;
        const auto written = write_archive(*archive, all_contents(bytes, *archive));
        ASSERT_TRUE(written);
        EXPECT_TRUE(*written == bytes);
    };
    test::for_each_truncation(test::emi_oracle_file("t_f_sample.m4b"), load);
    test::for_each_bit_flip(test::emi_oracle_file("t_f_sample.m4b"), load);
}

TEST(GameFiles, AreFoundInTheOrderOfTheArchives) {
    const Folder folder;
    folder.add("i9n.m4b", archive_of({{"a", "i9n"}}));
    folder.add("PATCH.M4B", archive_of({{"a", "patch"}, {"b", "patch"}}));
    folder.add("art001.m4b", archive_of({{"b", "art1"}, {"c", "art1"}}));
    folder.add("art002.m4b", archive_of({{"C", "art2"}}));
    folder.add("art02.m4b", archive_of({{"d", "not an art archive"}}));
    folder.add("lip.m4b", bytes_of("not an archive at all"));
    folder.add("a", bytes_of("loose"));
    folder.add("Sub/Deep/E.txt", bytes_of("loose"));
    folder.add("1/2/3/4/5/f", bytes_of("too deep"));
    folder.add("datausr.m4b", archive_of({{"a", "user"}}));
    const auto files = GameFiles::open(folder.path);
    ASSERT_TRUE(files) << files.error().line();
    EXPECT_EQ(text_of(*files, "a"), "i9n");
    EXPECT_EQ(text_of(*files, "B"), "patch");
    EXPECT_EQ(text_of(*files, "c"), "art2"); // within one wildcard the higher number overrides
    EXPECT_EQ(text_of(*files, "d"), "missing");
    EXPECT_EQ(text_of(*files, "sub/deep/e.TXT"), "loose");
    EXPECT_EQ(text_of(*files, "sub\\deep\\e.txt"), "missing"); // nobody converted the separator
    EXPECT_EQ(text_of(*files, "1/2/3/4/5/f"), "missing");
    EXPECT_EQ(files->find("b")->place, "PATCH.M4B:b");
    const auto with_user = GameFiles::open(folder.path, {.user_archive = true});
    ASSERT_TRUE(with_user);
    EXPECT_EQ(text_of(*with_user, "a"), "user");
}

TEST(GameFiles, ThePatchThatIsMadeForAFileIsApplied) {
    const Folder folder;
    const auto patch = [](const std::string& from, const std::string& to) {
        return write_patch(make_patch(as_bytes(from), as_bytes(to))).value();
    };
    folder.add("art001.m4b", archive_of({{"a.lua", "old a"}, {"b.lua", "old b"}, {"c.lua", "old c"}}));
    folder.add("a.lua.patchr", patch("another a", "wrong"));
    folder.add("a.lua_1.patchr", patch("old a", "new a, and longer"));
    folder.add("b.lua.patchr", patch("another b", "wrong"));
    folder.add("c.lua.patchr", bytes_of("PATR and then nonsense"));
    const auto files = GameFiles::open(folder.path);
    ASSERT_TRUE(files);
    EXPECT_EQ(text_of(*files, "a.lua"), "new a, and longer");
    EXPECT_EQ(text_of(*files, "b.lua"), "old b"); // none is made for it
    EXPECT_NE(files->read("c.lua").error().line().find("c.lua.patchr"), std::string::npos);
}

TEST(GameFiles, ADamagedArchiveIsAnError) {
    const Folder folder;
    folder.add("patch.m4b", bytes_of("LABN and then nonsense"));
    const auto files = GameFiles::open(folder.path);
    ASSERT_FALSE(files);
    EXPECT_NE(files.error().line().find("patch.m4b"), std::string::npos);
}

TEST(GameFiles, CompiledKindsGetABAndSlashes) {
    EXPECT_EQ(compiled_name("actor\\box.cos"), "actor/box.cosb");
    EXPECT_EQ(compiled_name("x.anim"), "x.animb");
    EXPECT_EQ(compiled_name("a\\room.set"), "a\\room.setb");
}

TEST(Stored, GzipIsOpenedAndAPlainFileThatLooksLikeZlibStays) {
    const Bytes plain = bytes_of("some bytes, some bytes, some bytes");
    const Bytes packed = gzip(plain);
    EXPECT_EQ(packed[4] | packed[5] | packed[6] | packed[7], 0); // no time stamp
    const auto opened = open_stored(packed, "x");
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->wrapper, Wrapper::gzip);
    EXPECT_EQ(opened->bytes, plain);
    // 78 9C 03 00 00 00 00 01 is the empty zlib stream.
    const auto empty = open_stored(Bytes{0x78, 0x9C, 3, 0, 0, 0, 0, 1}, "x");
    ASSERT_TRUE(empty);
    EXPECT_EQ(empty->wrapper, Wrapper::zlib);
    EXPECT_TRUE(empty->bytes.empty());
    const auto not_zlib = open_stored(Bytes{0x78, 0x9C, 3, 0, 0, 0, 0, 2}, "x");
    ASSERT_TRUE(not_zlib);
    EXPECT_EQ(not_zlib->wrapper, Wrapper::none);
    const auto longer = open_stored(Bytes{0x78, 0x9C, 3, 0, 0, 0, 0, 1, 9}, "x");
    ASSERT_TRUE(longer);
    EXPECT_EQ(longer->wrapper, Wrapper::none);
}

TEST(Stored, DamagedGzipIsRefused) {
    const Bytes packed = gzip(bytes_of("some bytes, some bytes, some bytes"));
    test::for_each_truncation(
        packed, [](const Bytes& bytes) { EXPECT_EQ(open_stored(bytes, "x").has_value(), bytes.size() < 2); });
    test::for_each_bit_flip(packed, [](const Bytes& bytes) { (void)open_stored(bytes, "x"); });
}

} // namespace rekindle::emi
