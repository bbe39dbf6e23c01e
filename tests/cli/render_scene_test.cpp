// Pictures of the emi engine by the command line.

#include <gtest/gtest.h>

#include "base/compare.h"
#include "base/files.h"
#include "base/picture.h"
#include "cli/run.h"
#include "demo/embedded.h"
#include "support/shared.h"
#include "support/temporary.h"

namespace rekindle::test {
namespace {

RgbaPicture picture_of(const std::filesystem::path& file) {
    auto picture = decode_png(must_read(file), file.string());
    EXPECT_TRUE(picture) << file;
    return picture ? *picture : RgbaPicture{};
}
std::array<int, 3> pixel(const RgbaPicture& picture, int x, int y) {
    const Byte* at = &picture.pixels[static_cast<std::size_t>(4 * (y * picture.width + x))];
    return {at[0], at[1], at[2]};
}
std::size_t different(const RgbaPicture& a, const RgbaPicture& b) {
    const auto difference = compare(a, b);
    EXPECT_TRUE(difference);
    return difference ? difference->beyond(0) : 0;
}

// A cell of the lighting lab: rows normdyn, fastdyn exact, half-lambert, static; columns 0, 45 ... 180.
RgbaPicture lab_cell(const RgbaPicture& sheet, int row, int column) {
    RgbaPicture cell = RgbaPicture::blank(200, 150);
    paste(cell, sheet, -(172 + column * 204), -(30 + row * 154));
    return cell;
}

} // namespace

TEST(RenderScene, PeelsTheCoatStepByStep) {
    const TemporaryFolder folder;
    const auto out = folder.path() / "coat";
    const Ran ran = rekindle({"render", "--game", "coat", "--boot", "--frames", "30", "--every", "15",
                              "--peel", "-o", out.string()});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const RgbaPicture background = picture_of(out / "1-background.png");
    const RgbaPicture people = picture_of(out / "2-characters.png");
    const RgbaPicture combined = picture_of(out / "3-combined.png");
    const RgbaPicture layers = picture_of(out / "4-layers.png");
    const RgbaPicture red = picture_of(out / "5-sprites-in-red.png");
    const RgbaPicture whole = picture_of(out / "6-whole.png");
    EXPECT_EQ(whole.pixels, picture_of(out / "frame_00030.png").pixels);
    EXPECT_TRUE(std::filesystem::exists(out / "frame_00015.png"));
    // Black but for people; people hide some of the background, the desk some of the people.
    EXPECT_EQ(pixel(people, 5, 5), (std::array{0, 0, 0}));
    EXPECT_GT(different(people, RgbaPicture::blank(640, 480)), 1000u);
    EXPECT_GT(different(background, combined), 1000u);
    EXPECT_GT(different(combined, layers), 1000u);
    // Where the sprite lies, red is what it is in the whole and the rest a third.
    int reddened = 0;
    for (int y = 150; y < 200; ++y)
        for (int x = 100; x < 160; ++x) {
            const auto in_red = pixel(red, x, y), in_whole = pixel(whole, x, y);
            reddened +=
                in_red[0] == in_whole[0] && std::abs(3 * in_red[2] - in_whole[2]) <= 3 && in_red != in_whole;
        }
    EXPECT_GT(reddened, 2000);
}

TEST(RenderScene, ASetAloneHasNobodyInItAndASetupOfItsOwn) {
    const TemporaryFolder folder;
    const std::string first = (folder.path() / "first").string(),
                      second = (folder.path() / "second").string();
    ASSERT_EQ(rekindle({"render", "--game", "coat", "--set", "emporium.set", "--peel", "-o", first}).code, 0);
    ASSERT_EQ(
        rekindle({"render", "--game", "coat", "--set", "emporium.set", "--setup", "1", "-o", second}).code,
        0);
    const RgbaPicture people = picture_of(std::filesystem::path(first) / "2-characters.png");
    for (std::size_t i = 0; i < people.pixels.size(); i += 4) ASSERT_EQ(people.pixels[i], 0);
    EXPECT_GT(different(picture_of(std::filesystem::path(first) / "frame_00001.png"),
                        picture_of(std::filesystem::path(second) / "frame_00001.png")),
              100000u);
}

TEST(RenderScene, AScriptChangesWhatIsShownAndAFolderOfDataIsAsGood) {
    const TemporaryFolder folder;
    for (const auto& [name, bytes] : demo::find_embedded_scene("coat")->files())
        ASSERT_TRUE(write_file(folder.path() / "data" / name, bytes));
    const auto script = folder.path() / "turn.lua";
    ASSERT_TRUE(write_file(script, "MakeCurrentSetup(1)\n"));
    const std::string data = (folder.path() / "data").string(), out = (folder.path() / "out").string();
    const Ran ran =
        rekindle({"render", data, "--set", "emporium.set", "--script", script.string(), "-o", out});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const std::string second = (folder.path() / "second").string();
    ASSERT_EQ(rekindle({"render", data, "--set", "emporium.set", "--setup", "1", "-o", second}).code, 0);
    EXPECT_EQ(picture_of(std::filesystem::path(out) / "frame_00001.png").pixels,
              picture_of(std::filesystem::path(second) / "frame_00001.png").pixels);
}

TEST(RenderScene, ExplainsInOneLineWhatItCannotDrawAndLeavesNothing) {
    const TemporaryFolder folder;
    const auto out = folder.path() / "out";
    const auto script = folder.path() / "bad.lua";
    ASSERT_TRUE(write_file(script, "this is not (\n"));
    const auto expect_code = [&](int code, std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"render", "-o", out.string()});
        const Ran ran = rekindle(arguments);
        EXPECT_EQ(ran.code, code) << ran.err;
        EXPECT_TRUE(is_one_line(ran.err)) << ran.err;
        EXPECT_FALSE(std::filesystem::exists(out));
    };
    expect_code(2, {"--set", "emporium.set"});
    expect_code(2, {"--game", "nothing", "--boot"});
    expect_code(2, {"--game", "coat", "--set", "emporium.set", "--setup", "2"});
    expect_code(2, {"--game", "coat", "--set", "emporium.set", "--room", "1"});
    expect_code(4, {"--game", "coat", "--set", "nowhere.set"});
    expect_code(3, {"--game", "coat", "--set", "emporium.set", "--script", script.string()});
    expect_code(4, {"--game", "coat", "--set", "emporium.set", "--script", (folder.path() / "x").string()});
    expect_code(4, {(folder.path() / "none").string(), "--boot"});
}

