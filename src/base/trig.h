#pragma once
// Trigonometry with the same bits everywhere: only + - * / and sqrt of doubles, unlike a C library's
// functions, whose last bit differs from one to the next. Results that reach a hash or a saved state come
// from here. Angles are radians; errors stay within a few units of the last place of a double for arguments
// up to 1e5.

namespace rekindle {

inline constexpr double pi = 3.14159265358979323846;
inline constexpr double radians_per_degree = pi / 180;

double sine(double angle);
double cosine(double angle);
double arc_tangent(double y, double x); // of y / x in the quadrant of (x, y): -pi..pi; 0 for (0, 0)
double arc_sine(double value);          // value cut to -1..1
double arc_cosine(double value);

} // namespace rekindle
