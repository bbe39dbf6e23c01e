// Coat's scripts boot and play to their end on a machine whose engine functions only check what they are
// asked for: that every file, chore, light, text and place they name is there.
#include <gtest/gtest.h>

#include <set>

#include "emi/data/costume.h"
#include "emi/data/set.h"
#include "emi/data/text_table.h"
#include "emi/lua/script_api.h"
#include "emi/stage/camera.h"
#include "support/coat.h"

namespace rekindle::test {
namespace {

using lua::Call;
using lua::Outcome;
using lua::Value;

constexpr std::int32_t chore_tag = lua::object_tag("CHOR");

class Engine : public lua::Host {
  public:
    void report(const lua::Report& report) override {
        if (report.kind != lua::Report::Kind::missing) wrong.push_back(report.line());
    }
    Expected<Bytes> read_script(std::string_view name) override {
        const auto found = coat_files().find(std::string(name));
        if (found == coat_files().end()) return missing(std::string(name), "a script");
        return found->second;
    }
    void exit() override { left = true; }

    void expect_file(const std::string& name) {
        if (!coat_files().contains(name)) wrong.push_back("no file " + name);
    }
    void expect_chore(const std::string& costume, const std::string& chore) {
        expect_file(costume + "b");
        for (const emi::Chore& there : coat_file(costume + "b", emi::read_costume).chores)
            if (there.name == chore) return;
        wrong.push_back(costume + " has no chore " + chore);
    }

