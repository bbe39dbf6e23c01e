#pragma once
// The one shader program of the OpenGL renderer. The vertex half shades as emi-engine R77, R78, R81 and R84
// say; the fragment half tests alpha (R21). Prefixed with the version line of the context's kind.

namespace rekindle::emi {

inline constexpr const char* vertex_shader = R"(
layout(location = 0) in vec4 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in vec3 shading;
layout(location = 4) in vec4 color; // 0..255
uniform mat4 to_clip;
uniform mat4 to_world;
uniform int lit;          // 0: unlit, 1: by the stored shading, 2: by the lights
uniform bool half_lambert;
uniform int first_light;
uniform int light_count;
// A row a light: type, near, far, umbra; position, penumbra; direction; colour.
uniform highp sampler2D lights;
out vec2 texel_place;
out vec4 vertex_color;
invariant gl_Position;

float facing(float cosine) {
    float half_cosine = cosine * 0.5 + 0.5;
    return half_lambert ? half_cosine * half_cosine : max(cosine, 0.0);
}

float strength(vec4 kind, vec4 place, vec3 direction, vec3 world, vec3 n) {
    if (kind.x == 4.0) return 1.0;
    if (kind.x == 3.0) return facing(dot(n, direction));
    vec3 way = place.xyz - world;
    float reach = length(way);
    vec3 towards = way / (reach > 0.0 ? reach : 1.0);
    if (reach > kind.z) return 0.0;
    float result = facing(dot(n, towards));
    if (reach > kind.y) result *= 1.0 - (reach - kind.y) / (kind.z - kind.y);
    if (kind.x == 2.0) {
        float cosine = dot(towards, direction);
        float angle = acos(clamp(cosine, -1.0, 1.0));
        if (cosine < 0.0 || angle > place.w) return 0.0;
        if (angle > kind.w) result *= 1.0 - (angle - kind.w) / (place.w - kind.w);
    }
    return result;
}

vec3 shade(vec3 world, vec3 n) {
    vec3 sum = vec3(0.0);
    bool ambient = false;
    for (int i = first_light; i < first_light + light_count; ++i) {
        vec4 kind = texelFetch(lights, ivec2(0, i), 0);
        vec4 place = texelFetch(lights, ivec2(1, i), 0);
        vec3 direction = texelFetch(lights, ivec2(2, i), 0).xyz;
        vec3 light = texelFetch(lights, ivec2(3, i), 0).xyz;
        ambient = ambient || kind.x == 4.0;
        sum += light * strength(kind, place, direction, world, n);
    }
    if (!ambient) sum += vec3(0.5);
    return sum / max(1.0, max(sum.x, max(sum.y, sum.z)));
}

void main() {
    gl_Position = to_clip * position;
    texel_place = uv;
    vec3 share = vec3(1.0);
    if (lit == 1) share = shading;
    if (lit == 2) share = shade((to_world * position).xyz, mat3(to_world) * normal);
    vertex_color = vec4(floor(color.rgb * share), color.a) / 255.0;
}
)";

inline constexpr const char* fragment_shader = R"(
in vec2 texel_place;
in vec4 vertex_color;
uniform sampler2D picture;
uniform bool textured;
uniform bool alpha_test;
out vec4 fragment;

void main() {
    fragment = vertex_color;
    if (textured) fragment *= texture(picture, texel_place);
    if (alpha_test && fragment.a < 0.1) discard;
}
)";

} // namespace rekindle::emi
