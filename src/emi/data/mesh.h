#pragma once
// A mesh (.meshb): vertices, face groups and bone weights (emi-formats §5). Posing and lighting are the
// stage's.

#include "emi/data/fields.h"

namespace rekindle::emi {

struct MeshTexture {
    std::string name;
    std::uint32_t flags = 0; // 0x400 additive
    bool operator==(const MeshTexture&) const = default;
};

enum class MeshLayout : std::uint32_t { no_uv = 3, no_normals = 18, full = 19 };

namespace face_flag {
inline constexpr std::uint32_t unlit = 0x20, alpha = 0x10000, blended = 0x40000;
}

struct MeshFaces {
    std::uint32_t flags = 0; // bits of face_flag
    std::uint32_t textured = 0;
    std::uint32_t texture = 0;         // only stored where textured is not 0
    std::vector<std::int16_t> indices; // three a triangle; clockwise on screen is visible
    bool operator==(const MeshFaces&) const = default;
};

struct MeshWeight {
    std::uint32_t starts_vertex = 1; // 1: the next vertex, else one more bone of the same
    std::uint32_t bone = 0;
    float weight = 1;
    bool operator==(const MeshWeight&) const = default;
};

struct Mesh {
    std::string name;
    float radius = 0;
    Vec3 center, box_min, box_max;
    std::uint32_t texture_sets = 1, set_type = 0;
    std::vector<MeshTexture> textures;
    std::uint32_t layout = static_cast<std::uint32_t>(MeshLayout::full);
    std::vector<Vec3> positions;
    std::vector<Vec3> normals;                       // none with layout 18
    std::vector<std::array<std::uint8_t, 4>> colors; // RGBA
    std::vector<std::array<float, 2>> uvs;           // none with layout 3
    bool has_faces = true;                           // false: the file ends before the faces
    std::vector<MeshFaces> faces;
    std::uint32_t has_bones = 0; // 1 yes
    std::vector<std::string> bones;
    std::vector<MeshWeight> weights;
    Bytes tail;
    bool wide_indices = false; // the console version stores 32 bits; none is above 32767 here
    bool operator==(const Mesh&) const = default;
};

void describe(Fields& fields, Mesh& mesh);
// Nothing in the file says how wide its indices are: 16 bits, unless only 32 bits fit the file.
Expected<Mesh> read_mesh(ByteView bytes, std::string_view file, Notes* notes = nullptr);
Expected<Bytes> write_mesh(const Mesh& mesh);

} // namespace rekindle::emi
