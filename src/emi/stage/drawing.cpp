#include "emi/stage/drawing.h"

#include <algorithm>
#include <cmath>

#include "emi/stage/chores.h"
#include "emi/stage/frames.h"
#include "emi/stage/scenery.h"

namespace rekindle::emi {
namespace {

void add_costume(const Cast& cast, const WornCostume& worn, std::size_t number, std::vector<Component>& all) {
    const CostumeResource& costume = cast.costumes()[worn.costume];
    bool drew_mesh = false;
    for (const std::uint32_t chore : worn.state.playing) {
        if (!worn.state.chores[chore].playing) continue;
        for (const ChorePlan::Track& track : costume.plan.chores[chore].tracks) {
            const bool sprite = track.kind == TrackKind::sprt;
            if (!sprite && track.kind != TrackKind::mesh) continue;
            const bool there =
                sprite ? bool(costume.sprites[track.index]) : bool(costume.models[track.index]);
            if (!there) continue;
            drew_mesh = drew_mesh || !sprite;
            all.push_back({number, sprite, track.index});
        }
    }
    const CostumeResource::Wear* parts = worn_parts(cast, worn);
    if (!drew_mesh && parts != nullptr && costume.models[parts->model])
        all.push_back({number, false, parts->model});
}

Box bounds_of(const std::vector<Vec3>& positions) {
    if (positions.empty()) return {};
    Box box{glm::vec3(positions[0].x, positions[0].y, positions[0].z), glm::vec3(0)};
    box.high = box.low;
    for (const Vec3& v : positions) {
        box.low = glm::min(box.low, glm::vec3(v.x, v.y, v.z));
        box.high = glm::max(box.high, glm::vec3(v.x, v.y, v.z));
    }
    return box;
}

const CostumeResource::Wear* wear_of_model(const CostumeResource& costume, std::uint32_t model) {
    for (const CostumeResource::Wear& wear : costume.wears)
        if (wear.model == model) return &wear;
    return nullptr;
}

bool is_mode(std::int32_t value) { return value == -1 || value == 2 || value == 3; }
// A value that scripts give is a mode or an alpha.
void set_either(float value, std::int32_t& mode, float& alpha) {
    if (value == -1 || value == 2 || value == 3)
        mode = whole(value);
    else
        alpha = value;
}

std::uint8_t as_byte(float value) { return static_cast<std::uint8_t>(std::clamp(whole(value), 0, 255)); }

} // namespace

std::vector<Component> drawn_components(const Cast& cast, const Actor& actor) {
    std::vector<Component> all;
    for (std::size_t i = 0; i < actor.costumes.size(); ++i) add_costume(cast, actor.costumes[i], i, all);
    return all;
}

Posed posed_model(const Cast& cast, const WornCostume& worn, std::uint32_t model) {
    const CostumeResource& costume = cast.costumes()[worn.costume];
    const Mesh& mesh = cast.models()[costume.models[model]].mesh;
    Posed posed{mesh.positions, mesh.normals, {}};
    if (const CostumeResource::Wear* wear = wear_of_model(costume, model);
        wear && !wear->skin.bones.empty()) {
        const SkeletonResource& skeleton = cast.skeletons()[wear->skeleton];
        const bool driven = wear->chore == static_cast<std::uint32_t>(worn.state.worn) && !worn.pose.empty();
        std::vector<glm::mat4> palette(wear->skin.bones.size());
        PaletteJob{
            .skin = &wear->skin, .joints = driven ? worn.pose : skeleton.rig.matrices, .palette = palette}
            .run();
        SkinJob{.skin = &wear->skin,
                .palette = palette,
                .positions = mesh.positions,
                .normals = mesh.normals,
                .out_positions = posed.positions,
                .out_normals = posed.normals}
            .run();
    }
    posed.bounds = bounds_of(posed.positions);
    return posed;
}

bool may_be_seen(const Stage& stage, const Actor& actor, const glm::mat4& place, const Box& bounds) {
    if (actor.overworld || !actor.culled) return true;
    const Camera* camera = current_camera(stage);
    return camera != nullptr && is_visible(*camera, place, bounds);
}

void light_actors(Stage& stage, const Cast& cast, Falloff fast) {
    for (Actor& actor : stage.actors) {
        if (!actor.visible || !is_active(stage, actor) || actor.light_mode == LightMode::none) continue;
        const glm::mat4 place = final_matrix(stage, cast, actor);
        const std::vector<Light> lights = lights_on(stage, actor);
        for (const Component& component : drawn_components(cast, actor)) {
            if (component.is_sprite) continue;
            WornCostume& worn = actor.costumes[component.costume];
            ModelState& model = worn.models[component.index];
            if (!must_shade(actor.light_mode, !model.shading.empty())) continue;
            const Posed posed = posed_model(cast, worn, component.index);
            if (posed.normals.size() != posed.positions.size() ||
                !may_be_seen(stage, actor, place, posed.bounds))
                continue;
            model.shading.resize(posed.positions.size());
            ShadeJob{.actor = place,
                     .lights = lights,
                     .positions = posed.positions,
                     .normals = posed.normals,
                     .falloff = actor.light_mode == LightMode::fast_dynamic ? fast : Falloff::lambert,
                     .shading = model.shading}
                .run();
        }
    }
}

float effective_alpha(const Actor& actor) { return actor.alpha_mode == alpha_mode::off ? 1 : actor.alpha; }

std::uint8_t vertex_alpha(const Actor& actor, const ModelState& model, std::uint32_t vertex,
                          std::uint8_t stored) {
    const float alpha = effective_alpha(actor);
    if (model.alpha_mode != alpha_mode::replace) return as_byte(255 * alpha);
    const auto local =
        std::lower_bound(actor.local_alphas.begin(), actor.local_alphas.end(), vertex,
                         [](const LocalAlpha& each, std::uint32_t wanted) { return each.vertex < wanted; });
    const bool own =
        local != actor.local_alphas.end() && local->vertex == vertex && local->mode == alpha_mode::replace;
    return as_byte(alpha * model.alpha * static_cast<float>(stored) * (own ? local->alpha : 1));
}

void set_alpha(Actor& actor, float value) { set_either(value, actor.alpha_mode, actor.alpha); }

bool set_model_alpha(const Cast& cast, Actor& actor, std::string_view name, float value) {
    for (WornCostume& worn : actor.costumes) {
        const CostumeResource& costume = cast.costumes()[worn.costume];
        for (std::size_t i = 0; i < costume.models.size(); ++i) {
            const ModelResource* model = cast.models().get(costume.models[i]);
            if (model == nullptr || normal_name(model->mesh.name) != normal_name(name)) continue;
            set_either(value, worn.models[i].alpha_mode, worn.models[i].alpha);
            return true;
        }
    }
    return false;
}

void set_local_alpha(Actor& actor, std::uint32_t vertex, float value) {
    auto at =
        std::lower_bound(actor.local_alphas.begin(), actor.local_alphas.end(), vertex,
                         [](const LocalAlpha& each, std::uint32_t wanted) { return each.vertex < wanted; });
    if (at == actor.local_alphas.end() || at->vertex != vertex) at = actor.local_alphas.insert(at, {vertex});
    if (is_mode(whole(value)))
        at->mode = whole(value);
    else
        at->alpha = value;
}

Ref<ImageResource> shown_picture(const Cast& cast, const Actor& actor, Ref<TextureResource> texture) {
    const TextureResource* pictures = cast.textures().get(texture);
    if (pictures == nullptr) return {};
    std::uint32_t shown = 0;
    for (const ActorPicture& each : actor.pictures)
        if (each.texture == texture) shown = each.shown;
    return shown < pictures->pictures.size() ? pictures->pictures[shown] : Ref<ImageResource>();
}

std::optional<Rectangle> screen_box(const Stage& stage, const Cast& cast, const Actor& actor) {
    const Camera* camera = current_camera(stage);
    const WornCostume* worn = current_costume(actor);
    const CostumeResource::Wear* parts = worn ? worn_parts(cast, *worn) : nullptr;
    if (camera == nullptr || parts == nullptr || !cast.costumes()[worn->costume].models[parts->model])
        return std::nullopt;
    const Box box = posed_model(cast, *worn, parts->model).bounds;
    const glm::mat4 place = final_matrix(stage, cast, actor);
    std::optional<Rectangle> covered;
    for (unsigned corner = 0; corner < 8; ++corner) {
        const glm::vec4 point(corner & 1 ? box.high.x : box.low.x, corner & 2 ? box.high.y : box.low.y,
                              corner & 4 ? box.high.z : box.low.z, 1);
        const glm::vec3 world = place * point;
        if (glm::dot(look_vector(*camera), world - camera->position) <= 0) continue;
        const glm::vec3 pixel = to_pixel(to_screen(*camera, world));
        const std::int32_t x = whole(pixel.x, far_pixel), y = whole(pixel.y, far_pixel);
        if (!covered) covered = Rectangle{x, y, x, y};
        covered = Rectangle{std::min(covered->x1, x), std::min(covered->y1, y), std::max(covered->x2, x),
                            std::max(covered->y2, y)};
    }
    return covered;
}

} // namespace rekindle::emi
