#include "flashback/data/sprites.h"

#include <gtest/gtest.h>

#include <map>

#include "base/hash.h"
#include "support/damage.h"
#include "support/flashback_demo.h"
#include "support/shared.h"

namespace rekindle::flashback {
namespace {

using test::demo_file;

SpriteSet demo_set(const std::string& name) {
    auto set = read_sprites(demo_file(name + ".SPR"), name + ".SPR", demo_file(name + ".OFF"), name + ".OFF");
    EXPECT_TRUE(set) << set.error().line();
    return set.value_or(SpriteSet{});
}

// One picture, 3 x 2, hot spot (1, -1), by rows: 1 2 2 2 2 2 -> nibbles 1, F 2 1; as numbers 5 and (without
// picture) 9.
const Bytes small_spr{0x53, 0x50, 0x50, 0, 5, 7, 0, 2, 0, 0x20, 0, 0x18, 1, 0xFF, 3, 2, 0, 2, 0x1F, 0x21};
const Bytes small_off{5, 0, 0, 0, 0, 0, 9, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};

Expected<SpriteSet> read_small(ByteView spr, ByteView off) {
    return read_sprites(spr, "T.SPR", off, "T.OFF");
}

TEST(Sprites, APictureIsDecodedByRows) {
    const auto set = read_small(small_spr, small_off);
    ASSERT_TRUE(set) << set.error().line();
    ASSERT_EQ(set->entries.size(), 2u);
    EXPECT_EQ(set->entries[0].number, 5);
    const Sprite& sprite = set->entries[0].sprite.value();
    EXPECT_EQ(sprite.hot_x, 1);
    EXPECT_EQ(sprite.hot_y, -1);
    EXPECT_EQ(decode_sprite(sprite), (IndexedPicture{3, 2, {1, 2, 2, 2, 2, 2}}));
    EXPECT_FALSE(set->entries[1].sprite) << "offset 0xFFFFFFFF: no picture";
}

TEST(Sprites, APictureByColumnsHasItsSizesSwappedInTheHeader) {
    Bytes spr = small_spr;
    spr[14] = 0x40 | 3; // the first size is now the height: 2 wide, 3 high, column by column
    const auto set = read_small(spr, small_off);
    ASSERT_TRUE(set) << set.error().line();
    EXPECT_EQ(decode_sprite(*set->entries[0].sprite), (IndexedPicture{2, 3, {1, 2, 2, 2, 2, 2}}));
    spr[18] = 0x12, spr[19] = 0xF3, spr[17] = 3; // 1 2 3 3 3 3: left column 1 2 3, right column 3 3 3
    spr.push_back(0x00);
    const auto other = read_small(spr, small_off);
    ASSERT_TRUE(other) << other.error().line();
    EXPECT_EQ(decode_sprite(*other->entries[0].sprite).pixels, (Bytes{1, 3, 2, 3, 3, 3}));
}

TEST(Sprites, FaultsAreRefusedWithFileAndOffset) {
    struct Case {
        const char* what;
        bool in_off;
        std::size_t at;
        Byte value;
        std::size_t offset;
    };
    const Case cases[]{
        {"header", false, 4, 6, 4},
        {"uncompressed picture", false, 14, 0x83, 14},
        {"no width", false, 14, 0, 14},
        {"code longer than the file", false, 17, 3, 18},
        {"pixels missing", false, 15, 4, 20},
        {"run beyond the end", false, 15, 1, 18},
        {"run of colour 15", false, 18, 0xFF, 18},
        {"number too large", true, 7, 5, 6},
        {"number not ascending", true, 6, 5, 6},
        {"offset not where the last one ended", true, 2, 1, 2},
        {"end mark", true, 12, 0xFE, 14},
    };
    for (const Case& c : cases) {
        Bytes spr = small_spr, off = small_off;
        (c.in_off ? off : spr)[c.at] = c.value;
        const auto set = read_small(spr, off);
        ASSERT_FALSE(set) << c.what;
        EXPECT_EQ(set.error().file, c.in_off ? "T.OFF" : "T.SPR") << c.what;
        EXPECT_EQ(set.error().offset, c.offset) << c.what << ": " << set.error().line();
    }
    Bytes longer = small_spr;
    longer.push_back(0);
    EXPECT_FALSE(read_small(longer, small_off)) << "picture bytes that no item names";
}

TEST(Sprites, EncodingChoosesTheShorterDirectionAndGivesThePixelsBack) {
    IndexedPicture picture = IndexedPicture::blank(40, 30);
    for (int y = 0; y < 30; ++y)
        for (int x = 0; x < 40; ++x) picture.at(x, y) = static_cast<Byte>(x % 15); // columns of one colour
    const auto columns = encode_sprite(picture, -3, 30);
    ASSERT_TRUE(columns);
    EXPECT_TRUE(columns->by_columns);
    EXPECT_EQ(columns->code.size(), 100u) << "40 runs of 30: five nibbles each";
    EXPECT_EQ(decode_sprite(*columns), picture);

    // 15 is the escape and can't be a pixel; a picture needs a side below 64.
    picture.at(0, 0) = 15;
    EXPECT_FALSE(encode_sprite(picture, 0, 0));
    EXPECT_FALSE(encode_sprite(IndexedPicture::blank(64, 64), 0, 0));
    EXPECT_FALSE(encode_sprite(IndexedPicture::blank(0, 5), 0, 0));
    EXPECT_TRUE(encode_sprite(IndexedPicture::blank(200, 63), 0, 0));
    EXPECT_TRUE(encode_sprite(IndexedPicture::blank(63, 200), 0, 0));
}

TEST(Sprites, RunsOfEveryLengthSurviveEncoding) {
    for (int length = 1; length <= 600; ++length) {
        IndexedPicture picture = IndexedPicture::blank(63, 10, 7);
        for (int i = 0; i < length; ++i) picture.pixels[static_cast<std::size_t>(i)] = 3;
        const auto sprite = encode_sprite(picture, 0, 0);
        ASSERT_TRUE(sprite);
        ASSERT_EQ(decode_sprite(*sprite), picture) << length;
    }
}

TEST(Sprites, DamagedFilesGiveErrorsOrPictures) {
    const auto load_spr = [](const Bytes& spr) {
        if (const auto set = read_small(spr, small_off))
            for (const SpriteEntry& entry : set->entries)
                if (entry.sprite) (void)decode_sprite(*entry.sprite);
    };
    test::for_each_truncation(small_spr, [&](const Bytes& spr) { EXPECT_FALSE(read_small(spr, small_off)); });
    test::for_each_truncation(small_off, [&](const Bytes& off) { EXPECT_FALSE(read_small(small_spr, off)); });
    test::for_each_bit_flip(small_spr, load_spr);
    test::for_each_bit_flip(small_off, [&](const Bytes& off) { (void)read_small(small_spr, off); });
}

TEST(Sprites, EveryPictureOfTheDemoHasItsCheckValues) {
    RK_NEEDS_SHARED();
    std::map<int, Sprite> sprites;
    struct File {
        const char* name;
        std::size_t entries, pictures, pixels;
        std::uint32_t crc;
    };
    for (const File& file :
         {File{"PERSO", 682, 681, 359684, 0xea412202}, File{"JUNKY", 95, 94, 81000, 0xddcd70a2},
          File{"REPLICAN", 169, 169, 101114, 0x96408fc9}, File{"GLUE", 185, 185, 82591, 0x83a454ba}}) {
        const SpriteSet set = demo_set(file.name);
        EXPECT_EQ(set.entries.size(), file.entries) << file.name;
        Bytes all;
        std::size_t pictures = 0;
        for (const SpriteEntry& entry : set.entries) {
            if (!entry.sprite) continue;
            ++pictures;
            sprites[entry.number] = *entry.sprite;
            const IndexedPicture picture = decode_sprite(*entry.sprite);
            all.insert(all.end(), picture.pixels.begin(), picture.pixels.end());
            const auto again = encode_sprite(picture, entry.sprite->hot_x, entry.sprite->hot_y);
            ASSERT_TRUE(again);
            ASSERT_EQ(decode_sprite(*again), picture);
            ASSERT_LE(again->code.size(), entry.sprite->code.size());
        }
        EXPECT_EQ(pictures, file.pictures) << file.name;
        EXPECT_EQ(all.size(), file.pixels) << file.name;
        EXPECT_EQ(crc32(all), file.crc) << file.name;
        EXPECT_EQ(write_sprite_pictures(set), demo_file(std::string(file.name) + ".SPR"));
        EXPECT_EQ(write_sprite_offsets(set), demo_file(std::string(file.name) + ".OFF"));
    }

    const auto rows = test::read_csv(*test::shared_dir() / "spec/flashback-tables/check-sprites.csv");
    std::size_t checked = 0;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const auto& row = rows[i];
        const auto found = sprites.find(std::stoi(row[0]));
        if (row[2].empty()) { // the numbers without a picture
            EXPECT_EQ(found, sprites.end()) << row[0];
            continue;
        }
        ASSERT_NE(found, sprites.end()) << row[0];
        const Sprite& sprite = found->second;
        EXPECT_EQ(sprite.width, std::stoi(row[2])) << row[0];
        EXPECT_EQ(sprite.height, std::stoi(row[3])) << row[0];
        EXPECT_EQ(sprite.hot_x, std::stoi(row[4])) << row[0];
        EXPECT_EQ(sprite.hot_y, std::stoi(row[5])) << row[0];
        EXPECT_EQ(sprite.by_columns, row[6] == "1") << row[0];
        EXPECT_EQ(crc32(decode_sprite(sprite).pixels), std::stoul(row[7], nullptr, 16)) << row[0];
        ++checked;
    }
    EXPECT_EQ(checked, 1129u);
}

TEST(Sprites, DamagedDemoFilesGiveErrorsOrPictures) {
    RK_NEEDS_SHARED();
    const Bytes spr = demo_file("JUNKY.SPR"), off = demo_file("JUNKY.OFF");
    test::for_each_truncation(spr, [&](const Bytes& bad) { EXPECT_FALSE(read_small(bad, off)); });
    test::for_each_truncation(off, [&](const Bytes& bad) { EXPECT_FALSE(read_small(spr, bad)); });
}

} // namespace
} // namespace rekindle::flashback
