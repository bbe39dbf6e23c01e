#pragma once
// Coat, the embedded EMI scene of our own, as files for tests. Programs that use this link rk_demo and
// rk_emi_data.

#include <gtest/gtest.h>

#include <map>

#include "demo/embedded.h"
#include "emi/data/archive.h"
#include "emi/data/stored.h"

namespace rekindle::test {

// Every file of the archive, opened (uncompressed), by name.
inline const std::map<std::string, Bytes>& coat_files() {
    static const std::map<std::string, Bytes> files = [] {
        std::map<std::string, Bytes> opened;
        const Bytes archive = demo::find_embedded_scene("coat")->files().at("art001.m4b");
        const auto list = emi::read_archive(archive, "art001.m4b");
        EXPECT_TRUE(list) << list.error().line();
        if (!list) return opened;
        for (const emi::ArchiveEntry& entry : list->entries) {
            auto file = emi::open_stored(emi::contents_of(archive, entry), entry.name);
            EXPECT_TRUE(file) << file.error().line();
            if (file) opened[entry.name] = std::move(file->bytes);
        }
        return opened;
    }();
    return files;
}

// A file that is there, read by one of the format's readers.
template <typename Read>
auto coat_file(const std::string& name, Read read) {
    const auto found = coat_files().find(name);
    EXPECT_NE(found, coat_files().end()) << name;
    auto value = read(found == coat_files().end() ? ByteView{} : ByteView(found->second), name, nullptr);
    EXPECT_TRUE(value) << value.error().line();
    return value.value_or(typename decltype(value)::value_type{});
}

} // namespace rekindle::test
