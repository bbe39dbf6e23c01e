#pragma once
// Where saved games and the files that scripts write live: a folder, or memory. Names are without folders.

#include <filesystem>
#include <map>
#include <memory>

#include "base/bytes.h"

namespace rekindle::emi {

class Store {
  public:
    virtual ~Store() = default;
    virtual std::vector<std::string> list() const = 0; // ascending
    virtual Expected<Bytes> read(std::string_view name) const = 0;
    virtual bool write(std::string_view name, ByteView bytes) = 0;
    virtual bool remove(std::string_view name) = 0;
};
std::unique_ptr<Store> memory_store();
// The folder is made when something is first written.
std::unique_ptr<Store> folder_store(std::filesystem::path folder);
// Nothing but letters, digits and "_-.", and not only dots: what a name in a store may be.
bool is_store_name(std::string_view name);

} // namespace rekindle::emi
