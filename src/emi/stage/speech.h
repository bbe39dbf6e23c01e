#pragma once
// Talking (emi-engine R90-R93): lines, voices, mouths, subtitles. Called by scripts and by the update. A
// voice's time is counted here, so that what is heard never changes what happens.

#include "emi/stage/stage.h"

namespace rekindle::emi {

// How a line is said; what isn't given comes from Stage::speech_style.
struct LineOptions {
    std::optional<glm::vec2> place{}; // screen units, y down
    bool background = true;
    std::int32_t volume = 100, pan = 64;
};
// "/id/text"; without an id there is no voice.
void say_line(StageRun run, ActorId actor, std::string_view line, const LineOptions& options);
void shut_up(StageRun run, ActorId actor);
bool is_talking(const Stage& stage, ActorId actor);
bool anybody_talks(const Stage& stage); // who counts
void expire_text(StageRun run);         // removes the subtitles of all actors

// Mouth 0..9 at a time of the voice, ms; -1: none (R90).
int mouth_at(const Lip& lip, std::int32_t ms);

// Steps of the update: before the actors, and step 9 of each.
void advance_talk(StageRun run, std::int32_t dt);
void move_mouth(StageRun run, ActorId actor);

} // namespace rekindle::emi
