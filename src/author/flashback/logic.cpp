#include "author/flashback/logic.h"

#include <algorithm>

#include <fmt/format.h>

#include "author/flashback/logic_draft.h"
#include "flashback/data/levels.h"
#include "flashback/data/opcodes.h"

namespace rekindle::author {
namespace {

using namespace flashback;

struct Call {
    std::uint8_t number = 0;
    std::int16_t argument = 0;
};

class Compiler {
  public:
    Compiler(const LogicDraft& draft, const PictureNames& pictures) : draft_(draft), pictures_(pictures) {}

    Expected<Logic> run() {
        RK_CHECK(rooms());
        for (const ScriptDraft& script : draft_.scripts) RK_CHECK(compile_script(script));
        fill_nodes();
        for (const BlockDraft& entity : draft_.entities) RK_CHECK(compile_entity(entity));
        logic_.texts = draft_.texts;
        if (logic_.texts.empty()) logic_.texts.emplace_back();
        logic_.entity_numbers = draft_.entity_numbers;
        logic_.state_numbers = draft_.state_numbers;
        logic_.room_numbers = draft_.room_numbers;
        logic_.text_numbers = draft_.text_numbers;
        logic_.constants = draft_.constants;
        return std::move(logic_);
    }

  private:
    // A number or a name that stands for one: constant, entity, room or text.
    Expected<int> value(const std::string& word, const SourceLine& line, int least, int most) const {
        for (const Numbers* names :
             {&draft_.constants, &draft_.entity_numbers, &draft_.room_numbers, &draft_.text_numbers}) {
            const auto found = names->find(word);
            if (found == names->end()) continue;
            if (found->second < least || found->second > most)
                return line.refuse(fmt::format("a number of {} to {}", least, most),
                                   fmt::format("{} = {}", word, found->second));
            return found->second;
        }
        return parse_number(word, line, least, most);
    }

    // ---- Rooms

    Expected<void> rooms() {
        std::fill_n(logic_.collision.begin(), links_size, std::int8_t{-1});
        for (const BlockDraft& room : draft_.rooms) {
            const int number = draft_.room_numbers.find(room.head.words[1])->second;
            int row = 0;
            for (const SourceLine& line : room.lines) {
                if (line.words.size() == 2) {
                    RK_CHECK(link(number, line));
                } else {
                    RK_CHECK(grid_row(number, row++, line));
                }
            }
            if (row != grid_rows) return room.head.refuse("7 rows of cells", fmt::format("{}", row));
        }
        return {};
    }

    Expected<void> link(int room, const SourceLine& line) {
        static const std::map<std::string_view, Side> sides = {
            {"up", Side::up}, {"down", Side::down}, {"right", Side::right}, {"left", Side::left}};
        const auto side = sides.find(line.words[0]);
        if (side == sides.end()) return line.refuse("up, down, right or left and a room", line.text);
        RK_TRY(const int other, look_up(draft_.room_numbers, line.words[1], line, "room"));
        logic_.collision[static_cast<std::size_t>(static_cast<int>(side->second) + room)] =
            static_cast<std::int8_t>(other);
        return {};
    }

    Expected<void> grid_row(int room, int row, const SourceLine& line) {
        constexpr std::string_view cells = ".=%";
        const std::string& text = line.text;
        if (row >= grid_rows || text.size() != grid_columns || text.find_first_not_of(cells) != text.npos)
            return line.refuse("7 rows of 16 cells: . free, = solid, % solid of the second kind", text);
        for (int column = 0; column < grid_columns; ++column)
            logic_.collision[static_cast<std::size_t>(grid_at(room, row, column))] =
                static_cast<std::int8_t>(cells.find(text[static_cast<std::size_t>(column)]));
        return {};
    }

    // ---- Scripts

    Expected<void> compile_script(const ScriptDraft& script) {
        std::vector<std::uint16_t> first; // of each state
        std::vector<Record> list;
        for (const StateDraft& state : script.states) {
            first.push_back(static_cast<std::uint16_t>(list.size()));
            RK_CHECK(compile_state(script, state, list));
            if (list.size() == first.back())
                return state.head.refuse("a record (CONDITIONS -> STATE) in every state", "none");
            if (list.size() > 0xFFFF) return state.head.refuse("at most 65535 records a script", "more");
        }
        for (Record& record : list) {
            const auto target = std::find_if(script.states.begin(), script.states.end(),
                                             [&](const StateDraft& s) { return s.number == record.next; });
            record.next_first = first[static_cast<std::size_t>(target - script.states.begin())];
        }
        logic_.records.lists.push_back(std::move(list));
        return {};
    }

