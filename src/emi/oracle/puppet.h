#pragma once
// For the checks of this folder only: a skeleton, its animations, and the measured engine's order of
// starting.

#include "emi/oracle/values.h"
#include "emi/stage/animation_state.h"
#include "emi/stage/pose_jobs.h"

namespace rekindle::emi::oracle {

struct Puppet {
    struct Part {
        Clip clip;
        ClipCursor cursor;
        AnimationState state;
        std::vector<Quat4> rotations;
        std::vector<Vec3x4> translations;
    };
    Skeleton skeleton;
    Rig rig;
    std::vector<Part> parts;
    std::vector<std::uint32_t> order; // active ones, in the order they became so
    std::vector<Quat4> rotations;     // the pose
    std::vector<Vec3x4> translations;
    std::vector<glm::mat4> matrices;
    std::vector<glm::quat> turns;

    explicit Puppet(Skeleton from);
    void add(const Animation& animation);
    // After anything that may start or end an animation.
    void note_order();
    void pose();
    void find_matrices();

    glm::quat local_rotation(std::size_t joint) const { return lane(rotations[joint / 4], joint % 4); }
    // The measured `j` (10 numbers a joint) and, where they are, `M` and `Q`.
    void compare(const json& step, Checker& checker) const;
};

// An operation of a table, [… what, animation, arguments], whose `what` is at an index; and the measured
// [active, time, fade, mode].
void operate(AnimationState& state, const json& op, std::size_t what_at);
void compare_state(const AnimationState& state, const json& measured, Checker& checker);

} // namespace rekindle::emi::oracle
