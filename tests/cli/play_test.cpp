// rekindle play with the embedded game: it needs no data.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "cli/run.h"
#include "demo/embedded.h"
#include "emi/data/archive.h"
#include "support/shared.h"
#include "support/temporary.h"

namespace rekindle::test {

TEST(Play, ListsTheEmbeddedGames) {
    const Ran ran = rekindle({"play", "--list"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.out.substr(0, 17), "lantern: Lantern.");
    EXPECT_NE(ran.out.find("\ncoat: Coat."), std::string::npos) << ran.out;
    EXPECT_EQ(ran.err, "");
}

TEST(Play, AloneShowsLanternFromBeginningToEnd) {
    const TemporaryFolder folder;
    const Ran ran = rekindle({"play", "--headless", "--every", "100", "--png", folder.path().string()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const std::size_t pictures = list_files(folder.path()).size();
    EXPECT_GE(pictures, 8u) << ran.out;
}

TEST(Play, StartsAnEmbeddedGameByName) {
    const TemporaryFolder folder;
    const Ran ran = rekindle(
        {"play", "--game", "LANTERN", "--headless", "--ticks", "5", "--png", folder.path().string()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out.substr(0, 8), "5 steps,") << ran.out;
}

TEST(Play, RefusesAGameThatIsNotThereInOneLine) {
    const Ran ran = rekindle({"play", "--game", "nothing", "--headless"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_TRUE(is_one_line(ran.err)) << ran.err;
    EXPECT_NE(ran.err.find("--list"), std::string::npos);
}

TEST(Play, PlaysAReplayOfCoatToItsEndAndRecordsTheSame) {
    const TemporaryFolder folder;
    const std::string replay = (source_dir() / "demo/emi/coat/win.replay").string();
    const std::string record = (folder.path() / "record").string();
    const Ran ran = rekindle({"play", "--game", "coat", "--headless", "--input", replay, "--record", record,
                              "--every", "1000", "--png", (folder.path() / "png").string()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(list_files(folder.path() / "png").size(), 4u) << ran.out; // 1000, 2000, the last, the sheet
    EXPECT_EQ(must_read(record), must_read(replay));
}

TEST(Play, RefusesFlashbacksOptionsForAScene) {
    const Ran ran = rekindle({"play", "--game", "coat", "--headless", "--level", "2"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_TRUE(is_one_line(ran.err)) << ran.err;
    EXPECT_NE(ran.err.find("--level"), std::string::npos) << ran.err;
}

TEST(Play, BootsAFolderWithSceneData) {
    const TemporaryFolder folder;
    for (const auto& [name, bytes] : demo::find_embedded_scene("coat")->files())
        ASSERT_TRUE(write_file(folder.path() / name, ByteView(bytes)));
    const Ran ran = rekindle({"play", folder.path().string(), "--headless", "--ticks", "20", "--png",
                              (folder.path() / "png").string()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out.find("_system.lua"), std::string::npos) << ran.out;
}

TEST(Play, SceneDataWithoutItsMainScriptAreNamedInOneLine) {
    const TemporaryFolder folder;
    const Bytes bytes = must_read(source_dir() / "LICENSE");
    const auto archive = emi::make_archive({{"readme.txt", bytes}});
    ASSERT_TRUE(archive && write_file(folder.path() / "art001.m4b", ByteView(*archive)));
    const Ran ran = rekindle({"play", folder.path().string(), "--headless", "--ticks", "5"});
    EXPECT_EQ(ran.code, 4) << ran.err;
    EXPECT_TRUE(is_one_line(ran.err)) << ran.err;
    EXPECT_NE(ran.err.find("_system.lua"), std::string::npos) << ran.err;
}

TEST(Identify, FindsLanternComplete) {
    const TemporaryFolder folder;
    for (const auto& [name, bytes] : demo::find_embedded("lantern")->files())
        ASSERT_TRUE(write_file(folder.path() / name, ByteView(bytes)));
    const Ran ran = rekindle({"identify", "--json", folder.path().string()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const auto report = nlohmann::json::parse(ran.out);
    EXPECT_EQ(report.at("release"), "dos-demo");
    EXPECT_EQ(report.at("levels").at(2).at("state"), "complete");
}

TEST(Identify, FindsTheFilesOfCoat) {
    const TemporaryFolder folder;
    for (const auto& [name, bytes] : demo::find_embedded_scene("coat")->files())
        ASSERT_TRUE(write_file(folder.path() / name, ByteView(bytes)));
    const Ran ran = rekindle({"identify", folder.path().string()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("game: emi"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.err, "");
    const std::string archive = (folder.path() / "art001.m4b").string();
    EXPECT_NE(rekindle({"inspect", archive}).out.find("hero.meshb"), std::string::npos);
    EXPECT_EQ(rekindle({"inspect", archive + ":emporium.setb"}).code, 0);
    const std::string unpacked = (folder.path() / "unpacked").string();
    EXPECT_EQ(rekindle({"unpack", archive, "-o", unpacked, "--raw"}).code, 0);
    const std::string packed = (folder.path() / "art002.m4b").string();
    EXPECT_EQ(rekindle({"pack", unpacked, "-o", packed}).code, 0);
    EXPECT_EQ(read_file(archive).value_or(Bytes{1}), read_file(packed).value_or(Bytes{2}));
}

} // namespace rekindle::test
