#include "emi/game/whole.h"

#include <algorithm>

#include <fmt/format.h>

#include "emi/stage/chores.h"

namespace rekindle::emi {
namespace {

constexpr std::int32_t longest = 2'000'000'000; // ms

class Check {
  public:
    explicit Check(std::string_view file) : file_(file) {}
    void that(bool holds, std::string_view what) {
        if (!holds && broken_.empty()) broken_ = what;
    }
    template <typename T>
    void ascending(const std::vector<T>& items, std::uint32_t next, std::string_view what) {
        std::uint32_t last = 0;
        for (const T& item : items) {
            that(item.id > last && item.id < next, what);
            last = item.id;
        }
    }
    Expected<void> result() const {
        if (broken_.empty()) return {};
        return bad_data(file_, 0, "a state that holds together", broken_ + " that don't");
    }

  private:
    std::string file_, broken_;
};

void check_sector(Check& check, const Sector& sector) {
    check.that(sector.vertices.size() >= 3 && sector.unshrunk.size() == sector.vertices.size(),
               "corners of a sector");
}

void check_costume(Check& check, const Cast& cast, const Actor& actor, const WornCostume& worn,
                   ChoreId next_chore) {
    const CostumeResource* costume = cast.costumes().get(worn.costume);
    if (costume == nullptr) return check.that(false, "costumes");
    const CostumePlan& plan = costume->plan;
    const std::size_t chores = plan.chores.size();
    check.that(worn.state.chores.size() == chores && worn.state.animations.size() == plan.animations.size() &&
                   worn.models.size() == plan.models.size() &&
                   worn.picture_slots.size() == plan.pictures.size(),
               "parts of a costume");
    check.that(worn.first_chore > 0 && worn.first_chore <= next_chore &&
                   chores <= next_chore - worn.first_chore,
               "handles of chores");
    for (const std::uint32_t chore : worn.state.playing) check.that(chore < chores, "playing chores");
    check.that(worn.state.worn >= -1 && worn.state.worn < static_cast<std::int32_t>(chores), "worn chores");
    for (std::size_t i = 0; i < worn.models.size() && i < costume->models.size(); ++i) {
        const ModelResource* model = cast.models().get(costume->models[i]);
        check.that(worn.models[i].shading.empty() ||
                       (model != nullptr && model->mesh.positions.size() == worn.models[i].shading.size()),
                   "shaded vertices");
    }
    for (const std::int32_t slot : worn.picture_slots)
        check.that(slot >= -1 && slot < static_cast<std::int32_t>(actor.pictures.size()),
                   "pictures of textures");
    const SkeletonResource* bones = worn_skeleton(cast, worn);
    check.that(worn.pose.empty() || (bones != nullptr && bones->skeleton.joints.size() == worn.pose.size()),
               "joints of a pose");
}

void check_slot(Check& check, const Cast& cast, const ChoreSlot& slot) {
    const CostumeResource* costume = cast.costumes().get(slot.costume);
    check.that(!slot || (costume != nullptr && slot.chore < costume->plan.chores.size()),
               "chores of an actor");
}

void check_actor(Check& check, const Stage& stage, const Cast& cast, const Actor& actor) {
    for (const WornCostume& worn : actor.costumes) check_costume(check, cast, actor, worn, stage.next_chore);
    for (const ActorPicture& picture : actor.pictures) {
        const TextureResource* texture = cast.textures().get(picture.texture);
        check.that(texture != nullptr && (picture.shown == 0 || picture.shown < texture->pictures.size()),
                   "shown pictures");
    }
    for (const ChoreSlot* slot : {&actor.rest, &actor.walk, &actor.left, &actor.right, &actor.mumble})
        check_slot(check, cast, *slot);
    for (const ChoreSlot& slot : actor.mouths) check_slot(check, cast, slot);
    check.that(actor.talk.shape >= -1 && actor.talk.shape <= 9, "mouths");
    check.that(actor.talk.elapsed <= longest && actor.talk.length <= longest, "times of a voice");
    check.that(actor.shadow_slot < shadow_slots, "shadow slots");
    for (const ShadowSlot& slot : actor.shadows)
        for (const Sector& sector : slot.sectors) check_sector(check, sector);
    check.that(std::is_sorted(actor.local_alphas.begin(), actor.local_alphas.end(),
                              [](const LocalAlpha& a, const LocalAlpha& b) { return a.vertex < b.vertex; }),
               "alphas of vertices");
    // Carriers: at most as many as there are actors, so that a circle is found.
    std::size_t carriers = 0;
    for (const Actor* carrier = &actor; carrier->parent != 0 && carriers <= stage.actors.size(); ++carriers) {
        carrier = stage.find(carrier->parent);
        if (carrier == nullptr) return check.that(false, "actors that carry others");
    }
    check.that(carriers <= stage.actors.size(), "actors that carry each other");
}

void check_set(Check& check, const Cast& cast, const SetState& state) {
    const SetResource* resource = cast.sets().get(state.set);
    if (resource == nullptr) return check.that(false, "sets");
    const Set& set = resource->set;
    check.that(state.cameras.size() == set.setups.size() && state.setup < state.cameras.size() &&
                   state.lights.size() == set.lights.size() && state.sectors.size() == set.sectors.size(),
               "parts of a set");
    for (std::size_t i = 0; i < state.sectors.size() && i < set.sectors.size(); ++i) {
        const std::size_t corners = set.sectors[i].vertices.size();
        check.that(state.sectors[i].vertices.size() == corners && state.sectors[i].unshrunk.size() == corners,
                   "corners of a sector");
    }
}

} // namespace

Expected<void> check_whole(const Stage& stage, const Cast& cast, std::string_view file) {
    Check check(file);
    check.that(stage.mode >= Mode::pause && stage.mode <= Mode::overworld &&
                   stage.mode_before >= Mode::pause && stage.mode_before <= Mode::overworld,
               "modes");
    check.that(stage.text_speed >= 1 && stage.text_speed <= 10 && stage.short_frames >= 0, "settings");
    check.ascending(stage.actors, stage.next_actor, "actors");
    check.ascending(stage.layers, stage.next_layer, "layers");
    check.ascending(stage.texts, stage.next_text, "texts");
    check.ascending(stage.primitives, stage.next_primitive, "primitives");
    if (const auto done = check.result(); !done) return done;
    for (const SetState& set : stage.sets) check_set(check, cast, set);
    check.that(stage.set.empty() || stage.current() != nullptr, "sets");
    for (const Actor& actor : stage.actors) check_actor(check, stage, cast, actor);
    for (const Layer& layer : stage.layers) {
        const LayerResource* picture = cast.layer_pictures().get(layer.picture);
        check.that(picture != nullptr && (layer.frame == 0 || layer.frame < picture->frames()),
                   "frames of a layer");
    }
    check.that(stage.iris.elapsed <= longest && stage.iris.length <= longest, "times of the iris");
    for (const Text& text : stage.texts) check.that(text.elapsed <= longest, "times of a text");
    return check.result();
}

Expected<void> check_whole(const Audio& audio, const Controls& controls, const Extras& extras,
                           std::string_view file) {
    Check check(file);
    constexpr std::int32_t most = 1'000'000'000;
    check.ascending(audio.sounds, audio.next_sound, "sounds");
    for (const Sound& sound : audio.sounds)
        check.that(sound.position >= 0 && sound.position <= most && sound.length >= 0 && sound.length <= most,
                   "times of a sound");
    for (const std::vector<MusicTrack>* tracks : {&audio.tracks, &audio.stack})
        for (const MusicTrack& track : *tracks)
            check.that(track.position >= 0 && track.position <= most, "times of music");
    check.that(audio.fade_rest >= 0 && audio.fade_rest < 1000 && (audio.quality == 0 || audio.quality == 1),
               "music");
    check.that(std::is_sorted(controls.enabled.begin(), controls.enabled.end()) &&
                   std::is_sorted(
                       controls.values.begin(), controls.values.end(),
                       [](const Controls::Value& a, const Controls::Value& b) { return a.code < b.code; }),
               "controls");
    check.that(extras.movie_time >= 0, "times of a movie");
    return check.result();
}

} // namespace rekindle::emi
