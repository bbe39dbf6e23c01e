// A whole folder checked at once, and the recorded pictures.
#include "flashback/oracle/prove.h"

#include "flashback/oracle/check_frames.h"
#include "flashback/oracle/oracle_files.h"
#include "support/temporary.h"

namespace rekindle::flashback::oracle {
namespace {

namespace fs = std::filesystem;

TEST(FrameFile, SaysWhichPictureOfWhichTick) {
    const auto plain = frame_file("level1_demo1_t0200");
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->scenario, "level1_demo1");
    EXPECT_EQ(plain->tick, 200u);
    EXPECT_EQ(plain->what, FrameFile::What::tick);
    EXPECT_EQ(frame_file("level1_demo1_t0495_hud")->what, FrameFile::What::tick);
    EXPECT_EQ(frame_file("a_t1_inventory_closed")->what, FrameFile::What::tick);
    EXPECT_EQ(frame_file("a_t1_inventory_open")->what, FrameFile::What::first_inventory);
    EXPECT_EQ(frame_file("a_t1_inventory_score")->what, FrameFile::What::any_inventory);
    const auto dialog = frame_file("level1_idle_t0005_dialog2_seg1");
    ASSERT_TRUE(dialog);
    EXPECT_EQ(dialog->what, FrameFile::What::dialog);
    EXPECT_EQ(dialog->dialog, 2);
    EXPECT_EQ(dialog->segment, 0u);
    for (const char* name : {"level1", "level1_tx", "a_t1_", "a_t1_dialog2", "a_t1_dialog2_seg0"})
        EXPECT_FALSE(frame_file(name)) << name;
}

TEST(Pictures, OfTheOracleAreDrawnPixelForPixel) {
    RK_NEEDS_SHARED();
    const auto tasks = proof_tasks(oracle_dir());
    ASSERT_TRUE(tasks) << tasks.error().line();
    std::size_t pictures = 0;
    for (const ProofTask& task : *tasks) {
        if (!task.name.starts_with("frames of ")) continue;
        const auto reports = task.check(demo_levels());
        ASSERT_TRUE(reports) << reports.error().line();
        for (const TableReport& report : *reports) {
            EXPECT_EQ(report.differences, 0u) << report.first;
            ++pictures;
        }
    }
    EXPECT_EQ(pictures, oracle_names("frames", ".raw.zst").size());
}

class ProofFolder : public testing::Test {
  protected:
    void SetUp() override { RK_NEEDS_SHARED(); }
    void copy(const std::string& name) {
        fs::create_directories((folder_.path() / name).parent_path());
        fs::copy_file(oracle_dir() / name, folder_.path() / name);
    }
    void write(const std::string& name, const Bytes& bytes) {
        ASSERT_TRUE(write_file(folder_.path() / name, bytes));
    }
    std::vector<std::string> names() {
        std::vector<std::string> names;
        const auto tasks = proof_tasks(folder_.path());
        EXPECT_TRUE(tasks) << tasks.error().line();
        if (tasks)
            for (const ProofTask& task : *tasks) names.push_back(task.name);
        return names;
    }
    test::TemporaryFolder folder_;
};

TEST_F(ProofFolder, ChecksWhateverIsThere) {
    copy("scenarios/level1_idle.input");
    copy("scenarios/level1_idle.trace.zst");
    copy("frames/level1_idle_t0005.raw.zst");
    copy("frames/level1_idle_t0005.png");
    write("direct/grid_level1_start.bin", unpacked(oracle_dir() / "direct/grid_level1_start.bin.zst"));
    EXPECT_EQ(names(), (std::vector<std::string>{"scenarios/level1_idle", "frames of level1_idle",
                                                 "direct/grid_level1_start.bin"}));
}

TEST_F(ProofFolder, WithNothingInItIsMissingData) {
    const auto tasks = proof_tasks(folder_.path());
    ASSERT_FALSE(tasks);
    EXPECT_EQ(tasks.error().kind, ErrorKind::missing_data);
}

TEST_F(ProofFolder, NeedsTheInputOfATraceAndTheScenarioOfAFrame) {
    copy("scenarios/level1_idle.trace.zst");
    const auto no_input = proof_tasks(folder_.path());
    ASSERT_FALSE(no_input);
    EXPECT_EQ(no_input.error().kind, ErrorKind::missing_data);
    EXPECT_NE(no_input.error().file.find("level1_idle.input"), std::string::npos);
    copy("scenarios/level1_idle.input");
    copy("frames/level1_demo1_t0200.raw.zst");
    const auto no_scenario = proof_tasks(folder_.path());
    ASSERT_FALSE(no_scenario);
    EXPECT_NE(no_scenario.error().file.find("level1_demo1.input"), std::string::npos);
}

TEST_F(ProofFolder, WithAChangedPictureNamesThePixel) {
    copy("scenarios/level1_idle.input");
    copy("scenarios/level1_idle.trace.zst");
    Bytes picture = unpacked(oracle_dir() / "frames/level1_idle_t0005.raw.zst");
    picture[256 * 10 + 3] ^= 1;
    write("frames/level1_idle_t0005.raw", picture);
    const auto tasks = proof_tasks(folder_.path());
    ASSERT_TRUE(tasks);
    const auto reports = tasks->back().check(demo_levels());
    ASSERT_TRUE(reports) << reports.error().line();
    EXPECT_EQ(reports->front().differences, 1u);
    EXPECT_TRUE(reports->front().first.starts_with(
        "level1_idle_t0005: 1 of 58112 bytes differ, first pixel (3, 10): "))
        << reports->front().first;
}

} // namespace
} // namespace rekindle::flashback::oracle
