#include "emi/stage/motion.h"

#include <cmath>

#include "base/trig.h"

namespace rekindle::emi {
namespace {

// Angles closer than this are equal (§0).
constexpr float equal_angle = 0.001f;

// True: there was something left to do.
bool approach(float& angle, float target, float step) {
    const float rest = wrap_degrees(target - angle);
    if (std::abs(rest) < equal_angle) return false;
    if (step == 0 || step >= std::abs(rest))
        angle = target;
    else
        angle += rest > 0 ? step : -step;
    return true;
}

} // namespace

void follow_boxes(Motion& motion, bool on) {
    motion.constrained = on;
    motion.was_constrained = motion.was_constrained || on;
}

void snap_to_floor(Motion& motion, std::span<const Sector> sectors) {
    if (!motion.constrained || !motion.path.empty()) return;
    if (const auto closest = closest_walk(sectors, motion.place.position))
        motion.place.position = closest->point;
}

void set_angles(Motion& motion, float pitch, float yaw, float roll) {
    motion.place.pitch = motion.move_pitch = pitch;
    motion.place.yaw = motion.move_yaw = yaw;
    motion.place.roll = motion.move_roll = roll;
    stop_turning(motion);
}

void turn_towards(Motion& motion, float yaw, float factor) {
    motion.move_yaw = yaw;
    motion.turning = true;
    motion.turn_factor = factor;
}

void stop_turning(Motion& motion) {
    motion.turning = false;
    motion.turn_factor = 1;
}

TurnDirection advance_turning(Motion& motion, float dt) {
    if (!motion.turning) return TurnDirection::none;
    Placement& place = motion.place;
    const float step = motion.turn_rate * dt / 1000 * motion.turn_factor;
    const float rest = wrap_degrees(motion.move_yaw - place.yaw);
    if (!turn_step(motion, motion.move_yaw, step)) stop_turning(motion);
    if (std::abs(rest) < equal_angle) return TurnDirection::none;
    return rest > 0 ? TurnDirection::right : TurnDirection::left;
}

bool turn_step(Motion& motion, float yaw, float step) {
    const bool yawed = approach(motion.place.yaw, yaw, step);
    const bool pitched = approach(motion.place.pitch, motion.move_pitch, step);
    const bool rolled = approach(motion.place.roll, motion.move_roll, step);
    return yawed || pitched || rolled;
}

float yaw_to(glm::vec3 from, glm::vec3 to, float otherwise) {
    const double dx = double{to.x} - from.x, dz = double{to.z} - from.z;
    if (dx == 0 && dz == 0) return otherwise;
    return static_cast<float>(arc_tangent(dx, dz) / radians_per_degree);
}

bool walk_to(Motion& motion, std::span<const Sector> sectors, glm::vec3 target, const PathSearch& search) {
    motion.path.clear();
    if (motion.constrained) {
        const auto closest = closest_walk(sectors, target);
        if (!closest) return false;
        target = closest->point;
    }
    if (target == motion.place.position) return false;
    if (motion.constrained)
        motion.path = find_path(sectors, motion.place.position, target, search);
    else
        motion.path = {target};
    return !motion.path.empty();
}

void end_walk(Motion& motion) {
    motion.path.clear();
    stop_turning(motion);
}

bool advance_walk(Motion& motion, float dt) {
    if (motion.path.empty()) return false;
    const glm::vec3 point = motion.path.front();
    glm::vec3& position = motion.place.position;
    const glm::vec3 way = point - position;
    const float distance = glm::length(way), step = motion.walk_rate * dt / 1000;
    turn_towards(motion, yaw_to(position, point, motion.move_yaw), quick_turn);
    if (step < distance) {
        position += way / distance * step;
        return true;
    }
    position = point;
    motion.path.erase(motion.path.begin());
    if (motion.path.empty()) end_walk(motion);
    return true;
}

} // namespace rekindle::emi
