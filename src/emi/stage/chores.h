#pragma once
// What actors wear and play (emi-engine R25-R45): the costume stack, chores by handle, the chores that actors
// start by themselves, poses and heads. Called by scripts and by the update. Names of chores are exact, those
// of costume files without case. An empty costume name means the current costume. Seconds as scripts give
// them.

#include "emi/stage/stage.h"

namespace rekindle::emi {

// The lowest costume with a worn chore (R37); nullptr: none.
const WornCostume* current_costume(const Actor& actor);
WornCostume* current_costume(Actor& actor);
const SkeletonResource* worn_skeleton(const Cast& cast, const WornCostume& worn); // nullptr: none
const CostumeResource::Wear* worn_parts(const Cast& cast, const WornCostume& worn);

// The stack. Pushing one that is there already does nothing. False: the file is missing.
bool push_costume(StageRun run, ActorId actor, std::string_view file);
void pop_costume(StageRun run, ActorId actor);
bool set_costume(StageRun run, ActorId actor, std::string_view file); // replaces the top
void clear_costumes(StageRun run, ActorId actor);
std::string_view costume_name(const Cast& cast, const Actor& actor); // of the current one; empty: none

// Where a handle leads.
struct ChoreAt {
    ActorId actor;
    ChoreId first; // which of the actor's costumes
    std::uint32_t chore;
};
std::optional<ChoreAt> find_chore(const Stage& stage, ChoreId chore); // nothing: no longer valid
const ChoreState* chore_state(const Stage& stage, ChoreId chore);
std::string_view chore_name(const Stage& stage, const Cast& cast, ChoreId chore);

// Answers the handle, 0: there is no such chore. Pushes a costume that isn't worn yet.
ChoreId play_actor_chore(StageRun run, ActorId actor, std::string_view chore, std::string_view costume,
                         bool loop, float fade = 0);
void stop_chore(StageRun run, ChoreId chore, std::optional<float> fade = {}); // R30
void stop_actor_chores(StageRun run, ActorId actor, bool ignore_looping);
void set_looping(Stage& stage, ChoreId chore, bool on);
void pause_chore(Stage& stage, ChoreId chore, bool on);
void advance_chore(StageRun run, ChoreId chore, float seconds);
void complete_chore(StageRun run, ChoreId chore);
// By number (FadeInChore, FadeOutChore); fading in starts a stopped one.
void fade_actor_chore(StageRun run, ActorId actor, std::string_view costume, std::uint32_t chore,
                      FadeMode mode, std::int32_t ms);
bool is_chore_playing(const Stage& stage, ChoreId chore); // and not paused (R34)
// The first playing chore that is none of the mouths; its number in its costume (R35).
std::optional<std::uint32_t> choring(const Actor& actor, bool exclude_looping);
std::vector<ChoreId> playing_chores(const Actor& actor); // in the order of playing

// The chores an actor starts itself. An empty chore name empties the slot. False: there is no such chore.
bool set_rest_chore(StageRun run, ActorId actor, std::string_view chore, std::string_view costume);
bool set_walk_chore(StageRun run, ActorId actor, std::string_view chore, std::string_view costume);
bool set_turn_chores(StageRun run, ActorId actor, std::string_view left, std::string_view right,
                     std::string_view costume);
bool set_mouth_chore(StageRun run, ActorId actor, std::size_t mouth, std::string_view chore,
                     std::string_view costume);
bool set_mumble_chore(StageRun run, ActorId actor, std::string_view chore, std::string_view costume);

// Chores in slots.
bool slot_plays(const Actor& actor, const ChoreSlot& slot);
void play_slot(StageRun run, ActorId actor, ChoreSlot slot, bool loop, std::int32_t fade_ms);
void fade_slot_out(StageRun run, ActorId actor, ChoreSlot slot, std::int32_t ms); // 0: at once
void end_slot(StageRun run, ActorId actor, ChoreSlot slot);                       // to its last frame

// Steps of the update (R4): 5 to 8, 11, and 12 with 13.
void start_own_chores(StageRun run, ActorId actor);
void advance_costumes(StageRun run, ActorId actor, std::int32_t dt);
void pose_actor(Stage& stage, const Cast& cast, ActorId actor, std::int32_t dt);

// Heads of the current costume (R86, R88); rates in degrees a second, 0: as before. False: the actor has no
// current costume.
bool set_head(Actor& actor, std::string_view joint, glm::vec3 offset);
bool set_head_limits(Actor& actor, float yaw, float up, float down); // degrees; yaw from side to side
bool set_look_rate(Actor& actor, float rate);
bool look_at_nothing(Actor& actor, float rate);
bool look_at_point(Actor& actor, glm::vec3 point, float rate);
bool look_at_actor(Stage& stage, const Cast& cast, ActorId actor, ActorId other, float rate);

} // namespace rekindle::emi
