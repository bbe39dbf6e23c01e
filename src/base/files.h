#pragma once
// Whole files in and out, and names found whatever their case. Nothing is ever half-written: output goes to a
// temporary beside its target and is renamed.

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace rekindle {

// Files up to 1 GiB. Missing: missing_data; a folder or unreadable: bad_data.
Expected<Bytes> read_file(const std::filesystem::path& path);
// Makes missing parent folders.
Expected<void> write_file(const std::filesystem::path& path, ByteView bytes);
inline Expected<void> write_file(const std::filesystem::path& path, std::string_view text) {
    return write_file(path, as_bytes(text));
}

// ASCII case folding, as DOS file names are compared.
std::string upper_case(std::string_view text);
bool same_name(std::string_view a, std::string_view b);
// The regular file in `folder` whose name equals `name` without regard to case; of several the first in byte
// order.
std::optional<std::filesystem::path> find_file(const std::filesystem::path& folder, std::string_view name);
// Regular files directly in `folder`, sorted by name.
std::vector<std::filesystem::path> list_files(const std::filesystem::path& folder);

// XDG base directories with "rekindle" appended; the fallback is below $HOME, else below the temporary
// folder.
std::filesystem::path xdg_config_dir();
std::filesystem::path xdg_state_dir();
std::filesystem::path xdg_data_dir();

} // namespace rekindle
