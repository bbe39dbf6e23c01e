#include "emi/game/audio.h"

#include <algorithm>
#include <cmath>

namespace rekindle::emi {
namespace {

constexpr std::int32_t fade_step = 50; // ms: a twentieth of a second
constexpr float fade_by = 0.5f / 20;

void advance_track(MusicTrack& track, const MusicCue& cue, std::int32_t ms) {
    track.position = std::min(track.position + ms, 1'000'000'000);
    if (!cue.loops()) return;
    const auto end = static_cast<std::int32_t>(std::min<std::uint32_t>(cue.jump->end, 1'000'000'000)),
               start = static_cast<std::int32_t>(std::min<std::uint32_t>(cue.jump->start, 1'000'000'000));
    if (track.position < end) return;
    track.looped = true;
    track.position = start + (track.position - start) % (end - start);
}

} // namespace

Sound* Audio::find(SoundId id) {
    const auto at =
        std::find_if(sounds.begin(), sounds.end(), [&](const Sound& sound) { return sound.id == id; });
    return at == sounds.end() ? nullptr : &*at;
}

SoundId Audio::add(std::string name, std::int32_t length, bool loaded) {
    sounds.push_back({.id = next_sound++, .name = std::move(name), .loaded = loaded, .length = length});
    return sounds.back().id;
}

void Audio::stop_effects() {
    for (Sound& sound : sounds) sound.playing = false;
}

const MusicTrack* Audio::current_track() const {
    for (auto track = tracks.rbegin(); track != tracks.rend(); ++track)
        if (track->state == music_state && track->fade >= 0) return &*track;
    return nullptr;
}

std::int32_t mixer_volume(std::int32_t volume) { return std::clamp(volume, 0, 100) * 255 / 100; }

SoundMix mix_of(const Sound& sound, const Camera* camera) {
    const std::int32_t full = mixer_volume(sound.volume);
    if (!sound.placed || camera == nullptr) return {full, 0};
    if (full == 0) return {};
    const glm::vec3 seen = glm::transpose(camera->rotation) * (sound.place - camera->position);
    const float reach = 100.0f * static_cast<float>(full) / 255.0f;
    const float share = std::max(0.0f, 1.0f - glm::length(seen) / reach);
    // sin(atan2(x, z)) without either.
    const float flat = std::sqrt(seen.x * seen.x + seen.z * seen.z);
    const float side = flat > 0 ? seen.x / flat : 0;
    return {static_cast<std::int32_t>(static_cast<float>(full) * share),
            static_cast<std::int32_t>(127 * side)};
}

void release_ended(Audio& audio) {
    std::erase_if(audio.sounds, [](const Sound& sound) { return !sound.loaded && !sound.playing; });
}

void advance_audio(Audio& audio, Resources& resources, std::int32_t ms) {
    if (!audio.paused)
        for (Sound& sound : audio.sounds) {
            if (!sound.playing) continue;
            sound.position += ms;
            if (sound.position < sound.length) continue;
            if (sound.looping && sound.length > 0)
                sound.position %= sound.length;
            else
                sound.playing = false, sound.position = 0;
        }
    for (MusicTrack& track : audio.tracks)
        if (!track.kept) advance_track(track, resources.cue(track.state, audio.quality), ms);
    audio.fade_rest += ms;
    for (; audio.fade_rest >= fade_step; audio.fade_rest -= fade_step)
        for (MusicTrack& track : audio.tracks) {
            track.volume = std::clamp(track.volume + fade_by * static_cast<float>(track.fade), 0.0f, 1.0f);
            if (track.fade > 0 && track.volume >= 1) track.fade = 0;
        }
    std::erase_if(audio.tracks, [](const MusicTrack& track) { return track.fade < 0 && track.volume <= 0; });
}

void take_up_music(Audio& audio, Resources& resources) {
    if (audio.wanted_music < 0) return;
    const std::int32_t wanted = audio.wanted_music >= resources.music_states() ? 0 : audio.wanted_music;
    audio.wanted_music = -1;
    if (wanted == audio.music_state) return;
    const MusicState* before = resources.music(audio.music_state);
    const MusicTrack* old = audio.current_track();
    const MusicState* now = resources.music(wanted);
    MusicTrack fresh{.state = wanted};
    if (now != nullptr)
        fresh.position = static_cast<std::int32_t>(
            std::min<std::uint32_t>(resources.cue(wanted, audio.quality).start, 1'000'000'000));
    if (before != nullptr && now != nullptr && old != nullptr && before->sync != 0 &&
        before->sync == now->sync)
        fresh.position = old->position;
    for (MusicTrack& track : audio.tracks) track.fade = -1;
    audio.music_state = wanted;
    if (now == nullptr) return;
    if (!audio.tracks.empty()) fresh.volume = 0, fresh.fade = 1;
    audio.tracks.push_back(fresh);
}

void push_music(Audio& audio) {
    MusicTrack kept{.state = audio.music_state};
    if (const MusicTrack* track = audio.current_track()) kept = *track;
    kept.kept = true;
    audio.stack.push_back(kept);
    for (MusicTrack& track : audio.tracks) track.fade = -1;
    audio.music_state = 0;
}

void pop_music(Audio& audio) {
    for (MusicTrack& track : audio.tracks) track.fade = -1;
    audio.music_state = 0;
    if (audio.stack.empty()) return; // silence
    MusicTrack track = audio.stack.back();
    audio.stack.pop_back();
    track.kept = false;
    audio.music_state = track.state;
    if (track.state == 0) return;
    track.volume = 0;
    track.fade = 1;
    audio.tracks.push_back(track);
}

} // namespace rekindle::emi
