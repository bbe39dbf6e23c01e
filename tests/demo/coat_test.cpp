// Coat's files are what any reader of EMI's data takes, and they fit each other.
#include <gtest/gtest.h>

#include <set>

#include "emi/data/animation.h"
#include "emi/data/costume.h"
#include "emi/data/file_kind.h"
#include "emi/data/font.h"
#include "emi/data/game_files.h"
#include "emi/data/mesh.h"
#include "emi/data/set.h"
#include "emi/data/skeleton.h"
#include "emi/data/sprite.h"
#include "emi/data/text_table.h"
#include "emi/data/texture.h"
#include "emi/data/tile_picture.h"
#include "emi/lua/bytecode.h"
#include "emi/stage/camera.h"
#include "emi/stage/path.h"
#include "support/coat.h"

namespace rekindle::test {
namespace {

using namespace emi;

template <typename Read, typename Write>
void expect_round_trip(const std::string& name, ByteView bytes, Read read, Write write) {
    Notes notes;
    const auto value = read(bytes, name, &notes);
    ASSERT_TRUE(value) << value.error().line();
    EXPECT_TRUE(notes.empty()) << name << ": " << notes.front().text;
    const Expected<Bytes> written = write(*value);
    ASSERT_TRUE(written) << written.error().line();
    EXPECT_EQ(*written, Bytes(bytes.begin(), bytes.end())) << name;
}

void expect_round_trip(const std::string& name, const Bytes& bytes) {
    const auto kind = file_kind(name, bytes);
    ASSERT_TRUE(kind) << name;
    switch (*kind) {
    case FileKind::set: return expect_round_trip(name, bytes, read_set, write_set);
    case FileKind::costume: return expect_round_trip(name, bytes, read_costume, write_costume);
    case FileKind::mesh: return expect_round_trip(name, bytes, read_mesh, write_mesh);
    case FileKind::skeleton: return expect_round_trip(name, bytes, read_skeleton, write_skeleton);
    case FileKind::animation: return expect_round_trip(name, bytes, read_animation, write_animation);
    case FileKind::sprite: return expect_round_trip(name, bytes, read_sprite, write_sprite);
    case FileKind::tile_picture: return expect_round_trip(name, bytes, read_tile_picture, write_tile_picture);
    case FileKind::targa: return expect_round_trip(name, bytes, read_targa, write_targa);
    case FileKind::font: return expect_round_trip(name, bytes, read_font, write_font);
    case FileKind::texture_list:
        return expect_round_trip(name, bytes, read_texture_list, [](const TextureList& list) {
            return Expected<Bytes>(write_texture_list(list));
        });
    case FileKind::text_table:
        return expect_round_trip(
            name, bytes, [](ByteView b, std::string_view f, Notes*) { return read_text_table(b, f); },
            [](const TextTable& table) { return Expected<Bytes>(write_text_table(table)); });
    case FileKind::script:
        return expect_round_trip(
            name, bytes, [](ByteView b, std::string_view f, Notes*) { return lua::read_chunks(b, f); },
            [](const std::vector<lua::Chunk>& chunks) { return Expected<Bytes>(lua::write_chunks(chunks)); });
    default: FAIL() << name << " is of a kind that the scene doesn't need";
    }
}

bool there(const std::string& name) { return coat_files().contains(name); }

void expect_texture(const std::string& name, const std::string& from) {
    EXPECT_TRUE(there(name)) << from << " wants " << name;
    if (!name.ends_with(".sur")) return;
    const TextureList list = coat_file(name, read_texture_list);
    EXPECT_FALSE(list.textures.empty());
    for (const std::string& texture : list.textures)
        EXPECT_TRUE(there(texture)) << name << " wants " << texture;
}

std::vector<Sector> walk_areas() {
    std::vector<Sector> sectors;
    for (const SetSector& sector : coat_file("emporium.setb", read_set).sectors)
        sectors.push_back(sector_of(sector));
    return sectors;
}

} // namespace

TEST(CoatFiles, AreOneArchiveWithWhatTheEngineAsksForFirst) {
    const auto files = demo::find_embedded_scene("COAT")->files();
    ASSERT_EQ(files.size(), 1u);
    for (const char* name : {"script.tab", "_system.lua", "emporium.setb", "coat.laf", "emporium.til",
                             "gallery.til", "hero.cosb", "salesman.cosb", "backdrop.cosb", "dumbshadow.cosb"})
        EXPECT_TRUE(there(name)) << name;
    // Written anew by the rules for authors: sorted by name, data right behind the names (§19.5).
    const Bytes& archive = files.at("art001.m4b");
    const auto list = read_archive(archive, "art001.m4b");
    ASSERT_TRUE(list) << list.error().line();
    std::vector<NamedFile> contents;
    for (const ArchiveEntry& entry : list->entries)
        contents.push_back({entry.name, contents_of(archive, entry)});
    const auto again = make_archive(contents);
    ASSERT_TRUE(again) << again.error().line();
    EXPECT_EQ(*again, archive);
}

TEST(CoatFiles, AreReadWithoutAWarningAndWrittenByteForByte) {
    for (const auto& [name, bytes] : coat_files()) expect_round_trip(name, bytes);
}

TEST(CoatFiles, WhatCostumesNameIsThere) {
    for (const auto& [name, bytes] : coat_files()) {
        if (!name.ends_with(".cosb")) continue;
        for (const Chore& chore : coat_file(name, read_costume).chores)
            for (const ChoreTrack& track : chore.tracks) {
                const std::string target(track.target());
                switch (track.kind()) {
                case TrackKind::texi: expect_texture(target, name); break;
                case TrackKind::luac:
                case TrackKind::luav: break;
                default:
                    EXPECT_TRUE(there(target + "b")) << name << ", " << chore.name << " wants " << target;
                }
            }
    }
    for (const auto& [name, bytes] : coat_files()) {
        if (name.ends_with(".meshb"))
            for (const MeshTexture& texture : coat_file(name, read_mesh).textures)
                expect_texture(texture.name, name);
        if (name.ends_with(".sprb")) expect_texture(coat_file(name, read_sprite).texture, name);
    }
    for (const SetSetup& setup : coat_file("emporium.setb", read_set).setups)
        EXPECT_TRUE(there(setup.background)) << setup.background;
}

TEST(CoatFiles, MeshesFitTheirSkeletons) {
    for (const char* who : {"hero", "salesman"}) {
        const Mesh mesh = coat_file(std::string(who) + ".meshb", read_mesh);
        const Skeleton skeleton = coat_file(std::string(who) + ".sklb", read_skeleton);
        for (const std::string& bone : mesh.bones)
            EXPECT_TRUE(find_joint(skeleton, bone, skeleton.joints.size())) << who << ": " << bone;
        std::vector<float> sums;
        for (const MeshWeight& weight : mesh.weights) {
            if (weight.starts_vertex == 1) sums.push_back(0);
            EXPECT_GT(weight.weight, 0);
            sums.back() += weight.weight;
        }
        EXPECT_EQ(sums.size(), mesh.positions.size());
        for (const float sum : sums) EXPECT_NEAR(sum, 1, 1e-5);
        EXPECT_LT(mesh.positions.size(), 6000u) << "indices and speed";
        for (const Vec3& n : mesh.normals) EXPECT_NEAR(n.x * n.x + n.y * n.y + n.z * n.z, 1, 1e-4);
        EXPECT_NEAR(mesh.box_min.y, 0, 0.02) << "stands on the floor";
    }
}

TEST(CoatFiles, AnimationsMoveJointsThatBothPeopleHave) {
    const Skeleton hero = coat_file("hero.sklb", read_skeleton),
                   salesman = coat_file("salesman.sklb", read_skeleton);
    std::set<std::uint32_t> priorities;
    for (const auto& [name, bytes] : coat_files()) {
        if (!name.ends_with(".animb")) continue;
        const Animation animation = coat_file(name, read_animation);
        EXPECT_EQ(animation.name + ".animb", name);
        for (const AnimationTrack& track : animation.tracks) {
            EXPECT_TRUE(find_joint(hero, track.joint, hero.joints.size())) << track.joint;
            EXPECT_TRUE(find_joint(salesman, track.joint, salesman.joints.size())) << track.joint;
            EXPECT_LE(track.keys.back().time, animation.duration) << name << ": " << track.joint;
            priorities.insert(track.priority);
        }
    }
    EXPECT_EQ(priorities, (std::set<std::uint32_t>{0, 1, 2, 3, 4}));
    // The base pose holds every limb that others move for a while, so that nothing falls back to the bind
    // pose.
    std::set<std::string> based;
    for (const AnimationTrack& track : coat_file("stand.animb", read_animation).tracks)
        based.insert(track.joint);
    for (const char* joint : {"l_arm", "r_arm", "l_fore", "r_fore", "l_leg", "r_leg", "chest"})
        EXPECT_TRUE(based.contains(joint)) << joint;
}

// The trick (emi-engine §2): clear cloth first in the salesman's mesh, a sprite with depth test that hides
// the pattern pixel for pixel, the counter in a layer of its own.
TEST(CoatTrick, TheCoatIsClearAndComesFirst) {
    const Mesh mesh = coat_file("salesman.meshb", read_mesh);
    ASSERT_FALSE(mesh.faces.empty());
    EXPECT_EQ(mesh.faces[0].textured, 1u);
    EXPECT_EQ(mesh.textures[mesh.faces[0].texture].name, "coat.tga");
    const RgbaPicture cloth = targa_picture(coat_file("coat.tga", read_targa));
    std::size_t clear = 0;
    for (std::size_t i = 3; i < cloth.pixels.size(); i += 4) clear += cloth.pixels[i] == 0;
    EXPECT_GT(clear * 4, cloth.pixels.size() / 4 * 3) << "seams are few";
    for (std::size_t i = 1; i < mesh.faces.size(); ++i) EXPECT_EQ(mesh.faces[i].textured, 0u);
}

TEST(CoatTrick, TheSpriteCoversThePatternExactlyAndShowsTheRoom) {
    const Set set = coat_file("emporium.setb", read_set);
    const Sprite sprite = coat_file("backdrop.sprb", read_sprite);
    EXPECT_EQ(sprite.flags_b, sprite_flag::depth_test);
    const Camera camera = camera_of(set.setups[0]);
    // R22 by hand: the eye-space place of the actor, plus the offset, plus half the size.
    const glm::vec3 eye = glm::transpose(camera.rotation) * (glm::vec3(-2, 0, 3) - camera.position);
    const glm::vec3 center = eye + glm::vec3(sprite.offset.x, sprite.offset.y, sprite.offset.z);
    const float wide = std::tan(set.setups[0].fov / 2 * 3.14159265F / 180);
    const auto x = [&](float side) {
        return 320 + 320 * (center.x + side * sprite.width / 2) / (center.z * wide);
    };
    const auto y = [&](float side) {
        return 240 - 240 * (center.y + side * sprite.height / 2) / (center.z * wide * 0.75F);
    };
    const float left = x(-1), right = x(1), top = y(1), bottom = y(-1);
    for (const float edge : {left, right, top, bottom}) EXPECT_NEAR(edge, std::round(edge), 0.01);
    EXPECT_NEAR(sprite.corners[2].uv[0] * 256, right - left, 0.01);
    EXPECT_NEAR(sprite.corners[2].uv[1] * 256, bottom - top, 0.01);
    EXPECT_GT(center.z, eye.z + 0.4) << "behind him";

    // Around the pattern the sprite shows what the picture shows; inside it doesn't.
    const RgbaPicture rear = compose_layer(coat_file("emporium.til", read_tile_picture), 2);
    const RgbaPicture real = targa_picture(coat_file("backdrop.tga", read_targa));
    const auto differs = [&](int px, int py) {
        const auto at = [](const RgbaPicture& p, int a, int b) {
            return p.pixels.data() + 4 * (b * p.width + a);
        };
        const Byte* one = at(rear, static_cast<int>(left + 0.5F) + px, static_cast<int>(top + 0.5F) + py);
        const Byte* other = at(real, px, py);
        return one[0] != other[0] || one[1] != other[1] || one[2] != other[2];
    };
    const int width = static_cast<int>(right - left + 0.5F), height = static_cast<int>(bottom - top + 0.5F);
    int inside = 0, outside = 0;
    for (int py = 0; py < height; ++py)
        for (int px = 0; px < width; ++px) {
            const bool rim = px < 4 || py < 4 || px >= width - 4 || py >= height - 4;
            (rim ? outside : inside) += differs(px, py);
        }
    EXPECT_EQ(outside, 0);
    EXPECT_GT(inside, (width - 8) * (height - 8) * 9 / 10);
}

TEST(CoatTrick, TheCounterIsALayerInFrontOfHim) {
    const TilePicture picture = coat_file("emporium.til", read_tile_picture);
    ASSERT_EQ(picture.layers.size(), 3u);
    const RgbaPicture desk = compose_layer(picture, 1);
    const auto alpha = [&](int x, int y) {
        return desk.pixels[4 * static_cast<std::size_t>(y * 640 + x) + 3];
    };
    EXPECT_EQ(alpha(188, 290), 255) << "the counter before his legs";
    EXPECT_EQ(alpha(188, 200), 0) << "nothing before his chest";
}

TEST(CoatRoom, WalkAreasLieFlatAndLeadFromTheDoorToTheGallery) {
    const std::vector<Sector> sectors = walk_areas();
    for (const Sector& sector : sectors) {
        EXPECT_LT(sector.normal.y, -0.5F) << sector.name << ": floors' normals point down (R53)";
        EXPECT_EQ(sector.sort_planes.size(), 2u) << sector.name;
    }
    const auto path = find_path(sectors, {0.7F, 0, -1.3F}, {1.13F, 1.4F, 3.05F});
    ASSERT_GE(path.size(), 4u) << "over floor, stairs, landing, gallery";
    EXPECT_NEAR(path.back().y, 1.4, 1e-4);
    EXPECT_FALSE(find_path(sectors, {1.13F, 1.4F, 3.05F}, {-0.3F, 0, 1.7F}).empty())
        << "and back to the counter";
}

TEST(CoatRoom, SortPlanesPutWhoeverIsUpstairsBehindTheRailing) {
    const std::vector<Sector> sectors = walk_areas();
    EXPECT_EQ(sort_order_at(sectors, 0, {0, 0, 0}), 0);
    EXPECT_EQ(sort_order_at(sectors, 0, {1.2F, 1.4F, 3}), 5);
    EXPECT_EQ(sort_order_at(sectors, 1, {2.6F, 1.4F, 2.6F}), 5);
}

} // namespace rekindle::test
