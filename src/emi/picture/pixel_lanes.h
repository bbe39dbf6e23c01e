#pragma once
// Colours of two pixels at once, for the software renderer: eight whole numbers of 16 bits, red green blue
// alpha of one pixel, then of the next. A channel runs from 0 to 32640 (255·128), a factor from 0 to 65535
// (1). With SSE or without: the same bits.

#include <cstring>

#include "base/lanes.h"

namespace rekindle::emi {

using Pair = std::uint16_t __attribute__((vector_size(16)));
using Pixels4 = std::uint32_t __attribute__((vector_size(16)));
using Int4 = Mask4;

// The upper halves of the products.
inline Pair scaled(Pair channels, Pair factor) {
#ifdef __SSE2__
    return reinterpret_cast<Pair>(
        _mm_mulhi_epu16(reinterpret_cast<__m128i>(channels), reinterpret_cast<__m128i>(factor)));
#else
    Pair result{};
    for (int i = 0; i < 8; ++i)
        result[i] = static_cast<std::uint16_t>((std::uint32_t{channels[i]} * factor[i]) >> 16);
    return result;
#endif
}

inline Pair all8(std::uint16_t value) { return Pair{value, value, value, value, value, value, value, value}; }

// Bytes 0 and 1 (`low`) or 2 and 3 of four stored pixels, as channels.
inline Pair channels_of(Pixels4 pixels, bool low) {
#ifdef __SSE2__
    const auto bytes = reinterpret_cast<__m128i>(pixels);
    const __m128i zero = _mm_setzero_si128();
    const __m128i wide = low ? _mm_unpacklo_epi8(bytes, zero) : _mm_unpackhi_epi8(bytes, zero);
    return reinterpret_cast<Pair>(_mm_slli_epi16(wide, 7));
#else
    Pair result{};
    for (int i = 0; i < 8; ++i)
        result[i] =
            static_cast<std::uint16_t>(((pixels[(low ? 0 : 2) + i / 4] >> (8 * (i % 4))) & 0xFF) << 7);
    return result;
#endif
}

// Rounded to bytes, more than 255 is 255.
inline Pixels4 stored(Pair first, Pair second) {
    const Pair a = (first + 64) >> 7, b = (second + 64) >> 7;
#ifdef __SSE2__
    return reinterpret_cast<Pixels4>(
        _mm_packus_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#else
    Pixels4 result{};
    for (int i = 0; i < 8; ++i) {
        const std::uint32_t low = a[i] > 255 ? 255 : a[i], high = b[i] > 255 ? 255 : b[i];
        result[i / 4] |= low << (8 * (i % 4));
        result[2 + i / 4] |= high << (8 * (i % 4));
    }
    return result;
#endif
}

// The alpha of each pixel in all its channels.
inline Pair alphas(Pair pixels) {
#ifdef __SSE2__
    const auto p = reinterpret_cast<__m128i>(pixels);
    return reinterpret_cast<Pair>(_mm_shufflehi_epi16(_mm_shufflelo_epi16(p, 0xFF), 0xFF));
#else
    return Pair{pixels[3], pixels[3], pixels[3], pixels[3], pixels[7], pixels[7], pixels[7], pixels[7]};
#endif
}
// A channel as a factor: 32640 is 1.
inline Pair factor_of(Pair channel) { return channel + channel + (channel >> 7); }

// Four columns of whole numbers 0..65535 become the pixels 0 and 1, and 2 and 3.
struct Pairs {
    Pair first, second;
};
inline Pairs interleave(Int4 r, Int4 g, Int4 b, Int4 a) {
    const Int4 rg = r | (g << 16), ba = b | (a << 16);
#ifdef __SSE2__
    return {reinterpret_cast<Pair>(
                _mm_unpacklo_epi32(reinterpret_cast<__m128i>(rg), reinterpret_cast<__m128i>(ba))),
            reinterpret_cast<Pair>(
                _mm_unpackhi_epi32(reinterpret_cast<__m128i>(rg), reinterpret_cast<__m128i>(ba)))};
#else
    return {reinterpret_cast<Pair>(Int4{rg[0], ba[0], rg[1], ba[1]}),
            reinterpret_cast<Pair>(Int4{rg[2], ba[2], rg[3], ba[3]})};
#endif
}

// Toward zero; the values must fit.
inline Int4 whole(Float4 value) {
#ifdef __SSE2__
    return reinterpret_cast<Int4>(_mm_cvttps_epi32(reinterpret_cast<__m128>(value)));
#else
    return Int4{static_cast<std::int32_t>(value[0]), static_cast<std::int32_t>(value[1]),
                static_cast<std::int32_t>(value[2]), static_cast<std::int32_t>(value[3])};
#endif
}
inline Float4 real(Int4 value) {
#ifdef __SSE2__
    return reinterpret_cast<Float4>(_mm_cvtepi32_ps(reinterpret_cast<__m128i>(value)));
#else
    return Float4{static_cast<float>(value[0]), static_cast<float>(value[1]), static_cast<float>(value[2]),
                  static_cast<float>(value[3])};
#endif
}
inline Int4 floored(Float4 value) {
    const Int4 cut = whole(value);
    return cut + (real(cut) > value);
}

// Weights of the texels around four points, from fractions of 128.
struct Weights {
    Int4 above, below;              // a factor twice in each pixel's lane
    Int4 sides_first, sides_second; // left, right of the pixels 0 and 1, and 2 and 3
};
inline Weights weights_of(Int4 fx, Int4 fy) {
    const auto twice = [](Int4 factor) { return factor | (factor << 16); };
    // 128 is 65535: one less than what the others are scaled by.
    const auto rest = [](Int4 fraction) {
        const Int4 factor = 65536 - (fraction << 9);
        return factor - (factor >> 16);
    };
    const Int4 left = twice(rest(fx)), right = twice(fx << 9);
    return {twice(rest(fy)), twice(fy << 9), __builtin_shufflevector(left, right, 0, 4, 1, 5),
            __builtin_shufflevector(left, right, 2, 6, 3, 7)};
}

inline Pair side_by_side(Pair first, Pair second) {
    return __builtin_shufflevector(first, second, 0, 1, 2, 3, 8, 9, 10, 11);
}

// The four texels around a point, mixed: channels of one pixel, in both halves. A row is two texels beside
// each other, the left one in the lower half.
inline Pair mixed(std::uint64_t upper_row, std::uint64_t lower_row, Int4 above, Int4 below, Int4 sides) {
    using Rows = std::uint64_t __attribute__((vector_size(16)));
    const auto channels = [](std::uint64_t row) {
        return channels_of(reinterpret_cast<Pixels4>(Rows{row, 0}), true);
    };
    const Pair rows = scaled(channels(upper_row), reinterpret_cast<Pair>(above)) +
                      scaled(channels(lower_row), reinterpret_cast<Pair>(below));
    const Pair parts = scaled(rows, reinterpret_cast<Pair>(sides));
    return parts + __builtin_shufflevector(parts, parts, 4, 5, 6, 7, 0, 1, 2, 3);
}

// Four pixels: row(i, places) reads the two texels of pixel i at places[i].
template <typename Row>
Pairs mixed(const Weights& w, Row row, Int4 upper, Int4 lower) {
    const Int4 a = w.above, b = w.below, s = w.sides_first, t = w.sides_second;
    const Pair p0 =
        mixed(row(0, upper), row(0, lower), __builtin_shufflevector(a, a, 0, 0, 0, 0),
              __builtin_shufflevector(b, b, 0, 0, 0, 0), __builtin_shufflevector(s, s, 0, 0, 1, 1));
    const Pair p1 =
        mixed(row(1, upper), row(1, lower), __builtin_shufflevector(a, a, 1, 1, 1, 1),
              __builtin_shufflevector(b, b, 1, 1, 1, 1), __builtin_shufflevector(s, s, 2, 2, 3, 3));
    const Pair p2 =
        mixed(row(2, upper), row(2, lower), __builtin_shufflevector(a, a, 2, 2, 2, 2),
              __builtin_shufflevector(b, b, 2, 2, 2, 2), __builtin_shufflevector(t, t, 0, 0, 1, 1));
    const Pair p3 =
        mixed(row(3, upper), row(3, lower), __builtin_shufflevector(a, a, 3, 3, 3, 3),
              __builtin_shufflevector(b, b, 3, 3, 3, 3), __builtin_shufflevector(t, t, 2, 2, 3, 3));
    return {side_by_side(p0, p1), side_by_side(p2, p3)};
}

} // namespace rekindle::emi
