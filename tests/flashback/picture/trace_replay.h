#pragma once
// Puts the states of a recorded oracle trace into a World, tick by tick, without running a tick of ours. Only
// the cells, which traces do not list, are made by our wake pass from the state before (their check sum is in
// the trace).

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "flashback/world/tick.h"

namespace rekindle::test {

struct ReplayedTick {
    int number = 0;
    const flashback::World* before = nullptr; // at the end of the tick before
    const flashback::World* world = nullptr;  // at the end of this one
    bool drawn = false;
    std::uint32_t picture_crc = 0, palette_crc = 0; // where drawn
    std::uint32_t cells_crc = 0;                    // as the trace says
    std::vector<std::string> events;                // "inventory 48 097f0ca9"
};

struct TraceHeader {
    std::string scenario;
    int level = 0, skill = 0;
};

class Trace {
  public:
    explicit Trace(const std::string& scenario); // of ../shared
    const TraceHeader& header() const { return header_; }
    // Calls `each` for every tick from 1 on.
    void replay(const flashback::Level& level, const std::function<void(const ReplayedTick&)>& each);

  private:
    std::string text_;
    TraceHeader header_;
};

std::vector<std::string> all_scenarios();
// Check sum over the cell table as the oracle's README describes it.
std::uint32_t cells_crc(const flashback::World& world);

} // namespace rekindle::test
