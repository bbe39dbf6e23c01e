#pragma once
// Four floats at once, for the jobs over flat arrays (posing, skinning, lighting). Every operation is the
// IEEE one lane by lane, so that code written once for a lane type gives the same bits for `float` and
// `Float4`, with SSE or without. Masks are all ones or all zeros a lane.

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace rekindle {

using Float4 = float __attribute__((vector_size(16)));
using Mask4 = std::int32_t __attribute__((vector_size(16)));

inline Float4 all4(float value) { return Float4{value, value, value, value}; }
inline Float4 load4(const float* from) {
    Float4 value;
    std::memcpy(&value, from, sizeof value);
    return value;
}
inline void store4(float* to, Float4 value) { std::memcpy(to, &value, sizeof value); }

inline Float4 root(Float4 value) {
#ifdef __SSE2__
    return reinterpret_cast<Float4>(_mm_sqrt_ps(reinterpret_cast<__m128>(value)));
#else
    return Float4{std::sqrt(value[0]), std::sqrt(value[1]), std::sqrt(value[2]), std::sqrt(value[3])};
#endif
}
inline float root(float value) { return std::sqrt(value); }

inline Float4 select(Mask4 where, Float4 yes, Float4 no) {
    return reinterpret_cast<Float4>((reinterpret_cast<Mask4>(yes) & where) |
                                    (reinterpret_cast<Mask4>(no) & ~where));
}
inline float select(bool where, float yes, float no) { return where ? yes : no; }

// b where either is no number.
inline Float4 larger(Float4 a, Float4 b) {
#ifdef __SSE2__
    return reinterpret_cast<Float4>(_mm_max_ps(reinterpret_cast<__m128>(a), reinterpret_cast<__m128>(b)));
#else
    return select(a > b, a, b);
#endif
}
inline float larger(float a, float b) { return a > b ? a : b; }
inline Float4 smaller(Float4 a, Float4 b) {
#ifdef __SSE2__
    return reinterpret_cast<Float4>(_mm_min_ps(reinterpret_cast<__m128>(a), reinterpret_cast<__m128>(b)));
#else
    return select(a < b, a, b);
#endif
}
inline float smaller(float a, float b) { return a < b ? a : b; }

inline bool any(Mask4 mask) {
#ifdef __SSE2__
    return _mm_movemask_epi8(reinterpret_cast<__m128i>(mask)) != 0;
#else
    return (mask[0] | mask[1] | mask[2] | mask[3]) != 0;
#endif
}
inline bool all(Mask4 mask) { return !any(~mask); }
inline bool any(bool mask) { return mask; }
inline bool all(bool mask) { return mask; }

// Rows become columns: four vectors of four.
inline void transpose(Float4& a, Float4& b, Float4& c, Float4& d) {
#ifdef __SSE2__
    __m128 r0 = reinterpret_cast<__m128>(a), r1 = reinterpret_cast<__m128>(b);
    __m128 r2 = reinterpret_cast<__m128>(c), r3 = reinterpret_cast<__m128>(d);
    _MM_TRANSPOSE4_PS(r0, r1, r2, r3);
    a = reinterpret_cast<Float4>(r0);
    b = reinterpret_cast<Float4>(r1);
    c = reinterpret_cast<Float4>(r2);
    d = reinterpret_cast<Float4>(r3);
#else
    const Float4 x{a[0], b[0], c[0], d[0]}, y{a[1], b[1], c[1], d[1]};
    const Float4 z{a[2], b[2], c[2], d[2]}, w{a[3], b[3], c[3], d[3]};
    a = x, b = y, c = z, d = w;
#endif
}

} // namespace rekindle
