// Script functions: layers, dimming, iris, modes, primitives, movies, bitmaps of the older engine (emi-engine
// R5, R10, R15-R17).
#include <algorithm>

#include "emi/game/script.h"
#include "emi/stage/screen.h"

namespace rekindle::emi {
namespace {

using lua::Outcome;

Layer& layer(Script& s) { return *find_item(s.stage.layers, s.id(0)); }

std::uint32_t color_field(Script& s, lua::Value table, std::uint32_t otherwise) {
    const lua::Value color = s.field(table, "color");
    return color.is_userdata() && color.userdata_tag() == object::color ? color.bits & 0xFFFFFF : otherwise;
}

PrimitiveId draw(Script& s, PrimitiveKind kind, std::span<const glm::vec2> points, lua::Value table) {
    return make_primitive(s.stage, kind, points, color_field(s, table, 0), s.field(table, "filled").is_true(),
                          to_whole(double{s.number_field(table, "layer").value_or(0)}));
}
PrimitiveId draw_two(Script& s, PrimitiveKind kind) {
    const glm::vec2 points[] = {{s.number(0), s.number(1)}, {s.number(2), s.number(3)}};
    return draw(s, kind, points, s.call[4]);
}
Outcome draw_polygon(Script& s) {
    glm::vec2 points[4];
    for (int i = 0; i < 8; ++i) {
        const lua::Value value = s.call.state().tables[s.call[0].bits].get_number(static_cast<float>(i + 1));
        if (!value.is_number()) return s.refuse(0, "a table of eight numbers");
        points[i / 2][i % 2] = value.number();
    }
    return s.object(draw(s, PrimitiveKind::polygon, points, s.call[1]), object::primitive);
}

// x and y move the whole figure; x2, y2, width and height set its other end.
void change_primitive(Script& s) {
    Primitive& primitive = *find_item(s.stage.primitives, s.id(0));
    const lua::Value table = s.call[1];
    primitive.color = color_field(s, table, primitive.color);
    const auto value = [&](const char* name) { return s.number_field(table, name); };
    const auto across = [](float x) { return primitive_place(x, 0).x; };
    const auto down = [](float y) { return primitive_place(0, y).y; };
    glm::ivec2 first = primitive.points[0];
    if (const auto x = value("x")) first.x = across(*x);
    if (const auto y = value("y")) first.y = down(*y);
    if (const auto x = value("xoffset")) first.x += to_whole(double{*x * 320});
    if (const auto y = value("yoffset")) first.y -= to_whole(double{*y * 240});
    move_primitive(primitive, first);
    glm::ivec2& end = primitive.points[1];
    if (const auto x = value("x2")) end.x = across(*x);
    if (const auto y = value("y2")) end.y = down(*y);
    if (const auto width = value("width")) end.x = primitive.points[0].x + to_whole(double{*width * 320});
    if (const auto height = value("height")) end.y = primitive.points[0].y + to_whole(double{*height * 240});
    if (const auto at = value("layer")) primitive.layer = to_whole(double{*at});
}

Outcome movie(Script& s) {
    const std::string name = s.text(0);
    start_movie(s.stage, name);
    s.game.extras().movie_time = 0;
    return s.truth(true);
}

BitmapState* bitmap(Script& s) {
    for (BitmapState& state : s.game.extras().bitmaps)
        if (state.id == s.id(0)) return &state;
    (void)s.refuse(0, "a bitmap state that still exists");
    return nullptr;
}
void move_bitmap(Script& s, bool to_front) {
    const BitmapState* state = bitmap(s);
    if (state == nullptr) return;
    std::vector<BitmapState>& all = s.game.extras().bitmaps;
    const auto at = all.begin() + (state - all.data());
    if (to_front)
        std::rotate(at, at + 1, all.end());
    else
        std::rotate(all.begin(), at, at + 1);
}

template <std::uint32_t bit>
void toggle_overlay(Script& s) {
    s.game.extras().overlays ^= bit;
}

const lua::Binding rows[] = {
    row("NewLayer",
        [](Script& s) {
            const LayerId made = make_layer(s.run(), s.text(0), s.whole(1));
            if (made == 0) s.warn("NewLayer: no picture '" + s.text(0) + "'");
            return s.object(made, object::layer);
        }),
    row("FreeLayer", [](Script& s) { free_layer(s.stage, s.id(0)); }),
    row("SetLayerSortOrder", [](Script& s) { layer(s).order = s.whole(1); }),
    row("SetLayerFrame",
        [](Script& s) {
            if (!set_layer_frame(s.cast(), layer(s), s.whole(1)))
                return s.refuse(1, "a frame that the layer has");
            return Outcome::ok;
        }),
    row("AdvanceLayerFrame", [](Script& s) { advance_layer(s.cast(), layer(s), s.whole(1)); }),

    row("DimScreen", [](Script& s) { s.stage.dim = s.number(0, usual_dim); }),
    row("UndimAll", [](Script& s) { s.stage.dim = 0; }),
    row("UndimRegion",
        [](Script& s) {
            s.stage.dim = 0; // the screen is the only region
            return s.given(0) ? Outcome::ok : s.nil();
        }),
    no_effect("Display"),
    no_effect("EngineDisplay"),
    no_effect("ForceRefresh"),
    no_effect("PreRender"), // EMI has no bitmaps of the older kind
    row("RenderModeUser", [](Script& s) { set_frozen(s.stage, s.given(0)); }),
    row("ToggleOverworld", [](Script& s) { set_overworld(s.stage, !s.given(0)); }),
    row("IrisUp",
        [](Script& s) {
            open_iris(s.stage, {s.number(0), s.number(1)}, s.whole(2));
        }),
    row("IrisDown",
        [](Script& s) {
            close_iris(s.stage, {s.number(0), s.number(1)}, s.whole(2));
        }),
    row("SetGamma", [](Script& s) { s.game.extras().gamma = s.number(0); }),
    row("GammaEnabled", [](Script& s) { return s.nil(); }),

    row("DrawLine", [](Script& s) { return s.object(draw_two(s, PrimitiveKind::line), object::primitive); }),
    row("DrawRectangle",
        [](Script& s) { return s.object(draw_two(s, PrimitiveKind::rectangle), object::primitive); }),
    row("DrawPolygon", [](Script& s) { return draw_polygon(s); }),
    row("ChangePrimitive", [](Script& s) { change_primitive(s); }),
    row("KillPrimitive", [](Script& s) { kill_primitive(s.stage, s.id(0)); }),
    row("PurgePrimitiveQueue", [](Script& s) { s.stage.primitives.clear(); }),
    row("BlastRect",
        [](Script& s) { s.game.extras().brief_primitives.push_back(draw_two(s, PrimitiveKind::rectangle)); }),

    row("StartMovie", [](Script& s) { return movie(s); }),
    row("StartFullscreenMovie", [](Script& s) { return movie(s); }),
    row("IsFullscreenMoviePlaying", [](Script& s) { return s.truth(!s.stage.movie.name.empty()); }),
    row("IsMoviePlaying", [](Script& s) { return s.truth(!s.stage.movie.name.empty()); }),
    row("StopMovie", [](Script& s) { end_movie(s.stage); }),
    row("EscapeMovie", [](Script& s) { end_movie(s.stage); }),
    row("PauseMovie", [](Script& s) { s.stage.movie.paused = s.given(0); }),

    row("NewObjectState",
        [](Script& s) {
            Extras& extras = s.game.extras();
            extras.bitmaps.push_back({.id = extras.next_bitmap++,
                                      .setup = s.whole(0),
                                      .position = s.whole(1),
                                      .bitmap = s.text(2),
                                      .zbitmap = s.text(3),
                                      .transparent = s.given(4)});
            return s.object(extras.bitmaps.back().id, object::bitmap);
        }),
    row("FreeObjectState",
        [](Script& s) {
            std::erase_if(s.game.extras().bitmaps,
                          [&](const BitmapState& state) { return state.id == s.id(0); });
        }),
    row("SetObjectType",
        [](Script& s) {
            if (BitmapState* state = bitmap(s)) state->position = s.whole(1);
        }),
    row("SendObjectToBack", [](Script& s) { move_bitmap(s, false); }),
    row("SendObjectToFront", [](Script& s) { move_bitmap(s, true); }),

    row("ToggleDebugDraw", [](Script& s) { toggle_overlay<overlay::all>(s); }),
    row("ToggleDrawCameras", [](Script& s) { toggle_overlay<overlay::cameras>(s); }),
    row("ToggleDrawLights", [](Script& s) { toggle_overlay<overlay::lights>(s); }),
    row("ToggleDrawSectors", [](Script& s) { toggle_overlay<overlay::sectors>(s); }),
    row("ToggleDrawBBoxes", [](Script& s) { toggle_overlay<overlay::boxes>(s); }),
    row("ToggleDrawFPS", [](Script& s) { toggle_overlay<overlay::frame_rate>(s); }),
    row("ToggleDrawPerformance", [](Script& s) { toggle_overlay<overlay::timings>(s); }),
    row("ToggleDrawActorStats", [](Script& s) { toggle_overlay<overlay::actor_stats>(s); }),
};

} // namespace

std::span<const lua::Binding> screen_functions() { return rows; }

} // namespace rekindle::emi
