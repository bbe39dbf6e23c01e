#pragma once
// The script machine: loads scripts into a state and runs them, as main chunks, as callbacks and as tasks
// frame by frame. Its state is a value that can be taken and put back between frames; host functions are
// registered here and called through Call. No call ends the program: errors are counted and go to
// Host::report. spec/emi-formats.md §3.

#include <map>
#include <span>

#include "emi/lua/host.h"
#include "emi/lua/signature.h"
#include "emi/lua/state.h"

namespace rekindle::lua {

enum class Outcome : std::uint8_t { ok, yield, error };

class Machine;
class Call;
using Native = Outcome (*)(Call&);

struct Limits {
    std::int64_t steps = 20'000'000; // that a task, a chunk or a callback may run without giving up control
    std::uint64_t memory = std::uint64_t{512} << 20; // bytes of script objects
    std::size_t text = std::size_t{16} << 20;        // bytes of one text
    std::uint32_t calls = 5000;                      // script calls inside each other
    std::uint32_t nesting = 60;                      // calls of script by host functions inside each other
    std::uint32_t stack = 400'000;                   // values
};

// A task that waits for what can no longer happen.
struct Stuck {
    std::uint32_t task = 0;
    std::string place;
    std::string reason;
};

class Machine {
  public:
    explicit Machine(Host& host, Limits limits = {});
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;

    // Registers a host function and sets the global of its name. With a signature its arguments are checked
    // before it is called. Every machine of a program must register the same functions in the same order.
    void add(std::string_view name, Native native, const Signature* signature = nullptr);

    // Loads source or bytecode and runs every chunk as a main chunk. `name` is what messages call it. What
    // isn't a script is a reported error.
    Outcome run_file(ByteView file, std::string_view name);
    Outcome run_text(std::string_view text, std::string_view name) { return run_file(as_bytes(text), name); }
    // Calls a function value from the frame loop or from a host function; control can't leave inside. The
    // results wanted (missing ones nil) are put into `results`.
    Outcome call(Value function, std::span<const Value> arguments, std::span<Value> results = {});
    // Calls what a handler slot of table `system` holds: a function, a table with a function of that name, or
    // nil (R110).
    Outcome call_handler(std::string_view name, std::span<const Value> arguments);

    // One frame: times into table `system`, then the tasks as §3.7 says.
    void frame(std::uint32_t milliseconds, std::uint32_t movie_milliseconds = 0);

    // Tasks that wait for what can no longer happen; those that ask for `frames` frames at one place count as
    // waiting.
    std::vector<Stuck> stuck(std::uint32_t frames = 900) const;

    const State& state() const { return state_; }
    State& state() { return state_; }
    // Only between frames. The state must come from a machine with the same host functions.
    void set_state(State state);
    Expected<Bytes> save() const;
    Expected<void> restore(ByteView bytes, std::string_view file);
    bool is_running() const { return running_; }

    Value global(std::string_view name) { return state_.globals[state_.global_slot(name)].value; }
    void set_global(std::string_view name, Value value) {
        state_.assign_global(state_.global_slot(name), value);
    }

    Host& host() { return host_; }
    const Limits& limits() const { return limits_; }
    const std::vector<Report>& reports() const { return reports_; }
    void forget_reports() { reports_.clear(), report_index_.clear(); }
    // Counts a report; the running script's place is added.
    void report(Report::Kind kind, std::string message);
    const std::string& error() const { return error_; } // message of the last Outcome::error
    std::uint32_t native_count() const { return static_cast<std::uint32_t>(natives_.size()); }
    const std::string& native_name(std::uint32_t index) const { return natives_[index].name; }
    std::optional<std::uint32_t> find_native(std::string_view name) const;

    // For host functions and the library.
    std::string place() const; // of the innermost script function
    std::string place_of_frame(const Frame& frame) const;
    std::vector<std::string> call_stack() const;
    bool can_yield() const { return current_ != 0 && unyieldable_ == 0; }
    std::uint32_t current_task() const { return current_ == 0 ? 0 : state_.tasks[current_ - 1].number; }
    Task* running_task() { return current_ == 0 ? nullptr : &state_.tasks[current_ - 1]; }
    void collect(); // garbage; gc methods run
    bool get_global_with_methods(std::uint32_t slot, Value& value) {
        const bool fine = slow_get_global(slot);
        value = result_;
        return fine;
    }
    bool set_global_with_methods(std::uint32_t slot, Value value) { return slow_set_global(slot, value); }
    // A call whose errors go to a method of their own (nil: to nobody) if `own_method`.
    Outcome call_guarded(Call& call, std::uint32_t mark, bool own_method, Value method);
    std::string describe_function(Value function) const;
    bool charge(std::int64_t steps) { return (steps_ -= steps) >= 0 || interrupt(); }

  private:
    friend class Call;
    struct NativeRow {
        std::string name;
        Native function = nullptr;
        const Signature* signature = nullptr;
        std::vector<Parameter> parameters;
    };

