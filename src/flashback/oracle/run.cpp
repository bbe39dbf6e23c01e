#include "flashback/oracle/run.h"

#include <fmt/format.h>

#include "base/files.h"

namespace rekindle::flashback::oracle {

namespace {

constexpr std::uint32_t most_demo_ticks = 1'000'000; // a recording whose level restarts begins again

std::string note(const Event& event) {
    switch (event.kind) {
    case Event::Kind::scene: return fmt::format("scene {}", event.a);
    case Event::Kind::sound: return fmt::format("sound {} {}", event.a, event.b);
    case Event::Kind::save: return "save";
    case Event::Kind::level_exit: return fmt::format("exit {}", event.a);
    case Event::Kind::level: return fmt::format("level {}", event.a);
    case Event::Kind::music: return fmt::format("music {}", 1000 + event.a);
    case Event::Kind::continued: return fmt::format("continue {}", event.a);
    case Event::Kind::load: return "load";
    }
    return {};
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

std::string_view base_name(std::string_view file) { return file.substr(0, file.rfind('.')); }

StartPlace start_place(const ScriptStart& start) {
    if (start.room < 0) return {};
    return {static_cast<std::uint8_t>(start.room), start.x, start.y};
}

} // namespace

RunSetup setup_of(InputScript script, std::string scenario) {
    return {std::move(scenario), std::move(script), std::nullopt};
}

Expected<RunSetup> setup_of_demo(const DataSet& data, std::string_view name) {
    const DemoStart* start = find_demo(name);
    if (start == nullptr) return usage_error("a recording: demo1, demo51 or demo3", std::string(name));
    RK_TRY(Recording recording, data.load(start->file, read_recording));
    RunSetup setup;
    const std::string_view pictures = level_names[static_cast<std::size_t>(start->level)].pictures;
    setup.scenario = fmt::format("{}_{}", lower_case(pictures), lower_case(base_name(start->file)));
    setup.script.level = start->level;
    setup.script.skill = demo_skill;
    ScriptStart place;
    if (start->room)
        place = {*start->room, static_cast<std::int16_t>(start->x), static_cast<std::int16_t>(start->y)};
    setup.script.start = place;
    setup.demo = RunSetup::Demo{*start, std::move(recording.samples)};
    return setup;
}

Expected<Run> Run::start(RunSetup setup, LoadLevel load_level, Pictures* pictures) {
    Run run;
    run.setup_ = std::move(setup);
    run.load_level_ = std::move(load_level);
    run.pictures_ = pictures;
    const InputScript& script = run.setup_.script;
    if (run.setup_.demo && run.setup_.demo->samples.size() <= run.setup_.demo->start.first_sample)
        return usage_error("a recording with samples", std::string(run.setup_.scenario));
    RK_TRY(run.level_, run.load_level_(script.level));
    if (pictures != nullptr) RK_CHECK(pictures->enter_level(*run.level_));
    run.session_.skill = static_cast<std::uint8_t>(script.skill);
    if (script.start) run.session_.start = start_place(*script.start);
    run.session_.world.rng = script.seed;
    begin_session(run.session_, *run.level_, run.events_);
    run.level_started();
    run.settle();
    run.check_end();
    return run;
}

void Run::check_end() {
    if (over()) return;
    if (setup_.demo && static_cast<std::size_t>(inputs_.input_pos) >= setup_.demo->samples.size())
        end_reason_ = "demo-end";
    else if (ticks_ >= (setup_.demo ? setup_.script.ticks.value_or(most_demo_ticks) : setup_.script.length()))
        end_reason_ = "ticks";
}

void Run::level_started() {
    if (setup_.demo) inputs_.input_pos = static_cast<int>(setup_.demo->start.first_sample);
}

void Run::settle() {
    for (const Event& event : events_) notes_.push_back(note(event));
    events_.clear();
}

Expected<bool> Run::tick() {
    if (over()) return false;
    ScriptLine input;
    if (setup_.demo) { // its byte is taken only when the tick has sampled
        input.mask = setup_.demo->samples[static_cast<std::size_t>(inputs_.input_pos)];
    } else if (line_ < setup_.script.lines.size()) {
        input = setup_.script.lines[line_];
        if (++line_ticks_ == input.count) {
            ++line_;
            line_ticks_ = 0;
        }
    }
    RK_CHECK(tick_with(input));
    check_end();
    return true;
}

Expected<bool> Run::tick_with(const ScriptLine& input) {
    if (over()) return false;
    notes_.clear();
    picture_.reset();
    ++ticks_;
    const Next next = run_tick(session_, *level_, input.mask, events_);
    const TickEnd end = session_.tick.end;
    const bool sampled = end != TickEnd::died && end != TickEnd::game_over;
    inputs_.input = sampled ? input.mask : -1;
    if (setup_.demo && sampled) ++inputs_.input_pos;
    if (pictures_ != nullptr && end == TickEnd::drawn) {
        pictures_->draw(session_.world, *level_, session_.tick);
        picture_ = pictures_->sums();
        painted(Painted::tick);
    }
    RK_CHECK(answer(next, input));
    settle();
    return true;
}

Expected<void> Run::answer(Next next, const ScriptLine& input) {
    switch (next) {
    case Next::tick: break;
    case Next::dialog: dialog(); break;
    case Next::inventory: inventory(input); break;
    case Next::continue_screen: {
        const bool restarts = session_.world.have_save == 0;
        continue_game(session_, *level_, events_);
        if (restarts) level_started();
        break;
    }
    case Next::level_exit: {
        RK_TRY(level_, load_level_(exit_to(session_, *level_)));
        if (pictures_ != nullptr) RK_CHECK(pictures_->enter_level(*level_));
        enter_level(session_, *level_, events_);
        level_started();
        break;
    }
    case Next::game_end: end_reason_ = "game-end"; break;
    }
    return {};
}

// A sampling of the input inside of a dialog or an inventory that reads a recording.
std::uint8_t Run::sample() {
    const auto at = static_cast<std::size_t>(inputs_.input_pos);
    if (at >= setup_.demo->samples.size()) return key_inventory; // so that every screen is left
    ++inputs_.input_pos;
    return setup_.demo->samples[at];
}

void Run::painted(Painted what) {
    if (shown_) shown_(what, *pictures_);
}

// A recording's bytes are taken until one holds the inventory key; a script uses none.
void Run::dialog() {
    settle();
    const std::uint16_t text = session_.world.story;
    bool key = (inputs_.input & key_inventory) != 0; // already down: the first segment takes no sample
    const std::size_t segments = dialog_segments(text);
    for (std::size_t segment = 0; segment < segments; ++segment, key = false) {
        if (pictures_ != nullptr) {
            pictures_->paint_dialog(text, segment, session_.world.story_icon);
            notes_.push_back(fmt::format("dialog {} {:08x}", text, pictures_->sums().pixels));
            painted(Painted::dialog);
        }
        while (setup_.demo && !key) key = (sample() & key_inventory) != 0;
    }
    close_dialog(session_);
}

void Run::inventory(const ScriptLine& input) {
    settle();
    auto screen = *InventoryScreen::open(session_.world);
    std::size_t next = 0;
    std::string last;
    while (true) {
        if (pictures_ != nullptr) {
            pictures_->paint_inventory(session_.world, *level_, screen);
            std::string note = // the entity that the item view showed last, in the score view too
                fmt::format("inventory {} {:08x}", screen.chosen(), pictures_->sums().pixels);
            if (note != last) notes_.push_back(note); // equal ones in a row once
            last = std::move(note);
            painted(Painted::inventory);
        }
        std::uint8_t keys = key_inventory;
        if (setup_.demo)
            keys = sample();
        else if (next < input.inventory.size())
            keys = input.inventory[next++];
        if (!screen.step(keys)) break;
    }
    close_inventory(session_, screen.chosen(), events_);
}

TraceHeader header_of(const RunSetup& setup) {
    TraceHeader header{setup.scenario, setup.script.level, setup.script.skill, setup.script.seed, {}, {}};
    if (setup.demo) {
        header.demo =
            fmt::format("{} {} bytes", lower_case(setup.demo->start.file), setup.demo->samples.size());
    } else {
        header.start = setup.script.start;
    }
    return header;
}

Expected<void> write_trace(Run& run, const std::function<void(std::string_view)>& write) {
    TraceWriter trace;
    trace.header(header_of(run.setup()), run.level());
    trace.block(0, run.world(), run.inputs(), run.notes());
    while (!run.over()) {
        RK_CHECK(run.tick());
        trace.block(run.ticks(), run.world(), run.inputs(), run.notes());
        write(trace.text());
        trace.clear();
    }
    trace.end(run.ticks(), run.end_reason());
    write(trace.text());
    return {};
}

} // namespace rekindle::flashback::oracle
