#pragma once
// A skeletal animation (.animb): tracks of absolute local translations or rotations (emi-formats §7). Times
// are seconds as stored; the player uses milliseconds (time * 1000 as f32).

#include "emi/data/fields.h"

namespace rekindle::emi {

enum class TrackOperation : std::uint32_t { translate = 3, rotate = 4 };

struct AnimationKey {
    Vec3 translation; // of TrackOperation::translate
    Quat rotation;    // of TrackOperation::rotate
    float time = 0;   // seconds
    float time_ms() const { return time * 1000.0f; }
    bool operator==(const AnimationKey&) const = default;
};

struct AnimationTrack {
    std::string joint;
    std::uint32_t operation = 4; // TrackOperation
    std::uint32_t priority = 0;  // 0..7
    std::uint32_t unknown = 0;
    std::vector<AnimationKey> keys;
    bool operator==(const AnimationTrack&) const = default;
};

struct Animation {
    std::string name;
    float duration = 0; // seconds
    std::vector<AnimationTrack> tracks;
    Bytes tail;
    float duration_ms() const { return duration * 1000.0f; }
    bool operator==(const Animation&) const = default;
};

void describe(Fields& fields, Animation& animation);
Expected<Animation> read_animation(ByteView bytes, std::string_view file, Notes* notes = nullptr);
Expected<Bytes> write_animation(const Animation& animation);

} // namespace rekindle::emi
