#include "emi/picture/from_stage.h"

#include <algorithm>

#include "emi/picture/order.h"
#include "emi/picture/placing.h"
#include "emi/stage/frames.h"
#include "emi/stage/scenery.h"

namespace rekindle::emi {
namespace {

constexpr std::string_view default_background = "dfltroom.til"; // where a set's own is missing (R103)
// Lifts a shadow off the floor that it lies on.
constexpr float shadow_bias = 1e-4f;

Color color_of(std::uint32_t rgb) {
    return {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8),
            static_cast<std::uint8_t>(rgb)};
}

glm::mat4 product(const glm::mat4& a, const glm::mat4& b) { return glm::mat4(glm::dmat4(a) * glm::dmat4(b)); }

struct View {
    glm::mat4 view{1}, projection{1};
    bool overworld = false;
};

struct Shown {
    Texture texture;
    bool has_alpha = false;
};

} // namespace

// One list under way.
class ListMaker {
  public:
    ListMaker(StagePictures& pictures, DrawList& list, const Stage& stage, const PictureOptions& options)
        : pictures_(pictures), cast_(*pictures.cast_), list_(list), stage_(stage), options_(options) {}

    void add_set();
    void add_overworld();
    void add_primitives();
    void add_iris();
    void add_text(const Text& text);

  private:
    void add_layer(Source source, Ref<LayerResource> layer, std::size_t frame);
    void add_actor(const Actor& actor, const View& view);
    void add_model(const Actor& actor, const Component& component, const View& view, const glm::mat4& place);
    void add_sprite(const Actor& actor, const Component& component, const View& view, const glm::mat4& place);
    void add_shadows(const Actor& actor, std::size_t costume, const View& view, const glm::mat4& place);
    void add_shadow(const ShadowSlot& slot, const Sector& sector, std::span<const glm::vec3> corners,
                    const View& view, Source source);
    std::optional<Shown> shown(const Actor& actor, Ref<TextureResource> texture) const;
    Range lights_for(const Actor& actor);
    Source source_of(const Actor& actor) const {
        return {actor.overworld ? Source::Kind::overworld : Source::Kind::actor,
                static_cast<std::int32_t>(actor.id)};
    }

    StagePictures& pictures_;
    Cast& cast_;
    DrawList& list_;
    const Stage& stage_;
    const PictureOptions& options_;
    std::array<std::optional<Range>, 2> lights_; // of the set, of the overworld
};

void ListMaker::add_set() {
    const Camera& camera = *current_camera(stage_);
    const View view{view_matrix(camera), projection_matrix(camera), false};
    Ref<LayerResource> background = cast_.layers(background_of(stage_, cast_));
    if (!background) background = cast_.layers(default_background);
    std::vector<LayerPlace> layers;
    for (const Layer& layer : stage_.layers)
        layers.push_back({static_cast<std::int32_t>(layer.id), layer.order});
    std::vector<ActorPlace> actors;
    for (const Actor& actor : stage_.actors) {
        if (actor.overworld || !actor.visible || !is_active(stage_, actor)) continue;
        const glm::vec4 eye = view.view * glm::vec4(world_position(stage_, cast_, actor), 1);
        actors.push_back({static_cast<std::int32_t>(actor.id), effective_order(stage_, actor), eye.z});
    }
    const std::size_t count = background ? cast_.layer_pictures()[background].frames() : 0;
    for (const Placed& placed : merge_by_order(static_cast<int>(count), layers, actors)) {
        const auto id = static_cast<std::uint32_t>(placed.id);
        switch (placed.kind) {
        case Placed::Kind::background:
            add_layer({Source::Kind::background, placed.id}, background, id);
            break;
        case Placed::Kind::layer: {
            const Layer& layer = *find_item(stage_.layers, id);
            add_layer({Source::Kind::layer, placed.id}, layer.picture, layer.frame);
            break;
        }
        case Placed::Kind::actor: add_actor(*stage_.find(id), view); break;
        }
    }
}

void ListMaker::add_overworld() {
    const Camera camera = overworld_camera();
    const View view{glm::mat4(1), projection_matrix(camera), true};
    std::vector<ActorPlace> actors;
    for (const Actor& actor : stage_.actors)
        if (actor.overworld && actor.visible)
            actors.push_back({static_cast<std::int32_t>(actor.id), effective_order(stage_, actor),
                              world_position(stage_, cast_, actor).z});
    for (const std::int32_t id : overworld_order(actors))
        add_actor(*stage_.find(static_cast<ActorId>(id)), view);
}

