#pragma once
// How much of a joint's rotation each animation has (emi-engine R69-R71), for people who look for the one
// that wins. The blend itself (pose_jobs.h) doesn't use it.

#include "emi/stage/stage.h"

namespace rekindle::emi {

struct JointShare {
    std::uint32_t animation = 0; // of the costume
    std::uint8_t priority = 0;
    float share = 0; // 0..1
};
struct JointShares {
    std::vector<JointShare> shares; // higher priorities first
    float bind = 1;                 // what is left to the bind pose
};

// One item a joint of the rig that `wear` binds the clips to.
std::vector<JointShares> rotation_shares(const CostumeResource::Wear& wear, std::size_t joints,
                                         std::span<const AnimationState> states);

} // namespace rekindle::emi
