#pragma once
// In which order the things of a set are drawn (emi-engine R7, R9, R14): plain numbers in, plain numbers
// out. Whoever makes a draw list from a stage calls this.

#include <cstdint>
#include <span>
#include <vector>

namespace rekindle::emi {

struct LayerPlace {
    std::int32_t id = 0, order = 0;
};
struct ActorPlace {
    std::int32_t id = 0, order = 0; // the effective order (R48)
    float depth = 0;                // z of the view space of its world position
};

struct Placed {
    enum class Kind : std::uint8_t { background, layer, actor };
    Kind kind = Kind::background;
    std::int32_t id = 0; // of a background layer: its number
    bool operator==(const Placed&) const = default;
};

// First drawn first. Background layer k has order 10·k. Negative orders are left out.
std::vector<Placed> merge_by_order(int background_layers, std::span<const LayerPlace> layers,
                                   std::span<const ActorPlace> actors);

// The overworld's actors: by descending order, negative ones too. Answers ids.
std::vector<std::int32_t> overworld_order(std::span<const ActorPlace> actors);

} // namespace rekindle::emi
