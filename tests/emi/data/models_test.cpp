// The six compiled kinds against the oracle's parse of them, byte round trips, damage, and what must be
// refused.
#include <gtest/gtest.h>

#include "emi/data/animation.h"
#include "emi/data/costume.h"
#include "emi/data/lip.h"
#include "emi/data/mesh.h"
#include "emi/data/set.h"
#include "emi/data/skeleton.h"
#include "emi/data/sprite.h"
#include "support/damage.h"
#include "support/emi_oracle.h"

namespace rekindle::emi {
namespace {

using nlohmann::json;
using test::emi_oracle_file;

// The oracle prints floats so that reading them as f32 gives the exact bits.
std::vector<float> floats(const json& list) {
    std::vector<float> result;
    for (const json& value : list) result.push_back(value.get<float>());
    return result;
}
std::vector<float> list(const Vec3& v) { return {v.x, v.y, v.z}; }
std::vector<float> list(const Quat& q) { return {q.x, q.y, q.z, q.w}; }

std::vector<json> lines_of(const std::string& op) {
    std::vector<json> result;
    for (json& line : test::emi_oracle_lines("files.jsonl"))
        if (line["in"]["op"] == op) result.push_back(std::move(line));
    EXPECT_FALSE(result.empty()) << op;
    return result;
}

// Reads the oracle's file, checks that writing gives the same bytes, hands out the value.
template <typename Read, typename Write>
auto read_back(const std::string& name, Read read, Write write) {
    const Bytes& bytes = emi_oracle_file(name);
    auto value = read(bytes, name);
    EXPECT_TRUE(value) << value.error().line();
    const auto written = write(*value);
    EXPECT_TRUE(written) << written.error().line();
    EXPECT_TRUE(*written == bytes) << name << " is not written as it was read";
    return *std::move(value);
}

struct Kind {
    const char* extension;
    // Answers whether the bytes were accepted; what is accepted must be written back unchanged.
    bool (*round_trip)(ByteView bytes, std::string_view file, bool& identical);
};

template <auto read, auto write>
bool round_trip(ByteView bytes, std::string_view file, bool& identical) {
    Notes notes;
    const auto value = read(bytes, file, &notes);
    if (!value) return false;
    const auto written = write(*value);
    identical = written && std::equal(written->begin(), written->end(), bytes.begin(), bytes.end());
    return true;
}

constexpr Kind kinds[]{
    {".setb", round_trip<read_set, write_set>},
    {".cosb", round_trip<read_costume, write_costume>},
    {".sklb", round_trip<read_skeleton, write_skeleton>},
    {".animb", round_trip<read_animation, write_animation>},
    {".sprb", round_trip<read_sprite, write_sprite>},
    {".meshb", round_trip<read_mesh, write_mesh>},
};

} // namespace

TEST(EmiModels, EveryOracleFileIsWrittenAsItWasRead) {
    RK_NEEDS_SHARED();
    int seen = 0;
    for (const auto& [name, bytes] : test::emi_oracle_files())
        for (const Kind& kind : kinds)
            if (name.ends_with(kind.extension)) {
                bool identical = false;
                EXPECT_TRUE(kind.round_trip(bytes, name, identical)) << name;
                EXPECT_TRUE(identical) << name;
                ++seen;
            }
    EXPECT_EQ(seen, 514); // all that the archive holds of the six kinds
}

TEST(EmiModels, DamagedFilesAreRefusedOrWrittenBackUnchanged) {
    RK_NEEDS_SHARED();
    for (const char* name :
         {"t_f_1.setb", "t_f_cos.cosb", "t_f_1.sklb", "t_f_1.animb", "t_f_1.sprb", "t_f_3.meshb"})
        for (const Kind& kind : kinds)
            if (std::string_view(name).ends_with(kind.extension)) {
                const auto load = [&](const Bytes& bytes) {
                    bool identical = true;
                    kind.round_trip(bytes, name, identical);
                    EXPECT_TRUE(identical) << name;
                };
                test::for_each_truncation(emi_oracle_file(name), load);
                test::for_each_bit_flip(emi_oracle_file(name), load);
            }
}

TEST(Skeleton, ReadsTheValuesOfTheOracle) {
    RK_NEEDS_SHARED();
    for (const json& line : lines_of("skl")) {
        const Skeleton skeleton = read_back(
            line["in"]["file"], [](auto b, auto f) { return read_skeleton(b, f); }, write_skeleton);
        const json& joints = line["out"]["joints"];
        const auto parents = joint_parents(skeleton);
        ASSERT_EQ(skeleton.joints.size(), joints.size());
        for (std::size_t i = 0; i < joints.size(); ++i) {
            EXPECT_EQ(skeleton.joints[i].name.text, joints[i]["name"]);
            EXPECT_EQ(skeleton.joints[i].parent.text, joints[i]["parent"]);
            EXPECT_EQ(parents[i], joints[i]["parentIndex"]);
            EXPECT_EQ(list(skeleton.joints[i].translation), floats(joints[i]["trans"]));
            EXPECT_EQ(list(skeleton.joints[i].rotation), floats(joints[i]["quat"]));
        }
    }
}

TEST(Animation, ReadsTheValuesOfTheOracle) {
    RK_NEEDS_SHARED();
    for (const json& line : lines_of("anim")) {
        const Animation animation = read_back(
            line["in"]["file"], [](auto b, auto f) { return read_animation(b, f); }, write_animation);
        EXPECT_EQ(animation.name, line["out"]["name"]);
        EXPECT_EQ(animation.duration_ms(), line["out"]["duration_ms"].get<float>());
        const json& tracks = line["out"]["tracks"];
        ASSERT_EQ(animation.tracks.size(), tracks.size());
        for (std::size_t i = 0; i < tracks.size(); ++i) {
            const AnimationTrack& track = animation.tracks[i];
            EXPECT_EQ(track.joint, tracks[i]["bone"]);
            EXPECT_EQ(track.operation, tracks[i]["operation"]);
            EXPECT_EQ(track.priority, tracks[i]["priority"]);
            EXPECT_EQ(track.unknown, tracks[i]["c"]);
            ASSERT_EQ(track.keys.size(), tracks[i]["keys"].size());
            for (std::size_t k = 0; k < track.keys.size(); ++k) {
                const AnimationKey& key = track.keys[k];
                std::vector<float> expected = floats(tracks[i]["keys"][k]);
                const float time = expected.back();
                expected.pop_back();
                EXPECT_EQ(track.operation == 3 ? list(key.translation) : list(key.rotation), expected);
                EXPECT_EQ(key.time_ms(), time);
            }
        }
    }
}

TEST(Mesh, ReadsTheValuesOfTheOracle) {
    RK_NEEDS_SHARED();
    for (const json& line : lines_of("mesh")) {
        const Mesh mesh = read_back(
            line["in"]["file"], [](auto b, auto f) { return read_mesh(b, f); }, write_mesh);
        const json& out = line["out"];
        std::string name = mesh.name;
        std::replace(name.begin(), name.end(), '\\', '/');
        EXPECT_EQ(name, out["name"]);
        EXPECT_EQ(mesh.radius, out["radius"].get<float>());
        EXPECT_EQ(list(mesh.center), floats(out["center"]));
        EXPECT_EQ(list(mesh.box_min), floats(out["box"][0]));
        EXPECT_EQ(list(mesh.box_max), floats(out["box"][1]));
        EXPECT_EQ(mesh.texture_sets, out["numTexSets"]);
        EXPECT_EQ(mesh.set_type, out["setType"]);
        ASSERT_EQ(mesh.textures.size(), out["textures"].size());
        for (std::size_t i = 0; i < mesh.textures.size(); ++i) {
            EXPECT_EQ(mesh.textures[i].name, out["textures"][i][0]);
            EXPECT_EQ(mesh.textures[i].flags, out["textures"][i][1]);
        }
        ASSERT_EQ(mesh.positions.size(), out["numVertices"].get<std::size_t>());
        for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
            EXPECT_EQ(list(mesh.positions[i]), floats(out["vertices"][i]));
            EXPECT_EQ(mesh.normals.empty() ? std::vector<float>(3) : list(mesh.normals[i]),
                      floats(out["normals"][i]));
            EXPECT_EQ(json(mesh.colors[i]), out["colors"][i]);
            if (!mesh.uvs.empty()) {
                EXPECT_EQ(std::vector<float>(mesh.uvs[i].begin(), mesh.uvs[i].end()), floats(out["uv"][i]));
            }
        }
        ASSERT_EQ(mesh.faces.size(), out["faces"].size());
        for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
            const json& faces = out["faces"][i];
            EXPECT_EQ(mesh.faces[i].flags, faces["flags"]);
            EXPECT_EQ(mesh.faces[i].textured, faces["hasTexture"]);
            if (mesh.faces[i].textured != 0) {
                EXPECT_EQ(mesh.faces[i].texture, faces["tex"]);
            }
            std::vector<std::int16_t> indices;
            for (const json& triangle : faces["tris"])
                for (const json& index : triangle) indices.push_back(index);
            EXPECT_EQ(mesh.faces[i].indices, indices);
        }
        EXPECT_EQ(json(mesh.bones), out["boneNames"]);
        ASSERT_EQ(mesh.weights.size(), out["boneInfos"].size());
        for (std::size_t i = 0; i < mesh.weights.size(); ++i) {
            EXPECT_EQ(mesh.weights[i].starts_vertex, out["boneInfos"][i][0]);
            EXPECT_EQ(mesh.weights[i].bone, out["boneInfos"][i][1]);
            EXPECT_EQ(mesh.weights[i].weight, out["boneInfos"][i][2].get<float>());
        }
    }
}

