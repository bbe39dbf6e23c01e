#include "base/trig.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rekindle {
namespace {

// pi / 2 in three parts; multiples of the first two by small whole numbers are exact.
constexpr double half_pi_1 = 1.5707963267341256, half_pi_2 = 6.077100506303966e-11,
                 half_pi_3 = 2.0222662487959506e-21;
constexpr double half_pi = pi / 2;

// Taylor series on -pi/4..pi/4; the first term left out is below 1e-19.
double small_sine(double x) {
    const double s = x * x;
    double sum = 0;
    for (int n = 19; n >= 3; n -= 2) sum = s / (n * (n - 1)) * (-1 - sum);
    return x + x * sum;
}

double small_cosine(double x) {
    const double s = x * x;
    double sum = 0;
    for (int n = 18; n >= 2; n -= 2) sum = s / (n * (n - 1)) * (-1 - sum);
    return 1 + sum;
}

struct Reduced {
    double rest;  // -pi/4..pi/4
    int quadrant; // 0..3
};

Reduced reduce(double angle) {
    if (!std::isfinite(angle)) return {std::numeric_limits<double>::quiet_NaN(), 0};
    const double turns = std::floor(angle / half_pi + 0.5);
    const double rest = angle - turns * half_pi_1 - turns * half_pi_2 - turns * half_pi_3;
    return {rest, static_cast<int>(turns - 4 * std::floor(turns / 4))};
}

// Of x in 0..1: shifted to within 1/8 of a known value, then the series.
double unit_arc_tangent(double x) {
    constexpr std::array<double, 5> known{0, 0.24497866312686415417, 0.46364760900080611621,
                                          0.64350110879328438680,
                                          0.78539816339744830962}; // of 0, 1/4, 1/2, 3/4, 1
    const int nearest = static_cast<int>(x * 4 + 0.5);
    const double center = nearest / 4.0;
    const double t = (x - center) / (1 + x * center);
    const double s = t * t;
    double sum = 0;
    for (int n = 21; n >= 1; n -= 2) sum = 1.0 / n - s * sum;
    return known[static_cast<std::size_t>(nearest)] + t * sum;
}

} // namespace

double sine(double angle) {
    const auto [rest, quadrant] = reduce(angle);
    const double value = quadrant % 2 == 0 ? small_sine(rest) : small_cosine(rest);
    return quadrant < 2 ? value : -value;
}

double cosine(double angle) {
    const auto [rest, quadrant] = reduce(angle);
    const double value = quadrant % 2 == 0 ? small_cosine(rest) : small_sine(rest);
    return quadrant == 0 || quadrant == 3 ? value : -value;
}

double arc_tangent(double y, double x) {
    const double across = std::abs(x), up = std::abs(y);
    if (across == 0 && up == 0) return 0;
    double angle = up <= across ? unit_arc_tangent(up / across) : half_pi - unit_arc_tangent(across / up);
    if (std::signbit(x)) angle = pi - angle;
    return std::signbit(y) ? -angle : angle;
}

double arc_sine(double value) {
    const double x = std::clamp(value, -1.0, 1.0);
    return arc_tangent(x, std::sqrt((1 - x) * (1 + x)));
}

double arc_cosine(double value) {
    const double x = std::clamp(value, -1.0, 1.0);
    return arc_tangent(std::sqrt((1 - x) * (1 + x)), x);
}

} // namespace rekindle
