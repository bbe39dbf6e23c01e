#include "emi/play/inspection.h"

#include <fmt/format.h>

#include "emi/stage/chores.h"
#include "emi/stage/frames.h"
#include "emi/stage/scenery.h"
#include "emi/stage/shares.h"

namespace rekindle::emi {
namespace {

std::string point(const glm::vec3& p) { return fmt::format("{:.2f} {:.2f} {:.2f}", p.x, p.y, p.z); }
std::string yes(bool value) { return value ? "yes" : ""; }

std::string fade_text(const Fade& fade) {
    const char* way = fade.mode == FadeMode::in ? " in" : fade.mode == FadeMode::out ? " out" : "";
    return fmt::format("{:.2f}{}", fade.value, way);
}

std::string light_mode(LightMode mode) {
    switch (mode) {
    case LightMode::fixed: return "STATIC";
    case LightMode::fast_dynamic: return "FASTDYN";
    case LightMode::normal_dynamic: return "NORMDYN";
    case LightMode::none: return "NONE";
    }
    return fmt::format("{}", static_cast<int>(mode));
}

std::string costume_file(const Cast& cast, const WornCostume& worn) {
    const CostumeResource* costume = cast.costumes().get(worn.costume);
    return costume != nullptr ? costume->file : std::string();
}

std::string raster_text(const Raster& raster) {
    std::string text;
    const auto add = [&text](bool on, std::string_view word) {
        if (on) text += fmt::format("{}{}", text.empty() ? "" : " ", word);
    };
    add(raster.depth_test, "depth-test");
    add(raster.depth_write, "depth-write");
    add(raster.alpha_test, "alpha-test");
    add(raster.blend == Blend::alpha, "blend");
    add(raster.blend == Blend::additive, "add");
    add(raster.cull, "cull");
    return text;
}

struct ItemText {
    std::string operator()(const ClearItem& item) const { return item.color ? "clear" : "clear depth"; }
    std::string operator()(const QuadsItem& item) const { return fmt::format("{} quads", item.quads.count); }
    std::string operator()(const FacesItem& item) const {
        return fmt::format("{} triangles{}", item.indices.count / 3, item.unlit ? ", unlit" : "");
    }
    std::string operator()(const ShadowItem& item) const {
        return fmt::format("shadow, {} triangles", item.triangles.count / 3);
    }
    std::string operator()(const DimItem& item) const { return fmt::format("dim to {:.2f}", item.keep); }
    std::string operator()(const RectsItem& item) const {
        return fmt::format("{} rectangles", item.rects.count);
    }
    std::string operator()(const TextItem& item) const {
        return fmt::format("{} letters", item.glyphs.count);
    }
};

std::string source_text(const Source& source, const Stage& stage) {
    switch (source.kind) {
    case Source::Kind::screen: return "screen";
    case Source::Kind::background: return fmt::format("background layer {}", source.id);
    case Source::Kind::layer: return fmt::format("layer {}", source.id);
    case Source::Kind::actor:
    case Source::Kind::overworld: break;
    }
    const Actor* actor = stage.find(static_cast<ActorId>(source.id));
    return fmt::format("{}{} {}", source.kind == Source::Kind::overworld ? "overworld " : "", source.id,
                       actor != nullptr ? actor->name : "");
}

std::string type_text(std::uint32_t type) {
    std::string text;
    for (const auto& [bit, word] :
         {std::pair{sector_type::walk, "walk"}, std::pair{sector_type::camera, "camera"},
          std::pair{sector_type::special, "special"}, std::pair{sector_type::hot, "hot"}})
        if ((type & bit) != 0) text += fmt::format("{}{}", text.empty() ? "" : " ", word);
    return text.empty() ? fmt::format("{:#x}", type) : text;
}

std::string light_type(LightType type) {
    switch (type) {
    case LightType::omni: return "omni";
    case LightType::spot: return "spot";
    case LightType::direct: return "direct";
    case LightType::ambient: return "ambient";
    }
    return "?";
}

} // namespace

Table actors_table(const Stage& stage, const Cast& cast) {
    Table table{
        "Actors", {"id", "name", "set", "place", "yaw", "order", "costumes", "light", "alpha", "puck"}, {}};
    for (const Actor& actor : stage.actors) {
        std::string costumes;
        for (const WornCostume& worn : actor.costumes)
            costumes += fmt::format("{}{}", costumes.empty() ? "" : ", ", costume_file(cast, worn));
        const auto puck = puck_vector_of(stage, actor);
        table.rows.push_back(
            {fmt::format("{}{}", actor.id, actor.id == stage.selected ? "*" : ""), actor.name, actor.set,
             point(world_position(stage, cast, actor)), fmt::format("{:.0f}", facing_yaw(stage, actor)),
             fmt::format("{}", effective_order(stage, actor)), costumes, light_mode(actor.light_mode),
             fmt::format("{:.2f}", actor.alpha), puck ? point(*puck) : "nil"});
    }
    return table;
}

Table chores_table(const Cast& cast, const Actor& actor) {
    Table table{"Chores", {"costume", "chore", "time", "length", "loop", "paused", "fade", "worn"}, {}};
    for (const WornCostume& worn : actor.costumes) {
        const CostumeResource* costume = cast.costumes().get(worn.costume);
        if (costume == nullptr) continue;
        for (std::size_t i = 0; i < worn.state.chores.size() && i < costume->plan.chores.size(); ++i) {
            const ChoreState& chore = worn.state.chores[i];
            const bool is_worn = worn.state.worn == static_cast<std::int32_t>(i);
            if (!chore.playing && !is_worn) continue;
            const std::int32_t length = costume->plan.chores[i].length;
            table.rows.push_back({costume->file, costume->plan.chores[i].name, fmt::format("{}", chore.time),
                                  length < 0 ? "endless" : fmt::format("{}", length), yes(chore.looping),
                                  yes(chore.paused), fade_text(chore.fade), yes(is_worn)});
        }
    }
    return table;
}

Table animations_table(const Cast& cast, const Actor& actor) {
    Table table{"Animations", {"animation", "time", "length", "loop", "fade"}, {}};
    for (const WornCostume& worn : actor.costumes) {
        const CostumeResource* costume = cast.costumes().get(worn.costume);
        if (costume == nullptr) continue;
        for (std::size_t i = 0; i < worn.state.animations.size() && i < costume->plan.animations.size();
             ++i) {
            const AnimationState& animation = worn.state.animations[i];
            if (!animation.active) continue;
            table.rows.push_back({costume->plan.animations[i], fmt::format("{}", animation.time),
                                  fmt::format("{}", costume->durations[i]), yes(animation.looping),
                                  fade_text(animation.fade)});
        }
    }
    return table;
}

Table bones_table(const Cast& cast, const Actor& actor) {
    Table table{"Bones", {"bone", "shares (priority)", "bind"}, {}};
    const WornCostume* worn = current_costume(actor);
    const SkeletonResource* skeleton = worn != nullptr ? worn_skeleton(cast, *worn) : nullptr;
    const CostumeResource::Wear* wear = worn != nullptr ? worn_parts(cast, *worn) : nullptr;
    if (skeleton == nullptr || wear == nullptr) return table;
    const CostumeResource& costume = cast.costumes()[worn->costume];
    const auto shares = rotation_shares(*wear, skeleton->rig.joints(), worn->state.animations);
    for (std::size_t joint = 0; joint < shares.size() && joint < skeleton->skeleton.joints.size(); ++joint) {
        std::string text;
        for (const JointShare& share : shares[joint].shares)
            text += fmt::format("{}{} {:.0f} % ({})", text.empty() ? "" : ", ",
                                costume.plan.animations[share.animation], 100 * share.share, share.priority);
        table.rows.push_back({skeleton->skeleton.joints[joint].name.text, text,
                              fmt::format("{:.0f} %", 100 * shares[joint].bind)});
    }
    return table;
}

Table sectors_table(const Stage& stage) {
    Table table{"Sectors", {"id", "name", "type", "visible", "height", "corners", "actors"}, {}};
    for (const Sector& sector : current_sectors(stage)) {
        std::string inside;
        for (const Actor& actor : stage.actors)
            if (is_active(stage, actor) && contains(sector, actor.motion.place.position))
                inside += fmt::format("{}{}", inside.empty() ? "" : ", ", actor.name);
        table.rows.push_back({fmt::format("{}", sector.id), sector.name, type_text(sector.type),
                              sector.visible ? sector.invalid ? "shrunk away" : "yes" : "",
                              sector.height >= 9000 ? "any" : fmt::format("{:.2f}", sector.height),
                              fmt::format("{}", sector.vertices.size()), inside});
    }
    return table;
}

Table lights_table(const Stage& stage) {
    Table table{"Lights", {"name", "type", "on", "intensity", "colour", "place", "near", "far"}, {}};
    const SetState* set = stage.current();
    if (set == nullptr) return table;
    for (const LightState& light : set->lights)
        table.rows.push_back({light.name, light.exists ? light_type(light.light.type) : "none",
                              yes(light.enabled), fmt::format("{:.2f}", light.intensity), point(light.color),
                              point(light.light.position), fmt::format("{:.1f}", light.light.near_range),
                              fmt::format("{:.1f}", light.light.far_range)});
    return table;
}

Table draw_list_table(const DrawList& list, const Stage& stage) {
    Table table{"Picture", {"#", "of", "what", "raster"}, {}};
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        const Item& item = list.items[i];
        std::string raster;
        if (const auto* quads = std::get_if<QuadsItem>(&item.what)) raster = raster_text(quads->raster);
        if (const auto* faces = std::get_if<FacesItem>(&item.what)) raster = raster_text(faces->raster);
        table.rows.push_back({fmt::format("{}", i), source_text(item.source, stage),
                              std::visit(ItemText{}, item.what), raster});
    }
    return table;
}

} // namespace rekindle::emi
