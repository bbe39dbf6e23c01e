// Skinned vertices: emi-engine R74.
#include "emi/stage/skinning.h"

#include <gtest/gtest.h>

#include "support/emi_poses.h"

namespace rekindle::emi {
namespace {

// Bones at (0,0,0) and (0,1,0); the second turned by Rz 90°.
struct Bent {
    test::Posed posed{{"a", "b"}};
    Mesh mesh;
    std::vector<Vec3> positions, normals;

    Bent() {
        posed.skeleton.joints[1].translation = {0, 1, 0};
        posed.rotation(0, "b", 0, {{0, test::about('z', 90)}});
        posed.at(0);
        mesh.has_bones = 1;
        mesh.bones = {"A", "B", "nobody"};
    }
    void vertex(Vec3 position, Vec3 normal, const std::vector<std::pair<std::uint32_t, float>>& weights) {
        mesh.positions.push_back(position);
        mesh.normals.push_back(normal);
        for (std::size_t i = 0; i < weights.size(); ++i)
            mesh.weights.push_back({i == 0 ? 1u : 0u, weights[i].first, weights[i].second});
    }
    bool move() {
        const Skin skin = make_skin(mesh, posed.skeleton, posed.rig);
        const auto joints = posed.matrices();
        std::vector<glm::mat4> palette(skin.bones.size());
        positions.resize(mesh.positions.size());
        normals.resize(mesh.positions.size());
        return PaletteJob{.skin = &skin, .joints = joints, .palette = palette}.run() &&
               SkinJob{.skin = &skin,
                       .palette = palette,
                       .positions = mesh.positions,
                       .normals = mesh.normals,
                       .out_positions = positions,
                       .out_normals = normals}
                   .run();
    }
};

void expect_near(Vec3 found, Vec3 expected) {
    EXPECT_NEAR(found.x, expected.x, 1e-4);
    EXPECT_NEAR(found.y, expected.y, 1e-4);
    EXPECT_NEAR(found.z, expected.z, 1e-4);
}

} // namespace

TEST(EmiSkin, AVertexFollowsItsBonesByWeight) {
    Bent bent;
    bent.vertex({0, 2, 0}, {0, 1, 0}, {{0, 0.25f}, {1, 0.75f}});
    ASSERT_TRUE(bent.move());
    expect_near(bent.positions[0], {-0.75f, 1.25f, 0});
    expect_near(bent.normals[0], {-0.9487f, 0.3162f, 0});
}

TEST(EmiSkin, EveryNumberOfInfluencesGivesTheSameWhereTheyAreEqual) {
    Bent bent;
    for (std::uint32_t count = 1; count <= 6; ++count)
        bent.vertex(
            {0, 2, 0}, {0, 1, 0},
            std::vector<std::pair<std::uint32_t, float>>(count, {1, 1.0f / static_cast<float>(count)}));
    ASSERT_TRUE(bent.move());
    for (const Vec3& position : bent.positions) expect_near(position, {-1, 1, 0});
    for (const Vec3& normal : bent.normals) expect_near(normal, {-1, 0, 0});
}

TEST(EmiSkin, ABoneThatTheSkeletonLacksLeavesTheVertexWhereItIs) {
    Bent bent;
    bent.vertex({3, 2, 1}, {0, 1, 0}, {{2, 1}});
    ASSERT_TRUE(bent.move());
    expect_near(bent.positions[0], {3, 2, 1});
}

TEST(EmiSkin, VerticesWithoutWeightsAndZeroNormalsStayAsTheyAre) {
    Bent bent;
    bent.vertex({0, 2, 0}, {0, 0, 0}, {{1, 1}});
    bent.mesh.positions.push_back({5, 5, 5});
    bent.mesh.normals.push_back({0, 2, 0});
    ASSERT_TRUE(bent.move());
    expect_near(bent.normals[0], {0, 0, 0});
    EXPECT_EQ(bent.positions[1], (Vec3{5, 5, 5}));
    EXPECT_EQ(bent.normals[1], (Vec3{0, 2, 0}));
}

TEST(EmiSkin, WeightsAreUsedAsStored) {
    Bent bent;
    bent.vertex({0, 2, 0}, {0, 1, 0}, {{0, 0.5f}});
    ASSERT_TRUE(bent.move());
    expect_near(bent.positions[0], {0, 1, 0});
    expect_near(bent.normals[0], {0, 1, 0});
}

} // namespace rekindle::emi
