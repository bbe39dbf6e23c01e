#include "author/flashback/logic_draft.h"

#include <fmt/format.h>

namespace rekindle::author {
namespace {

bool is_name(std::string_view word) {
    return !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == word.npos &&
           (word[0] < '0' || word[0] > '9');
}

class Drafter {
  public:
    Expected<LogicDraft> run(const std::vector<SourceLine>& lines) {
        for (const SourceLine& line : lines) RK_CHECK(take(line));
        return std::move(draft_);
    }

  private:
    enum class Block { none, room, entity, script, rules, state };

    Expected<void> take(const SourceLine& line) {
        const std::string& word = line.word(0);
        if (word == "let") return take_constant(line);
        if (word == "text") return take_text(line);
        if (word == "room") return take_room(line);
        if (word == "entity") return take_entity(line);
        if (word == "script") return take_script(line);
        const bool in_script = block_ == Block::script || block_ == Block::rules || block_ == Block::state;
        if (word == "rules" && in_script) return take_rules(line);
        if (word == "state" && in_script) return take_state(line);
        switch (block_) {
        case Block::room: draft_.rooms.back().lines.push_back(line); return {};
        case Block::entity: draft_.entities.back().lines.push_back(line); return {};
        case Block::rules: rules_.find(current_rules_)->second.push_back(line); return {};
        case Block::state: return take_state_line(line);
        default: return line.refuse("let, text, room, entity or script", word);
        }
    }

    Expected<void> take_constant(const SourceLine& line) {
        if (line.words.size() != 4 || line.words[2] != "=")
            return line.refuse("let NAME = NUMBER", line.text);
        RK_TRY(const int value, parse_number(line.words[3], line, -32768, 65535));
        return declare(draft_.constants, line.words[1], value, line, "constant");
    }

    Expected<void> take_text(const SourceLine& line) {
        const std::string_view text = line.after(2);
        if (text.size() < 2 || text.front() != '"' || text.back() != '"')
            return line.refuse("text NAME \"WORDS\"", line.text);
        if (draft_.texts.empty()) draft_.texts.emplace_back();
        RK_CHECK(
            declare(draft_.text_numbers, line.words[1], static_cast<int>(draft_.texts.size()), line, "text"));
        draft_.texts.emplace_back(text.substr(1, text.size() - 2));
        return {};
    }

    Expected<void> take_room(const SourceLine& line) {
        if (line.words.size() != 4 || line.words[2] != "=")
            return line.refuse("room NAME = NUMBER", line.text);
        RK_TRY(const int number, parse_number(line.words[3], line, 0, flashback::room_count - 1));
        for (const auto& [name, other] : draft_.room_numbers)
            if (other == number) return line.refuse("a room number not used before", line.words[3]);
        block_ = Block::room;
        draft_.rooms.push_back({line, {}});
        return declare(draft_.room_numbers, line.words[1], number, line, "room");
    }

    Expected<void> take_entity(const SourceLine& line) {
        if (line.words.size() != 2) return line.refuse("entity NAME", line.text);
        if (draft_.entities.size() == flashback::most_entities)
            return line.refuse("at most 256 entities", "one more");
        block_ = Block::entity;
        draft_.entities.push_back({line, {}});
        return declare(draft_.entity_numbers, line.words[1], static_cast<int>(draft_.entities.size() - 1),
                       line, "entity");
    }

    Expected<void> take_script(const SourceLine& line) {
        if (line.words.size() != 2) return line.refuse("script NAME", line.text);
        if (draft_.scripts.size() == flashback::node_count)
            return line.refuse("at most 230 scripts", "one more");
        block_ = Block::script;
        rules_.clear();
        draft_.scripts.push_back({line.words[1], {}, {}});
        return declare(draft_.script_numbers, line.words[1], static_cast<int>(draft_.scripts.size() - 1),
                       line, "script");
    }

    // Rules belong to their script and stand above the states that use them.
    Expected<void> take_rules(const SourceLine& line) {
        if (line.words.size() != 2 || !is_name(line.words[1])) return line.refuse("rules NAME", line.text);
        if (!rules_.try_emplace(line.words[1]).second)
            return line.refuse("a new name for rules", line.words[1]);
        block_ = Block::rules;
        current_rules_ = line.words[1];
        return {};
    }

    Expected<void> take_state(const SourceLine& line) {
        if (line.words.size() != 3 || (line.words[2] != "figure" && line.words[2] != "object"))
            return line.refuse("state NAME figure, or state NAME object", line.text);
        block_ = Block::state;
        ScriptDraft& script = draft_.scripts.back();
        const int number = static_cast<int>(draft_.state_numbers.size());
        RK_CHECK(declare(script.state_index, line.words[1], static_cast<int>(script.states.size()), line,
                         "state"));
        draft_.state_numbers.emplace(script.name + "." + line.words[1], number);
        script.states.push_back({line, number, {}});
        return {};
    }

    Expected<void> take_state_line(const SourceLine& line) {
        std::vector<SourceLine>& lines = draft_.scripts.back().states.back().lines;
        if (line.word(0) != "use") {
            lines.push_back(line);
            return {};
        }
        const auto found = rules_.find(line.word(1));
        if (found == rules_.end() || line.words.size() != 2)
            return line.refuse("use with the name of rules of this script", line.text);
        lines.insert(lines.end(), found->second.begin(), found->second.end());
        return {};
    }

    LogicDraft draft_;
    Block block_ = Block::none;
    std::map<std::string, std::vector<SourceLine>, std::less<>> rules_;
    std::string current_rules_;
};

} // namespace

Expected<void> declare(Numbers& names, const std::string& name, int value, const SourceLine& line,
                       std::string_view what) {
    if (!is_name(name)) return line.refuse("a name of small letters, digits and _", name);
    if (!names.try_emplace(name, value).second)
        return line.refuse(fmt::format("a {} not declared before", what), name);
    return {};
}

Expected<int> look_up(const Numbers& names, const std::string& name, const SourceLine& line,
                      std::string_view what) {
    const auto found = names.find(name);
    if (found == names.end()) return line.refuse(fmt::format("the name of a {}", what), name);
    return found->second;
}

Expected<LogicDraft> draft_logic(const std::vector<SourceLine>& lines) { return Drafter().run(lines); }

} // namespace rekindle::author
