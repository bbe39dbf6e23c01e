#pragma once
// Checks of the oracle's pictures (oracle README "Frames"): NAME_tTTTT.raw of a scenario NAME after tick T,
// and overlays of that tick: NAME_tTTTT_hud, _inventory_closed, _inventory_open, _inventory_...,
// _dialogN_segK.

#include "flashback/oracle/check_scenario.h"

namespace rekindle::flashback::oracle {

struct FrameFile {
    enum class What { tick, first_inventory, any_inventory, dialog };
    std::string name; // "level1_idle_t0005_dialog2_seg1"
    std::string scenario;
    std::uint32_t tick = 0;
    What what = What::tick;
    std::uint16_t dialog = 0;
    std::size_t segment = 0; // 0-based
};
// Nothing where the name is none.
std::optional<FrameFile> frame_file(std::string_view name);

// 57344 indices, then 768 bytes of palette.
struct RecordedFrame {
    FrameFile file;
    Bytes bytes;
};

// All frames of one scenario in one run; a report each, of one case.
Expected<std::vector<TableReport>> check_frames(const std::vector<RecordedFrame>& frames, ByteView input,
                                                std::string_view trace, Levels& levels, Pictures& pictures);

} // namespace rekindle::flashback::oracle
