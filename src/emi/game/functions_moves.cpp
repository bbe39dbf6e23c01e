// Script functions: walking, turning, facing, collisions, heads, vectors (emi-engine R50, R57-R65, R86-R88).
#include "base/trig.h"
#include "emi/game/script.h"
#include "emi/stage/chores.h"
#include "emi/stage/frames.h"
#include "emi/stage/math.h"
#include "emi/stage/walking.h"

namespace rekindle::emi {
namespace {

using lua::Outcome;

glm::vec3 vector_of(Script& s, lua::Value table) {
    return {s.number_field(table, "x").value_or(0), s.number_field(table, "y").value_or(0),
            s.number_field(table, "z").value_or(0)};
}

Outcome puck_vector_answer(Script& s) {
    const auto puck = puck_vector_of(s.stage, s.actor(0));
    if (!puck) return s.nil();
    return s.answer(s.given(1) ? *puck + s.actor(0).motion.place.position : *puck);
}

// Whoever wears nothing has no head that could turn.
void head(Script& s, bool done) {
    if (!done) s.warn(s.call.name() + ": the actor has no current costume");
}

void look_at(Script& s) {
    if (!s.given(1)) {
        head(s, look_at_nothing(s.actor(0), s.number(2)));
    } else if (s.is(1, object::actor)) {
        head(s, look_at_actor(s.stage, s.cast(), s.id(0), s.id(1), s.number(2)));
    } else {
        head(s, look_at_point(s.actor(0), s.point(1), s.number(4)));
    }
}

Outcome visible_answer(Script& s) {
    const ActorId viewer = s.given(0) ? s.id(0) : s.stage.selected;
    lua::State& state = s.call.state();
    const lua::Value table = state.new_table();
    s.call.push(table);
    for (const ActorId seen : visible_things(s.stage, s.cast(), viewer))
        state.table_set(table, lua::Value::userdata(seen, object::actor), lua::Value::of(1.0f));
    return Outcome::ok;
}

Outcome yaw_answer(Script& s) {
    const glm::vec3 target = s.call[1].is_table() ? vector_of(s, s.call[1]) : s.target(1);
    return s.answer(yaw_to_point(s.actor(0), target));
}

Outcome angle_answer(Script& s) {
    const glm::vec3 a = vector_of(s, s.call[0]), b = vector_of(s, s.call[1]);
    const float lengths = glm::length(a) * glm::length(b);
    if (lengths == 0) return s.answer(0.0f);
    return s.answer(static_cast<float>(arc_cosine(double{glm::dot(a, b) / lengths}) / radians_per_degree));
}

// The older engine's axes: Rz(yaw)·Rx(pitch)·Ry(roll).
Outcome rotate_answer(Script& s) {
    const glm::vec3 angles = vector_of(s, s.call[1]); // pitch, yaw, roll
    const glm::vec3 turned =
        euler_matrix(EulerOrder::zxy, {angles.y, angles.x, angles.z}) * vector_of(s, s.call[0]);
    lua::State& state = s.call.state();
    const lua::Value table = state.new_table();
    s.call.push(table);
    state.table_set(table, state.text("x"), lua::Value::of(turned.x));
    state.table_set(table, state.text("y"), lua::Value::of(turned.y));
    state.table_set(table, state.text("z"), lua::Value::of(turned.z));
    return Outcome::ok;
}

const lua::Binding rows[] = {
    row("SetActorWalkRate", [](Script& s) { set_walk_rate(s.actor(0), s.number(1)); }),
    row("GetActorWalkRate", [](Script& s) { return s.answer(walk_rate(s.actor(0))); }),
    row("SetActorTurnRate", [](Script& s) { set_turn_rate(s.actor(0), s.number(1)); }),
    row("SetActorReflection", [](Script& s) { s.actor(0).reflection = s.number(1); }),
    row("SetActorFollowBoxes", [](Script& s) { follow_boxes(s.actor(0).motion, s.given(1)); }),
    row("GetActorPuckVector", [](Script& s) { return puck_vector_answer(s); }),
    row("WalkActorForward", [](Script& s) { walk_forward(s.run(), s.id(0)); }),
    row("WalkActorTo", [](Script& s) { (void)walk_actor_to(s.run(), s.id(0), s.target(1)); }),
    row("WalkActorToAvoiding",
        [](Script& s) { (void)walk_actor_to(s.run(), s.id(0), s.target(2), s.id(1)); }),
    row("WalkActorVector", [](Script& s) { walk_vector(s.run(), s.id(0), s.number(1), s.number(3)); }),
    no_effect("DriveActorTo"),
    row("TurnActor", [](Script& s) { turn_actor(s.stage, s.id(0), s.number(1)); }),
    row("TurnActorTo", [](Script& s) { return s.truth(turn_actor_to(s.stage, s.id(0), s.target(1))); }),
    row("PointActorAt", [](Script& s) { point_actor_at(s.actor(0), s.target(1)); }),
    row("IsActorMoving", [](Script& s) { return s.truth(is_moving(s.actor(0))); }),
    row("IsActorTurning", [](Script& s) { return s.truth(is_turning(s.actor(0))); }),
    row("IsActorResting", [](Script& s) { return s.truth(is_resting(s.actor(0))); }),
    row("ActorStopMoving", [](Script& s) { stop_moving(s.run(), s.id(0)); }),
    row("GetActorYawToPoint", [](Script& s) { return yaw_answer(s); }),
    row("GetAngleBetweenActors",
        [](Script& s) { return s.answer(angle_between(s.stage, s.cast(), s.actor(0), s.actor(1))); }),
    row("GetAngleBetweenVectors", [](Script& s) { return angle_answer(s); }),
    row("RotateVector", [](Script& s) { return rotate_answer(s); }),
    row("SetActorCollisionMode",
        [](Script& s) {
            const std::int32_t mode = s.whole(1);
            s.actor(0).collision = mode == 1   ? CollisionMode::box
                                   : mode == 2 ? CollisionMode::sphere
                                               : CollisionMode::off;
        }),
    row("SetActorCollisionScale", [](Script& s) { s.actor(0).collision_scale = s.number(1); }),
    row("GetVisibleThings", [](Script& s) { return visible_answer(s); }),
    row("SetActorFOV", [](Script& s) { s.actor(0).view_angle = s.number(1); }),
    row("ActorLookAt", [](Script& s) { look_at(s); }),
    row("SetActorLookRate", [](Script& s) { head(s, set_look_rate(s.actor(0), s.number(1))); }),
    row("GetActorLookRate",
        [](Script& s) {
            const WornCostume* worn = current_costume(s.actor(0));
            return worn == nullptr ? s.nil() : s.answer(worn->head.rate);
        }),
    row("SetActorHead", [](Script& s) { head(s, set_head(s.actor(0), s.text(1), s.point(2))); }),
    row("SetActorHeadLimits",
        [](Script& s) { head(s, set_head_limits(s.actor(0), s.number(1), s.number(2), s.number(3))); }),
};

} // namespace

std::span<const lua::Binding> move_functions() { return rows; }

} // namespace rekindle::emi
