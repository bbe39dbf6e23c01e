#include "emi/picture/draw_list.h"

namespace rekindle::emi {
namespace {

std::uint32_t count(std::size_t size) { return static_cast<std::uint32_t>(size); }

bool inside(const Range& range, std::size_t size) {
    return range.first <= size && range.count <= size - range.first;
}

} // namespace

void DrawList::clear() {
    items.clear();
    quads.clear();
    models.clear();
    positions.clear();
    normals.clear();
    shading.clear();
    uvs.clear();
    colors.clear();
    indices.clear();
    lights.clear();
    points.clear();
    rects.clear();
    glyphs.clear();
}

void DrawList::add(Source source, std::span<const Quad> added, const Raster& raster) {
    items.push_back({source, QuadsItem{{count(quads.size()), count(added.size())}, raster}});
    quads.insert(quads.end(), added.begin(), added.end());
}

void DrawList::add(Source source, std::span<const Rect> added, Color color) {
    items.push_back({source, RectsItem{{count(rects.size()), count(added.size())}, color}});
    rects.insert(rects.end(), added.begin(), added.end());
}

std::uint32_t DrawList::add_model(std::size_t vertices) {
    Model model;
    model.vertices = {count(positions.size()), count(vertices)};
    const std::size_t end = model.vertices.end();
    positions.resize(end);
    normals.resize(end);
    shading.resize(end, Vec3{1, 1, 1});
    uvs.resize(end);
    colors.resize(end, {255, 255, 255, 255});
    models.push_back(model);
    return count(models.size() - 1);
}

void DrawList::add_faces(Source source, std::uint32_t model, std::span<const std::uint16_t> added,
                         const Texture& texture, bool unlit, const Raster& raster) {
    const Range range{count(indices.size()), count(added.size())};
    items.push_back({source, FacesItem{model, range, texture, unlit, raster}});
    indices.insert(indices.end(), added.begin(), added.end());
}

void shade_model(const DrawList& list, const Model& model, std::span<Vec3> shading) {
    const std::size_t first = model.vertices.first, vertices = model.vertices.count;
    if (!model.dynamic) {
        const std::span<const Vec3> stored = std::span(list.shading).subspan(first, vertices);
        std::copy(stored.begin(), stored.end(), shading.begin());
        return;
    }
    ShadeJob job;
    job.actor = model.to_world;
    job.lights = std::span(list.lights).subspan(model.lights.first, model.lights.count);
    job.positions = std::span(list.positions).subspan(first, vertices);
    job.normals = std::span(list.normals).subspan(first, vertices);
    job.falloff = model.falloff;
    job.shading = shading;
    job.run();
}

bool is_whole(const DrawList& list) {
    const std::size_t vertices = list.positions.size();
    if (list.normals.size() != vertices || list.shading.size() != vertices || list.uvs.size() != vertices ||
        list.colors.size() != vertices)
        return false;
    for (const Model& model : list.models)
        if (!inside(model.vertices, vertices) || !inside(model.lights, list.lights.size())) return false;
    for (const Item& item : list.items) {
        if (const auto* quads = std::get_if<QuadsItem>(&item.what))
            if (!inside(quads->quads, list.quads.size())) return false;
        if (const auto* rects = std::get_if<RectsItem>(&item.what))
            if (!inside(rects->rects, list.rects.size())) return false;
        if (const auto* shadow = std::get_if<ShadowItem>(&item.what))
            if (!inside(shadow->area, list.points.size()) || !inside(shadow->triangles, list.points.size()))
                return false;
        if (const auto* text = std::get_if<TextItem>(&item.what)) {
            if (text->font == nullptr || !inside(text->glyphs, list.glyphs.size())) return false;
            for (std::uint32_t i = text->glyphs.first; i < text->glyphs.end(); ++i)
                if (list.glyphs[i].glyph >= text->font->glyphs.size()) return false;
        }
        if (const auto* faces = std::get_if<FacesItem>(&item.what)) {
            if (faces->model >= list.models.size() || !inside(faces->indices, list.indices.size()))
                return false;
            for (std::uint32_t i = faces->indices.first; i < faces->indices.end(); ++i)
                if (list.indices[i] >= list.models[faces->model].vertices.count) return false;
        }
    }
    return true;
}

} // namespace rekindle::emi
