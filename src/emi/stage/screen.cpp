#include "emi/stage/screen.h"

#include <algorithm>

#include "emi/stage/scenery.h"

namespace rekindle::emi {
namespace {

constexpr std::int32_t screen_width = 640, screen_height = 480;

std::int32_t pixel(float value) { return whole(value, far_pixel); }

template <typename T>
void erase_item(std::vector<T>& items, std::uint32_t id) {
    std::erase_if(items, [&](const T& item) { return item.id == id; });
}

void begin_iris(Stage& stage, IrisState state, glm::vec2 target, std::int32_t ms) {
    stage.iris = {.state = state, .target = target, .length = ms, .elapsed = 0};
}

bool texts_are_drawn(Mode mode) {
    return mode == Mode::normal || mode == Mode::frozen || mode == Mode::overworld;
}

} // namespace

// --------------------------------------------------------------------------------------------------- texts

glm::ivec2 text_place(float x, float y) { return {pixel(x * 320) + 320, pixel(240 - y * 240)}; }

TextId make_text(Stage& stage, std::string text, const TextStyle& style) {
    stage.texts.push_back({.id = stage.next_text++, .text = std::move(text), .style = style});
    return stage.texts.back().id;
}
void kill_text(Stage& stage, TextId text) { erase_item(stage.texts, text); }
void push_texts(Stage& stage) {
    for (Text& text : stage.texts) ++text.level;
}
void purge_texts(Stage& stage) {
    std::erase_if(stage.texts, [](const Text& text) { return text.level == 0; });
}
void pop_texts(Stage& stage) {
    purge_texts(stage);
    for (Text& text : stage.texts) --text.level;
}

std::vector<const Text*> drawn_texts(const Stage& stage) {
    std::vector<const Text*> texts;
    for (const Text& text : stage.texts)
        if (text.level == 0) texts.push_back(&text);
    std::stable_sort(texts.begin(), texts.end(),
                     [](const Text* a, const Text* b) { return a->style.layer < b->style.layer; });
    return texts;
}

std::int32_t text_width(const Font& font, std::string_view text) {
    std::int32_t width = 0;
    for (const char c : text) {
        const std::size_t glyph = find_glyph(font, static_cast<unsigned char>(c)).value_or(0);
        if (glyph < font.glyphs.size()) width += font.glyphs[glyph].advance;
    }
    return width;
}

namespace {

// The widest a line of a text may be (R18).
std::int32_t most_width(const TextStyle& style) {
    const std::int32_t room = style.width > 0 ? style.width : screen_width;
    switch (style.justification) {
    case Justification::center: return 2 * std::min(style.place.x, room - style.place.x);
    case Justification::right: return style.place.x;
    case Justification::left: break;
    }
    return room - style.place.x;
}

std::string_view without_blanks_behind(std::string_view line) {
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
    return line;
}

// Takes the next line off the text: as much as fits, up to the last blank; a single long word is cut with
// "-".
std::string next_line(const Font& font, std::string_view& text, std::int32_t most) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = without_blanks_behind(text.substr(0, end));
    if (text_width(font, line) <= most) {
        text.remove_prefix(std::min(end + 1, text.size()));
        return std::string(line);
    }
    std::size_t fits = 1;
    while (fits < line.size() && text_width(font, line.substr(0, fits + 1)) <= most) ++fits;
    const std::size_t blank = line.substr(0, fits + 1).rfind(' ');
    if (blank != std::string_view::npos && blank > 0) {
        std::string taken(without_blanks_behind(line.substr(0, blank)));
        text.remove_prefix(blank + 1);
        return taken;
    }
    while (fits > 1 && text_width(font, std::string(line.substr(0, fits)) + "-") > most) --fits;
    text.remove_prefix(fits);
    return std::string(line.substr(0, fits)) + "-";
}

} // namespace

TextLayout lay_out(const Font& font, const TextStyle& style, std::string_view text) {
    TextLayout layout;
    const std::int32_t most = std::max(most_width(style), 1);
    const auto height = static_cast<std::int32_t>(std::min<std::uint32_t>(font.line_height, 480));
    while (!text.empty()) {
        ShownLine line;
        line.text = next_line(font, text, most);
        line.width = text_width(font, line.text);
        line.place = {style.place.x, style.place.y + height * static_cast<std::int32_t>(layout.lines.size())};
        if (style.justification == Justification::center) line.place.x -= line.width / 2;
        if (style.justification == Justification::right) line.place.x -= line.width;
        layout.width = std::max(layout.width, line.width);
        layout.height += height;
        layout.lines.push_back(std::move(line));
    }
    return layout;
}

// -------------------------------------------------------------------------------------------------- layers

LayerId make_layer(StageRun run, std::string_view file, std::int32_t order) {
    const Ref<LayerResource> picture = run.cast.layers(file);
    if (!picture) return 0;
    run.stage.layers.push_back({.id = run.stage.next_layer++, .picture = picture, .order = order});
    return run.stage.layers.back().id;
}
void free_layer(Stage& stage, LayerId layer) { erase_item(stage.layers, layer); }

