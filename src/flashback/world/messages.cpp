#include "flashback/world/turn.h"

namespace rekindle::flashback {

void reset_messages(World& world) {
    world.message_head.fill(no_entity);
    for (std::size_t i = 0; i < world.messages.size(); ++i) {
        const bool last = i + 1 == world.messages.size();
        world.messages[i] = {0, 0, last ? no_entity : static_cast<std::int16_t>(i + 1)};
    }
    world.free_message = 0;
}

void send(World& world, const Level& level, int from, int to, std::int16_t number) {
    if (to < 0 || to >= world.entity_count) return; // U5
    const auto receiver = static_cast<std::size_t>(to);
    if (!world.entities[receiver].awake()) {
        if ((level.entities[receiver].wake & wake_by_message) == 0) return;
        wake(world, to);
    }
    if (number <= 4) { // a hit
        if (world.entities[receiver].room != world.entities[static_cast<std::size_t>(from)].room) return;
        if (to == conrad && world.blink != 0) return;
    }
    if (world.free_message < 0) return;
    const std::int16_t index = world.free_message;
    Message& message = world.messages[static_cast<std::size_t>(index)];
    world.free_message = message.next;
    message = {static_cast<std::uint16_t>(from), number, world.message_head[receiver]};
    world.message_head[receiver] = index;
}

void clear_messages(World& world, int entity) {
    std::int16_t& head = world.message_head[static_cast<std::size_t>(entity)];
    while (head >= 0) {
        Message& message = world.messages[static_cast<std::size_t>(head)];
        const std::int16_t next = message.next;
        message.next = world.free_message;
        world.free_message = head;
        head = next;
    }
}

} // namespace rekindle::flashback
