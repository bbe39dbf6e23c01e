#include "emi/stage/stage.h"

#include <algorithm>
#include <utility>

namespace rekindle::emi {

const Actor* Stage::find(ActorId id) const {
    const auto at = std::lower_bound(actors.begin(), actors.end(), id,
                                     [](const Actor& actor, ActorId wanted) { return actor.id < wanted; });
    return at != actors.end() && at->id == id ? &*at : nullptr;
}
Actor* Stage::find(ActorId id) { return const_cast<Actor*>(std::as_const(*this).find(id)); }

const SetState* Stage::current() const {
    const auto at =
        std::find_if(sets.begin(), sets.end(), [&](const SetState& each) { return each.name == set; });
    return set.empty() || at == sets.end() ? nullptr : &*at;
}
SetState* Stage::current() { return const_cast<SetState*>(std::as_const(*this).current()); }

bool is_active(const Stage& stage, const Actor& actor) {
    if (actor.overworld) return true;
    const bool set_shown = stage.mode == Mode::normal || stage.mode == Mode::frozen;
    return set_shown && !stage.set.empty() && actor.set == stage.set;
}

std::vector<ActorId> active_actors(const Stage& stage) {
    std::vector<ActorId> ids;
    for (const Actor& actor : stage.actors)
        if (is_active(stage, actor)) ids.push_back(actor.id);
    return ids;
}

} // namespace rekindle::emi
