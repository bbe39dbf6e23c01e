#pragma once
// Sound effects (.aif): AIFF and uncompressed AIFC (emi-formats §15.1). All chunks are kept.

#include <optional>

#include "emi/data/fields.h"
#include "emi/data/pcm.h"

namespace rekindle::emi {

struct AiffChunk {
    std::string id; // four characters
    Bytes data;
    std::optional<std::uint8_t> pad; // behind odd data
    bool operator==(const AiffChunk&) const = default;
};

struct Aiff {
    std::uint32_t form_size = 0; // as stored
    bool aifc = false;
    std::vector<AiffChunk> chunks;
    Bytes tail; // fewer than 8 bytes
    bool operator==(const Aiff&) const = default;
};

// The COMM chunk.
inline constexpr std::array<std::uint8_t, 4> aiff_plain{'N', 'O', 'N', 'E'};
struct AiffCommon {
    bool aifc = false; // then a codec is stored
    std::uint16_t channels = 1;
    std::uint32_t frames = 0;
    std::uint16_t bits = 16;
    std::array<std::uint8_t, 10> rate{}; // aiff_rate()
    std::array<std::uint8_t, 4> codec = aiff_plain;
};
void describe(Fields& fields, AiffCommon& common);

// Refuses files without usable COMM and SSND chunks, other codecs than NONE, other widths than 8 and 16 bits.
Expected<Aiff> read_aiff(ByteView bytes, std::string_view file, Notes* notes = nullptr);
Bytes write_aiff(const Aiff& aiff);

Pcm aiff_pcm(const Aiff& aiff); // of a read file; 8-bit samples are widened
Aiff make_aiff(const Pcm& pcm);

// The 80-bit floating number of the COMM chunk as whole frames a second; nothing outside 1..1000000.
std::optional<std::uint32_t> aiff_rate(std::span<const std::uint8_t, 10> number);

} // namespace rekindle::emi
