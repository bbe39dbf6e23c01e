#include "emi/game/functions.h"

#include <algorithm>

#include "emi/game/script.h"
#include "emi/stage/frames.h"
#include "emi/stage/screen.h"

namespace rekindle::emi {

std::string_view name_of(FunctionState state) {
    switch (state) {
    case FunctionState::real: return "real";
    case FunctionState::no_effect: return "no effect";
    case FunctionState::missing: return "not implemented";
    }
    return {};
}

std::int32_t to_whole(double value) {
    return value >= 1e9     ? 1'000'000'000
           : value <= -1e9  ? -1'000'000'000
           : value == value ? static_cast<std::int32_t>(value)
                            : 0;
}

float Script::number(std::uint32_t index, float otherwise) const {
    double value = double{otherwise};
    (void)call.number(index, value);
    return value == value ? static_cast<float>(value) : 0;
}
std::int32_t Script::whole(std::uint32_t index, std::int32_t otherwise) const {
    double value = otherwise;
    (void)call.number(index, value);
    return to_whole(value);
}
std::string Script::text(std::uint32_t index) const {
    std::string text;
    (void)call.text(index, text);
    return text;
}
glm::vec3 Script::point(std::uint32_t index) const {
    return {number(index), number(index + 1), number(index + 2)};
}

glm::vec3 Script::target(std::uint32_t index) {
    return is(index, object::actor) ? world_position(stage, cast(), actor(index)) : point(index);
}

lua::Value Script::field(lua::Value table, std::string_view name) {
    if (!table.is_table()) return {};
    lua::State& state = call.state();
    return state.tables[table.bits].get(state.text(name));
}
std::optional<float> Script::number_field(lua::Value table, std::string_view name) {
    const lua::Value value = field(table, name);
    return value.is_number() ? std::optional(value.number()) : std::nullopt;
}

lua::Outcome Script::answer(glm::vec3 point) {
    for (const float value : {point.x, point.y, point.z}) call.push(value);
    return lua::Outcome::ok;
}
lua::Outcome Script::object(std::uint32_t id, std::int32_t tag) {
    return call.value(id == 0 ? lua::Value{} : lua::Value::userdata(id, tag));
}

bool objects_exist(Script& script) {
    for (std::uint32_t i = 0; i < script.call.count(); ++i) {
        const bool gone =
            (script.is(i, object::actor) && script.stage.find(script.id(i)) == nullptr) ||
            (script.is(i, object::layer) && find_item(script.stage.layers, script.id(i)) == nullptr) ||
            (script.is(i, object::primitive) &&
             find_item(script.stage.primitives, script.id(i)) == nullptr) ||
            (script.is(i, object::sound) && script.game.audio().find(script.id(i)) == nullptr);
        if (gone) {
            (void)script.refuse(i, "an object that still exists");
            return false;
        }
    }
    return true;
}

lua::Outcome nothing_happens(lua::Call& call) { return call.ok(); }

std::span<const lua::Binding> function_bindings() {
    static const std::vector<lua::Binding> all = [] {
        std::vector<lua::Binding> rows;
        for (const auto group : {actor_functions(), costume_functions(), move_functions(), set_functions(),
                                 screen_functions(), text_functions(), sound_functions(), system_functions()})
            rows.insert(rows.end(), group.begin(), group.end());
        return rows;
    }();
    return all;
}

std::vector<ScriptFunction> script_functions() {
    lua::Host host;
    const lua::Machine language(host); // what it has by itself
    std::vector<ScriptFunction> functions;
    for (const lua::Signature& signature : lua::script_api()) {
        ScriptFunction function{.signature = &signature};
        const std::span<const lua::Binding> rows = function_bindings();
        const auto bound = std::find_if(rows.begin(), rows.end(), [&](const lua::Binding& binding) {
            return binding.name == signature.name;
        });
        if (language.find_native(signature.name))
            function.state = FunctionState::real;
        else if (bound != rows.end())
            function.state =
                bound->native == &nothing_happens ? FunctionState::no_effect : FunctionState::real;
        functions.push_back(function);
    }
    return functions;
}

} // namespace rekindle::emi
