#pragma once
// What sounds, as a value: effects by handle, places, groups, music states with their stack (emi-engine R100,
// R101). Nothing is played here: the host mixes what `mix_of` and the tracks say, and time is counted here,
// so that what is heard never changes what happens. Volumes of scripts are 0..100, the mixer's 0..255.

#include "emi/game/resources.h"
#include "emi/stage/camera.h"

namespace rekindle::emi {

using SoundId = std::uint32_t;

struct Sound {
    SoundId id = 0;
    std::string name{};  // as scripts wrote it
    bool loaded = false; // a script holds it
    bool playing = false, looping = false;
    std::int32_t position = 0, length = 0; // ms
    std::int32_t volume = 100;             // of scripts
    bool placed = false;
    glm::vec3 place{0};
    bool operator==(const Sound&) const = default;
};

enum class AudioGroup : std::uint8_t { effects = 1, voice, music };

struct MusicTrack {
    std::int32_t state = 0;
    std::int32_t position = 0; // ms
    bool looped = false;
    float volume = 1;
    std::int8_t fade = 0; // -1 out, 1 in
    bool kept = false;    // on the stack: faded out, it goes on later
    bool operator==(const MusicTrack&) const = default;
};

struct Audio {
    std::vector<Sound> sounds; // ascending id
    SoundId next_sound = 1;
    bool paused = false; // all but the music
    std::array<std::int32_t, 3> group_volume{100, 100, 100};
    std::array<bool, 3> group_on{true, true, true};

    std::int32_t music_state = 0;
    std::int32_t wanted_music = -1; // requested since the last frame; -1: none
    std::int32_t quality = 0;       // 0 high
    std::vector<MusicTrack> tracks; // the last one that doesn't fade out is the state's
    std::vector<MusicTrack> stack;
    std::int32_t fade_rest = 0; // ms that didn't make a whole step
    bool operator==(const Audio&) const = default;

    Sound* find(SoundId id);
    SoundId add(std::string name, std::int32_t length, bool loaded);
    void stop_effects();
    const MusicTrack* current_track() const;
};

std::int32_t mixer_volume(std::int32_t volume); // trunc(v/100·255), limited

struct SoundMix {
    std::int32_t volume = 0; // 0..255
    std::int32_t pan = 0;    // -127 left .. 127 right
};
// How a sound is heard from a camera (nullptr: none), without its group's volume.
SoundMix mix_of(const Sound& sound, const Camera* camera);

// Ended effects that no script holds go (R1 step 2).
void release_ended(Audio& audio);
// Positions and fades move on by ms.
void advance_audio(Audio& audio, Resources& resources, std::int32_t ms);
// A state that was asked for (R101).
void take_up_music(Audio& audio, Resources& resources);
void push_music(Audio& audio);
void pop_music(Audio& audio);

} // namespace rekindle::emi
