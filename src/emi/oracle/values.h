#pragma once
// For the checks of this folder only: numbers out of JSON and their comparison.

#include <functional>

#include <nlohmann/json.hpp>

#include "emi/data/animation.h"
#include "emi/data/skeleton.h"
#include "emi/oracle/report.h"
#include "emi/stage/camera.h"

namespace rekindle::emi::oracle {

using nlohmann::json;

inline float number(const json& value) { return static_cast<float>(value.get<double>()); }
inline glm::vec3 vec(const json& v) { return {number(v.at(0)), number(v.at(1)), number(v.at(2))}; }
inline glm::quat quat(const json& q) {
    return {number(q.at(3)), number(q.at(0)), number(q.at(1)), number(q.at(2))};
}
inline Placement placement(const json& v) {
    return {vec(v.at("pos")), number(v.at("pitch")), number(v.at("yaw")), number(v.at("roll"))};
}
Skeleton skeleton_of(const json& joints);
Animation animation_of(const json& animation);

// Ten times the differences of the README.
inline constexpr double quat_tolerance = 2e-5, matrix_tolerance = 6e-5, light_tolerance = 4e-6,
                        sector_tolerance = 1.1e-4;

// Compares what was computed with what was measured and keeps the report.
class Checker {
  public:
    explicit Checker(TableReport& report) : report_(report) {}
    void begin(std::string line) {
        line_ = std::move(line);
        ++report_.cases;
    }
    const std::string& line() const { return line_; }
    // Where in the line: a step, a pose.
    void at(std::size_t step) { step_ = step; }
    void close(const char* quantity, double found, double expected, double tolerance) {
        ++report_.values;
        const double off = std::abs(found - expected);
        if (off <= tolerance)
            report_.worst = std::max(report_.worst, tolerance > 0 ? off / tolerance : 0);
        else
            differs(quantity, found, expected, off);
    }
    void equal(const char* quantity, double found, double expected) { close(quantity, found, expected, 0); }
    void close(const char* quantity, glm::vec3 found, const json& expected, double tolerance) {
        for (int i = 0; i < 3; ++i)
            close(quantity, found[i], number(expected.at(static_cast<std::size_t>(i))), tolerance);
    }
    // Up to sign.
    void close(const char* quantity, glm::quat found, const json& expected, double tolerance);
    // A matrix printed row by row, `columns` numbers a row.
    void close(const char* quantity, const glm::mat4& found, const json& expected, int columns,
               double tolerance);

  private:
    void differs(const char* quantity, double found, double expected, double off);

    TableReport& report_;
    std::string line_;
    std::size_t step_ = 0;
};

// One a table: a line's input and its measured result. Lines may refer to earlier ones, so a check is made
// afresh for every table.
using LineCheck = std::function<void(const json& in, const json& out, Checker& checker)>;
LineCheck math_check();
LineCheck anim_blend_check();
LineCheck chores_check();
LineCheck head_look_check();
LineCheck skinning_check();
LineCheck lighting_check();
LineCheck light_modes_check();
LineCheck sectors_check();
LineCheck camera_check();

Camera camera_from(const json& in);

} // namespace rekindle::emi::oracle
