#include "emi/stage/lighting.h"

#include "base/trig.h"
#include "emi/stage/lane_math.h"

namespace rekindle::emi {
namespace {

// Four vertices in the world.
struct Vertices {
    Vec3x4 position, normal;
};

Float4 dot(const Vec3x4& v, glm::vec3 w) { return v.x * w.x + v.y * w.y + v.z * w.z; }
Float4 dot(const Vec3x4& v, const Vec3x4& w) { return v.x * w.x + v.y * w.y + v.z * w.z; }

Vec3x4 moved(const glm::mat4& m, const Vec3x4& v, float w) {
    return {m[0][0] * v.x + m[1][0] * v.y + (m[2][0] * v.z + m[3][0] * w),
            m[0][1] * v.x + m[1][1] * v.y + (m[2][1] * v.z + m[3][1] * w),
            m[0][2] * v.x + m[1][2] * v.y + (m[2][2] * v.z + m[3][2] * w)};
}

Float4 facing(Float4 cosine, Falloff falloff) {
    if (falloff == Falloff::lambert) return larger(cosine, all4(0));
    const Float4 half = cosine * 0.5f + 0.5f;
    return half * half;
}

Float4 in_range(Float4 distance, const Light& light) {
    const float width = light.far_range - light.near_range;
    const Float4 between = width > 0 ? 1.0f - (distance - light.near_range) / width : all4(0);
    const Float4 reached = select(distance > light.near_range, between, all4(1));
    return select(distance > light.far_range, all4(0), reached);
}

// The angle is needed exactly where the cone fades; its edges may be narrow.
Float4 in_cone(Float4 cosine, const Light& light) {
    Float4 part = all4(0);
    for (int i = 0; i < 4; ++i) {
        if (!(cosine[i] >= 0)) continue;
        const auto angle = static_cast<float>(arc_cosine(cosine[i]));
        if (angle > light.penumbra) continue;
        part[i] = angle > light.umbra ? 1 - (angle - light.umbra) / (light.penumbra - light.umbra) : 1;
    }
    return part;
}

Float4 strength(const Light& light, const Vertices& vertices, Falloff falloff) {
    if (light.type == LightType::ambient) return all4(1);
    if (light.type == LightType::direct) return facing(dot(vertices.normal, light.direction), falloff);
    const Vec3x4& p = vertices.position;
    const Vec3x4 way{light.position.x - p.x, light.position.y - p.y, light.position.z - p.z};
    const Float4 distance = root(dot(way, way));
    const Float4 divisor = select(distance > 0.0f, distance, all4(1));
    const Vec3x4 towards{way.x / divisor, way.y / divisor, way.z / divisor};
    Float4 result = in_range(distance, light) * facing(dot(vertices.normal, towards), falloff);
    if (light.type == LightType::spot && any(result > 0.0f))
        result = result * in_cone(dot(towards, light.direction), light);
    return result;
}

Vec3x4 load(std::span<const Vec3> from, std::size_t first, std::size_t count) {
    Vec3x4 to{all4(0), all4(0), all4(0)};
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3& v = from[first + i];
        to.x[i] = v.x;
        to.y[i] = v.y;
        to.z[i] = v.z;
    }
    return to;
}

} // namespace

std::optional<Light> light_of(const SetLight& from) {
    if (from.type < 1 || from.type > 4) return std::nullopt;
    Light light;
    light.type = static_cast<LightType>(from.type);
    light.position = {from.position.x, from.position.y, from.position.z};
    const Quat& q = from.rotation;
    light.direction = turn({q.w, q.x, q.y, q.z}, {0, 0, -1});
    for (std::size_t i = 0; i < 3; ++i)
        light.color[static_cast<int>(i)] = static_cast<float>(from.color[i]) / 255 * from.intensity;
    light.near_range = from.falloff_near;
    light.far_range = from.falloff_far;
    light.umbra = from.umbra;
    light.penumbra = from.penumbra;
    return light;
}

std::span<const Light> overworld_lights() {
    static const std::array<Light, 2> lights{
        Light{.type = LightType::ambient, .color = glm::vec3(0.5f)},
        Light{.type = LightType::direct, .direction = {0, 0, -1}, .color = glm::vec3(0.6f)}};
    return lights;
}

bool ShadeJob::validate() const {
    return normals.size() == positions.size() && shading.size() >= positions.size();
}

bool ShadeJob::run() const {
    if (!validate()) return false;
    glm::vec3 base(0.5f);
    for (const Light& light : lights)
        if (light.type == LightType::ambient) base = glm::vec3(0);
    for (std::size_t first = 0; first < positions.size(); first += 4) {
        const std::size_t count = std::min<std::size_t>(4, positions.size() - first);
        const Vertices vertices{moved(actor, load(positions, first, count), 1),
                                moved(actor, load(normals, first, count), 0)};
        Vec3x4 sum{all4(base.x), all4(base.y), all4(base.z)};
        for (const Light& light : lights) {
            const Float4 k = strength(light, vertices, falloff);
            sum = {sum.x + light.color.x * k, sum.y + light.color.y * k, sum.z + light.color.z * k};
        }
        const Float4 divisor = larger(larger(sum.x, sum.y), larger(sum.z, all4(1)));
        sum = {sum.x / divisor, sum.y / divisor, sum.z / divisor};
        for (std::size_t i = 0; i < count; ++i) shading[first + i] = {sum.x[i], sum.y[i], sum.z[i]};
    }
    return true;
}

} // namespace rekindle::emi
