// Sectors, paths, turning and walking: emi-engine R50, R53-R56, R58-R60, R62.
#include "emi/stage/sectors.h"

#include <gtest/gtest.h>

#include "emi/stage/motion.h"

namespace rekindle::emi {
namespace {

Sector floor_of(float x1, float z1, float x2, float z2, std::uint32_t type = sector_type::walk) {
    SetSector sector;
    sector.vertices = {{x1, 0, z1}, {x2, 0, z1}, {x2, 0, z2}, {x1, 0, z2}};
    sector.type = type;
    sector.height = 1;
    return sector_of(sector);
}
const Sector square = floor_of(0, 0, 4, 4);
std::vector<Sector> two_squares() { return {floor_of(0, 0, 2, 2), floor_of(2, 0, 4, 2)}; }

void expect_near(glm::vec3 found, glm::vec3 expected) {
    EXPECT_LE(glm::length(found - expected), 1e-4f) << found.x << ' ' << found.y << ' ' << found.z;
}

} // namespace

TEST(EmiSectors, FloorNormalsPointDown) { expect_near(square.normal, {0, -1, 0}); }

TEST(EmiSectors, APointIsInsideUpToTheEdgeAndTheHeight) {
    EXPECT_TRUE(contains(square, {1, 0.5f, 1}));
    EXPECT_FALSE(contains(square, {1, 1.02f, 1}));
    EXPECT_TRUE(contains(square, {4, 0, 4}));
    EXPECT_FALSE(contains(square, {4.01f, 0, 1}));
    Sector tall = square;
    tall.height = 9000;
    EXPECT_TRUE(contains(tall, {1, 500, 1}));
}

TEST(EmiSectors, TheClosestPointIsInsideOnAnEdgeOrACorner) {
    expect_near(closest_point(square, {1, 2, 1}), {1, 0, 1});
    expect_near(closest_point(square, {5, 1, 2}), {4, 0, 2});
    expect_near(closest_point(square, {6, 0, 7}), {4, 0, 4});
}

TEST(EmiSectors, AFunnelIsAWalkSectorTooAndHiddenOnesDoNotCount) {
    std::vector<Sector> sectors{floor_of(0, 0, 4, 4, sector_type::hot),
                                floor_of(0, 0, 4, 4, sector_type::funnel), square};
    EXPECT_EQ(sector_at(sectors, {1, 0, 1}, sector_type::walk), 1u);
    EXPECT_EQ(sector_at(sectors, {1, 0, 1}, sector_type::hot), 0u);
    EXPECT_EQ(sector_at(sectors, {1, 0, 1}, sector_type::camera), std::nullopt);
    sectors[1].visible = false;
    EXPECT_EQ(sector_at(sectors, {1, 0, 1}, sector_type::walk), 2u);
    sectors[2].invalid = true;
    EXPECT_EQ(closest_walk(sectors, {1, 0, 1}).has_value(), false);
}

TEST(EmiSectors, ASortPlaneIsTakenByTheSetup) {
    Sector planes = square;
    planes.sort_planes = {3, 7};
    const std::vector<Sector> sectors{planes};
    EXPECT_EQ(sort_order_at(sectors, 1, {1, 0, 1}), 7);
    EXPECT_EQ(sort_order_at(sectors, 0, {1, 0, 1}), 3);
    EXPECT_EQ(sort_order_at(sectors, 2, {1, 0, 1}), 0);
    EXPECT_EQ(sort_order_at(sectors, 1, {1, 0.02f, 1}), 0);
}

TEST(EmiSectors, ThePuckVectorIsForwardAlongTheFloor) {
    const std::vector<Sector> flat{square};
    expect_near(puck_vector(flat, {1, 0, 1}, 30), {0.5f, 0, 0.866025f});
    expect_near(puck_vector(flat, {9, 0, 9}, 30), {0.5f, 0, 0.866025f});
    Sector slope = square;
    slope.normal = {0, -0.8f, 0.6f};
    slope.height = 9999;
    const std::vector<Sector> sloping{slope};
    expect_near(puck_vector(sloping, {1, 0, 1}, 0), {0, 0.48f, 0.64f});
    expect_near(puck_vector(sloping, {1, 0, 1}, 90), {1, 0, 0});
}

TEST(EmiSectors, ARayLeavesThroughOneEdge) {
    const auto exit = exit_of(square, {2, 0, 1}, forward_of_yaw(45));
    ASSERT_TRUE(exit);
    expect_near(exit->point, {4, 0, 3});
    expect_near(exit->edge_direction, {0, 0, 4});
    EXPECT_NEAR(exit->angle, 45, 1e-3);
    const auto other = exit_of(square, {1, 0, 1}, forward_of_yaw(135));
    ASSERT_TRUE(other);
    expect_near(other->point, {2, 0, 0});
    EXPECT_NEAR(other->angle, 45, 1e-3);
    EXPECT_FALSE(exit_of(square, {1, 0, 1}, {0, 0, 0}));
}

TEST(EmiSectors, ShrinkingMovesCornersInwards) {
    std::vector<Sector> alone{square};
    shrink_sectors(alone, 1);
    expect_near(alone[0].vertices[0], {0.7071f, 0, 0.7071f});
    expect_near(alone[0].vertices[1], {3.2929f, 0, 0.7071f});
    shrink_sectors(alone, 0);
    EXPECT_EQ(alone[0], square);
}

TEST(EmiSectors, ShrunkNeighboursStayConnected) {
    std::vector<Sector> both = two_squares();
    shrink_sectors(both, 0.5f);
    expect_near(both[0].vertices[1], {2, 0, 0.5f});
    expect_near(both[1].vertices[0], {2, 0, 0.5f});
    EXPECT_EQ(find_path(both, {1, 0, 1}, {3, 0, 1}).size(), 2u);
}

TEST(EmiSectors, AShrinkThatTurnsASectorInsideOutMakesItInvalid) {
    std::vector<Sector> small{floor_of(0, 0, 1, 1)};
    shrink_sectors(small, 2);
    EXPECT_TRUE(small[0].invalid);
    EXPECT_EQ(small[0].vertices, small[0].unshrunk);
    shrink_sectors(small, 0);
    EXPECT_FALSE(small[0].invalid);
}

TEST(EmiPath, LeadsThroughTheBorderWhereTheStraightLineCrossesIt) {
    const std::vector<Sector> both = two_squares();
    const auto there = find_path(both, {1, 0, 1}, {3, 0, 1});
    ASSERT_EQ(there.size(), 2u);
    expect_near(there[0], {2, 0, 1});
    expect_near(there[1], {3, 0, 1});
    const auto back = find_path(both, {3.5f, 0, 1.5f}, {1, 0, 1});
    ASSERT_EQ(back.size(), 2u);
    expect_near(back[0], {2, 0, 1.2f});
    expect_near(back[1], {1, 0, 1});
}

TEST(EmiPath, SectorsAHairApartAreConnectedUnlessMeasuredAs) {
    const std::vector<Sector> apart{floor_of(0, 0, 2, 2), floor_of(2.0001f, 0, 4, 2)};
    EXPECT_EQ(find_path(apart, {1, 0, 1}, {3, 0, 1}).size(), 2u);
    EXPECT_TRUE(find_path(apart, {1, 0, 1}, {3, 0, 1}, {.border_tolerance = 0}).empty());
}

TEST(EmiPath, ThereIsNoneWithoutAFloorOrBetweenIslands) {
    EXPECT_TRUE(find_path({}, {1, 0, 1}, {3, 0, 1}).empty());
    const std::vector<Sector> islands{floor_of(0, 0, 2, 2), floor_of(3, 0, 4, 2)};
    EXPECT_TRUE(find_path(islands, {1, 0, 1}, {3.5f, 0, 1}).empty());
}

TEST(EmiMotion, ConstrainedActorsAreSnappedToTheFloor) {
    const std::vector<Sector> sectors{square};
    Motion motion;
    motion.place.position = {6, 1, 2};
    snap_to_floor(motion, sectors);
    expect_near(motion.place.position, {6, 1, 2});
    follow_boxes(motion, true);
    snap_to_floor(motion, sectors);
    expect_near(motion.place.position, {4, 0, 2});
    follow_boxes(motion, false);
    EXPECT_TRUE(motion.was_constrained); // for ever
}

TEST(EmiMotion, TurningTakesTheShortWayAndEndsAnUpdateLater) {
    Motion motion;
    turn_towards(motion, 25, 1);
    for (const float yaw : {10.0f, 20.0f, 25.0f}) {
        EXPECT_EQ(advance_turning(motion, 100), TurnDirection::right);
        EXPECT_NEAR(motion.place.yaw, yaw, 1e-4);
        EXPECT_TRUE(motion.turning);
    }
    EXPECT_EQ(advance_turning(motion, 100), TurnDirection::none);
    EXPECT_FALSE(motion.turning);
    motion.place.yaw = 170;
    turn_towards(motion, -170, 1);
    EXPECT_EQ(advance_turning(motion, 50), TurnDirection::right);
    EXPECT_NEAR(motion.place.yaw, 175, 1e-4);
    turn_towards(motion, 0, quick_turn);
    EXPECT_EQ(advance_turning(motion, 100), TurnDirection::left);
    EXPECT_NEAR(motion.place.yaw, 125, 1e-4);
}

TEST(EmiMotion, AWalkEndsExactlyAtItsTarget) {
    Motion motion;
    motion.walk_rate = 1;
    ASSERT_TRUE(walk_to(motion, {}, {0, 0, 0.25f}));
    for (const float z : {0.1f, 0.2f, 0.25f}) {
        EXPECT_TRUE(advance_walk(motion, 100));
        EXPECT_NEAR(motion.place.position.z, z, 1e-6);
    }
    EXPECT_TRUE(motion.path.empty());
    EXPECT_FALSE(advance_walk(motion, 100));
    EXPECT_FALSE(walk_to(motion, {}, {0, 0, 0.25f})); // there already
}

} // namespace rekindle::emi
