#pragma once
// The first half of compile_logic(): the declarations of a level's text, with their lines still to be
// resolved because names may be used before they are declared.

#include "author/flashback/logic.h"

namespace rekindle::author {

struct StateDraft {
    SourceLine head; // state NAME figure|object
    int number = 0;
    std::vector<SourceLine> lines; // `use` lines replaced by the rules they name
};

struct ScriptDraft {
    std::string name;
    std::vector<StateDraft> states;
    Numbers state_index; // by name, into states
};

struct BlockDraft {
    SourceLine head;
    std::vector<SourceLine> lines;
};

struct LogicDraft {
    std::vector<ScriptDraft> scripts;
    std::vector<BlockDraft> entities, rooms;
    std::vector<std::string> texts;
    Numbers entity_numbers, state_numbers, script_numbers, room_numbers, text_numbers, constants;
};

Expected<LogicDraft> draft_logic(const std::vector<SourceLine>& lines);

// `name` must be new in `names`.
Expected<void> declare(Numbers& names, const std::string& name, int value, const SourceLine& line,
                       std::string_view what);
Expected<int> look_up(const Numbers& names, const std::string& name, const SourceLine& line,
                      std::string_view what);

} // namespace rekindle::author
