#pragma once
// A scene in which scripts do anything at all: for tests that compare two runs, and for the fuzz target.

#include "emi/stage/save.h"
#include "support/emi_play.h"

namespace rekindle::emi::test {

struct Random {
    std::uint64_t state;
    std::uint32_t below(std::uint32_t limit) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return static_cast<std::uint32_t>(state >> 33) % limit;
    }
    float between(float low, float high) {
        return low + (high - low) * static_cast<float>(below(1000)) / 1000;
    }
};

// Two sets, three persons with everything they may wear, a candle, a layer, a font.
inline void furnish(Play& play) {
    Set a;
    a.setups = {setup("one", {0, 0, -10}), setup("two", {3, 2, -10})};
    a.sectors = {floor_sector("a", 1, rectangle(-5, -5, 0, 5), {3, 4}),
                 floor_sector("b", 2, rectangle(0, -5, 5, 5), {5, 6}),
                 floor_sector("special", 9, rectangle(0, 0, 1, 1), {}, sector_type::special)};
    SetLight lamp;
    lamp.name.text = "lamp";
    lamp.type = 1;
    lamp.position = {0, 3, -2};
    lamp.color = {255, 200, 100};
    lamp.falloff_near = 1;
    lamp.falloff_far = 9;
    a.lights = {lamp};
    a.shadows.resize(1);
    a.shadows[0].name = "shadow";
    a.shadows[0].sectors = {"a"};
    play.add("a.set", a);
    play.add("b.set", a);
    play.add("move.anim", moving("root", 1, {{0, {0, 0, 0}}, {200, {0, 1, 0}}}, 0.2f));
    play.add("walk.anim", moving("root", 2, {{0, {0, 0, 0}}, {300, {1, 0, 0}}}, 0.3f));
    Sprite sprite;
    sprite.name = "flame";
    sprite.texture = "flame.sur";
    play.add("flame.spr", sprite);
    const std::string list = "c\nversion\t1.0\ntex:a.tga\ntex:b.tga\ntex:c.tga\nEND_OF_SECTION\n";
    play.files["flame.sur"] = Bytes(list.begin(), list.end());
    play.body({chore("idle", 0.5f, {{"!animmove.anim", {{0, 8}, {0, 3}, {400, 13}}}}),
               chore("walk", 1000, {{"!animwalk.anim", {{0, 3}}}}),
               chore("mouth", 1000, {{"!animmove.anim", {{0, 1}}}}), chore("turn", 1000),
               chore("script", 0.3f, {{"!luacspawn", {{100, 0}}}, {"!luavdoor", {{200, 2}}}})});
    play.costume(
        "candle.cos",
        {chore("flame", 0.3f, {{"!sprtflame.spr"}, {"!texiflame.sur", {{0, 0}, {100, 1}, {200, 2}}}})});
    play.add("line.lip", [] {
        Lip lip;
        lip.records = {{0, 0x5F}, {10, 0x61}, {40, 0x6D}};
        return lip;
    }());
    play.add("pic.til", *make_tile_picture(std::vector<RgbaPicture>(2, RgbaPicture::blank(640, 480)), 16));
    play.voices["line"] = 700;
    play.script = [&play](std::string_view) {
        if (play.stage.actors.size() < 12) load_actor(play.stage, "spawned");
    };
}

inline void begin(Play& play) {
    furnish(play);
    enter_set(play.run(), "a.set");
    for (const char* name : {"ann", "bob", "cec"}) {
        const ActorId id = play.person(name);
        set_rest_chore(play.run(), id, "idle", "");
        set_walk_chore(play.run(), id, "walk", "");
        set_turn_chores(play.run(), id, "turn", "turn", "");
        set_mouth_chore(play.run(), id, 1, "mouth", "");
        set_head(play[id], "head", {});
    }
}

inline ActorId any_actor(Play& play, Random& random) {
    const auto count = static_cast<std::uint32_t>(play.stage.actors.size());
    return count == 0 ? 0 : play.stage.actors[random.below(count)].id;
}
inline glm::vec3 somewhere(Random& random) {
    return {random.between(-6, 6), random.between(0, 2), random.between(-6, 6)};
}

