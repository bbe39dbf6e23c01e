#pragma once
// Turns for the makers of scenes: quaternions out of degrees, the same bits everywhere (emi-engine §0).

#include "author/emi/words.h"

namespace rekindle::author {

struct Turn {
    double x = 0, y = 0, z = 0, w = 1;
};

Turn operator*(const Turn& q, const Turn& p);                          // p first
inline Turn inverse(const Turn& q) { return {-q.x, -q.y, -q.z, q.w}; } // of a unit one
Point turned(const Turn& q, Point v);
// Rz(roll) Ry(yaw) Rx(pitch), degrees.
Turn turn_of(double pitch, double yaw, double roll);
emi::Quat stored(const Turn& q);

} // namespace rekindle::author
