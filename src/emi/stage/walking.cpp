#include "emi/stage/walking.h"

#include <algorithm>
#include <cmath>

#include "base/trig.h"
#include "emi/stage/chores.h"
#include "emi/stage/collisions.h"
#include "emi/stage/frames.h"
#include "emi/stage/scenery.h"

namespace rekindle::emi {
namespace {

constexpr std::int32_t stop_fade = 150; // ms
constexpr int most_tries = 4;           // at walls, without getting on (R58)

struct SinCos {
    double sin, cos;
};
SinCos sin_cos(float degrees) {
    const double angle = degrees * radians_per_degree;
    return {sine(angle), cosine(angle)};
}

glm::vec3 open_direction(const Motion& motion) {
    const SinCos m = sin_cos(motion.move_yaw), p = sin_cos(motion.place.pitch);
    return glm::vec3(glm::dvec3(m.sin * p.cos, p.sin, m.cos * p.cos));
}

// The direction of a step along a floor (R57); badly wound floors count as if they were turned over.
glm::vec3 floor_direction(const Motion& motion, const Sector& floor) {
    glm::dvec3 n(floor.normal);
    if (n.y > 0) n = -n;
    const SinCos m = sin_cos(motion.move_yaw), p = sin_cos(motion.place.pitch);
    const double a = arc_tangent(n.y, n.x), b = arc_tangent(n.y, n.z);
    const double pitch = motion.place.pitch * radians_per_degree;
    const glm::dvec3 g(-m.sin * sine(a) * p.cos, m.cos * cosine(b - pitch) + m.sin * cosine(a - pitch),
                       -m.cos * sine(b) * p.cos);
    const glm::dvec3 along = g - n * glm::dot(n, g);
    const double length = glm::length(along);
    return length > 0 ? glm::vec3(along / length) : glm::vec3(0);
}

// A wall that is met at a border: true: the actor turns along it (R58).
bool turn_along(Motion& motion, const SectorExit& wall, float reflection) {
    const bool other_side = wall.angle > 90;
    const float angle = other_side ? 180 - wall.angle : wall.angle;
    if (angle > reflection) return false;
    turn_towards(motion, motion.move_yaw - (angle + 1) * (other_side ? -1.0f : 1.0f), quick_turn);
    motion.move_pitch = motion.move_roll = 0;
    return true;
}

void step_on_floor(StageRun run, ActorId id, float distance) {
    const float sign = distance < 0 ? -1.0f : 1.0f;
    float rest = std::abs(distance);
    for (int tries = 0, steps = 0; rest > 0 && tries < most_tries && steps < 64; ++steps) {
        Actor* actor = run.stage.find(id);
        const std::span<const Sector> sectors = current_sectors(run.stage);
        Motion& motion = actor->motion;
        const auto floor = closest_walk(sectors, motion.place.position);
        if (!floor) {
            const glm::vec3 move = free_move(run, id, open_direction(motion) * (sign * rest));
            if (Actor* after = run.stage.find(id)) after->motion.place.position += move;
            return;
        }
        motion.place.position = floor->point;
        const glm::vec3 direction = floor_direction(motion, sectors[floor->sector]) * sign;
        const auto border = exit_of(sectors[floor->sector], floor->point, direction);
        if (!border) return;
        const float way = glm::distance(border->point, floor->point);
        if (way > rest) {
            const glm::vec3 move = free_move(run, id, direction * rest);
            if (Actor* after = run.stage.find(id)) after->motion.place.position += move;
            return;
        }
        motion.place.position = border->point;
        rest -= way;
        if (way > 1e-4f) tries = 0;
        const auto next = sector_at(sectors, border->point + direction * 1e-4f, sector_type::walk);
        if (next && *next != floor->sector) {
            motion.place.position += direction * 1e-4f; // so that the next sector is the nearest
            if (std::abs(plane_distance(sectors[*next], motion.place.position)) < 1)
                motion.place.position = on_plane(sectors[*next], motion.place.position);
            continue;
        }
        if (!turn_along(motion, *border, actor->reflection)) return;
        ++tries;
    }
}

// Way points round a circle for the leg from `from` to `to`; empty: it isn't in the way. The side is the one
// the line passes on, unless that is off the floor.
std::vector<glm::vec3> detour(std::span<const Sector> sectors, bool constrained, glm::vec3 from, glm::vec3 to,
                              const Circle& circle) {
    const glm::vec2 a(from.x, from.z), b(to.x, to.z), line = b - a;
    const float length = glm::length(line);
    if (length == 0) return {};
    const glm::vec2 along = line / length, across(along.y, -along.x), off = a - circle.center;
    const float at = -glm::dot(off, along), side = glm::dot(off, across), radius = circle.radius;
    if (at <= 0 || at >= length || std::abs(side) >= radius) return {};
    for (const float sign : {side < 0 ? -1.0f : 1.0f, side < 0 ? 1.0f : -1.0f}) {
        std::vector<glm::vec3> points;
        for (const float ahead : {-radius, radius}) {
            if (at + ahead <= 0 || at + ahead >= length) continue;
            const glm::vec2 p = circle.center + along * ahead + across * (sign * radius);
            glm::vec3 point(p.x, from.y + (to.y - from.y) * ((at + ahead) / length), p.y);
            if (constrained) {
                const auto floor = closest_walk(sectors, point);
                const bool on_floor =
                    floor && glm::distance(glm::vec2(floor->point.x, floor->point.z), p) < 0.01f;
                if (!on_floor) break;
                point = floor->point;
            }
            points.push_back(point);
        }
        if (!points.empty()) return points;
    }
    return {};
}

void go_round(StageRun run, Actor& actor, const Actor& other) {
    const auto own = collision_circle(run.cast, actor);
    auto circle = collision_circle(run.cast, other);
    if (!circle) return;
    circle->radius += own ? own->radius : 0;
    std::vector<glm::vec3> path;
    glm::vec3 from = actor.motion.place.position;
    for (const glm::vec3 to : actor.motion.path) {
        for (const glm::vec3 point :
             detour(current_sectors(run.stage), actor.motion.constrained, from, to, *circle))
            path.push_back(point);
        path.push_back(to);
        from = to;
    }
    actor.motion.path = std::move(path);
}

} // namespace

void set_walk_rate(Actor& actor, float rate) { actor.motion.walk_rate = rate * script_rate; }
float walk_rate(const Actor& actor) { return actor.motion.walk_rate * rate_to_script; }
void set_turn_rate(Actor& actor, float rate) { actor.motion.turn_rate = rate == 1 ? 100 : rate; }

void walk_forward(StageRun run, ActorId id) {
    Actor* actor = run.stage.find(id);
    if (actor == nullptr) return;
    Motion& motion = actor->motion;
    if (!motion.path.empty()) end_walk(motion);
    actor->walked = true;
    const float most = std::abs(motion.walk_rate) / 5;
    const float distance =
        std::clamp(motion.walk_rate * static_cast<float>(run.stage.frame_time) / 1000, -most, most);
    if (motion.constrained)
        step_on_floor(run, id, distance);
    else
        motion.place.position += open_direction(motion) * distance;
}

void walk_vector(StageRun run, ActorId id, float right, float ahead) {
    Actor* actor = run.stage.find(id);
    if (actor == nullptr) return;
    if (!actor->motion.path.empty()) end_walk(actor->motion);
    const Camera* camera = current_camera(run.stage);
    const glm::vec3 look = camera ? look_vector(*camera) : glm::vec3(0, 0, 1);
    const float yaw =
        static_cast<float>((arc_tangent(look.x, look.z) + arc_tangent(right, ahead)) / radians_per_degree);
    if (std::abs(wrap_degrees(yaw - actor->motion.place.yaw)) >= 0.001f)
        turn_towards(actor->motion, yaw, quick_turn);
    else
        actor->motion.move_yaw = yaw;
    walk_forward(run, id);
}

bool walk_actor_to(StageRun run, ActorId id, glm::vec3 target, ActorId avoiding) {
    Actor* actor = run.stage.find(id);
    if (actor == nullptr) return false;
    const bool there = target == actor->motion.place.position;
    if (!walk_to(actor->motion, current_sectors(run.stage), target)) {
        if (!there && actor->motion.constrained) run.hooks.warn("no way to walk there: " + actor->name);
        return false;
    }
    const Actor* other = run.stage.find(avoiding);
    if (other != nullptr && avoiding != id) go_round(run, *actor, *other);
    return true;
}

void stop_moving(StageRun run, ActorId id) {
    Actor* actor = run.stage.find(id);
    if (actor == nullptr) return;
    end_walk(actor->motion);
    actor->turning_to = false;
    if (actor->turned_before == TurnDirection::none) return;
    fade_slot_out(run, id, actor->turned_before == TurnDirection::left ? actor->left : actor->right,
                  stop_fade);
    actor->turned_before = TurnDirection::none;
}

void set_rotation(Actor& actor, float pitch, float yaw, float roll, bool turn) {
    if (!turn) return set_angles(actor.motion, pitch, yaw, roll);
    actor.motion.move_pitch = pitch;
    actor.motion.move_roll = roll;
    turn_towards(actor.motion, yaw, quick_turn);
}

void turn_actor(Stage& stage, ActorId id, float direction) {
    Actor* actor = stage.find(id);
    if (actor == nullptr) return;
    Motion& motion = actor->motion;
    if (!motion.path.empty()) end_walk(motion);
    turn_towards(motion,
                 motion.move_yaw - motion.turn_rate * static_cast<float>(stage.frame_time) / 1000 * direction,
                 quick_turn);
}

bool turn_actor_to(Stage& stage, ActorId id, glm::vec3 target) {
    Actor* actor = stage.find(id);
    if (actor == nullptr) return false;
    Motion& motion = actor->motion;
    const float yaw = yaw_to(motion.place.position, target, motion.place.yaw);
    motion.move_yaw = yaw;
    actor->turning_to =
        turn_step(motion, yaw, motion.turn_rate * static_cast<float>(stage.frame_time) / 1000);
    return actor->turning_to;
}

void point_actor_at(Actor& actor, glm::vec3 target) {
    Motion& motion = actor.motion;
    set_angles(motion, motion.move_pitch, yaw_to(motion.place.position, target, motion.place.yaw),
               motion.move_roll);
}

float yaw_to_point(const Actor& actor, glm::vec3 target) {
    return yaw_to(actor.motion.place.position, target, 0);
}

float angle_between(const Stage& stage, const Cast& cast, const Actor& a, const Actor& b) {
    const glm::dvec3 ahead(forward_of_yaw(facing_yaw(stage, a)));
    glm::dvec3 way(world_position(stage, cast, b) - world_position(stage, cast, a));
    way.y = 0;
    const double length = glm::length(way);
    if (length == 0) return 0;
    return static_cast<float>(arc_cosine(glm::dot(ahead, way) / length) / radians_per_degree);
}

bool is_moving(const Actor& actor) {
    return !actor.motion.path.empty() || actor.walked || actor.walked_before;
}
bool is_turning(const Actor& actor) {
    return actor.motion.turning || actor.turning_to || actor.turned != TurnDirection::none ||
           actor.turned_before != TurnDirection::none;
}
bool is_resting(const Actor& actor) { return !is_moving(actor) && !is_turning(actor); }

std::vector<ActorId> visible_things(const Stage& stage, const Cast& cast, ActorId id) {
    const Actor* viewer = stage.find(id);
    if (viewer == nullptr || stage.set.empty() || !is_in_set(*viewer, stage.set)) return {};
    std::vector<ActorId> seen;
    for (const ActorId each : active_actors(stage))
        if (each == id || angle_between(stage, cast, *viewer, *stage.find(each)) < viewer->view_angle / 2)
            seen.push_back(each);
    return seen;
}

void advance_moves(StageRun run, ActorId id, std::int32_t dt) {
    Actor* actor = run.stage.find(id);
    if (actor == nullptr) return;
    const std::span<const Sector> sectors = current_sectors(run.stage);
    snap_to_floor(actor->motion, sectors);
    actor->in_sector_order = actor->motion.constrained;
    if (const SetState* set = run.stage.current(); set != nullptr && actor->motion.constrained)
        actor->sector_order = sort_order_at(sectors, set->setup, actor->motion.place.position);
    actor->turned = advance_turning(actor->motion, static_cast<float>(dt));
    if (advance_walk(actor->motion, static_cast<float>(dt))) actor->walked = true;
}

} // namespace rekindle::emi
