#pragma once
// The fields of a trace by name (oracle README "Trace format"), read from a World. The trace writer and the
// proof adapter both go through here, so a name means one thing.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "flashback/world/world.h"

namespace rekindle::flashback::oracle {

// What a run knows at the end of a tick beside the world.
struct Inputs {
    int input = -1;     // mask sampled in this tick, -1 none
    int input_pos = -1; // bytes of a recording taken, -1 where there is none
    bool operator==(const Inputs&) const = default;
};

struct Field {
    std::string_view name;
    bool hex = false; // printed as 8 hex digits
};

inline constexpr std::array<Field, 37> world_fields = {{
    {"entities"},    {"level"},      {"skill"},       {"score"},       {"room"},         {"redraw"},
    {"rng"},         {"input"},      {"inputPos"},    {"keys"},        {"straightKeys"}, {"blink"},
    {"hitPending"},  {"gunVar"},     {"foundFlag1"},  {"foundFlag2"},  {"deathTimer"},   {"deathScene"},
    {"scene"},       {"story"},      {"storyIcon"},   {"savedNote"},   {"haveSave"},     {"codeTimer"},
    {"monsterNode"}, {"monsterSet"}, {"shake"},       {"leftRoom"},    {"rightRoom"},    {"grid", true},
    {"cellCount"},   {"slotsUsed"},  {"cells", true}, {"sight", true}, {"doorCount"},    {"doorHead"},
    {"doors", true},
}};
using WorldValues = std::array<std::int64_t, world_fields.size()>;
// `known` and its values (both or neither) spare the check sums of what has not changed since.
WorldValues world_values(const World& world, const Inputs& inputs, const World* known = nullptr,
                         const WorldValues* values = nullptr);

inline constexpr std::array<Field, 17> entity_fields = {{
    {"state"},
    {"x"},
    {"y"},
    {"frame"},
    {"room"},
    {"life"},
    {"counter"},
    {"cell"},
    {"invNext"},
    {"invHead"},
    {"owner"},
    {"sprite"},
    {"flags"},
    {"index"},
    {"first"},
    {"roomNext"},
    {"active"},
}};
using EntityValues = std::array<std::int64_t, entity_fields.size()>;
EntityValues entity_values(const World& world, int entity);

// Numbers of a definition in the order of a trace's D lines.
std::array<std::int64_t, 21> definition_values(const EntityDefinition& definition);

// The list of a room byte, and the messages waiting for an entity, from the head.
std::vector<std::int16_t> room_list(const World& world, std::uint8_t room);
struct WaitingMessage {
    std::uint16_t sender, number;
    bool operator==(const WaitingMessage&) const = default;
};
std::vector<WaitingMessage> waiting_messages(const World& world, int entity);

} // namespace rekindle::flashback::oracle
