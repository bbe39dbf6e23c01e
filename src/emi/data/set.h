#pragma once
// A set (.setb): cameras, lights, walk sectors and shadows of one place (emi-formats §8). Read by the stage
// and by inspect; text both ways through emi/text.

#include "emi/data/fields.h"

namespace rekindle::emi {

struct SetSetup {
    FixedText name; // 128 bytes
    std::string background;
    Vec3 position;
    Quat rotation;  // camera → world; identity looks along +z
    float fov = 45; // degrees, horizontal
    float near_plane = 0.1f, far_plane = 1000;
    bool operator==(const SetSetup&) const = default;
};

enum class LightType : std::int32_t { omni = 1, spot = 2, direct = 3, ambient = 4 };

struct SetLight {
    FixedText name; // 32 bytes
    Vec3 position;
    Quat rotation;
    std::int32_t type = 0; // LightType; others are ignored by the stage
    float intensity = 1;
    std::int32_t zero = 0;
    std::array<std::int32_t, 3> color{};
    float falloff_near = 0, falloff_far = 0; // world units
    float umbra = 0, penumbra = 0;           // radians
    bool operator==(const SetLight&) const = default;
};

namespace sector_type {
inline constexpr std::uint32_t none = 0, walk = 0x1000, funnel = 0x1100, camera = 0x2000, special = 0x4000,
                               hot = 0x8000;
}

struct SetSector {
    std::vector<Vec3> vertices;
    std::string name;
    std::uint32_t id = 0;
    std::uint8_t visible = 1;
    std::uint32_t type = 0;                // bits of sector_type
    std::vector<std::int32_t> sort_planes; // one per setup
    float height = 9999;                   // from 9000 on: any
    bool operator==(const SetSector&) const = default;
};

struct SetShadow {
    std::string name;
    std::string light; // its bytes, NUL included where there is one
    Vec3 point;
    std::vector<std::string> sectors;
    std::uint32_t unknown = 0;
    std::array<std::int32_t, 3> color{};
    std::string_view light_name() const { return std::string_view(light).substr(0, light.find('\0')); }
    bool operator==(const SetShadow&) const = default;
};

struct Set {
    std::vector<SetSetup> setups;
    // A file may end before any list after the setups.
    bool has_lights = true;
    std::vector<SetLight> lights;
    bool has_sectors = true;
    std::vector<SetSector> sectors;
    bool has_shadows = true;
    std::vector<SetShadow> shadows;
    Bytes tail;
    bool operator==(const Set&) const = default;
};

void describe(Fields& fields, Set& set);
Expected<Set> read_set(ByteView bytes, std::string_view file, Notes* notes = nullptr);
Expected<Bytes> write_set(const Set& set);

} // namespace rekindle::emi
