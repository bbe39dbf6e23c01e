#include "emi/lua/state.h"

#include <algorithm>
#include <bit>

#include "base/hash.h"

namespace rekindle::lua {

const std::array<std::string_view, event_count> event_names{
    "gettable", "settable", "index", "getglobal", "setglobal", "add", "sub",    "mul", "div",
    "pow",      "unm",      "lt",    "le",        "gt",        "ge",  "concat", "gc",  "function"};

State::State() : buckets(1024, 0), tags(8) {}

namespace {

// Long texts are hashed by their length, their ends and samples in between: a script that builds a long text
// piece by piece would otherwise read the whole text once more for each piece.
constexpr std::size_t whole_hash = 256, sample = 16, samples = whole_hash / sample;

std::uint32_t text_hash(std::string_view text) {
    if (text.size() <= whole_hash) return static_cast<std::uint32_t>(hash64(as_bytes(text)));
    std::array<char, whole_hash> taken;
    const std::size_t last = text.size() - sample;
    for (std::size_t i = 0; i < samples; ++i)
        std::copy_n(text.data() + last * i / (samples - 1), sample, taken.data() + i * sample);
    return static_cast<std::uint32_t>(hash64(as_bytes({taken.data(), taken.size()}), text.size()));
}

// Twice as many buckets as texts: most new texts meet an empty one.
constexpr std::size_t buckets_for(std::size_t texts) {
    return std::bit_ceil(std::max<std::size_t>(1024, texts * 2));
}

} // namespace

std::uint32_t State::find_text(std::string_view text, std::uint32_t hash) const {
    std::uint32_t at = buckets[hash & (buckets.size() - 1)];
    while (at != 0 && !(strings.items[at - 1].hash == hash && strings.items[at - 1].text == text))
        at = strings.items[at - 1].next;
    return at;
}

Value State::add_text(std::string&& text, std::uint32_t hash) {
    allocated += 64 + text.size();
    const std::uint32_t index = strings.add(
        Text{.text = std::move(text), .hash = hash, .next = 0, .global = 0, .alive = true, .marked = false});
    if (buckets_for(++text_count) > buckets.size()) {
        buckets.assign(buckets_for(text_count), 0);
        for (std::uint32_t i = 0; i < strings.items.size(); ++i)
            if (strings.items[i].alive) link_text(i);
    } else {
        link_text(index);
    }
    return Value::object(Kind::string, index);
}

void State::link_text(std::uint32_t index) {
    Text& text = strings.items[index];
    std::uint32_t& bucket = buckets[text.hash & (buckets.size() - 1)];
    text.next = bucket;
    bucket = index + 1;
}

void State::relink_texts() {
    buckets.assign(buckets_for(text_count), 0);
    for (std::uint32_t i = 0; i < strings.items.size(); ++i) {
        if (!strings.items[i].alive) continue;
        strings.items[i].hash = text_hash(strings.items[i].text);
        link_text(i);
    }
}

void State::note_global_methods() {
    global_methods = std::any_of(tags.begin(), tags.end(), [](const TagInfo& info) {
        return !info.methods[static_cast<std::size_t>(Event::getglobal)].is_nil() ||
               !info.methods[static_cast<std::size_t>(Event::setglobal)].is_nil();
    });
}

Value State::text(std::string_view text) {
    const std::uint32_t hash = text_hash(text), known = find_text(text, hash);
    return known != 0 ? Value::object(Kind::string, known - 1) : add_text(std::string(text), hash);
}

Value State::text(std::string&& text) {
    const std::uint32_t hash = text_hash(text), known = find_text(text, hash);
    return known != 0 ? Value::object(Kind::string, known - 1) : add_text(std::move(text), hash);
}

std::uint32_t State::global_slot(std::uint32_t name) {
    if (strings[name].global == 0) {
        globals.push_back({.name = name, .assigned = false, .value = {}});
        strings[name].global = static_cast<std::uint32_t>(globals.size());
    }
    return strings[name].global - 1;
}

Value State::new_table() {
    Table table;
    table.alive = true;
    allocated += table.bytes();
    return Value::object(Kind::table, tables.add(std::move(table)));
}

Value State::new_closure(std::uint32_t proto, const Value* upvalues, std::uint32_t count) {
    allocated += 32 + count * sizeof(Value);
    return Value::object(
        Kind::closure,
        closures.add(Closure{
            .proto = proto, .upvalues = {upvalues, upvalues + count}, .alive = true, .marked = false}));
}

std::int32_t State::tag_of(Value value) const {
    switch (value.kind) {
    case Kind::nil: return tag_nil;
    case Kind::number: return tag_number;
    case Kind::string: return tag_string;
    case Kind::table: return tables[value.bits].tag;
    case Kind::function:
    case Kind::closure: return tag_function;
    case Kind::native: return tag_native;
    case Kind::task: return tag_task;
    default: return value.userdata_tag();
    }
}

} // namespace rekindle::lua