    // run.cpp
    Outcome run(std::size_t stop);
    bool push_frame(std::uint32_t function, std::uint32_t arguments, std::uint8_t results, bool entry);
    Outcome call_native(std::uint32_t function, std::uint32_t arguments, std::uint8_t results);
    Outcome call_at(std::uint32_t function, std::uint32_t arguments, std::uint8_t results);
    Outcome call_other(std::uint32_t function, std::uint32_t arguments, std::uint8_t results, bool entry);
    void pack_varargs(std::uint32_t base, std::uint32_t parameters, std::uint32_t arguments);
    bool ensure_stack(std::uint32_t size);
    bool interrupt();
    void note_allocation() {
        if (state_.allocated >= state_.collect_at) stash_ += steps_, steps_ = 0;
    }

    // events.cpp; each leaves its value in result_ and answers false after an error
    bool slow_get(Value object, Value key);
    bool slow_set(Value object, Value key, Value value);
    bool slow_get_global(std::uint32_t slot);
    bool slow_set_global(std::uint32_t slot, Value value);
    bool slow_arithmetic(Event event, Value x, Value y);
    bool slow_compare(Event event, Value x, Value y);
    bool slow_concat(std::uint32_t first, std::uint32_t count);
    bool concat_pairs(std::uint32_t first, std::uint32_t count);
    bool raw_list(Value table, std::uint32_t first, std::uint32_t count, std::uint32_t block);
    bool raw_map(Value table, std::uint32_t first, std::uint32_t pairs);
    bool make_closure(std::uint32_t first, std::uint32_t count);
    bool call_method(Value method, std::initializer_list<Value> arguments);
    Outcome fail(std::string message);
    bool error_out(std::string message) { return fail(std::move(message)) == Outcome::ok; }

    // machine.cpp
    bool check_arguments(Call& call, const NativeRow& row);
    Outcome missing_native(Call& call);

    // tasks.cpp
    bool resume(std::uint32_t place); // answers whether the task lives on
    bool pass(std::uint32_t& runs);
    void note_question(std::uint32_t native, Value argument);
    static void note_wait(Task& task);

    Host& host_;
    Limits limits_;
    State state_;
    Thread thread_; // of what runs now; between frames empty
    std::vector<NativeRow> natives_;
    Value result_;
    std::string error_;
    std::int64_t steps_ = 0, stash_ = 0;
    std::uint32_t current_ = 0; // place of the running task + 1
    std::uint32_t unyieldable_ = 0, nesting_ = 0;
    std::uint32_t pow_native_ = ~std::uint32_t{0};
    bool running_ = false, in_handler_ = false, quiet_ = false, exhausted_ = false;
    std::vector<Value> roots_; // temporary ones of host functions
    std::vector<Report> reports_;
    std::map<std::string, std::size_t> report_index_;
};

// Arguments and results of one host function call. Values that must survive a call of script must be
// arguments or pushed: others may be collected.
class Call {
  public:
    Call(Machine& machine, std::uint32_t first, std::uint32_t count, std::uint32_t native)
        : machine_(machine), first_(first), count_(count), native_(native) {}

    Machine& machine() { return machine_; }
    State& state() { return machine_.state_; }
    Host& host() { return machine_.host_; }
    std::uint32_t count() const { return count_; }
    Value operator[](std::uint32_t index) const {
        return index < count_ ? machine_.thread_.stack[first_ + index] : Value{};
    }
    const std::string& name() const { return machine_.natives_[native_].name; }

    // Arguments as the library takes them: numeric texts count as numbers and numbers as texts.
    bool number(std::uint32_t index, double& out) const;
    bool text(std::uint32_t index, std::string& out) const;
    bool optional_number(std::uint32_t index, double& out) const {
        return (*this)[index].is_nil() || number(index, out);
    }

    void push(Value value);
    void push(float value) { push(Value::of(value)); }
    void push(std::string_view text);
    Outcome ok() { return Outcome::ok; }
    Outcome value(Value value) {
        push(value);
        return Outcome::ok;
    }
    Outcome value(float number) { return value(Value::of(number)); }
    Outcome value(std::string_view text);
    Outcome truth(bool yes) { return value(Value::truth(yes)); }
    Outcome error(std::string message) { return machine_.fail(std::move(message)); }
    // An error naming argument (from 0) and function, as the library raises it.
    Outcome bad_argument(std::uint32_t index, std::string_view expected);
    // The engine's way: counted and reported, the call does nothing.
    Outcome refuse(std::uint32_t index, std::string_view expected);

    // Calls a value with the values pushed since mark(); its results take their place. 255: all results.
    std::uint32_t mark() const { return machine_.thread_.top; }
    void release(std::uint32_t mark) { machine_.thread_.top = mark; }
    Value at(std::uint32_t position) const { return machine_.thread_.stack[position]; }
    // function and arguments must be pushed from `mark` on.
    Outcome call(std::uint32_t mark, std::uint8_t results);
    // Runs a file's chunks; results are pushed. False in `loaded`: it isn't a script (reported).
    Outcome run_script(ByteView file, std::string_view name, bool& loaded);

  private:
    Machine& machine_;
    std::uint32_t first_, count_, native_;
};

// Number ↔ text (§3.3).
std::string number_text(float number);
bool text_number(std::string_view text, double& out);
std::string_view type_name(Value value);

} // namespace rekindle::lua
