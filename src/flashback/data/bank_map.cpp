#include "flashback/data/bank_map.h"

#include <algorithm>

#include <fmt/format.h>

namespace rekindle::flashback {

Expected<BankMap> read_bank_map(ByteView data, std::string_view file) {
    Reader in(data, file);
    BankMap map;
    const ByteView entries = in.bytes(object_banks);
    if (!in.expect_end()) return in.unexpected();
    std::copy(entries.begin(), entries.end(), map.entry.begin());
    return map;
}

Bytes write_bank_map(const BankMap& map) { return {map.entry.begin(), map.entry.end()}; }

Expected<void> check_bank_map(const BankMap& map, std::size_t banks, std::string_view file) {
    Reader in(map.entry, file);
    for (std::size_t k = 0; k < object_banks; ++k)
        in.expect_at(map.entry[k] < banks, k, fmt::format("an entry of the MBK file, below {}", banks),
                     map.entry[k]);
    if (!in) return in.unexpected();
    return {};
}

} // namespace rekindle::flashback
