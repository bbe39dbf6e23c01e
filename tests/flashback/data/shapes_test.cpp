#include "flashback/data/shapes.h"

#include "base/hash.h"
#include "support/damage.h"
#include "support/flashback_demo.h"

namespace rekindle::flashback {

namespace {

Shape small_shape(Byte value, bool raw) {
    Shape shape;
    shape.width_code = 1; // 16 pixels
    shape.height = 2;
    shape.mask = {0xFF, 0x0F, 0x00, 0x80};
    shape.pixels.assign(16, value);
    shape.raw = raw;
    return shape;
}

ShapeFile small_file() { return {.shapes = {small_shape(3, false), small_shape(7, true)}}; }

ShapeFile stripped(ShapeFile file) {
    for (Shape& shape : file.shapes) shape.stored.clear();
    return file;
}

} // namespace

TEST(Shapes, OfTheDemoDecodeToTheChecksumOfTheSpecAndRoundTrip) {
    RK_NEEDS_SHARED();
    const Bytes bytes = demo_file("LEVEL1.SGD");
    const ShapeFile file = must(read_shapes(bytes, "LEVEL1.SGD"));
    EXPECT_EQ(file.shapes.size(), 166u);
    EXPECT_EQ(std::count_if(file.shapes.begin(), file.shapes.end(), [](const Shape& s) { return s.raw; }), 3);
    std::size_t size = 0;
    std::uint32_t crc = 0;
    for (const Shape& shape : file.shapes) {
        Writer head;
        head.u8(shape.width_code);
        head.u8(static_cast<Byte>(shape.height - 1));
        head.u16(static_cast<std::uint16_t>(shape.mask.size()), Endian::big);
        head.bytes(shape.mask);
        head.bytes(shape.pixels);
        size += head.size();
        crc = crc32(head.view(), crc);
        EXPECT_LE(shape.height, 88);
        EXPECT_LE(shape.width(), 112u);
    }
    EXPECT_EQ(size, 96554u);
    EXPECT_EQ(crc, 0x39ff9a95u);

    EXPECT_EQ(must(write_shapes(file)), bytes);
    EXPECT_EQ(stripped(must(read_shapes(must(write_shapes(stripped(file))), "anew"))), stripped(file));
}

TEST(Shapes, PutTheirNumberIntoTheFirstByteAndTheFileSizeIntoTheLastEntry) {
    const Bytes bytes = must(write_shapes(small_file()));
    Reader in(bytes, "x");
    EXPECT_EQ(in.u32(Endian::big), 0x0300000Cu);
    EXPECT_LT(in.i32(Endian::big), 0) << "a raw shape has a negative offset";
    EXPECT_EQ(in.u32(Endian::big), bytes.size());
    EXPECT_EQ(stripped(must(read_shapes(bytes, "x"))), small_file());
}

TEST(Shapes, KeepTheStoredBytesUntilTheShapeChanges) {
    ShapeFile file = small_file();
    file.shapes[0].size_flag = true;
    // The shape's 24 bytes as one run of literals, which our own packing would not do.
    const Bytes plain{23, 1, 1, 0, 4, 0xFF, 0x0F, 0x00, 0x80, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
    file.shapes[0].stored = plain;
    file.shapes[0].unused = {1, 2};
    file.trailing = {3};
    const Bytes bytes = must(write_shapes(file));
    ShapeFile again = must(read_shapes(bytes, "x"));
    EXPECT_EQ(again.shapes[0], file.shapes[0]);
    EXPECT_EQ(again.trailing, file.trailing);
    EXPECT_EQ(must(write_shapes(again)), bytes);
    again.shapes[0].pixels[0] ^= 1;
    const ShapeFile changed = must(read_shapes(must(write_shapes(again)), "x"));
    EXPECT_EQ(stripped(changed), stripped(again));
    EXPECT_LT(changed.shapes[0].stored.size(), plain.size());
}

TEST(Shapes, AreRefusedWhereSizesDisagree) {
    const Bytes good = must(write_shapes(small_file()));
    const auto damaged = [&](std::size_t at, Byte value) {
        Bytes bytes = good;
        bytes[at] = value;
        return error_of(read_shapes(bytes, "x.SGD"));
    };
    EXPECT_EQ(error_of(read_shapes(Bytes{0, 0, 0, 0}, "x.SGD")),
              "x.SGD at 0x0 (0): expected at least the entry that ends the table, found 0");
    EXPECT_EQ(error_of(read_shapes(Bytes{2, 0, 0, 8}, "x.SGD")),
              "x.SGD at 0x0 (0): expected a table inside the 4 bytes of the file, found 8");
    EXPECT_EQ(damaged(11, 1), "x.SGD at 0x8 (8): expected the size of the file in the last entry, found 1");
    EXPECT_EQ(damaged(3, 11),
              "x.SGD at 0x0 (0): expected a shape behind the one before it, at 12...51, found 11");
    // The raw shape's header: 24 bytes before the end.
    EXPECT_EQ(damaged(good.size() - 24, 3),
              "x.SGD:shape 1 at 0x2 (2): expected a mask of 8 bytes, as width and height say, found 4");
    EXPECT_EQ(damaged(good.size() - 25, 23),
              "x.SGD:shape 1 at 0x8 (8): expected 16 more bytes, found 15 before the end");
}

TEST(Shapes, AreNotWrittenWhereTheFileCanNotHoldThem) {
    ShapeFile file = small_file();
    file.shapes[0].raw = true;
    EXPECT_FALSE(write_shapes(file)) << "the first entry has no sign";
    file = small_file();
    file.shapes[1].pixels.pop_back();
    EXPECT_FALSE(write_shapes(file));
    file.shapes.assign(254, small_shape(1, false));
    EXPECT_TRUE(write_shapes(file));
    file.shapes.push_back(small_shape(1, false));
    EXPECT_FALSE(write_shapes(file));
}

TEST(Shapes, SurviveDamage) {
    const auto load = [](ByteView bytes) {
        if (const auto file = read_shapes(bytes, "damaged")) {
            EXPECT_EQ(must(write_shapes(*file)), Bytes(bytes.begin(), bytes.end()));
        }
    };
    const Bytes good = must(write_shapes(small_file()));
    test::for_each_truncation(good, load);
    test::for_each_bit_flip(good, load);
}

} // namespace rekindle::flashback
