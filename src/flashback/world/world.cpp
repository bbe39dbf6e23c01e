#include "flashback/world/world.h"

#include "base/hash.h"

namespace rekindle::flashback {

std::uint64_t hash_world(const World& world) {
    return hash64({reinterpret_cast<const Byte*>(&world), sizeof world});
}

} // namespace rekindle::flashback
