// Which entities are drawn, where and in which order (engine spec §11.1-§11.5), without a pixel.
#include "flashback/picture/draw_list.h"

#include <gtest/gtest.h>

#include "flashback/picture/small_pictures.h"

namespace rekindle::flashback {
namespace {

// Room 1 is the view room; 11 above, 12 below, 13 right, 14 left of it. Entity 0 is Conrad, in none of them
// at first.
class DrawListTest : public testing::Test {
  protected:
    DrawListTest() {
        level.entities.resize(20);
        world.entity_count = 20;
        world.view_room = world.background = 1;
        for (std::size_t i = 0; i < links_size; ++i) world.collision[i] = -1;
        world.collision[static_cast<std::size_t>(Side::up) + 1] = 11;
        world.collision[static_cast<std::size_t>(Side::down) + 1] = 12;
        world.collision[static_cast<std::size_t>(Side::right) + 1] = 13;
        world.collision[static_cast<std::size_t>(Side::left) + 1] = 14;
    }

    // At the end of the room's list.
    Entity& put(int entity, std::uint8_t room, int x, int y, std::uint8_t flags = 0) {
        std::int16_t* link = &world.room_head[room];
        while (*link != no_entity) link = &world.entities[static_cast<std::size_t>(*link)].room_next;
        *link = static_cast<std::int16_t>(entity);
        Entity& e = world.entities[static_cast<std::size_t>(entity)];
        e.room = room;
        e.x = static_cast<std::int16_t>(x);
        e.y = static_cast<std::int16_t>(y);
        e.flags = flags;
        e.sprite = 1;
        return e;
    }
    EntityDefinition& definition(int entity) { return level.entities[static_cast<std::size_t>(entity)]; }

    const DrawList& make(DrawOptions options = {}) {
        make_draw_list(list, world, level, hud, pictures, options);
        return list;
    }
    std::vector<int> drawn() {
        std::vector<int> entities;
        for (const SpriteItem& item : make().sprites) entities.push_back(item.entity);
        return entities;
    }

