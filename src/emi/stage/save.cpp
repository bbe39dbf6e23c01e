#include "emi/stage/save.h"

#include <algorithm>

#include "base/hash.h"
#include "emi/stage/save_fields.h"

namespace rekindle::emi {
namespace {

constexpr std::string_view magic = "RKSTAGE";
constexpr std::uint32_t version = 1;
constexpr Endian endian = Endian::little;

// Names of what a Ref means, and the way back.
const std::string& file_of(const Cast& cast, Ref<CostumeResource> ref) { return cast.costumes()[ref].file; }
const std::string& file_of(const Cast& cast, Ref<TextureResource> ref) { return cast.textures()[ref].file; }
const std::string& file_of(const Cast& cast, Ref<SetResource> ref) { return cast.sets()[ref].file; }
const std::string& file_of(const Cast& cast, Ref<LayerResource> ref) {
    return cast.layer_pictures()[ref].file;
}
const std::string& file_of(const Cast& cast, Ref<FontResource> ref) { return cast.fonts()[ref].file; }
const std::string& file_of(const Cast& cast, Ref<LipResource> ref) { return cast.lips()[ref].file; }
void look_up(Cast& cast, Ref<CostumeResource>& ref, const std::string& file) { ref = cast.costume(file); }
void look_up(Cast& cast, Ref<TextureResource>& ref, const std::string& file) { ref = cast.texture(file); }
void look_up(Cast& cast, Ref<SetResource>& ref, const std::string& file) { ref = cast.set(file); }
void look_up(Cast& cast, Ref<LayerResource>& ref, const std::string& file) { ref = cast.layers(file); }
void look_up(Cast& cast, Ref<FontResource>& ref, const std::string& file) { ref = cast.font(file); }
void look_up(Cast& cast, Ref<LipResource>& ref, const std::string& file) { ref = cast.lip(file); }

template <typename T>
constexpr bool is_glm = false;
template <int n, typename T, glm::qualifier q>
constexpr bool is_glm<glm::vec<n, T, q>> = true;
template <int c, int r, typename T, glm::qualifier q>
constexpr bool is_glm<glm::mat<c, r, T, q>> = true;

class StageWriter {
  public:
    explicit StageWriter(const Cast& cast) : cast_(cast) {}

    template <typename... T>
    void operator()(T&... values) {
        (one(values), ...);
    }
    Bytes take() { return out_.take(); }
    void head() {
        out_.text(magic);
        out_.u32(version, endian);
    }

  private:
    void one(bool value) { out_.u8(value ? 1 : 0); }
    void one(std::int32_t value) { out_.i32(value, endian); }
    void one(std::uint32_t value) { out_.u32(value, endian); }
    void one(std::uint64_t value) {
        out_.u32(static_cast<std::uint32_t>(value), endian);
        out_.u32(static_cast<std::uint32_t>(value >> 32), endian);
    }
    void one(float value) { out_.f32(value, endian); }
    void one(std::string& value) {
        one(static_cast<std::uint32_t>(value.size()));
        out_.text(value);
    }
    void one(glm::quat& q) {
        for (const float each : {q.x, q.y, q.z, q.w}) one(each);
    }
    template <typename T>
    void one(Ref<T> ref) {
        static const std::string nothing;
        const std::string& file = ref ? file_of(cast_, ref) : nothing;
        one(static_cast<std::uint32_t>(file.size()));
        out_.text(file);
    }
    template <typename T>
    void one(std::vector<T>& values) {
        one(static_cast<std::uint32_t>(values.size()));
        for (T& value : values) one(value);
    }
    template <typename T, std::size_t n>
    void one(std::array<T, n>& values) {
        for (T& value : values) one(value);
    }
    template <typename T>
    void one(T& value) {
        if constexpr (std::is_enum_v<T>)
            one(static_cast<std::int32_t>(value));
        else if constexpr (is_glm<T>)
            for (int i = 0; i < T::length(); ++i) one(value[i]);
        else
            fields(*this, value);
    }

