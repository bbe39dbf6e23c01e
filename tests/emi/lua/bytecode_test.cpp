#include "emi/lua/bytecode.h"

#include <gtest/gtest.h>

#include "emi/lua/compile.h"
#include "emi/lua/opcodes.h"
#include "emi/lua/samples.h"
#include "emi/lua/translate.h"
#include "emi/lua/verify.h"
#include "support/damage.h"

namespace rekindle::lua {
namespace {

// A main function of the given code, without header.
Function code_of(Bytes code, std::vector<Constant> constants = {}) {
    Function function;
    function.code = std::move(code);
    function.constants = std::move(constants);
    return function;
}
Constant text(std::string value) {
    return {.type = Constant::Type::string, .number = 0, .text = std::move(value)};
}

std::string problem(const Function& function) {
    const auto result = verify(function, "x.lua");
    return result ? "" : result.error().expected;
}

} // namespace

TEST(Opcodes, AreTheOnesOfTheTable) {
    const auto is = [](int number, std::string_view name, Act act) {
        EXPECT_EQ(opcodes[static_cast<std::size_t>(number)].name, name);
        EXPECT_EQ(opcodes[static_cast<std::size_t>(number)].act, act);
    };
    is(0, "END", Act::end);
    is(7, "NUMW", Act::number);
    is(17, "CONSTW", Act::constant);
    is(29, "LOC7", Act::local);
    is(40, "GET", Act::get);
    is(60, "SELFW", Act::self);
    is(84, "PUT", Act::put);
    is(88, "LISTW", Act::list);
    is(96, "GE", Act::ge);
    is(101, "POW", Act::pow);
    is(113, "JTB", Act::jump_true_back);
    is(123, "RET", Act::ret);
    is(128, "POP1", Act::pop);
}

TEST(Opcodes, DecodeTheirOperandsLowByteFirst) {
    const Bytes code{88, 0x34, 0x12, 7};
    Instruction i;
    ASSERT_TRUE(decode(code, 0, i));
    EXPECT_EQ(i.x, 0x1234u);
    EXPECT_EQ(i.y, 7u);
    EXPECT_EQ(i.next(), 4u);
    EXPECT_FALSE(decode(code, 4, i));
    EXPECT_FALSE(decode(Bytes{17, 1}, 0, i)); // runs past the code
    EXPECT_FALSE(decode(Bytes{129}, 0, i));
}

TEST(Bytecode, ReadsTheWorkedExampleOfTheSpecification) {
    const auto chunks = read_chunks(test::pi_bytes(), "t3.lua");
    ASSERT_TRUE(chunks) << chunks.error().line();
    ASSERT_EQ(chunks->size(), 1u);
    const Function& main = (*chunks)[0].main;
    EXPECT_EQ(main.line, 0);
    EXPECT_EQ(main.source, "t3.lua");
    EXPECT_EQ(main.slots(), 2u);
    EXPECT_EQ(main.parameters(), 0u);
    ASSERT_EQ(main.constants.size(), 2u);
    EXPECT_EQ(main.constants[0].text, "PI2");
    EXPECT_EQ(main.constants[1].text, "PI");
    EXPECT_EQ(write_chunks(*chunks), test::pi_bytes());
}

TEST(Bytecode, ReadsTheBootScriptOfTheSpecification) {
    const auto chunks = read_chunks(test::system_bytes(), "_system.lua");
    ASSERT_TRUE(chunks) << chunks.error().line();
    const Function& main = (*chunks)[0].main;
    ASSERT_EQ(main.functions.size(), 2u);
    EXPECT_EQ(main.functions[0].constant, 1);
    EXPECT_EQ(main.functions[0].function.line, 1);
    EXPECT_EQ(main.functions[1].constant, 3);
    EXPECT_EQ(main.functions[1].function.line, 6);
    EXPECT_EQ(main.functions[1].function.parameters(), 2u);
    EXPECT_EQ(main.functions[1].function.slots(), 8u);
    EXPECT_EQ(main.functions[1].function.constants.size(), 15u);
    EXPECT_EQ(write_chunks(*chunks), test::system_bytes());
}

TEST(Bytecode, KeepsWhatItHasNoUseFor) {
    Chunk chunk;
    chunk.test_number = {0x46, 1, 2, 3}; // upstream doesn't look at it
    chunk.main = code_of({1, 0, 0});
    chunk.main.source.reset();
    chunk.main.locals = {{.line = 3, .name = "a"}, {.line = 9, .name = {}}};
    const Bytes bytes = write_chunks({chunk, chunk});
    const auto read = read_chunks(bytes, "x.lua");
    ASSERT_TRUE(read) << read.error().line();
    EXPECT_EQ(read->size(), 2u);
    EXPECT_EQ((*read)[1].main.locals[0].name, "a");
    EXPECT_FALSE((*read)[1].main.locals[1].name);
    EXPECT_EQ(write_chunks(*read), bytes);
}

TEST(Bytecode, AnEmptyFileHasNoChunks) {
    const auto chunks = read_chunks({}, "empty.lua");
    ASSERT_TRUE(chunks);
    EXPECT_TRUE(chunks->empty());
}

TEST(Bytecode, RefusesOtherVersionsAndSaysWhichWay) {
    Bytes bytes = test::pi_bytes();
    bytes[4] = 0x25;
    EXPECT_NE(read_chunks(bytes, "x").error().expected.find("too old"), std::string::npos);
    bytes[4] = 0x32;
    EXPECT_NE(read_chunks(bytes, "x").error().expected.find("too new"), std::string::npos);
    bytes[4] = 0x31;
    bytes[5] = 8;
    EXPECT_EQ(read_chunks(bytes, "x").error().offset, 5u);
}

TEST(Bytecode, RefusesTextsWithoutTheirEndOrWithAZeroInside) {
    Bytes bytes = test::pi_bytes();
    bytes[20] = 0xFE; // the stored NUL of the source name
    EXPECT_EQ(read_chunks(bytes, "x").error().offset, 20u);
    bytes = test::pi_bytes();
    bytes[15] = 0xFF;
    EXPECT_EQ(read_chunks(bytes, "x").error().offset, 15u);
}

TEST(Bytecode, RefusesFunctionConstantsThatAreNeverOrTwiceFilled) {
    Chunk chunk;
    chunk.main = code_of({1, 0, 0}, {{.type = Constant::Type::function, .number = 0, .text = {}}});
    EXPECT_FALSE(read_chunks(write_chunks({chunk}), "x"));
    chunk.main.functions.push_back({0, code_of({1, 0, 0})});
    EXPECT_TRUE(read_chunks(write_chunks({chunk}), "x"));
    chunk.main.functions.push_back({0, code_of({1, 0, 0})});
    EXPECT_FALSE(read_chunks(write_chunks({chunk}), "x"));
}

TEST(Bytecode, RefusesMoreThan32NestedFunctions) {
    Function function = code_of({1, 0, 0});
    for (int depth = 0; depth < 32; ++depth) {
        Function outer = code_of({1, 0, 0}, {{.type = Constant::Type::function, .number = 0, .text = {}}});
        outer.functions.push_back({0, std::move(function)});
        function = std::move(outer);
    }
    EXPECT_TRUE(read_chunks(write_chunks({Chunk{.main = function}}), "x"));
    Function outer = code_of({1, 0, 0}, {{.type = Constant::Type::function, .number = 0, .text = {}}});
    outer.functions.push_back({0, std::move(function)});
    EXPECT_FALSE(read_chunks(write_chunks({Chunk{.main = outer}}), "x"));
}

TEST(Bytecode, SurvivesDamage) {
    for (const Bytes& good : {test::pi_bytes(), test::system_bytes()}) {
        rekindle::test::for_each_truncation(good, [](const Bytes& bytes) { (void)read_chunks(bytes, "x"); });
        rekindle::test::for_each_bit_flip(good, [](const Bytes& bytes) {
            const auto read = read_chunks(bytes, "x");
            if (read) {
                EXPECT_EQ(write_chunks(*read), bytes);
            }
        });
    }
}

TEST(Verifier, AcceptsTheWhileLoopOfTheSpecification) {
    // 2: JMP 3 · 4: GGET0 · 5: CALL0 0 · 7: NUM1 · 8: JTB 6 · 10: END
    EXPECT_EQ(problem(code_of({1, 0, 109, 3, 31, 121, 0, 5, 113, 6, 0}, {text("break_here")})), "");
}

TEST(Translator, TakesCodeThatBeginsWithSettingAParameter) {
    State state;
    EXPECT_TRUE(load_function(state, code_of({4, 2, 66, 0}), "x.lua")); // LSET0 · END
}

TEST(Verifier, RefusesCodeThatDoesNotEndWithEnd) {
    EXPECT_NE(problem(code_of({1, 0, 2})), "");
    EXPECT_NE(problem(code_of({1, 0, 0, 109})), ""); // a jump without its operand
    EXPECT_NE(problem(code_of({1, 0})), "");
}

TEST(Verifier, RefusesOperandsOutOfRange) {
    EXPECT_NE(problem(code_of({1, 0, 9, 127, 0})), "");                // CONST0 without constants
    EXPECT_NE(problem(code_of({1, 0, 31, 127, 0}, {Constant{}})), ""); // a global named by a number
    EXPECT_NE(problem(code_of({1, 0, 22, 127, 0})), "");               // LOC0 with an empty stack
    EXPECT_NE(problem(code_of({1, 0, 19, 127, 0})), "");               // UP0 in a main function
}

TEST(Verifier, RefusesJumpsThatDoNotLeadToAnInstruction) {
    EXPECT_NE(problem(code_of({1, 0, 109, 1, 3, 9, 127, 0})), ""); // into NUM's operand
    EXPECT_NE(problem(code_of({1, 0, 5, 113, 9, 0})), "");         // before the code
    EXPECT_NE(problem(code_of({1, 0, 109, 9, 0})), "");            // behind it
}

TEST(Verifier, RefusesWrongStackDepths) {
    EXPECT_NE(problem(code_of({1, 0, 127, 0})), "");  // POP of nothing
    EXPECT_NE(problem(code_of({1, 0, 97, 0})), "");   // ADD of nothing
    EXPECT_NE(problem(code_of({0, 0, 1, 9, 0})), ""); // ten nils where none (and five to spare) fit
    EXPECT_NE(problem(code_of({3, 0, 5, 111, 1, 5, 2, 127, 0})), ""); // one value more on one of two ways
    EXPECT_NE(problem(code_of({0, 1, 0})), "");                       // fewer slots than parameters
}

TEST(Verifier, WantsAReturnBehindACallForAllResults) {
    EXPECT_EQ(problem(code_of({2, 0, 31, 120, 255, 0, 123, 0, 0}, {text("f")})), "");
    EXPECT_NE(problem(code_of({2, 0, 31, 120, 255, 0, 127, 0}, {text("f")})), "");
}

TEST(Verifier, RefusesUpvaluesThatNoClosureGives) {
    const auto with = [](Byte closure) {
        Function main = code_of({3, 0, 2, 9, closure, 127, 0},
                                {{.type = Constant::Type::function, .number = 0, .text = {}}});
        main.functions.push_back({0, code_of({1, 0, 19, 127, 0})}); // UP0
        return main;
    };
    EXPECT_EQ(problem(with(119)), ""); // CLOS1
    EXPECT_NE(problem(with(127)), ""); // POP0 instead: a plain function
}

} // namespace rekindle::lua
