#pragma once
// ANI files: for every state the table of pictures and movements that is the entity's clock (formats §7,
// engine §1.4). Called by the level loader, inspect and the authoring tools.

#include <vector>

#include "base/bytes.h"

namespace rekindle::flashback {

// One tick.
struct AnimationFrame {
    std::uint16_t picture = 0;  // bits 0-14 picture number, bit 15 mirrored; 0xFFFF changes nothing
    std::int8_t dx = 0, dy = 0; // dx is subtracted where the entity faces right
    bool operator==(const AnimationFrame&) const = default;
};
inline constexpr std::uint16_t empty_frame = 0xFFFF;

struct Animation {
    std::uint8_t sound = 0;             // played on entering the state: 0 none, else sound number + 1
    std::uint8_t tag = 0;               // what other entities can ask for
    std::uint16_t as_object = 0;        // non-zero: pictures are objects, else characters
    std::vector<AnimationFrame> frames; // 1..255
    bool operator==(const Animation&) const = default;
};

struct AnimationFile {
    static constexpr std::uint16_t no_table = 0xFFFF;
    std::vector<std::uint16_t> animation_of_state; // index into animations, never decreasing, or no_table
    std::vector<Animation> animations;
    bool operator==(const AnimationFile&) const = default;
};

Expected<AnimationFile> read_animations(ByteView bytes, std::string_view file);
Bytes write_animations(const AnimationFile& file);

} // namespace rekindle::flashback
