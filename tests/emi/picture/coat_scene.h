#pragma once
// The mini scene of emi-engine R23: a salesman's patterned coat in 3x3 pixels, and the faults of R24.

#include "emi/picture/draw_list.h"

namespace rekindle::test {

enum class CoatFault {
    none,
    sprite_without_depth_test,
    sprite_before_stan,
    invisible_texels_write_no_depth,
    sprite_without_alpha_test,
    no_sprite,
};

struct CoatCell {
    int r, g, b;
    float depth;
};
// Rows from the top.
using CoatCells = std::array<std::array<CoatCell, 3>, 3>;
CoatCells expected_coat(CoatFault fault);

// Owns the pictures that its list refers to.
struct CoatScene {
    RgbaPicture pattern, desk, stan, sprite;
    emi::DrawList list(CoatFault fault) const;
    CoatScene();
};

} // namespace rekindle::test
