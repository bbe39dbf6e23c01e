#pragma once
// What a stage is played with and what never changes: costumes, models, skeletons, sprites, textures, sets,
// pictures, fonts, lips. Each is read once, by the name that scripts and files write (emi-formats §1.1), when
// it is first asked for, which may be in the middle of an update. A stage refers to them by Ref: a number in
// this cast, a name in a saved stage. Missing and damaged files are noted once and stay empty refs.

#include <deque>
#include <map>
#include <optional>

#include "base/picture.h"
#include "emi/data/font.h"
#include "emi/data/lip.h"
#include "emi/data/mesh.h"
#include "emi/data/sprite.h"
#include "emi/data/tile_picture.h"
#include "emi/stage/camera.h"
#include "emi/stage/costume.h"
#include "emi/stage/pose_jobs.h"
#include "emi/stage/skinning.h"

namespace rekindle::emi {

// The files, or whatever stands for them.
class CastSource {
  public:
    // The opened (uncompressed) bytes of a file.
    virtual Expected<Bytes> read(std::string_view name) = 0;
    // How long a spoken line's voice is, in ms; nothing: there is none.
    virtual std::optional<std::int32_t> voice_length(std::string_view line) {
        (void)line;
        return std::nullopt;
    }

  protected:
    ~CastSource() = default;
};

// Which item of a shelf; empty: none.
template <typename T>
struct Ref {
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    std::uint32_t index = none;
    explicit operator bool() const { return index != none; }
    bool operator==(const Ref&) const = default;
};

// Items by number and by name (without case, '\' as '/'). They stay where they are when others are added.
template <typename T>
class Shelf {
  public:
    const T& operator[](Ref<T> ref) const { return items_[ref.index]; }
    const T* get(Ref<T> ref) const { return ref.index < items_.size() ? &items_[ref.index] : nullptr; }
    std::size_t size() const { return items_.size(); }
    // Nothing: it was not asked for yet. An empty ref: it was, and is missing or damaged.
    std::optional<Ref<T>> find(std::string_view normalised) const {
        const auto at = names_.find(normalised);
        return at == names_.end() ? std::nullopt : std::optional(at->second);
    }
    Ref<T> add(std::string normalised, T item) {
        const Ref<T> ref{static_cast<std::uint32_t>(items_.size())};
        items_.push_back(std::move(item));
        names_.insert_or_assign(std::move(normalised), ref);
        return ref;
    }
    void add_missing(std::string normalised) { names_.emplace(std::move(normalised), Ref<T>{}); }

  private:
    std::deque<T> items_;
    std::map<std::string, Ref<T>, std::less<>> names_;
};

// A picture of true colour.
struct ImageResource {
    std::string file;
    RgbaPicture picture;
    bool has_alpha = false; // 32 bits: blending is on (R20)
};
// A texture as models and sprites name it: one picture, a list of them (.sur), or one that the engine fills.
struct TextureResource {
    std::string file;
    std::vector<Ref<ImageResource>> pictures; // empty refs: missing
    std::optional<int> special;               // 0..21 (R19)
};
struct ModelResource {
    std::string file;
    Mesh mesh;
    std::vector<Ref<TextureResource>> textures; // of mesh.textures
};
struct SkeletonResource {
    std::string file;
    Skeleton skeleton;
    Rig rig;
};
struct AnimationResource {
    std::string file;
    Animation animation;
    std::int32_t duration = 0; // ms
};
struct SpriteResource {
    std::string file;
    Sprite sprite;
    Ref<TextureResource> texture;
};
struct CostumeResource {
    // What wearing a chore binds together (R45).
    struct Wear {
        std::uint32_t chore = 0;
        std::uint32_t model = 0; // number in `models`
        Ref<SkeletonResource> skeleton;
        Skin skin;
        std::vector<Clip> clips; // of plan.animations
    };
    std::string file;
    CostumePlan plan;
    std::vector<Ref<ModelResource>> models;         // of plan.models
    std::vector<Ref<SpriteResource>> sprites;       // of plan.sprites
    std::vector<Ref<AnimationResource>> animations; // of plan.animations
    std::vector<std::int32_t> durations;            // of plan.animations, ms; 0: missing
    std::vector<Wear> wears;                        // of chores with a mesh and a skeleton that are there
    std::vector<Ref<TextureResource>> textures;     // of models and sprites, each once
    const Wear* worn(std::int32_t chore) const;     // -1: none
};
struct SetResource {
    std::string file;
    Set set;
};
struct LayerResource {
    std::string file;
    TilePicture picture;
    std::size_t frames() const { return picture.layers.size(); }
};
struct FontResource {
    std::string file;
    Font font;
};
struct LipResource {
    std::string file;
    Lip lip;
};

class Cast {
  public:
    explicit Cast(CastSource& source) : source_(&source) {}

    // Names as scripts and files write them, without the final b.
    Ref<CostumeResource> costume(std::string_view file);
    Ref<ModelResource> model(std::string_view file);
    Ref<SkeletonResource> skeleton(std::string_view file);
    Ref<AnimationResource> animation(std::string_view file);
    Ref<SpriteResource> sprite(std::string_view file);
    Ref<TextureResource> texture(std::string_view file);
    Ref<ImageResource> image(std::string_view file); // .tga
    Ref<SetResource> set(std::string_view file);
    Ref<LayerResource> layers(std::string_view file); // .til
    Ref<FontResource> font(std::string_view file);
    Ref<LipResource> lip(std::string_view file);
    std::optional<std::int32_t> voice_length(std::string_view line) { return source_->voice_length(line); }

    const Shelf<CostumeResource>& costumes() const { return costumes_; }
    const Shelf<ModelResource>& models() const { return models_; }
    const Shelf<SkeletonResource>& skeletons() const { return skeletons_; }
    const Shelf<AnimationResource>& animations() const { return animations_; }
    const Shelf<SpriteResource>& sprites() const { return sprites_; }
    const Shelf<TextureResource>& textures() const { return textures_; }
    const Shelf<ImageResource>& images() const { return images_; }
    const Shelf<SetResource>& sets() const { return sets_; }
    const Shelf<LayerResource>& layer_pictures() const { return layer_pictures_; }
    const Shelf<FontResource>& fonts() const { return fonts_; }
    const Shelf<LipResource>& lips() const { return lips_; }

    // What could not be read, in the order it was asked for, each file once.
    const std::vector<Error>& problems() const { return problems_; }

  private:
    template <typename T, typename Make>
    Ref<T> load(Shelf<T>& shelf, std::string_view file, std::string_view suffix, Make make);

    CastSource* source_;
    Shelf<CostumeResource> costumes_;
    Shelf<ModelResource> models_;
    Shelf<SkeletonResource> skeletons_;
    Shelf<AnimationResource> animations_;
    Shelf<SpriteResource> sprites_;
    Shelf<TextureResource> textures_;
    Shelf<ImageResource> images_;
    Shelf<SetResource> sets_;
    Shelf<LayerResource> layer_pictures_;
    Shelf<FontResource> fonts_;
    Shelf<LipResource> lips_;
    std::vector<Error> problems_;
};

} // namespace rekindle::emi
