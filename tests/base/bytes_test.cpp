#include <gtest/gtest.h>

#include "base/bytes.h"

namespace rekindle {

TEST(Reader, ReadsBothByteOrders) {
    const Bytes data{0x01, 0x02, 0x03, 0x04, 0xFF, 0xFE, 0x80};
    Reader in(data, "x");
    EXPECT_EQ(in.u16(Endian::little), 0x0201);
    EXPECT_EQ(in.u16(Endian::big), 0x0304);
    EXPECT_EQ(in.i16(Endian::big), -2);
    EXPECT_EQ(in.i8(), -128);
    EXPECT_TRUE(in.at_end());
    EXPECT_TRUE(in.ok());
}

TEST(Reader, KeepsItsFirstErrorAndThenReadsZeroes) {
    const Bytes data{1, 2, 3};
    Reader in(data, "short.bin");
    in.skip(2);
    EXPECT_EQ(in.u32(Endian::little), 0u);
    EXPECT_FALSE(in.ok());
    in.fail("another thing", "nothing");
    EXPECT_EQ(in.u8(), 0);
    EXPECT_EQ(in.offset(), 2u);
    EXPECT_EQ(in.error().line(), "short.bin at 0x2 (2): expected 4 more bytes, found 1 before the end");
}

TEST(Reader, RefusesToSeekBeyondTheEnd) {
    const Bytes data{1, 2, 3};
    Reader in(data, "x");
    in.seek(3);
    EXPECT_TRUE(in.ok());
    in.seek(4);
    EXPECT_FALSE(in.ok());
    EXPECT_EQ(in.error().offset, 4u);
}

TEST(Reader, NamesWhatIsLeftOver) {
    const Bytes data{1, 2, 3};
    Reader in(data, "x");
    in.u8();
    EXPECT_FALSE(in.expect_end());
    EXPECT_EQ(in.error().found, "2 more bytes");
}

TEST(Writer, WritesWhatTheReaderReads) {
    Writer out;
    out.u16(0x1234, Endian::big);
    out.i32(-5, Endian::little);
    out.f32(1.5f, Endian::little);
    out.put_u16(0, 0x4321, Endian::big);
    Reader in(out.view(), "x");
    EXPECT_EQ(in.u16(Endian::big), 0x4321);
    EXPECT_EQ(in.i32(Endian::little), -5);
    EXPECT_EQ(in.f32(Endian::little), 1.5f);
    EXPECT_TRUE(in.expect_end());
}

} // namespace rekindle
