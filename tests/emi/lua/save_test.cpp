// A state is a value: copied, saved and restored between any two frames, it continues identically.
#include "emi/lua/save.h"

#include <random>

#include <gtest/gtest.h>

#include "emi/lua/console.h"
#include "support/damage.h"

namespace rekindle::lua {
namespace {

using test::Console;

// Tasks that do a bit of everything: yields at several depths, closures, tables with holes, texts, random
// numbers, own tags, files, pauses, tasks that start and stop others.
constexpr std::string_view script = R"(
log = {} log.n = 0
function note(x) log.n = log.n + 1 print(x) end
function deep(n, x)
  if n == 0 then break_here() return x end
  local kept = 'k' .. n
  local r = deep(n - 1, x * 2)
  return r, kept
end
function counter(step)
  local total = 0
  return {next = function(by) return by + %step end, total = total}
end
function worker(name, k)
  local c = counter(k)
  local i = 0
  while i < 40 do
    i = i + 1
    local r, kept = deep(mod(i, 4), i)
    note(name .. ' ' .. c.next(r) .. ' ' .. kept)
    if mod(i, 5) == 0 then sleep_for(k * 10) end
    if mod(i, 7) == 0 then start_script(helper, name, i) end
    local t = {i, i * 2; name = name}
    t[2] = nil
    t[i] = random(100)
    foreach(t, function(key, v) note(tostring(key) .. '=' .. v) end)
  end
end
function helper(name, i, ...)
  note('helper ' .. name .. i .. arg.n)
  break_here()
  if random(2) == 1 then pause_script(other) else unpause_script(other) end
  local s = ''
  repeat s = s .. name .. s break_here() until strlen(s) > 40
  note(s)
  local o = {v = i}
  settag(o, mytag)
  note(o + 1)
  write(format('%5.2f', i / 3))
end
function watcher()
  while 1 do
    local t = next_script(nil)
    local n = 0
    while t do n = n + 1 t = next_script(t) end
    note('tasks ' .. n .. ' of ' .. tostring(identify_script(other)))
    collectgarbage()
    break_here()
  end
end
mytag = newtag()
settagmethod(mytag, 'add', function(a, b) return 'sum' .. a.v .. b end)
settagmethod(mytag, 'gc', function(t) note('gone ' .. t.v) end)
start_script(worker, 'A', 3)
other = start_script(worker, 'B', 5)
start_script(watcher)
)";

struct Session {
    Console console;
    Machine machine{console};
};

std::string frames(Session& run, int count) {
    for (int i = 0; i < count; ++i) run.machine.frame(30);
    return run.console.take();
}

} // namespace

TEST(SavedState, ContinuesIdenticallyFromAnyFrame) {
    constexpr int total = 60;
    Session whole;
    (void)whole.machine.run_text(script, "t.lua");
    std::vector<Bytes> saved;
    std::vector<State> copies;
    std::vector<std::string> printed;
    for (int i = 0; i < total; ++i) {
        saved.push_back(*whole.machine.save());
        copies.push_back(whole.machine.state());
        printed.push_back(frames(whole, 1));
    }
    EXPECT_TRUE(whole.console.reports.empty()) << whole.console.reports[0];
    const Bytes end = *whole.machine.save();
    for (int from = 0; from < total; ++from) {
        std::string expected;
        for (int i = from; i < total; ++i) expected += printed[static_cast<std::size_t>(i)];
        Session restored;
        const auto result = restored.machine.restore(saved[static_cast<std::size_t>(from)], "save");
        ASSERT_TRUE(result) << result.error().line();
        EXPECT_EQ(*restored.machine.save(), saved[static_cast<std::size_t>(from)]);
        EXPECT_EQ(frames(restored, total - from), expected) << "from frame " << from;
        EXPECT_EQ(*restored.machine.save(), end);
        Session copied;
        copied.machine.set_state(copies[static_cast<std::size_t>(from)]);
        EXPECT_EQ(frames(copied, total - from), expected) << "copy of frame " << from;
        EXPECT_EQ(*copied.machine.save(), end);
    }
}

