#include "emi/data/animation.h"

namespace rekindle::emi {
namespace {

void describe_track(Fields& f, AnimationTrack& track) {
    f.text({"joint", "compared without case"}, track.joint);
    f.u32({"operation", "3 translate, 4 rotate"}, track.operation);
    f.require(track.operation == 3 || track.operation == 4, "operation 3 or 4", track.operation);
    f.u32({"priority", "layer, 0 to 7"}, track.priority);
    f.require(track.priority <= 7, "a priority from 0 to 7", track.priority);
    f.u32({"unknown"}, track.unknown);
    f.usual(track.unknown == 0, "zero before the number of keys");
    const bool rotates = track.operation == static_cast<std::uint32_t>(TrackOperation::rotate);
    f.list({"keys"}, track.keys, rotates ? 20 : 16, [&](AnimationKey& key) {
        f.when(!rotates, "operation 3", [&] { f.vec3({"translation", "absolute, local"}, key.translation); });
        f.when(rotates, "operation 4", [&] { f.quat({"rotation", "absolute, local"}, key.rotation); });
        f.f32({"time", "seconds"}, key.time);
    });
    f.usual(!track.keys.empty(), "a track with keys");
    f.usual(std::is_sorted(track.keys.begin(), track.keys.end(),
                           [](const AnimationKey& a, const AnimationKey& b) { return a.time < b.time; }),
            "keys sorted by time");
}

} // namespace

void describe(Fields& f, Animation& animation) {
    f.text({"name"}, animation.name);
    f.f32({"duration", "seconds"}, animation.duration);
    f.usual(animation.duration > 0, "a duration above zero");
    f.list({"tracks"}, animation.tracks, 21, [&f](AnimationTrack& track) { describe_track(f, track); });
    f.tail(animation.tail);
}

Expected<Animation> read_animation(ByteView bytes, std::string_view file, Notes* notes) {
    return read_fields<Animation>(bytes, file, notes);
}
Expected<Bytes> write_animation(const Animation& animation) { return write_fields(animation, "animation"); }

} // namespace rekindle::emi
