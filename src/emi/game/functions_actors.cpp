// Script functions: actors, attaching, alpha and light, planar shadows (emi-engine R8, R14, R26, R46-R49,
// R52, R80, R82, R94).
#include <algorithm>

#include "emi/game/script.h"
#include "emi/stage/chores.h"
#include "emi/stage/drawing.h"
#include "emi/stage/frames.h"
#include "emi/stage/scenery.h"
#include "emi/stage/walking.h"

namespace rekindle::emi {
namespace {

using lua::Outcome;

Outcome put_in_set(Script& s) {
    emi::put_in_set(s.stage, s.id(0), s.text(1));
    return s.truth(s.given(1));
}

// The walk point nearest to the camera's interest, which is the origin here; not in a HOT sector.
void put_at_interest(Script& s) {
    std::vector<Sector> floors;
    for (const Sector& sector : current_sectors(s.stage))
        if (!sector.is(sector_type::hot & ~sector_type::walk)) floors.push_back(sector);
    if (const auto closest = closest_walk(floors, glm::vec3(0))) put_at(s.run(), s.id(0), closest->point);
}

void set_alpha_of(Script& s) {
    if (!s.given(2))
        set_alpha(s.actor(0), s.number(1));
    else if (!set_model_alpha(s.cast(), s.actor(0), s.text(2), s.number(1)))
        s.warn("SetActorGlobalAlpha: the actor wears no mesh '" + s.text(2) + "'");
}

void attach(Script& s) {
    const ActorId child = s.id(0), parent = s.id(1);
    const bool attached = s.actor(0).parent == parent;
    if (!attach_actor(s.run(), child, parent, s.text(2)) && !attached)
        s.warn("AttachActor: refused, the actors would carry each other in a circle");
}

ShadowSlot* shadow(Script& s, std::int32_t slot) {
    if (slot >= 0 && slot < static_cast<std::int32_t>(shadow_slots))
        return &s.actor(0).shadows[static_cast<std::size_t>(slot)];
    (void)s.refuse(1, "a shadow slot 0 to 7");
    return nullptr;
}
ShadowSlot& chosen_shadow(Script& s) { return s.actor(0).shadows[s.actor(0).shadow_slot]; }

void add_shadow_plane(Script& s) {
    const std::string name = s.text(1);
    for (const Sector& sector : current_sectors(s.stage))
        if (sector.name == name) {
            chosen_shadow(s).sectors.push_back(sector);
            return;
        }
    s.warn("AddShadowPlane: the set has no sector '" + name + "'");
}

const lua::Binding rows[] = {
    row("LoadActor",
        [](Script& s) {
            return s.object(load_actor(s.stage, s.given(0) ? s.text(0) : "<unnamed>"), object::actor);
        }),
    row("UnloadActor", [](Script& s) { unload_actor(s.run(), s.id(0)); }),
    row("PutActorInSet", [](Script& s) { return put_in_set(s); }),
    row("PutActorInOverworld", [](Script& s) { s.actor(0).overworld = true; }),
    row("RemoveActorFromOverworld", [](Script& s) { s.actor(0).overworld = false; }),
    row("ClearOverworld",
        [](Script& s) {
            for (Actor& actor : s.stage.actors) actor.overworld = false;
        }),
    row("PutActorAt", [](Script& s) { put_at(s.run(), s.id(0), s.point(1)); }),
    row("PutActorAtInterest", [](Script& s) { put_at_interest(s); }),
    row("GetActorPos", [](Script& s) { return s.answer(s.actor(0).motion.place.position); }),
    row("GetActorWorldPos",
        [](Script& s) { return s.answer(world_position(s.stage, s.cast(), s.actor(0))); }),
    row("GetActorRot",
        [](Script& s) {
            const Placement& place = s.actor(0).motion.place;
            return s.answer(glm::vec3(place.pitch, place.yaw, place.roll));
        }),
    row("SetActorRot",
        [](Script& s) { set_rotation(s.actor(0), s.number(1), s.number(2), s.number(3), s.given(4)); }),
    row("SetActorPitch",
        [](Script& s) {
            const Placement place = s.actor(0).motion.place;
            set_rotation(s.actor(0), s.number(1), place.yaw, place.roll, false);
        }),
    row("SetActorRoll",
        [](Script& s) {
            const Placement place = s.actor(0).motion.place;
            set_rotation(s.actor(0), place.pitch, place.yaw, s.number(1), false);
        }),
    row("SetActorScale", [](Script& s) { s.actor(0).scale = s.number(1, 1); }),
    row("SetActorTimeScale", [](Script& s) { s.actor(0).time_scale = s.number(1, 1); }),
    row("GetActorTimeScale", [](Script& s) { return s.answer(s.actor(0).time_scale); }),
    row("SetActorVisibility", [](Script& s) { s.actor(0).visible = s.given(1); }),
    row("SetSelectedActor", [](Script& s) { s.stage.selected = s.id(0); }),
    row("GetCameraActor",
        [](Script& s) {
            return s.object(s.stage.find(s.stage.selected) ? s.stage.selected : 0, object::actor);
        }),
    row("GetActorRect", [](Script& s) { return s.answer(1.0f); }),
    row("ActorToClean", [](Script& s) { s.actor(0).frozen = true; }),
    row("SetActorFrustrumCull", [](Script& s) { s.actor(0).culled = s.given(1); }),
    no_effect("SetActorClipPlane"),
    no_effect("SetActorClipActive"),
    no_effect("SetActorInvClipNode"),
    no_effect("SetActorColormap"),
    no_effect("SetActorConstrain"),
    row("SetActorWalkDominate", [](Script& s) { s.actor(0).walk_dominates = !s.given(1); }),
    row("SetActorGlobalAlpha", [](Script& s) { set_alpha_of(s); }),
    row("SetActorLocalAlpha",
        [](Script& s) {
            if (s.number(1) < 0) return s.refuse(1, "a vertex");
            set_local_alpha(s.actor(0), static_cast<std::uint32_t>(s.whole(1)), s.number(2));
            return Outcome::ok;
        }),
    row("SetActorLighting", [](Script& s) { s.actor(0).light_mode = static_cast<LightMode>(s.whole(1)); }),
    row("SetActorSortOrder", [](Script& s) { set_order(s.actor(0), s.whole(1)); }),
    row("GetActorSortOrder",
        [](Script& s) { return s.answer(static_cast<float>(effective_order(s.stage, s.actor(0)))); }),
    row("AttachActor", [](Script& s) { attach(s); }),
    row("DetachActor", [](Script& s) { detach_actor(s.run(), s.id(0)); }),
    row("EnableActorPuck", [](Script& s) { s.actor(0).puck_enabled = s.given(1); }),
    row("ActorPuckOrient", [](Script& s) { s.actor(0).puck_oriented = s.given(1); }),
    no_effect("GetActorNodeLocation"), // nodes are the older engine's
    row("ActorActivateShadow",
        [](Script& s) { activate_shadow(s.stage, s.cast(), s.id(0), s.whole(1) == 1, s.text(2)); }),
    row("SetActiveShadow",
        [](Script& s) {
            ShadowSlot* slot = shadow(s, s.whole(1));
            if (slot == nullptr) return;
            slot->active = true;
            s.actor(0).shadow_slot = static_cast<std::uint32_t>(s.whole(1));
        }),
    row("ActivateActorShadow",
        [](Script& s) {
            if (ShadowSlot* slot = shadow(s, s.whole(1))) slot->active = s.given(2);
        }),
    row("SetActorShadowPlane", [](Script& s) { chosen_shadow(s).name = s.text(1); }),
    row("AddShadowPlane", [](Script& s) { add_shadow_plane(s); }),
    row("SetActorShadowPoint", [](Script& s) { chosen_shadow(s).light = s.point(1); }),
    row("SetActorShadowValid", [](Script& s) { chosen_shadow(s).keeps_normal = s.whole(1) == -1; }),
    no_effect("SetShadowColor"), // the record's colour counts
    row("KillActorShadows", [](Script& s) { s.actor(0).shadows = {}; }),
};

} // namespace

std::span<const lua::Binding> actor_functions() { return rows; }

} // namespace rekindle::emi
