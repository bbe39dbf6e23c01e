#pragma once
// Spoken lines (.wVC): an MCMP container of VIMA blocks (emi-formats §15.2).

#include "emi/data/fields.h"
#include "emi/data/pcm.h"

namespace rekindle::emi {

struct VoiceBlock {
    std::uint8_t codec = 0;
    std::uint32_t decoded_size = 0; // bytes; at most 0x2000 for audio
    Bytes stored;
    bool operator==(const VoiceBlock&) const = default;
};

struct Voice {
    VoiceBlock head; // a RIFF head, stored raw
    Bytes codec_names;
    std::vector<VoiceBlock> blocks;
    Bytes tail;
    bool operator==(const Voice&) const = default;
};

void describe(Fields& fields, Voice& voice);
Expected<Voice> read_voice(ByteView bytes, std::string_view file, Notes* notes = nullptr);
Expected<Bytes> write_voice(const Voice& voice);

// Refuses blocks that don't decode; `file` names them in the error.
Expected<Pcm> voice_pcm(const Voice& voice, std::string_view file);
Voice make_voice(const Pcm& pcm);

} // namespace rekindle::emi
