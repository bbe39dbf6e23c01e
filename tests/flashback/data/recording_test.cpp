#include <gtest/gtest.h>

#include <map>

#include "flashback/data/data_set.h"
#include "flashback/data/recording.h"
#include "support/shared.h"

namespace rekindle::flashback {

TEST(Recording, RefusesNothingAndTooMuch) {
    EXPECT_FALSE(read_recording({}, "x"));
    EXPECT_TRUE(read_recording(Bytes(1), "x"));
    EXPECT_TRUE(read_recording(Bytes(65536), "x"));
    const auto long_one = read_recording(Bytes(65537), "x");
    ASSERT_FALSE(long_one);
    EXPECT_EQ(long_one.error().line(), "x at 0x0 (0): expected a recording of 1 to 65536 bytes, found 65537");
}

TEST(Recording, FindsADemoByNameInAnyCase) {
    ASSERT_NE(find_demo("demo3"), nullptr);
    EXPECT_EQ(find_demo("demo3")->level, 2);
    EXPECT_EQ(find_demo("demo3")->first_sample, 1u);
    EXPECT_FALSE(find_demo("demo3")->room);
    ASSERT_NE(find_demo("Demo51.bin"), nullptr);
    EXPECT_EQ(find_demo("Demo51.bin")->room, 0);
    EXPECT_EQ(find_demo("demo2"), nullptr);
}

TEST(Recording, HoldsTheDemosSamples) {
    RK_NEEDS_SHARED();
    const auto data = DataSet::open(test::flashback_demo());
    ASSERT_TRUE(data) << data.error().line();
    for (const DemoStart& demo : demo_starts()) {
        const auto recording = data->load(demo.file, read_recording);
        ASSERT_TRUE(recording) << recording.error().line();
        EXPECT_EQ(recording->samples.size(), 2048u);
        EXPECT_EQ(write_recording(*recording), *data->read(demo.file));
    }
    std::map<int, int> counts;
    const Recording recording = *data->load("DEMO1.BIN", read_recording);
    for (const Byte sample : recording.samples) ++counts[sample];
    const std::map<int, int> expected{{0x00, 580}, {0x40, 562}, {0x08, 231}, {0x44, 205}, {0x41, 140},
                                      {0x48, 124}, {0x01, 53},  {0x04, 47},  {0x20, 37},  {0x10, 31},
                                      {0x02, 24},  {0x42, 12},  {0x80, 2}};
    EXPECT_EQ(counts, expected);
    EXPECT_EQ(counts[recorded::inventory], 2);
}

} // namespace rekindle::flashback
