#include "emi/lua/table.h"

#include <algorithm>
#include <bit>

namespace rekindle::lua {
namespace {
constexpr std::size_t scan_limit = 8;        // more entries outside the run than this get an index
constexpr float whole_limit = 16'777'216.0F; // beyond, single floats skip whole numbers
} // namespace

std::size_t Table::set(Value key, Value value) {
    if (key.is_number()) key = normal(key);
    std::size_t at = find(key);
    const bool run_element = at != none && at >= run_start_ && at < run_start_ + run_;
    if (at != none && (run_element || !entries_[at].value.is_nil())) {
        entries_[at].value = value;
        return 0;
    }
    if (value.is_nil()) return 0;

    const std::size_t before = bytes();
    if (at != none) entries_[at].key = {}; // moves to the end
    drop_removed_tail();
    if (entries_.size() >= 8 && std::has_single_bit(entries_.size())) {
        const auto removed =
            std::count_if(entries_.begin(), entries_.end(), [](const Entry& e) { return e.value.is_nil(); });
        if (static_cast<std::size_t>(removed) > entries_.size() / 2) rebuild(true);
    }
    at = entries_.size();
    entries_.push_back({key, value});
    if (key.is_number()) {
        const float number = key.number();
        if (run_ == 0 && number == 1) {
            run_start_ = static_cast<std::uint32_t>(at);
            set_run(1);
            return bytes() - std::min(before, bytes());
        }
        if (run_ != 0 && number == static_cast<float>(run_) + 1 && number < whole_limit &&
            at == run_start_ + run_) {
            set_run(run_ + 1);
            return bytes() - std::min(before, bytes());
        }
    }
    if (!index_.empty() || entries_.size() - run_ > scan_limit) link(key, at);
    return bytes() - std::min(before, bytes());
}

void Table::drop_removed_tail() {
    while (!entries_.empty() && entries_.back().value.is_nil()) {
        if (run_ != 0 && entries_.size() == run_start_ + run_) {
            set_run(run_ - 1);
            if (run_ == 0) run_start_ = 0;
        }
        entries_.pop_back();
    }
}

void Table::link(Value key, std::size_t at) {
    if (index_.empty() || (used_ + 1) * 4 > index_.size() * 3) {
        rebuild(false);
        return;
    }
    std::size_t slot = slot_of(key);
    while (index_[slot] != 0) slot = (slot + 1) & (index_.size() - 1);
    index_[slot] = static_cast<std::uint32_t>(at + 1);
    ++used_;
}

// Builds the index anew; `compact` first drops removed entries.
void Table::rebuild(bool compact) {
    if (compact) {
        const Value one = Value::of(1.0F);
        entries_.erase(
            std::remove_if(entries_.begin(), entries_.end(), [](const Entry& e) { return e.value.is_nil(); }),
            entries_.end());
        run_start_ = 0;
        set_run(0);
        for (std::size_t i = 0; i < entries_.size(); ++i)
            if (entries_[i].key.same(one)) run_start_ = static_cast<std::uint32_t>(i), set_run(1);
        while (run_ != 0 && run_start_ + run_ < entries_.size() &&
               static_cast<float>(run_) + 1 < whole_limit &&
               entries_[run_start_ + run_].key.same(Value::of(static_cast<float>(run_) + 1)))
            set_run(run_ + 1);
    }
    const std::size_t outside = entries_.size() - run_;
    index_.clear();
    used_ = 0;
    if (outside <= scan_limit) return;
    const std::size_t size = std::bit_ceil(outside * 2);
    index_.assign(size, 0);
    shift_ = static_cast<std::uint8_t>(64 - std::countr_zero(size));
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        if (run_ != 0 && i >= run_start_ && i < run_start_ + run_) continue;
        if (entries_[i].key.is_nil()) continue;
        std::size_t slot = slot_of(entries_[i].key);
        while (index_[slot] != 0) slot = (slot + 1) & (size - 1);
        index_[slot] = static_cast<std::uint32_t>(i + 1);
        ++used_;
    }
}

} // namespace rekindle::lua
