#include "emi/data/mesh.h"

namespace rekindle::emi {
namespace {

void describe_vertices(Fields& f, Mesh& mesh) {
    f.u32({"layout", "19 normals and UV, 18 no normals, 3 no UV"}, mesh.layout);
    f.require(mesh.layout == 19 || mesh.layout == 18 || mesh.layout == 3, "vertex layout 3, 18 or 19",
              mesh.layout);
    f.list({"positions"}, mesh.positions, 16, [&f](Vec3& position) { f.vec3({""}, position); });
    const std::size_t count = mesh.positions.size();
    f.usual(count <= 32767, "at most 32767 vertices");
    f.when(mesh.layout != 18, "layout 19 or 3", [&] {
        f.run({"normals"}, mesh.normals, count, 12, [&f](Vec3& normal) { f.vec3({""}, normal); });
    });
    f.run({"colors"}, mesh.colors, count, 4, [&f](std::array<std::uint8_t, 4>& color) {
        f.octets({"", "red, green, blue, alpha"}, color);
    });
    f.when(mesh.layout != 3, "layout 19 or 18", [&] {
        f.run({"uvs", "v = 0 is the first row of the picture"}, mesh.uvs, count, 8,
              [&f](std::array<float, 2>& uv) { f.floats({""}, uv, "2 x f32"); });
    });
}

void describe_index(Fields& f, std::int16_t& index, const Mesh& mesh) {
    std::int32_t wide = index;
    if (mesh.wide_indices)
        f.i32({""}, wide);
    else
        f.i16({"", "i32 in the console version"}, index);
    if (mesh.wide_indices && f.filling()) {
        f.require(wide >= 0 && wide <= 32767, "an index from 0 to 32767", static_cast<std::uint32_t>(wide));
        index = static_cast<std::int16_t>(wide);
    }
    f.require(index >= 0 && static_cast<std::size_t>(index) < mesh.positions.size(), "the index of a vertex",
              static_cast<std::uint16_t>(index));
}

void describe_faces(Fields& f, MeshFaces& faces, const Mesh& mesh) {
    f.u32({"flags", "0x20 unlit, 0x10000 alpha blended, 0x40000 blended"}, faces.flags);
    f.u32({"textured"}, faces.textured);
    f.require(faces.textured == 0 || mesh.layout != 3, "no textured faces in a mesh without UV", mesh.layout);
    f.when(faces.textured != 0, "textured", [&] {
        f.u32({"texture", "index"}, faces.texture);
        f.usual(faces.texture < mesh.textures.size(), "a texture that the mesh has");
    });
    f.list({"indices", "three a triangle"}, faces.indices, mesh.wide_indices ? 4 : 2,
           [&](std::int16_t& index) { describe_index(f, index, mesh); });
    f.require(faces.indices.size() % 3 == 0, "three vertex indices a triangle", faces.indices.size());
}

void describe_weights(Fields& f, Mesh& mesh) {
    f.list({"bones", "joint names"}, mesh.bones, 5, [&f](std::string& name) { f.text({""}, name); });
    std::size_t vertices = 0;
    float sum = 0;
    f.list({"weights", "along the vertices"}, mesh.weights, 12, [&](MeshWeight& weight) {
        f.u32({"starts_vertex", "1 the next vertex, 0 one more bone of the same"}, weight.starts_vertex);
        f.require(vertices > 0 || weight.starts_vertex == 1, "a first weight that starts a vertex",
                  weight.starts_vertex);
        f.usual(weight.starts_vertex <= 1, "0 or 1 before the bone of a weight");
        if (weight.starts_vertex == 1) {
            f.usual(vertices == 0 || std::abs(sum - 1) <= 0.01f, "weights of a vertex that sum to 1");
            ++vertices;
            sum = 0;
        }
        f.require(vertices <= mesh.positions.size(), "weights for no more vertices than there are", vertices);
        f.u32({"bone", "index"}, weight.bone);
        f.require(weight.bone < mesh.bones.size(), "the index of a bone", weight.bone);
        f.f32({"weight"}, weight.weight);
        sum += weight.weight;
    });
    f.usual(vertices == 0 || std::abs(sum - 1) <= 0.01f, "weights of a vertex that sum to 1");
    f.usual(vertices == mesh.positions.size(), "weights for every vertex");
}

} // namespace

void describe(Fields& f, Mesh& mesh) {
    f.variant({"wide_indices"}, mesh.wide_indices);
    f.text({"name", "informative; may contain '\\'"}, mesh.name);
    f.f32({"radius", "bounding sphere"}, mesh.radius);
    f.vec3({"center"}, mesh.center);
    f.vec3({"box_min"}, mesh.box_min);
    f.vec3({"box_max"}, mesh.box_max);
    f.u32({"texture_sets", "unknown use"}, mesh.texture_sets);
    f.u32({"set_type", "unknown use"}, mesh.set_type);
    f.list({"textures"}, mesh.textures, 9, [&f](MeshTexture& texture) {
        f.text({"name"}, texture.name);
        f.u32({"flags", "0x400 additive"}, texture.flags);
        f.usual((texture.flags & ~0x400u) == 0, "no texture flag but 0x400");
    });
    describe_vertices(f, mesh);
    if (!f.goes_on({"has_faces"}, mesh.has_faces)) return;
    f.list({"faces", "groups"}, mesh.faces, 12, [&](MeshFaces& faces) { describe_faces(f, faces, mesh); });
    f.u32({"has_bones", "1 yes, else none"}, mesh.has_bones);
    f.usual(mesh.has_bones <= 1, "0 or 1 before the bones");
    f.when(mesh.has_bones == 1, "bones", [&] { describe_weights(f, mesh); });
    f.tail(mesh.tail);
}

Expected<Mesh> read_mesh(ByteView bytes, std::string_view file, Notes* notes) {
    const auto read = [&](bool wide, Notes& noted) -> Expected<Mesh> {
        FieldReader reader(bytes, file, &noted);
        Mesh mesh;
        mesh.wide_indices = wide;
        describe(reader, mesh);
        if (!reader.ok()) return reader.in().unexpected();
        return mesh;
    };
    Notes narrow_notes, wide_notes;
    auto mesh = read(false, narrow_notes);
    const bool fits = mesh && mesh->tail.empty();
    auto wide = fits ? mesh : read(true, wide_notes);
    const bool is_wide = !fits && wide && wide->tail.empty();
    const Notes& noted = is_wide ? wide_notes : narrow_notes;
    if (notes != nullptr) notes->insert(notes->end(), noted.begin(), noted.end());
    return is_wide ? wide : mesh;
}
Expected<Bytes> write_mesh(const Mesh& mesh) { return write_fields(mesh, "mesh"); }

} // namespace rekindle::emi
