#pragma once
// For save.cpp only: every field of the stage, once, for writing and for reading. What is missing here is
// missing in saved games; a test compares whole stages.

#include "emi/stage/stage.h"

namespace rekindle::emi {

template <typename A>
void fields(A& a, Fade& v) {
    a(v.value, v.start, v.length, v.mode);
}
template <typename A>
void fields(A& a, AnimationState& v) {
    a(v.active, v.paused, v.looping, v.time, v.fade);
}
template <typename A>
void fields(A& a, ChoreState& v) {
    a(v.playing, v.paused, v.looping, v.time, v.fade);
}
template <typename A>
void fields(A& a, CostumeState& v) {
    a(v.chores, v.animations, v.playing, v.worn, v.unknown_keys);
}
template <typename A>
void fields(A& a, Vec3& v) {
    a(v.x, v.y, v.z);
}
template <typename A>
void fields(A& a, ModelState& v) {
    a(v.alpha_mode, v.alpha, v.shading);
}
template <typename A>
void fields(A& a, HeadLimits& v) {
    a(v.yaw, v.min_pitch, v.max_pitch);
}
template <typename A>
void fields(A& a, HeadState& v) {
    a(v.joint, v.offset, v.limits, v.rate, v.turn);
}
template <typename A>
void fields(A& a, WornCostume& v) {
    a(v.costume, v.first_chore, v.state, v.models, v.picture_slots, v.pose, v.head);
}
template <typename A>
void fields(A& a, ChoreSlot& v) {
    a(v.costume, v.chore);
}
template <typename A>
void fields(A& a, ActorPicture& v) {
    a(v.texture, v.shown);
}
template <typename A>
void fields(A& a, LocalAlpha& v) {
    a(v.vertex, v.mode, v.alpha);
}
template <typename A>
void fields(A& a, Sector& v) {
    a(v.name, v.id, v.type, v.visible, v.invalid, v.height, v.sort_planes, v.unshrunk, v.vertices, v.normal,
      v.shrink);
}
template <typename A>
void fields(A& a, ShadowSlot& v) {
    a(v.name, v.active, v.keeps_normal, v.light, v.color, v.sectors);
}
template <typename A>
void fields(A& a, Talk& v) {
    a(v.talking, v.background, v.line, v.voice, v.elapsed, v.length, v.lip, v.shape, v.subtitle);
}
template <typename A>
void fields(A& a, Placement& v) {
    a(v.position, v.pitch, v.yaw, v.roll);
}
template <typename A>
void fields(A& a, Motion& v) {
    a(v.place, v.move_pitch, v.move_yaw, v.move_roll, v.turning, v.turn_factor, v.walk_rate, v.turn_rate,
      v.constrained, v.was_constrained, v.path);
}
template <typename A>
void fields(A& a, Actor& v) {
    a(v.id, v.name, v.set, v.frozen, v.unbound, v.overworld, v.visible, v.culled);
    a(v.motion, v.reflection, v.walked, v.walked_before, v.turned, v.turned_before, v.turning_to);
    a(v.collision, v.collision_scale, v.view_angle, v.time_scale, v.scale);
    a(v.puck_enabled, v.puck_oriented, v.walk_dominates);
    a(v.costumes, v.pictures, v.rest, v.walk, v.left, v.right, v.mumble, v.mouths);
    a(v.parent, v.parent_joint, v.order, v.inherits_order, v.sector_order, v.in_sector_order);
    a(v.looking, v.look_point, v.look_at);
    a(v.light_mode, v.alpha_mode, v.alpha, v.local_alphas, v.shadows, v.shadow_slot, v.talk_color, v.talk);
}
template <typename A>
void fields(A& a, Camera& v) {
    a(v.position, v.rotation, v.fov, v.near_plane, v.far_plane);
}
template <typename A>
void fields(A& a, Light& v) {
    a(v.type, v.position, v.direction, v.color, v.near_range, v.far_range, v.umbra, v.penumbra);
}
template <typename A>
void fields(A& a, LightState& v) {
    a(v.name, v.enabled, v.exists, v.intensity, v.color, v.light);
}
template <typename A>
void fields(A& a, SetState& v) {
    a(v.name, v.set, v.locked, v.setup, v.cameras, v.lights, v.sectors);
}
template <typename A>
void fields(A& a, TextStyle& v) {
    a(v.place, v.width, v.height, v.font, v.color, v.justification, v.layer, v.duration, v.volume, v.pan,
      v.background);
}
template <typename A>
void fields(A& a, Text& v) {
    a(v.id, v.text, v.style, v.level, v.elapsed, v.shown, v.speaker);
}
template <typename A>
void fields(A& a, Layer& v) {
    a(v.id, v.picture, v.order, v.frame);
}
template <typename A>
void fields(A& a, Primitive& v) {
    a(v.id, v.kind, v.filled, v.color, v.layer, v.points);
}
template <typename A>
void fields(A& a, Iris& v) {
    a(v.state, v.target, v.length, v.elapsed);
}
template <typename A>
void fields(A& a, RunningMovie& v) {
    a(v.name, v.paused, v.subtitle);
}
template <typename A>
void fields(A& a, StageEvent& v) {
    a(v.kind, v.actor, v.name, v.volume, v.pan);
}
template <typename A>
void fields(A& a, Stage& v) {
    a(v.updates, v.frame_time, v.short_frames, v.mode, v.mode_before);
    a(v.actors, v.selected, v.sets, v.set, v.shown_set, v.shown_setup);
    a(v.layers, v.texts, v.primitives, v.iris, v.dim, v.movie);
    a(v.speech_style, v.text_style, v.print_style, v.text_speed, v.speech_mode, v.background_counts,
      v.events);
    a(v.next_actor, v.next_chore, v.next_text, v.next_layer, v.next_primitive);
}

// Values that an enumeration has: the first and the last.
template <typename E>
struct EnumRange;
template <>
struct EnumRange<FadeMode> {
    static constexpr int first = 0, last = 2;
};
template <>
struct EnumRange<TurnDirection> {
    static constexpr int first = -1, last = 1;
};
template <>
struct EnumRange<CollisionMode> {
    static constexpr int first = 0, last = 2;
};
template <>
struct EnumRange<LightMode> { // other numbers act as one of them
    static constexpr int first = -0x7FFFFFFF, last = 0x7FFFFFFF;
};
template <>
struct EnumRange<LightType> {
    static constexpr int first = 1, last = 4;
};
template <>
struct EnumRange<Mode> {
    static constexpr int first = 1, last = 5;
};
template <>
struct EnumRange<Justification> {
    static constexpr int first = 1, last = 3;
};
template <>
struct EnumRange<PrimitiveKind> {
    static constexpr int first = 0, last = 2;
};
template <>
struct EnumRange<IrisState> {
    static constexpr int first = 0, last = 3;
};
template <>
struct EnumRange<StageEvent::Kind> {
    static constexpr int first = 0, last = 5;
};
template <>
struct EnumRange<SpeechMode> {
    static constexpr int first = 1, last = 3;
};

} // namespace rekindle::emi
