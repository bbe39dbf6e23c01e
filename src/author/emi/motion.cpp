#include "author/emi/motion.h"

#include "author/emi/turns.h"

namespace rekindle::author {
namespace {

// "TIME X,Y,Z" pairs behind "turn JOINT PRIORITY" or "shift JOINT PRIORITY".
Expected<emi::AnimationTrack> read_track(const SourceLine& line, const emi::Skeleton& skeleton) {
    Words words(line);
    const bool turns = line.word(0) == "turn";
    emi::AnimationTrack track;
    track.joint = words.word("a joint");
    track.priority = static_cast<std::uint32_t>(words.whole(0, 7));
    track.operation =
        static_cast<std::uint32_t>(turns ? emi::TrackOperation::rotate : emi::TrackOperation::translate);
    const auto index = emi::find_joint(skeleton, track.joint, skeleton.joints.size());
    if (!index) return line.refuse("a joint of the skeleton", track.joint);
    const emi::Joint& joint = skeleton.joints[*index];
    while (words.more()) {
        emi::AnimationKey key{.translation = {}, .rotation = {}, .time = static_cast<float>(words.number())};
        const std::string triple = words.word("X,Y,Z");
        const std::vector<std::string> parts = split(triple, ',');
        if (parts.size() != 3) return line.refuse("three numbers with commas", triple);
        Point value(0);
        for (int i = 0; i < 3; ++i) {
            RK_TRY(value[i], parse_decimal(parts[static_cast<std::size_t>(i)], line));
        }
        const emi::Quat& q = joint.rotation;
        if (turns)
            key.rotation = stored(Turn{q.x, q.y, q.z, q.w} * turn_of(value.x, value.y, value.z));
        else
            key.translation =
                stored(Point(joint.translation.x, joint.translation.y, joint.translation.z) + value);
        if (!track.keys.empty() && key.time <= track.keys.back().time)
            return line.refuse("rising times", triple);
        track.keys.push_back(key);
    }
    if (track.keys.empty()) return line.refuse("keys", "");
    RK_CHECK(words.done());
    return track;
}

} // namespace

Expected<std::vector<emi::Animation>> read_motions(std::string_view text, std::string_view file,
                                                   const emi::Skeleton& skeleton) {
    std::vector<emi::Animation> animations;
    for (const SourceLine& line : source_lines(text, file)) {
        if (line.word(0) == "animation") {
            Words words(line);
            emi::Animation animation;
            animation.name = words.word("a name");
            animation.duration = static_cast<float>(words.number());
            RK_CHECK(words.done());
            animations.push_back(std::move(animation));
            continue;
        }
        if (line.word(0) != "turn" && line.word(0) != "shift")
            return line.refuse("animation, turn or shift", line.word(0));
        if (animations.empty()) return line.refuse("an animation before its tracks", line.word(0));
        RK_TRY(emi::AnimationTrack track, read_track(line, skeleton));
        animations.back().tracks.push_back(std::move(track));
    }
    return animations;
}

} // namespace rekindle::author
