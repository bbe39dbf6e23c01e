// The costume stack, and chores by handle.
#include <algorithm>

#include "emi/stage/chores.h"
#include "emi/stage/wearer.h"

namespace rekindle::emi {
namespace {

constexpr float longest_fade = 0.6f; // stopping with this or more is at once (R30)

std::int32_t ms_of(float seconds) { return std::max(whole(seconds * 1000), 0); }

void empty_slots(Actor& actor, Ref<CostumeResource> costume) {
    const auto empty = [&](ChoreSlot& slot) {
        if (slot.costume == costume) slot = {};
    };
    for (ChoreSlot* slot : {&actor.rest, &actor.walk, &actor.left, &actor.right, &actor.mumble}) empty(*slot);
    for (ChoreSlot& slot : actor.mouths) empty(slot);
}

WornCostume wear(Stage& stage, const Cast& cast, Actor& actor, Ref<CostumeResource> ref) {
    const CostumeResource& costume = cast.costumes()[ref];
    WornCostume worn;
    worn.costume = ref;
    worn.first_chore = stage.next_chore;
    stage.next_chore += static_cast<ChoreId>(std::max<std::size_t>(costume.plan.chores.size(), 1));
    worn.state = begin_costume(costume.plan);
    worn.models.resize(costume.models.size());
    const auto slot_of = [&](std::string_view name) -> std::int32_t {
        for (std::size_t i = 0; i < actor.pictures.size(); ++i)
            if (cast.textures()[actor.pictures[i].texture].file == name) return static_cast<std::int32_t>(i);
        return -1;
    };
    for (const Ref<TextureResource> texture : costume.textures)
        if (slot_of(cast.textures()[texture].file) < 0) actor.pictures.push_back({texture, 0});
    for (const std::string& each : costume.plan.pictures)
        worn.picture_slots.push_back(slot_of(normal_name(each)));
    return worn;
}

std::vector<WornCostume>::iterator costume_on(Actor& actor, Ref<CostumeResource> ref) {
    return std::find_if(actor.costumes.begin(), actor.costumes.end(),
                        [&](const WornCostume& worn) { return worn.costume == ref; });
}

void take_off(Actor& actor, std::vector<WornCostume>::iterator worn) {
    const Ref<CostumeResource> ref = worn->costume;
    actor.costumes.erase(worn);
    empty_slots(actor, ref);
}

} // namespace

const WornCostume* current_costume(const Actor& actor) {
    for (const WornCostume& worn : actor.costumes)
        if (worn.state.worn >= 0) return &worn;
    return nullptr;
}
WornCostume* current_costume(Actor& actor) {
    return const_cast<WornCostume*>(current_costume(static_cast<const Actor&>(actor)));
}

const CostumeResource::Wear* worn_parts(const Cast& cast, const WornCostume& worn) {
    return cast.costumes()[worn.costume].worn(worn.state.worn);
}
const SkeletonResource* worn_skeleton(const Cast& cast, const WornCostume& worn) {
    const CostumeResource::Wear* parts = worn_parts(cast, worn);
    return parts == nullptr ? nullptr : cast.skeletons().get(parts->skeleton);
}

std::string_view costume_name(const Cast& cast, const Actor& actor) {
    const WornCostume* worn = current_costume(actor);
    return worn == nullptr ? std::string_view() : std::string_view(cast.costumes()[worn->costume].file);
}

bool push_costume(StageRun run, ActorId id, std::string_view file) {
    const Ref<CostumeResource> ref = run.cast.costume(file);
    Actor* actor = run.stage.find(id);
    if (actor == nullptr || !ref) return false;
    if (costume_on(*actor, ref) == actor->costumes.end())
        actor->costumes.push_back(wear(run.stage, run.cast, *actor, ref));
    return true;
}

void pop_costume(StageRun run, ActorId id) {
    Actor* actor = run.stage.find(id);
    if (actor != nullptr && !actor->costumes.empty()) take_off(*actor, actor->costumes.end() - 1);
}

bool set_costume(StageRun run, ActorId id, std::string_view file) {
    if (!run.cast.costume(file)) return false;
    pop_costume(run, id);
    return push_costume(run, id, file);
}

void clear_costumes(StageRun run, ActorId id) {
    Actor* actor = run.stage.find(id);
    while (actor != nullptr && !actor->costumes.empty()) take_off(*actor, actor->costumes.end() - 1);
}

// ------------------------------------------------------------------------------------------------- handles

std::optional<ChoreAt> find_chore(const Stage& stage, ChoreId chore) {
    for (const Actor& actor : stage.actors)
        for (const WornCostume& worn : actor.costumes)
            if (chore >= worn.first_chore && chore - worn.first_chore < worn.state.chores.size())
                return ChoreAt{actor.id, worn.first_chore, chore - worn.first_chore};
    return std::nullopt;
}

const ChoreState* chore_state(const Stage& stage, ChoreId chore) {
    const auto at = find_chore(stage, chore);
    if (!at) return nullptr;
    for (const WornCostume& worn : stage.find(at->actor)->costumes)
        if (worn.first_chore == at->first) return &worn.state.chores[at->chore];
    return nullptr;
}

std::string_view chore_name(const Stage& stage, const Cast& cast, ChoreId chore) {
    const auto at = find_chore(stage, chore);
    if (!at) return {};
    for (const WornCostume& worn : stage.find(at->actor)->costumes)
        if (worn.first_chore == at->first) return cast.costumes()[worn.costume].plan.chores[at->chore].name;
    return {};
}

std::optional<ChoreAt> chore_named(StageRun run, ActorId id, std::string_view chore,
                                   std::string_view costume) {
    Actor* actor = run.stage.find(id);
    if (actor == nullptr) return std::nullopt;
    const WornCostume* worn = nullptr;
    if (costume.empty()) {
        worn = current_costume(*actor);
    } else {
        const Ref<CostumeResource> ref = run.cast.costume(costume);
        if (!ref || !push_costume(run, id, costume)) return std::nullopt;
        worn = &*costume_on(*actor, ref);
    }
    if (worn == nullptr) return std::nullopt;
    const auto found = run.cast.costumes()[worn->costume].plan.find(chore);
    if (!found) return std::nullopt;
    return ChoreAt{id, worn->first_chore, static_cast<std::uint32_t>(*found)};
}

ChoreId play_actor_chore(StageRun run, ActorId id, std::string_view chore, std::string_view costume,
                         bool loop, float fade) {
    const auto at = chore_named(run, id, chore, costume);
    if (!at) return 0;
    play_at(run, *at, loop, ms_of(fade));
    return at->first + at->chore;
}

void stop_chore(StageRun run, ChoreId chore, std::optional<float> fade) {
    const auto at = find_chore(run.stage, chore);
    if (!at) return;
    const std::int32_t ms = fade && *fade < longest_fade ? ms_of(*fade) : 0;
    with_costume(run, *at, [&](CostumeRun costume) { fade_chore(costume, at->chore, FadeMode::out, ms); });
}

void stop_actor_chores(StageRun run, ActorId id, bool ignore_looping) {
    Actor* actor = run.stage.find(id);
    if (actor == nullptr) return;
    for (const WornCostume& worn : actor->costumes)
        for (std::uint32_t i = 0; i < worn.state.chores.size(); ++i)
            if (worn.state.chores[i].playing && !(ignore_looping && worn.state.chores[i].looping))
                with_costume(run, {id, worn.first_chore, i},
                             [&](CostumeRun costume) { stop_chore(costume, i); });
    for (std::size_t i = actor->costumes.size(); i-- > 0;)
        if (!actor->costumes[i].state.any_playing())
            take_off(*actor, actor->costumes.begin() + static_cast<std::ptrdiff_t>(i));
}

void set_looping(Stage& stage, ChoreId chore, bool on) {
    if (const ChoreState* state = chore_state(stage, chore)) const_cast<ChoreState*>(state)->looping = on;
}
void pause_chore(Stage& stage, ChoreId chore, bool on) {
    if (const ChoreState* state = chore_state(stage, chore)) const_cast<ChoreState*>(state)->paused = on;
}

void advance_chore(StageRun run, ChoreId chore, float seconds) {
    if (const auto at = find_chore(run.stage, chore))
        with_costume(run, *at, [&](CostumeRun costume) { skip_chore(costume, at->chore, ms_of(seconds)); });
}

void complete_chore(StageRun run, ChoreId chore) {
    const ChoreState* state = chore_state(run.stage, chore);
    if (state == nullptr) return;
    const std::int32_t from = state->time;
    const auto at = find_chore(run.stage, chore);
    with_costume(run, *at, [&](CostumeRun costume) { end_chore(costume, at->chore, from); });
}

void fade_actor_chore(StageRun run, ActorId id, std::string_view costume, std::uint32_t chore, FadeMode mode,
                      std::int32_t ms) {
    Actor* actor = run.stage.find(id);
    const Ref<CostumeResource> ref = run.cast.costume(costume);
    if (actor == nullptr || !ref) return;
    const auto worn = costume_on(*actor, ref);
    if (worn == actor->costumes.end() || chore >= worn->state.chores.size()) return;
    const ChoreAt at{id, worn->first_chore, chore};
    if (mode == FadeMode::in && !worn->state.chores[chore].playing)
        play_at(run, at, worn->state.chores[chore].looping, ms);
    else
        with_costume(run, at, [&](CostumeRun each) { fade_chore(each, chore, mode, ms); });
}

bool is_chore_playing(const Stage& stage, ChoreId chore) {
    const ChoreState* state = chore_state(stage, chore);
    return state != nullptr && state->playing && !state->paused;
}

std::optional<std::uint32_t> choring(const Actor& actor, bool exclude_looping) {
    for (const WornCostume& worn : actor.costumes)
        for (std::uint32_t i = 0; i < worn.state.chores.size(); ++i) {
            const ChoreState& state = worn.state.chores[i];
            const ChoreSlot slot{worn.costume, i};
            const bool mouth =
                std::find(actor.mouths.begin(), actor.mouths.end(), slot) != actor.mouths.end();
            if (state.playing && !mouth && !(exclude_looping && state.looping)) return i;
        }
    return std::nullopt;
}

std::vector<ChoreId> playing_chores(const Actor& actor) {
    std::vector<ChoreId> chores;
    for (const WornCostume& worn : actor.costumes)
        for (const std::uint32_t chore : worn.state.playing)
            if (worn.state.chores[chore].playing) chores.push_back(worn.first_chore + chore);
    return chores;
}

// ------------------------------------------------------------------------------------------- under way

CostumeState* ActorWearer::costume() {
    WornCostume* worn = this->worn();
    return worn == nullptr ? nullptr : &worn->state;
}
WornCostume* ActorWearer::worn() {
    Actor* actor = run_.stage.find(actor_);
    if (actor == nullptr) return nullptr;
    for (WornCostume& each : actor->costumes)
        if (each.first_chore == first_) return &each;
    return nullptr;
}
void ActorWearer::show_picture(std::uint32_t track, std::int32_t number) {
    const WornCostume* worn = this->worn();
    if (worn == nullptr || worn->picture_slots[track] < 0 || number < 0) return;
    ActorPicture& picture =
        run_.stage.find(actor_)->pictures[static_cast<std::size_t>(worn->picture_slots[track])];
    const auto shown = static_cast<std::uint32_t>(number);
    if (shown < run_.cast.textures()[picture.texture].pictures.size()) picture.shown = shown;
}

void play_at(StageRun run, ChoreAt at, bool loop, std::int32_t fade_ms) {
    ActorWearer wearer(run, at.actor, at.first);
    const WornCostume* before = wearer.worn();
    if (before == nullptr) return;
    const std::int32_t worn_before = before->state.worn;
    with_costume(run, at, [&](CostumeRun costume) { play_chore(costume, at.chore, loop, fade_ms); });
    WornCostume* worn = wearer.worn();
    if (worn == nullptr || worn->state.worn == worn_before) return;
    const SkeletonResource* skeleton = worn_skeleton(run.cast, *worn);
    worn->pose = skeleton == nullptr ? std::vector<glm::mat4>() : skeleton->rig.matrices;
}

void advance_costumes(StageRun run, ActorId id, std::int32_t dt) {
    // Handles rise from the bottom of the stack to its top, whatever scripts do to it meanwhile.
    for (ChoreId done = 0;;) {
        Actor* actor = run.stage.find(id);
        if (actor == nullptr) return;
        const auto next = std::find_if(actor->costumes.begin(), actor->costumes.end(),
                                       [&](const WornCostume& worn) { return worn.first_chore > done; });
        if (next == actor->costumes.end()) return;
        done = next->first_chore;
        with_costume(run, {id, done, 0}, [&](CostumeRun costume) { advance_costume(costume, dt); });
        actor = run.stage.find(id);
        if (actor == nullptr) return;
        const auto worn = std::find_if(actor->costumes.begin(), actor->costumes.end(),
                                       [&](const WornCostume& each) { return each.first_chore == done; });
        if (worn != actor->costumes.end() && !worn->state.any_playing()) take_off(*actor, worn);
    }
}

} // namespace rekindle::emi
