// Sets, cameras, sectors, lights, shadows, and what pictures ask for: emi-engine R12, R36, R53-R56, R79-R82,
// R94, R95, R103-R107.
#include "support/emi_play.h"

namespace rekindle::emi {
namespace {

using test::chore;
using test::floor_sector;
using test::near;
using test::Play;
using test::rectangle;

SetLight light(std::string name, LightType type, Vec3 position, std::array<std::int32_t, 3> color,
               float intensity, float near_range = 1, float far_range = 5) {
    SetLight made;
    made.name.text = std::move(name);
    made.type = static_cast<std::int32_t>(type);
    made.position = position;
    made.color = color;
    made.intensity = intensity;
    made.falloff_near = near_range;
    made.falloff_far = far_range;
    return made;
}

Set with_setups(int count) {
    Set set;
    for (int i = 0; i < count; ++i)
        set.setups.push_back(test::setup("setup" + std::to_string(i), {0, 0, -10}));
    return set;
}

// A mesh of one vertex at the origin whose normal points up, worn; vertex colour 201.
ActorId dot(Play& play, LightMode mode) {
    Mesh mesh = test::triangle("dot.mesh");
    mesh.positions = {{0, 0, 0}};
    mesh.normals = {{0, 1, 0}};
    mesh.colors = {{201, 201, 201, 255}};
    mesh.uvs = {{0, 0}};
    mesh.faces.clear();
    mesh.weights.resize(1);
    play.add("dot.mesh", mesh);
    play.add("dot.skl", Skeleton{{test::joint("root")}, {}});
    play.costume("dot.cos", {chore("wear", 1000, {{"!meshdot.mesh"}, {"!skeldot.skl"}})});
    const ActorId id = load_actor(play.stage, "dot");
    put_in_set(play.stage, id, play.stage.set);
    play_actor_chore(play.run(), id, "wear", "dot.cos", false);
    play[id].light_mode = mode;
    return id;
}
glm::vec3 shading(Play& play, ActorId id) {
    light_actors(play.stage, play.cast);
    const std::vector<Vec3>& kept = play[id].costumes[0].models[0].shading;
    return kept.empty() ? glm::vec3(1) : glm::vec3(kept[0].x, kept[0].y, kept[0].z);
}
// Example A of R77.
void enter_example_a(Play& play, const std::string& name = "lit.set") {
    Set set;
    set.lights = {light("ambient", LightType::ambient, {}, {255, 255, 255}, 0.2f),
                  light("key", LightType::omni, {0, 2, 0}, {255, 128, 0}, 1)};
    play.enter(name, set);
}

} // namespace

// --------------------------------------------------------------------------------------- sets and setups

TEST(EmiSets, LeavingASetForgetsItUnlessItIsLocked) {
    Play play;
    Set b = with_setups(1);
    play.add("b.set", b);
    play.enter("a.set", {floor_sector("door", 5, rectangle(0, 0, 1, 1))});
    EXPECT_TRUE(enter_set(play.run(), "a.set")); // the same: nothing
    EXPECT_TRUE(play.stage.events.empty());
    EXPECT_TRUE(show_sector(play.stage, "door", false));
    for (const bool locked : {false, true}) {
        if (locked) lock_set(play.run(), "a.set");
        ASSERT_TRUE(enter_set(play.run(), "b.set"));
        EXPECT_EQ(play.stage.events.back().kind, StageEvent::Kind::stop_sounds);
        EXPECT_EQ(play.stage.sets.size(), locked ? 2u : 1u);
        ASSERT_TRUE(enter_set(play.run(), "a.set"));
        EXPECT_EQ(current_sectors(play.stage)[0].visible, !locked);
        show_sector(play.stage, 5, false);
    }
    unlock_set(play.stage, "a.set");
    ASSERT_TRUE(enter_set(play.run(), "b.set"));
    EXPECT_EQ(play.stage.sets.size(), 1u);
    EXPECT_FALSE(enter_set(play.run(), "none.set"));
    EXPECT_EQ(play.stage.set, "b.set");
}

TEST(EmiSets, SetupsWrapAndTellTheirChange) {
    Play play;
    play.enter("room.set", with_setups(3));
    EXPECT_TRUE(note_picture(play.stage));
    EXPECT_FALSE(note_picture(play.stage));
    ASSERT_TRUE(choose_setup(play.run(), 4));
    EXPECT_EQ(play.stage.current()->setup, 1u);
    EXPECT_TRUE(note_picture(play.stage));
    ASSERT_TRUE(choose_setup(play.run(), 1)); // no change
    step_setup(play.run(), -1);
    step_setup(play.run(), -1);
    ASSERT_TRUE(choose_setup(play.run(), "setup1"));
    EXPECT_FALSE(choose_setup(play.run(), "setup9"));
    EXPECT_EQ(play.log, (std::vector<std::string>{"setup 0 1", "setup 1 0", "setup 0 2", "setup 2 1"}));
    EXPECT_EQ(setup_of(play.run(), "room.set"), 1u);
    EXPECT_EQ(setup_of(play.run(), "none.set"), std::nullopt);
    EXPECT_EQ(background_of(play.stage, play.cast), "room.til");
}

TEST(EmiSets, CamerasAreTurnedAndAskedByTheCurrentSetup) {
    Play play;
    Set set;
    set.setups = {test::setup("one", {0, 0, -10}), test::setup("two", {0, 0, -10})};
    play.enter("room.set", set);
    Camera& camera = *current_camera(play.stage);
    set_camera_angles(camera, {0, 10, 5});
    EXPECT_TRUE(near(camera_angles(camera), {0, 10, 5}, 1e-3f));
    EXPECT_TRUE(near(camera_angles(play.stage.current()->cameras[1]), {0, 0, 0}));
    // R107: the point of R105, and the overworld's camera.
    EXPECT_TRUE(
        near(to_screen(play.stage.current()->cameras[1], {2, 1, 0}), {0.34641f, 0.23094f, 0.818182f}, 1e-5f));
    const glm::vec3 over = to_screen(overworld_camera(), {1.6f, 1.2f, 3.2f});
    EXPECT_NEAR(over.x, 0.5f, 1e-5);
    EXPECT_NEAR(over.y, 0.5f, 1e-5);
}

// ----------------------------------------------------------------------------------------------- sectors

TEST(EmiScenery, QuestionsAboutSectorsDifferInWhatTheySee) {
    Play play;
    play.enter("room.set", {floor_sector("floor_a", 3, rectangle(0, 0, 4, 4), {}, sector_type::funnel, 1),
                            floor_sector("hot_a", 4, rectangle(0, 0, 4, 4), {}, sector_type::hot, 1)});
    const glm::vec3 inside(1, 0.5f, 1), above(1, 1.02f, 1);
    EXPECT_EQ(point_sector(play.stage, inside, sector_type::walk)->id, 3u); // a funnel is one
    EXPECT_EQ(point_sector(play.stage, inside, sector_type::hot)->id, 4u);
    EXPECT_EQ(point_sector(play.stage, inside, sector_type::camera), nullptr);
    EXPECT_EQ(point_sector(play.stage, above, sector_type::walk), nullptr);
    EXPECT_EQ(any_sector(play.stage, inside)->id, 3u);
    ASSERT_TRUE(show_sector(play.stage, 3, false));
    EXPECT_EQ(point_sector(play.stage, inside, sector_type::walk), nullptr);
    EXPECT_EQ(any_sector(play.stage, inside)->id, 4u);
    EXPECT_EQ(sector_named(play.stage, inside, "floor_a")->id, 3u); // by name also hidden ones
    EXPECT_EQ(sector_named(play.stage, inside, "floor"), nullptr);
    EXPECT_EQ(sector_with_text(play.stage, inside, "_a")->id, 3u);
    EXPECT_EQ(sector_with_text(play.stage, inside, "b"), nullptr);
    EXPECT_FALSE(show_sector(play.stage, 77, true));
}

// R54: the square of R53; facing +z from (1,0,1) it entered through the edge at z 0; the far one is at z 4.
TEST(EmiScenery, TheOppositeEdgeIsSeenAgainstTheFacing) {
    Play play;
    play.enter("room.set", {floor_sector("floor", 1, rectangle(0, 0, 4, 4))});
    const ActorId id = load_actor(play.stage, "x");
    play[id].motion.place.position = {1, 0, 1};
    EXPECT_TRUE(near(*opposite_edge(play.stage, play[id], "oor"), {1, 0, 4}));
    play[id].motion.place.yaw = 90;
    EXPECT_TRUE(near(*opposite_edge(play.stage, play[id], "oor"), {4, 0, 1}));
    EXPECT_FALSE(opposite_edge(play.stage, play[id], "other"));
}

TEST(EmiScenery, ShrinkingIsUndoneAndAskedForWithoutDoingIt) {
    Play play;
    play.enter("room.set", {floor_sector("floor", 1, rectangle(0, 0, 4, 4))});
    EXPECT_TRUE(near(*shrink_position(play.stage, {0, 0, 0}, 1), {0.7071f, 0, 0.7071f}));
    EXPECT_TRUE(near(current_sectors(play.stage)[0].vertices[0], {0, 0, 0}));
    shrink_boxes(play.stage, 1);
    EXPECT_TRUE(near(current_sectors(play.stage)[0].vertices[0], {0.7071f, 0, 0.7071f}));
    shrink_boxes(play.stage, 0);
    EXPECT_TRUE(near(current_sectors(play.stage)[0].vertices[0], {0, 0, 0}));
}

// ------------------------------------------------------------------------------------------------ lights

TEST(EmiLighting, LightsAreChangedByNumberOrName) {
    Play play;
    enter_example_a(play);
    const ActorId id = dot(play, LightMode::normal_dynamic);
    EXPECT_TRUE(near(shading(play, id), {0.95f, 0.576471f, 0.2f}));
    set_intensity(*find_light(play.stage, "key"), 0.5f);
    EXPECT_TRUE(near(shading(play, id), {0.575f, 0.388235f, 0.2f}));
    find_light(play.stage, std::size_t{1})->enabled = false;
    EXPECT_TRUE(near(shading(play, id), {0.2f, 0.2f, 0.2f}));
    EXPECT_EQ(find_light(play.stage, std::size_t{99}), nullptr);
    EXPECT_EQ(find_light(play.stage, "Key"), nullptr);
}

// R80: drawn at r 2, then the light is moved to r 4.
TEST(EmiLighting, StaticKeepsWhatItsFirstDrawingShowed) {
    Play play;
    enter_example_a(play);
    const ActorId fixed = dot(play, LightMode::fixed), moving = dot(play, LightMode::normal_dynamic),
                  fast = dot(play, LightMode::fast_dynamic), none = dot(play, LightMode::none);
    for (const ActorId id : {fixed, moving, fast})
        EXPECT_TRUE(near(shading(play, id), {0.95f, 0.576471f, 0.2f}));
    EXPECT_TRUE(near(shading(play, none), {1, 1, 1}));
    EXPECT_EQ(shaded(201, shading(play, none).x), 201);
    set_position(*find_light(play.stage, "key"), {0, 4, 0});
    EXPECT_TRUE(near(shading(play, fixed), {0.95f, 0.576471f, 0.2f}));
    EXPECT_TRUE(near(shading(play, moving), {0.45f, 0.325490f, 0.2f}));
    EXPECT_TRUE(near(shading(play, fast), {0.45f, 0.325490f, 0.2f}));
    play[moving].light_mode = LightMode::none; // keeps the last
    set_position(*find_light(play.stage, "key"), {0, 2, 0});
    EXPECT_TRUE(near(shading(play, moving), {0.45f, 0.325490f, 0.2f}));
    play[moving].light_mode = static_cast<LightMode>(7); // as 2
    EXPECT_TRUE(near(shading(play, moving), {0.95f, 0.576471f, 0.2f}));
}

TEST(EmiLighting, NothingIsComputedForWhatIsNotDrawn) {
    Play play;
    enter_example_a(play);
    const ActorId id = dot(play, LightMode::fixed);
    play[id].visible = false;
    EXPECT_TRUE(near(shading(play, id), {1, 1, 1}));
    play[id].visible = true;
    play[id].motion.place.position = {0, 0, -50}; // behind the camera
    EXPECT_TRUE(near(shading(play, id), {1, 1, 1}));
    play[id].motion.place.position = {};
    EXPECT_TRUE(near(shading(play, id), {0.95f, 0.576471f, 0.2f}));
}

TEST(EmiLighting, TheOverworldHasItsOwnLightsAndHalfLambertIsForFastOnes) {
    Play play;
    enter_example_a(play);
    const ActorId id = dot(play, LightMode::fast_dynamic);
    play[id].overworld = true; // its normal is 90 degrees off the light: 0.5
    EXPECT_TRUE(near(shading(play, id), {0.5f, 0.5f, 0.5f}));
    light_actors(play.stage, play.cast, Falloff::half_lambert);
    EXPECT_NEAR(play[id].costumes[0].models[0].shading[0].x, 0.5f + 0.6f * 0.25f, 1e-5);
    play[id].light_mode = LightMode::normal_dynamic;
    light_actors(play.stage, play.cast, Falloff::half_lambert);
    EXPECT_NEAR(play[id].costumes[0].models[0].shading[0].x, 0.5f, 1e-5);
}

// ----------------------------------------------------------------------------------------------- drawing

TEST(EmiDrawing, OnlyPlayingChoresShowTheirComponents) {
    Play play;
    Sprite sprite;
    sprite.name = "flame";
    sprite.texture = "flame.tga";
    play.add("flame.spr", sprite);
    play.enter("room.set");
    play.body({chore("flame", 1, {{"!sprtflame.spr"}}), chore("empty", 1000),
               chore("lost", 1000, {{"!meshno.mesh"}})});
    const ActorId id = play.person();
    const auto components = [&] { return drawn_components(play.cast, play[id]); };
    using All = std::vector<Component>;
    EXPECT_EQ(components(), (All{{0, false, 0}}));
    const ChoreId flame = play_actor_chore(play.run(), id, "flame", "", true);
    EXPECT_EQ(components(), (All{{0, false, 0}, {0, true, 0}}));
    play_actor_chore(play.run(), id, "empty", "", true);
    stop_chore(play.run(), flame - 1); // the worn chore no longer plays: its mesh comes last
    EXPECT_EQ(components(), (All{{0, true, 0}, {0, false, 0}}));
    stop_chore(play.run(), flame);
    play_actor_chore(play.run(), id, "lost", "", true); // a missing mesh draws nothing
    EXPECT_EQ(components(), (All{{0, false, 0}}));
}

// R95: body and dumbshadow both draw; the body stays the current costume.
TEST(EmiDrawing, ADumbShadowIsAnOrdinaryCostume) {
    Play play;
    play.enter("room.set");
    play.body();
    play.add("shadow.mesh", test::triangle("shadow.mesh"));
    play.costume("dumbshadow.cos", {chore("wear_default", 1000, {{"!meshshadow.mesh"}, {"!skelbody.skl"}})});
    const ActorId id = play.person();
    play_actor_chore(play.run(), id, "wear_default", "dumbshadow.cos", false);
    EXPECT_EQ(costume_name(play.cast, play[id]), "body.cos");
    EXPECT_EQ(drawn_components(play.cast, play[id]), (std::vector<Component>{{0, false, 0}, {1, false, 0}}));
}

TEST(EmiDrawing, AModelOutsideTheViewIsSkippedUnlessCullingIsOff) {
    Play play;
    Set set;
    set.setups = {test::setup("one", {}, {}, 90)};
    play.enter("room.set", set);
    const ActorId id = load_actor(play.stage, "x");
    const glm::mat4 place(1);
    const Box out{{11, 0, 10}, {12, 1, 10}}, in{{9, 0, 10}, {12, 1, 10}};
    EXPECT_FALSE(may_be_seen(play.stage, play[id], place, out));
    EXPECT_TRUE(may_be_seen(play.stage, play[id], place, in));
    play[id].culled = false;
    EXPECT_TRUE(may_be_seen(play.stage, play[id], place, out));
    play[id].culled = true;
    play[id].overworld = true;
    EXPECT_TRUE(may_be_seen(play.stage, play[id], place, out));
}

TEST(EmiDrawing, AlphaComesFromActorMeshAndVertex) {
    Play play;
    play.enter("room.set");
    play.body();
    const ActorId id = play.person();
    Actor& actor = play[id];
    const ModelState& model = actor.costumes[0].models[0];
    set_alpha(actor, 0.5f);
    EXPECT_EQ(effective_alpha(actor), 1); // its mode is still off
    set_alpha(actor, 2);
    EXPECT_EQ(vertex_alpha(actor, model, 0, 200), 127);
    ASSERT_TRUE(set_model_alpha(play.cast, actor, "BODY.mesh", 2));
    ASSERT_TRUE(set_model_alpha(play.cast, actor, "body.mesh", 0.8f));
    EXPECT_FALSE(set_model_alpha(play.cast, actor, "other.mesh", 2));
    EXPECT_EQ(vertex_alpha(actor, model, 7, 200), 80);
    set_local_alpha(actor, 7, 2.5f); // its whole part is a mode
    set_local_alpha(actor, 7, 0.25f);
    EXPECT_EQ(vertex_alpha(actor, model, 7, 200), 20);
    EXPECT_EQ(vertex_alpha(actor, model, 8, 200), 80);
    set_alpha(actor, -1);
    EXPECT_EQ(vertex_alpha(actor, model, 8, 200), 160);
}

// ----------------------------------------------------------------------------------------------- shadows

TEST(EmiShadows, RecordsOfTheSetFillTheActorsSlots) {
    Play play;
    Set set;
    set.lights = {light("lamp", LightType::omni, {0, 10, 0}, {255, 255, 255}, 1)};
    set.sectors = {floor_sector("floor", 1, rectangle(0, 0, 4, 4)),
                   floor_sector("step", 2, rectangle(4, 0, 5, 4))};
    set.shadows.resize(2);
    set.shadows[0].name = "main";
    set.shadows[0].light = std::string("lamp\0", 5);
    set.shadows[0].sectors = {"step", "floor", "none"};
    set.shadows[0].color = {10, 20, 300};
    set.shadows[1].name = "side";
    set.shadows[1].point = {1, 2, 3};
    play.enter("room.set", set);
    const ActorId id = load_actor(play.stage, "x");
    activate_shadow(play.stage, play.cast, id, true, "MAIN");
    const ShadowSlot& slot = play[id].shadows[0];
    EXPECT_TRUE(slot.active);
    EXPECT_EQ(slot.light, glm::vec3(0, 10, 0));
    EXPECT_EQ(slot.color, 0x0A14FFu);
    ASSERT_EQ(slot.sectors.size(), 2u);
    EXPECT_EQ(slot.sectors[0].name, "step");
    activate_shadow(play.stage, play.cast, id, true, "");
    EXPECT_EQ(play[id].shadows[1].light, glm::vec3(1, 2, 3));
    EXPECT_FALSE(play[id].shadows[2].active); // the first was found again
    activate_shadow(play.stage, play.cast, id, false, "main");
    EXPECT_FALSE(play[id].shadows[0].active);
    EXPECT_TRUE(play[id].shadows[1].active);
}

} // namespace rekindle::emi
