// Script functions: effects, groups, music (emi-engine R100, R101).
#include <algorithm>

#include "emi/game/script.h"
#include "emi/stage/scenery.h"

namespace rekindle::emi {
namespace {

using lua::Outcome;

Sound& sound(Script& s) { return *s.game.audio().find(s.id(0)); }

void start(Script& s, Sound& played, bool loop, std::int32_t volume) {
    if (played.playing) {
        s.warn(s.call.name() + ": '" + played.name + "' plays already");
        return;
    }
    played.playing = true;
    played.looping = loop;
    played.position = 0;
    played.volume = std::clamp(volume, 0, 100);
    s.game.tell({.kind = GameEvent::Kind::sound, .text = played.name, .number = played.id});
}
void place(Sound& placed, glm::vec3 point) {
    placed.placed = true;
    placed.place = point;
}

// A sound of a file; 0: reported.
SoundId make(Script& s, bool loaded) {
    const std::string name = s.text(0);
    const auto length = s.game.resources().sound_length(name);
    if (length) return s.game.audio().add(name, *length, loaded);
    s.warn(s.call.name() + ": no sound '" + s.game.resources().sound_file(name) + "'");
    return 0;
}

void stop(Script& s, Sound& stopped) {
    if (stopped.playing)
        s.game.tell({.kind = GameEvent::Kind::stop_sound, .text = stopped.name, .number = stopped.id});
    stopped.playing = false;
}

void play_once(Script& s, bool placed, std::uint32_t volume_at) {
    const SoundId id = make(s, false);
    if (id == 0) return;
    Sound& played = *s.game.audio().find(id);
    if (placed) place(played, s.point(1));
    start(s, played, false, s.whole(volume_at, 100));
}

// "[loop or volume], volume": with only one of them it is the volume.
void play_from(Script& s) {
    place(sound(s), s.point(1));
    const bool both = s.given(5);
    start(s, sound(s), both && s.given(4), s.whole(both ? 5 : 4, 100));
}

std::optional<std::size_t> group(Script& s) {
    const std::int32_t number = s.whole(0);
    if (number >= 1 && number <= 3) return static_cast<std::size_t>(number - 1);
    (void)s.refuse(0, "a group 1 to 3");
    return std::nullopt;
}
template <std::size_t which>
Outcome half_volume_answer(Script& s) {
    return s.answer(static_cast<float>(s.game.audio().group_volume[which]) / 2);
}
template <std::size_t which>
void set_group(Script& s) {
    s.game.audio().group_volume[which] = std::clamp(s.whole(0), 0, 100);
}

void pause_all(Script& s, bool on) {
    s.game.audio().paused = on;
    s.game.tell({.kind = on ? GameEvent::Kind::pause_sounds : GameEvent::Kind::resume_sounds});
}

const lua::Binding rows[] = {
    row("LoadSound", [](Script& s) { return s.object(make(s, true), object::sound); }),
    row("FreeSound",
        [](Script& s) {
            stop(s, sound(s));
            std::erase_if(s.game.audio().sounds, [&](const Sound& each) { return each.id == s.id(0); });
        }),
    row("PlayLoadedSound",
        [](Script& s) {
            sound(s).placed = false;
            start(s, sound(s), s.given(1), s.whole(2, 100));
        }),
    row("PlayLoadedSoundFrom", [](Script& s) { play_from(s); }),
    row("PlaySound", [](Script& s) { play_once(s, false, 1); }),
    row("PlaySoundFrom", [](Script& s) { play_once(s, true, s.given(5) ? 5 : 4); }),
    row("UpdateSoundPosition", [](Script& s) { place(sound(s), s.point(1)); }),
    row("StopSound", [](Script& s) { stop(s, sound(s)); }),
    row("IsSoundPlaying", [](Script& s) { return s.truth(sound(s).playing); }),
    row("SetSoundVolume", [](Script& s) { sound(s).volume = std::clamp(s.whole(1), 0, 100); }),
    row("GetSoundVolume", [](Script& s) { return s.answer(static_cast<float>(sound(s).volume)); }),
    row("StopAllSounds",
        [](Script& s) {
            for (Sound& each : s.game.audio().sounds) stop(s, each);
        }),
    row("SetGroupVolume",
        [](Script& s) {
            if (const auto which = group(s))
                s.game.audio().group_volume[*which] = std::clamp(s.whole(1, 100), 0, 100);
        }),
    row("EnableAudioGroup",
        [](Script& s) {
            if (const auto which = group(s)) s.game.audio().group_on[*which] = s.given(1);
        }),
    row("EnableVoiceFX", [](Script& s) { s.game.extras().voice_effects = s.given(0); }),
    row("SetReverb", [](Script& s) { s.game.extras().reverb = s.whole(0); }),
    no_effect("PlaySoundAt"),

    row("ImSetState", [](Script& s) { s.game.audio().wanted_music = std::max(0, s.whole(0)); }),
    row("ImStateHasLooped",
        [](Script& s) {
            const MusicTrack* track = s.game.audio().current_track();
            return s.truth(track != nullptr && track->state == s.whole(0) && track->looped);
        }),
    row("ImStateHasEnded",
        [](Script& s) {
            const MusicTrack* track = s.game.audio().current_track();
            return s.truth(track == nullptr || track->state != s.whole(0));
        }),
    row("ImPushState",
        [](Script& s) {
            push_music(s.game.audio());
            if (s.given(0)) s.game.audio().wanted_music = std::max(0, s.whole(0));
        }),
    row("ImPopState", [](Script& s) { pop_music(s.game.audio()); }),
    row("ImFlushStack", [](Script& s) { s.game.audio().stack.clear(); }),
    row("ImSelectSet",
        [](Script& s) {
            const std::int32_t quality = s.whole(0);
            if (quality != 0 && quality != 1) return s.refuse(0, "a quality 0 or 1");
            s.game.audio().quality = quality;
            return Outcome::ok;
        }),
    row("ImGetMillisecondPosition",
        [](Script& s) {
            const MusicTrack* track = s.game.audio().current_track();
            return s.answer(
                track != nullptr && track->state == s.whole(0) ? static_cast<float>(track->position) : 0.0f);
        }),
    row("ImPause", [](Script& s) { pause_all(s, true); }),
    row("ImResume", [](Script& s) { pause_all(s, false); }),
    row("ImSetMusicVol", [](Script& s) { set_group<2>(s); }),
    row("ImSetSfxVol", [](Script& s) { set_group<0>(s); }),
    row("ImSetVoiceVol", [](Script& s) { set_group<1>(s); }),
    row("ImSetVoiceEffect", [](Script& s) { s.game.log("voice effect '" + s.text(0) + "' is left out"); }),
    row("ImGetMusicVol", [](Script& s) { return half_volume_answer<2>(s); }),
    row("ImGetSfxVol", [](Script& s) { return half_volume_answer<0>(s); }),
    row("ImGetVoiceVol", [](Script& s) { return half_volume_answer<1>(s); }),
};

} // namespace

std::span<const lua::Binding> sound_functions() { return rows; }

} // namespace rekindle::emi
