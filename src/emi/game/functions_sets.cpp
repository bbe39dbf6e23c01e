// Script functions: sets, setups, cameras, sectors, lights (emi-engine R53-R56, R79, R103-R107).
#include "emi/game/script.h"
#include "emi/stage/camera.h"
#include "emi/stage/frames.h"
#include "emi/stage/scenery.h"

namespace rekindle::emi {
namespace {

using lua::Outcome;

void enter(Script& s) {
    if (!enter_set(s.run(), s.text(0))) s.warn("MakeCurrentSet: no set '" + s.text(0) + "'");
}

void choose(Script& s) {
    if (s.stage.current() == nullptr)
        s.warn("MakeCurrentSetup: there is no current set");
    else if (double number = 0; s.call.number(0, number))
        choose_setup(s.run(), to_whole(number));
    else if (!choose_setup(s.run(), std::string_view(s.text(0))))
        s.warn("MakeCurrentSetup: no setup '" + s.text(0) + "'");
}

Outcome setup_answer(Script& s) {
    const auto setup = setup_of(s.run(), s.text(0));
    if (!setup) s.warn("GetCurrentSetup: no set '" + s.text(0) + "'");
    return setup ? s.answer(static_cast<float>(*setup)) : s.nil();
}

// The current setup's camera; nullptr: reported.
Camera* camera(Script& s) {
    Camera* found = current_camera(s.stage);
    if (found == nullptr) s.warn(s.call.name() + ": there is no current set");
    return found;
}
enum Angle : int { roll = 0, yaw = 1, pitch = 2 };
template <Angle which>
Outcome angle_answer(Script& s) {
    const Camera* seen = camera(s);
    return seen == nullptr ? s.nil() : s.answer(camera_angles(*seen)[which]);
}
template <Angle which>
void set_angle(Script& s) {
    Camera* seen = camera(s);
    if (seen == nullptr) return;
    glm::vec3 angles = camera_angles(*seen);
    angles[which] = s.number(0);
    set_camera_angles(*seen, angles);
}

Outcome screen_answer(Script& s, const Camera& seen) {
    const glm::vec3 place = to_screen(seen, s.point(0));
    s.call.push(place.x);
    s.call.push(place.y);
    return Outcome::ok;
}

Outcome sector_answer(Script& s, const Sector* sector) {
    if (sector == nullptr) return s.nil();
    s.call.push(static_cast<float>(sector->id));
    s.call.push(sector->name);
    s.call.push(static_cast<float>(sector->type));
    return Outcome::ok;
}

std::uint32_t type_argument(Script& s, std::uint32_t at) {
    return static_cast<std::uint32_t>(s.whole(at, static_cast<std::int32_t>(sector_type::walk)));
}

void show(Script& s) {
    double id = 0;
    const bool by_number = s.call[0].is_number() && s.call.number(0, id);
    const bool found = by_number ? show_sector(s.stage, static_cast<std::uint32_t>(to_whole(id)), s.given(1))
                                 : show_sector(s.stage, std::string_view(s.text(0)), s.given(1));
    if (!found) s.warn("MakeSectorActive: no sector '" + s.text(0) + "'");
}

// By number or name; nullptr: reported.
LightState* light(Script& s) {
    const std::int32_t number = s.whole(0, -1);
    LightState* found = s.call[0].is_number()
                            ? (number < 0 ? nullptr : find_light(s.stage, static_cast<std::size_t>(number)))
                            : find_light(s.stage, std::string_view(s.text(0)));
    if (found == nullptr) s.warn(s.call.name() + ": no light '" + s.text(0) + "' in the current set");
    return found;
}

Outcome point_answer(Script& s, std::optional<glm::vec3> point) { return point ? s.answer(*point) : s.nil(); }

const lua::Binding rows[] = {
    row("MakeCurrentSet", [](Script& s) { enter(s); }),
    row("LockSet",
        [](Script& s) {
            if (!lock_set(s.run(), s.text(0))) s.warn("LockSet: no set '" + s.text(0) + "'");
        }),
    row("UnLockSet", [](Script& s) { unlock_set(s.stage, s.text(0)); }),
    row("MakeCurrentSetup", [](Script& s) { choose(s); }),
    row("GetCurrentSetup", [](Script& s) { return setup_answer(s); }),
    row("NextSetup", [](Script& s) { step_setup(s.run(), 1); }),
    row("PreviousSetup", [](Script& s) { step_setup(s.run(), -1); }),

    row("GetCameraPosition",
        [](Script& s) {
            const Camera* seen = camera(s);
            return seen == nullptr ? s.nil() : s.answer(seen->position);
        }),
    row("SetCameraPosition",
        [](Script& s) {
            if (Camera* seen = camera(s)) seen->position = s.point(0);
        }),
    no_effect("SetCameraInterest"),
    row("GetCameraLookVector",
        [](Script& s) {
            const Camera* seen = camera(s);
            return seen == nullptr ? s.nil() : s.answer(look_vector(*seen));
        }),
    row("GetCameraFOV",
        [](Script& s) {
            const Camera* seen = camera(s);
            return seen == nullptr ? s.nil() : s.answer(seen->fov);
        }),
    row("SetCameraFOV",
        [](Script& s) {
            if (!(s.number(0) > 0 && s.number(0) < 180)) return s.refuse(0, "an angle between 0 and 180");
            if (Camera* seen = camera(s)) seen->fov = s.number(0);
            return Outcome::ok;
        }),
    row("GetCameraYaw", [](Script& s) { return angle_answer<yaw>(s); }),
    row("YawCamera", [](Script& s) { set_angle<yaw>(s); }),
    row("GetCameraPitch", [](Script& s) { return angle_answer<pitch>(s); }),
    row("PitchCamera", [](Script& s) { set_angle<pitch>(s); }),
    row("GetCameraRoll", [](Script& s) { return angle_answer<roll>(s); }),
    row("SetCameraRoll", [](Script& s) { set_angle<roll>(s); }),
    row("RollCamera", [](Script& s) { set_angle<roll>(s); }),
    row("WorldToScreen",
        [](Script& s) {
            const Camera* seen = camera(s);
            if (seen != nullptr) return screen_answer(s, *seen);
            s.call.push(0.0f);
            return s.answer(0.0f);
        }),
    row("OverWorldToScreen", [](Script& s) { return screen_answer(s, overworld_camera()); }),

    row("GetPointSector",
        [](Script& s) { return sector_answer(s, point_sector(s.stage, s.point(0), type_argument(s, 3))); }),
    row("GetActorSector",
        [](Script& s) {
            return sector_answer(
                s, point_sector(s.stage, world_position(s.stage, s.cast(), s.actor(0)), type_argument(s, 1)));
        }),
    row("IsActorInSector",
        [](Script& s) {
            return sector_answer(s, sector_named(s.stage, s.actor(0).motion.place.position, s.text(1)));
        }),
    row("IsPointInSector",
        [](Script& s) { return sector_answer(s, sector_with_text(s.stage, s.point(0), s.text(3))); }),
    row("GetSectorName",
        [](Script& s) {
            const Sector* sector = any_sector(s.stage, s.point(0));
            return sector == nullptr ? Outcome::ok : s.answer(sector->name);
        }),
    row("GetSectorOppositeEdge",
        [](Script& s) { return point_answer(s, opposite_edge(s.stage, s.actor(0), s.text(1))); }),
    row("MakeSectorActive", [](Script& s) { show(s); }),
    row("ShrinkBoxes", [](Script& s) { shrink_boxes(s.stage, s.number(0)); }),
    row("UnShrinkBoxes", [](Script& s) { shrink_boxes(s.stage, 0); }),
    row("GetShrinkPos",
        [](Script& s) { return point_answer(s, shrink_position(s.stage, s.point(0), s.number(3))); }),

    no_effect("SetAmbientLight"),
    row("TurnLightOn",
        [](Script& s) {
            if (LightState* found = light(s)) found->enabled = s.given(1);
        }),
    row("SetLightPosition",
        [](Script& s) {
            if (LightState* found = light(s)) set_position(*found, s.point(1));
        }),
    row("SetLightIntensity",
        [](Script& s) {
            if (LightState* found = light(s)) set_intensity(*found, s.number(1));
        }),
    no_effect("LightMgrSetChange"),
    no_effect("LightMgrStartup"),
    no_effect("LockBackground"), // files stay once they were read
    no_effect("UnLockBackground"),
};

} // namespace

std::span<const lua::Binding> set_functions() { return rows; }

} // namespace rekindle::emi
