#pragma once
// Lip movement of a spoken line (.lip): times and phonemes, and the mouth that shows a phoneme (emi-formats
// §13).

#include <optional>

#include "emi/data/fields.h"

namespace rekindle::emi {

struct LipRecord {
    std::uint16_t time = 0;    // units of 16 ms of the voice
    std::uint16_t phoneme = 0; // IPA code point
    bool operator==(const LipRecord&) const = default;
};

struct Lip {
    std::uint32_t unknown = 0;
    std::vector<LipRecord> records;
    Bytes tail; // 1 to 3 bytes, if any
    bool operator==(const Lip&) const = default;
};

// Mouth chore 0..9 of a phoneme; nothing for an unknown one (the player then shows 1).
std::optional<int> mouth_of_phoneme(std::uint16_t phoneme);
// The record that is valid after `ms` milliseconds of the voice; nothing before the first.
std::optional<LipRecord> lip_at(const Lip& lip, std::uint32_t ms);

void describe(Fields& fields, Lip& lip);
Expected<Lip> read_lip(ByteView bytes, std::string_view file, Notes* notes = nullptr);
Expected<Bytes> write_lip(const Lip& lip);

} // namespace rekindle::emi
