// The reference renderer (emi-engine R11-R24): colours and depths of small pictures, worked out by hand.

#include <gtest/gtest.h>

#include "base/hash.h"
#include "coat_scene.h"
#include "emi/picture/placing.h"
#include "emi/picture/software.h"

namespace rekindle::emi {
namespace {

using test::CoatFault;

std::array<int, 3> color_at(const RgbaPicture& picture, int x, int y) {
    const Byte* p = &picture.pixels[4 * static_cast<std::size_t>(y * picture.width + x)];
    return {p[0], p[1], p[2]};
}
RgbaPicture plain(std::array<Byte, 4> color, int width = 1, int height = 1) {
    RgbaPicture picture = RgbaPicture::blank(width, height);
    for (std::size_t i = 0; i < picture.pixels.size(); ++i) picture.pixels[i] = color[i % 4];
    return picture;
}
Quad whole_screen(const RgbaPicture* picture, float z, std::array<Byte, 4> color = {255, 255, 255, 255}) {
    Quad quad;
    quad.texture.picture = picture;
    const std::array<std::array<float, 2>, 4> uv{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
    for (std::size_t i = 0; i < 4; ++i)
        quad.corners[i] = {{2 * uv[i][0] - 1, 1 - 2 * uv[i][1], z, 1}, uv[i][0], uv[i][1], color};
    return quad;
}
// One triangle over the whole picture.
std::uint32_t covering_model(DrawList& list, float z, std::array<Byte, 4> color) {
    const std::uint32_t model = list.add_model(3);
    const std::size_t first = list.models[model].vertices.first;
    const std::array<Vec3, 3> corners{{{-1, 3, z}, {3, -1, z}, {-1, -1, z}}};
    for (std::size_t i = 0; i < 3; ++i) {
        list.positions[first + i] = corners[i];
        list.colors[first + i] = color;
    }
    return model;
}
constexpr std::array<std::uint16_t, 3> clockwise{0, 1, 2}, counter_clockwise{0, 2, 1};

TEST(EmiSoftware, TheCoatShowsThePatternThroughTheJacketAndEveryFaultShowsItsOwnPicture) {
    const test::CoatScene scene;
    for (int fault = 0; fault <= static_cast<int>(CoatFault::no_sprite); ++fault) {
        SoftwareRenderer renderer(3, 3);
        renderer.draw(scene.list(static_cast<CoatFault>(fault)));
        const test::CoatCells cells = test::expected_coat(static_cast<CoatFault>(fault));
        for (int y = 0; y < 3; ++y)
            for (int x = 0; x < 3; ++x) {
                const test::CoatCell& cell = cells[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
                EXPECT_EQ(color_at(renderer.picture(), x, y), (std::array<int, 3>{cell.r, cell.g, cell.b}))
                    << "fault " << fault << " at " << x << "," << y;
                EXPECT_NEAR(renderer.depth(x, y), cell.depth, 1e-6)
                    << "fault " << fault << " at " << x << "," << y;
            }
    }
}

TEST(EmiSoftware, TheSameTrianglesAgainAreDrawnOverThemselves) {
    const RgbaPicture half = plain({255, 255, 255, 128});
    DrawList list;
    list.add({}, ClearItem{});
    const std::uint32_t model = covering_model(list, 0.3f, {255, 0, 0, 255});
    // The textured face has white vertices of its own, at the same places, and begins with another corner.
    const std::uint32_t again = covering_model(list, 0.3f, {255, 255, 255, 255});
    list.add_faces({}, model, clockwise, {}, true, face_raster(Blend::off));
    list.add_faces({}, again, std::array<std::uint16_t, 3>{1, 2, 0}, {&half, 0}, true,
                   face_raster(Blend::alpha));
    SoftwareRenderer renderer(8, 8);
    renderer.draw(list);
    for (int i = 0; i < 64; ++i)
        EXPECT_EQ(color_at(renderer.picture(), i % 8, i / 8), (std::array<int, 3>{255, 128, 128}));
}

TEST(EmiSoftware, InvisibleTexelsFillTheDepthBuffer) {
    const RgbaPicture nothing = plain({0, 0, 0, 0});
    for (const float z : {0.6f, -0.2f}) { // depth 0.8 and 0.4
        DrawList list;
        list.add({}, ClearItem{});
        list.add({}, std::array<Rect, 1>{Rect{0, 0, 639, 479}}, Color{10, 20, 30});
        const std::uint32_t jacket = covering_model(list, 0, {255, 255, 255, 255});
        list.add_faces({}, jacket, clockwise, {&nothing, 0}, true, face_raster(Blend::alpha));
        SoftwareRenderer renderer(2, 2);
        renderer.draw(list);
        EXPECT_EQ(color_at(renderer.picture(), 0, 0), (std::array<int, 3>{10, 20, 30}));
        EXPECT_EQ(renderer.depth(0, 0), 0.5f);
        const std::uint32_t other = covering_model(list, z, {1, 2, 3, 255});
        list.add_faces({}, other, clockwise, {}, true, face_raster(Blend::off));
        renderer.draw(list);
        const bool in_front = z < 0;
        EXPECT_EQ(color_at(renderer.picture(), 1, 1),
                  (in_front ? std::array<int, 3>{1, 2, 3} : std::array<int, 3>{10, 20, 30}));
        EXPECT_NEAR(renderer.depth(1, 1), in_front ? 0.4f : 0.5f, 1e-6);
    }
}

TEST(EmiSoftware, AlphaBelowATenthIsDroppedWhereItIsTested) {
    for (const Byte alpha : {Byte{25}, Byte{26}}) {
        const RgbaPicture faint = plain({255, 255, 255, alpha});
        DrawList list;
        list.add({}, ClearItem{});
        list.add({}, std::array<Quad, 1>{whole_screen(&faint, 0.2f)},
                 sprite_raster(true, true, Blend::alpha));
        SoftwareRenderer renderer(2, 2);
        renderer.draw(list);
        const int shown = alpha == 25 ? 0 : 26;
        EXPECT_EQ(color_at(renderer.picture(), 0, 0), (std::array<int, 3>{shown, shown, shown}));
        EXPECT_NEAR(renderer.depth(0, 0), alpha == 25 ? 1.0f : 0.6f, 1e-6);
    }
}

TEST(EmiSoftware, ASpriteWithoutDepthCoversWhatIsInFrontAndLeavesItsDepth) {
    const RgbaPicture green = plain({0, 255, 0, 255});
    DrawList list;
    list.add({}, ClearItem{});
    const std::uint32_t actor = covering_model(list, 0, {9, 9, 9, 255});
    list.add_faces({}, actor, clockwise, {}, true, face_raster(Blend::off));
    list.add({}, std::array<Quad, 1>{whole_screen(&green, 0.8f)}, sprite_raster(false, false, Blend::off));
    SoftwareRenderer renderer(1, 1);
    renderer.draw(list);
    EXPECT_EQ(color_at(renderer.picture(), 0, 0), (std::array<int, 3>{0, 255, 0}));
    EXPECT_EQ(renderer.depth(0, 0), 0.5f);
}

TEST(EmiSoftware, OnlyClockwiseFacesAreSeen) {
    for (const bool front : {true, false}) {
        DrawList list;
        list.add({}, ClearItem{});
        const std::uint32_t model = covering_model(list, 0, {200, 100, 50, 255});
        list.add_faces({}, model, front ? clockwise : counter_clockwise, {}, true, face_raster(Blend::off));
        SoftwareRenderer renderer(4, 4);
        renderer.draw(list);
        EXPECT_EQ(color_at(renderer.picture(), 2, 2)[0], front ? 200 : 0);
        EXPECT_EQ(renderer.depth(2, 2), front ? 0.5f : 1.0f);
    }
}

TEST(EmiSoftware, VertexColoursAreShadedTruncatedAndMultipliedWithTexels) {
    const RgbaPicture texel = plain({128, 255, 255, 255});
    for (const bool textured : {false, true}) {
        DrawList list;
        list.add({}, ClearItem{});
        const std::uint32_t model = covering_model(list, 0, {200, 100, 51, 255});
        std::fill(list.shading.begin(), list.shading.end(), Vec3{0.8f, 0.8f, 0.8f});
        list.add_faces({}, model, clockwise, textured ? Texture{&texel, 0} : Texture{}, false,
                       face_raster(Blend::off));
        SoftwareRenderer renderer(1, 1);
        renderer.draw(list);
        EXPECT_EQ(color_at(renderer.picture(), 0, 0), (std::array<int, 3>{textured ? 80 : 160, 80, 40}));
    }
}

TEST(EmiSoftware, DynamicModelsAreShadedByTheirLights) {
    DrawList list;
    list.add({}, ClearItem{});
    list.lights.assign(overworld_lights().begin(), overworld_lights().end());
    const std::uint32_t model = covering_model(list, 0, {200, 100, 51, 255});
    for (Vec3& normal : list.normals) normal = {0, 0.8660254f, -0.5f}; // 60° off
    list.models[model].dynamic = true;
    list.models[model].lights = {0, 2};
    list.add_faces({}, model, clockwise, {}, false, face_raster(Blend::off));
    SoftwareRenderer renderer(1, 1);
    renderer.draw(list);
    EXPECT_EQ(color_at(renderer.picture(), 0, 0), (std::array<int, 3>{160, 80, 40})); // 0.8
}

TEST(EmiSoftware, DimmingDarkensWhatIsThereAndNothingAfterIt) {
    DrawList list;
    list.add({}, ClearItem{});
    list.add({}, std::array<Rect, 1>{Rect{0, 0, 639, 479}}, Color{200, 100, 50});
    list.add({}, DimItem{1 - 0.7f});
    list.add({}, std::array<Rect, 1>{Rect{0, 0, 0, 0}}, Color{200, 100, 50});
    SoftwareRenderer renderer;
    renderer.draw(list);
    EXPECT_EQ(color_at(renderer.picture(), 1, 0), (std::array<int, 3>{60, 30, 15}));
    EXPECT_EQ(color_at(renderer.picture(), 0, 0), (std::array<int, 3>{200, 100, 50}));
}

TEST(EmiSoftware, ALayersQuadCoversExactlyItsPixelsEachWithItsTexel) {
    RgbaPicture tile = RgbaPicture::blank(256, 256);
    for (std::size_t i = 0; i < 256 * 256; ++i) {
        tile.pixels[4 * i] = static_cast<Byte>(i % 256);
        tile.pixels[4 * i + 1] = static_cast<Byte>(i / 256);
        tile.pixels[4 * i + 3] = 255;
    }
    Quad quad;
    quad.texture.picture = &tile;
    const float right = -0.2f, bottom = 0.466667f;
    quad.corners = {Corner{{-1, 1, 0, 1}, 0, 0}, Corner{{right, 1, 0, 1}, 1, 0},
                    Corner{{right, bottom, 0, 1}, 1, 0.5f}, Corner{{-1, bottom, 0, 1}, 0, 0.5f}};
    // The upright rectangle is copied; turned by two corners it goes through the triangles: the same pixels.
    RgbaPicture first;
    for (const bool as_triangles : {false, true}) {
        DrawList list;
        list.add({}, ClearItem{});
        if (as_triangles) quad.corners[0].color[3] = 254;
        list.add({}, std::array<Quad, 1>{quad}, layer_raster);
        SoftwareRenderer renderer;
        renderer.draw(list);
        const RgbaPicture picture = renderer.picture();
        for (const int y : {0, 1, 63, 126, 127})
            for (const int x : {0, 1, 100, 254, 255})
                EXPECT_NEAR(color_at(picture, x, y)[0], x, as_triangles ? 1 : 0) << x << "," << y;
        EXPECT_NEAR(color_at(picture, 255, 127)[1], 127, as_triangles ? 1 : 0);
        EXPECT_EQ(color_at(picture, 256, 127)[1], 0);
        EXPECT_EQ(color_at(picture, 255, 128)[1], 0);
    }
}

TEST(EmiSoftware, TexturesFollowPerspective) {
    // A floor from w 1 at the bottom to w 3 at the top: half way up the picture w is 1.5, a quarter of the
    // way.
    RgbaPicture ramp = RgbaPicture::blank(1, 256);
    for (std::size_t i = 0; i < 256; ++i)
        ramp.pixels[4 * i] = static_cast<Byte>(i), ramp.pixels[4 * i + 3] = 255;
    Quad quad;
    quad.texture.picture = &ramp;
    quad.corners = {Corner{{-3, 3, 0, 3}, 0, 1}, Corner{{3, 3, 0, 3}, 1, 1}, Corner{{1, -1, 0, 1}, 1, 0},
                    Corner{{-1, -1, 0, 1}, 0, 0}};
    DrawList list;
    list.add({}, ClearItem{});
    list.add({}, std::array<Quad, 1>{quad}, sprite_raster(false, false, Blend::off));
    SoftwareRenderer renderer(101, 101);
    renderer.draw(list);
    EXPECT_NEAR(color_at(renderer.picture(), 50, 50)[0], 64, 1);
}

TEST(EmiSoftware, WhatReachesBehindTheCameraIsCutAtTheNearPlane) {
    Camera camera;
    camera.fov = 90;
    camera.near_plane = 1;
    camera.far_plane = 100;
    DrawList list;
    list.add({}, ClearItem{});
    const std::uint32_t model = list.add_model(4);
    list.models[model].to_clip = projection_matrix(camera) * view_matrix(camera);
    // A floor one below the eye, from far behind to far ahead.
    const std::array<Vec3, 4> corners{{{-50, -1, 60}, {50, -1, 60}, {50, -1, -60}, {-50, -1, -60}}};
    std::copy(corners.begin(), corners.end(), list.positions.begin());
    list.add_faces({}, model, std::array<std::uint16_t, 6>{0, 1, 2, 0, 2, 3}, {}, true,
                   face_raster(Blend::off));
    SoftwareRenderer renderer(64, 48);
    renderer.draw(list);
    const RgbaPicture picture = renderer.picture();
    EXPECT_EQ(color_at(picture, 32, 20)[0], 0);   // above the horizon
    EXPECT_EQ(color_at(picture, 32, 30)[0], 255); // floor
    EXPECT_EQ(color_at(picture, 0, 47)[0], 255);
    // The centre of row 29 is 5.5/24 below the middle: the floor is there 1/(0.75·5.5/24) away.
    const double away = 1 / (0.75 * 5.5 / 24), there = (101 - 200 / away) / 99;
    EXPECT_NEAR(renderer.depth(32, 29), (there + 1) / 2, 1e-4);
}

TEST(EmiSoftware, ShadowsFallOnlyOnTheirFloor) {
    DrawList list;
    list.add({}, ClearItem{});
    list.add({}, std::array<Rect, 1>{Rect{0, 0, 639, 479}}, Color{100, 100, 100});
    // The floor is the left half; the shadow covers the lower half; a wall stands in front of the lower left
    // quarter's left part.
    const auto triangle = [&](glm::vec4 a, glm::vec4 b, glm::vec4 c) {
        list.points.insert(list.points.end(), {a, b, c});
    };
    triangle({-1, 1, 0, 1}, {0, 1, 0, 1}, {0, -1, 0, 1});
    triangle({-1, 1, 0, 1}, {0, -1, 0, 1}, {-1, -1, 0, 1});
    triangle({-1, 0, 0, 1}, {1, 0, 0, 1}, {1, -1, 0, 1});
    triangle({-1, 0, 0, 1}, {1, -1, 0, 1}, {-1, -1, 0, 1});
    const std::uint32_t wall = list.add_model(3);
    const std::array<Vec3, 3> corners{{{-1, 3, -0.5f}, {-0.5f, -1, -0.5f}, {-1, -1, -0.5f}}};
    std::copy(corners.begin(), corners.end(), list.positions.begin());
    list.add_faces({}, wall, clockwise, {}, true, face_raster(Blend::off));
    list.items.push_back({{}, ShadowItem{{0, 6}, {6, 6}, {10, 20, 30}, 0}});
    SoftwareRenderer renderer(64, 64);
    renderer.draw(list);
    const RgbaPicture picture = renderer.picture();
    EXPECT_EQ(color_at(picture, 25, 50), (std::array<int, 3>{10, 20, 30}));    // on the floor
    EXPECT_EQ(color_at(picture, 25, 20), (std::array<int, 3>{100, 100, 100})); // no shadow there
    EXPECT_EQ(color_at(picture, 40, 50), (std::array<int, 3>{100, 100, 100})); // no floor there
    EXPECT_EQ(color_at(picture, 3, 50), (std::array<int, 3>{255, 255, 255}));  // the wall hides it
    EXPECT_EQ(renderer.depth(25, 50), 1.0f);                                   // it writes no depth
}

// Many triangles of every kind, some far outside.
DrawList crowd(const RgbaPicture& texture) {
    DrawList list;
    list.add({}, ClearItem{});
    std::uint32_t state = 12345;
    const auto next = [&state] {
        state = state * 1664525 + 1013904223;
        return static_cast<float>(state >> 8) / static_cast<float>(1 << 24);
    };
    for (int n = 0; n < 300; ++n) {
        const std::uint32_t model = list.add_model(3);
        const std::size_t first = list.models[model].vertices.first;
        const float size = n % 17 == 0 ? 40 : 0.5f;
        const glm::vec3 center{4 * next() - 2, 4 * next() - 2, 2 * next() - 1};
        for (std::size_t i = 0; i < 3; ++i) {
            list.positions[first + i] = {center.x + size * (next() - 0.5f), center.y + size * (next() - 0.5f),
                                         center.z + (next() - 0.5f) / 2};
            list.uvs[first + i] = {4 * next() - 2, 4 * next() - 2};
            for (Byte& channel : list.colors[first + i]) channel = static_cast<Byte>(255 * next());
        }
        list.models[model].to_clip[2][3] = 0.5f; // w = z / 2 + 1
        Raster raster = face_raster(static_cast<Blend>(n % 3));
        raster.cull = n % 2 == 0;
        raster.repeat = n % 5 != 0;
        raster.alpha_test = n % 7 == 0;
        list.add_faces({}, model, clockwise, n % 4 == 0 ? Texture{} : Texture{&texture, 0}, n % 3 == 0,
                       raster);
        if (n % 100 == 50) list.add({}, DimItem{0.9f});
    }
    return list;
}

TEST(EmiSoftware, GivesTheSameBytesWithAnyNumberOfThreadsAndCompiler) {
    RgbaPicture texture = RgbaPicture::blank(48, 32);
    for (std::size_t i = 0; i < texture.pixels.size(); ++i)
        texture.pixels[i] = static_cast<Byte>(i * 7 + i / 64);
    const DrawList list = crowd(texture);
    ASSERT_TRUE(is_whole(list));
    RgbaPicture first;
    for (const unsigned threads : {1u, 2u, 3u, 7u}) {
        SoftwareRenderer renderer(640, 480, threads);
        renderer.draw(list);
        renderer.draw(list); // also over an older picture
        if (threads == 1)
            first = renderer.picture();
        else
            EXPECT_TRUE(renderer.picture() == first) << threads;
    }
    // No value of the specification: what the first compiler gave.
    EXPECT_EQ(hash64(first.pixels), 9032564648600309693u);
}

TEST(EmiSoftware, SurvivesCoordinatesThatAreNoNumbers) {
    const RgbaPicture texture = plain({1, 2, 3, 4}, 3, 5);
    const float bad[]{std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -1e38f,
                      1e-38f, 0};
    for (const float value : bad)
        for (int where = 0; where < 8; ++where) {
            DrawList list;
            list.add({}, ClearItem{});
            const std::uint32_t model = covering_model(list, 0, {255, 255, 255, 255});
            float* const fields[]{&list.positions[1].x,
                                  &list.positions[1].z,
                                  &list.uvs[0][0],
                                  &list.shading[2].y,
                                  &list.models[model].to_clip[3][3],
                                  &list.models[model].to_clip[0][0]};
            Quad quad = whole_screen(&texture, 0);
            if (where < 6)
                *fields[where] = value;
            else
                (where == 6 ? quad.corners[2].clip.x : quad.corners[1].u) = value;
            list.add_faces({}, model, clockwise, {&texture, 0}, false, face_raster(Blend::alpha));
            list.add({}, std::array<Quad, 1>{quad}, layer_raster);
            list.add({}, DimItem{value});
            SoftwareRenderer renderer(40, 30);
            renderer.draw(list);
        }
}

} // namespace
} // namespace rekindle::emi
