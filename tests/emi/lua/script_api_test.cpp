#include "emi/lua/script_api.h"

#include <gtest/gtest.h>

#include "emi/lua/console.h"
#include "emi/lua/samples.h"
#include "support/shared.h"

namespace rekindle::lua {

TEST(ScriptApi, IsTheTableOfTheSpecification) {
    RK_NEEDS_SHARED();
    const auto rows = rekindle::test::read_csv(*rekindle::test::shared_dir() / "spec/emi-tables/script-api.csv");
    ASSERT_EQ(rows[0][2], "args");
    ASSERT_EQ(rows.size(), script_api().size() + 1);
    for (std::size_t i = 0; i < script_api().size(); ++i) {
        const Signature& ours = script_api()[i];
        const auto& row = rows[i + 1];
        EXPECT_EQ(ours.name, row[0]);
        EXPECT_EQ(ours.subject, row[1]) << row[0];
        EXPECT_EQ(ours.arguments, row[2]) << row[0];
        std::string returns(ours.returns); // the test's reader of CSV drops quotation marks
        returns.erase(std::remove(returns.begin(), returns.end(), '"'), returns.end());
        EXPECT_EQ(returns, row[3]) << row[0];
        EXPECT_EQ(ours.stub, row[5] == "y") << row[0];
        EXPECT_EQ(ours.requirement, row.size() > 8 ? row[8] : "") << row[0];
    }
}

TEST(ScriptApi, ChecksTheTypesThatItsArgumentsName) {
    // Wherever the text names types plainly ("name:num"), the checked type is that one.
    for (const Signature& signature : script_api()) {
        if (signature.subject == "lua" || signature.subject == "task") {
            EXPECT_EQ(signature.types, "") << signature.name; // the library checks its own
            continue;
        }
        const auto parameters = parse_parameters(signature.types);
        const bool has_arguments = !signature.arguments.empty();
        EXPECT_EQ(!parameters.empty(), has_arguments) << signature.name;
        if (signature.arguments.starts_with("actor")) {
            EXPECT_EQ(parameters[0].object, object_tag("ACTR")) << signature.name;
        }
        if (signature.arguments.starts_with("chore") && signature.arguments.substr(0, 6) != "chore:") {
            EXPECT_EQ(parameters[0].object, object_tag("CHOR")) << signature.name;
        }
        if (signature.arguments.find_first_of("({.") != std::string_view::npos) continue;
        if (has_arguments && parameters.back().repeated) continue; // of the older engine, not checked
        std::size_t at = 0, number = 0;
        while (at < signature.arguments.size()) { // plain lists: as many types as commas, plus one
            at = std::min(signature.arguments.find(',', at), signature.arguments.size()) + 1;
            ++number;
        }
        EXPECT_EQ(parameters.size(), number) << signature.name;
    }
}

TEST(ScriptApi, EveryFunctionOfTheLanguageIsThere) {
    test::Console console;
    Machine machine(console);
    for (const Signature& signature : script_api())
        if (signature.subject == "lua" || signature.subject == "task") {
            EXPECT_TRUE(machine.find_native(signature.name)) << signature.name;
        }
}

TEST(ScriptApi, BindingsAreCheckedAndTheRestIsReported) {
    test::Console console;
    Machine machine(console);
    const Binding bindings[] = {{"PerSecond", [](Call& call) { return call.value(1.6F); }}, {"NoSuchThing", nullptr}};
    EXPECT_EQ(add_script_api(machine, bindings), std::vector<std::string>{"NoSuchThing"});
    (void)machine.run_text("print(PerSecond(100)) print(PerSecond({})) LoadActor('x') LoadActor('y') print(sin(90))", "t.lua");
    EXPECT_EQ(console.out, "1.6\t\nnil\t\n1\t\n");
    ASSERT_EQ(machine.reports().size(), 2u);
    EXPECT_EQ(machine.reports()[0].kind, Report::Kind::wrong_argument);
    EXPECT_EQ(machine.reports()[1].kind, Report::Kind::missing);
    EXPECT_EQ(machine.reports()[1].count, 2u);
}

TEST(ScriptApi, TheBootScriptOfTheSpecificationRunsAgainstIt) { // §19.2
    test::Console console;
    Machine machine(console);
    (void)add_script_api(machine, {});
    machine.add("LoadActor", [](Call& call) { return call.value(Value::userdata(1, object_tag("ACTR"))); });
    ASSERT_EQ(machine.run_file(test::system_bytes(), "_system.lua"), Outcome::ok);
    const Value nils[] = {{}, {}};
    ASSERT_EQ(machine.call(machine.global("BOOT"), nils), Outcome::ok);
    std::map<std::string, std::uint32_t> missing;
    for (const Report& report : machine.reports()) {
        EXPECT_EQ(report.kind, Report::Kind::missing) << report.line();
        missing[report.message] += report.count;
    }
    EXPECT_EQ(missing.size(), 6u);
    EXPECT_EQ(missing["'PlayActorChore' isn't there yet"], 3u);
    machine.frame(16);
    machine.frame(16);
    EXPECT_EQ(machine.state().task_order.size(), 1u); // idle_loop
}

} // namespace rekindle::lua
