#pragma once
// Animations as text: keyed turns and shifts of joints away from the bind pose → absolute local values, as
// .animb wants them (emi-formats §7). demo/emi/README.md describes the lines.

#include "emi/data/animation.h"
#include "emi/data/skeleton.h"

namespace rekindle::author {

// All animations of a text, for a skeleton.
Expected<std::vector<emi::Animation>> read_motions(std::string_view text, std::string_view file,
                                                   const emi::Skeleton& skeleton);

} // namespace rekindle::author
