// Ticks a second on the demo's three recordings: the tick alone, the picture alone, both. $REKINDLE_SHARED or
// ../shared says where the demo is.

#include <benchmark/benchmark.h>

#include "flashback/data/load_level.h"
#include "flashback/data/recording.h"
#include "flashback/picture/frame.h"
#include "flashback/session/session.h"

namespace {

using namespace rekindle;
using namespace rekindle::flashback;

struct Loaded {
    Level level;
    std::shared_ptr<const LevelPictures> pictures;
    DemoStart start;
    Bytes samples;
};

template <typename T>
T must(Expected<T> value) {
    if (value) return *std::move(value);
    std::fprintf(stderr, "%s\n", value.error().line().c_str());
    std::exit(exit_code(value.error().kind));
}

const Loaded& loaded(std::size_t number) {
    static const std::vector<Loaded> all = [] {
        const char* shared = std::getenv("REKINDLE_SHARED");
        const std::filesystem::path folder = shared != nullptr ? shared : REKINDLE_SOURCE_DIR "/../shared";
        const DataSet data = must(DataSet::open(folder / "data/flashback-demo"));
        std::vector<Loaded> result;
        for (const DemoStart& start : demo_starts()) {
            Level level = must(load_level(data, start.level));
            auto pictures = std::make_shared<LevelPictures>(must(load_level_pictures(data, level)));
            result.push_back({std::move(level), std::move(pictures), start,
                              must(data.load(start.file, read_recording)).samples});
        }
        return result;
    }();
    return all[number];
}

Session begin(const Loaded& demo, Events& events) {
    Session session;
    session.skill = demo_skill;
    session.start = StartPlace{};
    if (demo.start.room)
        session.start =
            StartPlace{static_cast<std::uint8_t>(*demo.start.room), static_cast<std::int16_t>(demo.start.x),
                       static_cast<std::int16_t>(demo.start.y)};
    begin_session(session, demo.level, events);
    return session;
}

// Calls each(session) for every drawn tick of a recording, inventories closed at once.
template <typename Each>
int play(const Loaded& demo, Each&& each) {
    Events events;
    Session session = begin(demo, events);
    int ticks = 0;
    for (const Byte mask : demo.samples) {
        events.clear();
        ++ticks;
        const Next next = run_tick(session, demo.level, mask, events);
        if (session.tick.end == TickEnd::drawn) each(session);
        if (next == Next::dialog) close_dialog(session);
        if (next == Next::continue_screen) continue_game(session, demo.level, events);
        if (next == Next::level_exit) enter_level(session, demo.level, events);
    }
    return ticks;
}

void tick(benchmark::State& state) {
    const Loaded& demo = loaded(static_cast<std::size_t>(state.range(0)));
    std::int64_t ticks = 0;
    while (state.KeepRunning())
        ticks += play(demo, [](const Session& s) { benchmark::DoNotOptimize(&s.world); });
    state.SetItemsProcessed(ticks);
}
BENCHMARK(tick)->DenseRange(0, 2)->ArgName("recording");

void tick_and_picture(benchmark::State& state) {
    const Loaded& demo = loaded(static_cast<std::size_t>(state.range(0)));
    std::int64_t ticks = 0;
    Frame frame(demo.pictures);
    while (state.KeepRunning())
        ticks += play(demo, [&](const Session& s) {
            frame.draw(s.world, demo.level, s.tick.hud);
            benchmark::DoNotOptimize(frame.pixels().data());
            benchmark::ClobberMemory();
        });
    state.SetItemsProcessed(ticks);
}
BENCHMARK(tick_and_picture)->DenseRange(0, 2)->ArgName("recording");

void load_pictures(benchmark::State& state) {
    const Loaded& demo = loaded(static_cast<std::size_t>(state.range(0)));
    const char* shared = std::getenv("REKINDLE_SHARED");
    const std::filesystem::path folder = shared != nullptr ? shared : REKINDLE_SOURCE_DIR "/../shared";
    const DataSet data = must(DataSet::open(folder / "data/flashback-demo"));
    while (state.KeepRunning())
        benchmark::DoNotOptimize(must(load_level_pictures(data, demo.level)).pixels.size());
}
BENCHMARK(load_pictures)->DenseRange(0, 2)->ArgName("recording")->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
