// What programs of the dialect do, from source: §3.2-§3.5.
#include <gtest/gtest.h>

#include "emi/lua/compile.h"
#include "emi/lua/console.h"
#include "emi/lua/samples.h"

namespace rekindle::lua {

using test::run;
using test::value;

TEST(Language, TruthIsOneAndFalseIsNil) {
    EXPECT_EQ(value("1 == 1"), "1");
    EXPECT_EQ(value("1 == 2"), "nil");
    EXPECT_EQ(value("not nil"), "1");
    EXPECT_EQ(value("not 0"), "nil"); // 0 and "" are true
    EXPECT_EQ(run("if 0 then print('yes') end if '' then print('yes') end"), "yes\nyes\n");
}

TEST(Language, EqualityKnowsTypes) {
    EXPECT_EQ(value("1 == '1'"), "nil");
    EXPECT_EQ(value("'a'..'b' == 'ab'"), "1");
    EXPECT_EQ(value("{} == {}"), "nil");
    EXPECT_EQ(value("nil ~= nil"), "nil");
}

TEST(Language, PrecedenceIsTheDialects) {
    EXPECT_EQ(value("-2^2"), "-4");
    EXPECT_EQ(value("2^3^2"), "512");
    EXPECT_EQ(value("2^-1"), "0.5");
    EXPECT_EQ(value("not 1 == 2"), "nil"); // (not 1) == 2
    EXPECT_EQ(value("1 .. 2+3"), "15");
    EXPECT_EQ(value("2 + 3 * 4 - 6 / 3"), "12");
    EXPECT_EQ(value("nil or 1 and 2"), "2");
    EXPECT_EQ(value("1 or 2 and 3"), "3"); // one level, from the left: (1 or 2) and 3
}

TEST(Language, ArithmeticIsSinglePrecision) {
    EXPECT_EQ(value("16777216 + 1"), "16777216");
    EXPECT_EQ(value("1 / 3 * 3 == 1"), "1");
    EXPECT_EQ(value("0.1 + 0.2 == 0.3"), "1"); // in doubles it isn't
    EXPECT_EQ(value("1 / 3"), "0.333333");
}

TEST(Language, NumbersPrintWholeOrWithSixDigits) {
    EXPECT_EQ(value("2147483520"), "2147483520"); // the largest single below the limit
    EXPECT_EQ(value("2147483648"), "2.14748e+09");
    EXPECT_EQ(value("-5"), "-5");
    EXPECT_EQ(value("1.5"), "1.5");
    EXPECT_EQ(value("1e20"), "1e+20");
}

TEST(Language, CoercesTextsInArithmeticAndNumbersInJoins) {
    EXPECT_EQ(value("'10' + 1"), "11");
    EXPECT_EQ(value("' 0x10 ' * 1"), "16");
    EXPECT_EQ(value("1 .. ''"), "1");
    EXPECT_EQ(value("-'2'"), "-2");
    EXPECT_EQ(value("'a' < 'b'"), "1");
    EXPECT_EQ(value("'B' < 'a'"), "1");
    EXPECT_NE(run("x = 1 < '2'").find("comparison"), std::string::npos);
    EXPECT_NE(run("x = {} + 1").find("arithmetic"), std::string::npos);
}

TEST(Language, ACallGivesOneValueExceptAtTheEndOfAList) {
    const std::string two = "function two() return 1, 2 end ";
    EXPECT_EQ(run(two + "print(two())"), "1\n");
    EXPECT_EQ(run(two + "print(9, two())"), "9\t1\n");
    EXPECT_EQ(run(two + "local t = {two()} print(t[1], t[2])"), "1\tnil\n");
    EXPECT_EQ(run(two + "a, b, c = 0, two() print(a, b, c)"), "0\t1\t2\n");
    EXPECT_EQ(run(two + "local a, b, c = two() print(a, b, c)"), "1\t2\tnil\n");
    EXPECT_EQ(run(two + "a, b, c = two(), 7 print(a, b, c)"), "1\t7\tnil\n");
    EXPECT_EQ(run(two + "function f() return 0, two() end a, b, c = f() print(a, b, c)"), "0\t1\t2\n");
}

TEST(Language, AssignmentsHappenTogether) {
    EXPECT_EQ(run("a, b = 1, 2 a, b = b, a print(a, b)"), "2\t1\n");
    EXPECT_EQ(run("local a, b = 1, 2 a, b = b, a print(a, b)"), "2\t1\n");
    EXPECT_EQ(run("t = {} i = 1 i, t[i] = 2, 'x' print(i, t[1], t[2])"), "2\tx\tnil\n");
    EXPECT_EQ(run("t = {} t.a, t.b, u = 1, 2, 3 print(t.a, t.b, u)"), "1\t2\t3\n");
}

TEST(Language, LocalsKeepTheirOldValueInCopiesTakenBefore) {
    EXPECT_EQ(run("local a = 1 local b = a a = 2 print(a, b)"), "2\t1\n");
    EXPECT_EQ(run("function f(x) local y = x x = x + 1 return y, x end a, b = f(5) print(a, b)"), "5\t6\n");
    EXPECT_EQ(run("local a = 1 local t = {a, a + 1} a = a + 10 print(t[1], t[2], a)"), "1\t2\t11\n");
    EXPECT_EQ(run("local a = 5 local i = 0 while i < 2 do local b = a a = a * 2 i = i + 1 print(b, a) end"),
              "5\t10\n10\t20\n");
}

TEST(Language, LoopsAndConditionsNest) {
    EXPECT_EQ(
        run("local i = 0 while i < 3 do local j = 0 while j < i do print(i, j) j = j + 1 end i = i + 1 end"),
        "1\t0\n2\t0\n2\t1\n");
    EXPECT_EQ(run("local i = 0 repeat i = i + 1 until i >= 3 print(i)"), "3\n");
    EXPECT_EQ(
        run("function f(x) if x == 1 then return 'a' elseif x == 2 then return 'b' else return 'c' end end "
            "print(f(1), f(2), f(3))"),
        "a\tb\tc\n");
}

TEST(Language, ComparesNotANumberAsNothing) {
    EXPECT_EQ(run("local n = 0/0 if n < 1 then print('lt') elseif n >= 1 then print('ge') else "
                  "print('neither') end"),
              "neither\n");
    EXPECT_EQ(run("local n = 0/0 local i = 0 while n < 1 do i = 1 end print(i, n == n)"), "0\tnil\n");
    EXPECT_EQ(run("local n = 0/0 local x = n > 1 local y = n ~= n print(x, y)"), "nil\t1\n");
}

TEST(Language, SurplusArgumentsAreDroppedAndMissingOnesAreNil) {
    EXPECT_EQ(run("function f(a, b) return a, b end a, b = f(1) print(a, b) a, b = f(1, 2, 3) print(a, b)"),
              "1\tnil\n1\t2\n");
}

TEST(Language, SurplusArgumentsOfAVariadicFunctionAreInArg) {
    EXPECT_EQ(run("function f(a, ...) print(a, arg.n, arg[1], arg[2]) end f() f(1) f(1, 2, 3)"),
              "nil\t0\tnil\tnil\n1\t0\tnil\tnil\n1\t2\t2\t3\n");
    EXPECT_EQ(run("function f(...) return arg.n end print(f(nil, nil))"), "2\n");
}

TEST(Language, UpvaluesAreTheValueAtTheClosuresCreation) {
    EXPECT_EQ(run("local u = 1 local f = function() return %u end u = 2 print(f(), u)"), "1\t2\n");
    EXPECT_EQ(run("g = 1 local f = function() return %g end g = 2 print(f())"), "1\n");
    EXPECT_EQ(run("function counter(n) return {get = function() return %n end} end print(counter(7).get(), "
                  "counter(8).get())"),
              "7\t8\n");
}

TEST(Language, FunctionsWithoutUpvaluesAreOneValue) {
    EXPECT_EQ(run("function make() return function() end end print(make() == make())"), "1\n");
    EXPECT_EQ(run("function make(u) return function() return %u end end print(make(1) == make(1))"), "nil\n");
}

TEST(Language, MethodsGetTheirReceiver) {
    EXPECT_EQ(run("t = {v = 5} function t:get(x) return self.v + x end print(t:get(1))"), "6\n");
    EXPECT_EQ(run("t = {u = {v = 3}} function t.f(self) return self.v end print(t.f(t.u))"), "3\n");
}

TEST(Language, StringsKnowTheirEscapes) {
    EXPECT_EQ(value(R"('a\tb\'c\"d\\e')"), "a\tb'c\"d\\e");
    EXPECT_EQ(value("'\\065'"), "065"); // no numeric escapes
    EXPECT_EQ(value("[[a [[nested]] b]]"), "a [[nested]] b");
    EXPECT_EQ(run("#! /usr/bin/lua\nprint(1) -- comment"), "1\n");
}

TEST(Language, TablesKeepTheOrderOfInsertion) {
    EXPECT_EQ(
        run("t = {} t.b = 1 t.a = 2 t[1] = 3 t.b = nil t.b = 4 foreach(t, function(k, v) print(k, v) end)"),
        "a\t2\n1\t3\nb\t4\n");
    EXPECT_EQ(run("t = {10, 20, 30} t[2] = nil t[2] = 21 foreach(t, function(k, v) print(k, v) end)"),
              "1\t10\n2\t21\n3\t30\n");
}

TEST(Language, FieldsOfAConstructorAreStoredLastFirst) { // MAP: last pair first (§3.2)
    EXPECT_EQ(run("foreach({a = 1, b = 2}, function(k) print(k) end)"), "b\na\n");
}

TEST(Language, RefusesNilAsAKey) {
    EXPECT_NE(run("t = {} t[nil] = 1").find("unexpected type to index table"), std::string::npos);
    EXPECT_NE(run("t = {} x = t[nil]").find("unexpected type to index table"), std::string::npos);
    EXPECT_NE(run("x = 5 y = x.z").find("indexed expression not a table"), std::string::npos);
}

TEST(Language, LargeConstructorsFillEveryBlock) { // LISTW: more than 255 blocks of 64
    std::string source = "local t = {";
    for (int i = 1; i <= 16500; ++i) source += std::to_string(i % 100) + ",";
    source += "} print(t[1], t[64], t[65], t[16384], t[16385], t[16500], t[16501])";
    EXPECT_EQ(run(source), "1\t64\t65\t84\t85\t0\tnil\n");
}

TEST(Language, ReturningManyValuesKeepsThemInOrder) {
    EXPECT_EQ(run("function f(n) if n == 0 then return 'end' end return n, f(n - 1) end a, b, c, d, e = f(4) "
                  "print(a, b, c, d, e)"),
              "4\t3\t2\t1\tend\n");
}

TEST(Language, ErrorsNameScriptAndLine) {
    EXPECT_EQ(run("local x = 1\n\nlocal y = x + {}"),
              "! script error: t.lua:3: arithmetic (add) on a number and a table value\n");
    EXPECT_EQ(run("function f()\n  error('no')\nend\nf()"), "! script error: t.lua:2: no\n");
}

TEST(Language, CallingNilIsReportedOnceAPlaceAndYieldsNils) {
    EXPECT_EQ(run("local i = 0 while i < 3 do local x = nothing() i = i + 1 if x then print(x) end end "
                  "print('on')"),
              "on\n! not callable: call of a nil value (t.lua:1)\n");
    test::Console console;
    Machine machine(console);
    (void)machine.run_text("local i = 0 while i < 3 do nothing() i = i + 1 end", "t.lua");
    ASSERT_EQ(machine.reports().size(), 1u);
    EXPECT_EQ(machine.reports()[0].count, 3u);
}

TEST(Language, AnErrorAbandonsOnlyItsChunk) {
    test::Console console;
    Machine machine(console);
    EXPECT_EQ(machine.run_text("x = 1 error('a') x = 2", "a.lua"), Outcome::error);
    EXPECT_EQ(machine.run_text("print(x)", "b.lua"), Outcome::ok);
    EXPECT_EQ(console.out, "1\t\n");
}

TEST(Language, BytecodeRunsLikeItsSource) {
    test::Console console;
    Machine machine(console);
    EXPECT_EQ(machine.run_file(test::pi_bytes(), "t3.lua"), Outcome::ok);
    EXPECT_NEAR(machine.global("PI2").number(), 6.2831855F, 1e-6F);
    const auto function = compile("print('compiled') print(PI2 > 6)", "c.lua");
    ASSERT_TRUE(function);
    EXPECT_EQ(machine.run_file(write_chunks({Chunk{.main = *function}, Chunk{.main = *function}}), "c.lua"),
              Outcome::ok);
    EXPECT_EQ(console.out, "compiled\t\n1\t\ncompiled\t\n1\t\n");
}

TEST(Language, AnEmptyFileIsAScriptThatDoesNothing) {
    test::Console console;
    Machine machine(console);
    EXPECT_EQ(machine.run_file({}, "empty.lua"), Outcome::ok);
    EXPECT_TRUE(console.reports.empty());
}

TEST(Guard, StopsAScriptThatNeverEndsAndNamesItsPlace) {
    test::Console console;
    Machine machine(console, {.steps = 100'000});
    EXPECT_EQ(machine.run_text("local i = 0\nwhile 1 do\n i = i + 1 end", "t.lua"), Outcome::error);
    ASSERT_EQ(machine.reports().size(), 1u);
    EXPECT_EQ(machine.reports()[0].kind, Report::Kind::budget);
    EXPECT_NE(console.reports[0].find("t.lua:"), std::string::npos);
}

TEST(Guard, StopsItEvenIfTheScriptCatchesErrors) {
    test::Console console;
    Machine machine(console, {.steps = 100'000});
    EXPECT_EQ(
        machine.run_text("function f() while 1 do end end while 1 do call(f, {}, 'x', nil) end", "t.lua"),
        Outcome::error);
}

TEST(Guard, EndlessRecursionIsAnError) {
    EXPECT_NE(run("function f() return 1 + f() end f()").find("too many calls"), std::string::npos);
    EXPECT_NE(run("function f() call(f, {}) end f()").find("too many calls"), std::string::npos);
}

TEST(Guard, MemoryIsLimited) {
    test::Console console;
    Machine machine(console, {.memory = 16u << 20, .text = 1u << 20});
    EXPECT_EQ(machine.run_text("local s = 'x' while 1 do s = s .. s end", "t.lua"), Outcome::error);
    EXPECT_EQ(machine.run_text("t = {} local i = 1 while 1 do t[i] = 'text'..i i = i + 1 end", "t.lua"),
              Outcome::error);
    EXPECT_NE(console.reports.back().find("memory"), std::string::npos);
    EXPECT_EQ(machine.run_text("t = nil print(1)", "t.lua"), Outcome::ok);
}

TEST(Collector, FreesWhatNothingHolds) {
    test::Console console;
    Machine machine(console);
    (void)machine.run_text("local i = 0 while i < 200000 do local t = {i, 'text'..i} i = i + 1 end", "t.lua");
    EXPECT_LT(machine.state().tables.items.size(), 150'000u);
    (void)machine.run_text("collectgarbage()", "t.lua");
    EXPECT_LT(machine.state().allocated, 1u << 20);
}

TEST(Collector, KeepsWhatIsHeld) {
    EXPECT_EQ(run("local keep = {} local i = 1 while i <= 100000 do keep[i] = {n = 'n'..i} i = i + 1 end "
                  "collectgarbage() "
                  "print(keep[1].n, keep[50000].n, keep[100000].n)"),
              "n1\tn50000\tn100000\n");
    EXPECT_EQ(
        run("function f(a) collectgarbage() return a.x .. a.y end print(f({x = 'p'..'q', y = 'r'..1}))"),
        "pqr1\n");
}

} // namespace rekindle::lua
