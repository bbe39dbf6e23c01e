#pragma once
// Icons: GLOBAL.ICN. 16 x 16 pixels each: 0...30 items and actions, 31...75 the inventory panel (9 columns by
// 5 rows), 76 the frame of the chosen item, 77 and 78 the arrows up and down. Formats spec §17.2.

#include <array>
#include <vector>

#include "base/bytes.h"

namespace rekindle::flashback {

using Icon = std::array<Byte, 256>; // row by row, 0...15, 0 transparent

inline constexpr int icon_count = 79;
inline constexpr int icon_panel = 31, panel_columns = 9, panel_rows = 5;
inline constexpr int icon_frame = 76, icon_arrow_up = 77, icon_arrow_down = 78;

struct Icons {
    std::vector<Icon> pictures; // at least icon_count
    bool operator==(const Icons&) const = default;
};

Expected<Icons> read_icons(ByteView bytes, std::string_view file);
// Refused (usage): fewer icons than the engine names, more than 16-bit offsets reach, a pixel above 15.
Expected<Bytes> write_icons(const Icons& icons);

} // namespace rekindle::flashback
