#pragma once
// Somebody who plays Coat: clicks on what is seen, walks by keys, waits. Everything given to the game is
// noted as a replay. Programs that use this link rk_emi_game and rk_demo.

#include <functional>

#include "emi/game/game.h"
#include "emi/stage/camera.h"
#include "emi/stage/scenery.h"
#include "emi/stage/walking.h"
#include "support/coat.h"

namespace rekindle::test {

inline std::unique_ptr<emi::Game> coat_game() {
    auto game = emi::Game::open(emi::files_of(coat_files(), "coat"));
    EXPECT_TRUE(game) << game.error().line();
    return game ? std::move(*game) : nullptr;
}

inline const emi::Actor& actor_named(const emi::Stage& stage, std::string_view name) {
    for (const emi::Actor& actor : stage.actors)
        if (actor.name == name) return actor;
    static const emi::Actor none{};
    ADD_FAILURE() << "no actor " << name;
    return none;
}

class CoatPlayer {
  public:
    CoatPlayer() : game(coat_game()) {}

    void frame(const std::vector<emi::InputEvent>& input = {}) {
        played.note(played.frames++, input);
        for (const emi::GameEvent& event : game->step(played.milliseconds, input))
            if (event.kind == emi::GameEvent::Kind::report) reports.push_back(event.text);
    }
    void wait(int frames) {
        for (int i = 0; i < frames; ++i) frame();
    }
    bool until(const std::function<bool()>& done, int frames) {
        for (int i = 0; i < frames && !done(); ++i) frame();
        return done();
    }
    void key(std::string_view name, int frames) {
        const emi::ControlCode code = emi::control_named(name);
        frame({{.kind = emi::InputEvent::Kind::down, .code = code}});
        wait(frames);
        frame({{.kind = emi::InputEvent::Kind::up, .code = code}});
    }
    void click(glm::vec3 point) {
        const glm::vec3 at = emi::to_pixel(emi::to_screen(*emi::current_camera(game->stage()), point));
        EXPECT_TRUE(at.x >= 0 && at.x < 640 && at.y >= 0 && at.y < 480) << at.x << ' ' << at.y;
        const emi::ControlCode button = emi::control_named("KEY_MOUSE_B1");
        frame({{.kind = emi::InputEvent::Kind::mouse, .x = at.x, .y = at.y},
               {.kind = emi::InputEvent::Kind::down, .code = button}});
        frame({{.kind = emi::InputEvent::Kind::up, .code = button}});
    }
    void click_on(std::string_view actor, float height) { click(place(actor) + glm::vec3(0, height, 0)); }
    glm::vec3 place(std::string_view actor) const {
        return actor_named(game->stage(), actor).motion.place.position;
    }
    // A global of the scripts; 0: nil.
    int global(const char* name) const {
        const lua::Value value = game->machine().global(name);
        return value.is_number() ? static_cast<int>(value.number()) : 0;
    }
    bool idle() const {
        return global("busy") == 0 && !emi::is_moving(*game->stage().find(game->stage().selected));
    }
    // What is said is passed over, as a player in a hurry does.
    bool hurry_until(const std::function<bool()>& done, int frames) {
        for (int i = 0; i < frames && !done(); ++i)
            i % 40 == 39 && global("busy") != 0 ? key("KEY_ESCAPE", 1) : frame();
        return done();
    }
    bool light(std::string_view lamp) {
        const int before = global("lamps_lit");
        click_on(lamp, 0.2f);
        return hurry_until([&] { return global("lamps_lit") == before + 1 && idle(); }, 1500);
    }
    // From anywhere on the ground floor.
    bool up_the_stairs() {
        click({2.65f, 0, -0.6f});
        until([&] { return idle(); }, 900);
        return climb();
    }
    bool climb() {
        click({2.6f, 1.4f, 3.1f});
        return until([&] { return place("pim").y > 1.3f && idle(); }, 1500);
    }

    // From the gallery: to the stairs' head by a click, then by a key till the first setup is back.
    bool down() {
        click({2.65f, 1.4f, 2.6f});
        until([&] { return idle(); }, 900);
        key("KEY_DOWN", 200);
        until([&] { return idle(); }, 60);
        return place("pim").y < 0.6f && game->stage().current()->setup == 0;
    }

    std::unique_ptr<emi::Game> game;
    emi::Replay played = {.milliseconds = 16, .frames = 0, .events = {}};
    std::vector<std::string> reports;
};

} // namespace rekindle::test
