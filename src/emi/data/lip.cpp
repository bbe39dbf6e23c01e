#include "emi/data/lip.h"

namespace rekindle::emi {
namespace {

struct Mouth {
    std::uint16_t phoneme;
    int chore;
};

constexpr std::array<Mouth, 48> mouths{{
    {0x005F, 0}, {0x0000, 0}, {0x0251, 1}, {0x0061, 1}, {0x00E6, 1}, {0x0254, 1}, {0x0259, 1}, {0x0065, 1},
    {0x02A7, 2}, {0x0064, 2}, {0x02A4, 2}, {0x006B, 2}, {0x0072, 2}, {0x027B, 2}, {0x0279, 2}, {0x0073, 2},
    {0x0283, 2}, {0x0074, 2}, {0x027E, 2}, {0x007A, 2}, {0x0292, 2}, {0x002E, 2}, {0x0069, 3}, {0x0066, 4},
    {0x0076, 4}, {0x00F0, 5}, {0x026C, 5}, {0x006C, 5}, {0x03B8, 5}, {0x0062, 6}, {0x006D, 6}, {0x0070, 6},
    {0x006F, 7}, {0x028C, 8}, {0x025B, 8}, {0x0268, 8}, {0x0067, 8}, {0x0261, 8}, {0x0068, 8}, {0x026A, 8},
    {0x006E, 8}, {0x014B, 8}, {0x006A, 8}, {0x025A, 9}, {0x025D, 9}, {0x028A, 9}, {0x0075, 9}, {0x0077, 9},
}};

} // namespace

std::optional<int> mouth_of_phoneme(std::uint16_t phoneme) {
    const auto found = std::find_if(mouths.begin(), mouths.end(),
                                    [phoneme](const Mouth& mouth) { return mouth.phoneme == phoneme; });
    if (found == mouths.end()) return std::nullopt;
    return found->chore;
}

std::optional<LipRecord> lip_at(const Lip& lip, std::uint32_t ms) {
    std::optional<LipRecord> current;
    for (const LipRecord& record : lip.records) {
        if (record.time * 16u > ms) break;
        current = record;
    }
    return current;
}

void describe(Fields& f, Lip& lip) {
    f.magic("LIP!");
    f.u32({"unknown"}, lip.unknown);
    f.rest({"records", "to the end of the file"}, lip.records, 4, [&f](LipRecord& record) {
        f.u16({"time", "units of 16 ms"}, record.time);
        f.u16({"phoneme", "IPA code point"}, record.phoneme);
        f.usual(mouth_of_phoneme(record.phoneme).has_value(), "a phoneme that a mouth is known for");
    });
    f.tail(lip.tail);
    f.require(lip.tail.size() < 4, "fewer than 4 bytes after the records", lip.tail.size());
}

Expected<Lip> read_lip(ByteView bytes, std::string_view file, Notes* notes) {
    return read_fields<Lip>(bytes, file, notes);
}
Expected<Bytes> write_lip(const Lip& lip) { return write_fields(lip, "lip"); }

} // namespace rekindle::emi
