#include <gtest/gtest.h>

#include "host/input_source.h"
#include "small_game.h"
#include "support/damage.h"

namespace rekindle::host {
using test::SmallGame;

TEST(KeyLatch, APressShorterThanAStepCountsOnce) {
    KeyLatch latch;
    latch.press(4);
    latch.release(4);
    EXPECT_EQ(latch.next(), (HostInput{.held = 4, .pressed = 4}));
    EXPECT_EQ(latch.next(), (HostInput{}));
}

TEST(KeyLatch, AHeldKeyIsPressedOnceAndHeldUntilItComesUp) {
    KeyLatch latch;
    latch.press(1);
    EXPECT_EQ(latch.next(), (HostInput{.held = 1, .pressed = 1}));
    EXPECT_EQ(latch.next(), (HostInput{.held = 1, .pressed = 0}));
    latch.release(1);
    EXPECT_EQ(latch.next(), (HostInput{}));
}

TEST(KeyLatch, ReleasedAndPressedAgainWithinAStepIsANewPress) {
    KeyLatch latch;
    latch.press(1);
    latch.next();
    latch.release(1);
    latch.press(1);
    EXPECT_EQ(latch.next(), (HostInput{.held = 1, .pressed = 1}));
}

TEST(KeyLatch, TwoKeysOfOneActionHoldItUntilBothAreUp) {
    KeyLatch latch;
    latch.press(2);
    latch.press(2);
    latch.next();
    latch.release(2);
    EXPECT_EQ(latch.next().held, 2u);
    latch.release(2);
    EXPECT_EQ(latch.next().held, 0u);
}

TEST(KeyLatch, LosingTheFocusReleasesEverythingAndLateKeyUpsDoNoHarm) {
    KeyLatch latch;
    latch.press(1);
    latch.press(8);
    latch.next();
    latch.release_all();
    latch.release(1);
    EXPECT_EQ(latch.next(), (HostInput{}));
    latch.press(1);
    EXPECT_EQ(latch.next().held, 1u);
}

TEST(Recording, ReadsWhatItWrites) {
    const SmallGame game;
    Recording recording;
    for (int i = 0; i < 40; ++i) recording.add({});
    recording.add({.held = SmallGame::right | SmallGame::use, .pressed = SmallGame::use});
    for (int i = 0; i < 7; ++i) recording.add({.held = SmallGame::right, .pressed = 0});
    EXPECT_EQ(recording.steps(), 48u);
    const std::string text = write_recording(recording, game.actions());
    EXPECT_EQ(text, "# steps, then what is held (! where it goes down), then where the pointer is\n40 -\n1 "
                    "right+!use\n7 right\n");
    EXPECT_EQ(read_recording(text, "r", game.actions()).value(), recording);
}

TEST(Recording, NamesTheLineOfAMistake) {
    const SmallGame game;
    const auto line = [&](std::string_view text) {
        return read_recording(text, "in.txt", game.actions()).error().line();
    };
    EXPECT_EQ(line("3 -\n# x\n2 rihgt\n"),
              "in.txt:3: expected - or one of right, use, escape, found 'rihgt'");
    EXPECT_EQ(line("-3 right"), "in.txt:1: expected a number of steps, found '-3'");
    EXPECT_EQ(line("0 right"), "in.txt:1: expected a number of steps, found '0'");
    EXPECT_EQ(line("5"), "in.txt:1: expected - or one of right, use, escape, found ''");
    EXPECT_EQ(line("5 right left"),
              "in.txt:1: expected the end of the line, or where the pointer is: X,Y, found 'left'");
}

TEST(Recording, DamagedTextIsAnErrorOrARecording) {
    const SmallGame game;
    const std::string good = "40 -\n1 right+!use 12,34 # one\n7 right\n";
    const auto load = [&](const Bytes& bytes) {
        (void)read_recording({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "r",
                             game.actions());
    };
    rekindle::test::for_each_truncation(as_bytes(good), load);
    rekindle::test::for_each_bit_flip(as_bytes(good), load);
}

TEST(RecordedInput, PlaysEveryStepAndThenNothing) {
    Recording recording;
    recording.add({.held = 1, .pressed = 1});
    recording.add({.held = 1, .pressed = 0});
    recording.add({.held = 1, .pressed = 0});
    RecordedInput input(recording);
    EXPECT_EQ(input.next().pressed, 1u);
    EXPECT_EQ(input.next(), (HostInput{.held = 1, .pressed = 0}));
    EXPECT_EQ(input.next(), (HostInput{.held = 1, .pressed = 0}));
    EXPECT_EQ(input.next(), (HostInput{}));
    EXPECT_EQ(input.next(), (HostInput{}));
}

TEST(Recording, KeepsWhereThePointerIs) {
    const std::vector<Action> actions{{"use", "Use", {}, {}}};
    Recording recording;
    recording.add({.pointer = {320, 0}});
    recording.add({.held = 1, .pressed = 1, .pointer = {5, 479}});
    recording.add({.held = 1});
    const std::string text = write_recording(recording, actions);
    EXPECT_NE(text.find("1 - 320,0\n1 !use 5,479\n1 use\n"), std::string::npos) << text;
    EXPECT_EQ(read_recording(text, "r", actions).value(), recording);
    for (const char* wrong : {"1 - 5", "1 - 5,", "1 - -5,5", "1 - 5,5,5", "1 - 5,40000", "1 - 5,5 use"})
        EXPECT_FALSE(read_recording(wrong, "r", actions).has_value()) << wrong;
}

} // namespace rekindle::host
