#include "flashback/data/levels.h"

namespace rekindle::flashback {

namespace {
struct Row {
    std::uint8_t level;
    std::uint16_t node;
    std::uint8_t set;
};
constexpr Row rows[] = {
    {0, 0x22, 0}, {0, 0x23, 0}, {1, 0x22, 0}, {1, 0x23, 0}, {1, 0x4B, 0}, {1, 0x49, 1}, {1, 0x4D, 1},
    {1, 0x76, 2}, {2, 0x76, 2}, {3, 0x4D, 1}, {3, 0x76, 2}, {4, 0x76, 2}, {4, 0xAC, 2}, {4, 0xD7, 3},
    {5, 0xB0, 3}, {5, 0xD7, 3}, {6, 0xB0, 3}, {6, 0xD7, 3}, {6, 0xD8, 3},
};
} // namespace

std::optional<std::uint8_t> monster_set(int level, std::uint16_t node) {
    for (const Row& row : rows)
        if (row.level == level && row.node == node) return row.set;
    return std::nullopt;
}

} // namespace rekindle::flashback