    Expected<void> compile_state(const ScriptDraft& script, const StateDraft& state,
                                 std::vector<Record>& list) {
        Animation animation;
        animation.as_object = state.head.words[2] == "object" ? 1 : 0;
        for (const SourceLine& line : state.lines) {
            const std::string& word = line.word(0);
            if (line.text.find("->") != std::string::npos) {
                RK_TRY(const Record record, compile_record(script, state, line));
                list.push_back(record);
            } else if (word == "frames") {
                for (std::size_t i = 1; i < line.words.size(); ++i)
                    RK_CHECK(add_frames(animation, line.words[i], line));
            } else if (word == "sound") { // the file holds 0 for none, so the number + 1
                RK_TRY(const int number, value(line.word(1), line, 0, 254));
                animation.sound = static_cast<std::uint8_t>(number + 1);
            } else if (word == "tag") {
                RK_TRY(const int tag, value(line.word(1), line, 0, 255));
                animation.tag = static_cast<std::uint8_t>(tag);
            } else {
                return line.refuse("frames, sound, tag, use or CONDITIONS -> STATE", line.text);
            }
        }
        if (animation.frames.empty()) return state.head.refuse("frames in every state", "none");
        if (animation.frames.size() > 255)
            return state.head.refuse("at most 255 ticks", fmt::format("{}", animation.frames.size()));
        logic_.animations.animation_of_state.push_back(
            static_cast<std::uint16_t>(logic_.animations.animations.size()));
        logic_.animations.animations.push_back(std::move(animation));
        return {};
    }

    // PICTURE[~][*TICKS][(dx,dy)]: ~ mirrored; the movement belongs to the first of the ticks.
    Expected<void> add_frames(Animation& animation, const std::string& word, const SourceLine& line) const {
        const std::size_t name_end = std::min(word.find_first_of("~*("), word.size());
        std::string_view rest = std::string_view(word).substr(name_end);
        const Numbers& names = animation.as_object != 0 ? pictures_.objects : pictures_.figures;
        RK_TRY(const int picture, look_up(names, word.substr(0, name_end), line,
                                          animation.as_object != 0 ? "object picture" : "figure picture"));
        AnimationFrame frame;
        frame.picture = static_cast<std::uint16_t>(picture);
        if (rest.starts_with('~')) {
            frame.picture |= 0x8000;
            rest.remove_prefix(1);
        }
        int ticks = 1;
        if (rest.starts_with('*')) {
            const std::size_t end = std::min(rest.find('('), rest.size());
            RK_TRY(ticks, parse_number(rest.substr(1, end - 1), line, 1, 255));
            rest.remove_prefix(end);
        }
        if (rest.size() > 2 && rest.front() == '(' && rest.back() == ')') {
            const std::vector<std::string> way = split(rest.substr(1, rest.size() - 2), ',');
            if (way.size() != 2) return line.refuse("(dx,dy)", std::string(rest));
            RK_TRY(const int dx, parse_number(way[0], line, -128, 127));
            RK_TRY(const int dy, parse_number(way[1], line, -128, 127));
            frame.dx = static_cast<std::int8_t>(dx);
            frame.dy = static_cast<std::int8_t>(dy);
            rest = {};
        }
        if (!rest.empty()) return line.refuse("PICTURE[~][*TICKS][(dx,dy)]", word);
        for (int tick = 0; tick < ticks; ++tick) {
            animation.frames.push_back(frame);
            frame.dx = frame.dy = 0;
        }
        return {};
    }

