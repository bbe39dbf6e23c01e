// A stage becomes a draw list (emi-engine R5-R22, R36, R80-R82, R94).

#include "emi/data/texture.h"
#include "emi/picture/from_stage.h"
#include "emi/picture/software.h"
#include "support/emi_play.h"

namespace rekindle::emi {
namespace {

using test::chore;
using test::Play;
using Kind = Source::Kind;

// "room.set" before a picture of `layers` layers, seen from (0,0,-10).
void enter_room(Play& play, std::size_t layers, Set set = {}) {
    std::vector<RgbaPicture> pictures(layers, RgbaPicture::blank(640, 480));
    for (std::size_t i = 0; i < layers; ++i)
        for (std::size_t k = 0; k < pictures[i].pixels.size(); ++k)
            pictures[i].pixels[k] = static_cast<Byte>(k % 4 == 3 ? 255 : 10 * (i + 1));
    const auto tiles = make_tile_picture(pictures, 32);
    ASSERT_TRUE(tiles.has_value());
    play.add("room.til", *tiles);
    play.enter("room.set", std::move(set));
}

void add_spark(Play& play, std::uint32_t flags_b = sprite_flag::depth_test) {
    Sprite sprite;
    sprite.texture = "spark.tga";
    sprite.flags_b = flags_b;
    play.add("spark.spr", sprite);
    Targa targa;
    targa.width = targa.height = 1;
    targa.bits = 24;
    targa.data = {0, 255, 255};
    play.files["spark.tga"] = *write_targa(targa);
}

DrawList list_of(Play& play, const PictureOptions& options = {}) {
    // Lists refer to the pictures of their maker: it lives as long as the test program.
    static std::vector<std::unique_ptr<StagePictures>> makers;
    makers.push_back(std::make_unique<StagePictures>(play.cast));
    light_actors(play.stage, play.cast);
    DrawList list;
    makers.back()->make(list, play.stage, options);
    EXPECT_TRUE(is_whole(list));
    return list;
}

// Of the items, in order: c clear, z depth alone, b background, l layer, a actor, o overworld, s shadow, d
// dim, r rectangles, t text.
std::string outline(const DrawList& list) {
    std::string text;
    for (const Item& item : list.items) {
        char letter = "?blao"[static_cast<int>(item.source.kind)];
        if (const auto* clear = std::get_if<ClearItem>(&item.what)) letter = clear->color ? 'c' : 'z';
        if (std::holds_alternative<ShadowItem>(item.what)) letter = 's';
        if (std::holds_alternative<DimItem>(item.what)) letter = 'd';
        if (std::holds_alternative<RectsItem>(item.what)) letter = 'r';
        if (std::holds_alternative<TextItem>(item.what)) letter = 't';
        text += letter;
    }
    return text;
}
template <typename T>
std::vector<T> all_of(const DrawList& list) {
    std::vector<T> found;
    for (const Item& item : list.items)
        if (const T* one = std::get_if<T>(&item.what)) found.push_back(*one);
    return found;
}

Font one_letter() {
    Font font;
    font.line_height = 10;
    font.codes = {'a'};
    Glyph glyph;
    glyph.advance = 2;
    glyph.width = glyph.height = 1;
    font.glyphs = {glyph};
    font.pixels = {0xFF};
    return font;
}

TEST(EmiPicture, ItsPartsComeInTheOrderOfTheRule) {
    Play play;
    play.body();
    enter_room(play, 2);
    const ActorId person = play.person(), ghost = play.person("ghost");
    set_order(play[person], 5);
    play[ghost].overworld = true;
    play.update(16);
    play.add("a.laf", one_letter());
    make_text(play.stage, "a", {.font = play.cast.font("a.laf")});
    make_primitive(play.stage, PrimitiveKind::rectangle, std::array<glm::vec2, 2>{}, 0xFF0000, true);
    close_iris(play.stage, {320, 240}, 1000);
    play.stage.dim = 0.5f;
    const DrawList list = list_of(play);
    EXPECT_EQ(outline(list), "cbabzdorrt");
    EXPECT_EQ(list.items[1].source.id, 1); // the far layer first
    EXPECT_EQ(list.items[3].source.id, 0);
    EXPECT_EQ(std::get<DimItem>(list.items[5].what).keep, 0.5f);
}

TEST(EmiPicture, HiddenActorsThoseOfOtherSetsAndNegativeOrdersAreNotDrawn) {
    Play play;
    play.body();
    enter_room(play, 1);
    const ActorId person = play.person();
    play.update(16);
    EXPECT_EQ(outline(list_of(play)), "cbaz");
    play[person].visible = false;
    EXPECT_EQ(outline(list_of(play)), "cbz");
    play[person].visible = true;
    set_order(play[person], -1);
    EXPECT_EQ(outline(list_of(play)), "cbz");
    set_order(play[person], 0);
    put_in_set(play.stage, person, "elsewhere");
    EXPECT_EQ(outline(list_of(play)), "cbz");
}

TEST(EmiPicture, PauseLeavesThePictureAMovieHasOnlyIrisAndSubtitle) {
    Play play;
    play.body();
    enter_room(play, 1);
    play.person();
    set_pause(play.stage, true);
    EXPECT_EQ(outline(list_of(play)), "");
    set_pause(play.stage, false);
    start_movie(play.stage, "intro");
    play.add("a.laf", one_letter());
    play.stage.movie.subtitle = make_text(play.stage, "a", {.font = play.cast.font("a.laf")});
    make_text(play.stage, "a", {.font = play.cast.font("a.laf")});
    EXPECT_EQ(outline(list_of(play)), "ct");
}

TEST(EmiPicture, InTheOverworldModeTheSetsActorsAreGone) {
    Play play;
    play.body();
    enter_room(play, 1);
    play.person();
    const ActorId ghost = play.person("ghost");
    play[ghost].overworld = true;
    play.update(16);
    set_overworld(play.stage, true);
    EXPECT_EQ(outline(list_of(play)), "cbzo");
}

TEST(EmiPicture, StandAloneLayersShowTheirFrameBetweenTheOthers) {
    Play play;
    enter_room(play, 2);
    const LayerId layer = make_layer(play.run(), "room.til", 5);
    ASSERT_NE(layer, 0u);
    DrawList list = list_of(play);
    EXPECT_EQ(outline(list), "cblbz");
    const auto first = std::get<QuadsItem>(list.items[2].what).quads.first;
    EXPECT_EQ(list.quads[first].texture.picture->pixels[0], 10);
    set_layer_frame(play.cast, play.stage.layers[0], 1);
    list = list_of(play);
    EXPECT_EQ(list.quads[std::get<QuadsItem>(list.items[2].what).quads.first].texture.picture->pixels[0], 20);
}

TEST(EmiPicture, AnActorOutsideTheViewIsLeftOut) {
    Play play;
    play.body();
    enter_room(play, 1);
    const ActorId person = play.person();
    play[person].motion.place.position = {0, 0, 0};
    play.update(16);
    EXPECT_EQ(outline(list_of(play)), "cbaz");
    play[person].motion.place.position = {20, 0, 0};
    EXPECT_EQ(outline(list_of(play)), "cbz");
}

TEST(EmiPicture, ASpriteIsDrawnExactlyWhileItsChorePlays) {
    Play play;
    add_spark(play);
    play.costume("candle.cos", {chore("flame", 1000, {{"!sprtspark.spr"}})});
    enter_room(play, 1);
    const ActorId candle = load_actor(play.stage, "candle");
    put_in_set(play.stage, candle, "room.set");
    EXPECT_TRUE(all_of<QuadsItem>(only(list_of(play), [](const Item& i) {
                    return i.source.kind == Kind::actor;
                })).empty());
    const auto flame = play_actor_chore(play.run(), candle, "flame", "candle.cos", false);
    play.update(16);
    const DrawList list = list_of(play);
    ASSERT_EQ(outline(list), "cbaz");
    const Quad& quad = list.quads[std::get<QuadsItem>(list.items[2].what).quads.first];
    EXPECT_EQ(std::get<QuadsItem>(list.items[2].what).raster, sprite_raster(true, false, Blend::off));
    // The camera is ten before the actor; a unit is 10·tan 30° from the middle at the edge.
    EXPECT_NEAR(quad.corners[0].clip.x / quad.corners[0].clip.w, -0.5f / 5.7735f, 1e-4);
    EXPECT_NEAR(quad.corners[0].clip.w, 10, 1e-4);
    stop_chore(play.run(), flame, 0);
    EXPECT_EQ(outline(list_of(play)), "cbz");
}

TEST(EmiPicture, DynamicLightIsLeftToRenderersThatAskForIt) {
    Play play;
    play.body();
    Set set;
    SetLight light;
    light.type = static_cast<std::int32_t>(LightType::ambient);
    light.color = {255, 255, 255};
    light.intensity = 0.25f;
    set.lights = {light};
    enter_room(play, 1, set);
    const ActorId person = play.person();
    play.update(16);
    const DrawList stored = list_of(play);
    EXPECT_FALSE(stored.models[0].dynamic);
    EXPECT_EQ(stored.shading[0], (Vec3{0.25f, 0.25f, 0.25f}));
    EXPECT_EQ(stored.colors[0], (std::array<std::uint8_t, 4>{200, 200, 200, 255}));
    const DrawList open = list_of(play, {.renderer_shades = true});
    EXPECT_TRUE(open.models[0].dynamic);
    ASSERT_EQ(open.models[0].lights.count, 1u);
    play[person].light_mode = LightMode::none;
    EXPECT_FALSE(list_of(play, {.renderer_shades = true}).models[0].dynamic);
}

TEST(EmiPicture, AnActorsAlphaReachesItsVerticesAndTurnsBlendingOn) {
    Play play;
    play.body();
    enter_room(play, 1);
    const ActorId person = play.person();
    play.update(16);
    set_alpha(play[person], 0.5f); // the mode is off still
    DrawList list = list_of(play);
    EXPECT_EQ(list.colors[0][3], 255);
    EXPECT_EQ(all_of<FacesItem>(list)[0].raster.blend, Blend::off);
    set_alpha(play[person], 2);
    list = list_of(play);
    EXPECT_EQ(list.colors[0][3], 127);
    EXPECT_EQ(all_of<FacesItem>(list)[0].raster.blend, Blend::alpha);
}

TEST(EmiPicture, AShadowIsFlattenedOntoItsFloorBeforeTheActor) {
    Play play;
    play.body();
    Set set;
    set.sectors = {test::floor_sector("floor", 1, test::rectangle(-3, -3, 3, 3))};
    SetShadow shadow;
    shadow.name = "sun";
    shadow.point = {0, 10, 0};
    shadow.sectors = {"floor"};
    shadow.color = {1, 2, 3};
    set.shadows = {shadow};
    enter_room(play, 1, set);
    const ActorId person = play.person();
    play.update(16);
    activate_shadow(play.stage, play.cast, person, true, "");
    DrawList list = list_of(play);
    EXPECT_EQ(outline(list), "cbsaz");
    const ShadowItem item = all_of<ShadowItem>(list).at(0);
    EXPECT_EQ(item.color, (Color{1, 2, 3}));
    EXPECT_EQ(item.area.count, 6u); // two triangles
    EXPECT_EQ(item.triangles.count, 3u);
    play.stage.find(person)->shadows[0].light = {0, -10, 0};
    EXPECT_EQ(outline(list_of(play)), "cbaz");
}

TEST(EmiPicture, TextsComeByLayerThenId) {
    Play play;
    enter_room(play, 1);
    play.add("a.laf", one_letter());
    TextStyle style{.color = 0x010000, .layer = 2};
    style.font = play.cast.font("a.laf");
    make_text(play.stage, "a", style);
    style.layer = 0;
    style.color = 0x020000;
    make_text(play.stage, "a", style);
    style.layer = 2;
    style.color = 0x030000;
    make_text(play.stage, "a", style);
    const auto texts = all_of<TextItem>(list_of(play));
    ASSERT_EQ(texts.size(), 3u);
    EXPECT_EQ(texts[0].color.r, 2);
    EXPECT_EQ(texts[1].color.r, 1);
    EXPECT_EQ(texts[2].color.r, 3);
    // The letter itself.
    SoftwareRenderer renderer;
    renderer.draw(list_of(play));
    EXPECT_EQ(renderer.picture().pixels[0], 3);
}

TEST(EmiPicture, PeelsIntoTheStepsOfTheArticle) {
    Play play;
    play.body();
    add_spark(play);
    play.costume("candle.cos", {chore("flame", 1000, {{"!sprtspark.spr"}})});
    enter_room(play, 2);
    const ActorId person = play.person();
    set_order(play[person], 5);
    const ActorId candle = load_actor(play.stage, "candle");
    put_in_set(play.stage, candle, "room.set");
    play_actor_chore(play.run(), candle, "flame", "candle.cos", false);
    play.update(16);
    const DrawList list = list_of(play);
    EXPECT_EQ(outline(list), "cbabaz");
    std::vector<std::string> outlines;
    for (const PeelStep& step : peel(list)) outlines.push_back(outline(step.list));
    EXPECT_EQ(outlines, (std::vector<std::string>{"cbz", "caz", "cbaz", "cbabz", "cbabaz", "cbabaz"}));
    const auto steps = peel(list);
    const auto quad = std::get<QuadsItem>(steps[4].list.items[4].what).quads.first;
    EXPECT_EQ(steps[4].list.quads[quad].corners[0].color[1], 85);
    EXPECT_EQ(steps[5].list.quads[quad].corners[0].color[1], 255);
}

TEST(EmiPicture, AScreenTextureShowsWhatWasKept) {
    Play play;
    Sprite sprite;
    sprite.texture = "specialty3";
    play.add("spark.spr", sprite);
    play.costume("screen.cos", {chore("show", 1000, {{"!sprtspark.spr"}})});
    enter_room(play, 1);
    const ActorId actor = load_actor(play.stage, "screen");
    put_in_set(play.stage, actor, "room.set");
    play_actor_chore(play.run(), actor, "show", "screen.cos", false);
    play.update(16);
    StagePictures pictures(play.cast);
    DrawList list;
    pictures.make(list, play.stage);
    EXPECT_EQ(outline(list), "cbz"); // nothing is in it yet
    RgbaPicture shown = RgbaPicture::blank(640, 480);
    shown.pixels[4 * (200 * 640 + 600)] = 77;
    pictures.keep_screen(shown);
    pictures.make(list, play.stage);
    ASSERT_EQ(outline(list), "cbaz");
    const Texture& texture = list.quads[std::get<QuadsItem>(list.items[2].what).quads.first].texture;
    EXPECT_EQ(texture.picture->pixels[4 * (72 * 128 + 88)], 77);
    EXPECT_EQ(texture.version, 1u);
}

} // namespace
} // namespace rekindle::emi
