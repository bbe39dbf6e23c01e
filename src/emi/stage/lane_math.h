#pragma once
// Quaternions and vectors whose components are lanes: `float` or `Float4` (base/lanes.h), the same bits a
// lane. Used by the jobs over flat arrays; single values use math.h, which rounds from doubles.

#include "base/lanes.h"

namespace rekindle::emi {

template <typename F>
struct LaneQuat {
    F x, y, z, w;
};
template <typename F>
struct LaneVec {
    F x, y, z;
};
using Quat4 = LaneQuat<Float4>;
using Vec3x4 = LaneVec<Float4>;

template <typename F>
F dot(const LaneQuat<F>& a, const LaneQuat<F>& b) {
    return a.x * b.x + a.y * b.y + (a.z * b.z + a.w * b.w);
}
template <typename F>
LaneQuat<F> multiply(const LaneQuat<F>& a, const LaneQuat<F>& b) {
    return {
        (a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y), (a.w * b.y - a.x * b.z) + (a.y * b.w + a.z * b.x),
        (a.w * b.z + a.x * b.y) + (a.z * b.w - a.y * b.x), (a.w * b.w - a.x * b.x) - (a.y * b.y + a.z * b.z)};
}

// sin x / x for 0 <= x <= pi/2 from x², within 5e-9.
template <typename F>
F sine_ratio(F square) {
    const F high = square * (square * 2.6051076e-06f - 0.00019809017f) + 0.00833305f;
    return square * square * high + (0.9999999957f - square * 0.16666658f);
}
// The square of the angle of a cosine 0..1: analytic up to 1, unlike the angle, so neither a root nor an acos
// is needed; within 1e-7 times 1 - cosine.
template <typename F>
F square_angle(F cosine) {
    const F second = cosine * cosine;
    const F low = (2.467401f - cosine * 0.67417621f) + second * (0.32547582f - cosine * 0.19495956f);
    const F high = (0.1231864f - cosine * 0.068573721f) + second * (0.026639076f - cosine * 0.004992857f);
    return (1.0f - cosine) * (low + second * second * high);
}

// The factors of the two ends of slerp (emi-engine §0), exactly 1, 0 at t = 0 and 0, ±1 at t = 1; within 1e-6
// of the true ones for 0 <= t <= 1. Cosines beyond 1 (of longer quaternions) count as 1: the factors are 1 -
// t and t. sin(t·x)/sin(x) is t times a quotient of even functions of x, so only x² is needed.
template <typename F>
struct Shares {
    F a, b;
};
template <typename F>
Shares<F> slerp_shares(F cosine, F t) {
    const F zero = cosine - cosine;
    const auto far_side = cosine < zero;
    const F square = square_angle(smaller(select(far_side, zero - cosine, cosine), zero + 1.0f));
    const F rest = 1.0f - t, whole = sine_ratio(square);
    const F a = rest * sine_ratio(square * (rest * rest)) / whole;
    const F b = t * sine_ratio(square * (t * t)) / whole;
    return {a, select(far_side, zero - b, b)};
}

// The short way, not renormalised.
template <typename F>
LaneQuat<F> slerp(const LaneQuat<F>& a, const LaneQuat<F>& b, F t) {
    const Shares<F> s = slerp_shares(dot(a, b), t);
    return {s.a * a.x + s.b * b.x, s.a * a.y + s.b * b.y, s.a * a.z + s.b * b.z, s.a * a.w + s.b * b.w};
}
// slerp(base, base·step, t) where `norm` is dot(base, base).
template <typename F>
LaneQuat<F> slerp_step(const LaneQuat<F>& base, F norm, const LaneQuat<F>& step, F t) {
    const Shares<F> s = slerp_shares(norm * step.w, t);
    return multiply(base, {s.b * step.x, s.b * step.y, s.b * step.z, s.a + s.b * step.w});
}

} // namespace rekindle::emi