    const Cast& cast_;
    Writer out_;
};

class StageReader {
  public:
    StageReader(ByteView bytes, std::string_view file, Cast& cast) : in_(bytes, file), cast_(cast) {}

    template <typename... T>
    void operator()(T&... values) {
        (one(values), ...);
    }
    Reader& in() { return in_; }
    void head() {
        if (in_.text(magic.size()) != magic) in_.fail_at(0, "a saved stage", "other bytes");
        const std::size_t at = in_.offset();
        const std::uint32_t found = in_.u32(endian);
        in_.expect_at(found == version, at, "version 1", found);
    }

  private:
    void one(bool& value) {
        const std::size_t at = in_.offset();
        const std::uint8_t byte = in_.u8();
        in_.expect_at(byte <= 1, at, "0 or 1", byte);
        value = byte == 1;
    }
    void one(std::int32_t& value) { value = in_.i32(endian); }
    void one(std::uint32_t& value) { value = in_.u32(endian); }
    void one(std::uint64_t& value) {
        const std::uint64_t low = in_.u32(endian);
        value = low | std::uint64_t{in_.u32(endian)} << 32;
    }
    void one(float& value) { value = in_.f32(endian); }
    void one(std::string& value) { value = in_.text(in_.u32(endian)); }
    void one(glm::quat& q) {
        for (float* each : {&q.x, &q.y, &q.z, &q.w}) one(*each);
    }
    template <typename T>
    void one(Ref<T>& ref) {
        const std::size_t at = in_.offset();
        std::string file;
        one(file);
        if (file.empty() || !in_.ok()) return;
        look_up(cast_, ref, file);
        if (!ref) in_.fail_at(at, file, "no such file, or a damaged one");
    }
    template <typename T>
    void one(std::vector<T>& values) {
        const std::size_t at = in_.offset();
        const std::uint32_t count = in_.u32(endian);
        in_.expect_at(count <= in_.remaining(), at, "no more items than bytes", count);
        for (std::uint32_t i = 0; i < count && in_.ok(); ++i) {
            values.emplace_back();
            one(values.back());
        }
    }
    template <typename T, std::size_t n>
    void one(std::array<T, n>& values) {
        for (T& value : values) one(value);
    }
    template <typename T>
    void one(T& value) {
        if constexpr (std::is_enum_v<T>) {
            const std::size_t at = in_.offset();
            const std::int32_t number = in_.i32(endian);
            const bool known = number >= EnumRange<T>::first && number <= EnumRange<T>::last;
            if (in_.expect_at(known, at, "a known kind", static_cast<std::uint32_t>(number)))
                value = static_cast<T>(number);
        } else if constexpr (is_glm<T>) {
            for (int i = 0; i < T::length(); ++i) one(value[i]);
        } else {
            fields(*this, value);
        }
    }