void ListMaker::add_layer(Source source, Ref<LayerResource> layer, std::size_t frame) {
    const LayerResource* resource = cast_.layer_pictures().get(layer);
    if (resource == nullptr || frame >= resource->frames()) return;
    list_.add(source, layer_quads(resource->picture, frame, pictures_.tiles(layer)), layer_raster);
}

void ListMaker::add_actor(const Actor& actor, const View& view) {
    const glm::mat4 place = final_matrix(stage_, cast_, actor);
    std::size_t costume = actor.costumes.size();
    for (const Component& component : drawn_components(cast_, actor)) {
        if (component.costume != costume && !view.overworld)
            add_shadows(actor, component.costume, view, place);
        costume = component.costume;
        component.is_sprite ? add_sprite(actor, component, view, place)
                            : add_model(actor, component, view, place);
    }
}

std::optional<Shown> ListMaker::shown(const Actor& actor, Ref<TextureResource> texture) const {
    const TextureResource* resource = cast_.textures().get(texture);
    if (resource == nullptr) return std::nullopt;
    if (resource->special) {
        const auto& special = pictures_.specials_[static_cast<std::size_t>(*resource->special)];
        if (special.picture.width == 0) return std::nullopt;
        return Shown{{&special.picture, special.version}, true};
    }
    const ImageResource* image = cast_.images().get(shown_picture(cast_, actor, texture));
    if (image == nullptr) return std::nullopt;
    return Shown{{&image->picture, 0}, image->has_alpha};
}

Range ListMaker::lights_for(const Actor& actor) {
    std::optional<Range>& range = lights_[actor.overworld ? 1 : 0];
    if (!range) {
        const std::vector<Light> lights = lights_on(stage_, actor);
        range = {static_cast<std::uint32_t>(list_.lights.size()), static_cast<std::uint32_t>(lights.size())};
        list_.lights.insert(list_.lights.end(), lights.begin(), lights.end());
    }
    return *range;
}

void ListMaker::add_model(const Actor& actor, const Component& component, const View& view,
                          const glm::mat4& place) {
    const WornCostume& worn = actor.costumes[component.costume];
    const CostumeResource& costume = cast_.costumes()[worn.costume];
    const ModelResource& resource = cast_.models()[costume.models[component.index]];
    const Mesh& mesh = resource.mesh;
    const Posed posed = posed_model(cast_, worn, component.index);
    if (!may_be_seen(stage_, actor, place, posed.bounds)) return;

    const std::uint32_t number = list_.add_model(posed.positions.size());
    Model& model = list_.models[number];
    model.to_world = place;
    model.to_clip = product(view.projection, product(view.view, place));
    const bool has_normals = posed.normals.size() == posed.positions.size();
    const bool dynamic = actor.light_mode != LightMode::fixed && actor.light_mode != LightMode::none;
    if (options_.renderer_shades && dynamic && has_normals) {
        model.dynamic = true;
        model.falloff = actor.light_mode == LightMode::fast_dynamic ? options_.fast : Falloff::lambert;
        model.lights = lights_for(actor);
    }
    const ModelState& state = worn.models[component.index];
    for (std::uint32_t i = 0; i < model.vertices.count; ++i) {
        const std::size_t to = model.vertices.first + i;
        list_.positions[to] = posed.positions[i];
        if (has_normals) list_.normals[to] = posed.normals[i];
        if (i < state.shading.size()) list_.shading[to] = state.shading[i];
        if (i < mesh.uvs.size()) list_.uvs[to] = mesh.uvs[i];
        list_.colors[to] = mesh.colors[i];
        list_.colors[to][3] = vertex_alpha(actor, state, i, mesh.colors[i][3]);
    }

    FaceBlend blend;
    blend.vertex_alpha = !actor.local_alphas.empty();
    blend.alpha = effective_alpha(actor) * (state.alpha_mode == alpha_mode::replace ? state.alpha : 1);
    std::vector<std::uint16_t> indices;
    for (const MeshFaces& faces : mesh.faces) {
        Shown picture;
        blend.additive = false;
        if (faces.textured != 0) {
            if (faces.texture >= resource.textures.size()) continue;
            const auto found = shown(actor, resource.textures[faces.texture]);
            if (!found) continue;
            picture = *found;
            blend.additive = (mesh.textures[faces.texture].flags & 0x400) != 0;
        }
        blend.texture_alpha = picture.has_alpha;
        blend.flags = faces.flags;
        indices.assign(faces.indices.begin(), faces.indices.end());
        list_.add_faces(source_of(actor), number, indices, picture.texture,
                        (faces.flags & face_flag::unlit) != 0, face_raster(face_blend(blend)));
    }
}

