#pragma once
// How actors move by order of scripts (emi-engine R57-R63, R65): steps along the floor, walks, turning,
// facing, questions about it. Rates of scripts count 1/3.28 of a unit. `dt` is the frame's.

#include "emi/stage/stage.h"

namespace rekindle::emi {

inline constexpr float script_rate = 3.28f, rate_to_script = 0.304878f;
void set_walk_rate(Actor& actor, float rate); // metres a second
float walk_rate(const Actor& actor);
void set_turn_rate(Actor& actor, float rate); // 1 counts as 100

void walk_forward(StageRun run, ActorId actor);
void walk_vector(StageRun run, ActorId actor, float right, float ahead); // relative to the camera
// False: it is there already, or there is no way (then it is reported).
bool walk_actor_to(StageRun run, ActorId actor, glm::vec3 target, ActorId avoiding = 0);
void stop_moving(StageRun run, ActorId actor);

void set_rotation(Actor& actor, float pitch, float yaw, float roll, bool turn);
void turn_actor(Stage& stage, ActorId actor, float direction); // +1 left
// One step; true: something was left to do.
bool turn_actor_to(Stage& stage, ActorId actor, glm::vec3 target);
void point_actor_at(Actor& actor, glm::vec3 target); // at once
float yaw_to_point(const Actor& actor, glm::vec3 target);
float angle_between(const Stage& stage, const Cast& cast, const Actor& a, const Actor& b);

bool is_moving(const Actor& actor);
bool is_turning(const Actor& actor);
bool is_resting(const Actor& actor);
// Active actors within the viewer's angle of view, itself included; none where it isn't in the current set.
std::vector<ActorId> visible_things(const Stage& stage, const Cast& cast, ActorId viewer);

// Steps 1 to 4 of an actor's update (R4).
void advance_moves(StageRun run, ActorId actor, std::int32_t dt);

} // namespace rekindle::emi
