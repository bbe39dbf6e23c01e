// Task functions of scripts. spec/emi-formats.md §3.7.
#include <algorithm>
#include <cmath>

#include "emi/lua/library.h"
#include "emi/lua/tasks.h"

namespace rekindle::lua {
namespace {

Value task_value(std::uint32_t number) { return Value::object(Kind::task, number); }

bool startable(Value value) { return value.kind == Kind::function || value.kind == Kind::native; }

Outcome start_script(Call& call) {
    if (!startable(call[0])) {
        call.machine().report(Report::Kind::warning,
                              "start_script of what isn't a plain function: nothing was started");
        return call.value(Value{});
    }
    if (call.state().task_order.size() >= most_tasks) return call.error("too many tasks");
    std::vector<Value> arguments;
    for (std::uint32_t i = 1; i < call.count(); ++i) arguments.push_back(call[i]);
    return call.value(
        task_value(start_task(call.state(), call[0], std::move(arguments), call.machine().current_task())));
}

Outcome stop_script(Call& call) {
    State& state = call.state();
    const std::uint32_t running = call.machine().current_task();
    if (call[0].kind != Kind::task && !startable(call[0]))
        return call.bad_argument(0, "a task or a plain function");
    for (std::size_t i = 0; i < state.task_order.size();) {
        const Task& task = state.tasks[state.task_order[i]];
        const bool meant =
            call[0].kind == Kind::task ? task.number == call[0].bits : task.function.same(call[0]);
        if (meant && task.number != running)
            remove_task(state, i);
        else
            ++i;
    }
    return call.ok();
}

Outcome find_script(Call& call) {
    const State& state = call.state();
    float count = 0;
    Value found;
    if (call[0].kind == Kind::task) {
        if (find_task(state, call[0].bits)) found = call[0], count = 1;
    } else if (startable(call[0])) {
        for (const std::uint32_t place : state.task_order)
            if (state.tasks[place].function.same(call[0]))
                found = task_value(state.tasks[place].number), ++count;
        if (found.is_nil()) return call.value(Value{});
    } else {
        const std::uint32_t running = call.machine().current_task();
        if (running != 0) found = task_value(running), count = 1;
    }
    call.push(found);
    return call.value(count);
}

Outcome next_script(Call& call) {
    const State& state = call.state();
    if (!call[0].is_nil() && call[0].kind != Kind::task) return call.bad_argument(0, "a task or nil");
    std::size_t next = 0;
    if (call[0].kind == Kind::task)
        if (const auto at = find_task(state, call[0].bits)) next = *at + 1;
    if (next >= state.task_order.size()) return call.value(Value{});
    return call.value(task_value(state.tasks[state.task_order[next]].number));
}

Outcome identify_script(Call& call) {
    if (call[0].kind != Kind::task) return call.bad_argument(0, "a task");
    const auto at = find_task(call.state(), call[0].bits);
    return call.value(at ? call.state().tasks[call.state().task_order[*at]].function : Value{});
}

Outcome set_paused(Call& call, bool paused) {
    if (call[0].kind != Kind::task) return call.bad_argument(0, "a task");
    if (const auto at = find_task(call.state(), call[0].bits))
        call.state().tasks[call.state().task_order[*at]].paused = paused;
    return call.ok();
}
Outcome pause_script(Call& call) { return set_paused(call, true); }
Outcome unpause_script(Call& call) { return set_paused(call, false); }

template <typename Change>
Outcome for_all_others(Call& call, Change change) {
    State& state = call.state();
    for (const std::uint32_t place : state.task_order)
        if (state.tasks[place].number != call.machine().current_task()) change(state.tasks[place].blocked);
    return call.ok();
}
Outcome pause_scripts(Call& call) {
    const bool nested = call[0].is_true();
    return for_all_others(call, [&](std::uint32_t& blocked) { blocked = nested ? blocked + 1 : 1; });
}
Outcome unpause_scripts(Call& call) {
    const bool nested = call[0].is_true();
    return for_all_others(call,
                          [&](std::uint32_t& blocked) { blocked = nested && blocked > 0 ? blocked - 1 : 0; });
}

Outcome break_here(Call& call) { return call.machine().can_yield() ? Outcome::yield : Outcome::ok; }

Outcome sleep_for(Call& call) {
    if (!call.machine().can_yield()) return Outcome::ok;
    constexpr double longest = 1e12;
    double milliseconds = 0;
    if (call.number(0, milliseconds) && !std::isnan(milliseconds))
        call.machine().running_task()->sleep =
            static_cast<std::int64_t>(std::clamp(milliseconds, -longest, longest));
    return Outcome::yield;
}

Outcome current_script(Call& call) {
    const std::uint32_t running = call.machine().current_task();
    return call.value(running != 0 ? task_value(running) : Value{});
}

} // namespace

void open_tasks(Machine& machine) {
    machine.add("start_script", start_script);
    machine.add("stop_script", stop_script);
    machine.add("next_script", next_script);
    machine.add("identify_script", identify_script);
    machine.add("find_script", find_script);
    machine.add("pause_script", pause_script);
    machine.add("unpause_script", unpause_script);
    machine.add("pause_scripts", pause_scripts);
    machine.add("unpause_scripts", unpause_scripts);
    machine.add("break_here", break_here);
    machine.add("sleep_for", sleep_for);
    machine.add("GetCurrentScript", current_script);
}

} // namespace rekindle::lua
