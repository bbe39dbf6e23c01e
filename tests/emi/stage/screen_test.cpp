// What lies over the set, and speech: emi-engine R10, R15-R18, R90-R93.
#include "support/emi_play.h"

namespace rekindle::emi {
namespace {

using test::chore;
using test::Play;

// Every character 10 wide but "i", which is 4; lines 20 high.
Font font() {
    Font made;
    made.line_height = 20;
    made.baseline = 15;
    for (std::uint16_t code = 0; code < 256; ++code) {
        made.codes.push_back(code);
        Glyph glyph;
        glyph.advance = code == 'i' ? 4 : 10;
        made.glyphs.push_back(glyph);
    }
    return made;
}
std::vector<std::string> lines(const Font& font, const TextStyle& style, std::string_view text) {
    std::vector<std::string> result;
    for (const ShownLine& line : lay_out(font, style, text).lines) result.push_back(line.text);
    return result;
}
std::vector<TextId> drawn(const Play& play) {
    std::vector<TextId> ids;
    for (const Text* text : drawn_texts(play.stage)) ids.push_back(text->id);
    return ids;
}
using Lines = std::vector<std::string>;
using Ids = std::vector<TextId>;

// A person with ten mouths that hold, and a mumble chore.
ActorId speaker(Play& play, const std::string& name = "speaker") {
    std::vector<Chore> chores;
    for (int i = 0; i < 10; ++i)
        chores.push_back(chore("mouth" + std::to_string(i), 1000, {{"!animmouth.anim", {{0, 3}}}}));
    chores.push_back(chore("mumble", 1000));
    play.add("mouth.anim", test::moving("head", 1, {{0, {0, 1, 0}}}, 1));
    play.body(chores);
    const ActorId id = play.person(name);
    for (std::size_t i = 0; i < 10; ++i) set_mouth_chore(play.run(), id, i, "mouth" + std::to_string(i), "");
    set_mumble_chore(play.run(), id, "mumble", "");
    return id;
}
Lip lip() {
    Lip made;
    made.records = {{0, 0x5F}, {10, 0x61}, {20, 0x6D}};
    return made;
}

} // namespace

// ------------------------------------------------------------------------------------- screen

TEST(EmiScreen, LayersShowOneFrameOfTheirPicture) {
    Play play;
    const std::vector<RgbaPicture> frames(3, RgbaPicture::blank(640, 480));
    play.add("fire.til", *make_tile_picture(frames, 16));
    const LayerId id = make_layer(play.run(), "fire.til", 25);
    ASSERT_EQ(id, 1u);
    Layer& layer = *find_item(play.stage.layers, id);
    EXPECT_TRUE(set_layer_frame(play.cast, layer, 2));
    EXPECT_FALSE(set_layer_frame(play.cast, layer, 3));
    EXPECT_FALSE(set_layer_frame(play.cast, layer, -1));
    EXPECT_EQ(layer.frame, 2u);
    advance_layer(play.cast, layer, 2);
    EXPECT_EQ(layer.frame, 1u);
    advance_layer(play.cast, layer, -5);
    EXPECT_EQ(layer.frame, 2u);
    EXPECT_EQ(make_layer(play.run(), "none.til", 1), 0u);
    free_layer(play.stage, id);
    EXPECT_TRUE(play.stage.layers.empty());
    EXPECT_EQ(make_layer(play.run(), "fire.til", 25), 2u); // ids are never used again
}

TEST(EmiScreen, PrimitivesCountPixelsAndMoveAsAWhole) {
    Play play;
    const std::array<glm::vec2, 2> corners{glm::vec2(-0.5f, 0.5f), {0.5f, -0.5f}};
    const PrimitiveId id = make_primitive(play.stage, PrimitiveKind::rectangle, corners, 0xFF0000, true);
    Primitive& made = *find_item(play.stage.primitives, id);
    EXPECT_EQ(made.points[0], glm::ivec2(160, 120));
    EXPECT_EQ(made.points[1], glm::ivec2(480, 360));
    move_primitive(made, primitive_place(0, 0));
    EXPECT_EQ(made.points[1], glm::ivec2(640, 480));
    kill_primitive(play.stage, id);
    EXPECT_TRUE(play.stage.primitives.empty());
}

TEST(EmiScreen, TheIrisClosesToBlackAndOpensToNothing) {
    Play play;
    play.enter("room.set");
    close_iris(play.stage, {320, 240}, 1000);
    play.update(500);
    const auto box = *iris_opening(play.stage);
    EXPECT_EQ((std::array{box.x1, box.y1, box.x2, box.y2}), (std::array{160, 120, 480, 360}));
    play.update(500);
    EXPECT_EQ(play.stage.iris.state, IrisState::closed);
    EXPECT_EQ(iris_opening(play.stage)->x2, 0);
    start_movie(play.stage, "m");
    EXPECT_FALSE(iris_opening(play.stage)); // not in movie mode
    end_movie(play.stage);
    open_iris(play.stage, {100, 300}, 1000);
    play.update(250);
    const auto open = *iris_opening(play.stage);
    EXPECT_EQ((std::array{open.x1, open.y1, open.x2, open.y2}), (std::array{75, 225, 235, 345}));
    play.update(750);
    EXPECT_FALSE(iris_opening(play.stage));
}

TEST(EmiTexts, AreDrawnByLayerThenIdAndStacked) {
    Play play;
    EXPECT_EQ(text_place(-0.5f, 0.25f), glm::ivec2(160, 180));
    const std::array<std::int32_t, 3> layers{2, 0, 2};
    for (const std::int32_t layer : layers) {
        TextStyle style;
        style.layer = layer;
        make_text(play.stage, "text", style);
    }
    EXPECT_EQ(drawn(play), (Ids{2, 1, 3}));
    push_texts(play.stage);
    EXPECT_TRUE(drawn(play).empty());
    const TextId above = make_text(play.stage, "above", {});
    EXPECT_EQ(drawn(play), (Ids{above}));
    pop_texts(play.stage);
    EXPECT_EQ(drawn(play), (Ids{2, 1, 3}));
    kill_text(play.stage, 1);
    purge_texts(play.stage);
    EXPECT_TRUE(play.stage.texts.empty());
}

// Time counts only after a text was in a picture: the update that made it doesn't, nor one on a deeper level.
TEST(EmiTexts, DieWhenTheirTimeIsOver) {
    Play play;
    play.enter("room.set");
    TextStyle style;
    style.duration = 100;
    make_text(play.stage, "x", style);
    push_texts(play.stage);
    play.update(60, 5);
    EXPECT_EQ(play.stage.texts.size(), 1u);
    make_text(play.stage, "y", {});
    pop_texts(play.stage);
    play.update(60); // shown from now on
    play.update(60);
    EXPECT_EQ(play.stage.texts.size(), 1u);
    play.update(40); // 100: not yet over
    EXPECT_EQ(play.stage.texts.size(), 1u);
    play.update(1);
    EXPECT_TRUE(play.stage.texts.empty());
}

TEST(EmiTexts, LinesBreakAtBlanksAndLongWordsAreCut) {
    const Font glyphs = font();
    TextStyle style;
    style.place = {540, 100}; // left: 100 wide
    EXPECT_EQ(lines(glyphs, style, "one two three"), (Lines{"one two", "three"}));
    EXPECT_EQ(lines(glyphs, style, "1234567890 x"), (Lines{"1234567890", "x"}));
    EXPECT_EQ(lines(glyphs, style, "abcdefghijkl"), (Lines{"abcdefghi-", "jkl"}));
    EXPECT_EQ(lines(glyphs, style, "a  \r\nb"), (Lines{"a", "b"}));
    style.justification = Justification::right; // up to the place
    style.place = {50, 100};
    EXPECT_EQ(lines(glyphs, style, "one two"), (Lines{"one", "two"}));
    const TextLayout right = lay_out(glyphs, style, "one two");
    EXPECT_EQ(right.lines[0].place, glm::ivec2(20, 100));
    EXPECT_EQ(right.lines[1].place, glm::ivec2(20, 120));
    EXPECT_EQ(right.height, 40);
    style.justification = Justification::center; // twice the smaller distance to an edge
    EXPECT_EQ(lines(glyphs, style, "one two three"), (Lines{"one two", "three"}));
    EXPECT_EQ(lay_out(glyphs, style, "i").lines[0].place.x, 48);
    style.width = 60;
    EXPECT_EQ(lines(glyphs, style, "on two"), (Lines{"on", "t-", "wo"})); // 2·min(50, 10) = 20
}

// --------------------------------------------------------------------------------------- speech

TEST(EmiSpeech, TheMouthFollowsTheLipData) {
    const Lip data = lip();
    EXPECT_EQ(mouth_at(data, 0), 0);
    EXPECT_EQ(mouth_at(data, 159), 0);
    EXPECT_EQ(mouth_at(data, 160), 1);
    EXPECT_EQ(mouth_at(data, 319), 1);
    EXPECT_EQ(mouth_at(data, 320), -1); // the last entry only marks the end
    Lip unknown = data;
    unknown.records[1].phoneme = 0x1234;
    EXPECT_EQ(mouth_at(unknown, 160), 1);
    Lip late = data;
    late.records.erase(late.records.begin());
    EXPECT_EQ(mouth_at(late, 100), -1);
}

// R91: in the update at 160 ms chore 1 starts; its animations have 0.32 at its end, then 0.64, 0.96, 1.
TEST(EmiSpeech, MouthChoresFadeIntoEachOther) {
    Play play;
    play.enter("room.set");
    const ActorId id = speaker(play);
    play.add("line.lip", lip());
    play.voices["line"] = 400;
    say_line(play.run(), id, "/line/Hello", {.background = false});
    ASSERT_EQ(play.stage.events.size(), 1u);
    EXPECT_EQ(play.stage.events[0].name, "line");
    for (int ms = 0; ms <= 144; ms += 16) play.update(16);
    EXPECT_EQ(play[id].talk.elapsed, 144);
    EXPECT_EQ(play[id].talk.shape, 0);
    const ChoreId first = play[id].costumes[0].first_chore + 1;
    for (const float share : {0.32f, 0.64f, 0.96f, 1.0f}) {
        play.update(16);
        EXPECT_NEAR(play[id].costumes[0].state.animations[1].fade.value, share, 1e-5);
        EXPECT_TRUE(is_chore_playing(play.stage, first + 1));
        EXPECT_FALSE(is_chore_playing(play.stage, first)); // stopped at once
    }
    EXPECT_EQ(play[id].talk.shape, 1);
    for (int ms = 224; ms <= 320; ms += 16) play.update(16);
    EXPECT_EQ(play[id].talk.shape, 0);
    EXPECT_EQ(chore_state(play.stage, first + 1)->fade.mode, FadeMode::out);
    for (int ms = 336; ms < 400; ms += 16) play.update(16);
    EXPECT_TRUE(is_talking(play.stage, id));
    play.update(16);
    EXPECT_FALSE(is_talking(play.stage, id)); // the voice ended
    EXPECT_TRUE(play.stage.texts.empty());    // and its subtitle went
}

TEST(EmiSpeech, WithoutLipDataItMumbles) {
    Play play;
    play.enter("room.set");
    const ActorId id = speaker(play);
    play.voices["line"] = 100;
    say_line(play.run(), id, "/line/Hello", {.background = false});
    play.update(16);
    EXPECT_TRUE(slot_plays(play[id], play[id].mumble));
    play.update(16, 8);
    EXPECT_FALSE(is_talking(play.stage, id));
    EXPECT_FALSE(slot_plays(play[id], play[id].mumble));
}

// R92: 20 letters at speed 7 last 1700 ms in text-only mode; a table's y counts down.
TEST(EmiSpeech, SubtitlesLastByTheirLettersAndStandWhereTheyAreTold) {
    Play play;
    play.enter("room.set");
    const ActorId id = speaker(play);
    play.stage.speech_mode = SpeechMode::text;
    play[id].talk_color = 0x112233;
    say_line(play.run(), id, "/line/12345678901234567890",
             {.place = glm::vec2(-0.5f, 0.25f), .background = false});
    ASSERT_EQ(play.stage.texts.size(), 1u);
    const TextStyle& style = play.stage.texts[0].style;
    EXPECT_EQ(style.duration, 1700);
    EXPECT_EQ(style.place, glm::ivec2(160, 300));
    EXPECT_EQ(style.color, 0x112233u);
    EXPECT_EQ(play.stage.texts[0].text, "12345678901234567890");
    EXPECT_TRUE(play.stage.events.empty());
    play.update(0);
    play.update(1700);
    EXPECT_TRUE(is_talking(play.stage, id));
    play.update(1);
    EXPECT_TRUE(play.stage.texts.empty());
    play.update(1);
    EXPECT_FALSE(is_talking(play.stage, id));
    // Not in the current set: at the bottom; in a movie a little higher.
    put_in_set(play.stage, id, "");
    say_line(play.run(), id, "text", {.background = false});
    EXPECT_EQ(play.stage.texts[0].style.place, glm::ivec2(320, 463));
    shut_up(play.run(), id);
    play.stage.mode = Mode::movie;
    say_line(play.run(), id, "text", {.background = false});
    EXPECT_EQ(play.stage.texts[0].style.place, glm::ivec2(320, 456));
}

TEST(EmiSpeech, ASubtitleStandsAboveTheSpeakersHead) {
    Play play;
    play.enter("room.set"); // the camera at (0,0,-10), fov 60: a unit at z 0 is 320/(10·tan 30) pixels
    play.add("talk.laf", font());
    play.stage.speech_style.font = play.cast.font("talk.laf");
    const ActorId id = speaker(play);
    play[id].motion.place.position = {1, 0, 0};
    say_line(play.run(), id, "Hello", {.background = false});
    const double unit = 320 / (10 * std::tan(30 * 3.14159265 / 180));
    const glm::ivec2 place = play.stage.texts[0].style.place;
    EXPECT_NEAR(place.x, 320 + unit, 1);
    EXPECT_NEAR(place.y, 240 - unit - 20, 1); // the triangle is 1 high, the line 20
    play[id].motion.place.position = {-6, 9, 0};
    shut_up(play.run(), id);
    say_line(play.run(), id, "Hello", {.background = false});
    EXPECT_EQ(play.stage.texts[0].style.place, glm::ivec2(64 + 25, 20)); // within the picture
}

TEST(EmiSpeech, TheSameVoiceGoesOnAndAnotherLineCutsItShort) {
    Play play;
    play.enter("room.set");
    const ActorId id = speaker(play);
    play.voices = {{"a", 1000}, {"b", 1000}};
    say_line(play.run(), id, "/a/One", {.background = false});
    play.update(16, 3);
    say_line(play.run(), id, "/a/One", {.background = false});
    EXPECT_EQ(play[id].talk.elapsed, 32);
    play.stage.events.clear();
    say_line(play.run(), id, "/b/Two", {.background = false});
    ASSERT_EQ(play.stage.events.size(), 2u);
    EXPECT_EQ(play.stage.events[0].kind, StageEvent::Kind::stop_voice);
    EXPECT_EQ(play.stage.events[1].name, "b");
    ASSERT_EQ(play.stage.texts.size(), 1u);
    EXPECT_EQ(play.stage.texts[0].text, "Two");
    expire_text(play.run());
    EXPECT_TRUE(play.stage.texts.empty());
}

// R93: a and c talk in the background; c ends: nobody who counts talks, although a does.
TEST(EmiSpeech, BackgroundTalkersCountUntilOneOfThemEnds) {
    Play play;
    play.enter("room.set");
    const ActorId a = speaker(play, "a"), b = speaker(play, "b"), c = speaker(play, "c");
    play.voices = {{"a", 1000}, {"b", 1000}, {"c", 50}};
    say_line(play.run(), a, "/a/One", {});
    say_line(play.run(), c, "/c/Three", {});
    EXPECT_TRUE(anybody_talks(play.stage));
    play.update(60, 2);
    EXPECT_FALSE(is_talking(play.stage, c));
    EXPECT_TRUE(is_talking(play.stage, a));
    EXPECT_FALSE(anybody_talks(play.stage));
    say_line(play.run(), b, "/b/Two", {.background = false}); // takes the background's subtitle away
    EXPECT_TRUE(anybody_talks(play.stage));
    ASSERT_EQ(play.stage.texts.size(), 1u);
    EXPECT_EQ(play.stage.texts[0].speaker, b);
    say_line(play.run(), c, "/c/Three", {}); // and a background line shows none
    EXPECT_EQ(play.stage.texts.size(), 1u);
    put_in_set(play.stage, b, "elsewhere"); // talk goes on outside the set
    play.update(0);
    play.update(1000);
    EXPECT_FALSE(is_talking(play.stage, b));
}

} // namespace rekindle::emi
