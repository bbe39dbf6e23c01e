#include "emi/stage/costume.h"

#include <algorithm>
#include <array>
#include <limits>

#include "emi/stage/math.h"

namespace rekindle::emi {
namespace {

constexpr std::int32_t most_rounds = 64; // of a loop in one update
constexpr std::array<std::int32_t, 5> key_fades{1000, 750, 500, 250, 125};

// Calls each(state, duration) for the animations of a chore.
template <typename Each>
void each_animation(CostumeRun run, std::uint32_t chore, Each each) {
    CostumeState* state = run.wearer.costume();
    if (state == nullptr) return;
    for (const ChorePlan::Track& track : run.plan.chores[chore].tracks)
        if (track.kind == TrackKind::anim)
            each(state->animations[track.index],
                 track.index < run.durations.size() ? run.durations[track.index] : 0);
}

// True: the value has a meaning (R42).
bool apply_key(AnimationState& animation, std::int32_t value) {
    switch (value) {
    case 0: stop(animation); return true;
    case 1: play(animation); return true;
    case 2: animation.paused = true; return true;
    case 3:
        animation.looping = true;
        play(animation);
        return true;
    case 4: animation.looping = false; return true;
    default: break;
    }
    if (value < 5 || value > 14) return false;
    const FadeMode mode = value < 10 ? FadeMode::in : FadeMode::out;
    fade_animation(animation, mode, key_fades[static_cast<std::size_t>(value - 5) % 5]);
    return true;
}

void fire(CostumeRun run, const ChorePlan::Track& track, std::int32_t value) {
    switch (track.kind) {
    case TrackKind::anim:
        if (CostumeState* state = run.wearer.costume())
            if (!apply_key(state->animations[track.index], value)) ++state->unknown_keys;
        break;
    case TrackKind::luav: run.wearer.set_global(track.target, value); break;
    case TrackKind::luac: run.wearer.run_script(track.target); break;
    case TrackKind::texi: run.wearer.show_picture(track.index, value); break;
    default: break;
    }
}

// Keys with after < time <= until, track by track.
void fire_keys(CostumeRun run, std::uint32_t chore, std::int32_t after, std::int32_t until) {
    for (const ChorePlan::Track& track : run.plan.chores[chore].tracks)
        for (const ChorePlan::Key& key : track.keys) {
            if (key.time > until) break; // keys are in the order of time
            if (key.time > after) fire(run, track, key.value);
        }
}

ChoreState* state_of(CostumeRun run, std::uint32_t chore) {
    CostumeState* state = run.wearer.costume();
    return state == nullptr ? nullptr : &state->chores[chore];
}

void advance_chore(CostumeRun run, std::uint32_t chore, std::int32_t dt) {
    ChoreState* state = state_of(run, chore);
    if (advance_fade(state->fade, dt)) return stop_chore(run, chore);
    const std::int32_t length = run.plan.chores[chore].length, before = state->time;
    std::int32_t now = before < 0 ? 0 : later(before, dt);
    state->time = now;
    fire_keys(run, chore, before, now);
    // After a stall of many rounds most are left out.
    if (length > 0 && now / length > most_rounds) now = now % length + length * most_rounds;
    while (length >= 0 && now > length) {
        state = state_of(run, chore);
        if (state == nullptr || !state->playing) return;
        if (!state->looping && state->fade.mode != FadeMode::out) return stop_chore(run, chore);
        now = length > 0 ? now - length : 0;
        state->time = now;
        fire_keys(run, chore, -1, now);
    }
}

std::vector<std::string>* files_of(CostumePlan& plan, TrackKind kind) {
    switch (kind) {
    case TrackKind::anim: return &plan.animations;
    case TrackKind::mesh: return &plan.models;
    case TrackKind::sprt: return &plan.sprites;
    case TrackKind::texi: return &plan.pictures;
    default: return nullptr;
    }
}

} // namespace

CostumePlan plan_of(const Costume& costume) {
    CostumePlan plan;
    for (const Chore& from : costume.chores) {
        ChorePlan chore;
        chore.name = from.name;
        chore.length = from.length_ms().value_or(-1);
        chore.wear = from.is_wear();
        for (const ChoreTrack& track : from.tracks) {
            ChorePlan::Track to{track.kind(), std::string(track.target()), {}, 0};
            for (const ChoreKey& key : track.keys) to.keys.push_back({key.time_ms(), key.whole_value()});
            if (std::vector<std::string>* files = files_of(plan, to.kind)) {
                to.index = static_cast<std::uint32_t>(files->size());
                files->push_back(to.target);
            }
            chore.tracks.push_back(std::move(to));
        }
        plan.chores.push_back(std::move(chore));
    }
    return plan;
}

std::optional<std::size_t> CostumePlan::find(std::string_view chore) const {
    for (std::size_t i = 0; i < chores.size(); ++i)
        if (chores[i].name == chore) return i;
    return std::nullopt;
}

CostumeState begin_costume(const CostumePlan& plan) {
    CostumeState state;
    state.chores.resize(plan.chores.size());
    state.animations.resize(plan.animations.size());
    return state;
}

bool CostumeState::any_playing() const {
    return std::any_of(chores.begin(), chores.end(), [](const ChoreState& chore) { return chore.playing; });
}

void play_chore(CostumeRun run, std::uint32_t chore, bool loop, std::int32_t fade_ms) {
    CostumeState* costume = run.wearer.costume();
    if (costume == nullptr) return;
    ChoreState& state = costume->chores[chore];
    state.playing = true;
    state.paused = false;
    state.looping = loop;
    state.time = -1;
    if (run.plan.chores[chore].wear) costume->worn = static_cast<std::int32_t>(chore);
    const FadeMode mode = fade_ms > 0 ? FadeMode::in : FadeMode::none;
    begin_fade(state.fade, mode, fade_ms);
    each_animation(run, chore, [&](AnimationState& animation, std::int32_t) {
        fade_animation(animation, mode, fade_ms);
    });
    std::vector<std::uint32_t>& playing = costume->playing;
    if (std::find(playing.begin(), playing.end(), chore) == playing.end()) playing.push_back(chore);
}

void stop_chore(CostumeRun run, std::uint32_t chore) {
    if (ChoreState* state = state_of(run, chore)) state->playing = false;
    each_animation(run, chore, [](AnimationState& animation, std::int32_t) { stop(animation); });
}

void fade_chore(CostumeRun run, std::uint32_t chore, FadeMode mode, std::int32_t ms) {
    if (mode == FadeMode::out && ms <= 0) return stop_chore(run, chore);
    if (ChoreState* state = state_of(run, chore)) begin_fade(state->fade, mode, ms);
    each_animation(run, chore,
                   [&](AnimationState& animation, std::int32_t) { fade_animation(animation, mode, ms); });
}

void skip_chore(CostumeRun run, std::uint32_t chore, std::int32_t ms) {
    const ChoreState* state = state_of(run, chore);
    if (state == nullptr) return;
    if (!state->playing) play_chore(run, chore, state->looping, 0);
    const std::int32_t before = state->time, now = later(std::max(before, 0), ms);
    fire_keys(run, chore, before, now);
    each_animation(run, chore, [&](AnimationState& animation, std::int32_t) { skip_ahead(animation, ms); });
    if (ChoreState* after = state_of(run, chore)) after->time = now;
}

void end_chore(CostumeRun run, std::uint32_t chore, std::int32_t from) {
    fire_keys(run, chore, from, std::numeric_limits<std::int32_t>::max());
    ChoreState* state = state_of(run, chore);
    if (state == nullptr) return;
    state->playing = state->looping = false;
    state->time = -1;
}

void advance_costume(CostumeRun run, std::int32_t dt) {
    // Scripts may start and stop chores meanwhile: by index, and what they add comes last.
    for (std::size_t i = 0;; ++i) {
        CostumeState* state = run.wearer.costume();
        if (state == nullptr) return;
        if (i >= state->playing.size()) break;
        const std::uint32_t chore = state->playing[i];
        if (state->chores[chore].playing && !state->chores[chore].paused) advance_chore(run, chore, dt);
        state = run.wearer.costume();
        if (state == nullptr) return;
        if (state->worn < 0) continue; // animations need a skeleton
        const bool paused = state->chores[chore].paused;
        each_animation(run, chore, [&](AnimationState& animation, std::int32_t duration) {
            const bool was_paused = animation.paused;
            animation.paused = was_paused || paused;
            advance_animation(animation, duration, dt);
            animation.paused = was_paused;
        });
    }
    CostumeState& state = *run.wearer.costume();
    std::erase_if(state.playing, [&](std::uint32_t chore) { return !state.chores[chore].playing; });
}

bool is_playing(const CostumeState& state, std::uint32_t chore) {
    return chore < state.chores.size() && state.chores[chore].playing && !state.chores[chore].paused;
}

} // namespace rekindle::emi
