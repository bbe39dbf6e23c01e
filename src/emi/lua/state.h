#pragma once
// The whole state of a script machine as one copyable value: objects in pools, addressed by index; tasks with
// their own stacks, suspended at any call depth. Copy it, hash it, save it (save.h); between frames it is
// complete. The machine (machine.h) is what makes it run. spec/emi-formats.md §3.3-§3.7.

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "emi/lua/code.h"
#include "emi/lua/table.h"
#include "emi/lua/value.h"

namespace rekindle::lua {

enum class Event : std::uint8_t {
    gettable,
    settable,
    index,
    getglobal,
    setglobal,
    add,
    sub,
    mul,
    div,
    pow,
    unm,
    lt,
    le,
    gt,
    ge,
    concat,
    gc,
    function,
};
inline constexpr std::size_t event_count = 18;
extern const std::array<std::string_view, event_count> event_names;

struct Text {
    std::string text;
    std::uint32_t hash = 0;
    std::uint32_t next = 0;   // in its bucket: index + 1
    std::uint32_t global = 0; // slot of the global of this name + 1
    bool alive = false, marked = false;
};

struct Closure {
    std::uint32_t proto = 0;
    std::vector<Value> upvalues;
    bool alive = false, marked = false;
};

struct Proto {
    std::shared_ptr<const Code> code; // immutable, so sharing it is copying it
    bool marked = false;
};

// Objects by index; freed places are used again, last freed first.
template <typename T>
struct Pool {
    std::vector<T> items;
    std::vector<std::uint32_t> free;

    std::uint32_t add(T&& item) {
        if (free.empty()) {
            items.push_back(std::move(item));
            return static_cast<std::uint32_t>(items.size() - 1);
        }
        const std::uint32_t index = free.back();
        free.pop_back();
        items[index] = std::move(item);
        return index;
    }
    T& operator[](std::uint32_t index) { return items[index]; }
    const T& operator[](std::uint32_t index) const { return items[index]; }
};

struct Global {
    std::uint32_t name = 0; // string
    bool assigned = false;  // is in State::global_order
    Value value;
};

// A script function that is running or suspended.
struct Frame {
    std::uint32_t proto = 0;
    std::uint32_t closure = 0; // index + 1, 0: a plain function
    std::uint32_t pc = 0;      // next instruction
    std::uint32_t base = 0;    // register 0 on the stack; the function itself is below
    std::uint32_t open = 0;    // results of its last call for all results
    std::uint8_t results = 0;  // its caller wants; 255: all
    bool entry = false;        // called by the machine or a host function, not by a script function
};

struct Thread {
    std::vector<Value> stack;
    std::vector<Frame> frames;
    std::uint32_t top = 0; // first free place while a host function runs
};

// What a task asks before it gives up control, for the stuck report.
struct Wait {
    std::uint32_t native = 0; // host function it asked last + 1; 0: none
    Value argument;           // the first one
    std::uint32_t asked = 0;  // questions since it was resumed
    std::uint32_t frames =
        0; // how often in a row it gave up control at one place with the same single question
    std::uint32_t last_native = 0, proto = 0, pc = 0, depth = 0; // of the time before
    Value last_argument;
};

struct Task {
    std::uint32_t number = 0; // 0: a free place
    Value function;
    bool started = false, paused = false, ran = false;
    std::uint32_t blocked = 0;
    std::int64_t sleep = 0; // milliseconds, may go negative
    Thread thread;          // before the start: the arguments
    Wait wait;
};

// A file a script reads or writes; whole in memory, so that it is part of the value.
struct OpenFile {
    std::string name;
    std::string text;
    std::size_t at = 0; // next byte to read
    enum class Mode : std::uint8_t { closed, read, write, append } mode = Mode::closed;
};

struct TagInfo {
    std::array<Value, event_count> methods{};
};

struct State {
    Pool<Text> strings;
    Pool<Table> tables;
    Pool<Closure> closures;
    Pool<Proto> protos;
    std::vector<std::uint32_t> buckets; // of interned texts: index + 1; size a power of two
    std::uint32_t text_count = 0;

    std::vector<Global> globals;
    std::vector<std::uint32_t> global_order; // by first assignment
    std::vector<TagInfo> tags;               // [-tag]; the engine's positive tags use tag 0
    bool global_methods = false;             // some tag has a getglobal or setglobal method
    Value error_method;

    std::vector<Task> tasks;               // places
    std::vector<std::uint32_t> task_order; // the list: places
    std::uint32_t next_task = 1;
    std::uint32_t next_unit = 1;

    std::uint64_t random = 0x853C'49E6'748F'EA9Bu;
    std::uint32_t frames = 0;       // run so far
    std::uint32_t collect_time = 0; // milliseconds of frames since the last forced collection
    std::uint64_t allocated = 0, collect_at = 8u << 20; // bytes
    std::vector<OpenFile> files;
    std::uint32_t input = 0, output = 0; // _INPUT and _OUTPUT: number of an open file + 1, 0: the console

    State();

    // The string value of a text, made if it is new.
    Value text(std::string_view text);
    Value text(std::string&& text);
    Value text(const char* text) { return this->text(std::string_view(text)); }
    std::string_view text(Value string) const { return strings[string.bits].text; }
    std::uint32_t global_slot(std::uint32_t name);
    std::uint32_t global_slot(std::string_view name) { return global_slot(text(name).bits); }
    Value new_table();
    Value new_closure(std::uint32_t proto, const Value* upvalues, std::uint32_t count);
    void assign_global(std::uint32_t slot, Value value) {
        Global& global = globals[slot];
        if (!global.assigned) {
            global.assigned = true;
            global_order.push_back(slot);
        }
        global.value = value;
    }
    void table_set(Value table, Value key, Value value) { allocated += tables[table.bits].set(key, value); }

    std::int32_t tag_of(Value value) const;
    Value method(std::int32_t tag, Event event) const {
        const auto place = static_cast<std::size_t>(tag > 0 ? 0 : -std::int64_t{tag});
        return place < tags.size() ? tags[place].methods[static_cast<std::size_t>(event)] : Value{};
    }

    void link_text(std::uint32_t index); // puts a living text into its bucket
    void relink_texts();                 // hashes and buckets of all texts anew
    void note_global_methods();          // sets global_methods

  private:
    std::uint32_t find_text(std::string_view text, std::uint32_t hash) const; // index + 1, 0: not there
    Value add_text(std::string&& text, std::uint32_t hash);
};

} // namespace rekindle::lua
