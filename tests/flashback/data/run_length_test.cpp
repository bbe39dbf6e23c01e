#include "flashback/data/run_length.h"

#include "support/flashback_demo.h"

namespace rekindle::flashback {

TEST(RunLength, RepeatsAByteForNegativeCodesAndCopiesForOthers) {
    // 2: three literals; -1: twice; -128: 129 times.
    const Bytes packed{0x02, 10, 11, 12, 0xFF, 20, 0x80, 30};
    Bytes expected{10, 11, 12, 20, 20};
    expected.insert(expected.end(), 129, 30);
    EXPECT_EQ(must(run_length_unpack(packed, 1000, false, "x", 0)), expected);
}

TEST(RunLength, CutsALastLiteralRunOnlyWhereToldSo) {
    const Bytes packed{0x05, 1, 2};
    EXPECT_EQ(must(run_length_unpack(packed, 1000, true, "x", 0)), (Bytes{1, 2}));
    EXPECT_EQ(
        error_of(run_length_unpack(packed, 1000, false, "x", 100)),
        "x at 0x64 (100): expected 6 bytes behind run-length code 5, found 2 before the end of the data");
    EXPECT_FALSE(run_length_unpack(Bytes{0xFF}, 1000, true, "x", 0)) << "a run without its byte";
}

TEST(RunLength, GivesNoMoreThanAsked) {
    EXPECT_TRUE(run_length_unpack(Bytes{0xFD, 1}, 4, false, "x", 0));
    EXPECT_EQ(error_of(run_length_unpack(Bytes{0xFD, 1}, 3, false, "x", 0)),
              "x at 0x0 (0): expected run-length data that give at most 3 bytes, found 1 more");
}

TEST(RunLength, PacksWhatItUnpacks) {
    std::uint32_t state = 1;
    for (int round = 0; round < 300; ++round) {
        Bytes data;
        for (int i = 0; i < round * 3; ++i) {
            state = state * 1664525 + 1013904223;
            data.insert(data.end(), state >> 30 ? 1 : (state >> 20) % 300,
                        static_cast<Byte>(state >> 24 & 3));
        }
        const Bytes packed = run_length_pack(data);
        EXPECT_EQ(must(run_length_unpack(packed, data.size(), false, "x", 0)), data);
        EXPECT_LE(packed.size(), data.size() + data.size() / 128 + 1);
    }
}

} // namespace rekindle::flashback