    std::vector<std::string> wrong;
    std::map<std::uint32_t, std::string> names;               // actors
    std::map<std::uint32_t, std::vector<std::string>> chores; // playing, by actor
    std::set<std::uint32_t> constrained;
    std::vector<std::string> said;
    std::set<std::string> lights;
    std::string sector; // special one that the hero is in
    std::uint32_t next = 1;
    bool left = false;
};

Engine& engine(Call& call) { return static_cast<Engine&>(call.host()); }
std::string text(Call& call, std::uint32_t index) {
    std::string out;
    (void)call.text(index, out);
    return out;
}
Outcome object(Call& call, const char (&tag)[5]) {
    return call.value(Value::userdata(engine(call).next++, lua::object_tag(tag)));
}
template <std::uint32_t chore, std::uint32_t costume>
Outcome names_chore(Call& call) {
    engine(call).expect_chore(text(call, costume), text(call, chore));
    return call.ok();
}

Outcome load_actor(Call& call) {
    engine(call).names[engine(call).next] = text(call, 0);
    return object(call, "ACTR");
}
Outcome play_chore(Call& call) {
    engine(call).expect_chore(text(call, 2), text(call, 1));
    engine(call).chores[call[0].bits].push_back(text(call, 2) + ":" + text(call, 1));
    return object(call, "CHOR");
}
Outcome get_chores(Call& call) {
    const Value table = call.state().new_table();
    const auto playing = static_cast<float>(engine(call).chores[call[0].bits].size());
    call.push(table);
    for (float i = 0; i < playing; ++i)
        call.state().table_set(table, Value::of(i), Value::userdata(1, chore_tag));
    call.state().table_set(table, call.state().text("count"), Value::of(playing));
    return call.ok();
}
Outcome puck(Call& call) {
    if (!engine(call).constrained.contains(call[0].bits)) return call.value(Value{});
    for (int i = 0; i < 3; ++i) call.push(0.0F);
    return call.ok();
}
Outcome say_line(Call& call) {
    engine(call).said.push_back(engine(call).names[call[0].bits] + " " + text(call, 1));
    return call.ok();
}
Outcome in_sector(Call& call) {
    double type = 0;
    (void)call.number(1, type);
    if (type != 0x4000 || engine(call).sector.empty()) return call.value(Value{});
    call.push(1.0F);
    call.push(engine(call).sector);
    return call.value(0x4000);
}
Outcome to_screen(Call& call) {
    double x = 0, y = 0, z = 0;
    if (!call.number(0, x) || !call.number(1, y) || !call.number(2, z)) return call.error("no point");
    static const emi::Set set = coat_file("emporium.setb", emi::read_set);
    const glm::vec3 seen = emi::to_screen(emi::camera_of(set.setups[0]), glm::vec3(x, y, z));
    call.push(seen.x);
    return call.value(seen.y);
}

const lua::Binding bindings[] = {
    {"LoadActor", load_actor},
    {"PlayActorChore", play_chore},
    {"GetActorChores", get_chores},
    {"GetActorPuckVector", puck},
    {"SayLine", say_line},
    {"GetActorSector", in_sector},
    {"WorldToScreen", to_screen},
    {"SetActorRestChore", names_chore<1, 2>},
    {"SetActorWalkChore", names_chore<1, 2>},
    {"SetActorMumblechore", names_chore<1, 2>},
    {"SetActorTurnChores",
     [](Call& call) {
         (void)names_chore<1, 3>(call);
         return names_chore<2, 3>(call);
     }},
    {"IsChorePlaying", [](Call& call) { return call.truth(true); }},
    {"SetActorFollowBoxes",
     [](Call& call) { return engine(call).constrained.insert(call[0].bits), call.ok(); }},
    {"LockFont", [](Call& call) { return engine(call).expect_file(text(call, 0)), object(call, "FONT"); }},
    {"NewLayer", [](Call& call) { return engine(call).expect_file(text(call, 0)), object(call, "LAYR"); }},
    {"MakeCurrentSet", [](Call& call) { return engine(call).expect_file(text(call, 0) + "b"), call.ok(); }},
    {"PutActorInSet", [](Call& call) { return engine(call).expect_file(text(call, 1) + "b"), call.ok(); }},
    {"MakeColor", [](Call& call) { return object(call, "COLR"); }},
    {"MakeTextObject",
     [](Call& call) { return engine(call).said.push_back(text(call, 0)), object(call, "TEXT"); }},
    {"GetCurrentSetup", [](Call& call) { return call.value(0.0F); }},
    {"GetPointSector", [](Call& call) { return call.truth(true); }},
    {"GetActorWorldPos", [](Call& call) { return call.push(0.0F), call.push(0.0F), call.value(0.0F); }},
    {"PerSecond", [](Call& call) { return call.value(call[0].number() * 0.02F); }},
    {"TurnLightOn",
     [](Call& call) {
         if (call[1].is_true()) engine(call).lights.insert(text(call, 0));
         for (const emi::SetLight& light : coat_file("emporium.setb", emi::read_set).lights)
             if (light.name.text == text(call, 0)) return call.ok();
         return call.error("no light " + text(call, 0));
     }},
    {"exit", [](Call& call) { return engine(call).exit(), call.ok(); }},
};

// The names of the engine's table that the scripts use (R102), with codes of their own.
constexpr std::string_view system_table = R"(
system.controls = { KEY_LEFT = 601, KEY_RIGHT = 602, KEY_UP = 603, KEY_DOWN = 604, KEY_RETURN = 13, KEY_SPACE = 32,
  KEY_ESCAPE = 27, KEY_JOY1_HLEFT = 605, KEY_JOY1_HRIGHT = 606, KEY_JOY1_HUP = 607, KEY_JOY1_HDOWN = 608,
  KEY_JOY1_B1 = 609, KEY_MOUSE_B1 = 610, AXIS_JOY1_X = 611, AXIS_JOY1_Y = 612, AXIS_MOUSE_X = 613, AXIS_MOUSE_Y = 614 }
NONE, WALK, CAMERA, SPECIAL, HOT = 0, 4096, 8192, 16384, 32768
)";

class CoatScripts : public ::testing::Test {
  protected:
    CoatScripts() : machine(engine) {
        EXPECT_TRUE(lua::add_script_api(machine, bindings).empty());
        EXPECT_EQ(machine.run_text("if not system then system = {} end " + std::string(system_table), "test"),
                  Outcome::ok);
        EXPECT_EQ(machine.run_file(coat_files().at("_system.lua"), "_system.lua"), Outcome::ok);
        EXPECT_EQ(machine.call(machine.global("BOOT"), std::vector<Value>(2)), Outcome::ok);
        frames(5);
    }
    ~CoatScripts() override {
        for (const std::string& line : engine.wrong) ADD_FAILURE() << line;
    }
    void frames(int count) {
        for (int i = 0; i < count; ++i) machine.frame(20);
    }
    bool is_true(std::string_view global) { return machine.global(global).is_true(); }
    // Presses "use" where a thing is and waits until it is done.
    void use(const std::string& thing) {
        engine.sector = thing;
        const std::vector<Value> press{Value::of(13), Value::of(1), Value::of(1), Value::of(0)};
        EXPECT_EQ(machine.call_handler("buttonHandler", press), Outcome::ok);
        frames(1);
        for (int i = 0; i < 1000 && is_true("busy"); ++i) frames(1);
        EXPECT_FALSE(is_true("busy")) << thing;
    }
    // What has been said since the last time, by key.
    std::string said() {
        std::string keys;
        for (const std::string& line : engine.said)
            if (const auto at = line.find("/COA"); at != std::string::npos)
                keys += line.substr(at + 4, 3) + " ";
        engine.said.clear();
        return keys;
    }

