#pragma once
// How an actor's place changes by itself: turning to targets and following a path (emi-engine R59, R60, R62).
// Degrees, world units, seconds for rates; times in ms.

#include "emi/stage/path.h"

namespace rekindle::emi {

struct Motion {
    Placement place;
    float move_pitch = 0, move_yaw = 0, move_roll = 0; // where turning ends
    bool turning = false;
    float turn_factor = 1;                             // 5: quickly
    float walk_rate = 0.3f;                            // units a second
    float turn_rate = 100;                             // degrees a second
    bool constrained = false, was_constrained = false; // to the walk sectors; ever (R50)
    std::vector<glm::vec3> path{};                     // the walk order: next point first, none: no order
    bool operator==(const Motion&) const = default;
};

inline constexpr float quick_turn = 5;
// -1 right (yaw rises), 0, 1 left.
enum class TurnDirection : std::int8_t { right = -1, none = 0, left = 1 };

void follow_boxes(Motion& motion, bool on);
// To the closest walk point, if constrained and not on a walk order.
void snap_to_floor(Motion& motion, std::span<const Sector> sectors);
// At once: angles and where turning ends.
void set_angles(Motion& motion, float pitch, float yaw, float roll);
void turn_towards(Motion& motion, float yaw, float factor);
void stop_turning(Motion& motion);
TurnDirection advance_turning(Motion& motion, float dt);
// One step of `step` degrees to a yaw and the other targets. True: there was something left to do.
bool turn_step(Motion& motion, float yaw, float step);

float yaw_to(glm::vec3 from, glm::vec3 to, float otherwise); // `otherwise`: straight up, down, or nowhere

// Orders a walk. False: it is there already, or there is no way; then there is no order.
bool walk_to(Motion& motion, std::span<const Sector> sectors, glm::vec3 target,
             const PathSearch& search = {});
void end_walk(Motion& motion);
// True: it walked.
bool advance_walk(Motion& motion, float dt);

} // namespace rekindle::emi
