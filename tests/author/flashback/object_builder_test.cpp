#include "author/flashback/object_builder.h"

#include <rapidcheck/gtest.h>

#include "flashback/data/nibbles.h"
#include "support/flashback_demo.h"

namespace rekindle::author {

using namespace flashback;

namespace {

ObjectDrawing drawing_of(int width, int height) {
    return {.picture = IndexedPicture::blank(width, height), .hot_x = 0, .hot_y = 0};
}

// Entry n as formats §12 draws it, upright: parts over an empty picture.
IndexedPicture redrawn(const ObjectFiles& files, std::size_t n) {
    const ObjectPicture& object = files.objects[n];
    IndexedPicture picture = IndexedPicture::blank(object.width, object.height);
    const Bytes& bank = files.mbk.banks.at(files.map.entry[object.bank]).tiles;
    for (const ObjectPart& part : object.parts) {
        EXPECT_LE(part.bank_offset() + part.packed_size(), bank.size());
        Bytes pixels(2 * part.packed_size());
        unpack_nibbles(ByteView(bank).subspan(part.bank_offset(), part.packed_size()), pixels);
        for (int y = 0; y < part.height(); ++y)
            for (int x = 0; x < part.width(); ++x) {
                const int from = part.mirrored() ? part.width() - 1 - x : x;
                const Byte color = pixels[static_cast<std::size_t>(y * part.width() + from)];
                if (color == 0) continue;
                if (part.x + x >= picture.width || part.y + y >= picture.height)
                    ADD_FAILURE() << "a drawn pixel outside";
                else
                    picture.at(part.x + x, part.y + y) = color;
            }
    }
    return picture;
}

} // namespace

TEST(ObjectBuilder, CutsPartsToWhatIsDrawn) {
    ObjectDrawing drawing = drawing_of(60, 50);
    drawing.picture.at(13, 20) = 5;
    drawing.picture.at(21, 20) = 6; // nine pixels wide: 16
    drawing.hot_x = 30;
    drawing.hot_y = 49;
    const ObjectFiles files = must(build_objects({drawing}));
    const ObjectPicture& object = files.objects[0];
    EXPECT_EQ(object.hot_x, 30);
    EXPECT_EQ(object.hot_y, 49);
    EXPECT_EQ(object.width, 60);
    EXPECT_EQ(object.height, 50);
    ASSERT_EQ(object.parts.size(), 1u);
    EXPECT_EQ(object.parts[0], (ObjectPart{.unit = 0, .x = 13, .y = 20, .bits = 0x04}));
    EXPECT_TRUE(files.mbk.banks[0].tiles.empty());
    EXPECT_EQ(files.map.entry[0], 1);
    EXPECT_EQ(files.mbk.banks[1].tiles.size(), 64u) << "16 x 8 pixels";
    EXPECT_EQ(redrawn(files, 0), drawing.picture);
}

TEST(ObjectBuilder, StoresEqualAndMirroredPartsOnce) {
    ObjectDrawing one = drawing_of(8, 8);
    one.picture.at(0, 0) = 1;
    one.picture.at(7, 7) = 2;
    ObjectDrawing mirrored = drawing_of(8, 8);
    mirrored.picture.at(7, 0) = 1;
    mirrored.picture.at(0, 7) = 2;
    const ObjectFiles files = must(build_objects({one, one, mirrored}));
    EXPECT_EQ(files.mbk.banks[1].count(), 1u);
    EXPECT_FALSE(files.objects[1].parts[0].mirrored());
    EXPECT_TRUE(files.objects[2].parts[0].mirrored());
    EXPECT_EQ(redrawn(files, 2), mirrored.picture);
}

TEST(ObjectBuilder, GivesAnEmptyPictureOnePart) {
    const ObjectFiles files = must(build_objects({drawing_of(20, 20)}));
    EXPECT_EQ(files.objects[0].parts.size(), 1u);
    EXPECT_EQ(redrawn(files, 0), IndexedPicture::blank(20, 20));
}

TEST(ObjectBuilder, StartsABankWhereAPictureDoesNotFit) {
    std::vector<ObjectDrawing> drawings;
    for (int i = 0; i < 5; ++i) {
        drawings.push_back(drawing_of(64, 64)); // 64 units
        for (int p = 0; p < 64 * 64; ++p)
            drawings.back().picture.pixels[static_cast<std::size_t>(p)] =
                static_cast<Byte>(1 + (p * (i + 3) >> 4) % 15);
    }
    const ObjectFiles files = must(build_objects(drawings));
    EXPECT_EQ(files.mbk.banks.size(), 3u);
    EXPECT_EQ(files.objects[3].bank, 0);
    EXPECT_EQ(files.objects[4].bank, 1);
    EXPECT_EQ(files.map.entry[1], 2);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(redrawn(files, i), drawings[i].picture);
}

TEST(ObjectBuilder, NamesTheObjectThatCanNotBeBuilt) {
    const auto error = [](const ObjectDrawing& drawing) {
        return error_of(build_objects({drawing_of(8, 8), drawing}));
    };
    EXPECT_EQ(error(drawing_of(256, 8)), "expected object 1 to have 1...255 pixels a side, found 256 x 8");
    ObjectDrawing drawing = drawing_of(8, 8);
    drawing.picture.at(0, 0) = 16;
    EXPECT_EQ(error(drawing), "expected colours 0...15 in object 1, found 16");
    drawing = drawing_of(8, 8);
    drawing.hot_y = 128;
    EXPECT_EQ(error(drawing), "expected a hot spot in -128...127 for object 1, found (0, 128)");
    drawing = drawing_of(255, 255);
    for (std::size_t i = 0; i < drawing.picture.pixels.size(); ++i)
        drawing.picture.pixels[i] = static_cast<Byte>(1 + i % 13);
    EXPECT_EQ(error(drawing), "expected objects of at most 256 units of 64 pixels, found more in object 1");
}

RC_GTEST_PROP(ObjectBuilder, GivesBackWhateverItAccepts, ()) {
    std::vector<ObjectDrawing> drawings;
    const int count = *rc::gen::inRange(1, 12);
    for (int i = 0; i < count; ++i) {
        const auto seed = *rc::gen::arbitrary<std::uint32_t>();
        drawings.push_back(drawing_of(*rc::gen::inRange(1, 80), *rc::gen::inRange(1, 80)));
        const int density = *rc::gen::inRange(0, 9);
        std::uint32_t state = seed;
        for (Byte& pixel : drawings.back().picture.pixels) {
            state = state * 1664525 + 1013904223;
            pixel = static_cast<int>(state >> 28) < density ? static_cast<Byte>(state >> 24 & 15) : Byte{0};
        }
    }
    const auto files = build_objects(drawings);
    RC_ASSERT(files.has_value());
    RC_ASSERT(read_objects(must(write_objects(files->objects)), "spc").has_value());
    for (std::size_t i = 0; i < drawings.size(); ++i) RC_ASSERT(redrawn(*files, i) == drawings[i].picture);
}

} // namespace rekindle::author
