// Which opcodes and answers are proved by the oracle, and which only by hand (tests/flashback/world).
#include <bitset>
#include <charconv>
#include <cstdio>

#include <fmt/format.h>

#include "flashback/data/opcodes.h"
#include "flashback/oracle/oracle_files.h"

namespace rekindle::flashback::oracle {
namespace {

using Seen = std::array<std::bitset<2>, opcode_count>; // [opcode][answer]

// Opcodes with a test of their own in opcodes_by_hand_test.cpp.
constexpr std::uint8_t by_hand[] = {0x16, 0x2D, 0x2E, 0x34, 0x38, 0x39, 0x3A, 0x3B, 0x41, 0x42, 0x48, 0x49,
                                    0x4A, 0x52, 0x53, 0x55, 0x56, 0x5B, 0x5C, 0x5D, 0x5E, 0x65, 0x66, 0x69,
                                    0x6C, 0x70, 0x75, 0x7B, 0x7C, 0x80, 0x81, 0x82, 0x84, 0x85};

// Answers of the scenarios.
Seen of_scenarios() {
    Seen seen;
    const auto rows = test::read_csv(oracle_dir() / "coverage.csv");
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const auto opcode = static_cast<std::size_t>(std::stoi(rows[i][0], nullptr, 16));
        for (std::size_t column = 1; column < rows[i].size(); ++column)
            if (rows[i][column] != "0") seen[opcode].set(rows[0][column].ends_with("_true") ? 1 : 0);
    }
    return seen;
}

// Answers of the ask and synth tables: lines "q e op A B yes".
Seen of_questions() {
    Seen seen;
    for (const std::string& name : oracle_names("direct", ".txt.zst")) {
        if (!name.starts_with("ask_") && !name.starts_with("synth_")) continue;
        const Bytes bytes = unpacked(oracle_dir() / "direct" / (name + ".txt.zst"));
        for (std::string_view text = text_of(bytes); !text.empty();) {
            const std::string_view line = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(line.size() + 1, text.size()));
            if (std::string_view("qaks").find(line.substr(0, 1)) == std::string_view::npos ||
                line.ends_with("undefined"))
                continue;
            const std::string_view question = line.substr(0, line.find(" | "));
            const std::size_t entity_end = question.find(' ', 2);
            unsigned opcode = 0;
            std::from_chars(question.data() + entity_end + 1, question.data() + question.size(), opcode);
            if (opcode < seen.size()) seen[opcode].set(question.back() == '1' ? 1 : 0);
        }
    }
    return seen;
}

bool has_one_answer(const Opcode& opcode) {
    return opcode.answers == "true" || opcode.answers.starts_with("true always") ||
           opcode.answers.starts_with("false always");
}

TEST(Opcodes, AreAllProvedByTheOracleOrByHand) {
    RK_NEEDS_SHARED();
    const Seen scenarios = of_scenarios(), questions = of_questions();
    std::bitset<opcode_count> hand;
    for (const std::uint8_t opcode : by_hand) hand.set(opcode);
    int routines = 0, by_scenario = 0, only_by_question = 0, only_by_hand = 0;
    std::string half; // the oracle has one of two answers
    for (const Opcode& opcode : opcodes) {
        if (!has_routine(opcode.number)) continue;
        ++routines;
        const std::bitset<2> oracle = scenarios[opcode.number] | questions[opcode.number];
        if (scenarios[opcode.number].any())
            ++by_scenario;
        else if (oracle.any())
            ++only_by_question;
        else
            ++only_by_hand;
        EXPECT_TRUE(oracle.any() || hand[opcode.number]) << opcode.name << " is not proved at all";
        if (oracle.any() && !oracle.all() && !has_one_answer(opcode)) {
            half += fmt::format(" {}", opcode.name);
            EXPECT_TRUE(hand[opcode.number]) << opcode.name << ": only one answer is proved";
        }
        EXPECT_TRUE(scenarios[opcode.number].any() || hand[opcode.number])
            << opcode.name << ": no scenario reaches it and no test by hand";
    }
    EXPECT_EQ(routines, 137);
    std::printf("%d opcodes: %d reached by the oracle's scenarios, %d more by its direct questions, %d by "
                "hand alone; "
                "%zu have tests by hand. One answer by hand:%s\n",
                routines, by_scenario, only_by_question, only_by_hand, hand.count(), half.c_str());
}

} // namespace
} // namespace rekindle::flashback::oracle