void ListMaker::add_sprite(const Actor& actor, const Component& component, const View& view,
                           const glm::mat4& place) {
    const CostumeResource& costume = cast_.costumes()[actor.costumes[component.costume].costume];
    const SpriteResource& resource = cast_.sprites()[costume.sprites[component.index]];
    const std::optional<Shown> picture = shown(actor, resource.texture);
    if (!picture) return;
    SpritePlace at;
    at.origin = view.view * place[3];
    at.yaw = options_.sprites_roll ? actor.motion.place.yaw : 0;
    at.alpha = effective_alpha(actor);
    const Quad quad = sprite_quad(resource.sprite, at, picture->texture, view.projection);
    list_.add(source_of(actor), std::span(&quad, 1),
              raster_of_sprite(resource.sprite, picture->has_alpha, at.alpha));
}

void ListMaker::add_shadows(const Actor& actor, std::size_t number, const View& view,
                            const glm::mat4& place) {
    if (std::none_of(actor.shadows.begin(), actor.shadows.end(),
                     [](const ShadowSlot& slot) { return slot.active && !slot.sectors.empty(); }))
        return;
    const WornCostume& worn = actor.costumes[number];
    std::vector<glm::vec3> corners; // of the costume's triangles, in the world
    for (const Component& component : drawn_components(cast_, actor)) {
        if (component.is_sprite || component.costume != number) continue;
        const Posed posed = posed_model(cast_, worn, component.index);
        const Ref<ModelResource> model = cast_.costumes()[worn.costume].models[component.index];
        for (const MeshFaces& faces : cast_.models()[model].mesh.faces)
            for (const std::int16_t index : faces.indices) {
                const Vec3& v = posed.positions[static_cast<std::size_t>(index)];
                corners.emplace_back(place * glm::vec4(v.x, v.y, v.z, 1));
            }
    }
    if (corners.empty()) return;
    glm::vec3 low = corners[0], high = corners[0];
    for (const glm::vec3& corner : corners) low = glm::min(low, corner), high = glm::max(high, corner);
    for (const ShadowSlot& slot : actor.shadows) {
        if (!slot.active || slot.sectors.empty()) continue;
        const Sector& first = slot.sectors.front();
        if (first.vertices.empty() ||
            !casts_shadow({slot.light, first.vertices[0], first.normal}, (low + high) / 2.0f))
            continue;
        for (const Sector& sector : slot.sectors) add_shadow(slot, sector, corners, view, source_of(actor));
    }
}

void ListMaker::add_shadow(const ShadowSlot& slot, const Sector& sector, std::span<const glm::vec3> corners,
                           const View& view, Source source) {
    if (sector.vertices.size() < 3) return;
    const glm::mat4 to_clip = product(view.projection, view.view);
    const auto count = [this] { return static_cast<std::uint32_t>(list_.points.size()); };
    const auto add = [&](glm::vec3 point) { list_.points.push_back(to_clip * glm::vec4(point, 1)); };
    ShadowItem item;
    item.color = color_of(slot.color);
    item.bias = shadow_bias;
    item.area.first = count();
    for (std::size_t i = 2; i < sector.vertices.size(); ++i) {
        add(sector.vertices[0]);
        add(sector.vertices[i - 1]);
        add(sector.vertices[i]);
    }
    item.area.count = count() - item.area.first;
    item.triangles.first = count();
    const ShadowPlane plane{slot.light, sector.vertices[0], sector.normal};
    for (const glm::vec3& corner : corners) add(flattened(plane, corner));
    item.triangles.count = count() - item.triangles.first;
    list_.items.push_back({source, item});
}

void ListMaker::add_primitives() {
    std::vector<const Primitive*> ordered;
    for (const Primitive& primitive : stage_.primitives) ordered.push_back(&primitive);
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const Primitive* a, const Primitive* b) { return a->layer < b->layer; });
    for (const Primitive* primitive : ordered)
        list_.add({}, primitive_rects(*primitive), color_of(primitive->color));
}

