#include "emi/oracle/values.h"

#include <fmt/format.h>

namespace rekindle::emi::oracle {

Skeleton skeleton_of(const json& joints) {
    Skeleton skeleton;
    for (const json& in : joints) {
        Joint joint;
        joint.name.text = in.at("name");
        joint.parent.text = in.at("parent");
        const glm::vec3 t = vec(in.at("trans"));
        const glm::quat q = quat(in.at("quat"));
        joint.translation = {t.x, t.y, t.z};
        joint.rotation = {q.x, q.y, q.z, q.w};
        skeleton.joints.push_back(std::move(joint));
    }
    return skeleton;
}

Animation animation_of(const json& in) {
    Animation animation;
    animation.name = in.at("name");
    animation.duration = number(in.at("duration"));
    for (const json& from : in.at("tracks")) {
        AnimationTrack track;
        track.joint = from.at("bone");
        track.operation = from.at("op");
        track.priority = from.at("priority");
        for (const json& k : from.at("keys")) {
            AnimationKey key;
            if (track.operation == static_cast<std::uint32_t>(TrackOperation::translate))
                key.translation = {number(k.at(0)), number(k.at(1)), number(k.at(2))};
            else
                key.rotation = {number(k.at(0)), number(k.at(1)), number(k.at(2)), number(k.at(3))};
            key.time = number(k.at(k.size() - 1));
            track.keys.push_back(key);
        }
        animation.tracks.push_back(std::move(track));
    }
    return animation;
}

void Checker::close(const char* quantity, glm::quat found, const json& expected, double tolerance) {
    const glm::quat e = quat(expected);
    const double sign = quat_dot(found, e) < 0 ? -1 : 1;
    close(quantity, found.x, sign * e.x, tolerance);
    close(quantity, found.y, sign * e.y, tolerance);
    close(quantity, found.z, sign * e.z, tolerance);
    close(quantity, found.w, sign * e.w, tolerance);
}

void Checker::close(const char* quantity, const glm::mat4& found, const json& expected, int columns,
                    double tolerance) {
    for (int i = 0; i < static_cast<int>(expected.size()); ++i)
        close(quantity, found[i % columns][i / columns], number(expected.at(static_cast<std::size_t>(i))),
              tolerance);
}

void Checker::differs(const char* quantity, double found, double expected, double off) {
    const std::span<const Deviation> all = deviations();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].table == report_.table && (all[i].line.empty() || all[i].line == line_) &&
            all[i].quantity == quantity && off <= all[i].bound) {
            ++report_.explained;
            report_.used |= std::uint64_t{1} << i;
            return;
        }
    if (report_.differences++ == 0)
        report_.first = fmt::format("{} {} {} [{}]: {:.9g}, measured {:.9g}", report_.table, line_, quantity,
                                    step_, found, expected);
}

} // namespace rekindle::emi::oracle
