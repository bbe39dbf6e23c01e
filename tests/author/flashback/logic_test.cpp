// The language of rooms, entities and scripts: what a text compiles to, and what its errors say.
#include <gtest/gtest.h>

#include "author/flashback/logic.h"

namespace rekindle::author {
namespace {

using namespace flashback;

const PictureNames pictures = {{{"stand", 3}, {"step", 7}}, {{"lamp", 2}}};

Expected<Logic> compile(std::string_view text) {
    return compile_logic(source_lines(text, "level.txt"), pictures);
}

std::string error_of(std::string_view text) {
    const auto logic = compile(text);
    return logic ? "no error" : logic.error().line();
}

constexpr std::string_view walker = R"(
script walker
state stand figure
  frames stand
  msg_hit(1) -> fall, life gone
  keys_forward & grid_free_r1_ahead(1) -> step, do snap_to_grid
  always -> stay
state step figure
  frames step*2(-4,1) stand~
  always -> stand, turn, move 5 -72, score 500
state fall figure
  frames stand
  always -> stay
)";

} // namespace

TEST(LogicText, ARecordHasTheOpcodesNumbersAndItsPartsInTheirFields) {
    const auto logic = compile(walker);
    ASSERT_TRUE(logic) << logic.error().line();
    const std::vector<Record>& list = logic->records.lists.at(0);
    ASSERT_EQ(list.size(), 5u);
    // Engine spec §6: msg_hit 0x6B, keys_forward 0x04, grid_free_r1_ahead 0x17, snap_to_grid 0x88.
    EXPECT_EQ(list[0],
              (Record{.state = 0, .next = 2, .op1 = 0x6B, .effects = 0x08, .next_first = 4, .arg1 = 1}));
    EXPECT_EQ(
        list[1],
        (Record{.state = 0, .next = 1, .op2 = 0x17, .op1 = 0x04, .op3 = 0x88, .next_first = 3, .arg2 = 1}));
    EXPECT_EQ(list[2], (Record{.state = 0, .next = 0, .next_first = 0}));
    // 500 points are number 4 of the score table, engine spec §4.4.
    EXPECT_EQ(list[3], (Record{.state = 1, .dx = 5, .dy = -72, .next = 0, .effects = 0x41, .next_first = 0}));
}

TEST(LogicText, WhatItCompilesToPassesTheStrictReaders) {
    const auto logic = compile(walker);
    ASSERT_TRUE(logic);
    EXPECT_TRUE(read_records(write_records(logic->records), "OBJ"));
    EXPECT_TRUE(read_animations(write_animations(logic->animations), "ANI"));
}

TEST(LogicText, ThePicturesMovementBelongsToTheFirstOfItsTicks) {
    const auto logic = compile(walker);
    ASSERT_TRUE(logic);
    const Animation& step = logic->animations.animations.at(1);
    EXPECT_EQ(step.as_object, 0);
    EXPECT_EQ(step.frames, (std::vector<AnimationFrame>{{7, -4, 1}, {7, 0, 0}, {3 | 0x8000, 0, 0}}));
}

TEST(LogicText, RulesStandWhereTheyAreUsed) {
    const auto logic =
        compile("script s\nrules hurt\n msg_hit(0) -> b\nstate a object\n frames lamp\n keys_up -> b\n"
                " use hurt\n always -> a\nstate b object\n frames lamp\n always -> a\n");
    ASSERT_TRUE(logic) << logic.error().line();
    const std::vector<Record>& list = logic->records.lists.at(0);
    ASSERT_EQ(list.size(), 4u);
    EXPECT_EQ(list[1].op1, 0x6B);
    EXPECT_EQ(list[1].state, 0);
    EXPECT_EQ(logic->animations.animations.at(0).as_object, 1);
}

