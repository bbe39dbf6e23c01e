// The scheduling of tasks: §3.7 and R3.
#include "emi/lua/tasks.h"

#include <gtest/gtest.h>

#include "emi/lua/console.h"

namespace rekindle::lua {
namespace {

// Boots a script and runs frames; each frame's prints are one line "A B", frames are separated by " | ".
class Frames {
  public:
    explicit Frames(std::string_view script) : machine(console) {
        (void)machine.run_text("function say(x) print(x) end " + std::string(script), "t.lua");
        boot = take();
    }
    std::string run(int count, std::uint32_t milliseconds = 30) {
        std::string all;
        for (int i = 0; i < count; ++i) {
            machine.frame(milliseconds);
            all += (i == 0 ? "" : " | ") + take();
        }
        return all;
    }
    std::string take() {
        std::string text;
        for (const char c : console.take())
            if (c == '\n')
                text += ' ';
            else if (c != '\t')
                text += c;
        if (!text.empty()) text.pop_back();
        return text;
    }
    test::Console console;
    Machine machine;
    std::string boot;
};

} // namespace

TEST(Tasks, StartedByBootCodeRunInReverseOrder) {
    Frames frames("function a() say('a') end function b() say('b') end start_script(a) start_script(b)");
    EXPECT_EQ(frames.boot, "");
    EXPECT_EQ(frames.run(2), "b a | ");
}

TEST(Tasks, ANewTaskRunsInTheSameFrameRightBehindItsParent) { // R3: A starts B and C → A, C, B
    Frames frames(
        "function B() say('B') break_here() say('B2') end function C() say('C') break_here() say('C2') end "
        "function A() start_script(B) start_script(C) say('A') break_here() say('A2') end start_script(A)");
    EXPECT_EQ(frames.run(3), "A C B | A2 C2 B2 | ");
}

TEST(Tasks,
     SleepCountsWholeFramesAndIsSkippedInTheOneThatEndsIt) { // §3.7: 70 ms, frames of 30: on in frame 5
    Frames frames("function f() sleep_for(70) say('on') end start_script(f)");
    EXPECT_EQ(frames.run(5), " |  |  |  | on");
    Frames r3("function f() sleep_for(100) say('on') end start_script(f)"); // R3: 60, 20, -20, on in frame 4
    EXPECT_EQ(r3.run(5, 40), " |  |  |  | on");
}

TEST(Tasks, SleepWithoutANumberIsOneFrame) {
    Frames frames("function f() sleep_for() say('on') sleep_for(0) say('off') end start_script(f)");
    EXPECT_EQ(frames.run(3), " | on | off");
}

TEST(Tasks, PausedTasksSleepOn) {
    Frames frames("function f() sleep_for(60) say('on') end t = start_script(f)");
    (void)frames.run(1);
    (void)frames.machine.run_text("pause_script(t)", "t.lua");
    EXPECT_EQ(frames.run(5), " |  |  |  | ");
    (void)frames.machine.run_text("unpause_script(t)", "t.lua");
    EXPECT_EQ(frames.run(1), "on");
}

TEST(Tasks, ATaskInFrontThatIsUnpausedStillRunsInTheSameFrame) {
    Frames frames("function first() say('first') end function second() say('second') unpause_script(t) end "
                  "start_script(second) t = start_script(first) pause_script(t)");
    EXPECT_EQ(frames.run(2), "second first | ");
}

TEST(Tasks, PausingOneselfTakesEffectAtTheNextYield) {
    Frames frames("function f() pause_script(GetCurrentScript()) say('still') break_here() say('no') end "
                  "start_script(f)");
    EXPECT_EQ(frames.run(3), "still |  | ");
}

TEST(Tasks, PauseScriptsSparesTheRunningTaskAndLaterOnes) {
    Frames frames(
        "function other() while 1 do say('o') break_here() end end "
        "function new() while 1 do say('n') break_here() end end "
        "function boss() pause_scripts() start_script(new) break_here() break_here() unpause_scripts() "
        "while 1 do say('b') break_here() end end "
        "start_script(other) start_script(boss)");
    EXPECT_EQ(frames.run(3), "n | n | b n o");
}

TEST(Tasks, NestedPausesCount) {
    Frames frames("function f() while 1 do say('f') break_here() end end start_script(f) pause_scripts(1) "
                  "pause_scripts(1)");
    EXPECT_EQ(frames.run(1), "");
    (void)frames.machine.run_text("unpause_scripts(1)", "t.lua");
    EXPECT_EQ(frames.run(1), "");
    (void)frames.machine.run_text("unpause_scripts(1) unpause_scripts(1)", "t.lua");
    EXPECT_EQ(frames.run(1), "f");
    (void)frames.machine.run_text("pause_scripts(1) pause_scripts(1) unpause_scripts()", "t.lua");
    EXPECT_EQ(frames.run(1), "f");
}

TEST(Tasks, GiveUpControlAtAnyCallDepthAndKeepTheirLocals) {
    Frames frames(
        "function deep(n) if n == 0 then break_here() return 'x' end local s = deep(n - 1) return s .. n end "
        "function f() local before = 'b' say(before .. deep(3)) end start_script(f)");
    EXPECT_EQ(frames.run(2), " | bx123");
}

TEST(Tasks, CannotGiveUpControlInsideHostFunctions) {
    Frames frames("function y() break_here() say('y') sleep_for(100) end "
                  "function f() foreach({1}, y) call(y, {}) gsub('a', 'a', y) dostring('break_here() "
                  "say(1)') say('done') end "
                  "start_script(f) break_here() say('boot')");
    EXPECT_EQ(frames.boot, "boot");
    EXPECT_EQ(frames.run(1), "y y y 1 done");
}

TEST(Tasks, StopScriptTakesATaskOrAllOfAFunctionButNotTheRunningOne) {
    Frames frames(
        "function f() while 1 do say('f') break_here() end end a = start_script(f) b = start_script(f)");
    EXPECT_EQ(frames.run(1), "f f");
    (void)frames.machine.run_text("stop_script(a)", "t.lua");
    EXPECT_EQ(frames.run(1), "f");
    (void)frames.machine.run_text("start_script(f) stop_script(f)", "t.lua");
    EXPECT_EQ(frames.run(1), "");
    Frames self(
        "function f() stop_script(f) stop_script(GetCurrentScript()) say('alive') end start_script(f)");
    EXPECT_EQ(self.run(1), "alive");
    EXPECT_TRUE(self.console.reports.empty());
}

TEST(Tasks, StopScriptOfAnythingElseIsAnError) {
    Frames frames("function f() stop_script('x') say('no') end start_script(f)");
    EXPECT_EQ(frames.run(1), "");
    EXPECT_EQ(frames.console.reports.size(), 1u);
    Frames closure("function f() local u = 1 local g = function() return %u end stop_script(g) say('no') end "
                   "start_script(f)");
    EXPECT_EQ(closure.run(1), "");
}

TEST(Tasks, StartScriptWantsAPlainFunction) {
    Frames frames("local u = 1 t = start_script(function() return %u end) say(tostring(t)) t = "
                  "start_script(nil) say(tostring(t))");
    EXPECT_EQ(frames.boot, "nil nil");
    EXPECT_TRUE(frames.machine.state().task_order.empty());
    EXPECT_FALSE(frames.console.reports.empty());
}

TEST(Tasks, PassesItsArguments) {
    Frames frames("function f(a, b, ...) say(a .. b .. arg.n) end start_script(f, 1, 'x', 3, 4)");
    EXPECT_EQ(frames.run(1), "1x2");
}

TEST(Tasks, FindScriptCountsAndFindsTheLastInTheList) {
    Frames frames("function f() while 1 do break_here() end end function g() end a = start_script(f) b = "
                  "start_script(f) "
                  "t, n = find_script(f) say(tostring(t == a)) say(n) " // a is last: b was put in front
                  "t, n = find_script(g) say(tostring(t)) say(tostring(n)) "
                  "t, n = find_script(a) say(tostring(t == a)) say(n) "
                  "stop_script(a) t, n = find_script(a) say(tostring(t)) say(n)");
    EXPECT_EQ(frames.boot, "1 2 nil nil 1 1 nil 0");
}

TEST(Tasks, FindScriptOfAnythingElseIsTheRunningTask) {
    Frames frames("function f() local t, n = find_script('x') say(tostring(t == GetCurrentScript())) say(n) "
                  "t, n = find_script(f) say(n) end start_script(f)");
    EXPECT_EQ(frames.run(1), "1 1 1");
}

TEST(Tasks, NextScriptWalksTheListAndStartsAnewBehindADeadTask) {
    Frames frames("function f() while 1 do break_here() end end a = start_script(f) b = start_script(f) c = "
                  "start_script(f) "
                  "say(tostring(next_script(nil) == c)) say(tostring(next_script(c) == b)) "
                  "say(tostring(next_script(a))) "
                  "stop_script(b) say(tostring(next_script(b) == c))");
    EXPECT_EQ(frames.boot, "1 1 nil 1");
}

TEST(Tasks, IdentifyScriptIsTheStartFunction) {
    Frames frames("function f() while 1 do break_here() end end a = start_script(f) "
                  "say(tostring(identify_script(a) == f)) "
                  "stop_script(a) say(tostring(identify_script(a)))");
    EXPECT_EQ(frames.boot, "1 nil");
}

TEST(Tasks, NumbersCountUpAndAreNeverUsedAgain) {
    Frames frames("function f() end a = start_script(f) stop_script(a) b = start_script(f) say(tostring(a)) "
                  "say(tostring(b))");
    EXPECT_EQ(frames.boot, "task: 1 task: 2");
}

TEST(Tasks, AnErrorEndsOnlyItsTask) {
    Frames frames("function bad() say('bad') local x = {} + 1 end function good() while 1 do say('good') "
                  "break_here() end end "
                  "start_script(good) start_script(bad)");
    EXPECT_EQ(frames.run(2), "bad good | good");
    EXPECT_EQ(frames.console.reports.size(), 1u);
    EXPECT_EQ(frames.machine.reports()[0].task, 2u);
}

TEST(Tasks, HostFunctionsMayBeTasks) {
    Frames frames("start_script(print, 'x') start_script(break_here)");
    EXPECT_EQ(frames.run(1), "x");
    EXPECT_EQ(frames.machine.state().task_order.size(), 1u); // break_here waits for the next frame
    (void)frames.run(1);
    EXPECT_TRUE(frames.machine.state().task_order.empty());
}

TEST(Tasks, SeeTheTimesOfTheFrame) {
    Frames frames("function f() while 1 do say(system.frameTime) say(system.movieTime) break_here() end end "
                  "start_script(f)");
    frames.machine.frame(33, 1000);
    EXPECT_EQ(frames.take(), "33 1000");
    frames.machine.frame(0);
    EXPECT_EQ(frames.take(), "0 0");
}

TEST(Tasks, AHogIsStoppedAndTheOthersRun) {
    test::Console console;
    Machine machine(console, {.steps = 100'000});
    (void)machine.run_text(
        "function hog() while 1 do end end function f() while 1 do print('f') break_here() end end "
        "start_script(f) start_script(hog)",
        "t.lua");
    machine.frame(30);
    machine.frame(30);
    EXPECT_EQ(console.out, "f\t\nf\t\n");
    ASSERT_EQ(machine.reports().size(), 1u);
    EXPECT_EQ(machine.reports()[0].kind, Report::Kind::budget);
}

TEST(Tasks, AnEndlessChainOfNewTasksEndsWithTheFrame) {
    Frames frames("function f() start_script(f) end start_script(f)");
    frames.machine.frame(30);
    EXPECT_EQ(frames.machine.reports().size(), 1u);
    EXPECT_EQ(frames.machine.state().task_order.size(), 1u);
}

TEST(Tasks, GarbageIsCollectedEveryTenSecondsOfFrames) {
    Frames frames("settagmethod(tag(nil), 'gc', function() say('gc') end)");
    EXPECT_EQ(frames.run(2, 4000), " | ");
    EXPECT_EQ(frames.run(3, 4000), "gc |  | ");
}

TEST(Stuck, NamesATaskThatWaitsForAPausedOne) {
    Frames frames("function worker() while 1 do break_here() end end "
                  "function wait() while find_script(w) do break_here() end end "
                  "w = start_script(worker) pause_script(w) start_script(wait)");
    (void)frames.run(30);
    EXPECT_TRUE(frames.machine.stuck(900).empty()); // not long enough
    const auto stuck = frames.machine.stuck(20);
    ASSERT_EQ(stuck.size(), 2u);
    EXPECT_EQ(stuck[0].task, 2u);
    EXPECT_EQ(stuck[0].reason, "waits for task 1, which can't go on");
    EXPECT_EQ(stuck[0].place, "t.lua:1");
    EXPECT_EQ(stuck[1].reason, "is paused, and no task is left that could unpause it");
}

TEST(Stuck, NamesTasksThatWaitForEachOther) {
    Frames frames(
        "function a() while find_script(B) do break_here() end end "
        "function b() while find_script(A) do break_here() end end A = start_script(a) B = start_script(b)");
    (void)frames.run(30);
    EXPECT_EQ(frames.machine.stuck(20).size(), 2u);
    (void)frames.machine.run_text("stop_script(A)", "t.lua");
    (void)frames.run(1);
    EXPECT_TRUE(frames.machine.stuck(20).empty());
}

TEST(Stuck, AsksTheHostAboutItsOwnFunctions) {
    Frames frames("function f() while IsActorMoving(1) do break_here() end end start_script(f)");
    frames.machine.add("IsActorMoving", [](Call& call) { return call.truth(true); });
    (void)frames.run(30);
    EXPECT_TRUE(frames.machine.stuck(20).empty());
    frames.console.changes = false;
    const auto stuck = frames.machine.stuck(20);
    ASSERT_EQ(stuck.size(), 1u);
    EXPECT_EQ(stuck[0].reason, "asks IsActorMoving again and again, whose answer can't change");
}

TEST(Stuck, LeavesIdleLoopsAlone) {
    Frames frames("function idle() while 1 do break_here() end end start_script(idle)");
    (void)frames.run(30);
    EXPECT_TRUE(frames.machine.stuck(20).empty());
}

} // namespace rekindle::lua
