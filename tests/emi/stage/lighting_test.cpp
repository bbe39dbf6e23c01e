// Light on vertices: emi-engine R75-R78, R80, R81, R84, R85. Expected values are the specification's.
#include "emi/stage/lighting.h"

#include <gtest/gtest.h>

#include "base/trig.h"

namespace rekindle::emi {
namespace {

Light ambient(glm::vec3 color) { return {.type = LightType::ambient, .color = color}; }
Light omni(glm::vec3 position, glm::vec3 color, float near, float far) {
    return {
        .type = LightType::omni, .position = position, .color = color, .near_range = near, .far_range = far};
}

glm::vec3 shade(const std::vector<Light>& lights, Vec3 position, Vec3 normal,
                Falloff falloff = Falloff::lambert) {
    // Five vertices, so that the job's last lanes are used too.
    const std::vector<Vec3> positions(5, position), normals(5, normal);
    std::vector<Vec3> shading(5);
    EXPECT_TRUE((ShadeJob{
        .lights = lights, .positions = positions, .normals = normals, .falloff = falloff, .shading = shading}
                     .run()));
    for (const Vec3& each : shading) EXPECT_EQ(each, shading[0]);
    return {shading[4].x, shading[4].y, shading[4].z};
}

void expect_near(glm::vec3 found, glm::vec3 expected) {
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], 1e-5) << i;
}

const std::vector<Light> example_a{ambient(glm::vec3(0.2f)),
                                   omni({0, 2, 0}, glm::vec3(255, 128, 0) / 255.0f, 1, 5)};
constexpr Vec3 up{0, 1, 0};

} // namespace

TEST(EmiLight, PointLightsFallOffBetweenNearAndFar) {
    const auto reached = [](float near, float far, float r) {
        return shade({ambient(glm::vec3(0)), omni({0, r, 0}, glm::vec3(1), near, far)}, {0, 0, 0}, up).x;
    };
    EXPECT_NEAR(reached(1, 5, 0.5f), 1, 1e-6);
    EXPECT_NEAR(reached(1, 5, 2), 0.75, 1e-6);
    EXPECT_NEAR(reached(1, 5, 4), 0.25, 1e-6);
    EXPECT_EQ(reached(1, 5, 5), 0);
    EXPECT_EQ(reached(1, 5, 6), 0);
    EXPECT_NEAR(reached(2, 6, 5), 0.25, 1e-6);
    EXPECT_EQ(reached(3, 3, 3), 1);
    EXPECT_EQ(reached(3, 3, 3.001f), 0);
}

TEST(EmiLight, AmbientAndPointLightAddUpPerVertex) {
    expect_near(shade(example_a, {0, 0, 0}, up), {0.95f, 0.576471f, 0.2f});
    expect_near(shade(example_a, {0, -2, 0}, up), {0.45f, 0.325490f, 0.2f});
    expect_near(shade(example_a, {0, -3, 0}, up), glm::vec3(0.2f));
    expect_near(shade(example_a, {0, 3, 0}, up), glm::vec3(0.2f));
    const float half = std::sqrt(0.5f);
    expect_near(shade(example_a, {0, 0, 0}, {half, half, 0}), {0.730330f, 0.466205f, 0.2f});
}

TEST(EmiLight, ASpotShinesFullyInItsUmbraAndFadesToItsPenumbra) {
    Light spot{.type = LightType::spot,
               .position = {0, 4, 0},
               .direction = {0, 1, 0},
               .color = glm::vec3(1),
               .near_range = 10,
               .far_range = 20,
               .umbra = 0.2f,
               .penumbra = 0.6f};
    const auto at = [&](float x) { return shade({ambient(glm::vec3(0.2f)), spot}, {x, 0, 0}, up).x; };
    EXPECT_NEAR(at(0), 1, 1e-6);
    EXPECT_NEAR(at(1), 1, 1e-6);
    EXPECT_NEAR(at(2), 0.504893, 1e-5);
    EXPECT_NEAR(at(3), 0.2, 1e-6);
}

