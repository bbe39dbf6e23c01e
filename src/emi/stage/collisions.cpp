#include "emi/stage/collisions.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "emi/stage/chores.h"

namespace rekindle::emi {
namespace {

constexpr float sphere_part = 0.8f; // of the model's radius

// From above: x and z.
struct Rect {
    glm::vec2 center{0}, half{0};
    glm::vec2 x{1, 0}, z{0, 1}; // its axes
};
struct Body {
    CollisionMode mode;
    glm::vec3 center; // of the sphere
    float radius;
    Rect rect;
};

std::optional<Body> body_of(const Cast& cast, const Actor& actor) {
    const WornCostume* worn = current_costume(actor);
    const CostumeResource::Wear* parts = worn ? worn_parts(cast, *worn) : nullptr;
    if (parts == nullptr) return std::nullopt;
    const ModelResource* model = cast.models().get(cast.costumes()[worn->costume].models[parts->model]);
    if (model == nullptr) return std::nullopt;
    const Mesh& mesh = model->mesh;
    const glm::vec3 position = actor.motion.place.position;
    Body body{actor.collision == CollisionMode::off ? CollisionMode::sphere : actor.collision,
              position + glm::vec3(mesh.center.x, mesh.center.y, mesh.center.z),
              sphere_part * mesh.radius * actor.collision_scale,
              {}};
    const glm::vec3 ahead = forward_of_yaw(actor.motion.place.yaw);
    body.rect.z = {ahead.x, ahead.z};
    body.rect.x = {ahead.z, -ahead.x};
    const glm::vec2 low(mesh.box_min.x, mesh.box_min.z), high(mesh.box_max.x, mesh.box_max.z);
    const glm::vec2 middle = (low + high) * 0.5f;
    body.rect.half = (high - low) * (0.5f * actor.collision_scale);
    body.rect.center = glm::vec2(position.x, position.z) + body.rect.x * middle.x + body.rect.z * middle.y;
    return body;
}

glm::vec2 flat(glm::vec3 v) { return {v.x, v.z}; }

// How a circle must move to be `radius` away from a rectangle; nothing: it is.
std::optional<glm::vec2> pushed_out(glm::vec2 center, float radius, const Rect& rect) {
    const glm::vec2 off = center - rect.center;
    const glm::vec2 local(glm::dot(off, rect.x), glm::dot(off, rect.z));
    const glm::vec2 nearest = glm::clamp(local, -rect.half, rect.half);
    glm::vec2 target;
    if (nearest != local) {
        const glm::vec2 away = local - nearest;
        const float distance = glm::length(away);
        if (distance >= radius) return std::nullopt;
        target = nearest + away * (radius / distance);
    } else {
        const glm::vec2 inside = rect.half - glm::abs(local);
        target = local;
        const int axis = inside.x <= inside.y ? 0 : 1;
        target[axis] = (local[axis] < 0 ? -1.0f : 1.0f) * (rect.half[axis] + radius);
    }
    const glm::vec2 by = target - local;
    return rect.x * by.x + rect.z * by.y;
}

// How the first rectangle must move along the axis of the smallest overlap; nothing: they don't overlap.
std::optional<glm::vec2> pushed_out(const Rect& first, const Rect& second) {
    const glm::vec2 off = first.center - second.center;
    std::optional<glm::vec2> best;
    float least = 0;
    for (const glm::vec2 axis : {second.x, second.z, first.x, first.z}) {
        const auto reach = [&](const Rect& rect) {
            return std::abs(glm::dot(rect.x, axis)) * rect.half.x +
                   std::abs(glm::dot(rect.z, axis)) * rect.half.y;
        };
        const float along = glm::dot(off, axis), overlap = reach(first) + reach(second) - std::abs(along);
        if (overlap <= 0) return std::nullopt;
        if (best && overlap >= least) continue;
        least = overlap;
        best = axis * (along < 0 ? -overlap : overlap);
    }
    return best;
}

// The move as the other body leaves it; nothing: it isn't in the way.
std::optional<glm::vec3> limited(const Body& mover, const Body& other, glm::vec3 move) {
    if (mover.mode == CollisionMode::sphere && other.mode == CollisionMode::sphere) {
        const glm::vec3 way = mover.center + move - other.center;
        const float distance = glm::length(way), radii = mover.radius + other.radius;
        if (distance >= radii || distance == 0) return std::nullopt;
        return way * (radii / distance) + other.center - mover.center;
    }
    std::optional<glm::vec2> by;
    Rect moved = mover.rect;
    moved.center += flat(move);
    if (mover.mode == CollisionMode::sphere)
        by = pushed_out(flat(mover.center + move), mover.radius, other.rect);
    else if (other.mode == CollisionMode::box)
        by = pushed_out(moved, other.rect);
    else if (const auto circle = pushed_out(flat(other.center), other.radius, moved))
        by = -*circle;
    return by ? std::optional(move + glm::vec3(by->x, 0, by->y)) : std::nullopt;
}

} // namespace

glm::vec3 free_move(StageRun run, ActorId mover, glm::vec3 move) {
    for (const ActorId id : active_actors(run.stage)) {
        const Actor *actor = run.stage.find(mover), *other = run.stage.find(id);
        if (actor == nullptr) return move;
        if (id == mover || other == nullptr || other->collision == CollisionMode::off) continue;
        const auto body = body_of(run.cast, *actor), obstacle = body_of(run.cast, *other);
        if (!body || !obstacle) continue;
        const auto left = limited(*body, *obstacle, move);
        if (!left) continue;
        move = *left;
        run.hooks.collided(mover, id);
        run.hooks.collided(id, mover);
    }
    return move;
}

void tell_collisions(StageRun run, ActorId mover, glm::vec3 move) {
    const Actor* actor = run.stage.find(mover);
    if (actor != nullptr && actor->collision != CollisionMode::off) free_move(run, mover, move);
}

std::optional<Circle> collision_circle(const Cast& cast, const Actor& actor) {
    const auto body = body_of(cast, actor);
    return body ? std::optional(Circle{flat(body->center), body->radius}) : std::nullopt;
}

} // namespace rekindle::emi
