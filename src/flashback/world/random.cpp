#include "flashback/world/turn.h"

namespace rekindle::flashback {

std::uint16_t next_random(World& world) {
    std::uint32_t n = world.rng * 2;
    if ((world.rng & 0x80000000u) == 0) n ^= 0x1D872B41u;
    world.rng = n;
    return static_cast<std::uint16_t>(n);
}

} // namespace rekindle::flashback
