#pragma once
// Coat, the embedded EMI scene of our own, as files for tests. Programs that use this link rk_demo.

#include <gtest/gtest.h>

#include <map>

#include "demo/embedded.h"

namespace rekindle::test {

// Every file of the archive, opened (uncompressed), by name.
inline const std::map<std::string, Bytes>& coat_files() {
    static const std::map<std::string, Bytes> files = [] {
        auto opened = demo::find_embedded_scene("coat")->open();
        EXPECT_TRUE(opened) << opened.error().line();
        return opened.value_or(std::map<std::string, Bytes>{});
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
