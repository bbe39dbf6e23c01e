#pragma once
// Where actors are: final matrices, attaching, sort orders, puck vectors, coming and going (emi-engine R8,
// R26, R46-R50, R52). Called by scripts, the update and the picture. Functions with an id do nothing for an
// actor that is gone.

#include "emi/stage/stage.h"

namespace rekindle::emi {

ActorId load_actor(Stage& stage, std::string name);
// Children are detached first.
void unload_actor(StageRun run, ActorId actor);
// Empty: unbinds. Names compare exactly.
void put_in_set(Stage& stage, ActorId actor, std::string_view set);
bool is_in_set(const Actor& actor, std::string_view set); // as scripts see it

// F(a): the actor's own matrix behind its parents' and their joints'.
glm::mat4 final_matrix(const Stage& stage, const Cast& cast, const Actor& actor);
glm::vec3 world_position(const Stage& stage, const Cast& cast, const Actor& actor);
// Final matrix of a joint of the current costume, in the model's space; an empty name is the first joint,
// nothing: there is no skeleton or no such joint.
std::optional<glm::mat4> joint_matrix(const Cast& cast, const Actor& actor, std::string_view joint);

// The child keeps its place in the world. False: refused (a circle), or nothing to do.
bool attach_actor(StageRun run, ActorId child, ActorId parent, std::string_view joint);
void detach_actor(StageRun run, ActorId child);

std::int32_t effective_order(const Stage& stage, const Actor& actor);
void set_order(Actor& actor, std::int32_t order); // ends inheriting

// Nothing until the actor was constrained once.
std::optional<glm::vec3> puck_vector_of(const Stage& stage, const Actor& actor);
// Yaw of the actor and all its parents, in which it faces.
float facing_yaw(const Stage& stage, const Actor& actor);

// Places an actor: ends its walk order, constrained ones are snapped to the floor, collisions are told.
void put_at(StageRun run, ActorId actor, glm::vec3 position);

} // namespace rekindle::emi
