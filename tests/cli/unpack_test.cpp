#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/picture.h"
#include "cli/demo_copy.h"
#include "cli/run.h"
#include "flashback/data/archive.h"

namespace rekindle::test {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

Bytes text(std::string_view text) { return {text.begin(), text.end()}; }

// An archive of our own, unpacked into a folder: a packed entry with garbage behind its name and a stored
// one.
class Unpacked {
  public:
    Unpacked() {
        flashback::Archive archive;
        archive.entries = {flashback::make_entry("Long.txt", Bytes(300, 'a')),
                           flashback::make_entry("short.bin", text("xyz"))};
        archive.entries[0].after_name = std::string("\0gar", 4) + "\xFF";
        bytes_ = *flashback::write_archive(archive, "x");
        EXPECT_TRUE(write_file(folder_.path() / "MINE.ABA", ByteView(bytes_)));
        const Ran ran = rekindle({"unpack", (folder_.path() / "MINE.ABA").string(), "-o", out().string()});
        EXPECT_EQ(ran.code, 0) << ran.err;
    }
    fs::path out() const { return folder_.path() / "out"; }
    fs::path file(const char* name) const { return out() / "archives/MINE.ABA" / name; }
    const Bytes& bytes() const { return bytes_; }
    Ran pack() const { return rekindle({"pack", out().string(), "-o", again().string()}); }
    fs::path again() const { return folder_.path() / "AGAIN.ABA"; }
    ordered_json manifest() const {
        const Bytes bytes = must_read(out() / "manifest.json");
        return ordered_json::parse(bytes.begin(), bytes.end());
    }
    void set_manifest(const ordered_json& json) const {
        EXPECT_TRUE(write_file(out() / "manifest.json", json.dump()));
    }

  private:
    TemporaryFolder folder_;
    Bytes bytes_;
};

} // namespace

TEST(Unpack, ThenPackGivesTheRealArchiveByteForByte) {
    RK_NEEDS_SHARED();
    const TemporaryFolder folder;
    const fs::path out = folder.path() / "out", again = folder.path() / "AGAIN.ABA";
    const Ran unpacked = rekindle({"unpack", flashback_demo().string(), "--output", out.string(), "--raw"});
    ASSERT_EQ(unpacked.code, 0) << unpacked.err;
    EXPECT_EQ(list_files(out / "archives/DEMO_UK.ABA").size(), 133u);
    EXPECT_EQ(list_files(out / "packed/DEMO_UK.ABA").size(), 123u);
    EXPECT_EQ(list_files(out / "loose").size(), 10u);
    const Ran packed = rekindle({"pack", out.string(), "-o", again.string()});
    ASSERT_EQ(packed.code, 0) << packed.err;
    EXPECT_EQ(must_read(again), must_read(flashback_demo() / "DEMO_UK.ABA"));
}

TEST(Unpack, WritesTablesAndPicturesOfTheDemo) {
    RK_NEEDS_SHARED();
    const TemporaryFolder folder;
    const fs::path out = folder.path() / "out";
    const Ran ran = rekindle({"unpack", flashback_demo().string(), "-o", out.string()});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(list_files(out / "pictures/level0/rooms").size(), 38u);
    EXPECT_EQ(list_files(out / "pictures/level2/rooms").size(), 61u);
    EXPECT_EQ(list_files(out / "pictures/level5/rooms").size(), 64u);
    EXPECT_EQ(list_files(out / "pictures/level0/shapes").size(), 166u);
    EXPECT_EQ(list_files(out / "pictures/icons").size(), 79u);
    EXPECT_EQ(list_files(out / "pictures/characters/PERSO").size(), 681u);
    EXPECT_EQ(list_files(out / "pictures/characters/GLUE").size(), 185u);
    EXPECT_EQ(list_files(out / "pictures/menus").size(), 2u);
    // Formats 12: 343 + 190 + 276 object pictures of the levels' animations are in their banks.
    EXPECT_EQ(list_files(out / "pictures/level0/objects").size(), 343u);
    EXPECT_EQ(list_files(out / "pictures/level2/objects").size(), 190u);
    EXPECT_EQ(list_files(out / "pictures/level5/objects").size(), 276u);
    // Conrad standing: 7 x 39, colour 0 transparent, the others of palette A (formats 21.4).
    const fs::path conrad = out / "pictures/characters/PERSO/0000.png";
    const auto picture = decode_indexed_png(must_read(conrad), "0000.png");
    ASSERT_TRUE(picture) << picture.error().line();
    EXPECT_EQ(picture->picture.width, 7);
    EXPECT_EQ(picture->picture.height, 39);
    EXPECT_EQ(picture->palette[1], (Color{0xCC, 0xCC, 0xCC}));
    EXPECT_EQ(picture->palette[9], (Color{0x66, 0x44, 0x11}));

    const Bytes csv = must_read(out / "tables/LEVEL1.PGE.entities.csv");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 108);
    const Bytes records = must_read(out / "tables/level5.records.csv");
    EXPECT_EQ(std::count(records.begin(), records.end(), '\n'), 1996);
    const Bytes json = must_read(out / "tables/LEVEL3.CT.json");
    EXPECT_EQ(ordered_json::parse(json.begin(), json.end()).at("grid").size(), 64u * 7u);
}

