#include "base/files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

namespace rekindle {
namespace fs = std::filesystem;

namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

tl::unexpected<Error> unreadable(const fs::path& path, std::string expected, std::string found) {
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = path.string(),
                                .expected = std::move(expected),
                                .found = std::move(found),
                                .cure = {}});
}

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

fs::path xdg(const char* variable, const char* below_home) {
    if (const char* value = std::getenv(variable); value != nullptr && *value == '/')
        return fs::path(value) / "rekindle";
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != 0)
        return fs::path(home) / below_home / "rekindle";
    std::error_code ignored;
    return fs::temp_directory_path(ignored) / "rekindle";
}

} // namespace

Expected<Bytes> read_file(const fs::path& path) {
    std::error_code code;
    const fs::file_status status = fs::status(path, code);
    if (!fs::exists(status)) return missing(path.string(), "a file");
    if (!fs::is_regular_file(status)) return unreadable(path, "a regular file", "something else");
    const std::uintmax_t size = fs::file_size(path, code);
    if (code) return unreadable(path, "a readable file", code.message());
    if (size > (std::uintmax_t{1} << 30))
        return unreadable(path, "at most 1 GiB", fmt::format("{} bytes", size));
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) return unreadable(path, "a readable file", std::generic_category().message(errno));
    Bytes bytes(size);
    if (std::fread(bytes.data(), 1, bytes.size(), file.get()) != bytes.size())
        return unreadable(path, fmt::format("{} bytes", size), "fewer");
    return bytes;
}

Expected<void> write_file(const fs::path& path, ByteView bytes) {
    const auto cannot = [&path](const std::string& why) {
        return tl::unexpected(Error{.kind = ErrorKind::usage,
                                    .file = path.string(),
                                    .expected = "a place that can be written",
                                    .found = why,
                                    .cure = "Name another output place"});
    };
    std::error_code code;
    if (path.has_parent_path()) fs::create_directories(path.parent_path(), code);
    if (code) return cannot(code.message());
    const fs::path temporary = path.string() + fmt::format(".{}.tmp", ::getpid());
    {
        File file(std::fopen(temporary.c_str(), "wb"));
        if (!file) return cannot(std::generic_category().message(errno));
        const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
        const int closed = std::fclose(file.release());
        if (!written || closed != 0) {
            fs::remove(temporary, code);
            return cannot("a full or failing disk");
        }
    }
    fs::rename(temporary, path, code);
    if (code) {
        const std::string why = code.message();
        fs::remove(temporary, code);
        return cannot(why);
    }
    return {};
}

std::string upper_case(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), upper);
    return result;
}

bool same_name(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return upper(x) == upper(y); });
}

std::vector<fs::path> list_files(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
        std::error_code status;
        if (entry->is_regular_file(status)) files.push_back(entry->path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::optional<fs::path> find_file(const fs::path& folder, std::string_view name) {
    for (const fs::path& path : list_files(folder))
        if (same_name(path.filename().string(), name)) return path;
    return std::nullopt;
}

fs::path xdg_config_dir() { return xdg("XDG_CONFIG_HOME", ".config"); }
fs::path xdg_state_dir() { return xdg("XDG_STATE_HOME", ".local/state"); }
fs::path xdg_data_dir() { return xdg("XDG_DATA_HOME", ".local/share"); }

} // namespace rekindle
