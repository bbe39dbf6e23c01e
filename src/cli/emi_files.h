#pragma once
// The emi side of identify, inspect, unpack and pack: these commands ask is_emi() first and hand over.

#include <string>

#include "cli/sheet.h"
#include "emi/data/file_kind.h"

namespace rekindle::cli {

// A folder with archives or files of the game, a file of a known format, or ARCHIVE:ENTRY.
bool is_emi(const std::string& path);

// A folder: its archives in search order and how many files of each kind they give; a file: its format, and
// whether it can be read.
Expected<Sheet> emi_identity(const std::string& path);
// The readable form of a file (JSON), or a sheet of an archive, script or sound as text or JSON.
Expected<std::string> inspect_emi(const std::string& path, bool json);
// An archive, a folder of archives, or a file with a readable form, into the new or empty folder `out`.
Expected<void> unpack_emi(const std::string& path, const std::string& out, bool raw);

// Whether `folder` is what unpack_emi() wrote.
bool is_emi_unpacked(const std::string& folder);
// `archive`: which of several; empty: the one called like `out`.
Expected<void> pack_emi(const std::string& folder, const std::string& out, const std::string& archive);

} // namespace rekindle::cli
