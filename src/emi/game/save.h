#pragma once
// A game as bytes (emi-engine R109): all of its moment, resources by name, so that another process goes on
// exactly where this one was. Little endian:
//   "RKES" · version u32 · data set u64 · texts of the script · picture · state (zstd) · hash of all before
// Names that a saved game needs and the data lacks are refused, each by name.

#include "emi/game/game.h"

namespace rekindle::emi {

inline constexpr std::uint32_t save_version = 1;

Expected<Bytes> save_game(const Game& game, std::span<const std::string> texts);
Expected<void> load_game(Game& game, ByteView bytes, std::string_view file);
// Of the state alone: equal states, equal hashes.
std::uint64_t hash_game(const Game& game);
// The texts that a script gave when it was saved; checks no more than that it is a saved game.
Expected<std::vector<std::string>> saved_texts(ByteView bytes, std::string_view file);

} // namespace rekindle::emi
