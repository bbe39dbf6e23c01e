#pragma once
// MBK (tiles of objects) and BNQ (tiles of room pictures), formats §9: a table of banks and their packed or
// raw tiles of 8 x 8 pixels, 4 bits each, high nibble left. Read by the level loader; rooms and sprites look
// into it.

#include <optional>
#include <vector>

#include "base/bytes.h"

namespace rekindle::flashback {

inline constexpr std::size_t tile_bytes = 32;
inline constexpr std::size_t most_tiles_in_bank = 256;

enum class BankFile { mbk, bnq }; // they encode the count of raw banks differently

struct TileBank {
    Bytes tiles;      // 32 bytes a tile, 0...256 tiles; empty is legal and draws nothing
    bool raw = false; // stored without packing

    // What the file holds for this bank, from the end of the previous bank's data to the end of its own.
    // Written again as long as it still unpacks to `tiles`; may be left empty.
    Bytes stored{};
    // Without meaning, kept for identical bytes: the upper half of the offset word (the first bank has only
    // the low byte of it), and an empty bank's offset if it is not the end of the data before it.
    std::uint16_t offset_high = 0;
    std::optional<std::uint16_t> empty_offset{};

    std::size_t count() const { return tiles.size() / tile_bytes; }
    bool operator==(const TileBank&) const = default;
};

struct TileBanks {
    std::vector<TileBank> banks; // 1...255
    Bytes trailing;              // bytes behind the last bank's data (none in known files)

    bool operator==(const TileBanks&) const = default;
};

Expected<TileBanks> read_tile_banks(ByteView data, BankFile kind, std::string_view file);
// Refused: no bank or more than 255, a bank of a broken size, data that reach beyond 64 KiB.
Expected<Bytes> write_tile_banks(const TileBanks& banks, BankFile kind);

} // namespace rekindle::flashback
