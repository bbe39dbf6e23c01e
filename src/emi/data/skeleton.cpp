#include "emi/data/skeleton.h"

#include <map>

#include "base/files.h"

namespace rekindle::emi {

std::optional<std::size_t> find_joint(const Skeleton& skeleton, std::string_view name, std::size_t before) {
    for (std::size_t i = std::min(before, skeleton.joints.size()); i-- > 0;)
        if (same_name(skeleton.joints[i].name.text, name)) return i;
    return std::nullopt;
}

std::vector<std::int32_t> joint_parents(const Skeleton& skeleton) {
    std::vector<std::int32_t> parents;
    std::map<std::string, std::int32_t> seen;
    for (const Joint& joint : skeleton.joints) {
        const auto found = joint.parent.text.empty() ? seen.end() : seen.find(upper_case(joint.parent.text));
        parents.push_back(found == seen.end() ? -1 : found->second);
        seen[upper_case(joint.name.text)] = static_cast<std::int32_t>(parents.size()) - 1;
    }
    return parents;
}

void describe(Fields& f, Skeleton& skeleton) {
    std::map<std::string, std::size_t> seen;
    f.list({"joints"}, skeleton.joints, 92, [&](Joint& joint) {
        f.fixed({"name", "compared without case"}, joint.name, 32);
        f.usual(!joint.name.text.empty(), "a joint with a name");
        f.usual(seen.count(upper_case(joint.name.text)) == 0, "joint names that differ");
        f.fixed({"parent", "an earlier joint; empty or unknown: root"}, joint.parent, 32);
        f.usual(joint.parent.text.empty() || seen.count(upper_case(joint.parent.text)) != 0,
                "a parent that is an earlier joint");
        f.vec3({"translation", "relative to the parent"}, joint.translation);
        f.quat({"rotation", "relative to the parent"}, joint.rotation);
        const Quat& q = joint.rotation;
        const float length = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
        f.usual(std::abs(std::sqrt(length) - 1) <= 0.001f, "a rotation of unit length");
        seen.emplace(upper_case(joint.name.text), seen.size());
    });
    f.require(!skeleton.joints.empty(), "at least one joint", 0);
    f.tail(skeleton.tail);
}

Expected<Skeleton> read_skeleton(ByteView bytes, std::string_view file, Notes* notes) {
    return read_fields<Skeleton>(bytes, file, notes);
}
Expected<Bytes> write_skeleton(const Skeleton& skeleton) { return write_fields(skeleton, "skeleton"); }

} // namespace rekindle::emi
