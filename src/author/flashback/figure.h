#pragma once
// Jointed figures: a pose is a line of joint angles, and a picture is drawn from it with rounded limbs of three
// shades. Integers only, so the pictures are the same everywhere. The text is described in
// demo/flashback/README.md. Formats spec §13 for what becomes of the pictures.

#include <map>

#include "author/flashback/source.h"
#include "base/picture.h"

namespace rekindle::author {

struct FigurePicture {
    std::string name;
    IndexedPicture picture;   // 0 transparent, cropped
    int hot_x = 0, hot_y = 0; // the line through the middle and the ground under the feet
};

// `color NAME light middle dark` lines, then `pose NAME joint angle...` lines. Errors name the line.
Expected<std::vector<FigurePicture>> draw_figures(const std::vector<SourceLine>& lines);

} // namespace rekindle::author
