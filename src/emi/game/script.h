#pragma once
// For the files of script functions only: one call of a function as its body sees it. The machine has checked
// the kinds of the arguments against the function's signature, and row() that objects still exist.

#include "emi/game/game.h"
#include "emi/lua/script_api.h"

namespace rekindle::emi {

Game& game_of(lua::Host& host);

namespace object {
inline constexpr std::int32_t actor = lua::object_tag("ACTR"), chore = lua::object_tag("CHOR"),
                              layer = lua::object_tag("LAYR"), sound = lua::object_tag("AIFF"),
                              text = lua::object_tag("TEXT"), font = lua::object_tag("FONT"),
                              color = lua::object_tag("COLR"), primitive = lua::object_tag("PRIM"),
                              image = lua::object_tag("VBUF"), bitmap = lua::object_tag("STAT");
}

// Toward zero, within a billion; what isn't a number is 0.
std::int32_t to_whole(double value);

class Script {
  public:
    explicit Script(lua::Call& called) : call(called), game(game_of(called.host())), stage(game.stage()) {}
    lua::Call& call;
    Game& game;
    Stage& stage;
    StageRun run() { return game.run(); }
    Cast& cast() { return game.cast(); }

    bool given(std::uint32_t index) const { return call[index].is_true(); }
    float number(std::uint32_t index, float otherwise = 0) const;
    std::int32_t whole(std::uint32_t index, std::int32_t otherwise = 0) const;
    std::string text(std::uint32_t index) const;                             // nil: empty
    glm::vec3 point(std::uint32_t index) const;                              // three numbers
    std::uint32_t id(std::uint32_t index) const { return call[index].bits; } // of an object
    Actor& actor(std::uint32_t index) { return *stage.find(id(index)); }
    bool is(std::uint32_t index, std::int32_t tag) const {
        return call[index].is_userdata() && call[index].userdata_tag() == tag;
    }
    // A point, or the world position of an actor.
    glm::vec3 target(std::uint32_t index);

    // Fields of a table argument; nil where it isn't one.
    lua::Value field(lua::Value table, std::string_view name);
    std::optional<float> number_field(lua::Value table, std::string_view name);

    lua::Outcome nil() { return call.value(lua::Value{}); }
    lua::Outcome truth(bool yes) { return call.truth(yes); }
    lua::Outcome answer(float value) { return call.value(value); }
    lua::Outcome answer(std::string_view text) { return call.value(text); }
    lua::Outcome answer(glm::vec3 point);
    lua::Outcome object(std::uint32_t id, std::int32_t tag); // id 0: nil
    // Counted and reported; the call does nothing.
    lua::Outcome refuse(std::uint32_t index, std::string_view expected) {
        return call.refuse(index, expected);
    }
    void warn(std::string text) { call.machine().report(lua::Report::Kind::warning, std::move(text)); }
};

// False, and reported: an argument is an object that is gone.
bool objects_exist(Script& script);

template <typename Body>
lua::Outcome call_body(lua::Call& call) {
    Script script(call);
    if (!objects_exist(script)) return call.ok();
    if constexpr (std::is_void_v<decltype(Body{}(script))>) {
        Body{}(script);
        return call.ok();
    } else {
        return Body{}(script);
    }
}
// A function with its body: a lambda without captures, taking Script&, answering an Outcome or nothing.
template <typename Body>
constexpr lua::Binding row(std::string_view name, Body) {
    return {name, &call_body<Body>};
}
// Accepted, without effect in this engine.
lua::Outcome nothing_happens(lua::Call& call);
constexpr lua::Binding no_effect(std::string_view name) { return {name, &nothing_happens}; }

std::span<const lua::Binding> actor_functions();
std::span<const lua::Binding> costume_functions();
std::span<const lua::Binding> move_functions();
std::span<const lua::Binding> set_functions();
std::span<const lua::Binding> screen_functions();
std::span<const lua::Binding> text_functions();
std::span<const lua::Binding> sound_functions();
std::span<const lua::Binding> system_functions();

} // namespace rekindle::emi
