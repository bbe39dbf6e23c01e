// Garbage collection: mark and sweep over the pools. Runs at backward jumps, calls and when asked, when every
// living value is in a register, a table or a root. spec/emi-formats.md §3.4 "gc", §3.7.
#include <algorithm>

#include "emi/lua/machine.h"

namespace rekindle::lua {
namespace {

class Marker {
  public:
    explicit Marker(State& state) : state_(state) {}

    void mark(Value value) {
        switch (value.kind) {
        case Kind::string: state_.strings[value.bits].marked = true; break;
        case Kind::table:
            if (Table& table = state_.tables[value.bits]; !table.marked) {
                table.marked = true;
                grey_.push_back(value);
            }
            break;
        case Kind::function: mark_proto(value.bits); break;
        case Kind::closure:
            if (Closure& closure = state_.closures[value.bits]; !closure.marked) {
                closure.marked = true;
                grey_.push_back(value);
            }
            break;
        default: break;
        }
    }
    void mark_thread(const Thread& thread, std::size_t end) {
        for (std::size_t i = 0; i < end && i < thread.stack.size(); ++i) mark(thread.stack[i]);
        for (const Frame& frame : thread.frames) {
            mark_proto(frame.proto);
            if (frame.closure != 0) mark(Value::object(Kind::closure, frame.closure - 1));
        }
    }
    void finish() {
        while (!grey_.empty()) {
            const Value value = grey_.back();
            grey_.pop_back();
            if (value.kind == Kind::table) {
                for (const Table::Entry& entry : state_.tables[value.bits].entries()) {
                    mark(entry.key);
                    mark(entry.value);
                }
            } else if (value.kind == Kind::closure) {
                mark_proto(state_.closures[value.bits].proto);
                for (const Value upvalue : state_.closures[value.bits].upvalues) mark(upvalue);
            } else {
                for (const Value constant : state_.protos[value.bits].code->constants) mark(constant);
            }
        }
    }

  private:
    void mark_proto(std::uint32_t proto) {
        if (state_.protos[proto].marked) return;
        state_.protos[proto].marked = true;
        grey_.push_back(Value::object(Kind::function, proto));
    }
    State& state_;
    std::vector<Value> grey_;
};

std::size_t task_end(const State& state, const Thread& thread) {
    if (thread.frames.empty()) return thread.stack.size(); // not started: function and arguments
    return thread.frames.back().base + state.protos[thread.frames.back().proto].code->frame;
}

// Registers above those in use still hold old values; they must not keep anything, and must not outlive it
// either.
void clear_unused(const State& state, Thread& thread) {
    for (std::size_t i = 0; i < thread.frames.size(); ++i) {
        const Frame& frame = thread.frames[i];
        if (frame.pc == 0) continue;
        const Code& code = *state.protos[frame.proto].code;
        std::uint32_t end = frame.base + code.frame;
        if (i + 1 < thread.frames.size()) end = std::min(end, thread.frames[i + 1].base - 1);
        for (std::uint32_t at = frame.base + code.live[frame.pc - 1]; at < end; ++at) thread.stack[at] = {};
    }
}

void mark_state(State& state, Marker& marker) {
    for (const Global& global : state.globals) {
        marker.mark(Value::object(Kind::string, global.name));
        marker.mark(global.value);
    }
    for (const TagInfo& tag : state.tags)
        for (const Value method : tag.methods) marker.mark(method);
    marker.mark(state.error_method);
    for (const std::uint32_t place : state.task_order) {
        Task& task = state.tasks[place];
        clear_unused(state, task.thread);
        marker.mark(task.function);
        marker.mark(task.wait.argument);
        marker.mark(task.wait.last_argument);
        marker.mark_thread(task.thread, task_end(state, task.thread));
    }
}

template <typename T>
std::uint64_t sweep(Pool<T>& pool, std::size_t (*bytes)(const T&)) {
    std::uint64_t total = 0;
    for (std::uint32_t i = 0; i < pool.items.size(); ++i) {
        T& item = pool.items[i];
        if (!item.alive) continue;
        if (item.marked) {
            item.marked = false;
            total += bytes(item);
            continue;
        }
        item = T{};
        pool.free.push_back(i);
    }
    return total;
}

std::uint64_t sweep_strings(State& state) {
    std::uint64_t total = 0;
    std::fill(state.buckets.begin(), state.buckets.end(), 0);
    for (std::uint32_t i = 0; i < state.strings.items.size(); ++i) {
        Text& text = state.strings[i];
        if (!text.alive) continue;
        if (text.marked) {
            text.marked = false;
            total += 64 + text.text.size();
            state.link_text(i);
        } else {
            text = Text{};
            state.strings.free.push_back(i);
            --state.text_count;
        }
    }
    return total;
}

} // namespace

void Machine::collect() {
    Marker marker(state_);
    mark_state(state_, marker);
    clear_unused(state_, thread_);
    marker.mark_thread(thread_, thread_.top);
    for (const Value root : roots_) marker.mark(root);
    marker.finish();

    // Tables whose tag has a gc method are seen by it once, and live on until the next collection.
    std::vector<Value> dying;
    for (std::uint32_t i = 0; i < state_.tables.items.size(); ++i) {
        Table& table = state_.tables[i];
        if (!table.alive || table.marked || table.finalised) continue;
        const Value method = state_.method(table.tag, Event::gc);
        if (method.is_callable()) {
            table.finalised = true;
            dying.push_back(Value::object(Kind::table, i));
        }
    }
    for (const Value table : dying) marker.mark(table);
    marker.finish();

    std::uint64_t total = sweep_strings(state_);
    total += sweep<Table>(state_.tables, [](const Table& table) { return table.bytes(); });
    total += sweep<Closure>(state_.closures,
                            [](const Closure& c) { return 32 + c.upvalues.size() * sizeof(Value); });
    for (std::uint32_t i = 0; i < state_.protos.items.size(); ++i) {
        Proto& proto = state_.protos[i];
        if (!proto.code) continue;
        if (proto.marked) {
            proto.marked = false;
            total += 256 + proto.code->function.code.size() * 8 + proto.code->constants.size() * 32;
        } else {
            proto.code.reset();
            state_.protos.free.push_back(i);
        }
    }
    state_.allocated = total;
    state_.collect_at = std::max<std::uint64_t>(8u << 20, total * 2);

    const std::size_t kept = roots_.size();
    roots_.insert(roots_.end(), dying.begin(), dying.end());
    for (const Value table : dying)
        (void)call_method(state_.method(state_.tables[table.bits].tag, Event::gc), {table});
    if (const Value method = state_.method(tag_nil, Event::gc); method.is_callable())
        (void)call_method(method, {Value{}});
    roots_.resize(kept);
}

} // namespace rekindle::lua