    // CONDITION [& CONDITION] -> STATE [, do ACTION] [, turn] [, move dx dy] [, life +1|-1|gone] [, score N]
    Expected<Record> compile_record(const ScriptDraft& script, const StateDraft& state,
                                    const SourceLine& line) const {
        const std::size_t arrow = line.text.find("->");
        Record record;
        record.state = static_cast<std::uint16_t>(state.number);
        const std::string_view left = trimmed(std::string_view(line.text).substr(0, arrow));
        if (left != "always") {
            const std::vector<std::string> conditions = split(left, '&');
            if (conditions.size() > 2)
                return line.refuse("at most two conditions", fmt::format("{}", conditions.size()));
            RK_TRY(const Call first, call(conditions[0], line));
            record.op1 = first.number;
            record.arg1 = first.argument;
            if (conditions.size() == 2) {
                RK_TRY(const Call second, call(conditions[1], line));
                record.op2 = second.number;
                record.arg2 = second.argument;
            }
        }
        // A comma inside an action's brackets does not occur: opcodes have one argument.
        const std::vector<std::string> parts = split(std::string_view(line.text).substr(arrow + 2), ',');
        const std::string& target = parts[0] == "stay" ? state.head.words[1] : parts[0];
        RK_TRY(const int next, look_up(script.state_index, target, line, "state of this script"));
        record.next = static_cast<std::uint16_t>(script.states[static_cast<std::size_t>(next)].number);
        for (std::size_t i = 1; i < parts.size(); ++i) RK_CHECK(add_effect(record, parts[i], line));
        return record;
    }

    Expected<void> add_effect(Record& record, const std::string& part, const SourceLine& line) const {
        const std::vector<std::string> words = words_of(part);
        const std::string& what = words.empty() ? part : words[0];
        if (what == "do" && words.size() == 2 && record.op3 == 0) {
            RK_TRY(const Call action, call(words[1], line));
            record.op3 = action.number;
            record.arg3 = action.argument;
        } else if (part == "turn") {
            record.effects |= 0x01;
        } else if (part == "life -1") {
            record.effects |= 0x02;
        } else if (part == "life +1") {
            record.effects |= 0x04;
        } else if (part == "life gone") {
            record.effects |= 0x08;
        } else if (what == "move" && words.size() == 3) {
            RK_TRY(const int dx, parse_number(words[1], line, -128, 127));
            RK_TRY(const int dy, parse_number(words[2], line, -128, 127));
            record.dx = static_cast<std::int8_t>(dx);
            record.dy = static_cast<std::int8_t>(dy);
        } else if (what == "score" && words.size() == 2) {
            RK_TRY(const int points, parse_number(words[1], line, 200, 5000));
            const auto at = std::find(score_table.begin(), score_table.end(), points);
            if (at == score_table.end())
                return line.refuse("points of the score table (200, 300, ...)", part);
            record.effects |= static_cast<std::uint8_t>((at - score_table.begin()) << 4);
        } else {
            return line.refuse("do OPCODE, turn, move dx dy, life +1, life -1, life gone or score N", part);
        }
        return {};
    }

    // NAME or NAME(ARGUMENT)
    Expected<Call> call(const std::string& text, const SourceLine& line) const {
        const std::size_t open = text.find('(');
        const std::string name(trimmed(std::string_view(text).substr(0, open)));
        const Opcode* opcode = find_opcode(name);
        if (opcode == nullptr || !has_routine(opcode->number))
            return line.refuse("the name of an opcode (inspect --opcodes lists them)", name);
        int argument = 0;
        if (open != std::string::npos) {
            if (text.back() != ')') return line.refuse("OPCODE(ARGUMENT)", text);
            const std::string inside(
                trimmed(std::string_view(text).substr(open + 1, text.size() - open - 2)));
            const auto [least, most] = bounds(opcode->argument);
            RK_TRY(argument, value(inside, line, least, most));
        } else if (!opcode->arguments.empty()) {
            return line.refuse(fmt::format("{}({})", name, opcode->arguments), text);
        }
        return Call{opcode->number, static_cast<std::int16_t>(argument)};
    }

    static std::pair<int, int> bounds(Argument argument) {
        switch (argument) {
        case Argument::modifier: return {0, 2};
        case Argument::parameter: return {0, 3};
        case Argument::parameter_pair: return {0, 2};
        default: return {-32768, 32767};
        }
    }

    // Nodes without a script of their own share the last list.
    void fill_nodes() {
        if (logic_.records.lists.empty()) logic_.records.lists.emplace_back();
        const std::size_t last = logic_.records.lists.size() - 1;
        for (std::size_t node = 0; node < node_count; ++node)
            logic_.records.list_of_node[node] = static_cast<std::uint16_t>(std::min(node, last));
    }

    // ---- Entities

