// The oracle's "table 1": Euler angles, quaternions, slerp, aiming, actor matrices, attaching.
#include "emi/stage/math.h"

#include <gtest/gtest.h>

#include "support/emi_oracle.h"

namespace rekindle::emi {
namespace {

using nlohmann::json;

// Ten times what a second computation in double precision differed by (the oracle's README).
constexpr double quat_tolerance = 2e-5, matrix_tolerance = 6e-5;

float number(const json& value) { return value.get<float>(); }
glm::vec3 vec(const json& v) { return {number(v[0]), number(v[1]), number(v[2])}; }
glm::quat quat(const json& q) { return {number(q[3]), number(q[0]), number(q[1]), number(q[2])}; }

EulerOrder order(const std::string& name) {
    const std::array<std::string, 12> names{"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX",
                                            "XYX", "XZX", "YXY", "YZY", "ZXZ", "ZYZ"};
    return static_cast<EulerOrder>(std::find(names.begin(), names.end(), name) - names.begin());
}

// Largest difference to a matrix printed row by row with `columns` numbers a row.
double off(const glm::mat4& matrix, const json& rows, int columns) {
    double worst = 0;
    for (int i = 0; i < static_cast<int>(rows.size()); ++i)
        worst = std::max(worst, std::abs(double{matrix[i % columns][i / columns]} -
                                         double{number(rows[static_cast<std::size_t>(i)])}));
    return worst;
}
double off(glm::vec3 v, const json& expected) {
    return glm::length(glm::dvec3(v) - glm::dvec3(vec(expected)));
}
// Up to sign: q and -q turn alike.
double off(glm::quat q, const json& expected, bool either_sign = true) {
    const glm::quat e = quat(expected);
    const auto distance = [&](float sign) {
        return std::max({std::abs(q.x - sign * e.x), std::abs(q.y - sign * e.y), std::abs(q.z - sign * e.z),
                         std::abs(q.w - sign * e.w)});
    };
    return either_sign ? std::min(distance(1), distance(-1)) : distance(1);
}

Placement placement(const json& v) {
    return {vec(v["pos"]), number(v["pitch"]), number(v["yaw"]), number(v["roll"])};
}
Placement numbers(const json& v) { return {vec(v), number(v[3]), number(v[4]), number(v[5])}; }

// Calls check(in, out) for the lines of one kind; answers how many there were.
template <typename Check>
int each(const std::string& op, Check check) {
    int count = 0;
    for (const json& line : test::emi_oracle_lines("math.jsonl"))
        if (line["in"]["op"] == op) {
            SCOPED_TRACE(line["id"].get<std::string>());
            check(line["in"], line["out"]);
            ++count;
        }
    return count;
}

} // namespace

TEST(StageMath, EulerAnglesMatricesAndQuaternionsAreTheOracles) {
    RK_NEEDS_SHARED();
    EXPECT_EQ(each("euler",
                   [](const json& in, const json& out) {
                       const EulerOrder o = order(in["order"]);
                       const glm::mat3 m = euler_matrix(o, vec(in["deg"]));
                       const glm::quat q = matrix_quat(m);
                       const glm::vec3 v = vec(in["v"]);
                       EXPECT_LE(off(glm::mat4(m), out["m"], 4), matrix_tolerance);
                       EXPECT_LE(off(q, out["q"]), quat_tolerance);
                       EXPECT_LE(off(glm::mat4(quat_matrix(q)), out["qm"], 4), matrix_tolerance);
                       EXPECT_LE(off(inverse_quat(q), out["qinv"]), quat_tolerance);
                       EXPECT_LE(off(m * v, out["mv"]), matrix_tolerance);
                       EXPECT_LE(off(turn(q, v), out["qv"]), matrix_tolerance);
                       EXPECT_LE(off(glm::transpose(m) * v, out["inv_v"]), matrix_tolerance);
                       // Several angles give one matrix, so the matrices are compared.
                       EXPECT_LE(off(glm::mat4(euler_matrix(o, matrix_euler(o, m))), out["m"], 4),
                                 4e-4); // f32 near the gimbal lock
                   }),
              200);
}

TEST(StageMath, EulerAnglesComeBackWhereNothingLocks) {
    for (int o = 0; o < 12; ++o) {
        const auto which = static_cast<EulerOrder>(o);
        const glm::vec3 angles = o < 6 ? glm::vec3(10, 20, 30) : glm::vec3(10, 120, 30);
        const glm::vec3 back = matrix_euler(which, euler_matrix(which, angles));
        EXPECT_LE(glm::length(back - angles), 1e-4f) << o;
    }
}

TEST(StageMath, SlerpIsTheOracles) {
    RK_NEEDS_SHARED();
    EXPECT_EQ(each("slerp",
                   [](const json& in, const json& out) {
                       const glm::quat a = quat(in["a"]), b = quat(in["b"]);
                       EXPECT_LE(off(slerp(a, b, number(in["t"])), out["r"], false), quat_tolerance);
                       EXPECT_NEAR(quat_dot(a, b), number(out["dot"]), quat_tolerance);
                   }),
              200);
}

TEST(StageMath, QuaternionProductsAreTheOracles) {
    RK_NEEDS_SHARED();
    EXPECT_EQ(each("quatmul",
                   [](const json& in, const json& out) {
                       const glm::quat a = quat(in["a"]), b = quat(in["b"]);
                       const glm::mat3 ma = quat_matrix(a);
                       EXPECT_LE(off(multiply(a, b), out["ab"], false), quat_tolerance);
                       EXPECT_LE(off(inverse_quat(a), out["ainv"], false), quat_tolerance);
                       EXPECT_LE(off(glm::mat4(ma), out["ma"], 4), matrix_tolerance);
                       EXPECT_LE(off(glm::mat4(ma * quat_matrix(b)), out["ma_mb"], 4), matrix_tolerance);
                       EXPECT_LE(off(matrix_quat(ma), out["qa_back"]), quat_tolerance);
                       EXPECT_NEAR(quat_angle(a, b), number(out["angle_deg"]),
                                   0.05); // acos of a float near 1
                   }),
              100);
}

TEST(StageMath, AimingIsTheOracles) {
    RK_NEEDS_SHARED();
    EXPECT_EQ(each("target_dir",
                   [](const json& in, const json& out) {
                       const glm::mat3 m = aim_matrix(vec(in["model_forward"]), vec(in["target_dir"]),
                                                      vec(in["model_up"]), vec(in["world_up"]));
                       EXPECT_LE(off(glm::mat4(m), out["m3"], 3), matrix_tolerance);
                   }),
              30);
}

TEST(StageMath, ActorMatricesAreTheOracles) {
    RK_NEEDS_SHARED();
    EXPECT_EQ(each("actor_matrix",
                   [](const json& in, const json& out) {
                       const Placement actor = placement(in);
                       EXPECT_LE(off(matrix_of(actor), out["m"], 4), matrix_tolerance);
                       EXPECT_LE(off(inverse_quat(matrix_quat(rotation_of(actor))), out["rotquat"]),
                                 quat_tolerance);
                   }),
              40);
}

// With pitch and roll the oracle's engine loses the world orientation; ours keeps it (R46), so there only the
// positions are compared.
TEST(StageMath, AttachingKeepsTheWorldTransformAndIsTheOraclesForYaw) {
    RK_NEEDS_SHARED();
    EXPECT_EQ(each("attach",
                   [](const json& in, const json& out) {
                       Placement parent = placement(in["parent"]);
                       const Placement child = placement(in["child"]);
                       const bool yaw_only =
                           parent.pitch == 0 && parent.roll == 0 && child.pitch == 0 && child.roll == 0;
                       const glm::mat4 before = matrix_of(child);
                       EXPECT_LE(off(before, out["child_before"], 4), matrix_tolerance);
                       const Placement local = placement_of(relative_to(matrix_of(parent), before));
                       const glm::mat4 attached = matrix_of(parent) * matrix_of(local);
                       EXPECT_LE(off(local.position, out["local"]), matrix_tolerance);
                       EXPECT_LE(off(attached, out["child_before"], 4), matrix_tolerance);
                       parent.position = vec(in["parent_moves_to"]);
                       parent.yaw = number(in["parent_yaw_to"]);
                       const glm::mat4 moved = matrix_of(parent) * matrix_of(local);
                       const Placement detached = placement_of(moved);
                       EXPECT_LE(off(detached.position, out["detached"]), matrix_tolerance);
                       if (!yaw_only) return;
                       EXPECT_LE(off(moved, out["child_after_parent_move"], 4), matrix_tolerance);
                       // 180 0 180 is another name of the same local orientation.
                       EXPECT_LE(glm::length(rotation_of(local)[2] - rotation_of(numbers(out["local"]))[2]),
                                 6e-5f);
                       EXPECT_LE(off(forward_of_yaw(parent.yaw + numbers(out["local"]).yaw), out["puck"]),
                                 matrix_tolerance);
                   }),
              24);
}

TEST(StageMath, TheSpecificationsExamplesHold) {
    const glm::mat3 m = euler_matrix(EulerOrder::zyx, {10, 20, 30});
    EXPECT_LE(glm::length(m[2] - glm::vec3(0.3785f, -0.4410f, 0.8138f)), 1e-4f);
    const auto about_z = [](float degrees) {
        return matrix_quat(euler_matrix(EulerOrder::zyx, {degrees, 0, 0}));
    };
    const glm::quat quarter = slerp(about_z(0), about_z(90), 0.25f);
    EXPECT_NEAR(quarter.z, 0.19509f, 1e-5f);
    EXPECT_NEAR(quarter.w, 0.98079f, 1e-5f);
    // R46: parent (10,0,5) yaw 90, child (12,0,5) yaw 30 → local (0,0,2), yaw -60; parent turned to yaw 180 →
    // child at (10,0,3), yaw 120.
    Placement parent{{10, 0, 5}, 0, 90, 0};
    const Placement local = placement_of(relative_to(matrix_of(parent), matrix_of({{12, 0, 5}, 0, 30, 0})));
    EXPECT_LE(glm::length(local.position - glm::vec3(0, 0, 2)), 1e-5f);
    EXPECT_NEAR(local.yaw, -60, 1e-4f);
    parent.yaw = 180;
    const Placement world = placement_of(matrix_of(parent) * matrix_of(local));
    EXPECT_LE(glm::length(world.position - glm::vec3(10, 0, 3)), 1e-5f);
    // The same orientation may be named by other angles.
    EXPECT_LE(glm::length(rotation_of(world)[2] - forward_of_yaw(120)), 1e-5f);
    EXPECT_EQ(wrap_degrees(190), -170);
    EXPECT_EQ(wrap_degrees(-180), -180);
    EXPECT_EQ(wrap_degrees(180), -180);
}

} // namespace rekindle::emi
