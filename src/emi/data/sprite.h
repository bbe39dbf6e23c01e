#pragma once
// A sprite (.sprb): one textured quad that faces the screen (emi-formats §10).

#include "emi/data/fields.h"

namespace rekindle::emi {

namespace sprite_flag {
inline constexpr std::uint32_t additive = 0x400;                         // flags A
inline constexpr std::uint32_t depth_test = 0x100, alpha_test = 0x20000; // flags B
} // namespace sprite_flag

struct SpriteCorner {
    std::array<std::int32_t, 4> argb{255, 255, 255, 255}; // alpha first
    std::array<float, 2> uv{};
    bool operator==(const SpriteCorner&) const = default;
};

struct Sprite {
    std::string name;
    Bytes unknown = Bytes(40);
    std::string texture;
    std::uint32_t flags_a = 0;
    float width = 1, height = 1;           // world units
    Vec3 offset;                           // from the actor's origin
    std::array<SpriteCorner, 4> corners{}; // top left, top right, bottom right, bottom left
    std::uint32_t flags_b = sprite_flag::depth_test;
    Bytes tail;
    bool operator==(const Sprite&) const = default;
};

void describe(Fields& fields, Sprite& sprite);
Expected<Sprite> read_sprite(ByteView bytes, std::string_view file, Notes* notes = nullptr);
Expected<Bytes> write_sprite(const Sprite& sprite);

} // namespace rekindle::emi