    Engine engine;
    lua::Machine machine;
};

} // namespace

TEST_F(CoatScripts, BootToTheMainLoop) {
    EXPECT_EQ(machine.state().task_order.size(), 4u) << "camera, walking, draught, pacing";
    EXPECT_EQ(said(), "100 101 ");
    frames(200);
    EXPECT_EQ(machine.state().task_order.size(), 4u);
}

TEST_F(CoatScripts, CandlesBurnAndOnlyTheHeroHasAShadow) {
    int candles = 0;
    for (const auto& [actor, name] : engine.names) {
        const auto& playing = engine.chores[actor];
        const bool shadow = std::count(playing.begin(), playing.end(), "dumbshadow.cos:wear_default") > 0;
        EXPECT_EQ(shadow, name == "pim") << name;
        if (name != "candle") continue;
        ++candles;
        EXPECT_EQ(playing, std::vector<std::string>{"candle.cos:flame12fps"});
    }
    EXPECT_EQ(candles, 5);
}

TEST_F(CoatScripts, PlayToTheEnd) {
    (void)said();
    use("counter");
    EXPECT_EQ(said(), "001 002 003 004 005 006 ");
    use("lantern");
    EXPECT_EQ(said(), "024 ") << "not before three lamps burn";
    use("lamp_a");
    use("lamp_a");
    use("lamp_b");
    EXPECT_EQ(said(), "020 023 021 ");
    use("counter");
    EXPECT_EQ(said(), "007 ");
    use("lamp_c");
    use("lantern");
    EXPECT_EQ(said(), "022 025 ");
    EXPECT_EQ(engine.lights, (std::set<std::string>{"lamp_a", "lamp_b", "lamp_c"}));
    EXPECT_FALSE(is_true("coat_won"));
    use("counter");
    EXPECT_EQ(said(), "009 010 011 102 103 ");
    EXPECT_TRUE(is_true("coat_won"));
    EXPECT_EQ(machine.call_handler("buttonHandler", std::vector<Value>{Value::of(27), Value::of(1)}),
              Outcome::ok);
    EXPECT_TRUE(engine.left);
}

TEST_F(CoatScripts, FindThePlaceOfAPlaneUnderAPointOfTheScreen) {
    const emi::Set set = coat_file("emporium.setb", emi::read_set);
    const emi::Camera camera = emi::camera_of(set.setups[0]);
    for (const glm::vec3 point : {glm::vec3(-1, 0, -1), glm::vec3(2.9F, 0, -2), glm::vec3(1, 0, 2)}) {
        const glm::vec3 seen = emi::to_screen(camera, point);
        std::array<Value, 3> found;
        EXPECT_EQ(
            machine.call(machine.global("place_at"),
                         std::vector<Value>{Value::of(seen.x), Value::of(seen.y), Value::of(0), Value::of(0)},
                         found),
            Outcome::ok);
        EXPECT_NEAR(found[0].number(), point.x, 0.01);
        EXPECT_NEAR(found[2].number(), point.z, 0.01);
    }
}

TEST_F(CoatScripts, EveryTextThatIsShownIsInTheTable) {
    std::set<std::string> keys;
    const auto table = emi::read_text_table(coat_files().at("script.tab"), "script.tab");
    ASSERT_TRUE(table);
    for (const emi::TextEntry& entry : emi::text_entries(*table)) keys.insert(entry.key);
    std::size_t used = 0;
    for (const auto& [name, bytes] : coat_files()) {
        if (!name.ends_with(".lua")) continue;
        std::string script; // texts in scripts are stored inverted (§3.1)
        for (const Byte b : bytes) script += static_cast<char>(b ^ 0xFF);
        for (std::size_t at = script.find("COA"); at != std::string::npos; at = script.find("COA", at + 1)) {
            EXPECT_TRUE(keys.contains(script.substr(at, 6))) << script.substr(at, 6);
            ++used;
        }
    }
    EXPECT_EQ(used, keys.size()) << "each text is used in one place";
}

} // namespace rekindle::test