TEST(SavedState, ContinuesIdenticallyThroughManySavesAtRandomMoments) {
    std::mt19937 random(11);
    for (int round = 0; round < 10; ++round) {
        Session whole;
        (void)whole.machine.run_text(script, "t.lua");
        auto broken = std::make_unique<Session>();
        (void)broken->machine.run_text(script, "t.lua");
        std::string expected, found;
        for (int step = 0; step < 12; ++step) {
            const int count = static_cast<int>(random() % 7);
            const std::uint32_t milliseconds = random() % 50;
            for (int i = 0; i < count; ++i)
                whole.machine.frame(milliseconds), broken->machine.frame(milliseconds);
            if (random() % 3 == 0) { // something between the frames: the console, a callback
                const std::string line =
                    "note('typed') start_script(helper, 'C', " + std::to_string(random() % 9) + ")";
                (void)whole.machine.run_text(line, "console");
                (void)broken->machine.run_text(line, "console");
            }
            found += broken->console.take();
            auto next = std::make_unique<Session>();
            ASSERT_TRUE(next->machine.restore(*broken->machine.save(), "save"));
            broken = std::move(next);
        }
        expected += whole.console.take();
        EXPECT_EQ(found, expected);
        EXPECT_EQ(*broken->machine.save(), *whole.machine.save());
    }
}

TEST(SavedState, ACopyIsIndependent) {
    Session run;
    (void)run.machine.run_text(script, "t.lua");
    (void)frames(run, 10);
    const State kept = run.machine.state();
    const std::string once = frames(run, 10);
    run.machine.set_state(kept);
    EXPECT_EQ(frames(run, 10), once);
}

TEST(SavedState, CannotBeTakenWhileScriptsRun) {
    Console console;
    Machine machine(console);
    machine.add("try_save", [](Call& call) { return call.truth(call.machine().save().has_value()); });
    (void)machine.run_text("print(try_save())", "t.lua");
    EXPECT_EQ(console.out, "nil\t\n");
    EXPECT_TRUE(machine.save());
}

TEST(SavedState, FindsHostFunctionsByName) {
    Console console;
    const auto one = [](Call& call) { return call.value(1.0F); };
    const auto two = [](Call& call) { return call.value(2.0F); };
    Machine before(console);
    before.add("One", one);
    before.add("Two", two);
    (void)before.run_text("keep = {Two, One}", "t.lua");
    const Bytes saved = *before.save();
    Machine after(console);
    after.add("Two", two);
    after.add("One", one);
    ASSERT_TRUE(after.restore(saved, "save"));
    (void)after.run_text("local f = keep[1] local g = keep[2] print(f(), g())", "t.lua");
    EXPECT_EQ(console.out, "2\t1\t\n");
    Machine without(console);
    const auto result = without.restore(saved, "save");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().found, "'Two'");
}

TEST(SavedState, SurvivesDamage) {
    Session run;
    (void)run.machine.run_text(
        "function f(n) if n == 0 then break_here() end local t = {n, 'x'..n} f(n - 1) return t[1] end "
        "start_script(f, 2) u = 7 g = {a = {1, 2}, f = function() return %u end}",
        "t.lua");
    (void)frames(run, 1);
    const Bytes good = *run.machine.save();
    const auto attempt = [](const Bytes& bytes) {
        Console console;
        Machine machine(console, {.steps = 10'000, .memory = 8u << 20});
        if (!machine.restore(bytes, "save")) return;
        machine.frame(30);
        machine.frame(30);
        (void)machine.run_text("print(g.f()) collectgarbage() foreachvar(function(k, v) tostring(v) end)",
                               "t.lua");
    };
    for (std::size_t size = 0; size < good.size(); size += 37)
        attempt(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)));
    Bytes bytes = good;
    for (std::size_t at = 0; at < bytes.size(); at += 5) {
        const int bit = static_cast<int>(at / 5 % 8);
        bytes[at] = static_cast<Byte>(bytes[at] ^ (1 << bit));
        attempt(bytes);
        bytes[at] = good[at];
    }
}

} // namespace rekindle::lua