// The console version's indices have 32 bits (§5); the rest of the file is the same.
TEST(Mesh, OfTheConsoleVersionHasWideIndices) {
    Mesh mesh;
    mesh.name = "m";
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
    mesh.normals.resize(4);
    mesh.colors.resize(4);
    mesh.uvs.resize(4);
    mesh.faces = {{0x20, 0, 0, {0, 1, 2, 1, 3, 2}}, {0, 0, 0, {2, 1, 3}}};
    mesh.has_bones = 1;
    mesh.bones = {"root"};
    mesh.weights = {{1, 0, 1}, {1, 0, 1}, {1, 0, 1}, {1, 0, 1}};
    const Bytes narrow = write_mesh(mesh).value();
    mesh.wide_indices = true;
    const Bytes wide = write_mesh(mesh).value();
    EXPECT_EQ(wide.size(), narrow.size() + 9 * 2);
    EXPECT_EQ(read_mesh(wide, "x.meshb").value(), mesh);
    EXPECT_FALSE(read_mesh(narrow, "x.meshb")->wide_indices);
    const auto load = [](const Bytes& bytes) {
        const auto read = read_mesh(bytes, "x");
        if (!read) return;
        EXPECT_EQ(write_mesh(*read).value(), bytes);
    };
    test::for_each_truncation(wide, load);
    test::for_each_bit_flip(wide, load);
}

