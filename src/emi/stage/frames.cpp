#include "emi/stage/frames.h"

#include <algorithm>

#include "emi/stage/chores.h"
#include "emi/stage/collisions.h"
#include "emi/stage/speech.h"

namespace rekindle::emi {
namespace {

// Chains of parents are never circles, but they end here at the latest.
constexpr int longest_chain = 256;

glm::mat4 parent_frame(const Stage& stage, const Cast& cast, const Actor& parent, std::string_view joint) {
    return final_matrix(stage, cast, parent) * joint_matrix(cast, parent, joint).value_or(glm::mat4(1));
}

void move_to(Motion& motion, const Placement& place) {
    motion.place.position = place.position;
    set_angles(motion, place.pitch, place.yaw, place.roll);
}

bool is_above(const Stage& stage, ActorId actor, ActorId below) {
    for (const Actor* at = stage.find(below); at != nullptr; at = stage.find(at->parent))
        if (at->id == actor) return true;
    return false;
}

} // namespace

ActorId load_actor(Stage& stage, std::string name) {
    Actor actor;
    actor.id = stage.next_actor++;
    actor.name = std::move(name);
    stage.actors.push_back(std::move(actor));
    return stage.actors.back().id;
}

void unload_actor(StageRun run, ActorId id) {
    Stage& stage = run.stage;
    if (stage.find(id) == nullptr) return;
    shut_up(run, id);
    for (std::size_t i = 0; i < stage.actors.size(); ++i)
        if (stage.actors[i].parent == id) detach_actor(run, stage.actors[i].id);
    std::erase_if(stage.actors, [&](const Actor& actor) { return actor.id == id; });
    for (Actor& actor : stage.actors)
        if (actor.look_at == id) actor.look_at = 0;
    if (stage.selected == id) stage.selected = 0;
}

void put_in_set(Stage& stage, ActorId id, std::string_view set) {
    Actor* actor = stage.find(id);
    if (actor == nullptr) return;
    if (set.empty() && actor->frozen && !actor->set.empty()) {
        actor->unbound = true;
        return;
    }
    actor->set = set;
    if (!set.empty()) actor->frozen = false;
    actor->unbound = false;
}

bool is_in_set(const Actor& actor, std::string_view set) { return !actor.unbound && actor.set == set; }

glm::mat4 final_matrix(const Stage& stage, const Cast& cast, const Actor& actor) {
    glm::mat4 matrix = matrix_of(actor.motion.place);
    const Actor* at = &actor;
    for (int i = 0; i < longest_chain && at->parent != 0; ++i) {
        const Actor* parent = stage.find(at->parent);
        if (parent == nullptr) break;
        const glm::mat4 joint = joint_matrix(cast, *parent, at->parent_joint).value_or(glm::mat4(1));
        matrix = matrix_of(parent->motion.place) * (joint * matrix);
        at = parent;
    }
    return matrix;
}

glm::vec3 world_position(const Stage& stage, const Cast& cast, const Actor& actor) {
    return final_matrix(stage, cast, actor)[3];
}

std::optional<glm::mat4> joint_matrix(const Cast& cast, const Actor& actor, std::string_view joint) {
    const WornCostume* worn = current_costume(actor);
    if (worn == nullptr || worn->pose.empty()) return std::nullopt;
    if (joint.empty()) return worn->pose.front();
    const SkeletonResource* skeleton = worn_skeleton(cast, *worn);
    if (skeleton == nullptr) return std::nullopt;
    const auto found = find_joint(skeleton->skeleton, joint, skeleton->skeleton.joints.size());
    return found ? std::optional(worn->pose[*found]) : std::nullopt;
}

bool attach_actor(StageRun run, ActorId child_id, ActorId parent_id, std::string_view joint) {
    const Actor* child = run.stage.find(child_id);
    const Actor* parent = run.stage.find(parent_id);
    if (child == nullptr || parent == nullptr || child->parent == parent_id) return false;
    if (is_above(run.stage, child_id, parent_id)) {
        run.hooks.warn("an actor can't be attached to itself or to one that is attached to it");
        return false;
    }
    if (child->parent != 0) detach_actor(run, child_id);
    if (!joint.empty() && current_costume(*parent) != nullptr && !joint_matrix(run.cast, *parent, joint))
        run.hooks.warn("attached to a joint that isn't there: " + std::string(joint));
    Actor& attached = *run.stage.find(child_id);
    parent = run.stage.find(parent_id);
    const glm::mat4 world = final_matrix(run.stage, run.cast, attached);
    move_to(attached.motion,
            placement_of(relative_to(parent_frame(run.stage, run.cast, *parent, joint), world)));
    attached.parent = parent_id;
    attached.parent_joint = joint;
    attached.inherits_order = true;
    return true;
}

void detach_actor(StageRun run, ActorId id) {
    Actor* child = run.stage.find(id);
    if (child == nullptr || child->parent == 0) return;
    const Placement place = placement_of(final_matrix(run.stage, run.cast, *child));
    if (const Actor* parent = run.stage.find(child->parent))
        child->order = effective_order(run.stage, *parent);
    move_to(child->motion, place);
    child->parent = 0;
    child->parent_joint.clear();
    child->inherits_order = false;
    if (child->motion.constrained) put_at(run, id, place.position);
}

std::int32_t effective_order(const Stage& stage, const Actor& actor) {
    const Actor* at = &actor;
    for (int i = 0; i < longest_chain && at->parent != 0 && at->inherits_order; ++i) {
        const Actor* parent = stage.find(at->parent);
        if (parent == nullptr) break;
        at = parent;
    }
    return at->in_sector_order ? at->sector_order : at->order;
}

void set_order(Actor& actor, std::int32_t order) {
    actor.order = order;
    actor.inherits_order = false;
}

float facing_yaw(const Stage& stage, const Actor& actor) {
    float yaw = actor.motion.place.yaw;
    const Actor* at = &actor;
    for (int i = 0; i < longest_chain && at->parent != 0; ++i) {
        at = stage.find(at->parent);
        if (at == nullptr) break;
        yaw += at->motion.place.yaw;
    }
    return yaw;
}

std::optional<glm::vec3> puck_vector_of(const Stage& stage, const Actor& actor) {
    if (!actor.motion.was_constrained) return std::nullopt;
    const SetState* set = stage.current();
    const std::span<const Sector> sectors =
        set ? std::span<const Sector>(set->sectors) : std::span<const Sector>();
    return puck_vector(sectors, actor.motion.place.position, facing_yaw(stage, actor));
}

void put_at(StageRun run, ActorId id, glm::vec3 position) {
    Actor* actor = run.stage.find(id);
    if (actor == nullptr) return;
    end_walk(actor->motion);
    actor->motion.place.position = position;
    if (const SetState* set = run.stage.current()) snap_to_floor(actor->motion, set->sectors);
    tell_collisions(run, id, position - actor->motion.place.position);
}

} // namespace rekindle::emi
