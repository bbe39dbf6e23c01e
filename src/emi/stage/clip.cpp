#include "emi/stage/clip.h"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

#include "emi/stage/math.h"

namespace rekindle::emi {
namespace {

class ClipMaker {
  public:
    ClipMaker(const Skeleton& skeleton, const Rig& rig) : skeleton_(skeleton), rig_(rig) {}

    void add(const AnimationTrack& track) {
        const auto joint = find_joint(skeleton_, track.joint, skeleton_.joints.size());
        if (!joint || track.keys.empty() || track.priority >= pose_layers) return;
        const bool rotation = track.operation == static_cast<std::uint32_t>(TrackOperation::rotate);
        Blocks& blocks = rotation ? rotations_ : translations_;
        const auto joints = static_cast<std::uint16_t>(*joint / 4);
        const auto layer = static_cast<std::uint8_t>(track.priority);
        const auto bit = static_cast<std::uint8_t>(1 << *joint % 4);
        // A second track of the same joint and layer goes to the next block, so that file order is kept.
        int pass = 0;
        while (blocks[{joints, layer, pass}].lanes & bit) ++pass;
        Clip::Block& block = blocks[{joints, layer, pass}];
        block.joints = joints;
        block.layer = layer;
        block.lanes |= bit;
        std::vector<std::array<float, 4>>& keys = (rotation ? clip_.rotations : clip_.translations).keys;
        block.tracks[*joint % 4] = {line_of(track), static_cast<std::uint32_t>(keys.size())};
        for (const AnimationKey& key : track.keys) keys.push_back(relative(key, rotation, *joint));
    }

    Clip finish(const Animation& animation) {
        clip_.duration = std::max(whole(animation.duration_ms()), 0);
        flatten(rotations_, clip_.rotations);
        flatten(translations_, clip_.translations);
        return std::move(clip_);
    }

  private:
    using Blocks = std::map<std::tuple<std::uint16_t, std::uint8_t, int>, Clip::Block>;

    std::array<float, 4> relative(const AnimationKey& key, bool rotation, std::size_t joint) const {
        if (rotation) {
            const glm::quat q = multiply(inverse_quat(lane(rig_.rotations[joint / 4], joint % 4)),
                                         {key.rotation.w, key.rotation.x, key.rotation.y, key.rotation.z});
            return {q.x, q.y, q.z, q.w};
        }
        const glm::vec3 bind = lane(rig_.translations[joint / 4], joint % 4);
        return {key.translation.x - bind.x, key.translation.y - bind.y, key.translation.z - bind.z, 0};
    }

    std::uint32_t line_of(const AnimationTrack& track) {
        std::vector<float> times;
        for (const AnimationKey& key : track.keys) times.push_back(key.time_ms());
        const auto [place, fresh] = lines_.emplace(times, static_cast<std::uint32_t>(clip_.lines.size()));
        if (fresh) {
            clip_.lines.push_back({static_cast<std::uint32_t>(clip_.times.size()),
                                   static_cast<std::uint32_t>(times.size()),
                                   std::is_sorted(times.begin(), times.end())});
            clip_.times.insert(clip_.times.end(), times.begin(), times.end());
        }
        return place->second;
    }

    void flatten(const Blocks& blocks, Clip::Kind& kind) const {
        kind.layers.assign(rig_.blocks(), 0);
        kind.first.assign(rig_.blocks() * pose_layers + 1, 0);
        for (const auto& [place, block] : blocks) {
            kind.layers[block.joints] |= static_cast<std::uint8_t>(1 << block.layer);
            ++kind.first[block.joints * pose_layers + block.layer + 1];
            kind.blocks.push_back(block);
            const auto full = static_cast<std::size_t>(std::countr_zero(block.lanes));
            for (std::size_t i = 0; i < 4; ++i)
                if (!(block.lanes >> i & 1)) kind.blocks.back().tracks[i] = block.tracks[full];
        }
        for (std::size_t i = 1; i < kind.first.size(); ++i) kind.first[i] += kind.first[i - 1];
    }

    const Skeleton& skeleton_;
    const Rig& rig_;
    Clip clip_;
    Blocks rotations_, translations_;
    std::map<std::vector<float>, std::uint32_t> lines_;
};

} // namespace

Clip make_clip(const Animation& animation, const Skeleton& skeleton, const Rig& rig) {
    ClipMaker maker(skeleton, rig);
    for (const AnimationTrack& track : animation.tracks) maker.add(track);
    return maker.finish(animation);
}

} // namespace rekindle::emi