TEST(EmiLight, WithoutAmbientHalfIsAdded) {
    const std::vector<Light> lights{omni({0, 3, 0}, glm::vec3(0.25f), 2, 6)};
    EXPECT_NEAR(shade(lights, {0, 0, 0}, up).x, 0.6875, 1e-6);
    EXPECT_NEAR(shade(lights, {0, 0, 0}, {0, -1, 0}).x, 0.5, 1e-6);
}

TEST(EmiLight, TooBrightKeepsItsHue) {
    const std::vector<Light> lights{ambient(glm::vec3(255, 102, 51) / 255.0f * 0.9f),
                                    Light{.type = LightType::direct,
                                          .direction = {0, 1, 0},
                                          .color = glm::vec3(255, 51, 51) / 255.0f * 0.6f}};
    const glm::vec3 shading = shade(lights, {0, 0, 0}, up);
    expect_near(shading, {1, 0.32f, 0.2f});
    EXPECT_EQ(shaded(250, shading.x), 250);
    EXPECT_EQ(shaded(250, shading.y), 80);
    expect_near(shade(example_a, {0, 1.5f, 0}, up), {1, 0.584967f, 0.166667f});
}

TEST(EmiLight, AllLightsCountHoweverMany) {
    std::vector<Light> lights{ambient(glm::vec3(0.1f))};
    for (int i = 0; i < 12; ++i) lights.push_back(omni({0, 1, 0}, glm::vec3(0.05f), 2, 6));
    EXPECT_NEAR(shade(lights, {0, 0, 0}, up).x, 0.7, 1e-5);
}

TEST(EmiLight, HalfLambertLightsTheBackSideToo) {
    const std::vector<Light> lights{
        ambient(glm::vec3(0)),
        Light{.type = LightType::direct, .direction = {0, 1, 0}, .color = glm::vec3(1)}};
    const std::array<std::array<double, 3>, 5> rows{
        {{0, 1, 1}, {45, 0.7071, 0.7286}, {90, 0, 0.25}, {135, 0, 0.0214}, {180, 0, 0}}};
    for (const auto& [degrees, exact, half] : rows) {
        const auto s = static_cast<float>(sine(degrees * radians_per_degree)),
                   c = static_cast<float>(cosine(degrees * radians_per_degree));
        EXPECT_NEAR(shade(lights, {0, 0, 0}, {s, c, 0}).x, exact, 1e-4);
        EXPECT_NEAR(shade(lights, {0, 0, 0}, {s, c, 0}, Falloff::half_lambert).x, half, 1e-4);
    }
}

TEST(EmiLight, TheOverworldHasItsOwnTwoLights) {
    const std::span<const Light> both = overworld_lights();
    const std::vector<Light> lights(both.begin(), both.end());
    EXPECT_NEAR(shade(lights, {0, 0, 0}, {0, 0, -1}).x, 1, 1e-6);
    EXPECT_NEAR(shade(lights, {0, 0, 0}, {std::sqrt(0.75f), 0, -0.5f}).x, 0.8, 1e-6);
    EXPECT_NEAR(shade(lights, {0, 0, 0}, {1, 0, 0}).x, 0.5, 1e-6);
}

TEST(EmiLight, StaticIsComputedOnceDynamicAlwaysNoneNever) {
    EXPECT_TRUE(must_shade(LightMode::fixed, false));
    EXPECT_FALSE(must_shade(LightMode::fixed, true));
    for (const int mode : {1, 2, 7}) EXPECT_TRUE(must_shade(static_cast<LightMode>(mode), true));
    EXPECT_FALSE(must_shade(LightMode::none, false));
}

TEST(EmiLight, BytesAreTruncated) {
    EXPECT_EQ(shaded(200, 0.8f), 160);
    EXPECT_EQ(shaded(51, 0.8f), 40);
    EXPECT_EQ(shaded(201, 0.95f), 190);
}

TEST(EmiLight, OnlyTheFourKindsBecomeLights) {
    SetLight light;
    light.type = 5;
    EXPECT_FALSE(light_of(light));
    light.type = 3;
    light.color = {255, 128, 0};
    light.intensity = 0.5f;
    ASSERT_TRUE(light_of(light));
    EXPECT_EQ(light_of(light)->direction, glm::vec3(0, 0, -1));
    expect_near(light_of(light)->color, {0.5f, 0.250980f, 0});
}

} // namespace rekindle::emi