void ListMaker::add_iris() {
    if (const std::optional<Rectangle> opening = iris_opening(stage_))
        list_.add({}, iris_rects(*opening), Color{0, 0, 0});
}

void ListMaker::add_text(const Text& text) {
    const FontResource* font = cast_.fonts().get(text.style.font);
    if (font == nullptr) return;
    const std::vector<PlacedGlyph> glyphs =
        placed_glyphs(font->font, lay_out(font->font, text.style, text.text));
    const Range range{static_cast<std::uint32_t>(list_.glyphs.size()),
                      static_cast<std::uint32_t>(glyphs.size())};
    list_.glyphs.insert(list_.glyphs.end(), glyphs.begin(), glyphs.end());
    list_.items.push_back({{}, TextItem{&font->font, range, color_of(text.style.color)}});
}

void StagePictures::make(DrawList& list, const Stage& stage, const PictureOptions& options) {
    list.clear();
    if (stage.mode == Mode::pause) return;
    ListMaker maker(*this, list, stage, options);
    list.add({}, ClearItem{});
    if (stage.mode == Mode::movie) {
        maker.add_iris();
        if (const Text* subtitle = find_item(stage.texts, stage.movie.subtitle)) maker.add_text(*subtitle);
        return;
    }
    if (current_camera(stage) == nullptr) return;
    maker.add_set();
    list.add({}, ClearItem{.color = false});
    if (stage.dim > 0) list.add({}, DimItem{1 - stage.dim});
    maker.add_overworld();
    maker.add_primitives();
    maker.add_iris();
    for (const Text* text : drawn_texts(stage)) maker.add_text(*text);
}

void StagePictures::set_special(int slot, RgbaPicture picture) {
    if (slot < 0 || slot >= static_cast<int>(specials_.size())) return;
    Special& special = specials_[static_cast<std::size_t>(slot)];
    special.picture = std::move(picture);
    ++special.version;
}

void StagePictures::keep_screen(const RgbaPicture& shown) {
    int slot = 0;
    for (RgbaPicture& part : screen_textures(shown)) set_special(slot++, std::move(part));
}

const std::vector<RgbaPicture>& StagePictures::tiles(Ref<LayerResource> layer) {
    const auto [at, fresh] = tiles_.try_emplace(layer.index);
    if (fresh) at->second = tile_pictures(cast_->layer_pictures()[layer].picture);
    return at->second;
}

std::vector<PeelStep> peel(const DrawList& list) {
    std::int32_t rearmost = 0;
    for (const Item& item : list.items)
        if (item.source.kind == Source::Kind::background) rearmost = std::max(rearmost, item.source.id);
    const auto is_first = [=](const Item& item) {
        return item.source == Source{Source::Kind::background, rearmost};
    };
    const auto is_layer = [](const Item& item) {
        return item.source.kind == Source::Kind::background || item.source.kind == Source::Kind::layer;
    };
    const auto is_character = [](const Item& item) {
        return item.source.kind == Source::Kind::actor && !std::holds_alternative<QuadsItem>(item.what);
    };
    const auto is_sprite = [](const Item& item) {
        return item.source.kind == Source::Kind::actor && std::holds_alternative<QuadsItem>(item.what);
    };
    std::vector<PeelStep> steps;
    steps.push_back({"1-background", only(list, is_first)});
    steps.push_back({"2-characters", only(list, is_character)});
    steps.push_back(
        {"3-combined", only(list, [&](const Item& i) { return is_first(i) || is_character(i); })});
    steps.push_back({"4-layers", only(list, [&](const Item& i) { return is_layer(i) || is_character(i); })});
    DrawList red = only(list, [&](const Item& i) { return is_layer(i) || is_character(i) || is_sprite(i); });
    for (const Item& item : red.items) {
        if (!is_sprite(item)) continue;
        const Range& range = std::get<QuadsItem>(item.what).quads;
        for (std::uint32_t i = range.first; i < range.end(); ++i)
            for (Corner& corner : red.quads[i].corners) corner.color[1] /= 3, corner.color[2] /= 3;
    }
    steps.push_back({"5-sprites-in-red", std::move(red)});
    steps.push_back({"6-whole", list});
    return steps;
}

} // namespace rekindle::emi
