#pragma once
// Light on vertices (emi-engine R75-R78, R84, R85): every enabled light of the set acts on every vertex; the
// result is a factor for each colour channel, 0..1. When it is computed again is LightMode's (R80, actor).

#include <optional>
#include <span>

#include "emi/data/set.h"
#include "emi/stage/math.h"

namespace rekindle::emi {

struct Light {
    LightType type = LightType::omni;
    glm::vec3 position{0};
    glm::vec3 direction{0, 0, -1}; // of spot and directional lights: towards the light
    glm::vec3 color{0};            // channel / 255 · intensity
    float near_range = 0, far_range = 0;
    float umbra = 0, penumbra = 0; // radians
    bool operator==(const Light&) const = default;
};
// Nothing for types that don't exist.
std::optional<Light> light_of(const SetLight& light);
// The two lights of the overworld, whatever the set's are.
std::span<const Light> overworld_lights();

// SetActorLighting's numbers; others act as normal_dynamic.
enum class LightMode : std::int32_t { fixed = 0, fast_dynamic = 1, normal_dynamic = 2, none = 3 };
// How the angle between normal and light counts: max(0, cosine), or (cosine/2 + 1/2)² (R84, an option for
// fast_dynamic).
enum class Falloff { lambert, half_lambert };

// Whether a drawing computes a model's shading anew; `shaded`: it was computed before.
constexpr bool must_shade(LightMode mode, bool shaded) {
    return mode != LightMode::none && (mode != LightMode::fixed || !shaded);
}

struct ShadeJob {
    glm::mat4 actor{1};
    std::span<const Light> lights{};              // the enabled ones
    std::span<const Vec3> positions{}, normals{}; // skinned, model space
    Falloff falloff = Falloff::lambert;
    std::span<Vec3> shading{}; // r, g, b

    bool validate() const;
    bool run() const;
};

// Vertex colour byte (R81).
constexpr std::uint8_t shaded(std::uint8_t color, float shading) {
    return static_cast<std::uint8_t>(static_cast<float>(color) * shading);
}

} // namespace rekindle::emi
