#pragma once
// What lies over the set: texts and their layout, layers, primitives, iris, dimming, modes, movies
// (emi-engine R5, R10, R15-R18). Called by scripts, the update and the picture. Screen units are -1..1 with y
// up; pixels count from the top left of 640×480.

#include "emi/stage/stage.h"

namespace rekindle::emi {

template <typename T>
T* find_item(std::vector<T>& items, std::uint32_t id) {
    for (T& item : items)
        if (item.id == id) return &item;
    return nullptr;
}
template <typename T>
const T* find_item(const std::vector<T>& items, std::uint32_t id) {
    return find_item(const_cast<std::vector<T>&>(items), id);
}

inline constexpr float far_pixel = 1e6f; // places beyond are cut

// Texts.
glm::ivec2 text_place(float x, float y); // of screen units
TextId make_text(Stage& stage, std::string text, const TextStyle& style);
void kill_text(Stage& stage, TextId text);
void push_texts(Stage& stage);
void pop_texts(Stage& stage);
void purge_texts(Stage& stage);
std::vector<const Text*> drawn_texts(const Stage& stage); // in the order of drawing

struct ShownLine {
    std::string text;
    glm::ivec2 place; // its top left
    std::int32_t width;
};
struct TextLayout {
    std::vector<ShownLine> lines;
    std::int32_t width = 0, height = 0;
};
std::int32_t text_width(const Font& font, std::string_view text);
TextLayout lay_out(const Font& font, const TextStyle& style, std::string_view text);

// Layers. 0: the picture is missing.
LayerId make_layer(StageRun run, std::string_view file, std::int32_t order);
void free_layer(Stage& stage, LayerId layer);
bool set_layer_frame(const Cast& cast, Layer& layer, std::int32_t frame);
void advance_layer(const Cast& cast, Layer& layer, std::int32_t by);

// Primitives, points in screen units.
glm::ivec2 primitive_place(float x, float y);
PrimitiveId make_primitive(Stage& stage, PrimitiveKind kind, std::span<const glm::vec2> points,
                           std::uint32_t color, bool filled, std::int32_t layer = 0);
void kill_primitive(Stage& stage, PrimitiveId primitive);
void move_primitive(Primitive& primitive, glm::ivec2 first); // as a whole

// Iris and dimming.
inline constexpr float usual_dim = 0.6999f;
void open_iris(Stage& stage, glm::vec2 target, std::int32_t ms);
void close_iris(Stage& stage, glm::vec2 target, std::int32_t ms);
struct Rectangle {
    std::int32_t x1, y1, x2, y2; // x2 and y2 are outside
};
// What the iris leaves free; nothing: the whole screen. All black: an empty rectangle.
std::optional<Rectangle> iris_opening(const Stage& stage);

// Modes.
void set_pause(Stage& stage, bool on);
void set_frozen(Stage& stage, bool on);    // RenderModeUser
void set_overworld(Stage& stage, bool on); // ToggleOverworld
void start_movie(Stage& stage, std::string_view name);
void end_movie(Stage& stage);

// Step of the update.
void advance_screen(Stage& stage, std::int32_t dt);

} // namespace rekindle::emi
