#include "emi/stage/speech.h"

#include <algorithm>

#include "emi/stage/chores.h"
#include "emi/stage/drawing.h"
#include "emi/stage/frames.h"
#include "emi/stage/screen.h"

namespace rekindle::emi {
namespace {

constexpr std::int32_t mouth_fade = 50, lip_unit = 16; // ms
constexpr glm::ivec2 usual_place{320, 463}, movie_place{320, 456};

ChoreSlot mouth_slot(const Actor& actor, std::int32_t shape) {
    return shape < 0 ? ChoreSlot() : actor.mouths[static_cast<std::size_t>(shape)];
}

// "/id/text" taken apart.
struct Line {
    std::string_view id, text;
};
Line line_of(std::string_view line) {
    const std::size_t end = line.starts_with('/') ? line.find('/', 1) : std::string_view::npos;
    if (end == std::string_view::npos) return {{}, line};
    return {line.substr(1, end - 1), line.substr(end + 1)};
}

// Above the actor's head, within the picture.
glm::ivec2 place_above(const Rectangle& box, const Font* font, const TextStyle& style,
                       std::string_view text) {
    const TextLayout layout = font ? lay_out(*font, style, text) : TextLayout{};
    const std::int32_t margin = 64 + layout.width / 2,
                       line = font ? static_cast<std::int32_t>(font->line_height) : 0;
    return {std::clamp((box.x1 + box.x2) / 2, std::min(margin, 320), std::max(640 - margin, 320)),
            std::max(box.y1 - layout.height, line)};
}

TextStyle subtitle_style(StageRun run, const Actor& actor, std::string_view text,
                         const LineOptions& options) {
    const Stage& stage = run.stage;
    TextStyle style = stage.speech_style;
    style.color = actor.talk_color;
    style.justification = Justification::center;
    style.place = usual_place;
    if (options.place) {
        style.place = {whole(320 * (options.place->x + 1), far_pixel),
                       whole(240 * (options.place->y + 1), far_pixel)};
    } else if (stage.mode == Mode::movie) {
        style.place = movie_place;
    } else if (actor.visible && !stage.set.empty() && is_in_set(actor, stage.set)) {
        const FontResource* font = run.cast.fonts().get(style.font);
        if (const auto box = screen_box(stage, run.cast, actor))
            style.place = place_above(*box, font ? &font->font : nullptr, style, text);
    }
    return style;
}

bool has_subtitle(const Actor& actor, bool background) {
    return actor.talk.talking && actor.talk.subtitle != 0 && actor.talk.background == background;
}

void show_subtitle(StageRun run, ActorId id, std::string_view text, const LineOptions& options, bool timed) {
    Stage& stage = run.stage;
    Actor& actor = *stage.find(id);
    if (options.background) {
        if (std::any_of(stage.actors.begin(), stage.actors.end(),
                        [](const Actor& each) { return has_subtitle(each, false); }))
            return;
    } else {
        for (Actor& each : stage.actors)
            if (has_subtitle(each, true)) {
                kill_text(stage, each.talk.subtitle);
                each.talk.subtitle = 0;
            }
    }
    TextStyle style = subtitle_style(run, actor, text, options);
    const auto letters = static_cast<std::int32_t>(std::min<std::size_t>(text.size(), 10000));
    style.duration = timed ? 500 + letters * 15 * (11 - stage.text_speed) : 0;
    actor.talk.subtitle = make_text(stage, std::string(text), style);
    stage.texts.back().speaker = id;
}

} // namespace

int mouth_at(const Lip& lip, std::int32_t ms) {
    const std::int32_t position = ms / lip_unit;
    std::size_t passed = 0;
    while (passed < lip.records.size() && lip.records[passed].time <= position) ++passed;
    if (passed == 0 || passed == lip.records.size()) return -1;
    return mouth_of_phoneme(lip.records[passed - 1].phoneme).value_or(1);
}

void say_line(StageRun run, ActorId id, std::string_view text, const LineOptions& options) {
    Stage& stage = run.stage;
    const Line line = line_of(text);
    const Actor* actor = stage.find(id);
    if (actor == nullptr) return;
    if (actor->talk.talking && !line.id.empty() && actor->talk.line == line.id) return;
    shut_up(run, id);
    // What follows runs no scripts except chore 0's.
    const bool wants_voice = stage.speech_mode != SpeechMode::text && !line.id.empty();
    const auto length = wants_voice ? run.cast.voice_length(line.id) : std::nullopt;
    Talk talk;
    talk.talking = true;
    talk.background = options.background;
    talk.line = line.id;
    talk.voice = length.has_value();
    talk.elapsed = -1;
    talk.length = length.value_or(0);
    if (actor->visible && !line.id.empty()) talk.lip = run.cast.lip(std::string(line.id) + ".lip");
    const bool rests = actor->visible && !slot_plays(*actor, actor->mouths[0]);
    const ChoreSlot closed = actor->mouths[0];
    stage.find(id)->talk = talk;
    if (options.background) stage.background_counts = true;
    if (talk.voice)
        stage.events.push_back({.kind = StageEvent::Kind::start_voice,
                                .actor = id,
                                .name = talk.line,
                                .volume = options.volume,
                                .pan = options.pan});
    if (stage.speech_mode != SpeechMode::voice)
        show_subtitle(run, id, line.text, options, !talk.voice || stage.mode == Mode::movie);
    if (rests) end_slot(run, id, closed);
}

void shut_up(StageRun run, ActorId id) {
    Actor* actor = run.stage.find(id);
    if (actor == nullptr || !actor->talk.talking) return;
    const Talk talk = actor->talk;
    actor->talk = {};
    const ChoreSlot shape = mouth_slot(*actor, talk.shape), mumble = actor->mumble, closed = actor->mouths[0];
    if (talk.voice)
        run.stage.events.push_back({.kind = StageEvent::Kind::stop_voice, .actor = id, .name = talk.line});
    if (talk.background) run.stage.background_counts = false;
    if (talk.subtitle != 0) kill_text(run.stage, talk.subtitle);
    fade_slot_out(run, id, shape, mouth_fade);
    fade_slot_out(run, id, mumble, 0);
    end_slot(run, id, closed);
}

bool is_talking(const Stage& stage, ActorId id) {
    const Actor* actor = stage.find(id);
    return actor != nullptr && actor->talk.talking;
}

bool anybody_talks(const Stage& stage) {
    return std::any_of(stage.actors.begin(), stage.actors.end(), [&](const Actor& actor) {
        return actor.talk.talking && (!actor.talk.background || stage.background_counts);
    });
}

void expire_text(StageRun run) {
    for (Actor& actor : run.stage.actors) {
        if (actor.talk.subtitle != 0) kill_text(run.stage, actor.talk.subtitle);
        actor.talk.subtitle = 0;
    }
}

void advance_talk(StageRun run, std::int32_t dt) {
    std::vector<ActorId> done;
    for (Actor& actor : run.stage.actors) {
        Talk& talk = actor.talk;
        if (!talk.talking) continue;
        talk.elapsed = talk.elapsed < 0 ? 0 : later(talk.elapsed, dt);
        const bool text_gone = find_item(run.stage.texts, talk.subtitle) == nullptr;
        if (talk.voice ? talk.elapsed >= talk.length : text_gone) done.push_back(actor.id);
    }
    for (const ActorId id : done) shut_up(run, id);
}

void move_mouth(StageRun run, ActorId id) {
    Actor* actor = run.stage.find(id);
    if (actor == nullptr || !actor->talk.talking || !actor->visible) return;
    const ChoreSlot mumble = actor->mumble;
    const LipResource* lip = run.cast.lips().get(actor->talk.lip);
    if (lip == nullptr || !actor->talk.voice) {
        if (!slot_plays(*actor, mumble)) play_slot(run, id, mumble, true, 0);
        return;
    }
    const std::int32_t before = actor->talk.shape, shape = mouth_at(lip->lip, actor->talk.elapsed);
    if (shape == before || (shape < 0 && before == 0)) return;
    const ChoreSlot old = mouth_slot(*actor, before), closed = actor->mouths[0],
                    wanted = mouth_slot(*actor, shape);
    if (wanted) {
        actor->talk.shape = shape;
        fade_slot_out(run, id, mumble, 0);
        fade_slot_out(run, id, old, mouth_fade);
        fade_slot_out(run, id, closed, 0);
        play_slot(run, id, wanted, false, mouth_fade);
    } else if (shape >= 0) {
        if (!mumble || slot_plays(*actor, mumble)) return;
        actor->talk.shape = -1;
        play_slot(run, id, mumble, true, 0);
    } else {
        actor->talk.shape = 0;
        fade_slot_out(run, id, mumble, 0);
        fade_slot_out(run, id, old, mouth_fade);
        end_slot(run, id, closed);
    }
}

} // namespace rekindle::emi
