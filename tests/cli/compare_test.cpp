#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/picture.h"
#include "cli/run.h"
#include "support/shared.h"
#include "support/temporary.h"

namespace rekindle::test {
namespace {

// Two pictures of 10x10 in a folder: grey, and grey with one pixel five steps away and one two.
class CompareCommand : public ::testing::Test {
  protected:
    TemporaryFolder folder;
    std::string a = (folder.path() / "a.png").string(), b = (folder.path() / "b.png").string();

    void SetUp() override {
        RgbaPicture picture = RgbaPicture::blank(10, 10);
        for (Byte& byte : picture.pixels) byte = 128;
        keep(a, picture);
        picture.pixels[0] = 133;
        picture.pixels[4 * 57 + 2] = 126;
        keep(b, picture);
    }
    static void keep(const std::string& file, const RgbaPicture& picture) {
        const auto png = encode_png(picture);
        ASSERT_TRUE(png && write_file(file, *png));
    }
};

} // namespace

TEST_F(CompareCommand, EqualPicturesAreFineAndDifferentOnesAreADifference) {
    EXPECT_EQ(rekindle({"compare", a, a}).code, 0);
    const Ran ran = rekindle({"compare", a, b});
    EXPECT_EQ(ran.code, 1);
    EXPECT_TRUE(is_one_line(ran.err)) << ran.err;
    EXPECT_NE(ran.out.find("98 of 100 equal"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("greatest difference 5"), std::string::npos) << ran.out;
}

TEST_F(CompareCommand, ATolerancePassesWhatIsWithinItAndAShareWhatIsRare) {
    EXPECT_EQ(rekindle({"compare", a, b, "--tolerance", "5"}).code, 0);
    EXPECT_EQ(rekindle({"compare", a, b, "--tolerance", "4"}).code, 1);
    EXPECT_EQ(rekindle({"compare", a, b, "--tolerance", "4", "--allow", "1"}).code, 0);
    EXPECT_EQ(rekindle({"compare", a, b, "--allow", "1.9"}).code, 1);
}

TEST_F(CompareCommand, TellsItsFiguresAsJson) {
    const Ran ran = rekindle({"compare", a, b, "--tolerance", "2", "--json"});
    EXPECT_EQ(ran.code, 1);
    const auto json = nlohmann::json::parse(ran.out, nullptr, false);
    ASSERT_FALSE(json.is_discarded()) << ran.out;
    EXPECT_EQ(json["equal"], 98);
    EXPECT_EQ(json["beyond"], 1);
    EXPECT_EQ(json["beyond_percent"], 1.0);
    EXPECT_EQ(json["greatest"], 5);
    EXPECT_EQ(json["mean"], 0.07);
    EXPECT_EQ(json["pixels_by_difference"]["2"], 1);
}

TEST_F(CompareCommand, WritesBothPicturesAndAHeatMapInARow) {
    const std::string out = (folder.path() / "diff.png").string();
    EXPECT_EQ(rekindle({"compare", a, b, "-o", out}).code, 1);
    const auto sheet = decode_png(must_read(out), out);
    ASSERT_TRUE(sheet);
    EXPECT_EQ(sheet->width, 3 * 10 + 2 * 8);
    EXPECT_EQ(sheet->height, 10 + 22);
    const auto red = [&](int x, int y) {
        return int{sheet->pixels[static_cast<std::size_t>(4 * (y * sheet->width + x))]};
    };
    EXPECT_EQ(red(0, 22), 128);
    EXPECT_EQ(red(18, 22), 133);
    EXPECT_EQ(red(36 + 5, 22 + 5), 0); // an equal pixel of the heat map
}

TEST_F(CompareCommand, RefusesInOneLineWhatItCannotCompare) {
    const std::string out = (folder.path() / "diff.png").string();
    const std::string small = (folder.path() / "small.png").string(),
                      text = (folder.path() / "t.png").string();
    keep(small, RgbaPicture::blank(9, 10));
    ASSERT_TRUE(write_file(text, "no picture"));
    const auto expect_code = [&](int code, const std::string& other) {
        const Ran ran = rekindle({"compare", a, other, "-o", out});
        EXPECT_EQ(ran.code, code) << ran.err;
        EXPECT_TRUE(is_one_line(ran.err)) << ran.err;
        EXPECT_FALSE(std::filesystem::exists(out));
    };
    expect_code(2, small);
    expect_code(3, text);
    expect_code(4, (folder.path() / "none.png").string());
    EXPECT_EQ(rekindle({"compare", a}).code, 2);
    EXPECT_EQ(rekindle({"compare", a, b, "--tolerance", "256"}).code, 2);
}

} // namespace rekindle::test
