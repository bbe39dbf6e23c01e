#pragma once
// A small play in code: files in memory, a stage, and what its hooks were told.

#include <functional>
#include <map>

#include <gtest/gtest.h>

#include "emi/data/costume.h"
#include "emi/stage/chores.h"
#include "emi/stage/drawing.h"
#include "emi/stage/frames.h"
#include "emi/stage/scenery.h"
#include "emi/stage/screen.h"
#include "emi/stage/speech.h"
#include "emi/stage/walking.h"

namespace rekindle::emi::test {

struct KeyPlan {
    float ms, value;
};
struct TrackPlan {
    std::string component;
    std::vector<KeyPlan> keys{};
};
// Seconds; 1000 has no end.
inline Chore chore(std::string name, float length, const std::vector<TrackPlan>& tracks = {}) {
    Chore made;
    made.name = std::move(name);
    made.length = length;
    for (const TrackPlan& from : tracks) {
        ChoreTrack track;
        track.component = from.component;
        for (const KeyPlan& key : from.keys) track.keys.push_back({key.ms / 1000, key.value});
        made.tracks.push_back(std::move(track));
    }
    return made;
}

inline SetSector floor_sector(std::string name, std::uint32_t id, std::vector<Vec3> corners,
                              std::vector<std::int32_t> planes = {}, std::uint32_t type = sector_type::walk,
                              float height = 9999) {
    SetSector sector;
    sector.name = std::move(name);
    sector.id = id;
    sector.vertices = std::move(corners);
    sector.sort_planes = std::move(planes);
    sector.type = type;
    sector.height = height;
    return sector;
}
// Seen from above: x from..to, z from..to, with its normal down.
inline std::vector<Vec3> rectangle(float x1, float z1, float x2, float z2, float y = 0) {
    return {{x1, y, z1}, {x2, y, z1}, {x2, y, z2}, {x1, y, z2}};
}
inline SetSetup setup(std::string name, Vec3 position = {}, Quat rotation = {}, float fov = 60) {
    SetSetup made;
    made.name.text = std::move(name);
    made.background = "room.til";
    made.position = position;
    made.rotation = rotation;
    made.fov = fov;
    made.near_plane = 1;
    made.far_plane = 100;
    return made;
}
// One triangle of half a unit around the origin, all of one bone.
inline Mesh triangle(std::string name, std::string bone = "root") {
    Mesh mesh;
    mesh.name = std::move(name);
    mesh.radius = 1;
    mesh.box_min = {-0.5f, 0, 0};
    mesh.box_max = {0.5f, 1, 0};
    mesh.positions = {{-0.5f, 0, 0}, {0.5f, 0, 0}, {0, 1, 0}};
    mesh.normals = {{0, 0, -1}, {0, 0, -1}, {0, 0, -1}};
    mesh.colors.assign(3, {200, 200, 200, 255});
    mesh.uvs.assign(3, {0, 0});
    mesh.faces.push_back({0, 0, 0, {0, 1, 2}});
    mesh.has_bones = 1;
    mesh.bones = {std::move(bone)};
    mesh.weights.assign(3, {1, 0, 1});
    return mesh;
}
inline Joint joint(std::string name, std::string parent = "", Vec3 translation = {}, Quat rotation = {}) {
    Joint made;
    made.name.text = std::move(name);
    made.parent.text = std::move(parent);
    made.translation = translation;
    made.rotation = rotation;
    return made;
}
// One track on one joint.
inline Animation moving(std::string joint, std::uint32_t priority, std::vector<std::pair<float, Vec3>> keys,
                        float seconds) {
    Animation animation;
    animation.name = "moving";
    animation.duration = seconds;
    AnimationTrack track;
    track.joint = std::move(joint);
    track.operation = static_cast<std::uint32_t>(TrackOperation::translate);
    track.priority = priority;
    for (const auto& [ms, value] : keys) track.keys.push_back({value, {}, ms / 1000});
    animation.tracks.push_back(std::move(track));
    return animation;
}

class Play final : public CastSource, public StageHooks {
  public:
    Stage stage;
    Cast cast{*this};
    std::vector<std::string> log;
    std::function<void(std::int32_t)> tasks;
    std::function<void(std::string_view)> script;
    std::map<std::string, Bytes> files;
    std::map<std::string, std::int32_t> voices;

