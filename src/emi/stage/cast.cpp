#include "emi/stage/cast.h"

#include <algorithm>

#include "emi/data/texture.h"

namespace rekindle::emi {

const CostumeResource::Wear* CostumeResource::worn(std::int32_t chore) const {
    const auto at = std::find_if(wears.begin(), wears.end(), [&](const Wear& wear) {
        return static_cast<std::int32_t>(wear.chore) == chore;
    });
    return at == wears.end() ? nullptr : &*at;
}

template <typename T, typename Make>
Ref<T> Cast::load(Shelf<T>& shelf, std::string_view file, std::string_view suffix, Make make) {
    std::string name = normal_name(file);
    if (const auto known = shelf.find(name)) return *known;
    const auto item = [&]() -> Expected<T> {
        RK_TRY(const Bytes bytes, source_->read(name + std::string(suffix)));
        RK_TRY(T made, make(bytes, name + std::string(suffix)));
        made.file = name;
        return made;
    }();
    if (item) return shelf.add(std::move(name), std::move(*item));
    problems_.push_back(item.error());
    shelf.add_missing(std::move(name));
    return {};
}

Ref<CostumeResource> Cast::costume(std::string_view file) {
    return load(
        costumes_, file, "b", [&](ByteView bytes, const std::string& name) -> Expected<CostumeResource> {
            RK_TRY(const Costume costume, read_costume(bytes, name));
            CostumeResource made;
            made.plan = plan_of(costume);
            const auto use = [&](Ref<TextureResource> texture) {
                if (texture &&
                    std::find(made.textures.begin(), made.textures.end(), texture) == made.textures.end())
                    made.textures.push_back(texture);
            };
            for (const std::string& each : made.plan.models) {
                made.models.push_back(model(each));
                if (const ModelResource* loaded = models_.get(made.models.back()))
                    for (const Ref<TextureResource> texture : loaded->textures) use(texture);
            }
            for (const std::string& each : made.plan.sprites) {
                made.sprites.push_back(sprite(each));
                if (const SpriteResource* loaded = sprites_.get(made.sprites.back())) use(loaded->texture);
            }
            for (const std::string& each : made.plan.animations) {
                made.animations.push_back(animation(each));
                const AnimationResource* loaded = animations_.get(made.animations.back());
                made.durations.push_back(loaded ? loaded->duration : 0);
            }
            for (std::uint32_t i = 0; i < made.plan.chores.size(); ++i) {
                const ChorePlan& chore = made.plan.chores[i];
                if (!chore.wear) continue;
                CostumeResource::Wear wear{.chore = i, .model = 0, .skeleton = {}, .skin = {}, .clips = {}};
                for (const ChorePlan::Track& track : chore.tracks) {
                    if (track.kind == TrackKind::mesh) wear.model = track.index;
                    if (track.kind == TrackKind::skel) wear.skeleton = skeleton(track.target);
                }
                const SkeletonResource* bones = skeletons_.get(wear.skeleton);
                if (bones == nullptr) continue;
                if (const ModelResource* mesh = models_.get(made.models[wear.model]))
                    wear.skin = make_skin(mesh->mesh, bones->skeleton, bones->rig);
                for (const Ref<AnimationResource> each : made.animations) {
                    const AnimationResource* keys = animations_.get(each);
                    wear.clips.push_back(
                        make_clip(keys ? keys->animation : Animation{}, bones->skeleton, bones->rig));
                }
                made.wears.push_back(std::move(wear));
            }
            return made;
        });
}

Ref<ModelResource> Cast::model(std::string_view file) {
    return load(models_, file, "b", [&](ByteView bytes, const std::string& name) -> Expected<ModelResource> {
        RK_TRY(Mesh mesh, read_mesh(bytes, name));
        ModelResource made;
        for (const MeshTexture& each : mesh.textures) made.textures.push_back(texture(each.name));
        made.mesh = std::move(mesh);
        return made;
    });
}

Ref<SkeletonResource> Cast::skeleton(std::string_view file) {
    return load(skeletons_, file, "b",
                [](ByteView bytes, const std::string& name) -> Expected<SkeletonResource> {
                    RK_TRY(Skeleton skeleton, read_skeleton(bytes, name));
                    Rig rig = make_rig(skeleton);
                    return SkeletonResource{{}, std::move(skeleton), std::move(rig)};
                });
}

Ref<AnimationResource> Cast::animation(std::string_view file) {
    return load(animations_, file, "b",
                [](ByteView bytes, const std::string& name) -> Expected<AnimationResource> {
                    RK_TRY(Animation animation, read_animation(bytes, name));
                    const std::int32_t duration = std::max(whole(animation.duration_ms()), 0);
                    return AnimationResource{{}, std::move(animation), duration};
                });
}

Ref<SpriteResource> Cast::sprite(std::string_view file) {
    return load(sprites_, file, "b",
                [&](ByteView bytes, const std::string& name) -> Expected<SpriteResource> {
                    RK_TRY(Sprite sprite, read_sprite(bytes, name));
                    const Ref<TextureResource> picture = texture(sprite.texture);
                    return SpriteResource{{}, std::move(sprite), picture};
                });
}

Ref<TextureResource> Cast::texture(std::string_view file) {
    const std::string name = normal_name(file);
    if (const auto known = textures_.find(name)) return *known;
    if (const auto special = special_texture(name)) return textures_.add(name, {name, {}, special});
    if (name.ends_with(".sur"))
        return load(textures_, file, "",
                    [&](ByteView bytes, const std::string& list) -> Expected<TextureResource> {
                        RK_TRY(const TextureList names, read_texture_list(bytes, list));
                        TextureResource made;
                        for (const std::string& each : names.textures) made.pictures.push_back(image(each));
                        return made;
                    });
    const Ref<ImageResource> picture = image(file);
    if (picture) return textures_.add(name, {name, {picture}, std::nullopt});
    textures_.add_missing(name);
    return {};
}

Ref<ImageResource> Cast::image(std::string_view file) {
    return load(images_, file, "", [](ByteView bytes, const std::string& name) -> Expected<ImageResource> {
        RK_TRY(const Targa targa, read_targa(bytes, name));
        return ImageResource{{}, targa_picture(targa), targa.bits == 32};
    });
}

Ref<SetResource> Cast::set(std::string_view file) {
    return load(sets_, file, "b", [](ByteView bytes, const std::string& name) -> Expected<SetResource> {
        RK_TRY(Set set, read_set(bytes, name));
        if (set.setups.empty()) return bad_data(name, 0, "at least one setup", "none");
        return SetResource{{}, std::move(set)};
    });
}

Ref<LayerResource> Cast::layers(std::string_view file) {
    return load(layer_pictures_, file, "",
                [](ByteView bytes, const std::string& name) -> Expected<LayerResource> {
                    RK_TRY(TilePicture picture, read_tile_picture(bytes, name));
                    return LayerResource{{}, std::move(picture)};
                });
}

Ref<FontResource> Cast::font(std::string_view file) {
    return load(fonts_, file, "", [](ByteView bytes, const std::string& name) -> Expected<FontResource> {
        RK_TRY(Font font, read_font(bytes, name));
        return FontResource{{}, std::move(font)};
    });
}

Ref<LipResource> Cast::lip(std::string_view file) {
    return load(lips_, file, "", [](ByteView bytes, const std::string& name) -> Expected<LipResource> {
        RK_TRY(Lip lip, read_lip(bytes, name));
        return LipResource{{}, std::move(lip)};
    });
}

} // namespace rekindle::emi
