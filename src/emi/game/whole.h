#pragma once
// What must hold of a stage that was read from a file before it may go on: numbers that stand for something
// refer to it, lists have the lengths that the data ask for, nobody carries himself. Called by save.cpp.

#include "emi/game/moment.h"

namespace rekindle::emi {

Expected<void> check_whole(const Stage& stage, const Cast& cast, std::string_view file);
Expected<void> check_whole(const Audio& audio, const Controls& controls, const Extras& extras,
                           std::string_view file);

} // namespace rekindle::emi
