#pragma once
// Posing a skeleton (emi-engine R66, R69-R73) as three jobs over flat arrays, run in this order: sample each
// playing clip, blend the samples by layers and weights, multiply down the chain. A job only reads its inputs
// and fills its outputs; nothing is allocated. run() of a job that validate() refuses does nothing.

#include <span>

#include "emi/stage/clip.h"

namespace rekindle::emi {

// Where a clip's lines were found last; only makes the next sampling faster, never changes it.
struct ClipCursor {
    struct Place {
        std::uint32_t before = 0, after = 0;
        float share = 0; // of `after`
    };
    std::vector<Place> places;
};
ClipCursor cursor_for(const Clip& clip);

// The tracks' values at a time, relative to the bind pose.
struct SampleJob {
    const Clip* clip = nullptr;
    float time = 0; // ms
    ClipCursor* cursor = nullptr;
    std::span<Quat4> rotations{};     // clip->rotations.blocks.size()
    std::span<Vec3x4> translations{}; // clip->translations.blocks.size()

    bool validate() const;
    bool run() const;
};

struct BlendInput {
    const Clip* clip = nullptr;
    std::span<const Quat4> rotations{};
    std::span<const Vec3x4> translations{};
    float weight = 0;    // the animation's fade, 0..1; 0 and below: left out
    bool started = true; // false: active, but its first update hasn't come
};

// Layers from high to low take what their animations' weights ask for; what is left stays in the bind pose.
struct BlendJob {
    const Rig* rig = nullptr;
    std::span<const BlendInput> inputs{};
    // In which order the animations of one layer are applied, indices into `inputs`. None: as they stand,
    // which callers make ascending (chore, track) whatever started first (R72).
    std::span<const std::uint32_t> order{};
    // The measured engine lets an animation that has not started count in the sums of weights.
    bool unstarted_weigh = false;
    std::span<Quat4> rotations{}; // rig->blocks()
    std::span<Vec3x4> translations{};

    bool validate() const;
    bool run() const;
};

// Joint matrices in model space.
struct MatrixJob {
    const Rig* rig = nullptr;
    std::span<const Quat4> rotations{}; // rig->blocks()
    std::span<const Vec3x4> translations{};
    std::span<glm::mat4> matrices{}; // rig->joints()
    std::span<glm::quat> turns{};    // products of the local rotations; may be empty

    bool validate() const;
    bool run() const;
};

} // namespace rekindle::emi
