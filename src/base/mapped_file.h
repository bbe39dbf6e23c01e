#pragma once
// A file's bytes as a view, read by the system when they are touched: for archives larger than anyone wants
// to load. The view lives as long as the object (moving it keeps the view).

#include <filesystem>

#include "base/bytes.h"

namespace rekindle {

class MappedFile {
  public:
    MappedFile() = default;
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    // Missing: missing_data; not a regular file or unreadable: bad_data.
    static Expected<MappedFile> open(const std::filesystem::path& path);
    ByteView bytes() const { return {static_cast<const Byte*>(start_), size_}; }

  private:
    void* start_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace rekindle
