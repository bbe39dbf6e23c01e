#include "cli/new_folder.h"

#include <unistd.h>

#include <fmt/format.h>

namespace rekindle::cli {
namespace fs = std::filesystem;
namespace {

tl::unexpected<Error> cannot_write(const fs::path& path, std::string expected, std::string found) {
    return tl::unexpected(Error{.kind = ErrorKind::usage,
                                .file = path.string(),
                                .expected = std::move(expected),
                                .found = std::move(found),
                                .cure = "Name a new folder after -o"});
}

} // namespace

Expected<NewFolder> NewFolder::create(const fs::path& path) {
    std::error_code code;
    if (fs::exists(path, code) && !(fs::is_directory(path, code) && fs::is_empty(path, code)))
        return cannot_write(path, "a new or empty folder", "something there already");
    NewFolder folder;
    folder.path_ = fs::absolute(path, code).lexically_normal();
    if (!folder.path_.has_filename()) folder.path_ = folder.path_.parent_path();
    folder.work_ = folder.path_.string() + fmt::format(".{}.tmp", ::getpid());
    if (!fs::create_directories(folder.work_, code))
        return cannot_write(path, "a place that can be written",
                            code ? code.message() : "something there already");
    return folder;
}

NewFolder::~NewFolder() {
    std::error_code ignored;
    if (!work_.empty()) fs::remove_all(work_, ignored);
}

Expected<void> NewFolder::finish() {
    std::error_code code;
    fs::rename(work_, path_, code); // an empty folder is replaced
    if (code) return cannot_write(path_, "a place that can be written", code.message());
    work_.clear();
    return {};
}

} // namespace rekindle::cli
