// The OpenGL renderer against the reference (emi-engine R23, R24, R83), without a graphics card.

#include <cstdlib>

#include <gtest/gtest.h>

#include "base/compare.h"
#include "base/files.h"
#include "coat_scene.h"
#include "emi/picture/gl/headless.h"
#include "emi/picture/placing.h"
#include "emi/picture/software.h"

namespace rekindle::emi {
namespace {

using test::CoatFault;
using Api = HeadlessGl::Api;

HeadlessGl open_gl(int width, int height, Api api = Api::desktop) {
    setenv("EGL_PLATFORM", "surfaceless", 1);
    setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    Expected<HeadlessGl> gl = HeadlessGl::create(width, height, api);
    if (!gl) {
        std::fprintf(stderr, "%s\n", gl.error().line().c_str());
        std::abort();
    }
    return std::move(*gl);
}

class EmiGl : public ::testing::TestWithParam<Api> {};
INSTANTIATE_TEST_SUITE_P(, EmiGl, ::testing::Values(Api::desktop, Api::es),
                         [](const auto& info) { return info.param == Api::desktop ? "Desktop" : "Es"; });

TEST_P(EmiGl, TheCoatShowsThePatternThroughTheJacketAndEveryFaultShowsItsOwnPicture) {
    const test::CoatScene scene;
    HeadlessGl gl = open_gl(3, 3, GetParam());
    for (int fault = 0; fault <= static_cast<int>(CoatFault::no_sprite); ++fault) {
        gl.draw(scene.list(static_cast<CoatFault>(fault)));
        const RgbaPicture picture = gl.picture();
        const test::CoatCells cells = test::expected_coat(static_cast<CoatFault>(fault));
        // ES has no way to read depths.
        const std::vector<float> depths = GetParam() == Api::desktop ? gl.depths() : std::vector<float>{};
        for (std::size_t i = 0; i < 9; ++i) {
            const test::CoatCell& cell = cells[i / 3][i % 3];
            EXPECT_NEAR(picture.pixels[4 * i], cell.r, 1) << "fault " << fault << " cell " << i;
            EXPECT_NEAR(picture.pixels[4 * i + 1], cell.g, 1) << "fault " << fault << " cell " << i;
            EXPECT_NEAR(picture.pixels[4 * i + 2], cell.b, 1) << "fault " << fault << " cell " << i;
            if (!depths.empty()) {
                EXPECT_NEAR(depths[i], cell.depth, 1e-6) << "fault " << fault << " cell " << i;
            }
        }
    }
}

// A ball of `rings`·2·`rings` faces around `center`, lit by the list's lights.
std::uint32_t add_ball(DrawList& list, glm::vec3 center, float radius, int rings, const glm::mat4& to_clip) {
    const int around = 2 * rings;
    const std::uint32_t number = list.add_model(static_cast<std::size_t>((rings + 1) * (around + 1)));
    Model& model = list.models[number];
    model.to_world[3] = glm::vec4(center, 1);
    model.to_clip = to_clip * model.to_world;
    model.dynamic = true;
    model.lights = {0, static_cast<std::uint32_t>(list.lights.size())};
    std::size_t i = model.vertices.first;
    for (int ring = 0; ring <= rings; ++ring)
        for (int k = 0; k <= around; ++k, ++i) {
            const float up = 3.14159265f * static_cast<float>(ring) / static_cast<float>(rings);
            const float turn = 6.2831853f * static_cast<float>(k) / static_cast<float>(around);
            const Vec3 n{std::sin(up) * std::cos(turn), std::cos(up), std::sin(up) * std::sin(turn)};
            list.normals[i] = n;
            list.positions[i] = {radius * n.x, radius * n.y, radius * n.z};
            list.uvs[i] = {4 * static_cast<float>(k) / static_cast<float>(around),
                           2 * static_cast<float>(ring) / static_cast<float>(rings)};
            list.colors[i] = {250, static_cast<std::uint8_t>(128 + k * 2), 200, 255};
        }
    return number;
}
std::vector<std::uint16_t> ball_faces(int rings) {
    const int around = 2 * rings;
    std::vector<std::uint16_t> faces;
    for (int ring = 0; ring < rings; ++ring)
        for (int k = 0; k < around; ++k) {
            const int a = ring * (around + 1) + k, b = a + around + 1;
            for (const int index : {a, a + 1, b + 1, a, b + 1, b})
                faces.push_back(static_cast<std::uint16_t>(index));
        }
    return faces;
}

struct Gallery {
    RgbaPicture check = RgbaPicture::blank(32, 32), glass = RgbaPicture::blank(4, 4),
                back = RgbaPicture::blank(640, 480);
    Font font;
    DrawList list;
    Gallery() {
        for (std::size_t i = 0; i < 32 * 32; ++i) {
            const bool dark = (i / 4 + i / 32 / 4) % 2 == 0;
            for (std::size_t k = 0; k < 3; ++k)
                check.pixels[4 * i + k] = static_cast<Byte>(dark ? 60 + 40 * k : 220 - 20 * k);
            check.pixels[4 * i + 3] = 255;
        }
        for (std::size_t i = 0; i < 16; ++i) {
            glass.pixels[4 * i] = 255;
            glass.pixels[4 * i + 1] = static_cast<Byte>(16 * i);
            glass.pixels[4 * i + 3] = static_cast<Byte>(i * 17);
        }
        for (std::size_t i = 0; i < 640 * 480; ++i) {
            back.pixels[4 * i] = static_cast<Byte>(i % 640 / 4);
            back.pixels[4 * i + 1] = static_cast<Byte>(i / 640 / 3);
            back.pixels[4 * i + 2] = 90;
            back.pixels[4 * i + 3] = 255;
        }
        font.codes = {'a'};
        Glyph glyph;
        glyph.width = glyph.height = 8;
        font.glyphs = {glyph};
        for (int i = 0; i < 64; ++i) font.pixels.push_back(i % 3 == 0 ? 0x80 : i % 3 == 1 ? 0xFF : 0);
        fill();
    }
    Quad quad(const RgbaPicture& picture, glm::vec4 low, glm::vec4 high) const {
        Quad quad;
        quad.texture.picture = &picture;
        const std::array<std::array<float, 2>, 4> uv{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
        for (std::size_t i = 0; i < 4; ++i)
            quad.corners[i] = {{uv[i][0] > 0 ? high.x : low.x, uv[i][1] > 0 ? low.y : high.y, low.z, low.w},
                               uv[i][0],
                               uv[i][1],
                               {255, 255, 255, 255}};
        return quad;
    }
    // Twelve point lights, a spot, a directional one.
    void add_lights() {
        for (int i = 0; i < 12; ++i) {
            Light light;
            light.type = LightType::omni;
            light.position = {static_cast<float>(i) - 6, static_cast<float>(i % 3) - 1, 6};
            light.color =
                glm::vec3(0.1f + 0.02f * static_cast<float>(i), 0.2f, 0.3f - 0.02f * static_cast<float>(i));
            light.near_range = 1;
            light.far_range = 6;
            list.lights.push_back(light);
        }
        Light spot;
        spot.type = LightType::spot;
        spot.position = {0, 6, 10};
        spot.direction = {0, 1, 0};
        spot.color = glm::vec3(0.5f);
        spot.near_range = 10;
        spot.far_range = 20;
        spot.umbra = 0.1f;
        spot.penumbra = 0.5f;
        list.lights.push_back(spot);
        list.lights.push_back(
            {.type = LightType::direct, .direction = {0.6f, 0, -0.8f}, .color = glm::vec3(0.3f)});
        list.lights.push_back({.type = LightType::ambient, .color = glm::vec3(0.1f)});
    }
    void fill() {
        Camera camera;
        camera.fov = 60;
        camera.near_plane = 1;
        camera.far_plane = 100;
        const glm::mat4 to_clip = projection_matrix(camera);
        list.add({}, ClearItem{});
        list.add({}, std::array<Quad, 1>{quad(back, {-1, -1, 0, 1}, {1, 1, 0, 1})}, layer_raster);
        add_lights();
        constexpr int rings = 16;
        const std::vector<std::uint16_t> faces = ball_faces(rings);
        for (int i = 0; i < 5; ++i) {
            const std::uint32_t ball =
                add_ball(list, {2.2f * static_cast<float>(i) - 4.4f, 0.5f * static_cast<float>(i % 2), 10},
                         1.2f, rings, to_clip);
            if (i == 1) list.models[ball].falloff = Falloff::half_lambert;
            if (i == 2) list.models[ball].dynamic = false;
            const Texture texture = i == 3 ? Texture{&glass, 0} : i == 4 ? Texture{} : Texture{&check, 0};
            list.add_faces({}, ball, faces, texture, i == 4, face_raster(i == 3 ? Blend::alpha : Blend::off));
        }
        // A floor that reaches behind the camera, a sprite half behind the balls, one that glows.
        const std::uint32_t floor = list.add_model(4);
        const std::size_t first = list.models[floor].vertices.first;
        const std::array<Vec3, 4> corners{{{-30, -2, 40}, {30, -2, 40}, {30, -2, -40}, {-30, -2, -40}}};
        for (std::size_t i = 0; i < 4; ++i) {
            list.positions[first + i] = corners[i];
            list.uvs[first + i] = {corners[i].x / 4, corners[i].z / 4};
        }
        list.models[floor].to_clip = to_clip;
        list.add_faces({}, floor, std::array<std::uint16_t, 6>{0, 1, 2, 0, 2, 3}, {&check, 0}, true,
                       face_raster(Blend::off));
        const auto sprite = [&](const RgbaPicture& picture, glm::vec3 center, float half,
                                const Raster& raster) {
            Quad made = quad(picture, {center.x - half, center.y - half, center.z, 1},
                             {center.x + half, center.y + half, center.z, 1});
            for (Corner& corner : made.corners) corner.clip = to_clip * corner.clip;
            list.add({}, std::array<Quad, 1>{made}, raster);
        };
        sprite(glass, {0, 1, 10}, 1.5f, sprite_raster(true, true, Blend::alpha));
        sprite(glass, {-3, 2, 12}, 1, sprite_raster(false, false, Blend::additive));
        // A shadow on the floor, under a board.
        ShadowItem shadow;
        shadow.color = {20, 20, 30};
        shadow.bias = 1e-4f;
        const auto add_points = [&](std::initializer_list<glm::vec3> points) {
            for (const glm::vec3& point : points) list.points.push_back(to_clip * glm::vec4(point, 1));
        };
        add_points({{-3, -2, 9}, {3, -2, 9}, {3, -2, 5}, {-3, -2, 9}, {3, -2, 5}, {-3, -2, 5}});
        add_points({{0, -2, 8}, {5, -2, 6}, {-1, -2, 4}});
        shadow.area = {0, 6};
        shadow.triangles = {6, 3};
        list.items.push_back({{}, shadow});
        list.add({}, ClearItem{.color = false});
        list.add({}, DimItem{0.8f});
        list.add({}, std::array<Rect, 2>{Rect{10, 10, 60, 30}, Rect{0, 479, 639, 479}}, Color{200, 100, 50});
        list.glyphs = {{100, 20, 0}, {120, 21, 0}, {-3, 100, 0}};
        list.items.push_back({{}, TextItem{&font, {0, 3}, {250, 240, 30}}});
    }
};

TEST_P(EmiGl, AgreesWithTheReferenceWithinTwoSteps) {
    const Gallery gallery;
    ASSERT_TRUE(is_whole(gallery.list));
    HeadlessGl gl = open_gl(640, 480, GetParam());
    gl.draw(gallery.list);
    SoftwareRenderer software;
    software.draw(gallery.list);
    if (const char* folder = std::getenv("REKINDLE_PICTURES")) {
        (void)write_file(std::string(folder) + "/gl.png", *encode_png(gl.picture()));
        (void)write_file(std::string(folder) + "/software.png", *encode_png(software.picture()));
    }
    const PictureDifference difference = compare(gl.picture(), software.picture()).value();
    // What is left lies on edges: a centre a hair on this or that side of an edge or of a repeated texel.
    EXPECT_LE(difference.beyond(2), difference.pixels() / 1000) << gl.name();
    EXPECT_LE(difference.mean(), 0.5);
    if (GetParam() != Api::desktop) return;
    const std::vector<float> depths = gl.depths();
    std::size_t different = 0;
    for (int y = 0; y < 480; ++y)
        for (int x = 0; x < 640; ++x)
            if (std::abs(depths[static_cast<std::size_t>(y * 640 + x)] - software.depth(x, y)) > 1e-6f)
                ++different;
    EXPECT_LE(different, 640u * 480 / 1000);
}

TEST(EmiGlTextures, AreMadeAnewWhenTheirVersionRises) {
    RgbaPicture picture = RgbaPicture::blank(1, 1);
    picture.pixels = {200, 0, 0, 255};
    Quad quad;
    for (std::size_t i = 0; i < 4; ++i)
        quad.corners[i].clip = {i == 1 || i == 2 ? 1 : -1, i >= 2 ? -1 : 1, 0, 1};
    HeadlessGl gl = open_gl(2, 2);
    for (const std::uint32_t version : {0u, 1u}) {
        quad.texture = {&picture, version};
        DrawList list;
        list.add({}, ClearItem{});
        list.add({}, std::array<Quad, 1>{quad}, layer_raster);
        gl.draw(list);
        EXPECT_EQ(gl.picture().pixels[0], version == 0 ? 200 : 100);
        picture.pixels[0] = 100;
    }
}

} // namespace
} // namespace rekindle::emi
