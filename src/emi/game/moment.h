#pragma once
// Everything of a game between two frames, as one value: copied for rewinding, saved by save.h. The stage and
// the state of the scripts are the bulk of it.

#include "emi/game/audio.h"
#include "emi/game/controls.h"
#include "emi/lua/state.h"
#include "emi/stage/stage.h"

namespace rekindle::emi {

// An image that a script holds, by the file it came from.
struct ImageObject {
    std::uint32_t id = 0;
    std::string file{};
    bool operator==(const ImageObject&) const = default;
};

// A bitmap state of the older engine: kept, never drawn (R6).
struct BitmapState {
    std::uint32_t id = 0;
    std::int32_t setup = 0, position = 0;
    std::string bitmap{}, zbitmap{};
    bool transparent = false;
    bool operator==(const BitmapState&) const = default;
};

// Overlays of debug drawing (R108), bits of Extras::overlays.
namespace overlay {
inline constexpr std::uint32_t all = 1, cameras = 2, lights = 4, sectors = 8, boxes = 16, frame_rate = 32,
                               timings = 64, actor_stats = 128;
}

// What belongs neither to the stage nor to the scripts.
struct Extras {
    std::uint64_t clock = 0;        // ms of all frames
    std::int32_t movie_time = 0;    // ms
    std::vector<std::string> fonts; // FONT objects: id 1 is the first
    std::vector<ImageObject> images;
    std::uint32_t next_image = 1;
    std::vector<BitmapState> bitmaps; // drawing order of the older engine
    std::uint32_t next_bitmap = 1;
    // Drawn once: they go after the next picture.
    std::vector<TextId> brief_texts;
    std::vector<PrimitiveId> brief_primitives;
    std::int32_t translation_mode = 0; // 0 translated, 1 text behind the id, 2 raw
    std::int32_t active_cd = 1;
    float gamma = 0;
    std::int32_t reverb = 0;
    bool voice_effects = false;
    std::uint32_t overlays = 0;
    std::vector<std::string> found_files; // of FileFindFirst
    std::uint32_t next_found = 0;
    // Asked for by Save and Load, carried out before the next frame; empty: none.
    std::string wanted_save, wanted_load;
    bool operator==(const Extras&) const = default;
};

struct Moment {
    Stage stage;
    Audio audio;
    Controls controls;
    Extras extras;
    lua::State scripts;
};

} // namespace rekindle::emi
