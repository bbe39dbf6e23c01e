#include "flashback/world/turn.h"

namespace rekindle::flashback {

namespace {

Entity& at(World& world, int index) { return world.entities[static_cast<std::size_t>(index)]; }

// Where an item hangs: the link that names it (owner.inv_head or an item's inv_next), or the link behind the
// last item. A list is at most as long as there are entities, which also ends a walk through a circular one.
std::uint8_t& link_to(World& world, int owner, int item) {
    std::uint8_t* link = &at(world, owner).inv_head;
    for (std::size_t steps = 0; *link != no_link && *link != item && steps < most_entities; ++steps)
        link = &at(world, *link).inv_next;
    return *link;
}

} // namespace

void unlink_from(World& world, int owner, int item) {
    std::uint8_t& link = link_to(world, owner, item);
    if (link != item) return;
    at(world, item).owner = no_link;
    link = at(world, item).inv_next;
    at(world, item).inv_next = no_link;
}

void detach(World& world, int item) {
    if (at(world, item).owner != no_link) unlink_from(world, at(world, item).owner, item);
}

void give(World& world, int owner, int item) {
    detach(world, item);
    std::uint8_t& end = link_to(world, owner, no_link);
    at(world, item).owner = static_cast<std::uint8_t>(owner);
    at(world, item).inv_next = end;
    end = static_cast<std::uint8_t>(item);
}

void make_current(World& world, int item) {
    if (link_to(world, conrad, item) != item) return;
    unlink_from(world, conrad, item);
    at(world, item).owner = conrad;
    at(world, item).inv_next = at(world, conrad).inv_head;
    at(world, conrad).inv_head = static_cast<std::uint8_t>(item);
}

} // namespace rekindle::flashback