    Reader in_;
    Cast& cast_;
};

// ------------------------------------------------------------------ what the rest of the stage relies on

bool fits(const Cast& cast, const WornCostume& worn, const Actor& actor) {
    if (!worn.costume) return false;
    const CostumeResource& costume = cast.costumes()[worn.costume];
    const std::size_t chores = costume.plan.chores.size();
    const auto known = [&](std::uint32_t chore) { return chore < chores; };
    const auto slot = [&](std::int32_t number) {
        return number >= -1 && number < static_cast<std::int32_t>(actor.pictures.size());
    };
    const CostumeResource::Wear* parts = costume.worn(worn.state.worn);
    const std::size_t joints = parts ? cast.skeletons()[parts->skeleton].rig.joints() : 0;
    return worn.state.chores.size() == chores &&
           worn.state.animations.size() == costume.plan.animations.size() &&
           std::all_of(worn.state.playing.begin(), worn.state.playing.end(), known) &&
           worn.state.worn >= -1 && worn.state.worn < static_cast<std::int32_t>(chores) &&
           worn.models.size() == costume.models.size() &&
           worn.picture_slots.size() == costume.plan.pictures.size() &&
           std::all_of(worn.picture_slots.begin(), worn.picture_slots.end(), slot) &&
           worn.pose.size() == joints;
}

bool fits(const Cast& cast, const Actor& actor) {
    const auto slot_fits = [&](const ChoreSlot& slot) {
        return !slot || slot.chore < cast.costumes()[slot.costume].plan.chores.size();
    };
    const auto vertex_before = [](const LocalAlpha& a, const LocalAlpha& b) { return a.vertex < b.vertex; };
    return std::all_of(actor.costumes.begin(), actor.costumes.end(),
                       [&](const WornCostume& worn) { return fits(cast, worn, actor); }) &&
           std::all_of(actor.pictures.begin(), actor.pictures.end(),
                       [](const ActorPicture& picture) { return bool(picture.texture); }) &&
           std::all_of(actor.mouths.begin(), actor.mouths.end(), slot_fits) && slot_fits(actor.rest) &&
           slot_fits(actor.walk) && slot_fits(actor.left) && slot_fits(actor.right) &&
           slot_fits(actor.mumble) &&
           std::is_sorted(actor.local_alphas.begin(), actor.local_alphas.end(), vertex_before) &&
           actor.talk.shape >= -1 && actor.talk.shape < static_cast<std::int32_t>(actor.mouths.size()) &&
           actor.shadow_slot < shadow_slots;
}

bool fits(const Cast& cast, const SetState& set) {
    return set.set && !set.cameras.empty() && set.setup < set.cameras.size() &&
           set.cameras.size() == cast.sets()[set.set].set.setups.size() &&
           set.lights.size() == cast.sets()[set.set].set.lights.size() &&
           std::all_of(set.sectors.begin(), set.sectors.end(), [](const Sector& sector) {
               return !sector.vertices.empty() && sector.vertices.size() == sector.unshrunk.size();
           });
}

template <typename T>
bool ids_rise(const std::vector<T>& items, std::uint32_t next) {
    std::uint32_t last = 0;
    for (const T& item : items) {
        if (item.id <= last || item.id >= next) return false;
        last = item.id;
    }
    return true;
}

bool chores_rise(const Stage& stage) {
    for (const Actor& actor : stage.actors)
        for (ChoreId last = 0; const WornCostume& worn : actor.costumes) {
            if (worn.first_chore <= last || worn.first_chore >= stage.next_chore) return false;
            last = worn.first_chore;
        }
    return true;
}

bool fits(const Cast& cast, const Stage& stage) {
    return ids_rise(stage.actors, stage.next_actor) && ids_rise(stage.texts, stage.next_text) &&
           ids_rise(stage.layers, stage.next_layer) && ids_rise(stage.primitives, stage.next_primitive) &&
           chores_rise(stage) &&
           std::all_of(stage.actors.begin(), stage.actors.end(),
                       [&](const Actor& actor) { return fits(cast, actor); }) &&
           std::all_of(stage.sets.begin(), stage.sets.end(),
                       [&](const SetState& set) { return fits(cast, set); }) &&
           std::all_of(stage.layers.begin(), stage.layers.end(),
                       [](const Layer& layer) { return bool(layer.picture); }) &&
           (stage.set.empty() || stage.current() != nullptr);
}

} // namespace

Bytes save_stage(const Stage& stage, const Cast& cast) {
    StageWriter writer(cast);
    writer.head();
    fields(writer, const_cast<Stage&>(stage)); // a writer only reads
    return writer.take();
}

Expected<Stage> restore_stage(ByteView bytes, std::string_view file, Cast& cast) {
    StageReader reader(bytes, file, cast);
    reader.head();
    Stage stage;
    stage.speech_style = {};
    if (reader.in().ok()) fields(reader, stage);
    reader.in().expect_end();
    if (!reader.in().ok()) return reader.in().unexpected();
    if (!fits(cast, stage))
        return bad_data(file, 0, "a stage that fits its files", "numbers that don't belong to them");
    return stage;
}

std::uint64_t hash_of(const Stage& stage, const Cast& cast) { return hash64(save_stage(stage, cast)); }

} // namespace rekindle::emi
