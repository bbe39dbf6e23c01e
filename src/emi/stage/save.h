#pragma once
// A stage as bytes and back (emi-engine R109): everything that a continued run needs, files by name instead
// of by number, so that another cast may continue it. Called between frames by saving, rewinding, lockstep
// and tests. The bytes are the same on every machine; their hash is the stage's.

#include "emi/stage/stage.h"

namespace rekindle::emi {

Bytes save_stage(const Stage& stage, const Cast& cast);
// Loads what the stage names into the cast. Refuses damaged bytes, and files that are missing or have changed
// so that the stage no longer fits them; `file` names the bytes in errors.
Expected<Stage> restore_stage(ByteView bytes, std::string_view file, Cast& cast);
std::uint64_t hash_of(const Stage& stage, const Cast& cast);

} // namespace rekindle::emi
