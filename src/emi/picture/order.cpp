#include "emi/picture/order.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace rekindle::emi {
namespace {

// Depths in steps of 0.001, so that "equal" is transitive (R9).
std::int64_t depth_step(float depth) {
    const double steps = std::floor(static_cast<double>(depth) / 0.001 + 0.5);
    return static_cast<std::int64_t>(std::clamp(steps, -1e15, 1e15));
}

struct Entry {
    Placed placed;
    std::int64_t order = 0, depth = 0;
};

// Higher order first; then background, layer, actor; background layers by falling number; farther actors
// first; then by id.
bool is_before(const Entry& a, const Entry& b) {
    const auto key = [](const Entry& e) {
        return std::tuple(-e.order, e.placed.kind, -e.depth, e.placed.id);
    };
    return key(a) < key(b);
}

Entry entry_of(const ActorPlace& actor) {
    return {{Placed::Kind::actor, actor.id}, actor.order, depth_step(actor.depth)};
}

} // namespace

std::vector<Placed> merge_by_order(int background_layers, std::span<const LayerPlace> layers,
                                   std::span<const ActorPlace> actors) {
    std::vector<Entry> entries;
    for (int k = 0; k < background_layers; ++k)
        entries.push_back({{Placed::Kind::background, k}, std::int64_t{10} * k, 0});
    for (const LayerPlace& layer : layers)
        entries.push_back({{Placed::Kind::layer, layer.id}, layer.order, 0});
    for (const ActorPlace& actor : actors) entries.push_back(entry_of(actor));
    std::erase_if(entries, [](const Entry& entry) { return entry.order < 0; });
    std::sort(entries.begin(), entries.end(), is_before);
    std::vector<Placed> placed;
    for (const Entry& entry : entries) placed.push_back(entry.placed);
    return placed;
}

std::vector<std::int32_t> overworld_order(std::span<const ActorPlace> actors) {
    std::vector<Entry> entries;
    for (const ActorPlace& actor : actors) entries.push_back(entry_of(actor));
    std::sort(entries.begin(), entries.end(), is_before);
    std::vector<std::int32_t> ids;
    for (const Entry& entry : entries) ids.push_back(entry.placed.id);
    return ids;
}

} // namespace rekindle::emi