TEST(LogicText, AnEntityHasItsFields) {
    std::string text(walker);
    text.append(R"(
let beast = 10
text name_of_it "IT"
room hall = 5
  ................
  ................
  ................
  ................
  ................
  %...............
  ================
entity one
  state walker.step
  at hall 16 -2
  kind beast
  life 4
  p 7 two hall beast
  touch_icon 3
  icon 4
  item 6
  skill 2
  name name_of_it
  faces right
  palette 2
  behind
  shows_life
  awake
  wakes message view
  cells 2
entity two
  state walker.stand
)");
    const auto logic = compile(text);
    ASSERT_TRUE(logic) << logic.error().line();
    EXPECT_EQ(logic->entities.at(0), (EntityDefinition{.state0 = 1,
                                                       .x0 = 16,
                                                       .y0 = -2,
                                                       .node = 0,
                                                       .life0 = 4,
                                                       .p = {7, 1, 5, 10},
                                                       .kind = 10,
                                                       .room0 = 5,
                                                       .awake0 = 1,
                                                       .iflags = 2 | 4 | 8,
                                                       .touch_icon = 4,
                                                       .icon = 4,
                                                       .item_id = 6,
                                                       .skill = 2,
                                                       .mirror = 1,
                                                       .wake = 1 | 4,
                                                       .cells = 2,
                                                       .pad = 1,
                                                       .text = 1}));
    EXPECT_EQ(logic->entities.at(1).room0, 64) << "without a place it is nowhere";
    EXPECT_EQ(logic->texts, (std::vector<std::string>{"", "IT"}));
    EXPECT_EQ(logic->collision[static_cast<std::size_t>(grid_at(5, 5, 0))], 2);
    EXPECT_EQ(logic->collision[static_cast<std::size_t>(grid_at(5, 6, 15))], 1);
    EXPECT_EQ(logic->collision[static_cast<std::size_t>(grid_at(5, 5, 1))], 0);
    EXPECT_EQ(logic->collision[static_cast<std::size_t>(Side::left) + 5], -1);
}

TEST(LogicText, ErrorsNameFileAndLine) {
    const std::string start = "script s\nstate a figure\n frames stand\n";
    EXPECT_EQ(error_of(start + " keys_upp -> a\n"),
              "level.txt:4: expected the name of an opcode (inspect --opcodes lists them), found keys_upp");
    EXPECT_EQ(error_of(start + " always -> b\n"),
              "level.txt:4: expected the name of a state of this script, found b");
    EXPECT_EQ(error_of(start + " keys_up & keys_down & keys_idle -> a\n"),
              "level.txt:4: expected at most two conditions, found 3");
    EXPECT_EQ(error_of(start + " keys_up_mod(3) -> a\n"),
              "level.txt:4: expected a number of 0 to 2, found 3");
    EXPECT_EQ(error_of(start + " always -> a, score 250\n"),
              "level.txt:4: expected points of the score table (200, 300, ...), found score 250");
    EXPECT_EQ(error_of("script s\n\n# nothing\nstate a figure\n always -> a\n"),
              "level.txt:4: expected frames in every state, found none");
    EXPECT_EQ(error_of("script s\nstate a figure\n frames lamp\n"),
              "level.txt:3: expected the name of a figure picture, found lamp");
    EXPECT_EQ(error_of(start),
              "level.txt:2: expected a record (CONDITIONS -> STATE) in every state, found none");
    EXPECT_EQ(error_of("entity e\n"),
              "level.txt:1: expected a line `state SCRIPT.STATE`, found an entity without");
    EXPECT_EQ(error_of("let a = 1\nlet a = 2\n"),
              "level.txt:2: expected a constant not declared before, found a");
    EXPECT_EQ(error_of("room r = 1\n ....\n"),
              "level.txt:2: expected 7 rows of 16 cells: . free, = solid, % solid "
              "of the second kind, found ....");
}

TEST(LogicText, AnOpcodeThatNeedsAnArgumentMustHaveOne) {
    const std::string error = error_of("script s\nstate a figure\n frames stand\n counter_set -> a\n");
    EXPECT_EQ(error.substr(0, 38), "level.txt:4: expected counter_set(A: v") << error;
}

} // namespace rekindle::author