bool set_layer_frame(const Cast& cast, Layer& layer, std::int32_t frame) {
    const std::size_t frames = cast.layer_pictures()[layer.picture].frames();
    if (frame < 0 || static_cast<std::size_t>(frame) >= frames) return false;
    layer.frame = static_cast<std::uint32_t>(frame);
    return true;
}
void advance_layer(const Cast& cast, Layer& layer, std::int32_t by) {
    const auto frames = static_cast<std::int64_t>(cast.layer_pictures()[layer.picture].frames());
    if (frames > 0)
        layer.frame =
            static_cast<std::uint32_t>(((layer.frame + std::int64_t{by}) % frames + frames) % frames);
}

// ---------------------------------------------------------------------------------------------- primitives

glm::ivec2 primitive_place(float x, float y) { return {pixel((x + 1) * 320), pixel((1 - y) * 240)}; }

PrimitiveId make_primitive(Stage& stage, PrimitiveKind kind, std::span<const glm::vec2> points,
                           std::uint32_t color, bool filled, std::int32_t layer) {
    Primitive primitive{
        .id = stage.next_primitive++, .kind = kind, .filled = filled, .color = color, .layer = layer};
    for (std::size_t i = 0; i < std::min(points.size(), primitive.points.size()); ++i)
        primitive.points[i] = primitive_place(points[i].x, points[i].y);
    stage.primitives.push_back(primitive);
    return primitive.id;
}
void kill_primitive(Stage& stage, PrimitiveId primitive) { erase_item(stage.primitives, primitive); }
void move_primitive(Primitive& primitive, glm::ivec2 first) {
    const glm::ivec2 by = first - primitive.points[0];
    for (glm::ivec2& point : primitive.points) point += by;
}

// ---------------------------------------------------------------------------------------------------- iris

void open_iris(Stage& stage, glm::vec2 target, std::int32_t ms) {
    begin_iris(stage, IrisState::opening, target, ms);
}
void close_iris(Stage& stage, glm::vec2 target, std::int32_t ms) {
    begin_iris(stage, IrisState::closing, target, ms);
}

std::optional<Rectangle> iris_opening(const Stage& stage) {
    const Iris& iris = stage.iris;
    if (iris.state == IrisState::none) return std::nullopt;
    if (iris.state == IrisState::closed) {
        if (stage.mode == Mode::movie) return std::nullopt;
        return Rectangle{0, 0, 0, 0};
    }
    const float share =
        iris.length > 0 ? static_cast<float>(iris.elapsed) / static_cast<float>(iris.length) : 1;
    const float f = iris.state == IrisState::closing ? share : 1 - share;
    return Rectangle{pixel(iris.target.x * f), pixel(iris.target.y * f),
                     pixel(screen_width - (screen_width - iris.target.x) * f),
                     pixel(screen_height - (screen_height - iris.target.y) * f)};
}

// --------------------------------------------------------------------------------------------------- modes

namespace {

void pause_sounds(Stage& stage, bool on) {
    stage.events.push_back({.kind = on ? StageEvent::Kind::pause_sounds : StageEvent::Kind::resume_sounds});
    stage.movie.paused = on;
}

} // namespace

void set_pause(Stage& stage, bool on) {
    if (on == (stage.mode == Mode::pause)) return;
    if (on) stage.mode_before = stage.mode;
    stage.mode = on ? Mode::pause : stage.mode_before;
}

void set_frozen(Stage& stage, bool on) {
    if (on == (stage.mode == Mode::frozen)) return;
    if (on) stage.mode_before = stage.mode;
    stage.mode = on ? Mode::frozen : stage.mode_before;
    pause_sounds(stage, on);
}

void set_overworld(Stage& stage, bool on) {
    if (on && stage.mode != Mode::overworld) {
        stage.mode_before = stage.mode;
        stage.mode = Mode::overworld;
    } else if (!on) {
        stage.mode = stage.mode_before == Mode::overworld ? Mode::normal : stage.mode_before;
    }
}

void start_movie(Stage& stage, std::string_view name) {
    stage.movie = {.name = std::string(name)};
    stage.mode = Mode::movie;
}
void end_movie(Stage& stage) {
    if (stage.movie.name.empty()) return;
    kill_text(stage, stage.movie.subtitle);
    stage.movie = {};
    if (stage.mode == Mode::movie) stage.mode = Mode::normal;
}

void advance_screen(Stage& stage, std::int32_t dt) {
    Iris& iris = stage.iris;
    if (iris.state == IrisState::opening || iris.state == IrisState::closing) {
        iris.elapsed = later(iris.elapsed, dt);
        if (iris.elapsed >= iris.length)
            iris.state = iris.state == IrisState::closing ? IrisState::closed : IrisState::none;
    }
    for (Text& text : stage.texts)
        if (text.shown) text.elapsed = later(text.elapsed, dt);
    std::erase_if(stage.texts, [](const Text& text) {
        return text.style.duration > 0 && text.elapsed > text.style.duration;
    });
    // The picture that follows this update shows them.
    for (Text& text : stage.texts)
        text.shown = text.shown || (text.level == 0 && texts_are_drawn(stage.mode));
}

} // namespace rekindle::emi
