#include "emi/lua/tasks.h"

#include <algorithm>

#include <fmt/format.h>

#include "emi/lua/machine.h"

namespace rekindle::lua {
namespace {
constexpr std::uint32_t collect_every = 10'000; // milliseconds of frame time
constexpr std::uint32_t most_runs = 20'000;     // of tasks in one frame: a chain of new tasks must end
} // namespace

std::optional<std::size_t> find_task(const State& state, std::uint32_t number) {
    for (std::size_t i = 0; i < state.task_order.size(); ++i)
        if (state.tasks[state.task_order[i]].number == number) return i;
    return std::nullopt;
}

std::uint32_t start_task(State& state, Value function, std::vector<Value> arguments, std::uint32_t running) {
    std::uint32_t place = 0;
    while (place < state.tasks.size() && state.tasks[place].number != 0) ++place;
    if (place == state.tasks.size()) state.tasks.emplace_back();
    Task& task = state.tasks[place];
    task = Task{};
    task.number = state.next_task++;
    task.function = function;
    task.thread.stack.push_back(function);
    task.thread.stack.insert(task.thread.stack.end(), arguments.begin(), arguments.end());
    const auto behind = running == 0 ? std::nullopt : find_task(state, running);
    const std::size_t at = behind ? *behind + 1 : 0;
    state.task_order.insert(state.task_order.begin() + static_cast<std::ptrdiff_t>(at), place);
    return task.number;
}

void remove_task(State& state, std::size_t index) {
    state.tasks[state.task_order[index]] = Task{};
    state.task_order.erase(state.task_order.begin() + static_cast<std::ptrdiff_t>(index));
}

void Machine::frame(std::uint32_t milliseconds, std::uint32_t movie_milliseconds) {
    if (running_) return;
    if (const Value system = global("system"); system.is_table()) {
        state_.table_set(system, state_.text("frameTime"), Value::of(static_cast<float>(milliseconds)));
        state_.table_set(system, state_.text("movieTime"), Value::of(static_cast<float>(movie_milliseconds)));
    }
    ++state_.frames;
    for (const std::uint32_t place : state_.task_order) {
        Task& task = state_.tasks[place];
        if (task.sleep > 0)
            task.sleep -= milliseconds; // is skipped this frame even if that was the rest
        else
            task.ran = false;
    }
    running_ = true;
    std::uint32_t runs = 0;
    while (pass(runs)) {
    }
    state_.collect_time += milliseconds;
    if (state_.collect_time >= collect_every) {
        state_.collect_time = 0;
        steps_ = limits_.steps;
        collect();
    }
    thread_ = {};
    running_ = false;
}

// Walks the list once; answers whether some task in front of the walk has become ready meanwhile.
bool Machine::pass(std::uint32_t& runs) {
    for (std::size_t i = 0; i < state_.task_order.size();) {
        const std::uint32_t place = state_.task_order[i];
        if (!may_run(state_.tasks[place])) {
            ++i;
            continue;
        }
        if (++runs > most_runs) {
            report(Report::Kind::budget,
                   fmt::format("tasks ran {} times in one frame: the rest waits", most_runs));
            return false;
        }
        const bool lives = resume(place);
        // The list may have changed, but the task that ran is still in it.
        i = static_cast<std::size_t>(std::find(state_.task_order.begin(), state_.task_order.end(), place) -
                                     state_.task_order.begin());
        if (lives)
            state_.tasks[place].ran = true, ++i;
        else
            remove_task(state_, i);
    }
    return std::any_of(state_.task_order.begin(), state_.task_order.end(),
                       [&](std::uint32_t place) { return may_run(state_.tasks[place]); });
}

bool Machine::resume(std::uint32_t place) {
    current_ = place + 1;
    steps_ = limits_.steps;
    stash_ = 0;
    std::swap(thread_, state_.tasks[place].thread);
    Outcome outcome = Outcome::ok;
    if (!state_.tasks[place].started) {
        state_.tasks[place].started = true;
        const auto arguments = static_cast<std::uint32_t>(thread_.stack.size()) - 1;
        thread_.top = arguments + 1;
        if (thread_.stack[0].kind == Kind::native)
            outcome = call_native(0, arguments, 0);
        else
            outcome = push_frame(0, arguments, 0, true) ? run(0) : Outcome::error;
    } else if (!thread_.frames.empty()) {
        outcome = run(0);
    }
    if (outcome == Outcome::yield && thread_.frames.empty())
        thread_.stack.clear(); // a host function as a task
    std::swap(thread_, state_.tasks[place].thread);
    thread_ = {};
    if (outcome == Outcome::yield) note_wait(state_.tasks[place]);
    current_ = 0;
    return outcome == Outcome::yield;
}

void Machine::note_question(std::uint32_t native, Value argument) {
    Wait& wait = state_.tasks[current_ - 1].wait;
    wait.native = native + 1;
    wait.argument = argument;
    ++wait.asked;
}

void Machine::note_wait(Task& task) {
    Wait& wait = task.wait;
    const auto depth = static_cast<std::uint32_t>(task.thread.frames.size());
    const Frame frame = depth == 0 ? Frame{} : task.thread.frames.back();
    const bool same = wait.asked == 1 && wait.native == wait.last_native &&
                      wait.argument.same(wait.last_argument) && wait.proto == frame.proto &&
                      wait.pc == frame.pc && wait.depth == depth;
    wait.frames = same ? wait.frames + 1 : 0;
    wait.last_native = wait.native;
    wait.last_argument = wait.argument;
    wait.proto = frame.proto;
    wait.pc = frame.pc;
    wait.depth = depth;
    wait.asked = 0;
}

// A task can go on if it isn't held, or somebody who can go on may release it; one that asks the same
// question again and again can go on only if the answer may change.
std::vector<Stuck> Machine::stuck(std::uint32_t frames) const {
    const std::vector<std::uint32_t>& list = state_.task_order;
    std::vector<bool> goes_on(list.size(), false);
    const auto depends_on = [&](const Task& task, auto&& counts) { // tasks a find_script question is about
        const Value about = task.wait.last_argument;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Task& other = state_.tasks[list[i]];
            const bool meant =
                about.kind == Kind::task ? other.number == about.bits : other.function.same(about);
            if (meant && counts(i, other)) return true;
        }
        return false;
    };
    const auto asks = [&](const Task& task) {
        return task.wait.frames >= frames && task.wait.last_native != 0
                   ? native_name(task.wait.last_native - 1)
                   : std::string();
    };
    for (bool changed = true; changed;) {
        changed = false;
        const bool somebody = std::find(goes_on.begin(), goes_on.end(), true) != goes_on.end();
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (goes_on[i]) continue;
            const Task& task = state_.tasks[list[i]];
            const std::string question = asks(task);
            bool able = true;
            if (task.paused || task.blocked != 0)
                able = somebody;
            else if (question == "find_script")
                able = !depends_on(task, [&](std::size_t n, const Task&) { return !goes_on[n]; });
            else if (!question.empty())
                able = host_.may_change(question, task.wait.last_argument);
            if (able) goes_on[i] = changed = true;
        }
    }
    std::vector<Stuck> result;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (goes_on[i]) continue;
        const Task& task = state_.tasks[list[i]];
        Stuck stuck{.task = task.number, .place = {}, .reason = {}};
        if (!task.thread.frames.empty()) stuck.place = place_of_frame(task.thread.frames.back());
        if (task.paused)
            stuck.reason = "is paused, and no task is left that could unpause it";
        else if (task.blocked != 0)
            stuck.reason = "is stopped by pause_scripts, and no task is left that could release it";
        else if (asks(task) == "find_script") {
            std::string about;
            depends_on(task, [&](std::size_t n, const Task& other) {
                if (!goes_on[n]) about += fmt::format("{}{}", about.empty() ? "" : ", ", other.number);
                return false;
            });
            stuck.reason = fmt::format("waits for task {}, which can't go on", about);
        } else {
            stuck.reason = fmt::format("asks {} again and again, whose answer can't change", asks(task));
        }
        result.push_back(std::move(stuck));
    }
    return result;
}

} // namespace rekindle::lua
