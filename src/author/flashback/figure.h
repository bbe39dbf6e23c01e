#pragma once
// Jointed figures: a pose is a line of joint angles, and a picture is drawn from it with rounded limbs of
// three shades. Integers only, so the pictures are the same everywhere. The text is described in
// demo/flashback/README.md. Formats spec §13 for what becomes of the pictures.

#include "author/flashback/drawing.h"

namespace rekindle::author {

// `color NAME light middle dark` lines, then `pose NAME joint angle...` lines. Errors name the line.
Expected<std::vector<NamedPicture>> draw_figures(const std::vector<SourceLine>& lines);

} // namespace rekindle::author