TEST(Set, ReadsTheValuesOfTheOracle) {
    RK_NEEDS_SHARED();
    for (const json& line : lines_of("set")) {
        const Set set = read_back(
            line["in"]["file"], [](auto b, auto f) { return read_set(b, f); }, write_set);
        const json& out = line["out"];
        ASSERT_EQ(set.setups.size(), out["setups"].size());
        for (std::size_t i = 0; i < set.setups.size(); ++i) {
            const json& setup = out["setups"][i];
            EXPECT_EQ(set.setups[i].name.text, setup["name"]);
            EXPECT_EQ(set.setups[i].background, setup["background"]);
            EXPECT_EQ(list(set.setups[i].position), floats(setup["pos"]));
            EXPECT_EQ(set.setups[i].fov, setup["fov"].get<float>());
            EXPECT_EQ(set.setups[i].near_plane, setup["nclip"].get<float>());
            EXPECT_EQ(set.setups[i].far_plane, setup["fclip"].get<float>());
        }
        ASSERT_EQ(set.lights.size(), out["lights"].size());
        for (std::size_t i = 0; i < set.lights.size(); ++i) {
            const json& light = out["lights"][i];
            EXPECT_EQ(set.lights[i].name.text, light["name"]);
            EXPECT_EQ(list(set.lights[i].position), floats(light["pos"]));
            EXPECT_EQ(set.lights[i].type, light["type"]);
            EXPECT_EQ(set.lights[i].intensity, light["intensity"].get<float>());
            EXPECT_EQ(json(set.lights[i].color), light["color"]);
            EXPECT_EQ(set.lights[i].falloff_near, light["falloffNear"].get<float>());
            EXPECT_EQ(set.lights[i].falloff_far, light["falloffFar"].get<float>());
            EXPECT_EQ(set.lights[i].umbra, light["umbra"].get<float>());
            EXPECT_EQ(set.lights[i].penumbra, light["penumbra"].get<float>());
        }
        ASSERT_EQ(set.sectors.size(), out["sectors"].size());
        for (std::size_t i = 0; i < set.sectors.size(); ++i) {
            const json& sector = out["sectors"][i];
            EXPECT_EQ(set.sectors[i].name, sector["name"]);
            EXPECT_EQ(set.sectors[i].id, sector["id"]);
            EXPECT_EQ(set.sectors[i].type, sector["type"]);
            EXPECT_EQ(set.sectors[i].visible, sector["visible"]);
            EXPECT_EQ(set.sectors[i].height, sector["height"].get<float>());
            EXPECT_EQ(json(set.sectors[i].sort_planes), sector["sortplanes"]);
            ASSERT_EQ(set.sectors[i].vertices.size(), sector["vertices"].size());
            for (std::size_t k = 0; k < set.sectors[i].vertices.size(); ++k)
                EXPECT_EQ(list(set.sectors[i].vertices[k]), floats(sector["vertices"][k]));
        }
        ASSERT_EQ(set.shadows.size(), out["shadows"].size());
        for (std::size_t i = 0; i < set.shadows.size(); ++i) {
            const json& shadow = out["shadows"][i];
            EXPECT_EQ(set.shadows[i].name, shadow["name"]);
            EXPECT_EQ(json(set.shadows[i].sectors), shadow["sectors"]);
            EXPECT_EQ(json(set.shadows[i].color), shadow["color"]);
            Vec3 point = set.shadows[i].point; // the oracle's is the named light's, if there is one
            for (const SetLight& light : set.lights)
                if (light.name.text == set.shadows[i].light_name()) point = light.position;
            EXPECT_EQ(list(point), floats(shadow["point"]));
        }
    }
}

