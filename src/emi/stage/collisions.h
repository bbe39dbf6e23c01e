#pragma once
// Actors that are in each other's way (emi-engine R64): circles and boxes seen from above. Only actors with a
// collision mode and a current costume are in the way.

#include "emi/stage/stage.h"

namespace rekindle::emi {

// The part of a move that the active actors leave free; tells each hit to the hooks.
glm::vec3 free_move(StageRun run, ActorId mover, glm::vec3 move);
// Hits of a move that was made anyhow: for the hooks only (R52). Nothing for actors with mode off.
void tell_collisions(StageRun run, ActorId mover, glm::vec3 move);

struct Circle {
    glm::vec2 center; // x and z
    float radius;
};
// What an actor takes up; nothing without a model.
std::optional<Circle> collision_circle(const Cast& cast, const Actor& actor);

} // namespace rekindle::emi
