#pragma once
// Writes runs in the oracle's trace format, byte for byte (oracle README "Trace format"): a header, the
// definitions, then what every tick changed. Used by `rekindle run`, the checks of `prove` and the tests.

#include <optional>
#include <span>
#include <string>

#include "flashback/oracle/fields.h"
#include "flashback/oracle/input_script.h"
#include "flashback/oracle/pictures.h"

namespace rekindle::flashback::oracle {

struct TraceHeader {
    std::string scenario;
    int level = 0;
    int skill = 1;
    std::uint32_t seed = 0;
    std::string demo; // "demo1.bin 2048 bytes", empty: none
    std::optional<ScriptStart> start;
};

// What happened in one tick beside the state.
struct TickNotes {
    std::span<const std::string> events; // "sound 66 0"
    std::optional<PictureSums> picture;
};

class TraceWriter {
  public:
    void header(const TraceHeader& header, const Level& level);
    // The state after tick `number`, 0: the start. Writes what differs from the block before.
    void block(std::uint32_t number, const World& world, const Inputs& inputs, const TickNotes& notes);
    void end(std::uint32_t ticks, std::string_view reason);

    const std::string& text() const { return text_; }
    void clear() { text_.clear(); } // what has been written out

  private:
    std::string text_;
    std::optional<World> world_;
    WorldValues values_{};
};

// The lines g, e, r, m that differ between two states of the same level, each ended by a line feed.
// `values` are those of `before`.
std::string changes(const World& before, const WorldValues& values, const World& after);

} // namespace rekindle::flashback::oracle
