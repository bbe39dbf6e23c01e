#pragma once
// The folder that unpack writes: it appears under its name only when it is whole. Errors: usage, with the
// folder and what to do.

#include <filesystem>
#include <utility>

#include "base/error.h"

namespace rekindle::cli {

class NewFolder {
  public:
    // Refuses a place where something lies already, but for an empty folder.
    static Expected<NewFolder> create(const std::filesystem::path& path);
    NewFolder(NewFolder&& other) noexcept
        : path_(std::move(other.path_)), work_(std::exchange(other.work_, {})) {}
    NewFolder& operator=(NewFolder&&) = delete;
    ~NewFolder(); // without finish() nothing stays

    const std::filesystem::path& work() const { return work_; } // write here
    Expected<void> finish();

  private:
    NewFolder() = default;
    std::filesystem::path path_, work_;
};

} // namespace rekindle::cli
