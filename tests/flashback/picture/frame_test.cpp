// The rasteriser against a plain one that goes pixel by pixel.
#include "flashback/picture/frame.h"

#include <gtest/gtest.h>

#include <random>

#include "flashback/picture/small_pictures.h"

namespace rekindle::flashback {
namespace {

// A level of random drawings, some with borders that are cut off, behind which the picture is known.
struct RandomPictures {
    LevelPictures level = test::small_pictures();
    std::vector<IndexedPicture> whole{2 + 1};

    explicit RandomPictures(std::mt19937& random) {
        for (int i = 0; i < 60; ++i) {
            const int width = 1 + static_cast<int>(random() % 80),
                      height = 1 + static_cast<int>(random() % 60);
            IndexedPicture picture = IndexedPicture::blank(width, height);
            const unsigned border = random() % 4;
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x)
                    if (x >= static_cast<int>(border) && random() % 3 != 0)
                        picture.at(x, y) = static_cast<Byte>(random() % 16);
            if (add_drawing(level, picture, 0, 0) != LevelPictures::no_drawing) whole.push_back(picture);
        }
        for (Icon& icon : level.icons.pictures)
            for (Byte& pixel : icon) pixel = static_cast<Byte>(random() % 16);
        for (Glyph& glyph : level.font.glyphs)
            for (Byte& pixel : glyph) pixel = static_cast<Byte>(random() % 16);
        level.pixels.resize(level.pixels.size() + test::vector_padding);
    }
};

// Straight from engine spec §11.2 and §11.6.
Bytes drawn_plainly(const DrawList& list, const RandomPictures& pictures) {
    Bytes screen = pictures.level.backgrounds[list.background].pixels;
    screen.resize(screen_pixels);
    for (const SpriteItem& item : list.sprites) {
        const IndexedPicture& picture = pictures.whole[item.drawing];
        for (int y = 0; y < picture.height; ++y)
            for (int x = 0; x < picture.width; ++x) {
                const Byte pixel = picture.at(item.mirrored ? picture.width - 1 - x : x, y);
                const int at_x = item.x + x, at_y = item.y + y;
                if (pixel == 0 || at_x < 0 || at_x > 255 || at_y < 0 || at_y > 223) continue;
                Byte& below = screen[static_cast<std::size_t>(at_y * 256 + at_x)];
                if (item.in_front || below < 0x80) below = pixel | item.color;
            }
    }
    for (const IconItem& item : list.icons)
        paint_icon(Screen(screen.data(), screen_pixels), pictures.level.icons, item.icon, item.x, item.y,
                   slot_icons);
    for (const TextItem& item : list.texts)
        paint_text(Screen(screen.data(), screen_pixels), pictures.level.font, item.text, item.x, item.y,
                   item.color);
    return screen;
}

DrawList random_list(std::mt19937& random, std::size_t drawings) {
    const auto between = [&random](int low, int high) {
        return static_cast<std::int16_t>(low +
                                         static_cast<int>(random() % static_cast<unsigned>(high - low)));
    };
    DrawList list;
    list.background = static_cast<std::uint8_t>(random() % 3);
    for (unsigned i = random() % 12; i-- > 0;) {
        SpriteItem item;
        item.x = between(-90, 270);
        item.y = between(-70, 240);
        item.drawing = static_cast<std::uint16_t>(3 + random() % (drawings - 3));
        item.color = static_cast<std::uint8_t>(random() % 6 << 4);
        item.mirrored = random() % 2 != 0;
        item.in_front = random() % 5 == 0;
        list.sprites.push_back(item);
    }
    if (random() % 2 != 0) list.icons.push_back({232, 8, static_cast<std::uint8_t>(random() % 90)});
    if (random() % 2 != 0) list.texts.push_back({between(-40, 250), 26, 0xE6, "SOME WORDS"});
    return list;
}

TEST(Frame, DrawsWhatAPlainRasteriserDrawsAndForgetsItInTheNextPicture) {
    std::mt19937 random(7);
    const auto pictures = std::make_shared<RandomPictures>(random);
    Frame frame(std::shared_ptr<const LevelPictures>(pictures, &pictures->level));
    for (int round = 0; round < 500; ++round) {
        const DrawList list = random_list(random, pictures->whole.size());
        frame.draw(list);
        const Bytes expected = drawn_plainly(list, *pictures);
        ASSERT_TRUE(std::equal(expected.begin(), expected.end(), frame.pixels().begin())) << round;
    }
}

TEST(Frame, OtherPicturesStartFromTheirOwnBackground) {
    std::mt19937 random(8);
    const auto one = std::make_shared<RandomPictures>(random), two = std::make_shared<RandomPictures>(random);
    two->level.backgrounds[1].pixels.assign(screen_pixels + test::vector_padding, 0x33);
    Frame frame(std::shared_ptr<const LevelPictures>(one, &one->level));
    DrawList list;
    list.background = 1;
    frame.draw(list);
    EXPECT_EQ(frame.pixels()[1234], 0x07);
    frame.use(std::shared_ptr<const LevelPictures>(two, &two->level));
    frame.draw(list);
    EXPECT_EQ(frame.pixels()[1234], 0x33);
}

TEST(Frame, ACopyGoesOnByItself) {
    std::mt19937 random(9);
    const auto pictures = std::make_shared<RandomPictures>(random);
    Frame frame(std::shared_ptr<const LevelPictures>(pictures, &pictures->level));
    frame.draw(random_list(random, pictures->whole.size()));
    Frame copy = frame;
    const DrawList list = random_list(random, pictures->whole.size());
    frame.draw(random_list(random, pictures->whole.size()));
    copy.draw(list);
    const Bytes expected = drawn_plainly(list, *pictures);
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), copy.pixels().begin()));
}

