// identify, inspect, unpack and pack on EMI's data.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "cli/run.h"
#include "support/emi_listing.h"
#include "support/emi_oracle.h"
#include "support/temporary.h"

namespace rekindle::test {
namespace {

// A folder with an archive of the game and a loose set.
class EmiFolder {
  public:
    EmiFolder() {
        add("art001.m4b", emi_oracle_file("t_f_sample.m4b"));
        add("room.setb", emi_listing("#### room.setb"));
        add("script.tab", emi_listing("#### script.tab"));
    }
    void add(const std::string& name, const Bytes& bytes) const {
        EXPECT_TRUE(write_file(folder_.path() / name, ByteView(bytes)));
    }
    std::string operator/(const std::string& name) const { return (folder_.path() / name).string(); }
    std::string path() const { return folder_.path().string(); }

  private:
    TemporaryFolder folder_;
};

} // namespace

TEST(EmiCommands, IdentifyCountsWhatAFolderHolds) {
    RK_NEEDS_SHARED();
    const EmiFolder folder;
    const Ran ran = rekindle({"identify", folder.path(), "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const auto json = nlohmann::json::parse(ran.out);
    EXPECT_EQ(json["game"], "emi");
    EXPECT_EQ(json["archives"][0]["name"], "art001.m4b");
    EXPECT_EQ(json["archives"][0]["files"], 10);
    const Ran file = rekindle({"identify", folder / "room.setb"});
    EXPECT_EQ(file.code, 0) << file.err;
    EXPECT_NE(file.out.find("set"), std::string::npos);
}

TEST(EmiCommands, InspectShowsFilesAndEntries) {
    RK_NEEDS_SHARED();
    const EmiFolder folder;
    const Ran set = rekindle({"inspect", folder / "room.setb"});
    EXPECT_EQ(set.code, 0) << set.err;
    EXPECT_EQ(nlohmann::json::parse(set.out)["setups"][0]["fov"], 45);
    const Ran archive = rekindle({"inspect", folder / "art001.m4b", "--json"});
    EXPECT_EQ(archive.code, 0) << archive.err;
    EXPECT_EQ(nlohmann::json::parse(archive.out)["entries"].size(), 10u);
    const Ran entry = rekindle({"inspect", folder / "art001.m4b:FX/up.tga"});
    EXPECT_EQ(entry.code, 0) << entry.err;
    EXPECT_EQ(nlohmann::json::parse(entry.out)["format"], "targa");
    const Ran none = rekindle({"inspect", folder / "art001.m4b:nothing"});
    EXPECT_EQ(none.code, 4);
    EXPECT_TRUE(is_one_line(none.err)) << none.err;
}

TEST(EmiCommands, ADamagedFileIsNamedWithItsOffset) {
    RK_NEEDS_SHARED();
    const EmiFolder folder;
    Bytes bytes = emi_listing("#### room.setb");
    bytes.resize(300);
    folder.add("room.setb", bytes);
    const Ran ran = rekindle({"inspect", folder / "room.setb"});
    EXPECT_EQ(ran.code, 3);
    EXPECT_NE(ran.err.find("at 0x"), std::string::npos) << ran.err;
}

TEST(EmiCommands, PackGivesBackWhatUnpackTookApart) {
    RK_NEEDS_SHARED();
    const EmiFolder folder;
    for (const std::string name : {"art001.m4b", "room.setb", "script.tab"})
        for (const bool raw : {false, true}) {
            if (raw && name != "art001.m4b") continue;
            const TemporaryFolder out;
            const std::string files = (out.path() / "files").string(), packed = (out.path() / name).string();
            std::vector<std::string> call{"unpack", folder / name, "-o", files};
            if (raw) call.emplace_back("--raw");
            const Ran unpacked = rekindle(call);
            ASSERT_EQ(unpacked.code, 0) << unpacked.err;
            const Ran ran = rekindle({"pack", files, "-o", packed});
            ASSERT_EQ(ran.code, 0) << ran.err;
            EXPECT_TRUE(must_read(packed) == must_read(folder / name)) << name;
        }
}

TEST(EmiCommands, UnpackLeavesNothingWhenItFails) {
    RK_NEEDS_SHARED();
    const EmiFolder folder;
    Bytes broken = emi_oracle_file("t_f_sample.m4b");
    broken[20] = 0xFF; // a name outside the table
    folder.add("music1.m4b", broken);
    const TemporaryFolder out;
    const Ran ran = rekindle({"unpack", folder.path(), "-o", (out.path() / "files").string()});
    EXPECT_EQ(ran.code, 3) << ran.err; // after art001.m4b was written
    EXPECT_TRUE(is_one_line(ran.err)) << ran.err;
    EXPECT_TRUE(std::filesystem::is_empty(out.path()));
}

} // namespace rekindle::test
