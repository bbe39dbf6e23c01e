#pragma once
// The text of a level's logic - rooms, entities, scripts - and what it compiles to: entity definitions,
// record lists, animation tables, collision table and item texts, ready for their writers. The language is
// described in demo/flashback/README.md. Errors name file and line. Engine spec §1, §4.

#include <map>

#include "author/source/source.h"
#include "flashback/data/animations.h"
#include "flashback/data/collision.h"
#include "flashback/data/entities.h"
#include "flashback/data/records.h"

namespace rekindle::author {

using Numbers = std::map<std::string, int, std::less<>>;

// Names that the pictures give: what `frames` lines may show.
struct PictureNames {
    Numbers figures; // character pictures (SPR)
    Numbers objects; // entries of GLOBAL.SPC
};

struct Logic {
    std::vector<flashback::EntityDefinition> entities;
    flashback::RecordFile records;
    flashback::AnimationFile animations;
    flashback::CollisionTable collision{};
    std::vector<std::string> texts; // text 0 is empty

    // What the names of the source stand for.
    Numbers entity_numbers, state_numbers, room_numbers, text_numbers, constants;
};

// All files of a level, in order. The order of declaration is the number of an entity, a state, a script and
// a text.
Expected<Logic> compile_logic(const std::vector<SourceLine>& lines, const PictureNames& pictures);

} // namespace rekindle::author
