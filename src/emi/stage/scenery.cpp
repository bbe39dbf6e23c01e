#include "emi/stage/scenery.h"

#include <algorithm>
#include <cmath>

#include "emi/stage/chores.h"

namespace rekindle::emi {
namespace {

void set_color(LightState& light) { light.light.color = light.color * light.intensity; }

SetState begin_set(const Cast& cast, Ref<SetResource> ref, std::string_view name) {
    const Set& set = cast.sets()[ref].set;
    SetState state{.name = std::string(name), .set = ref};
    for (const SetSetup& setup : set.setups) state.cameras.push_back(camera_of(setup));
    for (const SetLight& each : set.lights) {
        LightState light;
        light.name = each.name.text;
        light.intensity = each.intensity;
        light.color = glm::vec3(each.color[0], each.color[1], each.color[2]) / 255.0f;
        // Of a type that doesn't exist: keeps its number, never shines.
        if (const auto known = light_of(each))
            light.light = *known;
        else
            light.exists = false;
        set_color(light);
        state.lights.push_back(std::move(light));
    }
    for (const SetSector& sector : set.sectors) state.sectors.push_back(sector_of(sector));
    return state;
}

SetState* find_set(Stage& stage, std::string_view name) {
    const auto at = std::find_if(stage.sets.begin(), stage.sets.end(),
                                 [&](const SetState& each) { return each.name == name; });
    return at == stage.sets.end() ? nullptr : &*at;
}

SetState* loaded_set(StageRun run, std::string_view name) {
    if (SetState* known = find_set(run.stage, name)) return known;
    const Ref<SetResource> ref = run.cast.set(name);
    if (!ref) return nullptr;
    run.stage.sets.push_back(begin_set(run.cast, ref, name));
    return &run.stage.sets.back();
}

void drop_unlocked(Stage& stage) {
    std::erase_if(stage.sets, [&](const SetState& each) { return !each.locked && each.name != stage.set; });
}

// The whole of the text that scripts pass is in the name.
bool holds_text(const Sector& sector, std::string_view text) {
    return sector.name.find(text) != std::string::npos;
}

template <typename Wanted>
const Sector* first_sector(const Stage& stage, glm::vec3 point, Wanted wanted) {
    for (const Sector& sector : current_sectors(stage))
        if (wanted(sector) && contains(sector, point)) return &sector;
    return nullptr;
}

} // namespace

bool enter_set(StageRun run, std::string_view name) {
    Stage& stage = run.stage;
    if (name == stage.set) return true;
    if (loaded_set(run, name) == nullptr) return false;
    stage.events.push_back({.kind = StageEvent::Kind::stop_sounds});
    for (Actor& actor : stage.actors) end_walk(actor.motion);
    stage.set = name;
    drop_unlocked(stage);
    stage.short_frames = 1;
    return true;
}

bool lock_set(StageRun run, std::string_view name) {
    SetState* set = loaded_set(run, name);
    if (set != nullptr) set->locked = true;
    return set != nullptr;
}

void unlock_set(Stage& stage, std::string_view name) {
    if (SetState* set = find_set(stage, name)) set->locked = false;
    drop_unlocked(stage);
}

bool choose_setup(StageRun run, std::int32_t setup) {
    SetState* set = run.stage.current();
    if (set == nullptr) return false;
    const auto count = static_cast<std::int32_t>(set->cameras.size());
    const auto chosen = static_cast<std::uint32_t>((setup % count + count) % count);
    const std::uint32_t before = set->setup;
    if (chosen == before) return true;
    set->setup = chosen;
    run.stage.events.push_back({.kind = StageEvent::Kind::place_sounds});
    run.hooks.setup_changed(before, chosen);
    return true;
}

bool choose_setup(StageRun run, std::string_view name) {
    const SetState* set = run.stage.current();
    if (set == nullptr) return false;
    const std::vector<SetSetup>& setups = run.cast.sets()[set->set].set.setups;
    for (std::size_t i = 0; i < setups.size(); ++i)
        if (setups[i].name.text == name) return choose_setup(run, static_cast<std::int32_t>(i));
    return false;
}

void step_setup(StageRun run, std::int32_t by) {
    if (const SetState* set = run.stage.current())
        choose_setup(run, static_cast<std::int32_t>(set->setup) + by);
}

std::optional<std::uint32_t> setup_of(StageRun run, std::string_view name) {
    if (const SetState* known = find_set(run.stage, name)) return known->setup;
    return run.cast.set(name) ? std::optional<std::uint32_t>(0) : std::nullopt;
}

const Camera* current_camera(const Stage& stage) {
    const SetState* set = stage.current();
    return set == nullptr ? nullptr : &set->cameras[set->setup];
}
Camera* current_camera(Stage& stage) {
    return const_cast<Camera*>(current_camera(static_cast<const Stage&>(stage)));
}

std::string_view background_of(const Stage& stage, const Cast& cast) {
    const SetState* set = stage.current();
    return set == nullptr ? std::string_view() : cast.sets()[set->set].set.setups[set->setup].background;
}

bool note_picture(Stage& stage) {
    const SetState* set = stage.current();
    if (set == nullptr || (stage.shown_set == stage.set && stage.shown_setup == set->setup)) return false;
    stage.shown_set = stage.set;
    stage.shown_setup = set->setup;
    return true;
}

// ------------------------------------------------------------------------------------------------- sectors

std::span<const Sector> current_sectors(const Stage& stage) {
    const SetState* set = stage.current();
    return set == nullptr ? std::span<const Sector>() : std::span<const Sector>(set->sectors);
}

const Sector* point_sector(const Stage& stage, glm::vec3 point, std::uint32_t type) {
    const std::span<const Sector> sectors = current_sectors(stage);
    const auto found = sector_at(sectors, point, type);
    return found ? &sectors[*found] : nullptr;
}
const Sector* sector_named(const Stage& stage, glm::vec3 point, std::string_view name) {
    return first_sector(stage, point, [&](const Sector& sector) { return sector.name == name; });
}
const Sector* sector_with_text(const Stage& stage, glm::vec3 point, std::string_view text) {
    return first_sector(stage, point, [&](const Sector& sector) { return holds_text(sector, text); });
}
const Sector* any_sector(const Stage& stage, glm::vec3 point) {
    return first_sector(stage, point, [](const Sector& sector) { return sector.counts(); });
}

std::optional<glm::vec3> opposite_edge(const Stage& stage, const Actor& actor, std::string_view text) {
    for (const Sector& sector : current_sectors(stage)) {
        const std::size_t corners = sector.vertices.size();
        if (!holds_text(sector, text) || corners != 4) continue;
        const glm::vec3 back = -forward_of_yaw(actor.motion.place.yaw);
        const auto exit = exit_of(sector, actor.motion.place.position, back);
        if (!exit) return std::nullopt;
        const glm::vec3 from = sector.vertices[(exit->edge + 1) % corners];
        const float length = glm::length(exit->edge_direction);
        const float share = length > 0 ? glm::distance(exit->point, from) / length : 0;
        const std::size_t far = (exit->edge + 2) % corners;
        return sector.vertices[far] + (sector.vertices[(far + 1) % corners] - sector.vertices[far]) * share;
    }
    return std::nullopt;
}

template <typename Wanted>
bool show_first(Stage& stage, bool on, Wanted wanted) {
    SetState* set = stage.current();
    if (set == nullptr) return false;
    for (Sector& sector : set->sectors)
        if (wanted(sector)) {
            sector.visible = on;
            return true;
        }
    return false;
}
bool show_sector(Stage& stage, std::uint32_t id, bool on) {
    return show_first(stage, on, [&](const Sector& sector) { return sector.id == id; });
}
bool show_sector(Stage& stage, std::string_view name, bool on) {
    return show_first(stage, on, [&](const Sector& sector) { return sector.name == name; });
}

void shrink_boxes(Stage& stage, float radius) {
    if (SetState* set = stage.current()) shrink_sectors(set->sectors, radius);
}

std::optional<glm::vec3> shrink_position(const Stage& stage, glm::vec3 point, float radius) {
    const std::span<const Sector> now = current_sectors(stage);
    std::vector<Sector> shrunk(now.begin(), now.end());
    shrink_sectors(shrunk, radius);
    const auto closest = closest_walk(shrunk, point);
    return closest ? std::optional(closest->point) : std::nullopt;
}

// -------------------------------------------------------------------------------------------------- lights

LightState* find_light(Stage& stage, std::size_t number) {
    SetState* set = stage.current();
    return set != nullptr && number < set->lights.size() ? &set->lights[number] : nullptr;
}
LightState* find_light(Stage& stage, std::string_view name) {
    SetState* set = stage.current();
    if (set == nullptr) return nullptr;
    const auto at = std::find_if(set->lights.begin(), set->lights.end(),
                                 [&](const LightState& light) { return light.name == name; });
    return at == set->lights.end() ? nullptr : &*at;
}
void set_intensity(LightState& light, float intensity) {
    light.intensity = intensity;
    set_color(light);
}
void set_position(LightState& light, glm::vec3 position) { light.light.position = position; }

std::vector<Light> lights_on(const Stage& stage, const Actor& actor) {
    std::vector<Light> lights;
    if (actor.overworld) {
        const std::span<const Light> two = overworld_lights();
        lights.assign(two.begin(), two.end());
    } else if (const SetState* set = stage.current()) {
        for (const LightState& light : set->lights)
            if (light.enabled && light.exists) lights.push_back(light.light);
    }
    return lights;
}

// ------------------------------------------------------------------------------------------------- shadows

namespace {

void fill_shadow(const SetState& set, const Set& file, const SetShadow& from, ShadowSlot& slot) {
    slot = {};
    slot.name = from.name;
    slot.active = true;
    slot.light = {from.point.x, from.point.y, from.point.z};
    if (!from.light_name().empty())
        for (std::size_t i = 0; i < file.lights.size(); ++i)
            if (set.lights[i].name == from.light_name()) {
                slot.light = set.lights[i].light.position;
                break;
            }
    const auto byte = [&](std::size_t i) {
        return static_cast<std::uint32_t>(std::clamp(from.color[i], 0, 255));
    };
    slot.color = byte(0) << 16 | byte(1) << 8 | byte(2);
    for (const std::string& name : from.sectors)
        for (const Sector& sector : set.sectors)
            if (sector.name == name) {
                slot.sectors.push_back(sector);
                break;
            }
}

} // namespace

void activate_shadow(Stage& stage, const Cast& cast, ActorId id, bool on, std::string_view name) {
    Actor* actor = stage.find(id);
    if (actor == nullptr) return;
    if (!on) {
        for (ShadowSlot& slot : actor->shadows)
            if (name.empty() || normal_name(slot.name) == normal_name(name)) slot = {};
        return;
    }
    const SetState* set = stage.current();
    if (set == nullptr) return;
    const Set& file = cast.sets()[set->set].set;
    for (const SetShadow& shadow : file.shadows) {
        if (!name.empty() && normal_name(shadow.name) != normal_name(name)) continue;
        auto slot = std::find_if(actor->shadows.begin(), actor->shadows.end(), [&](const ShadowSlot& each) {
            return normal_name(each.name) == normal_name(shadow.name) && !each.name.empty();
        });
        if (slot == actor->shadows.end())
            slot = std::find_if(actor->shadows.begin(), actor->shadows.end(),
                                [](const ShadowSlot& each) { return !each.active; });
        if (slot != actor->shadows.end()) fill_shadow(*set, file, shadow, *slot);
    }
}

} // namespace rekindle::emi
