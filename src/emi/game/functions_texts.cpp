// Script functions: texts, fonts, colours, speech (emi-engine R18, R92, R102).
#include <algorithm>

#include "emi/game/script.h"
#include "emi/stage/screen.h"
#include "emi/stage/speech.h"

namespace rekindle::emi {
namespace {

using lua::Outcome;

constexpr std::uint32_t opaque = 0xFF000000;

// What a table says of a text, over what it was. Places and sizes are in screen units.
void apply(Script& s, lua::Value table, TextStyle& style) {
    const auto value = [&](const char* name) { return s.number_field(table, name); };
    const auto set = [&](const char* name) { return s.field(table, name).is_true(); };
    if (const auto x = value("x")) style.place.x = text_place(*x, 0).x;
    if (const auto y = value("y")) style.place.y = text_place(0, *y).y;
    if (const auto width = value("width")) style.width = to_whole(double{*width * 320});
    if (const auto height = value("height")) style.height = to_whole(double{*height * 240});
    if (const auto layer = value("layer")) style.layer = to_whole(double{*layer});
    if (const auto duration = value("duration")) style.duration = to_whole(double{*duration});
    if (const auto volume = value("volume")) style.volume = to_whole(double{*volume});
    if (const auto pan = value("pan")) style.pan = to_whole(double{*pan});
    if (const auto background = value("background")) style.background = *background != 0;
    if (const lua::Value color = s.field(table, "fgcolor");
        color.is_userdata() && color.userdata_tag() == object::color)
        style.color = color.bits & 0xFFFFFF;
    const lua::Value font = s.field(table, "font");
    if (font.is_userdata() && font.userdata_tag() == object::font)
        style.font = s.game.font(font.bits);
    else if (font.is_string())
        style.font = s.cast().font(s.call.state().text(font));
    if (set("center")) style.justification = Justification::center;
    if (set("ljustify")) style.justification = Justification::left;
    if (set("rjustify")) style.justification = Justification::right;
}

glm::vec2 size_of(Script& s, const Text& text) {
    const FontResource* font = s.cast().fonts().get(text.style.font);
    if (font == nullptr) return {0, 0};
    const TextLayout layout = lay_out(font->font, text.style, text.text);
    return {static_cast<float>(layout.width) / 320, static_cast<float>(layout.height) / 240};
}
void push_size(Script& s, const Text& text) {
    const glm::vec2 size = size_of(s, text);
    s.call.push(size.x);
    s.call.push(size.y);
}

TextId make(Script& s, TextStyle style) {
    apply(s, s.call[1], style);
    return make_text(s.stage, s.game.translated(s.text(0)), style);
}

Outcome make_object(Script& s) {
    const TextId made = make(s, s.stage.text_style);
    (void)s.object(made, object::text);
    push_size(s, *find_item(s.stage.texts, made));
    return Outcome::ok;
}

Outcome change(Script& s) {
    Text* text = find_item(s.stage.texts, s.id(0));
    if (text == nullptr) return s.refuse(0, "a text that still exists");
    for (std::uint32_t i = 1; i < s.call.count(); ++i) {
        if (s.call[i].is_table())
            apply(s, s.call[i], text->style);
        else if (s.given(i))
            text->text = s.game.translated(s.text(i));
        push_size(s, *text);
    }
    return Outcome::ok;
}

void print_line(Script& s) {
    TextStyle style = s.stage.print_style;
    if (style.duration == 0) style.duration = 5000;
    (void)make(s, style);
    s.game.log(s.game.translated(s.text(0)));
}

// "/id/text" with its text translated, whatever stands in it.
std::string spoken(Script& s, const std::string& line) {
    const std::size_t end = line.starts_with('/') ? line.find('/', 1) : std::string::npos;
    return end == std::string::npos ? s.game.translated(line)
                                    : line.substr(0, end + 1) + s.game.translated(line);
}

// Texts, numbers and tables in any order; the last text is said.
Outcome say(Script& s) {
    const TextStyle& usual = s.stage.speech_style;
    LineOptions options{.place = {}, .background = true, .volume = usual.volume, .pan = usual.pan};
    std::string line;
    std::optional<float> x, y;
    bool number = false;
    std::optional<bool> background; // of the last table
    for (std::uint32_t i = 1; i < s.call.count(); ++i) {
        const lua::Value value = s.call[i];
        if (value.is_string()) line = s.text(i);
        if (value.is_number()) number = true;
        if (!value.is_table()) continue;
        background = s.number_field(value, "background").value_or(0) != 0;
        x = s.number_field(value, "x"), y = s.number_field(value, "y");
        if (const auto volume = s.number_field(value, "volume")) options.volume = to_whole(double{*volume});
        if (const auto pan = s.number_field(value, "pan")) options.pan = to_whole(double{*pan});
    }
    if (line.empty()) return s.refuse(1, "a text");
    options.background = background.value_or(!number);
    if (x || y) options.place = glm::vec2(x.value_or(0), y.value_or(0));
    say_line(s.run(), s.id(0), spoken(s, line), options);
    return Outcome::ok;
}

Outcome characters_answer(Script& s) {
    const Text* text = find_item(s.stage.texts, s.id(0));
    if (text == nullptr) return s.refuse(0, "a text that still exists");
    const FontResource* font = s.cast().fonts().get(text->style.font);
    const auto count = static_cast<std::size_t>(std::max(0, s.whole(1)));
    const std::int32_t width =
        font == nullptr ? 0 : text_width(font->font, std::string_view(text->text).substr(0, count));
    return s.answer(static_cast<float>(width) / 320);
}

Outcome font_answer(Script& s) {
    const FontResource* font = s.cast().fonts().get(s.cast().font(s.text(0)));
    s.call.push(font == nullptr ? 0.0f : static_cast<float>(text_width(font->font, "w")));
    return s.answer(font == nullptr ? 0.0f : static_cast<float>(font->font.baseline));
}

std::uint32_t channel(Script& s, std::uint32_t at) {
    return static_cast<std::uint32_t>(std::clamp(s.whole(at), 0, 255));
}

// Positions of a file's lines, and one of them; lines end with LF.
Outcome line_count_answer(Script& s) {
    const auto bytes = s.call.host().read_file(s.text(0));
    if (!bytes) {
        s.warn("TextFileGetLineCount: " + bytes.error().line());
        return s.nil();
    }
    lua::State& state = s.call.state();
    const lua::Value table = state.new_table();
    s.call.push(table);
    float count = 0;
    for (std::size_t at = 0; at < bytes->size() && count < 100'000;) {
        state.table_set(table, lua::Value::of(count++), lua::Value::of(static_cast<float>(at)));
        const auto end = std::find(bytes->begin() + static_cast<std::ptrdiff_t>(at), bytes->end(), '\n');
        at = static_cast<std::size_t>(end - bytes->begin()) + 1;
    }
    state.table_set(table, state.text("count"), lua::Value::of(count));
    return Outcome::ok;
}
Outcome line_answer(Script& s) {
    const auto bytes = s.call.host().read_file(s.text(0));
    const std::int32_t at = s.whole(1);
    if (!bytes || at < 0 || static_cast<std::size_t>(at) >= bytes->size()) return s.nil();
    const std::string_view rest =
        std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size())
            .substr(static_cast<std::size_t>(at));
    std::string_view line = rest.substr(0, rest.find('\n'));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return s.answer(line);
}

const lua::Binding rows[] = {
    row("SayLine", [](Script& s) { return say(s); }),
    row("ShutUpActor", [](Script& s) { shut_up(s.run(), s.id(0)); }),
    row("IsMessageGoing",
        [](Script& s) {
            return s.truth(s.given(0) ? is_talking(s.stage, s.id(0)) : anybody_talks(s.stage));
        }),
    row("PrintLine", [](Script& s) { print_line(s); }),
    row("SetSayLineDefaults", [](Script& s) { apply(s, s.call[0], s.stage.speech_style); }),
    row("SetActorTalkColor", [](Script& s) { s.actor(0).talk_color = s.id(1) & 0xFFFFFF; }),
    row("GetActorTalkColor",
        [](Script& s) { return s.object(opaque | s.actor(0).talk_color, object::color); }),
    row("MakeTextObject", [](Script& s) { return make_object(s); }),
    row("ChangeTextObject", [](Script& s) { return change(s); }),
    row("KillTextObject", [](Script& s) { kill_text(s.stage, s.id(0)); }),
    row("GetTextObjectDimensions",
        [](Script& s) {
            const Text* text = find_item(s.stage.texts, s.id(0));
            if (text == nullptr) return s.refuse(0, "a text that still exists");
            push_size(s, *text);
            return Outcome::ok;
        }),
    row("GetTextCharPosition", [](Script& s) { return characters_answer(s); }),
    row("GetFontDimensions", [](Script& s) { return font_answer(s); }),
    row("BlastText", [](Script& s) { s.game.extras().brief_texts.push_back(make(s, s.stage.text_style)); }),
    row("ExpireText", [](Script& s) { expire_text(s.run()); }),
    row("PurgeText", [](Script& s) { purge_texts(s.stage); }),
    row("PushText", [](Script& s) { push_texts(s.stage); }),
    row("PopText", [](Script& s) { pop_texts(s.stage); }),
    row("MakeColor",
        [](Script& s) {
            return s.object(opaque | channel(s, 0) << 16 | channel(s, 1) << 8 | channel(s, 2), object::color);
        }),
    row("GetColorComponents",
        [](Script& s) {
            const std::uint32_t color = s.id(0);
            return s.answer(glm::vec3(static_cast<float>(color >> 16 & 255),
                                      static_cast<float>(color >> 8 & 255), static_cast<float>(color & 255)));
        }),
    row("SetTextSpeed", [](Script& s) { s.stage.text_speed = std::clamp(s.whole(0), 1, 10); }),
    row("GetTextSpeed", [](Script& s) { return s.answer(static_cast<float>(s.stage.text_speed)); }),
    row("SetSpeechMode",
        [](Script& s) {
            const std::int32_t mode = s.whole(0);
            if (mode < 1 || mode > 3) return s.refuse(0, "a mode 1 to 3");
            s.stage.speech_mode = static_cast<SpeechMode>(mode);
            return Outcome::ok;
        }),
    row("GetSpeechMode", [](Script& s) { return s.answer(static_cast<float>(s.stage.speech_mode)); }),
    row("LocalizeString",
        [](Script& s) { return s.answer(s.game.resources().translations().with_key(s.text(0))); }),
    row("SetTranslationMode",
        [](Script& s) {
            const std::int32_t mode = s.whole(0);
            if (mode < 0 || mode > 2) return s.refuse(0, "a mode 0 to 2");
            s.game.extras().translation_mode = mode;
            return Outcome::ok;
        }),
    row("GetTranslationMode",
        [](Script& s) { return s.answer(static_cast<float>(s.game.extras().translation_mode)); }),
    row("LockFont",
        [](Script& s) {
            const std::uint32_t font = s.game.font_id(s.text(0));
            if (font == 0) s.warn("LockFont: no font '" + s.text(0) + "'");
            return s.object(font, object::font);
        }),
    row("TextFileGetLine", [](Script& s) { return line_answer(s); }),
    row("TextFileGetLineCount", [](Script& s) { return line_count_answer(s); }),
};

} // namespace

std::span<const lua::Binding> text_functions() { return rows; }

} // namespace rekindle::emi