TEST(Costume, ReadsTheValuesOfTheOracle) {
    RK_NEEDS_SHARED();
    for (const json& line : lines_of("cos")) {
        const Costume costume = read_back(
            line["in"]["file"], [](auto b, auto f) { return read_costume(b, f); }, write_costume);
        const json& chores = line["out"]["chores"];
        ASSERT_EQ(costume.chores.size(), chores.size());
        for (std::size_t i = 0; i < chores.size(); ++i) {
            const Chore& chore = costume.chores[i];
            EXPECT_EQ(chore.name, chores[i]["name"]);
            EXPECT_EQ(chore.length_ms().value_or(-1), chores[i]["length_ms"]);
            EXPECT_EQ(chore.is_wear(), chores[i]["wear"] == 1);
            ASSERT_EQ(chore.tracks.size(), chores[i]["tracks"].size());
            for (std::size_t t = 0; t < chore.tracks.size(); ++t) {
                const json& track = chores[i]["tracks"][t];
                const TrackKind kind = chore.tracks[t].kind();
                const bool unsupported =
                    kind == TrackKind::shad || kind == TrackKind::awgt || kind == TrackKind::snd2;
                EXPECT_EQ(unsupported, track["component"].is_null());
                if (!unsupported) {
                    EXPECT_EQ(track_kind_name(kind), track["component"]["type"]);
                    EXPECT_EQ(chore.tracks[t].target(), track["component"]["name"]);
                    EXPECT_EQ(chore.tracks[t].parent, track["component"]["parentID"]);
                }
                ASSERT_EQ(chore.tracks[t].keys.size(), track["keys"].size());
                for (std::size_t k = 0; k < track["keys"].size(); ++k) {
                    EXPECT_EQ(chore.tracks[t].keys[k].time_ms(), track["keys"][k][0]);
                    EXPECT_EQ(chore.tracks[t].keys[k].whole_value(), track["keys"][k][1]);
                }
            }
        }
    }
}

TEST(Sprite, ReadsTheValuesOfTheOracle) {
    RK_NEEDS_SHARED();
    for (const json& line : lines_of("spr")) {
        const Sprite sprite = read_back(
            line["in"]["file"], [](auto b, auto f) { return read_sprite(b, f); }, write_sprite);
        const json& out = line["out"];
        EXPECT_EQ(sprite.texture, out["material"]);
        EXPECT_EQ(list(sprite.offset), floats(out["pos"]));
        EXPECT_EQ(sprite.width, out["width"].get<float>());
        EXPECT_EQ(sprite.height, out["height"].get<float>());
        EXPECT_EQ(sprite.flags_a, out["flags1"]);
        EXPECT_EQ(sprite.flags_b, out["flags2"]);
        for (std::size_t i = 0; i < 4; ++i) {
            const auto& [alpha, red, green, blue] = sprite.corners[i].argb;
            EXPECT_EQ(json({red, green, blue, alpha}), out["rgba"][i]);
            EXPECT_EQ(std::vector<float>(sprite.corners[i].uv.begin(), sprite.corners[i].uv.end()),
                      floats(out["uv"][i]));
        }
    }
}

} // namespace rekindle::emi
