#include "flashback/oracle/trace.h"

#include <iterator>

#include <fmt/format.h>

namespace rekindle::flashback::oracle {

namespace {

// " name=value" of every field that differs.
template <std::size_t Size>
void append_fields(std::string& out, const std::array<Field, Size>& fields,
                   const std::array<std::int64_t, Size>* before, const std::array<std::int64_t, Size>& after,
                   std::string_view prefix) {
    bool begun = false;
    for (std::size_t i = 0; i < Size; ++i) {
        if (before != nullptr && (*before)[i] == after[i]) continue;
        if (!begun) out += prefix;
        begun = true;
        if (fields[i].hex)
            fmt::format_to(std::back_inserter(out), " {}={:08x}", fields[i].name, after[i]);
        else
            fmt::format_to(std::back_inserter(out), " {}={}", fields[i].name, after[i]);
    }
    if (begun) out += '\n';
}

void append_entities(std::string& out, const World* before, const World& after) {
    for (int i = 0; i < after.entity_count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (before == nullptr) {
            append_fields<entity_fields.size()>(out, entity_fields, nullptr, entity_values(after, i),
                                                fmt::format("e {}", i));
        } else if (before->entities[at] != after.entities[at] || before->is_active(i) != after.is_active(i)) {
            const EntityValues old = entity_values(*before, i);
            append_fields(out, entity_fields, &old, entity_values(after, i), fmt::format("e {}", i));
        }
    }
}

bool same_lists(const World& a, const World& b) {
    if (a.room_head != b.room_head) return false;
    for (std::size_t i = 0; i < a.entity_count; ++i)
        if (a.entities[i].room_next != b.entities[i].room_next) return false;
    return true;
}

void append_rooms(std::string& out, const World* before, const World& after) {
    if (before != nullptr && same_lists(*before, after)) return;
    for (int room = 0; room < 256; ++room) {
        const auto byte = static_cast<std::uint8_t>(room);
        const std::vector<std::int16_t> list = room_list(after, byte);
        if (before == nullptr ? list.empty() : room_list(*before, byte) == list) continue;
        fmt::format_to(std::back_inserter(out), "r {}", room);
        for (const std::int16_t entity : list) fmt::format_to(std::back_inserter(out), " {}", entity);
        out += '\n';
    }
}

void append_messages(std::string& out, const World* before, const World& after) {
    for (int i = 0; i < after.entity_count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (after.message_head[at] < 0 && (before == nullptr || before->message_head[at] < 0)) continue;
        const std::vector<WaitingMessage> list = waiting_messages(after, i);
        if (before != nullptr && waiting_messages(*before, i) == list) continue;
        fmt::format_to(std::back_inserter(out), "m {}", i);
        for (const WaitingMessage& m : list)
            fmt::format_to(std::back_inserter(out), " {}:{}", m.sender, m.number);
        out += '\n';
    }
}

void append_changes(std::string& out, const World* before, const WorldValues* values_before,
                    const World& after, const WorldValues& values) {
    append_fields(out, world_fields, values_before, values, "g");
    append_entities(out, before, after);
    append_rooms(out, before, after);
    append_messages(out, before, after);
}

} // namespace

void TraceWriter::header(const TraceHeader& header, const Level& level) {
    text_ += fmt::format("fbtrace 1\nH scenario {}\nH level {}\nH skill {}\nH seed {}\n", header.scenario,
                         header.level, header.skill, header.seed);
    if (!header.demo.empty()) text_ += fmt::format("H demo {}\n", header.demo);
    if (header.start)
        text_ += fmt::format("H start {} {} {}\n", header.start->room, header.start->x, header.start->y);
    for (std::size_t i = 0; i < level.entities.size(); ++i)
        text_ += fmt::format("D {} {}\n", i, fmt::join(definition_values(level.entities[i]), " "));
}

void TraceWriter::block(std::uint32_t number, const World& world, const Inputs& inputs,
                        const TickNotes& notes) {
    text_ += fmt::format("T {}\n", number);
    const World* before = world_ ? &*world_ : nullptr;
    const WorldValues* old = world_ ? &values_ : nullptr;
    const WorldValues values = world_values(world, inputs, before, old);
    append_changes(text_, before, old, world, values);
    for (const std::string& event : notes.events) text_ += fmt::format("x {}\n", event);
    if (notes.picture)
        text_ += fmt::format("f {:08x} {:08x}\n", notes.picture->pixels, notes.picture->palette);
    world_ = world;
    values_ = values;
}

void TraceWriter::end(std::uint32_t ticks, std::string_view reason) {
    text_ += fmt::format("E {} {}\n", ticks, reason);
}

std::string changes(const World& before, const WorldValues& values, const World& after) {
    std::string out;
    append_changes(out, &before, &values, after, world_values(after, {}, &before, &values));
    return out;
}

} // namespace rekindle::flashback::oracle
