#pragma once
// Plays an input script or a recording without window, sound or waiting, as the oracle's runs were made
// (oracle README "How the runs were made"): scenes count as finished at once, dialogs are dismissed, after a
// death "continue" is chosen. Used by `rekindle run`, `prove`, the tests, the benchmark.

#include <functional>
#include <string>
#include <vector>

#include "flashback/data/data_set.h"
#include "flashback/data/recording.h"
#include "flashback/oracle/trace.h"
#include "flashback/session/session.h"

namespace rekindle::flashback::oracle {

// What is played. A recording's start place and its samples stand in `demo`.
struct RunSetup {
    std::string scenario; // name in the trace
    InputScript script;   // its lines are not looked at where there is a recording
    struct Demo {
        DemoStart start;
        Bytes samples;
    };
    std::optional<Demo> demo;
};
RunSetup setup_of(InputScript script, std::string scenario);
// One of the data's own recordings, by name ("demo1"); the scenario is called like the oracle's
// ("level1_demo1"). An unknown name: usage error; not in the data: missing_data.
Expected<RunSetup> setup_of_demo(const DataSet& data, std::string_view name);

class Run {
  public:
    // Answers the level of an index; it must live as long as the run.
    using LoadLevel = std::function<Expected<const Level*>(int index)>;
    // Without pictures a run is faster and has no picture events.
    static Expected<Run> start(RunSetup setup, LoadLevel load_level, Pictures* pictures = nullptr);
    // Called whenever something has been painted, with the pictures that now show it.
    using Shown = std::function<void(Painted what, const Pictures& pictures)>;
    void on_picture(Shown shown) { shown_ = std::move(shown); }

    // Plays one tick of the script or recording. False: the run was over already. An error: a level that was
    // asked for can't be loaded.
    Expected<bool> tick();
    // Plays one tick with an input from outside, whatever the script says (not for recordings).
    Expected<bool> tick_with(const ScriptLine& input);

    std::uint32_t ticks() const { return ticks_; }
    bool over() const { return !end_reason_.empty(); }
    std::string_view end_reason() const { return end_reason_; }
    const RunSetup& setup() const { return setup_; }
    const World& world() const { return session_.world; }
    const Level& level() const { return *level_; }
    const Inputs& inputs() const { return inputs_; }
    // Of the last tick; of the level start before the first.
    TickNotes notes() const { return {notes_, picture_}; }

  private:
    Run() = default;
    void settle(); // events into notes
    void level_started();
    void check_end();
    Expected<void> answer(Next next, const ScriptLine& input);
    void dialog();
    void inventory(const ScriptLine& input);
    std::uint8_t sample();
    void painted(Painted what);

    RunSetup setup_;
    LoadLevel load_level_;
    Pictures* pictures_ = nullptr;
    Shown shown_;
    const Level* level_ = nullptr;
    Session session_;
    Inputs inputs_;
    Events events_;
    std::vector<std::string> notes_;
    std::optional<PictureSums> picture_;
    std::uint32_t ticks_ = 0;
    std::size_t line_ = 0;         // of the script
    std::uint32_t line_ticks_ = 0; // of it already played
    std::string_view end_reason_;
};

TraceHeader header_of(const RunSetup& setup);
// The whole trace of a run, text. `write` gets it piece by piece.
Expected<void> write_trace(Run& run, const std::function<void(std::string_view)>& write);

} // namespace rekindle::flashback::oracle
