// The script machine on the programs of bench/lua, and what taking, saving and restoring its state costs.
#include <benchmark/benchmark.h>

#include "base/files.h"
#include "emi/lua/machine.h"

using namespace rekindle;
using namespace rekindle::lua;

namespace {

void run_program(benchmark::State& bench, const char* name) {
    const auto source = read_file(std::string(REKINDLE_SOURCE_DIR "/bench/lua/") + name + ".lua");
    if (!source) return bench.SkipWithError(source.error().line().c_str());
    for (auto _ : bench) {
        Host host;
        Machine machine(host, {.steps = std::int64_t{1} << 60});
        if (machine.run_file(*source, name) != Outcome::ok) bench.SkipWithError(machine.error().c_str());
    }
}
BENCHMARK_CAPTURE(run_program, fib, "fib")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_program, loops, "loops")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_program, fill, "fill")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_program, fields, "fields")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_program, string, "string")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_program, closure, "closure")->Unit(benchmark::kMillisecond);

// A state as a game has it: some thousand tables and texts, fifty tasks.
void fill_machine(Machine& machine) {
    (void)machine.run_text("world = {} local i = 1 while i <= 3000 do world[i] = {name = 'thing'..i, x = i, y = i * 2} i = i + 1 end "
                           "function f(n) local t = {n} while 1 do t[1] = t[1] + 1 break_here() end end "
                           "i = 0 while i < 50 do start_script(f, i) i = i + 1 end",
                           "bench");
    machine.frame(16);
}

void frame_of_50_tasks(benchmark::State& bench) {
    Host host;
    Machine machine(host);
    fill_machine(machine);
    for (auto _ : bench) machine.frame(16);
}
BENCHMARK(frame_of_50_tasks)->Unit(benchmark::kMicrosecond);

void copy_state(benchmark::State& bench) {
    Host host;
    Machine machine(host);
    fill_machine(machine);
    for (auto _ : bench) benchmark::DoNotOptimize(State(machine.state()));
}
BENCHMARK(copy_state)->Unit(benchmark::kMicrosecond);

void save_and_restore(benchmark::State& bench) {
    Host host;
    Machine machine(host);
    fill_machine(machine);
    for (auto _ : bench)
        if (!machine.restore(*machine.save(), "bench")) bench.SkipWithError("a state that isn't restored");
}
BENCHMARK(save_and_restore)->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
