#include "author/emi/turns.h"

#include "base/trig.h"

namespace rekindle::author {

Turn operator*(const Turn& q, const Turn& p) {
    return {q.w * p.x + q.x * p.w + q.y * p.z - q.z * p.y, q.w * p.y - q.x * p.z + q.y * p.w + q.z * p.x,
            q.w * p.z + q.x * p.y - q.y * p.x + q.z * p.w, q.w * p.w - q.x * p.x - q.y * p.y - q.z * p.z};
}

Point turned(const Turn& q, Point v) {
    const Turn r = q * Turn{v.x, v.y, v.z, 0} * inverse(q);
    return {r.x, r.y, r.z};
}

Turn turn_of(double pitch, double yaw, double roll) {
    const auto half = [](double degrees) { return degrees * radians_per_degree / 2; };
    const Turn x{sine(half(pitch)), 0, 0, cosine(half(pitch))};
    const Turn y{0, sine(half(yaw)), 0, cosine(half(yaw))};
    const Turn z{0, 0, sine(half(roll)), cosine(half(roll))};
    return z * y * x;
}

emi::Quat stored(const Turn& q) {
    return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
            static_cast<float>(q.w)};
}

} // namespace rekindle::author