TEST(Frame, LatchesAndMonsterColoursStay) {
    const auto pictures = std::make_shared<const LevelPictures>(test::small_pictures());
    Frame frame(pictures);
    EXPECT_EQ(frame.latches(), PaletteLatches{});
    DrawList list;
    list.background = 1;
    list.monster_set = 3;
    frame.draw(list);
    EXPECT_EQ(frame.latches().conrad, 2) << "P3 of the first room";
    EXPECT_EQ(frame.palette()[0x51], color_from_rgb(monster_palettes[3][1]));
    list.monster_set = 0xFFFF;
    frame.draw(list);
    EXPECT_EQ(frame.palette()[0x51], color_from_rgb(monster_palettes[3][1]));
}

TEST(Objects, AreDrawnFromPlainRowsOfTheirBankMirroredPartByPart) {
    TileBanks banks;
    banks.banks.resize(2);
    banks.banks[1].tiles.assign(64, 0);
    for (std::size_t i = 0; i < 32; ++i) banks.banks[1].tiles[32 + i] = static_cast<Byte>(i); // unit 1: 8 x 8
    BankMap map;
    map.entry[5] = 1;
    ObjectPicture object{5, 3, 4, 0, 0, {{1, 10, 20, 0x00}, {1, 12, 20, 0x10}}};
    const auto drawing = put_together(object, map, banks);
    ASSERT_TRUE(drawing);
    EXPECT_EQ(drawing->picture.width, 10);
    EXPECT_EQ(drawing->picture.height, 8);
    EXPECT_EQ(drawing->hot_x, 3 - 10);
    EXPECT_EQ(drawing->hot_y, 4 - 20);
    // Row 1: 04 05 06 07, the second part mirrored, two to the right, over the first.
    const Bytes row(drawing->picture.pixels.begin() + 10, drawing->picture.pixels.begin() + 20);
    EXPECT_EQ(row, (Bytes{0, 4, 7, 5, 6, 6, 5, 7, 4, 0}));

    object.bank = 6; // RP says bank 0, which is empty
    EXPECT_EQ(put_together(object, map, banks)->picture.width, 0);
    object.bank = 5;
    object.parts[1].bits = 0x04; // 16 x 8 are 64 bytes
    EXPECT_FALSE(put_together(object, map, banks));
    map.entry[5] = 2;
    EXPECT_FALSE(put_together(object, map, banks));
}

} // namespace
} // namespace rekindle::flashback
