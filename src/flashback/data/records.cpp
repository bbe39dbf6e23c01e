#include "flashback/data/records.h"

#include <fmt/format.h>

#include "flashback/data/opcodes.h"

namespace rekindle::flashback {

namespace {

constexpr Endian le = Endian::little;
constexpr std::size_t record_size = 18;
constexpr std::size_t base = 2; // offsets count from behind the count word

Record read_record(Reader& in) {
    Record r;
    r.state = in.u16(le);
    r.dx = in.i8();
    r.dy = in.i8();
    r.next = in.u16(le);
    r.op2 = in.u8();
    r.op1 = in.u8();
    r.effects = in.u8();
    r.op3 = in.u8();
    r.next_first = in.u16(le);
    r.arg1 = in.i16(le);
    r.arg2 = in.i16(le);
    r.arg3 = in.i16(le);
    return r;
}

void write_record(Writer& out, const Record& r) {
    out.u16(r.state, le);
    out.i8(r.dx);
    out.i8(r.dy);
    out.u16(r.next, le);
    out.u8(r.op2);
    out.u8(r.op1);
    out.u8(r.effects);
    out.u8(r.op3);
    out.u16(r.next_first, le);
    out.i16(r.arg1, le);
    out.i16(r.arg2, le);
    out.i16(r.arg3, le);
}

bool fits(Argument argument, std::int16_t value) {
    switch (argument) {
    case Argument::none: return true;
    case Argument::modifier:
    case Argument::parameter_pair: return value >= 0 && value <= 2;
    case Argument::parameter: return value >= 0 && value <= 3;
    }
    return false;
}

// One opcode of a record: U2 and arguments.
void check_opcode(Reader& in, std::size_t at, std::size_t node, std::size_t number, std::uint8_t op,
                  std::int16_t argument) {
    if (op == 0 || !in) return;
    if (!has_routine(op)) {
        in.fail_at(at, "an opcode with a routine",
                   fmt::format("opcode 0x{:02X} (node {}, record {})", op, node, number));
        return;
    }
    if (!fits(opcodes[op].argument, argument))
        in.fail_at(at, fmt::format("an argument that {} allows", opcodes[op].name),
                   fmt::format("{} (opcode 0x{:02X}, node {}, record {})", argument, op, node, number));
}

void check_list(Reader& in, std::size_t start, std::size_t node, const std::vector<Record>& list) {
    for (std::size_t i = 0; i < list.size() && in; ++i) {
        const Record& r = list[i];
        const std::size_t at = start + record_size * i;
        check_opcode(in, at + 7, node, i, r.op1, r.arg1);
        check_opcode(in, at + 6, node, i, r.op2, r.arg2);
        check_opcode(in, at + 9, node, i, r.op3, r.arg3);
        in.expect_at(r.next_first < list.size(), at + 10, "a record of the list", r.next_first);
        if (!in) return;
        in.expect_at(list[r.next_first].state == r.next, at + 10, fmt::format("a record of state {}", r.next),
                     list[r.next_first].state);
        in.expect_at(r.next_first == 0 || list[r.next_first - 1u].state != r.next, at + 10,
                     "the first record of its state's run", r.next_first);
    }
}

} // namespace

Expected<RecordFile> read_records(ByteView bytes, std::string_view file) {
    Reader in(bytes, file);
    const std::uint16_t nodes = in.u16(le);
    in.expect_at(nodes == node_count, 0, "230 nodes", nodes);
    std::array<std::size_t, node_count> offsets{};
    for (std::size_t node = 0; node < node_count; ++node) {
        const std::size_t at = in.offset();
        offsets[node] = in.u32(le);
        const std::size_t before = node == 0 ? 4 * node_count : offsets[node - 1];
        in.expect_at(node == 0 ? offsets[0] == before : offsets[node] >= before, at,
                     node == 0 ? "offset 920" : fmt::format("an offset of {} or more", before),
                     offsets[node]);
    }
    if (!in) return in.unexpected();

    RecordFile result;
    for (std::size_t node = 0; node < node_count; ++node) {
        if (node > 0 && offsets[node] == offsets[node - 1]) {
            result.list_of_node[node] = result.list_of_node[node - 1];
            continue;
        }
        if (offsets[node] + base != in.offset())
            in.fail_at(2 + 4 * node, fmt::format("offset {}, where the list before ends", in.offset() - base),
                       fmt::format("{}", offsets[node]));
        const std::size_t count_at = in.offset();
        const std::size_t count = in.u16(le);
        in.expect_at(count >= 1, count_at, "at least one record", count);
        in.expect_at(count * record_size <= in.remaining(), count_at, "a list inside the file", count);
        if (!in) return in.unexpected();
        std::vector<Record> list(count);
        for (Record& record : list) record = read_record(in);
        check_list(in, count_at + 2, node, list);
        result.list_of_node[node] = static_cast<std::uint16_t>(result.lists.size());
        result.lists.push_back(std::move(list));
    }
    if (!in.expect_end()) return in.unexpected();
    return result;
}

Bytes write_records(const RecordFile& file) {
    Writer out;
    out.u16(node_count, le);
    std::vector<std::uint32_t> offsets;
    std::size_t offset = 4 * node_count;
    for (const auto& list : file.lists) {
        offsets.push_back(static_cast<std::uint32_t>(offset));
        offset += 2 + record_size * list.size();
    }
    for (const std::uint16_t list : file.list_of_node) out.u32(offsets[list], le);
    for (const auto& list : file.lists) {
        out.u16(static_cast<std::uint16_t>(list.size()), le);
        for (const Record& record : list) write_record(out, record);
    }
    return out.take();
}

} // namespace rekindle::flashback
