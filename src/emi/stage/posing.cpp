// Poses and heads of actors (emi-engine R4 steps 12 and 13, R86-R88).
#include "emi/stage/chores.h"
#include "emi/stage/frames.h"

namespace rekindle::emi {
namespace {

struct Pose {
    std::vector<Quat4> rotations;
    std::vector<Vec3x4> translations;
};

Pose blended(const CostumeResource::Wear& wear, const Rig& rig, const std::vector<AnimationState>& states) {
    struct Sampled {
        std::vector<Quat4> rotations;
        std::vector<Vec3x4> translations;
    };
    std::vector<Sampled> samples(states.size());
    std::vector<BlendInput> inputs;
    for (std::size_t i = 0; i < states.size() && i < wear.clips.size(); ++i) {
        const AnimationState& state = states[i];
        if (!state.active || state.time < 0 || !(state.fade.value > 0)) continue;
        const Clip& clip = wear.clips[i];
        samples[i].rotations.resize(clip.rotations.blocks.size());
        samples[i].translations.resize(clip.translations.blocks.size());
        ClipCursor cursor = cursor_for(clip);
        SampleJob{.clip = &clip,
                  .time = static_cast<float>(state.time),
                  .cursor = &cursor,
                  .rotations = samples[i].rotations,
                  .translations = samples[i].translations}
            .run();
        inputs.push_back({.clip = &clip,
                          .rotations = samples[i].rotations,
                          .translations = samples[i].translations,
                          .weight = state.fade.value,
                          .started = true});
    }
    Pose pose{std::vector<Quat4>(rig.blocks()), std::vector<Vec3x4>(rig.blocks())};
    BlendJob{.rig = &rig, .inputs = inputs, .rotations = pose.rotations, .translations = pose.translations}
        .run();
    return pose;
}

std::vector<glm::mat4> joints_of(const Rig& rig, const Pose& pose) {
    std::vector<glm::mat4> joints(rig.joints());
    MatrixJob{.rig = &rig, .rotations = pose.rotations, .translations = pose.translations, .matrices = joints}
        .run();
    return joints;
}

// Of an actor looked at: its head, or else where it stands.
glm::vec3 looked_at(const Stage& stage, const Cast& cast, const Actor& actor) {
    const WornCostume* worn = current_costume(actor);
    const glm::mat4 place = final_matrix(stage, cast, actor);
    if (worn == nullptr || worn->head.joint.empty()) return place[3];
    const auto head = joint_matrix(cast, actor, worn->head.joint);
    return head ? glm::vec3((place * *head)[3]) : glm::vec3(place[3]);
}

void pose_costume(const Cast& cast, const Actor& actor, WornCostume& worn, const glm::mat4& place,
                  std::int32_t dt) {
    const SkeletonResource* skeleton = worn_skeleton(cast, worn);
    if (skeleton == nullptr) return;
    const Rig& rig = skeleton->rig;
    const bool current = &worn == current_costume(actor);
    const std::size_t count = rig.joints();
    const std::size_t head = worn.head.joint.empty()
                                 ? count
                                 : find_joint(skeleton->skeleton, worn.head.joint, count).value_or(count);
    if (!current && head == count) return; // stays in its bind pose
    Pose pose = current ? blended(*worn_parts(cast, worn), rig, worn.state.animations)
                        : Pose{rig.rotations, rig.translations};
    worn.pose = joints_of(rig, pose);
    if (head == count) return;
    glm::quat wanted(1, 0, 0, 0);
    if (actor.looking)
        wanted = wanted_head_turn(place, worn.pose[head], rig.matrices[head],
                                  actor.look_point + worn.head.offset, worn.head.limits);
    advance_head(worn.head.turn, wanted, worn.head.rate, static_cast<float>(dt));
    if (!is_turned(worn.head.turn)) return;
    Quat4& block = pose.rotations[head / 4];
    set_lane(block, head % 4, multiply(lane(block, head % 4), worn.head.turn));
    worn.pose = joints_of(rig, pose);
}

} // namespace

void pose_actor(Stage& stage, const Cast& cast, ActorId id, std::int32_t dt) {
    Actor* actor = stage.find(id);
    if (actor == nullptr) return;
    if (actor->looking && actor->look_at != 0)
        if (const Actor* other = stage.find(actor->look_at))
            actor->look_point = looked_at(stage, cast, *other);
    const glm::mat4 place = final_matrix(stage, cast, *actor);
    for (WornCostume& worn : actor->costumes) pose_costume(cast, *actor, worn, place, dt);
}

bool set_head(Actor& actor, std::string_view joint, glm::vec3 offset) {
    WornCostume* worn = current_costume(actor);
    if (worn == nullptr) return false;
    worn->head.joint = joint;
    worn->head.offset = offset;
    return true;
}

bool set_head_limits(Actor& actor, float yaw, float up, float down) {
    WornCostume* worn = current_costume(actor);
    if (worn == nullptr) return false;
    worn->head.limits = {.yaw = yaw / 2, .min_pitch = -down, .max_pitch = up};
    return true;
}

bool set_look_rate(Actor& actor, float rate) {
    WornCostume* worn = current_costume(actor);
    if (worn == nullptr) return false;
    worn->head.rate = rate;
    return true;
}

bool look_at_nothing(Actor& actor, float rate) {
    if (current_costume(actor) == nullptr) return false;
    if (actor.look_point == glm::vec3(0) && actor.look_at == 0) return true;
    actor.look_point = glm::vec3(0);
    actor.look_at = 0;
    actor.looking = false;
    if (rate > 0) set_look_rate(actor, rate);
    return true;
}

bool look_at_point(Actor& actor, glm::vec3 point, float rate) {
    if (current_costume(actor) == nullptr) return false;
    actor.look_point = point;
    actor.look_at = 0;
    actor.looking = true;
    if (rate > 0) set_look_rate(actor, rate);
    return true;
}

bool look_at_actor(Stage& stage, const Cast& cast, ActorId id, ActorId other, float rate) {
    Actor* actor = stage.find(id);
    const Actor* target = stage.find(other);
    if (actor == nullptr || target == nullptr || current_costume(*actor) == nullptr) return false;
    actor->look_point = looked_at(stage, cast, *target);
    actor->look_at = other;
    actor->looking = true;
    if (rate > 0) set_look_rate(*actor, rate);
    return true;
}

} // namespace rekindle::emi
