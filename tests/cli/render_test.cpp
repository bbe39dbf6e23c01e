#include <gtest/gtest.h>

#include <cstring>

#include "base/hash.h"
#include "base/picture.h"
#include "cli/run.h"
#include "support/shared.h"
#include "support/temporary.h"

namespace rekindle::test {
namespace {

std::uint32_t crc_of_png(const std::filesystem::path& path) {
    const auto png = decode_indexed_png(must_read(path), path.string());
    return png ? crc32(png->picture.pixels) : 0;
}

} // namespace

TEST(RenderCommand, DrawsTheOraclesPictureOfATick) {
    RK_NEEDS_SHARED();
    const TemporaryFolder folder;
    const auto file = folder.path() / "tick.png";
    const Ran ran = rekindle(
        {"render", flashback_demo().string(), "--demo", "demo1", "--tick", "400", "-o", file.string()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const auto drawn = decode_indexed_png(must_read(file), "drawn");
    const auto measured = decode_indexed_png(
        must_read(*shared_dir() / "oracle/flashback/frames/level1_demo1_t0400.png"), "measured");
    ASSERT_TRUE(drawn && measured);
    EXPECT_EQ(drawn->picture, measured->picture);
    EXPECT_EQ(drawn->palette, measured->palette);
}

TEST(RenderCommand, DrawsARoomWithoutWhatIsInIt) {
    RK_NEEDS_SHARED();
    const TemporaryFolder folder;
    const auto file = folder.path() / "room.png";
    const Ran ran = rekindle({"render", flashback_demo().string(), "--level", "0", "--room", "27", "--empty",
                              "-o", file.string()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(crc_of_png(file), 0x71a5640cu); // check-rooms.csv
}

TEST(RenderCommand, WritesAFileATickIntoAFolder) {
    const TemporaryFolder folder;
    const Ran ran = rekindle({"render", "--game", "lantern", "--demo", "demo3", "--tick", "10", "20",
                              "--scale", "2", "-o", (folder.path() / "out").string()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const auto png = decode_png(must_read(folder.path() / "out" / "tick_00020.png"), "tick");
    ASSERT_TRUE(png);
    EXPECT_EQ(png->width, 512);
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "out" / "tick_00010.png"));
}

TEST(RenderCommand, ExplainsWhatItCannotDraw) {
    const TemporaryFolder folder;
    const std::string out = (folder.path() / "x.png").string();
    const auto expect_usage = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"render", "-o", out});
        const Ran ran = rekindle(arguments);
        EXPECT_EQ(ran.code, 2) << ran.err;
        EXPECT_TRUE(is_one_line(ran.err)) << ran.err;
        EXPECT_FALSE(std::filesystem::exists(out));
    };
    expect_usage({"--game", "lantern"});
    expect_usage({"--room", "1"});
    expect_usage({"--game", "nothing", "--room", "1"});
    expect_usage({"--game", "lantern", "--level", "2", "--room", "63"});
    expect_usage({"--game", "lantern", "--demo", "demo3"});
    expect_usage({"--game", "lantern", "--demo", "demo3", "--tick", "99999"});
    expect_usage({"--game", "lantern", "--demo", "demo3", "--room", "1", "--tick", "1"});
}

} // namespace rekindle::test
