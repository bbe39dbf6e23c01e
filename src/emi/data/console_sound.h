#pragma once
// Sounds of the console version (.scx): an SCRX head, VAG heads and 16-byte ADPCM groups (emi-formats §15.3).

#include <optional>

#include "emi/data/fields.h"
#include "emi/data/pcm.h"

namespace rekindle::emi {

struct ConsoleChannel {
    std::array<std::uint8_t, 4> tag{'M', 'O', 'N', 'O'}; // or LEFT, RGHT
    std::uint32_t size = 0;
    // The VAG head at 0x80, 64 bytes.
    std::uint32_t version = 0;
    Bytes vag_8 = Bytes(8);
    std::uint32_t rate = 22050; // frames a second
    Bytes vag_20 = Bytes(44);
    bool operator==(const ConsoleChannel&) const = default;
};

struct ConsoleSound {
    std::uint32_t word_4 = 0;
    std::uint16_t block_size = 0; // 0: mono; else stereo in alternating blocks, left first
    std::uint16_t word_10 = 0;
    Bytes head_12 = Bytes(12);
    std::vector<ConsoleChannel> channels; // one or two
    Bytes filler;                         // up to 0x80
    Bytes data;                           // to the end of the file
    bool operator==(const ConsoleSound&) const = default;
};

void describe(Fields& fields, ConsoleSound& sound);
Expected<ConsoleSound> read_console_sound(ByteView bytes, std::string_view file);
Expected<Bytes> write_console_sound(const ConsoleSound& sound);

// One channel's groups as samples: up to an end or jump flag, or the end of the data. `loop_start`: the
// sample that a jump flag goes back to.
struct AdpcmSamples {
    std::vector<std::int16_t> samples;
    std::optional<std::size_t> loop_start; // first sample behind the last loop mark
    bool loops = false;                    // ended by a jump
};
std::optional<AdpcmSamples> decode_adpcm(ByteView groups); // nothing: a predictor above 4

Expected<Pcm> console_pcm(const ConsoleSound& sound, std::string_view file);

} // namespace rekindle::emi
