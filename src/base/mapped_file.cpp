#include "base/mapped_file.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rekindle {

MappedFile::MappedFile(MappedFile&& other) noexcept
    : start_(std::exchange(other.start_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(start_, other.start_);
    std::swap(size_, other.size_);
    return *this;
}

MappedFile::~MappedFile() {
    if (start_ != nullptr) ::munmap(start_, size_);
}

Expected<MappedFile> MappedFile::open(const std::filesystem::path& path) {
    const auto unreadable = [&path](std::string found) {
        return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                    .file = path.string(),
                                    .expected = "a readable regular file",
                                    .found = std::move(found),
                                    .cure = {}});
    };
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0 && errno == ENOENT) return missing(path.string(), "a file");
    if (descriptor < 0) return unreadable(std::generic_category().message(errno));
    struct stat status {};
    MappedFile file;
    const bool regular = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    if (regular && status.st_size > 0) {
        file.size_ = static_cast<std::size_t>(status.st_size);
        file.start_ = ::mmap(nullptr, file.size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
        if (file.start_ == MAP_FAILED) file.start_ = nullptr;
    }
    ::close(descriptor);
    if (!regular) return unreadable("something else");
    if (status.st_size > 0 && file.start_ == nullptr) {
        file.size_ = 0;
        return unreadable("a file that can't be mapped");
    }
    return file;
}

} // namespace rekindle
