#pragma once
// Pixels of four bits, two a byte, the high nibble left (formats spec §0): how tiles, icons and glyphs lie in
// files.

#include <span>

#include "base/bytes.h"

namespace rekindle::flashback {

// Fills pixels.size() pixels; does nothing when `packed` has not enough (after a reader's error).
inline void unpack_nibbles(ByteView packed, std::span<Byte> pixels) {
    if (2 * packed.size() < pixels.size()) return;
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i] =
            i % 2 == 0 ? static_cast<Byte>(packed[i / 2] >> 4) : static_cast<Byte>(packed[i / 2] & 15);
}

// Writes an even number of pixels. Refused (usage): a pixel above 15.
inline Expected<void> pack_nibbles(Writer& out, ByteView pixels) {
    for (std::size_t i = 0; i + 1 < pixels.size(); i += 2) {
        const Byte left = pixels[i], right = pixels[i + 1];
        if (left > 15 || right > 15)
            return usage_error("pixels 0 to 15", std::to_string(left > 15 ? left : right));
        out.u8(static_cast<Byte>(left << 4 | right));
    }
    return {};
}

} // namespace rekindle::flashback
