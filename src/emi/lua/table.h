#pragma once
// A script table: entries in insertion order, found through a run of keys 1, 2, 3 … or through a small hash
// index. The order is what next and foreach show; an element of the run keeps its place when it is removed
// and set again, any other key moves to the end. spec/emi-formats.md §3.3 ("Ours: insertion order").

#include <cstddef>
#include <vector>

#include "emi/lua/value.h"

namespace rekindle::lua {

class Table {
  public:
    struct Entry {
        Value key, value; // value nil: removed
    };
    static constexpr std::size_t none = ~std::size_t{0};
    static constexpr std::size_t entry_bytes = 24;

    // A key that may be stored: not nil and not a number that isn't one.
    static bool good_key(Value key) {
        return !key.is_nil() && !(key.is_number() && key.number() != key.number());
    }

    Value get(Value key) const {
        if (key.is_number()) return get_number(key.number());
        const std::size_t at = find(key);
        return at == none ? Value{} : entries_[at].value;
    }
    Value get_number(float number) const {
        if (number >= 1 && number <= run_limit_) {
            const auto n = static_cast<std::uint32_t>(number);
            if (static_cast<float>(n) == number) return entries_[run_start_ + n - 1].value;
        }
        const std::size_t at = find(Value::of(number));
        return at == none ? Value{} : entries_[at].value;
    }

    // Stores into an existing living entry, or appends to a table that is nothing but a run; adds what the
    // table has grown by. False: use set().
    bool set_fast(Value key, Value value, std::uint64_t& grown) {
        if (!key.is_number()) {
            const std::size_t at = find_text(key);
            if (at == none || entries_[at].value.is_nil()) return false;
            entries_[at].value = value;
            return true;
        }
        const float number = key.number();
        if (!(number >= 1 && number <= run_limit_ + 1)) return false;
        const auto n = static_cast<std::uint32_t>(number);
        if (static_cast<float>(n) != number) return false;
        if (n <= run_) {
            entries_[run_start_ + n - 1].value = value;
            return true;
        }
        // At a power of two set() looks whether to tidy up.
        if (n != run_ + 1 || value.is_nil() || run_ != entries_.size() || run_ == 0 ||
            (run_ & (run_ - 1)) == 0 || entries_[run_ - 1].value.is_nil())
            return false;
        entries_.push_back({key, value});
        set_run(run_ + 1);
        grown += entry_bytes;
        return true;
    }
    // Stores any good key. Answers the bytes the table has grown by.
    std::size_t set(Value key, Value value);

    // Place of a living or removed key, none if it isn't there.
    std::size_t find(Value key) const {
        if (key.is_number()) {
            key = normal(key);
            const std::size_t at = in_run(key);
            if (at != none) return at;
        }
        return index_.empty() ? scan(key) : probe(key);
    }

    // The same for a key that isn't a number.
    std::size_t find_text(Value key) const { return index_.empty() ? scan(key) : probe(key); }

    const std::vector<Entry>& entries() const { return entries_; }
    void reserve(std::size_t count) { entries_.reserve(count); }
    // Size for the collector's bookkeeping: of what is stored, not of how, so that it is equal in a copy.
    std::size_t bytes() const { return 96 + entries_.size() * entry_bytes; }

    std::int32_t tag = tag_table;
    bool alive = false, marked = false, finalised = false;

  private:
    friend class StateWriter;
    friend class StateReader;
    static Value normal(Value key) { return key.number() == 0 ? Value::of(0.0F) : key; }
    std::size_t in_run(Value key) const {
        const float number = key.number();
        if (!(number >= 1 && number <= run_limit_)) return none;
        const auto n = static_cast<std::uint32_t>(number);
        return static_cast<float>(n) == number ? run_start_ + n - 1 : none;
    }
    std::size_t scan(Value key) const {
        for (std::size_t i = 0; i < run_start_; ++i)
            if (entries_[i].key.same(key)) return i;
        for (std::size_t i = run_start_ + run_; i < entries_.size(); ++i)
            if (entries_[i].key.same(key)) return i;
        return none;
    }
    std::size_t slot_of(Value key) const {
        const std::uint64_t bits = std::uint64_t{static_cast<std::uint32_t>(key.kind)} << 32 | key.bits;
        return static_cast<std::size_t>((bits * 0x9E37'79B9'7F4A'7C15u) >> shift_);
    }
    // Slots may be stale (their entry is gone or has another key by now): only the key in the entry counts.
    std::size_t probe(Value key) const {
        for (std::size_t slot = slot_of(key); index_[slot] != 0; slot = (slot + 1) & (index_.size() - 1)) {
            const std::size_t at = index_[slot] - 1;
            if (at < entries_.size() && entries_[at].key.same(key)) return at;
        }
        return none;
    }
    void set_run(std::uint32_t run) { run_ = run, run_limit_ = static_cast<float>(run); }
    void link(Value key, std::size_t at);
    void rebuild(bool compact);
    void drop_removed_tail();

    std::vector<Entry> entries_;
    std::vector<std::uint32_t> index_; // open addressing: entry number + 1; empty while a scan is cheap
    std::uint32_t run_start_ = 0, run_ = 0;
    float run_limit_ = 0;    // run_, ready to be compared
    std::uint32_t used_ = 0; // slots of the index in use, stale ones included
    std::uint8_t shift_ = 64;
};

} // namespace rekindle::lua