TEST(Unpack, KeepsCaseOrderGarbageAndStreams) {
    const Unpacked unpacked;
    const ordered_json entries = unpacked.manifest().at("archives")[0].at("entries");
    EXPECT_EQ(entries[0].at("name"), "Long.txt");
    EXPECT_EQ(entries[0].at("after_name"), "00676172ff");
    EXPECT_EQ(entries[0].at("packed"), true);
    EXPECT_EQ(entries[1].at("name"), "short.bin");
    EXPECT_FALSE(entries[1].contains("packed"));
    EXPECT_EQ(must_read(unpacked.file("short.bin")), text("xyz"));
    EXPECT_EQ(unpacked.pack().code, 0);
    EXPECT_EQ(must_read(unpacked.again()), unpacked.bytes());
}

TEST(Unpack, LeavesNothingBehindWhenItFails) {
    const TemporaryFolder folder;
    const fs::path archive = folder.path() / "BAD.ABA";
    flashback::Archive bad;
    bad.entries = {flashback::make_entry("A", Bytes(300, 'a'))};
    bad.entries[0].packed[0] ^= 1;
    ASSERT_TRUE(write_file(archive, ByteView(*flashback::write_archive(bad, "x"))));
    const Ran ran = rekindle({"unpack", archive.string(), "-o", (folder.path() / "out").string()});
    EXPECT_EQ(ran.code, 3);
    EXPECT_TRUE(is_one_line(ran.err)) << ran.err;
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(Unpack, WritesWhatIsSoundOfADamagedGame) {
    RK_NEEDS_SHARED();
    const DemoCopy demo;
    demo.change("LEVEL3.LEV", 300);
    const TemporaryFolder folder;
    const fs::path out = folder.path() / "out";
    const Ran ran = rekindle({"unpack", demo.path(), "-o", out.string()});
    EXPECT_EQ(ran.code, 3);
    EXPECT_TRUE(is_one_line(ran.err)) << ran.err;
    EXPECT_NE(ran.err.find("LEVEL3.LEV at 0x"), std::string::npos) << ran.err;
    EXPECT_FALSE(fs::exists(out / "pictures/level2/rooms"));
    EXPECT_EQ(list_files(out / "pictures/level5/rooms").size(), 64u);
    EXPECT_EQ(must_read(out / "loose/LEVEL3.LEV"), must_read(fs::path(demo.path()) / "LEVEL3.LEV"));
}

TEST(Unpack, RefusesAFolderWithSomethingInItAndBadSources) {
    const TemporaryFolder folder;
    const std::string here = folder.path().string();
    ASSERT_TRUE(write_file(folder.path() / "full/x", "x"));
    ASSERT_TRUE(write_file(folder.path() / "BAD.ABA", "x"));
    const std::vector<std::pair<std::vector<std::string>, int>> cases{
        {{here + "/BAD.ABA", "-o", here + "/out"}, 3},
        {{here + "/nothing", "-o", here + "/out"}, 4},
        {{here + "/full", "-o", here + "/out"}, 4},
        {{here + "/BAD.ABA"}, 2},
    };
    for (auto [arguments, code] : cases) {
        arguments.insert(arguments.begin(), "unpack");
        const Ran ran = rekindle(arguments);
        EXPECT_EQ(ran.code, code) << ran.err;
        EXPECT_TRUE(is_one_line(ran.err)) << ran.err;
    }
    const Unpacked unpacked;
    const Ran twice = rekindle(
        {"unpack", (unpacked.out().parent_path() / "MINE.ABA").string(), "-o", unpacked.out().string()});
    EXPECT_EQ(twice.code, 2);
    EXPECT_NE(twice.err.find("a new or empty folder"), std::string::npos) << twice.err;
}

TEST(Pack, PacksAChangedFileAnewAndKeepsTheOthers) {
    const Unpacked unpacked;
    ASSERT_TRUE(write_file(unpacked.file("short.bin"), ByteView(Bytes(500, 'q'))));
    const Ran ran = unpacked.pack();
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("2 entries, 1 packed anew"), std::string::npos) << ran.out;
    const auto before = flashback::read_archive(unpacked.bytes(), "x");
    const auto after = flashback::read_archive(must_read(unpacked.again()), "x");
    ASSERT_TRUE(after) << after.error().line();
    EXPECT_EQ(after->entries[0], before->entries[0]);
    EXPECT_TRUE(after->entries[1].is_packed());
    EXPECT_EQ(*flashback::unpack_entry(after->entries[1], "x"), Bytes(500, 'q'));
}