// One thing that scripts may do.
inline void act(Play& play, Random& random) {
    Stage& stage = play.stage;
    const StageRun run = play.run();
    const ActorId id = any_actor(play, random), other = any_actor(play, random);
    Actor* actor = stage.find(id);
    if (actor == nullptr) return;
    switch (random.below(34)) {
    case 0: walk_actor_to(run, id, somewhere(random), random.below(2) ? other : 0); break;
    case 1: walk_forward(run, id); break;
    case 2: walk_vector(run, id, random.between(-1, 1), random.between(-1, 1)); break;
    case 3: turn_actor_to(stage, id, somewhere(random)); break;
    case 4: set_rotation(*actor, 0, random.between(-180, 180), 0, random.below(2) != 0); break;
    case 5: put_at(run, id, somewhere(random)); break;
    case 6: follow_boxes(actor->motion, random.below(3) != 0); break;
    case 7: attach_actor(run, id, other, random.below(2) ? "head" : ""); break;
    case 8: detach_actor(run, id); break;
    case 9:
        play_actor_chore(run, id, "script", "body.cos", random.below(2) != 0, random.between(0, 0.4f));
        break;
    case 10: play_actor_chore(run, id, "flame", "candle.cos", true, 0.1f); break;
    case 11: play_actor_chore(run, id, "wear", "body.cos", false); break;
    case 12:
        for (const ChoreId chore : playing_chores(*actor)) stop_chore(run, chore, random.between(0, 0.7f));
        break;
    case 13:
        for (const ChoreId chore : playing_chores(*actor)) pause_chore(stage, chore, random.below(2) != 0);
        break;
    case 14: say_line(run, id, "/line/Something to say", {.background = random.below(2) != 0}); break;
    case 15: shut_up(run, id); break;
    case 16: look_at_actor(stage, play.cast, id, other, random.between(0, 300)); break;
    case 17: look_at_point(*actor, somewhere(random), 0); break;
    case 18: look_at_nothing(*actor, 0); break;
    case 19: put_in_set(stage, id, std::array{"a.set", "b.set", ""}[random.below(3)]); break;
    case 20: actor->collision = static_cast<CollisionMode>(random.below(3)); break;
    case 21: actor->light_mode = static_cast<LightMode>(random.below(4)); break;
    case 22: actor->time_scale = random.between(0, 2); break;
    case 23: set_order(*actor, static_cast<std::int32_t>(random.below(20)) - 3); break;
    case 24: activate_shadow(stage, play.cast, id, random.below(3) != 0, ""); break;
    case 25: set_local_alpha(*actor, random.below(4), random.between(0, 3)); break;
    case 26: choose_setup(run, static_cast<std::int32_t>(random.below(3))); break;
    case 27:
        if (random.below(4) == 0) enter_set(run, random.below(2) ? "a.set" : "b.set");
        break;
    case 28: lock_set(run, random.below(2) ? "a.set" : "b.set"); break;
    case 29: shrink_boxes(stage, random.between(0, 0.5f)); break;
    case 30:
        if (LightState* light = find_light(stage, "lamp")) set_position(*light, somewhere(random));
        break;
    case 31: {
        TextStyle style;
        style.duration = static_cast<std::int32_t>(random.below(500));
        make_text(stage, "text", style);
        if (random.below(4) == 0) push_texts(stage);
        if (random.below(4) == 0) pop_texts(stage);
        break;
    }
    case 32:
        close_iris(stage, {320, 100}, static_cast<std::int32_t>(random.below(800)));
        make_layer(run, "pic.til", 5);
        stage.dim = random.between(0, 1);
        break;
    case 33:
        if (random.below(3) == 0 && stage.actors.size() > 4) unload_actor(run, id);
        if (random.below(6) == 0) set_frozen(stage, random.below(2) != 0);
        break;
    }
}

inline void frame(Play& play, Random& random) {
    note_picture(play.stage);
    light_actors(play.stage, play.cast);
    play.tasks = [&](std::int32_t) {
        for (std::uint32_t i = random.below(4); i > 0; --i) act(play, random);
    };
    play.update(static_cast<std::int32_t>(10 + random.below(30)));
    play.tasks = nullptr;
    play.stage.events.clear();
}

} // namespace rekindle::emi::test
