#pragma once
// Damage done to good files: every loader must answer each damaged copy with an error or a value, never a
// crash.

#include <cstddef>

#include "base/bytes.h"

namespace rekindle::test {

// Calls load(bytes) for truncations (all lengths of small files, some hundred of large ones).
template <typename Load>
void for_each_truncation(ByteView good, Load&& load) {
    const std::size_t step = good.size() / 400 + 1;
    for (std::size_t size = 0; size < good.size(); size += step)
        load(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)));
    if (!good.empty()) load(Bytes(good.begin(), good.end() - 1));
}

// Calls load(bytes) for copies with one bit flipped: every bit of the first 256 bytes, some hundred spread
// over the rest.
template <typename Load>
void for_each_bit_flip(ByteView good, Load&& load) {
    Bytes bytes(good.begin(), good.end());
    const std::size_t step = good.size() / 500 + 1;
    for (std::size_t at = 0; at < bytes.size(); at += at < 256 ? 1 : step)
        for (int bit = 0; bit < 8; ++bit) {
            bytes[at] = static_cast<Byte>(bytes[at] ^ (1 << bit));
            load(bytes);
            bytes[at] = static_cast<Byte>(bytes[at] ^ (1 << bit));
        }
}

} // namespace rekindle::test
