// Tags and events, and the library: §3.4, §3.6.
#include <gtest/gtest.h>

#include "emi/lua/console.h"
#include "emi/lua/pattern.h"

namespace rekindle::lua {

using test::run;
using test::value;

TEST(Events, GettableAndSettableReplaceAccessCompletely) {
    EXPECT_EQ(run("g = newtag() settagmethod(g, 'gettable', function(t, k) return k .. '!' end) "
                  "settagmethod(g, 'settable', function(t, k, v) rawsettable(t, k, v + 1) end) "
                  "t = {a = 1} settag(t, g) t.b = 5 print(t.a, rawgettable(t, 'a'), rawgettable(t, 'b'))"),
              "a!\t1\t6\n");
}

TEST(Events, IndexAnswersForAbsentFields) {
    EXPECT_EQ(run("settagmethod(tag({}), 'index', function(t, k) return 'no ' .. k end) t = {a = 1} "
                  "print(t.a, t.b, t[3])"),
              "1\tno b\tno 3\n");
}

TEST(Events, GlobalsAskTheTagOfTheirValue) {
    EXPECT_EQ(run("settagmethod(tag(nil), 'getglobal', function(n) return 'undefined ' .. n end) "
                  "print(nothing) x = 1 print(x)"),
              "undefined nothing\n1\n");
    EXPECT_EQ(run("g = newtag() t = {} settag(t, g) settagmethod(g, 'setglobal', function(n, old, new) "
                  "rawsetglobal(n, new * 2) end) "
                  "t = 5 print(t) t = 6 print(t)"),
              "10\n6\n");
}

TEST(Events, ArithmeticLooksAtBothTagsAndThenAtUserData) {
    EXPECT_EQ(run("g = newtag() settagmethod(g, 'add', function(a, b, e) return e end) t = {} settag(t, g) "
                  "print(t + 1, 1 + t)"),
              "add\tadd\n");
    EXPECT_EQ(run("settagmethod(0, 'sub', function(a, b, e) return e end) print({} - 1)"), "sub\n");
    EXPECT_EQ(run("g = newtag() settagmethod(g, 'unm', function(a, b) return type(b) end) t = {} settag(t, "
                  "g) print(-t)"),
              "nil\n");
    EXPECT_EQ(
        run("g = newtag() settagmethod(g, 'lt', function(a, b, e) return e == 'lt' end) t = {} settag(t, g) "
            "if t < 1 then print('less') end"),
        "less\n");
}

TEST(Events, PowAlwaysGoesThroughItsEvent) {
    EXPECT_EQ(run("settagmethod(tag(0), 'pow', function(a, b) return a + b end) print(2 ^ 3)"), "5\n");
}

TEST(Events, FunctionMakesAValueCallable) { // ours: the method's results are the call's
    EXPECT_EQ(run("g = newtag() settagmethod(g, 'function', function(f, a, b) return f.n + a, b end) t = {n "
                  "= 1} settag(t, g) "
                  "a, b = t(2, 3) print(a, b)"),
              "3\t3\n");
}

TEST(Events, JoiningNilHasAText) {
    EXPECT_EQ(value("'a' .. nil"), "a(nil)");
    EXPECT_NE(run("x = 'a' .. {}").find("joining"), std::string::npos);
    test::Console console;
    Machine machine(console);
    machine.set_global("hero", Value::userdata(7, object_tag("ACTR")));
    (void)machine.run_text("print('a ' .. hero) print(type(hero)) a, b = type(hero) print(b)", "t.lua");
    EXPECT_EQ(console.out, "a (actor7:hero)\t\nactor\t\n1094931584\t\n"); // R99: 1094931538, as a single
}

TEST(Events, GcSeesATableOnceAndNilAtTheEnd) {
    EXPECT_EQ(
        run("g = newtag() settagmethod(g, 'gc', function(t) print('gc', t.n) end) "
            "settagmethod(tag(nil), 'gc', function() print('end') end) t = {n = 1} settag(t, g) t = nil "
            "collectgarbage() collectgarbage()"),
        "gc\t1\nend\nend\n");
}

TEST(Events, SomeAreForbiddenForSomeTypes) {
    EXPECT_NE(run("settagmethod(tag({}), 'gettable', print)").find("can't be set"), std::string::npos);
    EXPECT_NE(run("settagmethod(tag('x'), 'add', print)").find("can't be set"), std::string::npos);
    EXPECT_NE(run("settagmethod(0, 'gc', print)").find("can't be set"), std::string::npos);
    EXPECT_EQ(run("settagmethod(tag(print), 'gettable', print)"), "");
    EXPECT_EQ(run("settagmethod(newtag(), 'gettable', print)"), "");
}

TEST(Events, NewTagsCountDownFromMinusEight) {
    EXPECT_EQ(run("print(newtag()) print(newtag())"), "-8\n-9\n");
}

TEST(Events, FallbacksServeAllTypes) {
    EXPECT_EQ(run("setfallback('arith', function(a, b, e) return e end) print({} + 1, nil * 2) "
                  "setfallback('index', function(t, k) return k end) t = {} print(t.x)"),
              "add\tmul\nx\n");
}

TEST(Base, TypeGivesNameAndTag) {
    EXPECT_EQ(run("a, b = type(1) print(a, b) a, b = type({}) print(a, b) a, b = type(print) print(a, b) a, "
                  "b = type(nil) print(a, b)"),
              "number\t-1\ntable\t-3\nfunction\t-5\nnil\t-7\n");
    EXPECT_EQ(run("function f() end print(tag(f), tag('x'))"), "-4\t-2\n");
}

TEST(Base, CallPassesAPackedListAndCatchesErrors) {
    EXPECT_EQ(run("function f(a, b, c) return c, a end a, b = call(f, {1, 2, 3}) print(a, b)"), "3\t1\n");
    EXPECT_EQ(run("function f(...) return arg.n end print(call(f, {1, nil, 3}), call(f, {n = 3}))"),
              "1\t3\n");
    EXPECT_EQ(run("r = call(function() return 1, 2 end, {}, 'p') print(r.n, r[1], r[2])"), "2\t1\t2\n");
    EXPECT_EQ(run("print(call(error, {'x'}, 'x', nil)) print('on')"), "nil\non\n");
    EXPECT_EQ(run("print(call(error, {'x'}, 'x', function(m) print('caught ' .. m) end))"),
              "caught t.lua:1: x\nnil\n");
    EXPECT_NE(run("call(error, {'x'}) print('never')").find("! script error: t.lua:1: x"), std::string::npos);
}

TEST(Base, TheErrorMethodSeesTheMessage) {
    EXPECT_EQ(run("seterrormethod(function(m) print('[' .. m .. ']') end) local x = nil + 1"),
              "[t.lua:1: arithmetic (add) on a nil and a number value]\n");
}

TEST(Base, DostringAndDofileGiveResultsOrUserDataOrNil) {
    EXPECT_EQ(run("a, b = dostring('return 1, 2') print(a, b) print(type(dostring('x = 1'))) print(x)"),
              "1\t2\nuserdata\n1\n");
    EXPECT_EQ(run("print(dostring('local x = {} + 1'))").substr(0, 4), "nil\n");
    EXPECT_EQ(run("print(dostring('x = = 1', 'console'))").substr(0, 4), "nil\n");
    test::Console console;
    console.put("a.lua", "return 'from a'");
    Machine machine(console);
    (void)machine.run_text("print(dofile('a.lua')) print(dofile('b.lua'))", "t.lua");
    EXPECT_EQ(console.out, "from a\t\nnil\t\n");
    EXPECT_EQ(console.reports.size(), 1u);
}

TEST(Base, NextAndForeachGoThroughTables) {
    EXPECT_EQ(run("t = {10, 20; x = 30} k, v = next(t, nil) print(k, v) k, v = next(t, 2) print(k, v) "
                  "print(next(t, 'x'))"),
              "1\t10\nx\t30\nnil\n");
    EXPECT_EQ(run("print(foreach({5, 6, 7}, function(k, v) if v == 6 then return k end end))"), "2\n");
    EXPECT_EQ(run("t = {1, 2, 3} foreach(t, function(k) t[k] = nil end) print(next(t, nil))"), "nil\n");
    EXPECT_EQ(run("aaa = 1 bbb = 2 print(nextvar(nil)) print(nextvar('bbb'))"),
              "bbb\naaa\n"); // reverse order of assignment
}

TEST(Base, Globals) {
    EXPECT_EQ(run("setglobal('x', 5) print(getglobal('x'), rawgetglobal('x'), x)"), "5\t5\t5\n");
    EXPECT_EQ(value("_VERSION"), "Lua 3.1 (alpha)");
    EXPECT_EQ(value("WALK + HOT"), "36864");
}

TEST(Base, NumbersFromTexts) {
    EXPECT_EQ(value("tonumber('0x1F')"), "31");
    EXPECT_EQ(value("tonumber(' 12 ')"), "12");
    EXPECT_EQ(value("tonumber('12x')"), "nil");
    EXPECT_EQ(value("tonumber('ff', 16)"), "255");
    EXPECT_EQ(value("tonumber('1e2')"), "100");
    EXPECT_EQ(value("tonumber('')"), "nil");
}

TEST(Strings, Parts) {
    EXPECT_EQ(value("strsub('hello', 2, 4)"), "ell");
    EXPECT_EQ(value("strsub('hello', -3)"), "llo");
    EXPECT_EQ(value("strsub('hello', 0, 99)"), "hello");
    EXPECT_EQ(value("strlen('abc') .. strupper('aB1') .. strlower('aB1') .. strrep('xy', 3)"),
              "3AB1ab1xyxyxy");
}

TEST(Strings, Format) {
    EXPECT_EQ(value("format('%d|%5.2f|%s|%c|%x|%%', 3.9, 1.5, 'a', 65, 255)"), "3| 1.50|a|A|ff|%");
    EXPECT_EQ(value("format('%2$s %1$s', 'a', 'b')"), "b a");
    EXPECT_EQ(value("format('%q', 'a\"b')"), "\"a\\\"b\"");
    EXPECT_EQ(value("format('%-5s|%05d', 'ab', 42)"), "ab   |00042");
    EXPECT_NE(run("x = format('%y', 1)").find("bad format"), std::string::npos);
    EXPECT_NE(run("x = format('%999d', 1)").find("bad format"), std::string::npos);
}

TEST(Strings, RepetitionIsPossessive) { // §3.6: "aab" doesn't match "a*ab"
    EXPECT_EQ(value("strfind('aab', 'a*ab')"), "nil");
    EXPECT_EQ(value("strfind('aab', 'a*b')"), "1");
    EXPECT_EQ(value("strfind('ab', 'a?ab')"), "nil");
    EXPECT_EQ(run("a, b = strfind('xaab', 'a-b') print(a, b)"), "2\t4\n");
    EXPECT_EQ(run("a, b = strfind('a+b', 'a+b', 1) print(a, b)"), "1\t3\n"); // there is no +
}

TEST(Strings, Patterns) {
    EXPECT_EQ(run("a, b, c, d = strfind('key = value', '(%a*) = (%w*)') print(a, b, c, d)"),
              "1\t11\tkey\tvalue\n");
    EXPECT_EQ(run("a, b = strfind('f(a(b)c)d', '%b()') print(a, b)"), "2\t8\n");
    EXPECT_EQ(run("a, b, c = strfind('say \"x\"', '([\"\\'])x%1') print(a, b, c)"), "5\t7\t\"\n");
    EXPECT_EQ(value("strfind('abc', '^b')"), "nil");
    EXPECT_EQ(value("strfind('abc', 'c$')"), "3");
    EXPECT_EQ(value("strfind('a-c', '[^a-b]')"), "2");
    EXPECT_EQ(value("strfind('a.c', '.', 2, 1)"), "2"); // a fourth argument means plain
    EXPECT_NE(run("x = strfind('a', '(a')").find("bad pattern"), std::string::npos);
    EXPECT_NE(run("x = strfind('a', '[a')").find("bad pattern"), std::string::npos);
    EXPECT_NE(run("x = strfind('a', 'a%')").find("bad pattern"), std::string::npos);
}

TEST(Strings, Gsub) {
    EXPECT_EQ(run("s, n = gsub('hello world', 'o', '0') print(s, n)"), "hell0 w0rld\t2\n");
    EXPECT_EQ(run("s, n = gsub('abc', '%w', '%1%1') print(s, n)"), "\t3\n"); // no capture: %1 is nothing
    EXPECT_EQ(run("print(gsub('abc', '(%w)', '%1%1'))"), "aabbcc\n");
    EXPECT_EQ(run("print(gsub('a b', '%a', function(x) return x .. '!' end))"), "a! b!\n");
    EXPECT_EQ(run("print(gsub('abc', '', '-'))"), "-a-b-c-\n");
    EXPECT_EQ(run("s, n = gsub('aaa', 'a', 'b', 2) print(s, n)"), "bba\t2\n");
}

TEST(Strings, AnExpensivePatternIsStopped) {
    Pattern pattern(
        std::string_view("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        "a-a-a-a-a-a-a-a-b");
    pattern.most_steps = 100'000;
    EXPECT_EQ(pattern.match(0), Pattern::none);
    EXPECT_FALSE(pattern.problem().empty());
}

TEST(Maths, AnglesAreDegrees) {
    EXPECT_EQ(value("sin(90)"), "1");
    EXPECT_EQ(value("format('%.4f', cos(60))"), "0.5000");
    EXPECT_EQ(value("format('%.3f', atan(1))"), "45.000");
    EXPECT_EQ(value("format('%.4f', rad(180))"), "3.1416");
    EXPECT_EQ(
        value("floor(-1.5) .. ceil(-1.5) .. abs(-2) .. mod(7, 4) .. max(1, 3, 2) .. min(3, 1, 2) .. sqrt(9)"),
        "-2-123313");
}

TEST(Maths, RandomIsPartOfTheState) {
    EXPECT_EQ(
        run("randomseed(5) a = random() b = random(10) randomseed(5) print(a == random(), b == random(10))"),
        "1\t1\n");
    EXPECT_EQ(run("local i = 0 local bad = nil while i < 1000 do local r = random(6) if r < 1 or r > 6 or "
                  "floor(r) ~= r then bad = r end "
                  "i = i + 1 end print(bad)"),
              "nil\n");
}

TEST(Files, AreReadAndWrittenThroughTheHost) {
    test::Console console;
    console.put("in.txt", "one\ntwo 22\n");
    Machine machine(console);
    (void)machine.run_text(
        "readfrom('c:\\\\dir\\\\in.txt') print(read()) print(read('%a* ')) print(read()) print(read()) "
        "readfrom() "
        "writeto('out.txt') write('a', 1) writeto() appendto('out.txt') write('b') appendto() "
        "f, m = readfrom('none') print(f, m)",
        "t.lua");
    EXPECT_EQ(console.out, "one\t\ntwo \t\n22\t\nnil\t\nnil\tno such file\t\n");
    const Bytes& out = console.files["out.txt"];
    EXPECT_EQ(std::string(out.begin(), out.end()), "a1b");
}

TEST(Handlers, MayBeAFunctionATableOrNothing) { // R110
    test::Console console;
    Machine machine(console);
    (void)machine.run_text(
        "system.buttonHandler = function(a, b) print(a, b) end "
        "system.camChangeHandler = {n = 5, camChangeHandler = function(self, a) print(self.n, a) end}",
        "t.lua");
    const Value arguments[] = {Value::of(97), Value::of(1)};
    EXPECT_EQ(machine.call_handler("buttonHandler", arguments), Outcome::ok);
    EXPECT_EQ(machine.call_handler("camChangeHandler", arguments), Outcome::ok);
    EXPECT_EQ(machine.call_handler("pauseHandler", {}), Outcome::ok);
    EXPECT_EQ(console.out, "97\t1\t\n5\t97\t\n");
}

TEST(Signatures, WrongArgumentsAreReportedAndTheCallDoesNothing) { // R99
    static const Signature signature{.name = "SetX",
                                     .subject = "actor",
                                     .arguments = "actor, x:num, [name:str]",
                                     .returns = "",
                                     .types = "@ACTR n ?s",
                                     .effect = "",
                                     .requirement = ""};
    test::Console console;
    Machine machine(console);
    machine.add(
        "SetX", [](Call& call) { return call.value(call[1]); }, &signature);
    machine.set_global("hero", Value::userdata(1, object_tag("ACTR")));
    (void)machine.run_text("print(SetX(hero, 1)) print(SetX(hero, '2', 'n')) print(SetX(1, 2)) "
                           "print(SetX(hero)) print(SetX(hero, 1, {}))",
                           "t.lua");
    EXPECT_EQ(console.out, "1\t\n2\t\nnil\t\nnil\t\nnil\t\n");
    EXPECT_EQ(console.reports.size(), 3u);
    EXPECT_EQ(
        console.reports[0],
        "wrong argument: argument 1 of 'SetX': expected actor, x:num, [name:str], found number (t.lua:1)");
}

TEST(Signatures, AFunctionThatIsntThereYetIsReported) {
    test::Console console;
    Machine machine(console);
    machine.add("Nothing", nullptr);
    (void)machine.run_text("Nothing() print('on')", "t.lua");
    EXPECT_EQ(console.out, "on\t\n");
    ASSERT_EQ(machine.reports().size(), 1u);
    EXPECT_EQ(machine.reports()[0].kind, Report::Kind::missing);
}

TEST(Host, CallbacksInsideATasksCallCountAsThatTask) {
    test::Console console;
    Machine machine(console);
    machine.add("update_stage", [](Call& call) {
        const Value arguments[] = {Value::of(5)};
        Value result;
        EXPECT_EQ(call.machine().call(call.machine().global("callback"), arguments, {&result, 1}),
                  Outcome::ok);
        return call.value(result);
    });
    (void)machine.run_text("function child() print('child') end "
                           "function callback(x) start_script(child) break_here() return x + 1 end "
                           "function f() print(update_stage()) break_here() print('later') end "
                           "function g() print('g') end start_script(g) start_script(f)",
                           "t.lua");
    machine.frame(30);
    EXPECT_EQ(console.take(), "6\t\nchild\t\ng\t\n");
    machine.frame(30);
    EXPECT_EQ(console.take(), "later\t\n");
}

} // namespace rekindle::lua
