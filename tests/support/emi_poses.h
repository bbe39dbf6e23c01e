#pragma once
// Small skeletons and animations in code, posed by the stage's jobs.

#include <array>
#include <string>
#include <vector>

#include "base/trig.h"
#include "emi/stage/math.h"
#include "emi/stage/pose_jobs.h"

namespace rekindle::emi::test {

inline Quat about(char axis, float degrees) {
    const double half = degrees * radians_per_degree / 2;
    const auto s = static_cast<float>(sine(half)), c = static_cast<float>(cosine(half));
    return {axis == 'x' ? s : 0, axis == 'y' ? s : 0, axis == 'z' ? s : 0, c};
}
inline double degrees_about_z(glm::quat q) {
    return wrap_degrees(static_cast<float>(2 * arc_tangent(q.z, q.w) / radians_per_degree));
}

struct JointPose {
    glm::quat rotation;
    glm::vec3 translation;
    bool operator==(const JointPose&) const = default;
};

struct Posed {
    template <typename Value>
    struct Key {
        float ms;
        Value value;
    };

    Skeleton skeleton;
    std::vector<Animation> animations;
    std::vector<float> weights{1};
    std::vector<bool> started;
    std::vector<std::uint32_t> order;
    bool unstarted_weigh = false;

    Rig rig;
    std::vector<Clip> clips;
    std::vector<ClipCursor> cursors;
    std::vector<std::vector<Quat4>> rotation_samples;
    std::vector<std::vector<Vec3x4>> translation_samples;
    std::vector<Quat4> rotations;
    std::vector<Vec3x4> translations;

    // All joints roots with the same bind pose.
    explicit Posed(const std::vector<std::string>& names, Quat bind = {}, Vec3 place = {}) {
        for (const std::string& name : names) {
            Joint joint;
            joint.name.text = name;
            joint.rotation = bind;
            joint.translation = place;
            skeleton.joints.push_back(joint);
        }
    }

    void rotation(std::size_t animation, const char* joint, std::uint32_t priority,
                  const std::vector<Key<Quat>>& keys) {
        AnimationTrack& track = add(animation, joint, TrackOperation::rotate, priority);
        for (const Key<Quat>& key : keys) track.keys.push_back({{}, key.value, key.ms / 1000});
    }
    void translation(std::size_t animation, const char* joint, std::uint32_t priority,
                     const std::vector<Key<Vec3>>& keys) {
        AnimationTrack& track = add(animation, joint, TrackOperation::translate, priority);
        for (const Key<Vec3>& key : keys) track.keys.push_back({key.value, {}, key.ms / 1000});
    }

    // Samples every animation at a time and blends.
    Posed& at(float ms) {
        if (clips.empty()) bind();
        for (std::size_t i = 0; i < clips.size(); ++i)
            SampleJob{.clip = &clips[i],
                      .time = ms,
                      .cursor = &cursors[i],
                      .rotations = rotation_samples[i],
                      .translations = translation_samples[i]}
                .run();
        blend();
        return *this;
    }
    bool blend() {
        std::vector<BlendInput> inputs;
        for (std::size_t i = 0; i < clips.size(); ++i)
            inputs.push_back({&clips[i], rotation_samples[i], translation_samples[i],
                              i < weights.size() ? weights[i] : 1, i < started.size() ? started[i] : true});
        return BlendJob{.rig = &rig,
                        .inputs = inputs,
                        .order = order,
                        .unstarted_weigh = unstarted_weigh,
                        .rotations = rotations,
                        .translations = translations}
            .run();
    }
    JointPose pose(std::size_t joint) const {
        return {lane(rotations[joint / 4], joint % 4), lane(translations[joint / 4], joint % 4)};
    }
    std::vector<glm::mat4> matrices() const {
        std::vector<glm::mat4> result(rig.joints());
        MatrixJob{.rig = &rig, .rotations = rotations, .translations = translations, .matrices = result}
            .run();
        return result;
    }

  private:
    AnimationTrack& add(std::size_t animation, const char* joint, TrackOperation operation,
                        std::uint32_t priority) {
        if (animations.size() <= animation) animations.resize(animation + 1);
        AnimationTrack track;
        track.joint = joint;
        track.operation = static_cast<std::uint32_t>(operation);
        track.priority = priority;
        animations[animation].tracks.push_back(track);
        return animations[animation].tracks.back();
    }
    void bind() {
        rig = make_rig(skeleton);
        rotations.resize(rig.blocks());
        translations.resize(rig.blocks());
        for (const Animation& animation : animations) {
            clips.push_back(make_clip(animation, skeleton, rig));
            cursors.push_back(cursor_for(clips.back()));
            rotation_samples.emplace_back(clips.back().rotations.blocks.size());
            translation_samples.emplace_back(clips.back().translations.blocks.size());
        }
    }
};

} // namespace rekindle::emi::test
