// The chores that actors start by themselves (emi-engine R38-R40), and chores in slots.
#include <algorithm>

#include "emi/stage/chores.h"
#include "emi/stage/wearer.h"

namespace rekindle::emi {
namespace {

constexpr std::int32_t own_fade = 150, turn_fade = 500; // ms

std::optional<ChoreAt> slot_at(const Actor& actor, const ChoreSlot& slot) {
    if (slot)
        for (const WornCostume& worn : actor.costumes)
            if (worn.costume == slot.costume) return ChoreAt{actor.id, worn.first_chore, slot.chore};
    return std::nullopt;
}
std::optional<ChoreAt> slot_at(const Stage& stage, ActorId id, const ChoreSlot& slot) {
    const Actor* actor = stage.find(id);
    return actor == nullptr ? std::nullopt : slot_at(*actor, slot);
}

// A slot for a chore; nothing: there is none of that name. Without a name: an empty slot.
std::optional<ChoreSlot> slot_for(StageRun run, ActorId id, std::string_view chore,
                                  std::string_view costume) {
    if (run.stage.find(id) == nullptr) return std::nullopt;
    if (chore.empty()) return ChoreSlot();
    const auto at = chore_named(run, id, chore, costume);
    if (!at) return std::nullopt;
    for (const WornCostume& worn : run.stage.find(id)->costumes)
        if (worn.first_chore == at->first) return ChoreSlot{worn.costume, at->chore};
    return std::nullopt;
}

} // namespace

bool slot_plays(const Actor& actor, const ChoreSlot& slot) {
    if (slot)
        for (const WornCostume& worn : actor.costumes)
            if (worn.costume == slot.costume) return is_playing(worn.state, slot.chore);
    return false;
}

void play_slot(StageRun run, ActorId id, ChoreSlot slot, bool loop, std::int32_t fade_ms) {
    if (const auto at = slot_at(run.stage, id, slot)) play_at(run, *at, loop, fade_ms);
}
void fade_slot_out(StageRun run, ActorId id, ChoreSlot slot, std::int32_t ms) {
    if (const auto at = slot_at(run.stage, id, slot))
        with_costume(run, *at,
                     [&](CostumeRun costume) { fade_chore(costume, at->chore, FadeMode::out, ms); });
}
void end_slot(StageRun run, ActorId id, ChoreSlot slot) {
    if (const auto at = slot_at(run.stage, id, slot))
        with_costume(run, *at, [&](CostumeRun costume) { end_chore(costume, at->chore, -1); });
}

bool set_rest_chore(StageRun run, ActorId id, std::string_view chore, std::string_view costume) {
    const auto slot = slot_for(run, id, chore, costume);
    if (!slot) return false;
    const ChoreSlot before = run.stage.find(id)->rest;
    if (*slot == before) return true;
    fade_slot_out(run, id, before, 0);
    run.stage.find(id)->rest = *slot;
    play_slot(run, id, *slot, true, 0);
    return true;
}

bool set_walk_chore(StageRun run, ActorId id, std::string_view chore, std::string_view costume) {
    const auto slot = slot_for(run, id, chore, costume);
    if (!slot) return false;
    Actor& actor = *run.stage.find(id);
    if (*slot == actor.walk) return true;
    if (slot_plays(actor, actor.walk)) fade_slot_out(run, id, actor.walk, own_fade);
    actor.walk = *slot;
    return true;
}

bool set_turn_chores(StageRun run, ActorId id, std::string_view left, std::string_view right,
                     std::string_view costume) {
    const auto new_left = slot_for(run, id, left, costume), new_right = slot_for(run, id, right, costume);
    if (!new_left || !new_right || bool(*new_left) != bool(*new_right)) return false;
    Actor& actor = *run.stage.find(id);
    for (const auto& [before, after] : {std::pair(actor.left, *new_left), std::pair(actor.right, *new_right)})
        if (before != after) fade_slot_out(run, id, before, 0);
    actor.left = *new_left;
    actor.right = *new_right;
    return true;
}

bool set_mouth_chore(StageRun run, ActorId id, std::size_t mouth, std::string_view chore,
                     std::string_view costume) {
    const auto slot = slot_for(run, id, chore, costume);
    if (!slot || mouth >= run.stage.find(id)->mouths.size()) return false;
    ChoreSlot& kept = run.stage.find(id)->mouths[mouth];
    if (kept == *slot) return true;
    fade_slot_out(run, id, kept, 0);
    run.stage.find(id)->mouths[mouth] = *slot;
    return true;
}

bool set_mumble_chore(StageRun run, ActorId id, std::string_view chore, std::string_view costume) {
    const auto slot = slot_for(run, id, chore, costume);
    if (!slot) return false;
    const ChoreSlot before = run.stage.find(id)->mumble;
    if (before == *slot) return true;
    fade_slot_out(run, id, before, 0);
    run.stage.find(id)->mumble = *slot;
    return true;
}

void start_own_chores(StageRun run, ActorId id) {
    Actor* actor = run.stage.find(id);
    if (actor == nullptr) return;
    if (actor->walked && actor->walk && !slot_plays(*actor, actor->walk))
        play_slot(run, id, actor->walk, true, own_fade);
    if (!actor->walked && actor->walked_before && slot_plays(*actor, actor->walk)) {
        fade_slot_out(run, id, actor->walk, own_fade);
        if (!slot_plays(*actor, actor->rest)) play_slot(run, id, actor->rest, true, own_fade);
    }

    if (actor->walked || actor->walked_before) actor->turned = TurnDirection::none;
    const auto chore_of = [&](TurnDirection direction) {
        return direction == TurnDirection::left    ? actor->left
               : direction == TurnDirection::right ? actor->right
                                                   : ChoreSlot();
    };
    if (actor->turned != actor->turned_before) {
        if (actor->turned_before != TurnDirection::none)
            fade_slot_out(run, id, chore_of(actor->turned_before), own_fade);
        if (actor->turned != TurnDirection::none) {
            play_slot(run, id, chore_of(actor->turned), true, turn_fade);
            if (actor->turned == TurnDirection::left) fade_slot_out(run, id, actor->right, own_fade);
        }
    }

    if (!actor->walked && actor->turned == TurnDirection::none && !slot_plays(*actor, actor->rest))
        play_slot(run, id, actor->rest, true, 0);

    actor->walked_before = actor->walked;
    actor->turned_before = actor->turned;
    actor->walked = false;
    actor->turned = TurnDirection::none;
}

} // namespace rekindle::emi
