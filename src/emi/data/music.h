#pragma once
// Music: a RIFF head and MP3 frames, the cue file that loops it (.jmm), and the table of music states (.imt)
// (emi-formats §15.4, §15.6). The MP3 itself is decoded by emi/sound.

#include <optional>

#include "emi/data/fields.h"

namespace rekindle::emi {

struct Music {
    Bytes head; // 44 bytes, "RIFF"
    Bytes mp3;
    bool operator==(const Music&) const = default;
};
Expected<Music> read_music(ByteView bytes, std::string_view file);
Bytes write_music(const Music& music);

// Milliseconds. `source` is the text that was read; writing an unchanged cue gives it back.
struct MusicCue {
    std::uint32_t start = 0;
    struct Jump {
        std::uint32_t end = 0, start = 0;
        bool operator==(const Jump&) const = default;
    };
    std::optional<Jump> jump;
    std::string source;
    bool loops() const { return jump && jump->end > jump->start; }
    bool operator==(const MusicCue& other) const { return start == other.start && jump == other.jump; }
};
Expected<MusicCue> read_music_cue(ByteView bytes, std::string_view file);
Bytes write_music_cue(const MusicCue& cue);

struct MusicState {
    std::uint32_t id = 0; // 0..125; 0 is silence
    std::uint32_t x = 0, y = 0;
    std::uint32_t sync = 0; // states with the same sync above 0 keep their position when switched
    std::string type;       // of the whole game
    std::string name;       // of the demo
    std::uint32_t trim = 0;
    std::string file; // below the music prefix; '/' for a '\' at its second character
    bool operator==(const MusicState&) const = default;
};
struct MusicTable {
    std::vector<MusicState> states;
    std::string source;
    bool operator==(const MusicTable& other) const { return states == other.states; }
};
Expected<MusicTable> read_music_table(ByteView bytes, std::string_view file);
Bytes write_music_table(const MusicTable& table);

} // namespace rekindle::emi
