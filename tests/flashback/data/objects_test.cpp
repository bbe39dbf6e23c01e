#include "flashback/data/objects.h"

#include <gtest/gtest.h>

#include "support/damage.h"
#include "support/flashback_demo.h"
#include "support/shared.h"

namespace rekindle::flashback {
namespace {

// Three entries, the first two share one picture.
const Bytes small_spc{0, 6,    0, 6,  0,  16, //
                      2, 0xFF, 3, 24, 32, 1,  5, 10,   200, 0x17, 73, 4,
                      5, 6,    7, 2,  0,  0,  0, 0x20, 255, 1,    2,  0x0C};

TEST(Objects, EntriesOfOneOffsetShareAPicture) {
    const auto objects = read_objects(small_spc, "T.SPC");
    ASSERT_TRUE(objects) << objects.error().line();
    ASSERT_EQ(objects->size(), 3u);
    EXPECT_EQ(objects->pictures.size(), 2u);
    const ObjectPicture& first = (*objects)[1];
    EXPECT_EQ(&first, &(*objects)[0]);
    EXPECT_EQ(first.bank, 2);
    EXPECT_EQ(first.hot_x, -1);
    EXPECT_EQ(first.hot_y, 3);
    ASSERT_EQ(first.parts.size(), 1u);
    const ObjectPart& part = first.parts[0];
    EXPECT_EQ(part.y, 200) << "unsigned";
    EXPECT_EQ(part.width(), 16);
    EXPECT_EQ(part.height(), 32);
    EXPECT_TRUE(part.mirrored());
    EXPECT_EQ(part.bank_offset(), 160u);
    EXPECT_EQ(part.packed_size(), 256u);
    EXPECT_FALSE((*objects)[2].parts[0].mirrored()) << "bit 5 has no effect";
    EXPECT_EQ(write_objects(*objects).value(), small_spc);
}

TEST(Objects, FaultsAreRefusedWithTheirOffset) {
    struct Case {
        const char* what;
        std::size_t at;
        Byte value;
        std::size_t offset;
    };
    for (const Case& c : {Case{"odd table size", 1, 7, 0}, Case{"no table", 1, 0, 0}, Case{"gap", 5, 17, 4},
                          Case{"bank 74", 6, 74, 6}, Case{"no part", 11, 0, 11},
                          Case{"part count beyond the end", 21, 3, 30}, Case{"left over", 21, 1, 26}}) {
        Bytes bytes = small_spc;
        bytes[c.at] = c.value;
        const auto objects = read_objects(bytes, "T.SPC");
        ASSERT_FALSE(objects) << c.what;
        EXPECT_EQ(objects.error().offset, c.offset) << c.what << ": " << objects.error().line();
    }
}

TEST(Objects, WritingRefusesWhatTheFileCantSay) {
    auto objects = read_objects(small_spc, "T.SPC").value();
    auto bad = objects;
    bad.entries = {0, 1, 0};
    EXPECT_FALSE(write_objects(bad)) << "not ascending";
    bad.entries = {0, 0, 0};
    EXPECT_FALSE(write_objects(bad)) << "a picture without an entry";
    bad = objects;
    bad.pictures[0].parts.clear();
    EXPECT_FALSE(write_objects(bad)) << "no parts";
    bad.pictures[0].parts.resize(255);
    EXPECT_TRUE(write_objects(bad));
    bad.pictures.assign(80, bad.pictures[0]);
    bad.entries.resize(80);
    for (std::uint16_t i = 0; i < 80; ++i) bad.entries[i] = i;
    EXPECT_FALSE(write_objects(bad)) << "longer than 16-bit offsets reach";
}

TEST(Objects, TheDemoFileIsReadWhole) {
    RK_NEEDS_SHARED();
    const Bytes bytes = test::demo_file("GLOBAL.SPC");
    const auto objects = read_objects(bytes, "GLOBAL.SPC");
    ASSERT_TRUE(objects) << objects.error().line();
    EXPECT_EQ(objects->size(), 1137u);
    EXPECT_EQ(objects->pictures.size(), 1063u);
    std::size_t parts = 0, bit5 = 0, most = 0, x = 0, y = 0;
    for (const ObjectPicture& picture : objects->pictures) {
        parts += picture.parts.size();
        most = std::max(most, picture.parts.size());
        for (const ObjectPart& part : picture.parts) {
            bit5 += (part.bits & 0x20) != 0;
            x = std::max<std::size_t>(x, part.x);
            y = std::max<std::size_t>(y, part.y);
        }
    }
    EXPECT_EQ(parts, 2973u);
    EXPECT_EQ(bit5, 44u);
    EXPECT_EQ(most, 12u);
    EXPECT_EQ(x, 160u);
    EXPECT_EQ(y, 165u);
    EXPECT_EQ(write_objects(*objects).value(), bytes);
}

TEST(Objects, DamagedFilesGiveErrorsOrObjects) {
    test::for_each_truncation(small_spc, [](const Bytes& bad) { EXPECT_FALSE(read_objects(bad, "T.SPC")); });
    test::for_each_bit_flip(small_spc, [](const Bytes& bad) { (void)read_objects(bad, "T.SPC"); });
    RK_NEEDS_SHARED();
    const Bytes bytes = test::demo_file("GLOBAL.SPC");
    test::for_each_truncation(bytes, [](const Bytes& bad) { EXPECT_FALSE(read_objects(bad, "T.SPC")); });
}

} // namespace
} // namespace rekindle::flashback