    StageRun run() { return {stage, cast, *this}; }
    void update(std::int32_t ms, int times = 1) {
        for (int i = 0; i < times; ++i) emi::update(run(), ms);
    }
    Actor& operator[](ActorId id) { return *stage.find(id); }

    void add(const std::string& name, const Costume& costume) { keep(name + "b", write_costume(costume)); }
    void add(const std::string& name, const Mesh& mesh) { keep(name + "b", write_mesh(mesh)); }
    void add(const std::string& name, const Skeleton& skeleton) {
        keep(name + "b", write_skeleton(skeleton));
    }
    void add(const std::string& name, const Animation& animation) {
        keep(name + "b", write_animation(animation));
    }
    void add(const std::string& name, const Sprite& sprite) { keep(name + "b", write_sprite(sprite)); }
    void add(const std::string& name, const Set& set) { keep(name + "b", write_set(set)); }
    void add(const std::string& name, const TilePicture& picture) { keep(name, write_tile_picture(picture)); }
    void add(const std::string& name, const Lip& lip) { keep(name, write_lip(lip)); }
    void add(const std::string& name, const Font& font) { keep(name, write_font(font)); }

    // A costume that is nothing but its chores.
    void costume(const std::string& name, std::vector<Chore> chores) {
        add(name, Costume{std::move(chores), {}});
    }
    // "body.cos": chore "wear" with a triangle on joints root and head, which is at (0,1.6,0) and turned as
    // in game data (Rx -90); `more` chores behind it.
    void body(std::vector<Chore> more = {}, const std::string& name = "body.cos") {
        add("body.mesh", triangle("body.mesh"));
        add("body.skl",
            Skeleton{{joint("root"), joint("head", "root", {0, 1.6f, 0}, {-0.70710678f, 0, 0, 0.70710678f})},
                     {}});
        more.insert(more.begin(), chore("wear", 1000, {{"!meshbody.mesh"}, {"!skelbody.skl"}}));
        costume(name, std::move(more));
    }
    // An actor in body.cos that wears it.
    ActorId person(const std::string& name = "person") {
        const ActorId id = load_actor(stage, name);
        play_actor_chore(run(), id, "wear", "body.cos", false);
        put_in_set(stage, id, stage.set);
        return id;
    }
    // Enters a set of a name with one setup at (0,0,-10) unless it has some; the short frame is over.
    void enter(const std::string& name, Set set) {
        if (set.setups.empty()) set.setups.push_back(setup("front", {0, 0, -10}));
        add(name, set);
        EXPECT_TRUE(enter_set(run(), name));
        stage.short_frames = 0;
        stage.events.clear();
    }
    void enter(const std::string& name, std::vector<SetSector> sectors = {}) {
        Set set;
        set.sectors = std::move(sectors);
        enter(name, set);
    }

    Expected<Bytes> read(std::string_view name) override {
        const auto at = files.find(std::string(name));
        if (at == files.end()) return missing(std::string(name), "a file of the play");
        return at->second;
    }
    std::optional<std::int32_t> voice_length(std::string_view line) override {
        const auto at = voices.find(std::string(line));
        return at == voices.end() ? std::nullopt : std::optional(at->second);
    }
    void run_tasks(std::int32_t dt) override {
        if (tasks) tasks(dt);
    }
    void set_global(std::string_view name, std::int32_t value) override {
        log.push_back(std::string(name) + "=" + std::to_string(value));
    }
    void run_script(std::string_view text) override {
        log.emplace_back(text);
        if (script) script(text);
    }
    void setup_changed(std::uint32_t from, std::uint32_t to) override {
        log.push_back("setup " + std::to_string(from) + " " + std::to_string(to));
    }
    void collided(ActorId a, ActorId b) override {
        log.push_back("hit " + std::to_string(a) + " " + std::to_string(b));
    }
    void warn(std::string_view text) override { log.push_back("warning: " + std::string(text)); }

  private:
    void keep(const std::string& name, const Expected<Bytes>& bytes) {
        ASSERT_TRUE(bytes) << bytes.error().line();
        files[name] = *bytes;
    }
};

inline ::testing::AssertionResult near(glm::vec3 found, glm::vec3 expected, float tolerance = 1e-4f) {
    if (glm::distance(found, expected) <= tolerance) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << found.x << " " << found.y << " " << found.z << " instead of "
                                         << expected.x << " " << expected.y << " " << expected.z;
}

} // namespace rekindle::emi::test