TEST(Pack, TakesAnEntryThatWasAddedByNameOnly) {
    const Unpacked unpacked;
    ordered_json manifest = unpacked.manifest();
    manifest["archives"][0]["entries"].push_back({{"name", "NEW.BIN"}});
    unpacked.set_manifest(manifest);
    EXPECT_EQ(unpacked.pack().code, 4); // it is not there yet
    ASSERT_TRUE(write_file(unpacked.file("NEW.BIN"), "new"));
    const Ran ran = unpacked.pack();
    ASSERT_EQ(ran.code, 0) << ran.err;
    const auto archive = flashback::read_archive(must_read(unpacked.again()), "x");
    EXPECT_EQ(*flashback::unpack_entry(*archive->find("NEW.BIN"), "x"), text("new"));
}

TEST(Pack, RefusesAFileThatTheManifestDoesNotList) {
    const Unpacked unpacked;
    ASSERT_TRUE(write_file(unpacked.file("EXTRA.BIN"), "x"));
    const Ran ran = unpacked.pack();
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find("Remove it, or add {\"name\": \"EXTRA.BIN\"}"), std::string::npos) << ran.err;
}

TEST(Pack, RefusesAStreamThatIsNotTheFiles) {
    const Unpacked unpacked;
    const fs::path stream = unpacked.out() / "packed/MINE.ABA/Long.txt";
    ASSERT_TRUE(write_file(stream, ByteView(flashback::make_entry("x", Bytes(300, 'b')).packed)));
    const Ran other = unpacked.pack();
    EXPECT_EQ(other.code, 3);
    EXPECT_NE(other.err.find("Take \"packed\" out of the entry"), std::string::npos) << other.err;
    fs::remove(stream);
    EXPECT_EQ(unpacked.pack().code, 4);
    EXPECT_FALSE(fs::exists(unpacked.again()));
}

TEST(Pack, AnswersBadManifestsWithOneLine) {
    const Unpacked unpacked;
    const ordered_json good = unpacked.manifest();
    const auto code_of = [&](const std::string& text) {
        EXPECT_TRUE(write_file(unpacked.out() / "manifest.json", text));
        const Ran ran = unpacked.pack();
        EXPECT_TRUE(is_one_line(ran.err)) << ran.err;
        EXPECT_NE(ran.err.find("manifest"), std::string::npos) << ran.err;
        return ran.code;
    };
    const auto code_with = [&](const char* pointer, const ordered_json& value) {
        ordered_json json = good;
        json[ordered_json::json_pointer(pointer)] = value;
        return code_of(json.dump());
    };
    EXPECT_EQ(code_of(""), 3);
    EXPECT_EQ(code_of("[1, 2"), 3);
    EXPECT_EQ(code_of("{}"), 3);
    EXPECT_EQ(code_with("/rekindle_manifest", 2), 3);
    EXPECT_EQ(code_with("/archives", 1), 3);
    EXPECT_EQ(code_with("/archives/0", "x"), 3);
    EXPECT_EQ(code_with("/archives/0/name", "../x"), 3);
    EXPECT_EQ(code_with("/archives/0/entries", "x"), 3);
    EXPECT_EQ(code_with("/archives/0/entries/0", 1), 3);
    EXPECT_EQ(code_with("/archives/0/entries/0/name", 1), 3);
    EXPECT_EQ(code_with("/archives/0/entries/0/name", "a/b"), 3);
    EXPECT_EQ(code_with("/archives/0/entries/0/name", ".."), 3);
    EXPECT_EQ(code_with("/archives/0/entries/0/name", "SHORT.BIN"), 3);
    EXPECT_EQ(code_with("/archives/0/entries/0/size", -1), 3);
    EXPECT_EQ(code_with("/archives/0/entries/0/crc32", "xyz"), 3);
    EXPECT_EQ(code_with("/archives/0/entries/0/after_name", "0"), 3);
    EXPECT_EQ(code_with("/archives/0/entries/0/packed", "yes"), 3);
    EXPECT_EQ(code_with("/loose", ordered_json{{"a", 1}}), 3);
    fs::remove(unpacked.out() / "manifest.json");
    const Ran without = unpacked.pack();
    EXPECT_EQ(without.code, 4);
    EXPECT_NE(without.err.find("rekindle unpack makes such a folder"), std::string::npos) << without.err;
}

TEST(Pack, WantsToKnowWhichOfSeveralArchives) {
    const Unpacked unpacked;
    ordered_json manifest = unpacked.manifest();
    manifest["archives"].push_back({{"name", "OTHER.ABA"}, {"entries", ordered_json::array()}});
    unpacked.set_manifest(manifest);
    const Ran ran = unpacked.pack();
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find("--archive with one of MINE.ABA, OTHER.ABA"), std::string::npos) << ran.err;
    EXPECT_EQ(
        rekindle({"pack", unpacked.out().string(), "-o", unpacked.again().string(), "--archive", "mine.aba"})
            .code,
        0);
    EXPECT_EQ(must_read(unpacked.again()), unpacked.bytes());
}

} // namespace rekindle::test
