#include "cli/target.h"

#include <fmt/format.h>

#include "base/files.h"

namespace rekindle::cli {
namespace fs = std::filesystem;
namespace {

using flashback::Archive;
using flashback::DataSet;

// What lies in a folder, with the archives of a release where it is one.
Expected<Bytes> read_beside(const fs::path& folder, std::string_view name) {
    if (const auto data = DataSet::open(folder); data && data->has(name)) return data->read(name);
    if (const auto path = find_file(folder, name)) return read_file(*path);
    return missing((folder / name).string(), "the file that belongs to it",
                   fmt::format("Put {} beside it", name));
}

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

Expected<GameFile> open_loose(const fs::path& path) {
    RK_TRY(Bytes bytes, read_file(path));
    return GameFile{.name = upper_case(path.filename().string()),
                    .shown = path.string(),
                    .bytes = std::move(bytes),
                    .beside = [path](std::string_view name) { return read_beside(folder_of(path), name); }};
}

Expected<GameFile> open_entry(const fs::path& path, const std::string& name) {
    RK_TRY(const Bytes bytes, read_file(path));
    RK_TRY(Archive archive, flashback::read_archive(bytes, path.string()));
    const flashback::ArchiveEntry* entry = archive.find(name);
    if (entry == nullptr)
        return missing(fmt::format("{}:{}", path.string(), name), "an entry of that name",
                       fmt::format("rekindle inspect {} lists them", path.string()));
    RK_TRY(Bytes contents, flashback::unpack_entry(*entry, path.string()));
    const std::string shown = fmt::format("{}:{}", path.string(), entry->name);
    return GameFile{
        .name = upper_case(name),
        .shown = shown,
        .bytes = std::move(contents),
        .beside = [path, archive = std::move(archive)](std::string_view other) -> Expected<Bytes> {
            if (const flashback::ArchiveEntry* found = archive.find(other))
                return flashback::unpack_entry(*found, path.string());
            return read_beside(folder_of(path), other);
        }};
}

} // namespace

Expected<GameFile> open_file(const DataSet& data, std::string_view name) {
    RK_TRY(Bytes bytes, data.read(name));
    return GameFile{.name = upper_case(name),
                    .shown = data.described(name),
                    .bytes = std::move(bytes),
                    .beside = [&data](std::string_view other) { return data.read(other); }};
}

Expected<std::variant<DataSet, GameFile>> open_target(const std::string& path) {
    using Target = std::variant<DataSet, GameFile>;
    std::error_code code;
    if (fs::is_directory(path, code)) {
        RK_TRY(DataSet data, DataSet::open(path));
        return Target(std::move(data));
    }
    const std::size_t colon = path.rfind(':');
    if (colon != std::string::npos && !fs::exists(path, code)) {
        const std::string left = path.substr(0, colon), name = path.substr(colon + 1);
        if (fs::is_directory(left, code)) {
            RK_TRY(const DataSet data, DataSet::open(left));
            RK_TRY(GameFile file, open_file(data, name));
            file.beside = [data](std::string_view other) { return data.read(other); };
            return Target(std::move(file));
        }
        if (fs::exists(left, code)) {
            RK_TRY(GameFile file, open_entry(left, name));
            return Target(std::move(file));
        }
    }
    RK_TRY(GameFile file, open_loose(path));
    return Target(std::move(file));
}

} // namespace rekindle::cli