    Expected<void> compile_entity(const BlockDraft& block) {
        EntityDefinition e;
        e.room0 = 64; // nowhere
        e.pad = 1;
        bool has_state = false;
        for (const SourceLine& line : block.lines) {
            if (line.words[0] == "state") {
                RK_CHECK(start_state(e, line));
                has_state = true;
            } else {
                RK_CHECK(entity_line(e, line));
            }
        }
        if (!has_state) return block.head.refuse("a line `state SCRIPT.STATE`", "an entity without");
        logic_.entities.push_back(e);
        return {};
    }

    Expected<void> start_state(EntityDefinition& e, const SourceLine& line) const {
        const std::string& name = line.word(1);
        const std::string script = name.substr(0, name.find('.'));
        RK_TRY(const int node, look_up(draft_.script_numbers, script, line, "script"));
        RK_TRY(const int state, look_up(draft_.state_numbers, name, line, "state (SCRIPT.STATE)"));
        e.node = static_cast<std::uint16_t>(node);
        e.state0 = static_cast<std::uint16_t>(state);
        return {};
    }

    template <typename T>
    Expected<void> set(T& field, const SourceLine& line, std::size_t word, int least, int most) const {
        RK_TRY(const int number, value(line.word(word), line, least, most));
        field = static_cast<T>(number);
        return {};
    }

    Expected<void> entity_line(EntityDefinition& e, const SourceLine& line) const {
        const std::string& word = line.words[0];
        if (word == "at") {
            RK_CHECK(set(e.room0, line, 1, 0, 64));
            RK_CHECK(set(e.x0, line, 2, -32768, 32767));
            return set(e.y0, line, 3, -32768, 32767);
        }
        if (word == "p") {
            for (std::size_t i = 0; i < e.p.size() && i + 1 < line.words.size(); ++i)
                RK_CHECK(set(e.p[i], line, i + 1, -32768, 32767));
            return {};
        }
        if (word == "faces") {
            e.mirror = line.word(1) == "right" ? 1 : 0;
            return e.mirror == 0 && line.word(1) != "left" ? line.refuse("faces left or right", line.text)
                                                           : Expected<void>{};
        }
        if (word == "wakes") return wakes(e, line);
        if (word == "awake") {
            e.awake0 = 1;
        } else if (word == "behind") {
            e.iflags |= 0x08;
        } else if (word == "shows_life") {
            e.iflags |= 0x04;
        } else if (word == "palette") {
            int bits = 0;
            RK_CHECK(set(bits, line, 1, 0, 3));
            e.iflags = static_cast<std::uint8_t>((e.iflags & ~3) | bits);
        } else if (word == "touch_icon") { // the file holds 0 for none, so the number + 1
            RK_CHECK(set(e.touch_icon, line, 1, 0, 254));
            ++e.touch_icon;
        } else if (word == "kind") {
            return set(e.kind, line, 1, 0, 255);
        } else if (word == "life") {
            return set(e.life0, line, 1, 0, 32767);
        } else if (word == "icon") {
            return set(e.icon, line, 1, 0, 255);
        } else if (word == "item") {
            return set(e.item_id, line, 1, 0, 255);
        } else if (word == "skill") {
            return set(e.skill, line, 1, 0, 255);
        } else if (word == "cells") {
            return set(e.cells, line, 1, 0, 16);
        } else if (word == "name") {
            return set(e.text, line, 1, 0, 65535);
        } else {
            return line.refuse("a property of entities", word);
        }
        return {};
    }

    static Expected<void> wakes(EntityDefinition& e, const SourceLine& line) {
        constexpr std::array<std::string_view, 3> by = {"message", "contact", "view"};
        for (std::size_t i = 1; i < line.words.size(); ++i) {
            const auto found = std::find(by.begin(), by.end(), line.words[i]);
            if (found == by.end()) return line.refuse("wakes message, contact or view", line.words[i]);
            e.wake |= static_cast<std::uint8_t>(1 << (found - by.begin()));
        }
        return {};
    }

    const LogicDraft& draft_;
    const PictureNames& pictures_;
    Logic logic_;
};

} // namespace

Expected<Logic> compile_logic(const std::vector<SourceLine>& lines, const PictureNames& pictures) {
    RK_TRY(const LogicDraft draft, draft_logic(lines));
    return Compiler(draft, pictures).run();
}

} // namespace rekindle::author
