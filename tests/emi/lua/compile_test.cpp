#include "emi/lua/compile.h"

#include <gtest/gtest.h>

#include "emi/lua/opcodes.h"
#include "emi/lua/samples.h"
#include "emi/lua/verify.h"

namespace rekindle::lua {
namespace {

// The instructions of a main chunk: "GGET0 NUM2 MUL GSET0 END" with operands where they have any.
std::string code(std::string_view source) {
    const auto function = compile(source, "t.lua");
    if (!function) return function.error().line();
    EXPECT_TRUE(verify(*function, "t.lua"));
    std::string text;
    Instruction i;
    for (std::uint32_t at = 2; decode(function->code, at, i); at = i.next()) {
        const Opcode& row = opcodes[i.opcode];
        text += (text.empty() ? "" : " ") + std::string(row.name);
        if (row.form == Form::b || row.form == Form::w) text += ":" + std::to_string(i.x - row.implied);
        if (row.form == Form::bc || row.form == Form::wc)
            text += ":" + std::to_string(i.x) + "," + std::to_string(i.y);
        if (row.form == Form::c) text += ":" + std::to_string(i.y);
    }
    return text;
}
std::string error(std::string_view source) {
    const auto function = compile(source, "t.lua");
    return function ? "" : function.error().line();
}

} // namespace

TEST(Compiler, MakesTheBytesOfTheSpecification) {
    auto pi = compile(test::pi_source, "t3.lua");
    ASSERT_TRUE(pi) << pi.error().line();
    EXPECT_EQ(write_chunks({Chunk{.main = *pi}}), test::pi_bytes());
    auto system = compile(test::system_source, "_system.lua");
    ASSERT_TRUE(system) << system.error().line();
    EXPECT_EQ(write_chunks({Chunk{.main = *system}}), test::system_bytes());
}

TEST(Compiler, UsesTheShortestFormOfNumbers) {
    EXPECT_EQ(code("a = 0 a = 2 a = 3 a = 255 a = 256 a = 65534"),
              "NUM0 GSET0 NUM2 GSET0 NUM:3 GSET0 NUM:255 GSET0 NUMW:256 GSET0 NUMW:65534 GSET0 END");
    EXPECT_EQ(code("a = 65535 a = 1.5"), "CONST1 GSET0 CONST2 GSET0 END");
}

TEST(Compiler, PutsTheConditionOfAWhileBehindItsBody) {
    EXPECT_EQ(code("while 1 do break_here() end"), "JMP:3 GGET0 CALL0:0 NUM1 JTB:6 END");
    EXPECT_EQ(code("repeat f() until x"), "GGET0 CALL0:0 GGET1 JFB:6 END");
}

TEST(Compiler, JumpsOverBothPartsOfAnIf) {
    EXPECT_EQ(code("if a then f() else g() end"), "GGET0 JF:5 GGET1 CALL0:0 JMP:3 GGET2 CALL0:0 END");
    EXPECT_EQ(code("if a then f() end"), "GGET0 JF:3 GGET1 CALL0:0 END");
}

TEST(Compiler, KeepsTablesOfAMultipleAssignmentOnTheStack) {
    EXPECT_EQ(code("t[1], u.x = 1, 2"), "GGET0 NUM1 GGET1 CONST2 NUM1 NUM2 PUTDEEP:1 PUTDEEP:2 POP:3 END");
    EXPECT_EQ(code("t.x = 1"), "GGET0 CONST1 NUM1 PUT END");
    EXPECT_EQ(code("a, b = f()"), "GGET2 CALL:2,0 GSET1 GSET0 END");
    EXPECT_EQ(code("a = 1, 2"), "NUM1 NUM2 POP0 GSET0 END");
}

TEST(Compiler, BuildsTablesInBlocks) {
    EXPECT_EQ(code("t = {1, 2; x = 1}"), "NEWT:3 NUM1 NUM2 LIST0:2 CONST1 NUM1 MAP0 GSET0 END");
    EXPECT_EQ(code("t = {}"), "NEWT0 GSET0 END");
    std::string many = "t = {";
    for (int i = 0; i < 65; ++i) many += "0,";
    EXPECT_NE(code(many + "}").find("LIST0:64 NUM0 LIST:1,1 GSET0 END"), std::string::npos);
}

TEST(Compiler, PopsTheLocalsOfABlock) {
    EXPECT_EQ(code("do local a, b = 1 end"), "NUM1 NIL1 POP1 END");
    EXPECT_EQ(code("local a = 1 a = a"), "NUM1 LOC0 LSET0 END");
}

TEST(Compiler, ShortCircuitsLeftToRightOnOneLevel) {
    EXPECT_EQ(code("x = a or b and c"), "GGET1 ORJ:1 GGET2 ANDJ:1 GGET3 GSET0 END");
}

TEST(Compiler, GivesClosuresTheirUpvaluesFirst) {
    EXPECT_EQ(code("local u f = function() return %u + %g end"), "NIL1 LOC0 GGET2 CONST1 CLOS:2 GSET0 END");
    EXPECT_EQ(code("f = function() end"), "CONST1 GSET0 END");
}

TEST(Compiler, TakesReturnsWithAllResults) {
    EXPECT_EQ(code("return 1, f()"), "NUM1 GGET0 CALL:255,0 RET:0 END");
    EXPECT_EQ(code("local a return"), "NIL1 RET:1 END");
}

TEST(Compiler, WritesLineInstructionsOnlyWhenAsked) {
    EXPECT_EQ(code("$debug\na = 1\nb = 2"), "LINE:2 NUM1 GSET0 LINE:3 NUM2 GSET1 END");
    EXPECT_EQ(code("$debug\na = 1\n$nodebug\nb = 2"), "LINE:2 NUM1 GSET0 NUM2 GSET1 END");
}

TEST(Compiler, CompilesConditionalLines) {
    EXPECT_EQ(code("$if nil\na = 1\n$else\nb = 2\n$end\nc = 0"), "NUM2 GSET0 NUM0 GSET1 END");
    EXPECT_EQ(code("$ifnot nil\na = 1\n$end\n$endinput\n)("), "NUM1 GSET0 END");
    const auto defined =
        compile("$if DEBUG\na = 1\n$end", "t.lua", [](std::string_view name) { return name == "DEBUG"; });
    ASSERT_TRUE(defined);
    EXPECT_EQ(defined->code.size(), 2u + 3u);
    EXPECT_NE(error("$if 1\na = 1"), "");
    EXPECT_NE(error("$what"), "");
}

TEST(Compiler, NamesTheLineOfAnError) {
    EXPECT_EQ(error("a = 1\nb = = 2"), "t.lua:2: expected an expression, found '='");
    EXPECT_EQ(error("if a then\n\nelse"), "t.lua:3: expected 'end' for line 1, found the end of the text");
    EXPECT_EQ(error("a = 'x"), "t.lua:1: expected the end of a text, found the end of the file");
    EXPECT_EQ(error("f"), "t.lua:1: expected '=', found the end of the text");
}

TEST(Compiler, RefusesWhatTheDialectDoesNotHave) {
    EXPECT_NE(error("(f)()"), "");
    EXPECT_NE(error("a.b.c = function() end function a.b.c() end"), ""); // one level only
    EXPECT_NE(error("local x function f() return x end"), "");           // needs %x
    EXPECT_NE(error("x = %y"), "");                                      // no upvalues in the main function
    EXPECT_NE(error("local x f = function() g = function() return %x end end"), "");
    EXPECT_NE(error("x = 1..2"), "");
    EXPECT_NE(error("for i = 1, 2 do end"), "");
}

TEST(Compiler, KeepsToTheLimitsOfTheDialect) {
    const auto locals = [](int count) {
        std::string text;
        for (int i = 0; i < count; ++i) text += "local l" + std::to_string(i) + "\n";
        return text;
    };
    EXPECT_EQ(error(locals(32)), "");
    EXPECT_NE(error(locals(33)), "");
    std::string nested, ends;
    for (int i = 0; i < 6; ++i) nested += "f = function() ", ends += " end";
    EXPECT_EQ(error(nested + ends), "");
    EXPECT_NE(error(nested + "f = function() end" + ends), "");
    std::string deep(5000, '(');
    EXPECT_NE(error("a = " + deep), "");
    EXPECT_NE(error("a = " + std::string(5000, '-')), "");
}

} // namespace rekindle::lua
