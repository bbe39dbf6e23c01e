#include "emi/stage/math.h"

#include <array>

#include "emi/oracle/values.h"

namespace rekindle::emi::oracle {
namespace {

EulerOrder order_named(const std::string& name) {
    constexpr std::array<std::string_view, 12> names{"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX",
                                                     "XYX", "XZX", "YXY", "YZY", "ZXZ", "ZYZ"};
    return static_cast<EulerOrder>(std::find(names.begin(), names.end(), name) - names.begin());
}

Placement numbers(const json& v) { return {vec(v), number(v.at(3)), number(v.at(4)), number(v.at(5))}; }

void exact_sign(const char* quantity, glm::quat found, const json& measured, Checker& checker) {
    checker.close(quantity, found.x, number(measured.at(0)), quat_tolerance);
    checker.close(quantity, found.y, number(measured.at(1)), quat_tolerance);
    checker.close(quantity, found.z, number(measured.at(2)), quat_tolerance);
    checker.close(quantity, found.w, number(measured.at(3)), quat_tolerance);
}

void euler(const json& in, const json& out, Checker& checker) {
    const EulerOrder order = order_named(in.at("order"));
    const glm::mat3 m = euler_matrix(order, vec(in.at("deg")));
    const glm::quat q = matrix_quat(m);
    const glm::vec3 v = vec(in.at("v"));
    checker.close("m", glm::mat4(m), out.at("m"), 4, matrix_tolerance);
    checker.close("q", q, out.at("q"), quat_tolerance);
    checker.close("qm", glm::mat4(quat_matrix(q)), out.at("qm"), 4, matrix_tolerance);
    checker.close("qinv", inverse_quat(q), out.at("qinv"), quat_tolerance);
    checker.close("mv", m * v, out.at("mv"), matrix_tolerance);
    checker.close("qv", emi::turn(q, v), out.at("qv"), matrix_tolerance);
    checker.close("inv_v", glm::transpose(m) * v, out.at("inv_v"), matrix_tolerance);
    // Several angles give one matrix, so the matrices are compared; near the gimbal lock f32 angles are
    // rough.
    checker.close("euler_back", glm::mat4(euler_matrix(order, matrix_euler(order, m))), out.at("m"), 4, 4e-4);
}

void quatmul(const json& in, const json& out, Checker& checker) {
    const glm::quat a = quat(in.at("a")), b = quat(in.at("b"));
    const glm::mat3 ma = quat_matrix(a);
    exact_sign("ab", multiply(a, b), out.at("ab"), checker);
    exact_sign("ainv", inverse_quat(a), out.at("ainv"), checker);
    checker.close("ma", glm::mat4(ma), out.at("ma"), 4, matrix_tolerance);
    checker.close("ma_mb", glm::mat4(ma * quat_matrix(b)), out.at("ma_mb"), 4, matrix_tolerance);
    checker.close("qa_back", matrix_quat(ma), out.at("qa_back"), quat_tolerance);
    checker.close("angle_deg", quat_angle(a, b), number(out.at("angle_deg")), 0.05); // acos of a float near 1
}

// With pitch and roll the measured engine loses the world orientation; ours keeps it (R46), a listed
// deviation.
void attach(const json& in, const json& out, Checker& checker) {
    Placement parent = placement(in.at("parent"));
    const Placement child = placement(in.at("child"));
    const bool yaw_only = parent.pitch == 0 && parent.roll == 0 && child.pitch == 0 && child.roll == 0;
    const glm::mat4 before = matrix_of(child);
    checker.close("child_before", before, out.at("child_before"), 4, matrix_tolerance);
    const Placement local = placement_of(relative_to(matrix_of(parent), before));
    checker.close("local", local.position, out.at("local"), matrix_tolerance);
    const glm::mat4 attached = matrix_of(parent) * matrix_of(local);
    checker.close("kept", attached, out.at("child_before"), 4, matrix_tolerance);
    parent.position = vec(in.at("parent_moves_to"));
    parent.yaw = number(in.at("parent_yaw_to"));
    const glm::mat4 moved = matrix_of(parent) * matrix_of(local);
    checker.close("detached", placement_of(moved).position, out.at("detached"), matrix_tolerance);
    const char* attached_now = yaw_only ? "child_attached" : "child_attached with pitch and roll";
    const char* moved_now =
        yaw_only ? "child_after_parent_move" : "child_after_parent_move with pitch and roll";
    checker.close(attached_now, attached, out.at("child_attached"), 4, matrix_tolerance);
    checker.close(moved_now, moved, out.at("child_after_parent_move"), 4, matrix_tolerance);
    if (!yaw_only) return;
    // 180 0 180 is another name of the same local orientation.
    const glm::vec3 ahead = rotation_of(numbers(out.at("local")))[2];
    checker.close("local ahead", rotation_of(local)[2], json{ahead.x, ahead.y, ahead.z}, matrix_tolerance);
    checker.close("puck", forward_of_yaw(parent.yaw + numbers(out.at("local")).yaw), out.at("puck"),
                  matrix_tolerance);
}

} // namespace

LineCheck math_check() {
    return [](const json& in, const json& out, Checker& checker) {
        const std::string op = in.at("op");
        if (op == "euler") euler(in, out, checker);
        if (op == "quatmul") quatmul(in, out, checker);
        if (op == "attach") attach(in, out, checker);
        if (op == "slerp") {
            const glm::quat a = quat(in.at("a")), b = quat(in.at("b"));
            exact_sign("slerp", slerp(a, b, number(in.at("t"))), out.at("r"), checker);
            checker.close("dot", quat_dot(a, b), number(out.at("dot")), quat_tolerance);
        }
        if (op == "target_dir") {
            const glm::mat3 m = aim_matrix(vec(in.at("model_forward")), vec(in.at("target_dir")),
                                           vec(in.at("model_up")), vec(in.at("world_up")));
            checker.close("m3", glm::mat4(m), out.at("m3"), 3, matrix_tolerance);
        }
        if (op == "actor_matrix") {
            const Placement actor = placement(in);
            checker.close("m", matrix_of(actor), out.at("m"), 4, matrix_tolerance);
            checker.close("rotquat", inverse_quat(matrix_quat(rotation_of(actor))), out.at("rotquat"),
                          quat_tolerance);
        }
    };
}

} // namespace rekindle::emi::oracle
