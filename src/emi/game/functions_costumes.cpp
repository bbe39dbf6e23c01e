// Script functions: costumes and chores, those that actors start themselves (emi-engine R25-R45, R91).
#include <algorithm>

#include "emi/game/script.h"
#include "emi/stage/chores.h"

namespace rekindle::emi {
namespace {

using lua::Outcome;

// A costume's number of a chore as the older functions give it; nothing: reported.
std::optional<ChoreId> chore_by_number(Script& s, std::uint32_t number_at, std::uint32_t costume_at) {
    const Actor& actor = s.actor(0);
    const WornCostume* worn = current_costume(actor);
    if (const std::string name = s.text(costume_at); !name.empty()) {
        const auto at =
            std::find_if(actor.costumes.begin(), actor.costumes.end(), [&](const WornCostume& each) {
                return s.cast().costumes()[each.costume].file == normal_name(name);
            });
        worn = at == actor.costumes.end() ? nullptr : &*at;
    }
    const std::int32_t number = s.whole(number_at);
    if (worn == nullptr || number < 0 || static_cast<std::size_t>(number) >= worn->state.chores.size()) {
        (void)s.refuse(number_at, "the number of a chore that the actor's costume has");
        return std::nullopt;
    }
    return worn->first_chore + static_cast<ChoreId>(number);
}

void play_again(Script& s, ChoreId chore, bool loop) {
    const auto at = find_chore(s.stage, chore);
    if (!at) return;
    const Actor& actor = s.actor(0);
    for (const WornCostume& worn : actor.costumes)
        if (worn.first_chore == at->first) {
            play_slot(s.run(), actor.id, ChoreSlot{worn.costume, at->chore}, loop, 0);
            return;
        }
}

Outcome play(Script& s) {
    const std::string costume = s.text(2), chore = s.text(1);
    const ChoreId played = play_actor_chore(s.run(), s.id(0), chore, costume, s.given(3), s.number(4));
    if (played == 0) s.warn("PlayActorChore: no chore '" + chore + "' in costume '" + costume + "'");
    return s.object(played, object::chore);
}

Outcome costume_answer(Script& s) {
    const Actor* actor = s.stage.find(s.id(0));
    const std::string_view name = actor == nullptr ? std::string_view() : costume_name(s.cast(), *actor);
    return name.empty() ? s.nil() : s.answer(name);
}

Outcome choring_answer(Script& s) {
    const auto chore = choring(s.actor(0), s.given(1));
    if (!chore) return s.nil();
    s.call.push(static_cast<float>(*chore));
    return s.truth(true);
}

Outcome chores_answer(Script& s) {
    lua::State& state = s.call.state();
    const lua::Value table = state.new_table();
    s.call.push(table); // keeps it alive
    float n = 0;
    for (const ChoreId chore : playing_chores(s.actor(0)))
        state.table_set(table, lua::Value::of(n++), lua::Value::userdata(chore, object::chore));
    state.table_set(table, state.text("count"), lua::Value::of(n));
    return Outcome::ok;
}

// A chore that a slot is to hold; missing ones are reported.
void slot(Script& s, bool found, std::uint32_t chore_at) {
    if (!found) s.warn(s.call.name() + ": no chore '" + s.text(chore_at) + "'");
}

void fade_by_number(Script& s, FadeMode mode) {
    if (const auto chore = chore_by_number(s, 2, 1))
        fade_actor_chore(s.run(), s.id(0), s.text(1), static_cast<std::uint32_t>(s.whole(2)), mode,
                         s.whole(3));
}

const lua::Binding rows[] = {
    row("SetActorCostume",
        [](Script& s) {
            if (!s.given(1)) {
                clear_costumes(s.run(), s.id(0));
                return s.truth(true);
            }
            return s.truth(set_costume(s.run(), s.id(0), s.text(1)));
        }),
    row("PushActorCostume",
        [](Script& s) {
            if (!push_costume(s.run(), s.id(0), s.text(1)))
                s.warn("PushActorCostume: no costume '" + s.text(1) + "'");
        }),
    row("PopActorCostume",
        [](Script& s) {
            pop_costume(s.run(), s.id(0));
            return costume_answer(s);
        }),
    row("GetActorCostume", [](Script& s) { return costume_answer(s); }),
    row("GetActorCostumeDepth",
        [](Script& s) { return s.answer(static_cast<float>(s.actor(0).costumes.size())); }),
    row("LoadCostume", [](Script& s) { (void)s.cast().costume(s.text(0)); }),
    row("PrintActorCostumes",
        [](Script& s) {
            for (const WornCostume& worn : s.actor(0).costumes)
                s.game.log(s.actor(0).name + " wears " + s.cast().costumes()[worn.costume].file);
        }),
    row("PlayActorChore", [](Script& s) { return play(s); }),
    row("PlayActorChoreLooping",
        [](Script& s) {
            const auto chore = chore_by_number(s, 1, 2);
            if (chore) play_again(s, *chore, true);
            return s.truth(chore.has_value());
        }),
    row("StopActorChore",
        [](Script& s) {
            if (!s.given(1))
                stop_actor_chores(s.run(), s.id(0), false);
            else if (const auto chore = chore_by_number(s, 1, 2))
                stop_chore(s.run(), *chore);
        }),
    row("CompleteActorChore",
        [](Script& s) {
            const auto chore = chore_by_number(s, 1, 2);
            if (chore) complete_chore(s.run(), *chore);
            return s.truth(chore.has_value());
        }),
    row("SetActorChoreLooping",
        [](Script& s) {
            if (const auto chore = chore_by_number(s, 1, 3)) set_looping(s.stage, *chore, s.given(2));
        }),
    row("StopActorChores", [](Script& s) { stop_actor_chores(s.run(), s.id(0), s.given(1)); }),
    row("IsActorChoring", [](Script& s) { return choring_answer(s); }),
    row("GetActorChores", [](Script& s) { return chores_answer(s); }),
    row("IsChoreValid",
        [](Script& s) {
            return s.truth(s.is(0, object::chore) && find_chore(s.stage, s.id(0)).has_value());
        }),
    row("IsChorePlaying", [](Script& s) { return s.truth(is_chore_playing(s.stage, s.id(0))); }),
    row("IsChoreLooping",
        [](Script& s) {
            const ChoreState* chore = chore_state(s.stage, s.id(0));
            return s.truth(chore != nullptr && chore->looping);
        }),
    row("SetChoreLooping",
        [](Script& s) {
            set_looping(s.stage, s.id(0), s.given(1));
            return s.nil();
        }),
    row("PlayChore", [](Script& s) { pause_chore(s.stage, s.id(0), false); }),
    row("PauseChore", [](Script& s) { pause_chore(s.stage, s.id(0), true); }),
    row("StopChore",
        [](Script& s) {
            stop_chore(s.run(), s.id(0), s.given(1) ? std::optional(s.number(1)) : std::nullopt);
        }),
    row("AdvanceChore", [](Script& s) { advance_chore(s.run(), s.id(0), s.number(1)); }),
    row("CompleteChore", [](Script& s) { complete_chore(s.run(), s.id(0)); }),
    row("FadeInChore", [](Script& s) { fade_by_number(s, FadeMode::in); }),
    row("FadeOutChore", [](Script& s) { fade_by_number(s, FadeMode::out); }),
    // Files stay once they were read: locks are only hints to read them now.
    row("LockChore", [](Script& s) { (void)s.cast().costume(s.text(1)); }),
    no_effect("UnlockChore"),
    row("LockChoreSet", [](Script& s) { (void)s.cast().costume(s.text(0)); }),
    no_effect("UnlockChoreSet"),
    row("SetActorRestChore",
        [](Script& s) { slot(s, set_rest_chore(s.run(), s.id(0), s.text(1), s.text(2)), 1); }),
    row("SetActorWalkChore",
        [](Script& s) { slot(s, set_walk_chore(s.run(), s.id(0), s.text(1), s.text(2)), 1); }),
    row("SetActorTurnChores",
        [](Script& s) {
            if (s.given(1) != s.given(2)) return s.refuse(1, "two chores, or nil twice");
            slot(s, set_turn_chores(s.run(), s.id(0), s.text(1), s.text(2), s.text(3)), 1);
            return Outcome::ok;
        }),
    row("SetActorTalkChore",
        [](Script& s) {
            const std::int32_t mouth = s.whole(1);
            if (mouth < 0 || mouth > 9) return s.refuse(1, "a mouth 0 to 9");
            slot(s, set_mouth_chore(s.run(), s.id(0), static_cast<std::size_t>(mouth), s.text(2), s.text(3)),
                 2);
            return Outcome::ok;
        }),
    row("SetActorMumblechore",
        [](Script& s) { slot(s, set_mumble_chore(s.run(), s.id(0), s.text(1), s.text(2)), 1); }),
};

} // namespace

std::span<const lua::Binding> costume_functions() { return rows; }

} // namespace rekindle::emi
