#include "emi/stage/shares.h"

#include <algorithm>

namespace rekindle::emi {
namespace {

bool has_track(const Clip& clip, std::size_t joint, std::size_t layer) {
    const std::size_t at = joint / 4 * pose_layers + layer;
    if (at + 1 >= clip.rotations.first.size()) return false;
    for (std::uint32_t i = clip.rotations.first[at]; i < clip.rotations.first[at + 1]; ++i)
        if ((clip.rotations.blocks[i].lanes >> joint % 4 & 1) != 0) return true;
    return false;
}

} // namespace

std::vector<JointShares> rotation_shares(const CostumeResource::Wear& wear, std::size_t joints,
                                         std::span<const AnimationState> states) {
    std::vector<JointShares> all(joints);
    const std::size_t count = std::min(states.size(), wear.clips.size());
    for (std::size_t joint = 0; joint < joints; ++joint) {
        JointShares& result = all[joint];
        for (std::size_t layer = pose_layers; layer-- > 0 && result.bind > 0;) {
            std::vector<JointShare> here;
            float sum = 0;
            for (std::uint32_t i = 0; i < count; ++i) {
                const AnimationState& state = states[i];
                if (!state.active || state.time < 0 || !(state.fade.value > 0)) continue;
                if (!has_track(wear.clips[i], joint, layer)) continue;
                sum += state.fade.value;
                here.push_back({i, static_cast<std::uint8_t>(layer), state.fade.value});
            }
            for (JointShare& share : here) {
                share.share = share.share / std::max(sum, 1.0f) * result.bind;
                result.shares.push_back(share);
            }
            result.bind *= std::max(0.0f, 1 - sum);
        }
    }
    return all;
}

} // namespace rekindle::emi
