#include "support/shared.h"

#include <cstdio>
#include <cstdlib>

#include "base/files.h"

namespace rekindle::test {
namespace fs = std::filesystem;

fs::path source_dir() { return REKINDLE_SOURCE_DIR; }

std::optional<fs::path> shared_dir() {
    if (const char* value = std::getenv("REKINDLE_SHARED"); value != nullptr && *value != 0)
        return fs::path(value);
    const fs::path beside = fs::path(REKINDLE_SOURCE_DIR).parent_path() / "shared";
    if (fs::is_directory(beside)) return beside;
    return std::nullopt;
}

Bytes must_read(const fs::path& path) {
    auto bytes = read_file(path);
    if (!bytes) {
        std::fprintf(stderr, "%s\n", bytes.error().line().c_str());
        std::exit(4);
    }
    return *std::move(bytes);
}

std::vector<std::vector<std::string>> read_csv(const fs::path& path) {
    const Bytes bytes = must_read(path);
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> row;
    std::string cell;
    bool quoted = false;
    for (const Byte byte : bytes) {
        const char c = static_cast<char>(byte);
        if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && (c == ',' || c == '\n')) {
            row.push_back(std::move(cell));
            cell.clear();
            if (c == '\n') {
                rows.push_back(std::move(row));
                row.clear();
            }
        } else if (c != '\r') {
            cell += c;
        }
    }
    if (!row.empty() || !cell.empty()) {
        row.push_back(std::move(cell));
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace rekindle::test
