#pragma once
// RP: which MBK entry holds the tiles of an object bank (formats §9.1). Read by the level loader, used by
// object pictures (SPC).

#include "base/bytes.h"

namespace rekindle::flashback {

inline constexpr std::size_t object_banks = 74;

struct BankMap {
    // [k] = entry of the MBK file for object bank k. Unused ones are 0, and MBK entry 0 is empty.
    std::array<Byte, object_banks> entry{};

    bool operator==(const BankMap&) const = default;
};

// Exactly 74 bytes.
Expected<BankMap> read_bank_map(ByteView data, std::string_view file);
Bytes write_bank_map(const BankMap& map);

// Every entry names one of the `banks` entries of the MBK file.
Expected<void> check_bank_map(const BankMap& map, std::size_t banks, std::string_view file);

} // namespace rekindle::flashback
