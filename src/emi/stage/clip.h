#pragma once
// An animation bound to a rig: its keys as flat arrays relative to the bind pose, four tracks a block, so
// that sampling and blending run over four joints at once (emi-engine R66, R69). Made once a costume.

#include <array>
#include <vector>

#include "emi/data/animation.h"
#include "emi/stage/rig.h"

namespace rekindle::emi {

inline constexpr std::size_t pose_layers = 8; // priorities 0..7

struct Clip {
    // Key times, ms. Tracks with the same times share a line; it is looked up once for all of them.
    struct Line {
        std::uint32_t first, count;
        bool sorted; // files may hold others; they are searched from the start
    };
    struct Track {
        std::uint32_t line = 0, first_key = 0;
    };
    // Tracks of four neighbouring joints in one layer. A lane without a track repeats another's.
    struct Block {
        std::array<Track, 4> tracks;
        std::uint16_t joints = 0; // 4·joints is the first
        std::uint8_t layer = 0, lanes = 0;
    };
    struct Kind {
        std::vector<Block> blocks;              // by joints, then layer, then order in the file
        std::vector<std::uint32_t> first;       // of each (joints, layer); one more at the end
        std::vector<std::uint8_t> layers;       // of each four joints: a bit a layer
        std::vector<std::array<float, 4>> keys; // bind⁻¹·rotation, or translation - bind
    };

    std::int32_t duration = 0; // ms, truncated
    std::vector<float> times;
    std::vector<Line> lines;
    Kind rotations, translations;
};

// Tracks of joints that the skeleton lacks, and those without keys, are left out.
Clip make_clip(const Animation& animation, const Skeleton& skeleton, const Rig& rig);

} // namespace rekindle::emi
