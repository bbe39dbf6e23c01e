#include "emi/game/store.h"

#include <algorithm>

#include "base/files.h"

namespace rekindle::emi {
namespace {

class MemoryStore final : public Store {
  public:
    std::vector<std::string> list() const override {
        std::vector<std::string> names;
        for (const auto& [name, bytes] : files_) names.push_back(name);
        return names;
    }
    Expected<Bytes> read(std::string_view name) const override {
        const auto at = files_.find(name);
        if (at == files_.end()) return missing(std::string(name), "a saved file");
        return at->second;
    }
    bool write(std::string_view name, ByteView bytes) override {
        if (!is_store_name(name)) return false;
        files_.insert_or_assign(std::string(name), Bytes(bytes.begin(), bytes.end()));
        return true;
    }
    bool remove(std::string_view name) override {
        const auto at = files_.find(name);
        if (at == files_.end()) return false;
        files_.erase(at);
        return true;
    }

  private:
    std::map<std::string, Bytes, std::less<>> files_;
};

class FolderStore final : public Store {
  public:
    explicit FolderStore(std::filesystem::path folder) : folder_(std::move(folder)) {}
    std::vector<std::string> list() const override {
        std::vector<std::string> names;
        for (const std::filesystem::path& path : list_files(folder_))
            names.push_back(path.filename().string());
        return names;
    }
    Expected<Bytes> read(std::string_view name) const override {
        const auto found = is_store_name(name) ? find_file(folder_, name) : std::nullopt;
        if (!found) return missing(std::string(name), "a saved file in " + folder_.string());
        return read_file(*found);
    }
    bool write(std::string_view name, ByteView bytes) override {
        return is_store_name(name) && write_file(folder_ / std::string(name), bytes).has_value();
    }
    bool remove(std::string_view name) override {
        const auto found = is_store_name(name) ? find_file(folder_, name) : std::nullopt;
        std::error_code failed;
        return found && std::filesystem::remove(*found, failed);
    }

  private:
    std::filesystem::path folder_;
};

} // namespace

std::unique_ptr<Store> memory_store() { return std::make_unique<MemoryStore>(); }
std::unique_ptr<Store> folder_store(std::filesystem::path folder) {
    return std::make_unique<FolderStore>(std::move(folder));
}

bool is_store_name(std::string_view name) {
    const auto fine = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-' || c == '.' || c == ' ';
    };
    return !name.empty() && name.size() < 100 && std::all_of(name.begin(), name.end(), fine) &&
           name.find_first_not_of('.') != std::string_view::npos;
}

} // namespace rekindle::emi
