#pragma once
// The fields of everything in a moment, each type named once, for whoever reads or writes them all
// (save.cpp). A visitor takes any number of fields; types that aren't listed here it must know itself.

#include "emi/game/moment.h"

namespace rekindle::emi::saved {

template <typename V>
void fields(V& v, Fade& x) {
    v(x.value, x.start, x.length, x.mode);
}
template <typename V>
void fields(V& v, AnimationState& x) {
    v(x.active, x.paused, x.looping, x.time, x.fade);
}
template <typename V>
void fields(V& v, ChoreState& x) {
    v(x.playing, x.paused, x.looping, x.time, x.fade);
}
template <typename V>
void fields(V& v, CostumeState& x) {
    v(x.chores, x.animations, x.playing, x.worn, x.unknown_keys);
}
template <typename V>
void fields(V& v, Vec3& x) {
    v(x.x, x.y, x.z);
}
template <typename V>
void fields(V& v, ModelState& x) {
    v(x.alpha_mode, x.alpha, x.shading);
}
template <typename V>
void fields(V& v, HeadLimits& x) {
    v(x.yaw, x.min_pitch, x.max_pitch);
}
template <typename V>
void fields(V& v, HeadState& x) {
    v(x.joint, x.offset, x.limits, x.rate, x.turn);
}
template <typename V>
void fields(V& v, WornCostume& x) {
    v(x.costume, x.first_chore, x.state, x.models, x.picture_slots, x.pose, x.head);
}
template <typename V>
void fields(V& v, ChoreSlot& x) {
    v(x.costume, x.chore);
}
template <typename V>
void fields(V& v, ActorPicture& x) {
    v(x.texture, x.shown);
}
template <typename V>
void fields(V& v, LocalAlpha& x) {
    v(x.vertex, x.mode, x.alpha);
}
template <typename V>
void fields(V& v, Sector& x) {
    v(x.name, x.id, x.type, x.visible, x.invalid, x.height, x.sort_planes, x.unshrunk, x.vertices, x.normal,
      x.shrink);
}
template <typename V>
void fields(V& v, ShadowSlot& x) {
    v(x.name, x.active, x.keeps_normal, x.light, x.color, x.sectors);
}
template <typename V>
void fields(V& v, Talk& x) {
    v(x.talking, x.background, x.line, x.voice, x.elapsed, x.length, x.lip, x.shape, x.subtitle);
}
template <typename V>
void fields(V& v, Placement& x) {
    v(x.position, x.pitch, x.yaw, x.roll);
}
template <typename V>
void fields(V& v, Motion& x) {
    v(x.place, x.move_pitch, x.move_yaw, x.move_roll, x.turning, x.turn_factor, x.walk_rate, x.turn_rate,
      x.constrained, x.was_constrained, x.path);
}
template <typename V>
void fields(V& v, Actor& x) {
    v(x.id, x.name, x.set, x.frozen, x.unbound, x.overworld, x.visible, x.culled);
    v(x.motion, x.reflection, x.walked, x.walked_before, x.turned, x.turned_before, x.turning_to);
    v(x.collision, x.collision_scale, x.view_angle, x.time_scale, x.scale);
    v(x.puck_enabled, x.puck_oriented, x.walk_dominates);
    v(x.costumes, x.pictures, x.rest, x.walk, x.left, x.right, x.mumble, x.mouths);
    v(x.parent, x.parent_joint, x.order, x.inherits_order, x.sector_order, x.in_sector_order);
    v(x.looking, x.look_point, x.look_at, x.light_mode, x.alpha_mode, x.alpha, x.local_alphas);
    v(x.shadows, x.shadow_slot, x.talk_color, x.talk);
}
template <typename V>
void fields(V& v, Light& x) {
    v(x.type, x.position, x.direction, x.color, x.near_range, x.far_range, x.umbra, x.penumbra);
}
template <typename V>
void fields(V& v, LightState& x) {
    v(x.name, x.enabled, x.exists, x.intensity, x.color, x.light);
}
template <typename V>
void fields(V& v, Camera& x) {
    v(x.position, x.rotation, x.fov, x.near_plane, x.far_plane);
}
template <typename V>
void fields(V& v, SetState& x) {
    v(x.name, x.set, x.locked, x.setup, x.cameras, x.lights, x.sectors);
}
template <typename V>
void fields(V& v, TextStyle& x) {
    v(x.place, x.width, x.height, x.font, x.color, x.justification, x.layer, x.duration, x.volume, x.pan,
      x.background);
}
template <typename V>
void fields(V& v, Text& x) {
    v(x.id, x.text, x.style, x.level, x.elapsed, x.shown, x.speaker);
}
template <typename V>
void fields(V& v, Layer& x) {
    v(x.id, x.picture, x.order, x.frame);
}
template <typename V>
void fields(V& v, Primitive& x) {
    v(x.id, x.kind, x.filled, x.color, x.layer, x.points);
}
template <typename V>
void fields(V& v, Iris& x) {
    v(x.state, x.target, x.length, x.elapsed);
}
template <typename V>
void fields(V& v, RunningMovie& x) {
    v(x.name, x.paused, x.subtitle);
}
template <typename V>
void fields(V& v, StageEvent& x) {
    v(x.kind, x.actor, x.name, x.volume, x.pan);
}
template <typename V>
void fields(V& v, Stage& x) {
    v(x.updates, x.frame_time, x.short_frames, x.mode, x.mode_before);
    v(x.actors, x.selected, x.sets, x.set, x.shown_set, x.shown_setup);
    v(x.layers, x.texts, x.primitives, x.iris, x.dim, x.movie);
    v(x.speech_style, x.text_style, x.print_style, x.text_speed, x.speech_mode, x.background_counts);
    v(x.events, x.next_actor, x.next_chore, x.next_text, x.next_layer, x.next_primitive);
}

template <typename V>
void fields(V& v, Sound& x) {
    v(x.id, x.name, x.loaded, x.playing, x.looping, x.position, x.length, x.volume, x.placed, x.place);
}
template <typename V>
void fields(V& v, MusicTrack& x) {
    v(x.state, x.position, x.looped, x.volume, x.fade, x.kept);
}
template <typename V>
void fields(V& v, Audio& x) {
    v(x.sounds, x.next_sound, x.paused, x.group_volume, x.group_on);
    v(x.music_state, x.wanted_music, x.quality, x.tracks, x.stack, x.fade_rest);
}
template <typename V>
void fields(V& v, Controls::Value& x) {
    v(x.code, x.value);
}
template <typename V>
void fields(V& v, Controls& x) {
    v(x.enabled, x.values);
}
template <typename V>
void fields(V& v, ImageObject& x) {
    v(x.id, x.file);
}
template <typename V>
void fields(V& v, BitmapState& x) {
    v(x.id, x.setup, x.position, x.bitmap, x.zbitmap, x.transparent);
}
template <typename V>
void fields(V& v, Extras& x) {
    v(x.clock, x.movie_time, x.fonts, x.images, x.next_image, x.bitmaps, x.next_bitmap, x.brief_texts,
      x.brief_primitives);
    v(x.translation_mode, x.active_cd, x.gamma, x.reverb, x.voice_effects, x.overlays, x.found_files,
      x.next_found);
    v(x.wanted_save, x.wanted_load);
}

} // namespace rekindle::emi::saved
