#pragma once
// What the inspector tells about a stage and its picture, as tables of text: actors, their chores, animations
// with fades, shares of every bone, sectors, lights, the draw list. The window's panels show them, and so can
// anything else. Called by tools.h and tests.

#include "emi/picture/draw_list.h"
#include "emi/stage/stage.h"

namespace rekindle::emi {

struct Table {
    std::string title;
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows; // a cell for each column
};

Table actors_table(const Stage& stage, const Cast& cast); // a row an actor, ascending id
Table chores_table(const Cast& cast, const Actor& actor); // playing ones and those that fade
Table animations_table(const Cast& cast, const Actor& actor);
Table bones_table(const Cast& cast, const Actor& actor); // of the current costume's skeleton
Table sectors_table(const Stage& stage);                 // of the current set
Table lights_table(const Stage& stage);
Table draw_list_table(const DrawList& list, const Stage& stage);

} // namespace rekindle::emi
