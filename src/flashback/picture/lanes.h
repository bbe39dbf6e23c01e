#pragma once
// Sixteen pixels at a time. Compilers turn these into the vector instructions of the machine; the bytes are
// the same everywhere. Used by the rasteriser only.

#include <cstdint>
#include <cstring>

#include "base/bytes.h"

namespace rekindle::flashback::lanes {

inline constexpr int width = 16;
using Lanes = std::uint8_t __attribute__((vector_size(16)));
using SignedLanes = std::int8_t __attribute__((vector_size(16)));

inline Lanes load(const Byte* from) {
    Lanes lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
}
inline void store(Byte* to, Lanes lanes) { std::memcpy(to, &lanes, sizeof lanes); }
inline Lanes all(Byte value) { return Lanes{} + value; }
// 0xFF where the pixel is not 0.
inline Lanes opaque(Lanes pixels) { return reinterpret_cast<Lanes>(pixels != Lanes{}); }
// 0xFF where bit 7 is set: foreground scenery.
inline Lanes foreground(Lanes pixels) {
    return reinterpret_cast<Lanes>(reinterpret_cast<SignedLanes>(pixels) < SignedLanes{});
}
inline Lanes choose(Lanes mask, Lanes yes, Lanes no) { return no ^ ((no ^ yes) & mask); }
// 0xFF in the first `count` (0...16) lanes.
inline Lanes first(int count) {
    static constexpr Byte table[32]{255, 255, 255, 255, 255, 255, 255, 255,
                                    255, 255, 255, 255, 255, 255, 255, 255};
    return load(table + 16 - count);
}

} // namespace rekindle::flashback::lanes
