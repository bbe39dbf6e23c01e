#pragma once
// Costumes (emi-engine §3): a file's chores, and what they are doing as a plain value. Playing chores fire
// keys of their tracks; those of animations change AnimationStates here, those of scripts, globals and
// pictures go to the wearer at once, in the middle of the update. Scripts may change the costume under way or
// take it away, so its state is asked for anew after each. Times are whole milliseconds. Called by chores.h.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emi/data/costume.h"
#include "emi/stage/animation_state.h"

namespace rekindle::emi {

struct ChorePlan {
    struct Key {
        std::int32_t time, value;
    };
    struct Track {
        TrackKind kind;
        std::string target; // file, global or script text
        std::vector<Key> keys;
        std::uint32_t index = 0; // in the plan's list of its kind
    };
    std::string name;
    std::int32_t length = -1; // -1: no end
    bool wear = false;        // has a mesh and a skeleton
    std::vector<Track> tracks;
};
struct CostumePlan {
    std::vector<ChorePlan> chores;
    // Files of the tracks of a kind, ascending (chore, track): for animations the canonical order (R72).
    std::vector<std::string> animations, models, sprites, pictures;
    std::optional<std::size_t> find(std::string_view chore) const; // case counts; the first
};
CostumePlan plan_of(const Costume& costume);

struct ChoreState {
    bool playing = false, paused = false, looping = false;
    std::int32_t time = -1;
    Fade fade;
    bool operator==(const ChoreState&) const = default;
};
struct CostumeState {
    std::vector<ChoreState> chores;
    std::vector<AnimationState> animations;
    std::vector<std::uint32_t> playing; // chores, in the order they were started
    std::int32_t worn = -1;             // the chore whose mesh and skeleton are worn; -1 none
    std::uint32_t unknown_keys = 0;     // animation keys without a meaning
    bool operator==(const CostumeState&) const = default;
    bool any_playing() const;
};
CostumeState begin_costume(const CostumePlan& plan);

class CostumeWearer {
  public:
    // The costume's state; nullptr: it was taken off.
    virtual CostumeState* costume() = 0;
    virtual void set_global(std::string_view name, std::int32_t value) = 0;
    virtual void run_script(std::string_view text) = 0;
    // Of the plan's texture track `track` (R43).
    virtual void show_picture(std::uint32_t track, std::int32_t number) = 0;

  protected:
    ~CostumeWearer() = default;
};

// One costume under way: its plan, its wearer, the animations' durations in ms (0 where the file is missing).
struct CostumeRun {
    const CostumePlan& plan;
    CostumeWearer& wearer;
    std::span<const std::int32_t> durations;
};

// Chore numbers must be below plan.chores.size().
void play_chore(CostumeRun run, std::uint32_t chore, bool loop, std::int32_t fade_ms); // R25
void stop_chore(CostumeRun run, std::uint32_t chore);                                  // R30, at once
void fade_chore(CostumeRun run, std::uint32_t chore, FadeMode mode, std::int32_t ms);  // R31; 0 at once
void skip_chore(CostumeRun run, std::uint32_t chore, std::int32_t ms);                 // R33 AdvanceChore
// To its last frame: every key after `from` fires, then it no longer plays, but its animations stay as the
// keys left them (R33). CompleteChore starts from its time, mouths from -1.
void end_chore(CostumeRun run, std::uint32_t chore, std::int32_t from);
// R36; afterwards a costume without any_playing() is to be removed (R37).
void advance_costume(CostumeRun run, std::int32_t dt);
bool is_playing(const CostumeState& state, std::uint32_t chore); // R34: and not paused

} // namespace rekindle::emi