    Level level;
    World world;
    Hud hud;
    LevelPictures pictures = test::small_pictures();
    DrawList list;
};

using Entities = std::vector<int>;

TEST_F(DrawListTest, BackListThenConradThenTheRestThenTheFrontEachFromTheLastToTheFirst) {
    put(3, 1, 50, 50);
    put(0, 1, 50, 50);
    put(4, 1, 50, 50, in_back_list);
    put(5, 1, 50, 50, drawn_as_object);
    put(6, 1, 50, 50, drawn_as_object | in_back_list);
    put(7, 1, 50, 50, drawn_as_object | in_back_list);
    put(8, 1, 50, 50);
    definition(7).kind = 11;
    EXPECT_EQ(drawn(), (Entities{6, 4, 0, 8, 5, 3, 7}));
    EXPECT_TRUE(list.sprites.back().in_front);
    EXPECT_FALSE(list.sprites.front().in_front);
}

TEST_F(DrawListTest, ConradIsNotDrawnWhileTheBlinkCounterIsOdd) {
    put(0, 1, 50, 50);
    put(3, 1, 50, 50);
    hud.blink = 3;
    EXPECT_EQ(drawn(), (Entities{3}));
    hud.blink = 2;
    EXPECT_EQ(drawn(), (Entities{0, 3}));
}

TEST_F(DrawListTest, NeighboursShowOnlyWhatIsNearTheEdge) {
    put(1, 11, 50, 176, drawn_as_object);
    put(2, 11, 50, 177, drawn_as_object);
    put(3, 12, 50, 47, drawn_as_object);
    put(4, 12, 50, 48, drawn_as_object);
    put(5, 14, 224, 50, drawn_as_object);
    put(6, 14, 225, 50, drawn_as_object);
    put(7, 13, 32, 50, drawn_as_object);
    put(8, 13, 33, 50, drawn_as_object);
    EXPECT_EQ(drawn(), (Entities{7, 6, 3, 2}));
}

TEST_F(DrawListTest, MonstersOfTheRoomAboveMustBeLower) {
    put(1, 11, 50, 216);
    put(2, 11, 50, 217);
    definition(1).kind = definition(2).kind = 10;
    definition(1).node = definition(2).node = 0x22;
    hud.monster_node = 0x22;
    EXPECT_EQ(drawn(), (Entities{2}));
}

TEST_F(DrawListTest, NothingIsDrawnInARoomWithoutANumber) {
    put(3, 64, 50, 50);
    world.view_room = 64;
    EXPECT_EQ(drawn(), (Entities{}));
}

TEST_F(DrawListTest, ACharacterStandsOnItsHotSpot) {
    put(3, 1, 100, 70);
    const SpriteItem upright = make().sprites.at(0);
    EXPECT_EQ(upright.x, 100 - 3 + 8);
    EXPECT_EQ(upright.y, 70 - 18 + 2);
    EXPECT_EQ(upright.color, 0x40);
    EXPECT_FALSE(upright.mirrored);
    world.entities[3].flags = drawn_mirrored | 0x60;
    const SpriteItem mirrored = make().sprites.at(0);
    EXPECT_EQ(mirrored.x, 100 + 3 - 10 + 8);
    EXPECT_EQ(mirrored.color, 0x50);
    EXPECT_TRUE(mirrored.mirrored);
    world.entities[3].flags = 0x40;
    EXPECT_EQ(make().sprites.at(0).color, 0x40) << "both palette bits make a monster's colours";
}

TEST_F(DrawListTest, AnObjectTakesItsPaletteFromTheEntity) {
    put(3, 1, 100, 70, drawn_as_object | 0x60);
    const SpriteItem upright = make().sprites.at(0);
    EXPECT_EQ(upright.x, 100 + 8 - 4);
    EXPECT_EQ(upright.y, 70 + 2 - 8);
    EXPECT_EQ(upright.color, 0x30);
    world.entities[3].flags = drawn_as_object | drawn_mirrored | 0x20;
    EXPECT_EQ(make().sprites.at(0).x, 100 + 8 + 4 - 16);
    EXPECT_EQ(list.sprites.at(0).color, 0x10);
}

TEST_F(DrawListTest, CharactersFarOutsideAreLeftOut) {
    Entity& e = put(3, 1, 0, 70);
    const auto count = [this] { return make().sprites.size(); };
    e.x = -29; // X = x - 3 = -32
    EXPECT_EQ(count(), 0u);
    e.x = -28;
    EXPECT_EQ(count(), 1u);
    e.x = 258;
    EXPECT_EQ(count(), 1u);
    e.x = 259;
    EXPECT_EQ(count(), 0u);
    e.x = 50;
    e.y = -32; // Y = y - 18 + 2 = -48
    EXPECT_EQ(count(), 1u);
    e.y = -33;
    EXPECT_EQ(count(), 0u);
    e.y = 239;
    EXPECT_EQ(count(), 1u);
    e.y = 240;
    EXPECT_EQ(count(), 0u);
}

TEST_F(DrawListTest, APictureWithoutDataIsNotDrawn) {
    put(3, 1, 50, 50).sprite = 2;
    put(4, 1, 50, 50, drawn_as_object).sprite = 2;
    put(5, 1, 50, 50).sprite = 0x7FFF;
    put(6, 1, 50, 50, drawn_as_object).sprite = 0x7FFF;
    EXPECT_EQ(drawn(), (Entities{}));
}

TEST_F(DrawListTest, OnlyAMonsterInTheViewRoomLoadsItsPictures) {
    put(3, 13, -10, 50);
    definition(3) = {.node = 0x22, .kind = 10};
    EXPECT_EQ(drawn(), (Entities{})) << "in the neighbour room, pictures not loaded";
    EXPECT_EQ(list.monster_set, 0xFFFF);
    put(4, 1, 50, 50);
    definition(4) = {.node = 0x22, .kind = 10};
    EXPECT_EQ(drawn(), (Entities{3, 4})) << "the view room comes first and loads";
    EXPECT_EQ(list.monster_set, 0);
    definition(4).node = 0x23;
    EXPECT_EQ(drawn(), (Entities{4})) << "another node's monster, the neighbour's is not the loaded one";
    definition(4).node = 0xD7;
    EXPECT_EQ(drawn(), (Entities{})) << "not in the list of level index 0";
    hud.monster_node = 0xD7;
    EXPECT_EQ(drawn(), (Entities{4})) << "loaded before";
}

TEST_F(DrawListTest, TheMonsterRuleCountsForNode0x49AndNotForConradOrObjects) {
    put(0, 1, 50, 50);
    put(3, 1, 50, 50);
    put(4, 1, 50, 50, drawn_as_object);
    definition(0) = {.node = 0xD7, .kind = 10};
    definition(3) = {.node = 0x49, .kind = 2};
    definition(4) = {.node = 0xD7, .kind = 10};
    EXPECT_EQ(drawn(), (Entities{0, 4})) << "level index 0 has no pictures for node 0x49";
    level.index = 1;
    EXPECT_EQ(drawn(), (Entities{0, 4, 3}));
    EXPECT_EQ(list.monster_set, 1);
}

TEST_F(DrawListTest, TheHudShowsTheItemInHandAndWhatConradTouches) {
    EXPECT_TRUE(make().icons.empty());
    world.entities[conrad].inv_head = 5;
    definition(5).icon = 9;
    definition(6).text = 0x101; // the low byte counts
    pictures.texts = {"", "KEY"};
    EXPECT_EQ(make().icons, (std::vector<IconItem>{{232, 8, 9}}));
    EXPECT_TRUE(list.texts.empty());
    hud.touched = 6;
    hud.touched_icon = 2;
    EXPECT_EQ(make().icons, (std::vector<IconItem>{{232, 8, 9}, {80, 8, 2}}));
    EXPECT_EQ(list.texts, (std::vector<TextItem>{{76, 26, 0xE6, "KEY"}}));
    hud.saved = true;
    EXPECT_EQ(make().texts.at(1), (TextItem{52, 34, 0xE6, "COMPLETED"}));
}

TEST_F(DrawListTest, TheCodeLineIsAnOption) {
    world.skill = 2;
    world.level = 6;
    world.code_timer = 1;
    EXPECT_TRUE(make().texts.empty());
    EXPECT_EQ(make({.code_line = true}).texts,
              (std::vector<TextItem>{{80, 16, 0xE7, "CODE: "}, {128, 16, 0xE7, "NO WAY"}}));
    world.code_timer = 0;
    EXPECT_TRUE(make({.code_line = true}).texts.empty());
}

} // namespace
} // namespace rekindle::flashback
