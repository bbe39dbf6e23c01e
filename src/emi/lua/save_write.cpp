#include "emi/lua/save.h"
#include "emi/lua/save_common.h"
#include "emi/lua/translate.h"

namespace rekindle::lua {

using saved::format_version;
using saved::le;
using saved::stack_end;

class StateWriter {
  public:
    StateWriter(const State& state, const std::vector<std::string>& natives)
        : state_(state), natives_(natives) {}

    Bytes run() {
        out_.text("RKLS");
        u32(format_version);
        u32(translation_version);
        u32(natives_.size());
        for (const std::string& name : natives_) text(name);
        strings();
        protos();
        tables();
        closures();
        globals();
        tasks();
        rest();
        return out_.take();
    }

  private:
    void u32(std::uint64_t value) { out_.u32(static_cast<std::uint32_t>(value), le); }
    void u64(std::uint64_t value) { u32(value), u32(value >> 32); }
    void text(std::string_view value) {
        u32(value.size());
        out_.text(value);
    }
    void value(Value v) {
        u32(static_cast<std::uint32_t>(v.kind));
        u32(v.bits);
    }
    void list(const std::vector<std::uint32_t>& numbers) {
        u32(numbers.size());
        for (const std::uint32_t n : numbers) u32(n);
    }

    void strings() {
        u32(state_.strings.items.size());
        for (const Text& item : state_.strings.items) {
            out_.u8(item.alive);
            if (item.alive) text(item.text);
        }
        list(state_.strings.free);
    }
    void protos() {
        u32(state_.protos.items.size());
        for (const Proto& proto : state_.protos.items) {
            out_.u8(proto.code != nullptr);
            if (!proto.code) continue;
            u32(proto.code->unit);
            Function function = proto.code->function;
            write_plain(function);
            for (std::size_t i = 0; i < function.constants.size(); ++i)
                if (function.constants[i].type == Constant::Type::function)
                    u32(proto.code->constants[i].bits);
            u32(function.lines.size());
            for (const LineMark& mark : function.lines) u32(mark.offset), u32(mark.line);
        }
        list(state_.protos.free);
    }
    // A function without those below it.
    void write_plain(const Function& function) {
        out_.u16(function.line, le);
        out_.u8(function.source.has_value());
        text(function.source.value_or(""));
        u32(function.code.size());
        out_.bytes(function.code);
        u32(function.constants.size());
        for (const Constant& constant : function.constants) {
            out_.u8(static_cast<std::uint8_t>(constant.type));
            if (constant.type == Constant::Type::number) out_.f32(constant.number, le);
            if (constant.type == Constant::Type::string) text(constant.text);
        }
        u32(function.locals.size());
        for (const LocalRecord& record : function.locals) {
            out_.u16(record.line, le);
            out_.u8(record.name.has_value());
            text(record.name.value_or(""));
        }
    }
    void tables() {
        u32(state_.tables.items.size());
        for (const Table& table : state_.tables.items) {
            out_.u8(table.alive);
            if (!table.alive) continue;
            u32(static_cast<std::uint32_t>(table.tag));
            out_.u8(table.finalised);
            u32(table.run_start_);
            u32(table.run_);
            u32(table.entries_.size());
            for (const Table::Entry& entry : table.entries_) value(entry.key), value(entry.value);
        }
        list(state_.tables.free);
    }
    void closures() {
        u32(state_.closures.items.size());
        for (const Closure& closure : state_.closures.items) {
            out_.u8(closure.alive);
            if (!closure.alive) continue;
            u32(closure.proto);
            values(closure.upvalues, closure.upvalues.size());
        }
        list(state_.closures.free);
    }
    void values(const std::vector<Value>& list, std::size_t count) {
        u32(count);
        for (std::size_t i = 0; i < count; ++i) value(list[i]);
    }
    void globals() {
        u32(state_.globals.size());
        for (const Global& global : state_.globals) {
            u32(global.name);
            value(global.value);
        }
        list(state_.global_order);
        u32(state_.tags.size());
        for (const TagInfo& tag : state_.tags)
            for (const Value method : tag.methods) value(method);
        value(state_.error_method);
    }
    void tasks() {
        u32(state_.tasks.size());
        for (const Task& task : state_.tasks) {
            u32(task.number);
            if (task.number == 0) continue;
            value(task.function);
            out_.u8(task.started);
            out_.u8(task.paused);
            out_.u8(task.ran);
            u32(task.blocked);
            u64(static_cast<std::uint64_t>(task.sleep));
            u32(task.thread.frames.size());
            for (const Frame& frame : task.thread.frames) {
                u32(frame.proto);
                u32(frame.closure);
                u32(frame.pc);
                u32(frame.base);
                out_.u8(frame.results);
            }
            values(task.thread.stack, stack_end(state_, task.thread));
            const Wait& wait = task.wait;
            for (const std::uint32_t n :
                 {wait.native, wait.asked, wait.frames, wait.last_native, wait.proto, wait.pc, wait.depth})
                u32(n);
            value(wait.argument);
            value(wait.last_argument);
        }
        list(state_.task_order);
    }
    void rest() {
        u32(state_.next_task);
        u32(state_.next_unit);
        u64(state_.random);
        u32(state_.frames);
        u32(state_.collect_time);
        u64(state_.allocated);
        u64(state_.collect_at);
        u32(state_.files.size());
        for (const OpenFile& file : state_.files) {
            text(file.name);
            text(file.text);
            u64(file.at);
            out_.u8(static_cast<std::uint8_t>(file.mode));
        }
        u32(state_.input);
        u32(state_.output);
    }

    const State& state_;
    const std::vector<std::string>& natives_;
    Writer out_;
};

Bytes save_state(const State& state, const std::vector<std::string>& natives) {
    return StateWriter(state, natives).run();
}

} // namespace rekindle::lua
