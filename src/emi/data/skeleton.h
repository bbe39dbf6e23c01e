#pragma once
// A skeleton (.sklb): named joints with parents and bind poses (emi-formats §6). Parents precede their
// children.

#include <optional>

#include "emi/data/fields.h"

namespace rekindle::emi {

struct Joint {
    FixedText name, parent; // 32 bytes each; an empty or unknown parent makes a root
    Vec3 translation;       // relative to the parent
    Quat rotation;          // as stored, perhaps not quite unit
    bool operator==(const Joint&) const = default;
};

struct Skeleton {
    std::vector<Joint> joints;
    Bytes tail;
    bool operator==(const Skeleton&) const = default;
};

// Case-insensitive among the first `before` joints, the later of equal names; nothing: not found.
std::optional<std::size_t> find_joint(const Skeleton& skeleton, std::string_view name, std::size_t before);
// Parent of each joint, -1 for roots.
std::vector<std::int32_t> joint_parents(const Skeleton& skeleton);

void describe(Fields& fields, Skeleton& skeleton);
Expected<Skeleton> read_skeleton(ByteView bytes, std::string_view file, Notes* notes = nullptr);
Expected<Bytes> write_skeleton(const Skeleton& skeleton);

} // namespace rekindle::emi