// The figure's chest looks straight at the viewer in the middle column, so the light from the side meets it
// at a right angle: nothing by Lambert, a quarter by half-Lambert (R77, R84). Its colour is 90 110 170, the
// light 0.9 0.85 0.75, ambient 0.1 0.1 0.14.
TEST(LightingLab, ItsCellsShowTheLightModesAsTheRulesSay) {
    const TemporaryFolder folder;
    const auto file = folder.path() / "lab.png";
    const Ran ran = rekindle({"render", "--lighting-lab", "-o", file.string()});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const RgbaPicture sheet = picture_of(file);
    enum { normdyn, fastdyn, half_lambert, fixed };
    for (int column = 0; column < 5; ++column) {
        EXPECT_EQ(lab_cell(sheet, normdyn, column).pixels, lab_cell(sheet, fastdyn, column).pixels);
        EXPECT_EQ(lab_cell(sheet, fixed, column).pixels, lab_cell(sheet, normdyn, 0).pixels);
    }
    const auto expect_chest = [&](int row, int column, std::array<int, 3> color) {
        const auto found = pixel(lab_cell(sheet, row, column), 100, 130);
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_NEAR(found[i], color[i], 2) << row << " " << column << " channel " << i;
    };
    expect_chest(normdyn, 4, {9, 11, 23});
    expect_chest(normdyn, 2, {9, 11, 23});
    expect_chest(half_lambert, 2, {29, 34, 55});
    EXPECT_GT(different(lab_cell(sheet, half_lambert, 4), lab_cell(sheet, normdyn, 4)), 0u);
}

TEST(LightingLab, NeedsAPlaceThatCanBeWritten) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_file(folder.path() / "file", "in the way"));
    const Ran ran = rekindle({"render", "--lighting-lab", "-o", (folder.path() / "file/lab.png").string()});
    EXPECT_EQ(ran.code, 2) << ran.err;
    EXPECT_TRUE(is_one_line(ran.err)) << ran.err;
}

} // namespace rekindle::test
