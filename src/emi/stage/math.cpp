#include "emi/stage/math.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/trig.h"

namespace rekindle::emi {
namespace {

// Rows of doubles; everything is rounded to float once, at the end.
using Rows = std::array<std::array<double, 3>, 3>;

struct Axes {
    int first, second, third;
};
constexpr std::array<Axes, 12> axes_of{{{0, 1, 2},
                                        {0, 2, 1},
                                        {1, 0, 2},
                                        {1, 2, 0},
                                        {2, 0, 1},
                                        {2, 1, 0},
                                        {0, 1, 0},
                                        {0, 2, 0},
                                        {1, 0, 1},
                                        {1, 2, 1},
                                        {2, 0, 2},
                                        {2, 1, 2}}};

double& at(Rows& rows, int row, int column) {
    return rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
}
double at(const Rows& rows, int row, int column) {
    return rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
}

Rows identity() { return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}; }

Rows product(const Rows& a, const Rows& b) {
    Rows result{};
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            at(result, row, column) = at(a, row, 0) * at(b, 0, column) + at(a, row, 1) * at(b, 1, column) +
                                      at(a, row, 2) * at(b, 2, column);
    return result;
}

Rows basic_rotation(int axis, double degrees) {
    const double c = cosine(degrees * radians_per_degree), s = sine(degrees * radians_per_degree);
    const int next = (axis + 1) % 3, last = (axis + 2) % 3;
    Rows rows = identity();
    at(rows, next, next) = c;
    at(rows, last, last) = c;
    at(rows, next, last) = -s;
    at(rows, last, next) = s;
    return rows;
}

glm::mat3 rounded(const Rows& rows) {
    glm::mat3 matrix;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            matrix[column][row] = static_cast<float>(at(rows, row, column));
    return matrix;
}

Rows widened(const glm::mat3& matrix) {
    Rows rows{};
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column) at(rows, row, column) = matrix[column][row];
    return rows;
}

glm::quat rounded(double x, double y, double z, double w) {
    return {static_cast<float>(w), static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
}

double dot(glm::quat a, glm::quat b) {
    return double{a.x} * b.x + double{a.y} * b.y + double{a.z} * b.z + double{a.w} * b.w;
}

} // namespace

glm::mat3 euler_matrix(EulerOrder order, glm::vec3 degrees) {
    const Axes axes = axes_of[static_cast<std::size_t>(order)];
    return rounded(
        product(product(basic_rotation(axes.first, degrees.x), basic_rotation(axes.second, degrees.y)),
                basic_rotation(axes.third, degrees.z)));
}

glm::vec3 matrix_euler(EulerOrder order, const glm::mat3& matrix) {
    const Axes axes = axes_of[static_cast<std::size_t>(order)];
    const Rows m = widened(matrix);
    const int i = axes.first, j = axes.second, k = 3 - i - j; // k: the axis that is neither
    const double parity = (i + 1) % 3 == j ? 1 : -1;
    const bool repeats = axes.third == i;
    const double middle = repeats ? at(m, i, i) : parity * at(m, i, k); // cosine or sine of the second angle
    double a = 0, c = 0;
    if (std::abs(middle) >= 1) {
        a = arc_tangent(parity * at(m, k, j), at(m, j, j));
    } else if (repeats) {
        a = arc_tangent(at(m, j, i), -parity * at(m, k, i));
        c = arc_tangent(at(m, i, j), parity * at(m, i, k));
    } else {
        a = arc_tangent(-parity * at(m, j, k), at(m, k, k));
        c = arc_tangent(-parity * at(m, i, j), at(m, i, i));
    }
    const double b = repeats ? arc_cosine(middle) : arc_sine(middle);
    return {static_cast<float>(a / radians_per_degree), static_cast<float>(b / radians_per_degree),
            static_cast<float>(c / radians_per_degree)};
}

