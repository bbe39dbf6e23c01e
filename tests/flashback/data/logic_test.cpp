// Entities, records, animations and collision: the demo's files and the counts of formats spec A.1, A.2 and
// §8.
#include <set>

#include "base/hash.h"
#include "flashback/data/load_level.h"
#include "flashback/data/opcodes.h"
#include "flashback/data/packer.h"
#include "support/damage.h"
#include "support/flashback_demo.h"

namespace rekindle::flashback {
namespace {

struct Counts {
    const char *logic, *pictures;
    std::size_t entities, monsters, parked, states, tables, frames, lists, records, unconditional, opcodes;
    std::uint32_t collision_crc;
};
constexpr Counts levels[] = {
    {"LEVEL1", "LEVEL1", 107, 19, 14, 1165, 426, 3553, 50, 1838, 491, 105, 0x37412726},
    {"LEVEL3", "LEVEL3", 176, 41, 19, 1165, 389, 3479, 36, 1802, 423, 106, 0xe885423d},
    {"LEVEL5_1", "LEVEL5", 109, 17, 24, 1165, 448, 3810, 55, 1995, 531, 112, 0xeab6eb43},
};

std::string name(const char* base, const char* ending) { return std::string(base) + ending; }

template <typename Read, typename Write>
void expect_damage_is_refused_or_kept(const Bytes& good, Read&& read, Write&& write) {
    test::for_each_truncation(good, [&](const Bytes& bytes) { EXPECT_FALSE(read(bytes, "x").has_value()); });
    test::for_each_bit_flip(good, [&](const Bytes& bytes) {
        if (const auto value = read(bytes, "x")) {
            EXPECT_EQ(write(*value), bytes);
        }
    });
}

} // namespace

TEST(Entities, OfTheDemoHaveTheCountsOfTheSpecAndRoundTrip) {
    RK_NEEDS_SHARED();
    for (const Counts& level : levels) {
        const Bytes file = demo_file(name(level.logic, ".PGE"));
        const auto entities = must(read_entities(file, level.logic));
        std::size_t monsters = 0, parked = 0;
        for (const EntityDefinition& e : entities) {
            monsters += e.kind == 10;
            parked += e.room0 == 64;
        }
        EXPECT_EQ(entities.size(), level.entities);
        EXPECT_EQ(monsters, level.monsters);
        EXPECT_EQ(parked, level.parked);
        EXPECT_EQ(write_entities(entities), file);
    }
}

TEST(Entities, ReadTheWorkedBytesOfConrad) {
    const Bytes file{0x01, 0x00, 0x63, 0x00, 0x20, 0x00, 0x46, 0x00, 0x01, 0x00, 0x05, 0x00,
                     0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x01, 0x1b, 0x01, 0x02,
                     0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00};
    const auto entities = must(read_entities(file, "x"));
    ASSERT_EQ(entities.size(), 1u);
    const EntityDefinition conrad{.state0 = 99,
                                  .x0 = 32,
                                  .y0 = 70,
                                  .node = 1,
                                  .life0 = 5,
                                  .p = {1, 0, 0, 2},
                                  .kind = 1,
                                  .room0 = 27,
                                  .awake0 = 1,
                                  .iflags = 2,
                                  .cells = 1};
    EXPECT_EQ(entities[0], conrad);
}

TEST(Entities, RefuseWhatTheSpecForbids) {
    EXPECT_EQ(error_of(read_entities(Bytes{0, 0}, "x")), "x at 0x0 (0): expected 1 to 256 entities, found 0");
    Bytes file = write_entities({EntityDefinition{}});
    file[21] = 65;
    EXPECT_EQ(error_of(read_entities(file, "x")), "x at 0x15 (21): expected a room of 0 to 64, found 65");
    file = write_entities({EntityDefinition{}});
    file[30] = 17;
    EXPECT_EQ(error_of(read_entities(file, "x")), "x at 0x1e (30): expected at most 16 cells, found 17");
}

TEST(Records, OfTheDemoHaveTheCountsOfTheSpecAndRoundTrip) {
    RK_NEEDS_SHARED();
    for (const Counts& level : levels) {
        const Bytes file = demo_file(name(level.logic, ".OBJ"));
        const auto records = must(read_records(file, level.logic));
        std::size_t count = 0, unconditional = 0;
        std::set<int> used;
        for (const auto& list : records.lists)
            for (const Record& r : list) {
                ++count;
                unconditional += r.op1 == 0 && r.op2 == 0;
                used.insert({r.op1, r.op2, r.op3});
            }
        used.erase(0);
        EXPECT_EQ(records.lists.size(), level.lists);
        EXPECT_EQ(count, level.records);
        EXPECT_EQ(unconditional, level.unconditional);
        EXPECT_EQ(used.size(), level.opcodes);
        EXPECT_EQ(write_records(records), file);
    }
}

TEST(Records, ReadTheSecondOpcodeBeforeTheFirst) {
    RK_NEEDS_SHARED();
    const auto records = must(read_records(demo_file("LEVEL1.OBJ"), "LEVEL1.OBJ"));
    const Record twenty{
        .state = 1, .next = 182, .op2 = 0x83, .op1 = 0x8B, .next_first = 51, .arg1 = 1, .arg2 = 2, .arg3 = 2};
    EXPECT_EQ(records.lists[records.list_of_node[1]].at(20), twenty);
    EXPECT_EQ(records.list_of_node[0], records.list_of_node[1]);
}

TEST(Records, RefuseOpcodesWithoutARoutineAndNameThem) { // U2
    for (const int opcode : {0x51, 0x89, 0x8C, 0xFF}) {
        RecordFile file;
        file.lists = {{Record{}}, {Record{}, Record{}, Record{.op3 = static_cast<std::uint8_t>(opcode)}}};
        for (std::size_t node = 7; node < node_count; ++node) file.list_of_node[node] = 1;
        const auto refused = read_records(write_records(file), "x");
        ASSERT_FALSE(refused);
        EXPECT_NE(refused.error().found.find("node 7, record 2"), std::string::npos)
            << refused.error().line();
    }
}

TEST(Records, RefuseArgumentsThatWouldLookOutsideATable) {
    RecordFile file;
    file.lists = {{Record{.op1 = 0x05, .arg1 = 3}}}; // keys_up_mod: 0..2
    EXPECT_FALSE(read_records(write_records(file), "x"));
    file.lists = {{Record{.op3 = 0x44, .arg3 = 4}}}; // counter_from_p: 0..3
    EXPECT_FALSE(read_records(write_records(file), "x"));
    file.lists = {{Record{.op3 = 0x44, .arg3 = 3}}};
    EXPECT_TRUE(read_records(write_records(file), "x"));
}

TEST(Animations, OfTheDemoHaveTheCountsOfTheSpecAndRoundTrip) {
    RK_NEEDS_SHARED();
    for (const Counts& level : levels) {
        const Bytes file = demo_file(name(level.logic, ".ANI"));
        const auto animations = must(read_animations(file, level.logic));
        std::size_t frames = 0;
        for (const Animation& animation : animations.animations) frames += animation.frames.size();
        EXPECT_EQ(animations.animation_of_state.size(), level.states);
        EXPECT_EQ(animations.animations.size(), level.tables);
        EXPECT_EQ(frames, level.frames);
        EXPECT_EQ(write_animations(animations), file);
    }
}

TEST(Animations, ReadTheWorkedWalk) { // A.1: 12 frames, sound 45; A.3: 16 pixels
    RK_NEEDS_SHARED();
    const auto file = must(read_animations(demo_file("LEVEL1.ANI"), "LEVEL1.ANI"));
    const Animation& walk = file.animations.at(file.animation_of_state.at(2));
    ASSERT_EQ(walk.frames.size(), 12u);
    EXPECT_EQ(walk.sound, 46);
    EXPECT_EQ(walk.frames[2], (AnimationFrame{.picture = 0x12, .dx = -4, .dy = 0}));
    int moved = 0;
    for (const AnimationFrame& frame : walk.frames) moved += frame.dx;
    EXPECT_EQ(moved, -16);
    EXPECT_EQ(file.animation_of_state.at(1161), AnimationFile::no_table);
    EXPECT_NE(file.animation_of_state.at(1160), AnimationFile::no_table);
}

TEST(Collision, OfTheDemoHasTheCheckValuesOfTheSpecAndRoundTrips) {
    RK_NEEDS_SHARED();
    for (const Counts& level : levels) {
        const Bytes file = demo_file(name(level.pictures, ".CT"));
        const CollisionFile collision = must(read_collision(file, level.pictures));
        EXPECT_EQ(crc32({reinterpret_cast<const Byte*>(collision.table.data()), collision.table.size()}),
                  level.collision_crc);
        EXPECT_EQ(write_collision(collision), file);
        CollisionFile changed = collision;
        changed.table[grid_at(5, 3, 7)] ^= 1;
        EXPECT_EQ(must(read_collision(write_collision(changed), "changed")).table, changed.table);
    }
}

TEST(Collision, LinksAreInTheOrderUpDownRightLeft) { // A.1, room 27
    RK_NEEDS_SHARED();
    const CollisionFile file = must(read_collision(demo_file("LEVEL1.CT"), "LEVEL1.CT"));
    const auto link = [&](Side side) { return file.table[static_cast<std::size_t>(side) + 27]; };
    EXPECT_EQ(link(Side::up), 19);
    EXPECT_EQ(link(Side::down), 35);
    EXPECT_EQ(link(Side::right), 28);
    EXPECT_EQ(link(Side::left), 26);
}

TEST(Collision, RefusesLinksToRoomsThatCannotBe) {
    CollisionFile file;
    file.table[3] = 64;
    EXPECT_FALSE(read_collision(write_collision(file), "x"));
    file.table[3] = -1;
    EXPECT_TRUE(read_collision(write_collision(file), "x"));
}

TEST(LevelLogic, SurvivesDamage) {
    RK_NEEDS_SHARED();
    expect_damage_is_refused_or_kept(demo_file("LEVEL3.PGE"), read_entities, write_entities);
    expect_damage_is_refused_or_kept(demo_file("LEVEL3.OBJ"), read_records, write_records);
    expect_damage_is_refused_or_kept(demo_file("LEVEL3.ANI"), read_animations, write_animations);
    const Bytes collision = demo_file("LEVEL3.CT");
    test::for_each_truncation(collision,
                              [](const Bytes& bytes) { EXPECT_FALSE(read_collision(bytes, "x")); });
    test::for_each_bit_flip(collision, [](const Bytes& bytes) { (void)read_collision(bytes, "x"); });
}

TEST(LevelLogic, NamesWhatPointsNowhere) {
    const auto parts = [] {
        LevelParts p;
        p.entities = {{EntityDefinition{}}, "E"};
        p.records = {{.list_of_node = {}, .lists = {{Record{}}}}, "R"};
        p.animations = {{.animation_of_state = {0}, .animations = {{.frames = {{}}}}}, "A"};
        p.text_count = 1;
        return p;
    };
    EXPECT_TRUE(make_level(parts()));
    LevelParts broken = parts();
    broken.entities.value[0].node = 230;
    EXPECT_EQ(error_of(make_level(broken)),
              "E at 0x8 (8): expected a node of 0 to 229, found 230 (entity 0)");
    broken = parts();
    broken.entities.value[0].state0 = 1;
    EXPECT_EQ(error_of(make_level(broken)),
              "E at 0x2 (2): expected a state with records in node 0, found 1 (entity 0)");
    broken = parts();
    broken.animations.value.animation_of_state = {AnimationFile::no_table};
    EXPECT_EQ(error_of(make_level(broken)),
              "E at 0x2 (2): expected a state with an animation, found 0 (entity 0)");
    broken = parts();
    broken.records.value.lists[0] = {Record{.next = 9, .next_first = 1}, Record{.state = 9}};
    EXPECT_NE(error_of(make_level(broken)).find("state 9 (node 0, record 0)"), std::string::npos);
    broken = parts();
    broken.entities.value[0].text = 1;
    EXPECT_NE(error_of(make_level(broken)).find("a text below 1"), std::string::npos);
}

} // namespace rekindle::flashback
