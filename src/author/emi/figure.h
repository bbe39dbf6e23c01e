#pragma once
// A body as text → skeleton and mesh: joints, and skins that are lofted through rings or blown up as balls.
// demo/emi/README.md describes the lines. Used by the scene builder.

#include "emi/data/mesh.h"
#include "emi/data/skeleton.h"

namespace rekindle::author {

struct Figure {
    emi::Skeleton skeleton; // empty: a rigid thing
    emi::Mesh mesh;
};

// `name` is the mesh's; errors name `file` and line.
Expected<Figure> read_figure(std::string_view text, std::string_view file, std::string_view name);

} // namespace rekindle::author
