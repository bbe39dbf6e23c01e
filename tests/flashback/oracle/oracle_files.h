#pragma once
// The oracle's files in tests.

#include <map>

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/zstd.h"
#include "flashback/oracle/levels.h"
#include "support/shared.h"

namespace rekindle::flashback::oracle {

inline std::filesystem::path oracle_dir() { return test::shared_dir().value_or("") / "oracle/flashback"; }

// Names of a folder's files that end so, without the ending. Empty without ../shared.
inline std::vector<std::string> oracle_names(const char* folder, std::string_view ending) {
    std::vector<std::string> names;
    if (!test::shared_dir()) return names;
    for (const auto& path : list_files(oracle_dir() / folder)) {
        const std::string name = path.filename().string();
        if (name.ends_with(ending)) names.push_back(name.substr(0, name.size() - ending.size()));
    }
    return names;
}

inline Bytes unpacked(const std::filesystem::path& path) {
    const auto bytes = zstd_decompress(test::must_read(path), path.filename().string());
    if (!bytes) ADD_FAILURE() << bytes.error().line();
    return bytes.value_or(Bytes{});
}

inline std::string_view text_of(const Bytes& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The demo's levels, loaded once a test program.
inline Levels& demo_levels() {
    static const Expected<DataSet> data = DataSet::open(test::flashback_demo());
    static Levels levels(*data);
    return levels;
}
inline const Level& demo_level(int index) { return **demo_levels().get(index); }

// The parameterised test's name in reports.
inline std::string name_of(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
}

} // namespace rekindle::flashback::oracle
