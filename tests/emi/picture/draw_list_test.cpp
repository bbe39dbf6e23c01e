// What is drawn, in which order and how, without a pixel (emi-engine R7, R9-R22, R94).

#include <gtest/gtest.h>

#include "emi/picture/order.h"
#include "emi/picture/placing.h"

namespace rekindle::emi {
namespace {

using Kind = Placed::Kind;

TEST(EmiDrawOrder, HigherOrdersAreDrawnEarlierAndNegativeOnesNever) {
    const std::vector<LayerPlace> layers{{1, 25}, {2, 10}};
    const std::vector<ActorPlace> actors{{1, 25, 0}, {2, 10, 0}, {3, 5, 0}, {4, 0, 0}, {5, -1, 0}};
    const std::vector<Placed> expected{{Kind::background, 3}, {Kind::layer, 1},      {Kind::actor, 1},
                                       {Kind::background, 2}, {Kind::background, 1}, {Kind::layer, 2},
                                       {Kind::actor, 2},      {Kind::actor, 3},      {Kind::background, 0},
                                       {Kind::actor, 4}};
    EXPECT_EQ(merge_by_order(4, layers, actors), expected);
}

TEST(EmiDrawOrder, OfEqualActorsTheFartherIsDrawnFirstAndNearTiesGoById) {
    const std::vector<ActorPlace> actors{{1, 5, 3}, {2, 5, 8}, {3, 5, 8.0004f}};
    const std::vector<Placed> expected{{Kind::actor, 2}, {Kind::actor, 3}, {Kind::actor, 1}};
    EXPECT_EQ(merge_by_order(0, {}, actors), expected);
    EXPECT_EQ(merge_by_order(0, {}, std::vector<ActorPlace>{actors[2], actors[0], actors[1]}), expected);
}

TEST(EmiDrawOrder, EqualStandAloneLayersGoById) {
    const std::vector<LayerPlace> layers{{7, 3}, {2, 3}};
    EXPECT_EQ(merge_by_order(0, layers, {}), (std::vector<Placed>{{Kind::layer, 2}, {Kind::layer, 7}}));
}

TEST(EmiDrawOrder, TheOverworldHasNegativeOrdersToo) {
    const std::vector<ActorPlace> actors{{1, -5, 1}, {2, 5, 1}, {3, 5, 2}};
    EXPECT_EQ(overworld_order(actors), (std::vector<std::int32_t>{3, 2, 1}));
}

TEST(EmiRaster, EachKindOfItemHasItsState) {
    EXPECT_EQ(layer_raster, (Raster{false, false, false, Blend::alpha, false, false, false}));
    EXPECT_EQ(face_raster(Blend::off), (Raster{true, true, false, Blend::off, true, true, true}));
    EXPECT_EQ(sprite_raster(true, true, Blend::alpha),
              (Raster{true, true, true, Blend::alpha, false, true, false}));
    EXPECT_EQ(sprite_raster(false, false, Blend::off),
              (Raster{false, false, false, Blend::off, false, true, false}));
    EXPECT_EQ(shadow_raster, (Raster{true, false, false, Blend::off, false, false, false}));
}

TEST(EmiRaster, FacesBlendByTextureFlagVertexOrActor) {
    EXPECT_EQ(face_blend({}), Blend::off);
    EXPECT_EQ(face_blend({.texture_alpha = true}), Blend::alpha);
    EXPECT_EQ(face_blend({.flags = 0x10000}), Blend::alpha);
    EXPECT_EQ(face_blend({.flags = 0x40000}), Blend::alpha);
    EXPECT_EQ(face_blend({.flags = 0x20}), Blend::off);
    EXPECT_EQ(face_blend({.vertex_alpha = true}), Blend::alpha);
    EXPECT_EQ(face_blend({.alpha = 0.99f}), Blend::alpha);
    EXPECT_EQ(face_blend({.texture_alpha = true, .additive = true}), Blend::additive);
    EXPECT_EQ(face_blend({.additive = true}), Blend::off);
}

TEST(EmiRaster, SpritesSayThemselvesWhetherTheyAreTestedAndAdded) {
    Sprite sprite;
    sprite.flags_b = 0x100;
    EXPECT_EQ(raster_of_sprite(sprite, false, 1), sprite_raster(true, false, Blend::off));
    sprite.flags_b = 0x20000;
    EXPECT_EQ(raster_of_sprite(sprite, true, 1), sprite_raster(false, true, Blend::alpha));
    EXPECT_EQ(raster_of_sprite(sprite, false, 0.5f), sprite_raster(false, true, Blend::alpha));
    sprite.flags_a = 0x400;
    EXPECT_EQ(raster_of_sprite(sprite, false, 1).blend, Blend::additive);
}

TEST(EmiSprite, FacesTheScreenAndItsActorsYawRollsIt) {
    Sprite sprite;
    sprite.offset = {0.5f, 0, 2};
    sprite.width = 2;
    sprite.height = 1;
    const auto corners = sprite_corners(sprite, {{1, 0, 10}, 90, 1});
    const std::array<std::array<float, 2>, 4> expected{
        {{0.5f, -0.5f}, {0.5f, 1.5f}, {1.5f, 1.5f}, {1.5f, -0.5f}}};
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(corners[i].x, expected[i][0], 1e-6) << i;
        EXPECT_NEAR(corners[i].y, expected[i][1], 1e-6) << i;
        EXPECT_EQ(corners[i].z, 12) << i;
    }
}

TEST(EmiSprite, EachCornerHasItsColourAndTheActorsAlpha) {
    Sprite sprite;
    sprite.corners[2].argb = {200, 10, 20, 300};
    sprite.corners[2].uv = {0.25f, 0.75f};
    const Quad quad = sprite_quad(sprite, {{0, 0, 5}, 0, 0.5f}, {}, glm::mat4(1));
    EXPECT_EQ(quad.corners[2].color, (std::array<std::uint8_t, 4>{10, 20, 255, 100}));
    EXPECT_EQ(quad.corners[2].u, 0.25f);
    EXPECT_EQ(quad.corners[2].v, 0.75f);
}

TEST(EmiPrimitive, FilledRectanglesIncludeBothEnds) {
    EXPECT_EQ(primitive_place(-0.5f, 0.5f), glm::ivec2(160, 120));
    Primitive primitive{
        .kind = PrimitiveKind::rectangle, .filled = true, .points = {{{160, 120}, {480, 360}}}};
    EXPECT_EQ(primitive_rects(primitive), (std::vector<Rect>{{160, 120, 480, 360}}));
    primitive.points = {{{480, 360}, {160, 120}}};
    EXPECT_EQ(primitive_rects(primitive), (std::vector<Rect>{{160, 120, 480, 360}}));
    primitive.filled = false;
    EXPECT_EQ(primitive_rects(primitive),
              (std::vector<Rect>{
                  {160, 120, 480, 120}, {160, 360, 480, 360}, {160, 120, 160, 360}, {480, 120, 480, 360}}));
}

TEST(EmiPrimitive, LinesReachBothEndsAndAPolygonIsClosed) {
    const std::vector<Rect> dots =
        primitive_rects({.kind = PrimitiveKind::line, .points = {{{8, 4}, {0, 0}}}});
    ASSERT_EQ(dots.size(), 9u);
    EXPECT_EQ(dots.front(), (Rect{8, 4, 8, 4}));
    EXPECT_EQ(dots[4], (Rect{4, 2, 4, 2}));
    EXPECT_EQ(dots.back(), (Rect{0, 0, 0, 0}));
    const std::vector<Rect> outline = primitive_rects(
        {.kind = PrimitiveKind::polygon, .points = {{{160, 120}, {480, 120}, {480, 360}, {160, 360}}}});
    EXPECT_EQ(outline.size(), 2u * 321 + 2 * 241);
    EXPECT_EQ(outline.back(), (Rect{160, 120, 160, 120}));
}

TEST(EmiIris, EverythingOutsideItsOpeningIsBlack) {
    Stage stage;
    close_iris(stage, {320, 240}, 1000);
    stage.iris.elapsed = 500;
    std::vector<int> covered(640 * 480);
    for (const Rect& rect : iris_rects(iris_opening(stage).value()))
        for (int y = rect.y1; y <= rect.y2; ++y)
            for (int x = rect.x1; x <= rect.x2; ++x) ++covered[static_cast<std::size_t>(y * 640 + x)];
    for (int y = 0; y < 480; ++y)
        for (int x = 0; x < 640; ++x) {
            const bool inside = x >= 160 && x < 480 && y >= 120 && y < 360;
            ASSERT_EQ(covered[static_cast<std::size_t>(y * 640 + x)], inside ? 0 : 1) << x << "," << y;
        }
    open_iris(stage, {100, 300}, 1000);
    stage.iris.elapsed = 250;
    EXPECT_EQ(iris_rects(iris_opening(stage).value())[2],
              (Rect{0, 225, 74, 344})); // (75,225)-(235,345) is free
    stage.iris.state = IrisState::closed;
    EXPECT_EQ(iris_rects(iris_opening(stage).value()), (std::vector<Rect>{{0, 0, 639, 479}}));
}

TEST(EmiScreenTexture, APixelAppearsInItsSlotAndOutsideIsBlack) {
    RgbaPicture shown = RgbaPicture::blank(640, 480);
    for (std::size_t i = 0; i < 4; ++i) shown.pixels[4 * (200 * 640 + 600) + i] = 255;
    const auto textures = screen_textures(shown);
    EXPECT_EQ(textures[3].width, 128);
    EXPECT_EQ(textures[3].pixels[4 * (72 * 128 + 88)], 255);
    EXPECT_EQ(textures[3].pixels[4 * (72 * 128 + 87)], 0);
    const std::size_t below = 4 * (255 * 256); // y 511
    EXPECT_EQ((std::vector<Byte>(textures[4].pixels.begin() + below, textures[4].pixels.begin() + below + 4)),
              (std::vector<Byte>{0, 0, 0, 255}));
}

TEST(EmiTiles, FiveBitChannelsReachFullRange) {
    TilePicture picture;
    picture.bits = 16;
    picture.images.resize(1);
    picture.images[0].pixels.assign(256 * 256 * 2, 0);
    picture.images[0].pixels[0] = 0x1F; // red 31, opaque
    picture.images[0].pixels[1] = 0x80;
    picture.images[0].pixels[2] = 0x00; // blue 16, transparent
    picture.images[0].pixels[3] = 0x40;
    const std::vector<RgbaPicture> pictures = tile_pictures(picture);
    EXPECT_EQ((Bytes(pictures[0].pixels.begin(), pictures[0].pixels.begin() + 8)),
              (Bytes{255, 0, 0, 255, 0, 0, 132, 0}));
}

TEST(EmiTiles, ALayersQuadsKeepTheirOrderAndCorners) {
    const RgbaPicture screen = RgbaPicture::blank(640, 480);
    const auto picture = make_tile_picture(std::array<RgbaPicture, 2>{screen, screen}, 32);
    ASSERT_TRUE(picture.has_value());
    const std::vector<RgbaPicture> pictures = tile_pictures(*picture);
    const std::vector<Quad> quads = layer_quads(*picture, 1, pictures);
    ASSERT_EQ(quads.size(), picture->layers[1].pieces);
    EXPECT_EQ(quads[0].texture.picture, &pictures[picture->pieces[picture->layers[1].first_piece].picture]);
    EXPECT_EQ(quads[0].corners[0].clip, glm::vec4(-1, 1, 0, 1));
    EXPECT_NEAR(quads[0].corners[2].clip.x, -0.2f, 1e-6);
}

TEST(EmiShadow, VerticesFallAwayFromTheLightOntoTheFloor) {
    const std::vector<Vec3> floor{{0, 0, 0}, {4, 0, 0}, {4, 0, 4}, {0, 0, 4}};
    const ShadowPlane plane = shadow_plane({0, 10, 0}, floor);
    EXPECT_EQ(plane.normal, glm::vec3(0, -1, 0));
    const glm::vec3 point = flattened(plane, {2, 5, 1});
    EXPECT_NEAR(point.x, 4, 1e-5);
    EXPECT_NEAR(point.y, 0, 1e-5);
    EXPECT_NEAR(point.z, 2, 1e-5);
    EXPECT_TRUE(casts_shadow(plane, {0, 1, 0}));
    EXPECT_FALSE(casts_shadow(shadow_plane({0, -10, 0}, floor), {0, 1, 0}));
}

// Every letter is ten wide and eight high, a blank four wide.
Font letters() {
    Font font;
    font.line_height = 12;
    font.baseline = 2;
    font.pixels.assign(64, 0xFF);
    for (std::uint16_t code = 0; code < 128; ++code) {
        font.codes.push_back(code);
        Glyph glyph;
        glyph.advance = code == ' ' ? 4 : 10;
        glyph.left = 1;
        glyph.top = -1;
        glyph.width = code == ' ' ? 0 : 8;
        glyph.height = code == ' ' ? 0 : 8;
        font.glyphs.push_back(glyph);
    }
    return font;
}

TEST(EmiText, LettersStandWhereTheirLineIs) {
    const Font font = letters();
    TextStyle style{.place = {320, 100}, .justification = Justification::center};
    EXPECT_EQ(placed_glyphs(font, lay_out(font, style, "ab")),
              (std::vector<PlacedGlyph>{{311, 101, 'a'}, {321, 101, 'b'}}));
    style = {.place = {315, 0}, .width = 330};
    EXPECT_EQ(placed_glyphs(font, lay_out(font, style, "a b")),
              (std::vector<PlacedGlyph>{{316, 1, 'a'}, {316, 13, 'b'}}));
}

TEST(EmiDrawList, OnlyWhatIsWantedIsLeftAndClearsStay) {
    DrawList list;
    list.add({}, ClearItem{});
    list.add({Source::Kind::background, 1}, std::array<Quad, 1>{}, layer_raster);
    list.add({Source::Kind::actor, 5}, std::array<Quad, 2>{}, layer_raster);
    const DrawList actors =
        only(list, [](const Item& item) { return item.source.kind == Source::Kind::actor; });
    ASSERT_EQ(actors.items.size(), 2u);
    EXPECT_EQ(actors.items[0], list.items[0]);
    EXPECT_EQ(actors.items[1], list.items[2]);
}

TEST(EmiDrawList, RangesAndIndicesBeyondTheirArraysAreNoticed) {
    DrawList list;
    const std::uint32_t model = list.add_model(3);
    list.add_faces({}, model, std::array<std::uint16_t, 3>{0, 1, 2}, {}, false, face_raster(Blend::off));
    EXPECT_TRUE(is_whole(list));
    DrawList bad = list;
    bad.indices[1] = 3;
    EXPECT_FALSE(is_whole(bad));
    bad = list;
    bad.items.push_back({{}, RectsItem{{0xFFFFFFFF, 2}, {}}});
    EXPECT_FALSE(is_whole(bad));
    bad = list;
    bad.uvs.pop_back();
    EXPECT_FALSE(is_whole(bad));
}

} // namespace
} // namespace rekindle::emi
