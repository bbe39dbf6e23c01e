#pragma once
// Sets: entering and leaving, setups, cameras, walk sectors, lights, planar shadows (emi-engine R53-R56, R79,
// R94, R103-R107). Called by scripts. "The current set" missing, or a number out of range: nothing happens
// and false or nothing is answered.

#include "emi/stage/stage.h"

namespace rekindle::emi {

// False: the set is missing; the stage stays where it was.
bool enter_set(StageRun run, std::string_view name);
bool lock_set(StageRun run, std::string_view name); // loads it if need be
void unlock_set(Stage& stage, std::string_view name);
bool choose_setup(StageRun run, std::int32_t setup);     // modulo their number
bool choose_setup(StageRun run, std::string_view setup); // by name
void step_setup(StageRun run, std::int32_t by);          // wraps
std::optional<std::uint32_t> setup_of(StageRun run, std::string_view set);

const Camera* current_camera(const Stage& stage); // nullptr: no set
Camera* current_camera(Stage& stage);
std::string_view background_of(const Stage& stage, const Cast& cast); // of the current setup; empty: none
// True once after the set or the setup has changed since the last picture: then postCamChangeHandler is due.
bool note_picture(Stage& stage);

std::span<const Sector> current_sectors(const Stage& stage);
const Sector* point_sector(const Stage& stage, glm::vec3 point, std::uint32_t type);
const Sector* sector_named(const Stage& stage, glm::vec3 point, std::string_view name);     // exactly
const Sector* sector_with_text(const Stage& stage, glm::vec3 point, std::string_view text); // in its name
const Sector* any_sector(const Stage& stage, glm::vec3 point);                              // of any type
std::optional<glm::vec3> opposite_edge(const Stage& stage, const Actor& actor, std::string_view text);
bool show_sector(Stage& stage, std::uint32_t id, bool on);
bool show_sector(Stage& stage, std::string_view name, bool on);
void shrink_boxes(Stage& stage, float radius); // 0: as they were
std::optional<glm::vec3> shrink_position(const Stage& stage, glm::vec3 point, float radius);

// By number or exact name; nullptr: none.
LightState* find_light(Stage& stage, std::size_t number);
LightState* find_light(Stage& stage, std::string_view name);
void set_intensity(LightState& light, float intensity);
void set_position(LightState& light, glm::vec3 position);
// What shines on an actor: the enabled lights of the set, or the overworld's.
std::vector<Light> lights_on(const Stage& stage, const Actor& actor);

// An empty name: all shadows of the set.
void activate_shadow(Stage& stage, const Cast& cast, ActorId actor, bool on, std::string_view name);

} // namespace rekindle::emi