glm::mat3 quat_matrix(glm::quat q) {
    const double x = q.x, y = q.y, z = q.z, w = q.w;
    return rounded(Rows{{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                         {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                         {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}});
}

glm::quat matrix_quat(const glm::mat3& matrix) {
    const Rows m = widened(matrix);
    const double trace = at(m, 0, 0) + at(m, 1, 1) + at(m, 2, 2);
    if (trace > 0) {
        const double s = std::sqrt(trace + 1), f = 0.5 / s;
        return rounded((at(m, 2, 1) - at(m, 1, 2)) * f, (at(m, 0, 2) - at(m, 2, 0)) * f,
                       (at(m, 1, 0) - at(m, 0, 1)) * f, 0.5 * s);
    }
    // The largest of the diagonal gives the largest component.
    int i = at(m, 1, 1) > at(m, 0, 0) ? 1 : 0;
    if (at(m, 2, 2) > at(m, i, i)) i = 2;
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double s = std::sqrt(std::max(0.0, at(m, i, i) - at(m, j, j) - at(m, k, k) + 1));
    const double f = s > 0 ? 0.5 / s : 0;
    std::array<double, 3> v{};
    v[static_cast<std::size_t>(i)] = 0.5 * s;
    v[static_cast<std::size_t>(j)] = (at(m, j, i) + at(m, i, j)) * f;
    v[static_cast<std::size_t>(k)] = (at(m, k, i) + at(m, i, k)) * f;
    return rounded(v[0], v[1], v[2], (at(m, k, j) - at(m, j, k)) * f);
}

glm::quat multiply(glm::quat a, glm::quat b) {
    const double ax = a.x, ay = a.y, az = a.z, aw = a.w;
    return rounded(aw * b.x + ax * b.w + ay * b.z - az * b.y, aw * b.y - ax * b.z + ay * b.w + az * b.x,
                   aw * b.z + ax * b.y - ay * b.x + az * b.w, aw * b.w - ax * b.x - ay * b.y - az * b.z);
}

glm::quat inverse_quat(glm::quat q) {
    const double length = std::sqrt(dot(q, q));
    if (length == 0) return {0, 0, 0, 0};
    return rounded(-q.x / length, -q.y / length, -q.z / length, q.w / length);
}

glm::vec3 turn(glm::quat q, glm::vec3 v) {
    const double x = q.x, y = q.y, z = q.z, w = q.w;
    const double vx = v.x, vy = v.y, vz = v.z;
    const double tx = 2 * (y * vz - z * vy), ty = 2 * (z * vx - x * vz), tz = 2 * (x * vy - y * vx);
    return {static_cast<float>(vx + w * tx + y * tz - z * ty),
            static_cast<float>(vy + w * ty + z * tx - x * tz),
            static_cast<float>(vz + w * tz + x * ty - y * tx)};
}

float quat_dot(glm::quat a, glm::quat b) { return static_cast<float>(dot(a, b)); }

float quat_angle(glm::quat a, glm::quat b) {
    return static_cast<float>(2 * arc_cosine(multiply(inverse_quat(a), b).w) / radians_per_degree);
}

glm::quat slerp(glm::quat a, glm::quat b, float t) {
    double cosine_between = dot(a, b), sign = 1;
    if (cosine_between < 0) {
        cosine_between = -cosine_between;
        sign = -1;
    }
    double share_a = 1.0 - t, share_b = t;
    if (cosine_between < 1 - 1e-6) {
        const double angle = arc_cosine(cosine_between), whole = sine(angle);
        share_a = sine((1.0 - t) * angle) / whole;
        share_b = sine(t * angle) / whole;
    }
    share_b *= sign;
    return rounded(share_a * a.x + share_b * b.x, share_a * a.y + share_b * b.y,
                   share_a * a.z + share_b * b.z, share_a * a.w + share_b * b.w);
}

glm::mat3 aim_matrix(glm::vec3 forward, glm::vec3 target, glm::vec3 up, glm::vec3 world_up) {
    const glm::dvec3 f(forward), t(target), u(up);
    const glm::dvec3 model_right = glm::normalize(glm::cross(u, f));
    const glm::dvec3 right = glm::normalize(glm::cross(glm::dvec3(world_up), t));
    const glm::dvec3 over = glm::normalize(glm::cross(t, right));
    return glm::mat3(glm::dmat3(right, over, t) * glm::transpose(glm::dmat3(model_right, u, f)));
}

glm::mat3 rotation_of(const Placement& placement) {
    return euler_matrix(EulerOrder::zyx, {placement.roll, placement.yaw, placement.pitch});
}

glm::mat4 matrix_of(const Placement& placement) {
    glm::mat4 matrix(rotation_of(placement));
    matrix[3] = glm::vec4(placement.position, 1);
    return matrix;
}

Placement placement_of(const glm::mat4& matrix) {
    const glm::vec3 angles = matrix_euler(EulerOrder::zyx, glm::mat3(matrix));
    return {glm::vec3(matrix[3]), angles.z, angles.y, angles.x};
}

glm::mat4 relative_to(const glm::mat4& frame, const glm::mat4& matrix) {
    const glm::dmat3 back = glm::transpose(glm::dmat3(glm::mat3(frame)));
    glm::mat4 result(glm::mat3(back * glm::dmat3(glm::mat3(matrix))));
    result[3] = glm::vec4(glm::vec3(back * (glm::dvec3(matrix[3]) - glm::dvec3(frame[3]))), 1);
    return result;
}

glm::vec3 forward_of_yaw(float degrees) {
    const double angle = degrees * radians_per_degree;
    return {static_cast<float>(sine(angle)), 0, static_cast<float>(cosine(angle))};
}

float wrap_degrees(float degrees) {
    const double turns = std::floor((double{degrees} + 180) / 360);
    return static_cast<float>(degrees - 360 * turns);
}

std::int32_t whole(float value, float most) {
    if (!(value == value)) return 0;
    return static_cast<std::int32_t>(std::clamp(value, -most, most));
}

std::int32_t later(std::int32_t time, std::int32_t by) {
    const std::int64_t sum = std::int64_t{time} + by;
    return static_cast<std::int32_t>(std::min<std::int64_t>(sum, std::numeric_limits<std::int32_t>::max()));
}

} // namespace rekindle::emi
