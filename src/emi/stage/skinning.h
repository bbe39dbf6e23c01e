#pragma once
// Meshes that follow joints (emi-engine R74). A skin is a mesh's influences bound to a rig, made once; each
// picture fills a palette, one matrix a bone, and then moves the vertices.

#include <span>

#include "emi/data/mesh.h"
#include "emi/stage/rig.h"

namespace rekindle::emi {

struct Skin {
    struct Bone {
        std::int32_t joint = -1; // -1: not in the skeleton, its vertices stay where they are
        glm::mat4 from_bind{1};  // model space → the joint's, in the bind pose
    };
    struct Influence {
        std::uint32_t bone;
        float weight; // as stored
    };
    // Neighbouring vertices with equally many influences; 0: rigid.
    struct Run {
        std::uint32_t vertices, influences;
    };
    std::vector<Bone> bones;
    std::vector<Run> runs;
    std::vector<Influence> influences;
};
// Vertices beyond the list of influences are rigid; those of a mesh without bones are all so.
Skin make_skin(const Mesh& mesh, const Skeleton& skeleton, const Rig& rig);

struct PaletteJob {
    const Skin* skin = nullptr;
    std::span<const glm::mat4> joints{}; // the pose, model space
    std::span<glm::mat4> palette{};      // skin->bones.size()

    bool validate() const;
    bool run() const;
};

struct SkinJob {
    const Skin* skin = nullptr;
    std::span<const glm::mat4> palette{};
    std::span<const Vec3> positions{}, normals{}; // as in the file; normals may be empty
    std::span<Vec3> out_positions{}, out_normals{};

    bool validate() const;
    bool run() const;
};

} // namespace rekindle::emi
